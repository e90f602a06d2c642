"""Powers of 1914: areas, money, cards; a side is one or more seats, a seat one or more nations."""
