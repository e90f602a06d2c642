"""For each game of the catalogue a package of hooks: what only someone who knows its rules can say."""
