"""§17.0: reinforcements, replacements and withdrawals."""
