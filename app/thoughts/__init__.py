"""Thoughts: what the programs of a match that is over weighed, and what they took hidden units for (decisions/0081)."""
