"""What can be said of a match that is over besides how it went: who was likely to win, turn by turn (decisions/0073)."""
