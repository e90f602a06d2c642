"""Matches that are over, each as one file beside the database (decisions/0071)."""
