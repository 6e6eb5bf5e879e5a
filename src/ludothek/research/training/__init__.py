"""Self-play, training and distillation of networks (extra `train`); no server, no command line.

It imports the standard library, NumPy, PyTorch and this package only, so that it runs where nothing
can be installed.
"""
