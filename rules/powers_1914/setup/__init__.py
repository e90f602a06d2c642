"""§2.0, §4.0: a match before its first turn."""
