"""Running matches: rooms with a command queue each, deadlines, the time line. No rules."""
