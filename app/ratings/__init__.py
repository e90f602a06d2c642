"""Who plays what how often, and how well: derived from public matches that are over (decisions/0058)."""
