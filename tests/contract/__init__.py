"""What every game keeps, asked through the Game protocol alone: a game takes part by standing in the catalogue."""
