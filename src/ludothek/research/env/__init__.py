"""What the environments of learners are made of: a match stepped, spaces, opponents, batches.

The interfaces themselves (PettingZoo, Gymnasium, OpenSpiel) are not here: they are the modules one
folder up.
"""
