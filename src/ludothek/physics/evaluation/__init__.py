"""What a tower and a stock are worth: poses, stability, lookahead, rollouts. Decides nothing."""
