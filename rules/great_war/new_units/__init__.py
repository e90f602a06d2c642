"""§13.0, §15.41, §15.55: new units, and units that are turned into something else."""
