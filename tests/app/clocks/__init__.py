"""Clocks, deadlines, pauses and days away."""
