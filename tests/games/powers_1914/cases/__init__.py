"""Cases of an outside reading of the rulebook, by chapter, beside the tests of the rules that stand one folder up."""
