"""Games that show how a game is made; no server offers them."""
