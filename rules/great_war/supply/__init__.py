"""§11.0: lines of supply."""
