"""§2.68, §11.7: invasions."""
