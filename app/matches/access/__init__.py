"""Who may look at a match, from where, and who may move in it."""
