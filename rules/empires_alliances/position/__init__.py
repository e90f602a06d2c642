"""What a position of the game is, and how facts change it."""
