"""Further databases in which records of matches lie (decisions/0079)."""
