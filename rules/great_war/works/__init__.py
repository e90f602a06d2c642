"""§14.3, §14.4, §14.6: trenches, the Hindenburg Line, devastated hexes."""
