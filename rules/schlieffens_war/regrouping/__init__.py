"""§9.0: the Regroup Phase: reinforcements, returns, and the corps that leave for the east."""
