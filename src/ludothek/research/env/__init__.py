"""Building blocks of the environments: matches, spaces, opponents, batches. No agents.

The interfaces themselves (PettingZoo, Gymnasium, OpenSpiel) are not here: they are the modules one
folder up.
"""
