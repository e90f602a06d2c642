"""The Near East, alone."""
