"""What games on hexes share, between the kernel and the games: the tables of a board. It knows no game's rules."""
