"""Screen and keyboard: console, input, completion, English texts of games. No game loop."""
