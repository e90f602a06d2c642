"""Orders that a seat has written down and not given yet (decisions/0030)."""
