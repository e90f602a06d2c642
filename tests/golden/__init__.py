"""Whole games as they were once played, to be played again to the byte. ``tools/record_golden.py`` makes them."""
