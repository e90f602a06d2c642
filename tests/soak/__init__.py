"""Long trials of the whole server: ``make soak``. A short form of each runs with the other tests."""
