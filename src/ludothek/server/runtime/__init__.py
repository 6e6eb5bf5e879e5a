"""Matches at work: rooms with a queue each, deadlines, the time line. No rule is decided here."""
