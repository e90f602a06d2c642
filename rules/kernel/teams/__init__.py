"""Sides shared by several seats: a layer round any game, made of parts that know one another by name alone."""
