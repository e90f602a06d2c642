"""What can be said of a match that is over besides how it went: who was likely to win, and when (decisions/0075)."""
