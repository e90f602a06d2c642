"""§3.14: event cards and the hand."""
