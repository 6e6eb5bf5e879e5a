"""Screen and keyboard: console, input, completion, texts of games. Knows no game loop."""
