"""Hints: what a program would do in a player's place, and why (decisions/0068)."""
