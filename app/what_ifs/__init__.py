"""What-if: a moment of a match tried out on a copy; what one could not see is dealt by chance (decisions/0057)."""
