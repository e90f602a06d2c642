"""§1.1: what is printed on the board, the counters and the cards, from ``scenarios/powers-1914``."""
