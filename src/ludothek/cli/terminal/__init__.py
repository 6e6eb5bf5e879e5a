"""Screen and keyboard: console, input, completion, sentences. Knows no game loop."""
