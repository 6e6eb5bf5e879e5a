"""Evaluation of towers and stocks: poses, stability, lookahead, rollouts. It decides nothing."""
