"""Before a match begins: what was asked for, checked; names; who sits where. No decisions."""
