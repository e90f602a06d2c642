"""The position: its state, how it changes, and what follows from it alone."""
