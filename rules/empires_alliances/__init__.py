"""Empires & Alliances. So far only what is printed: no rule, no position, and not in the catalogue."""
