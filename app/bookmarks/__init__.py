"""Moments of a match that someone wants to find again, with a note, for their own eyes (decisions/0087)."""
