"""§8.0, §9.0, §10.82: operational movement, trains and ships, and the markers that are placed on the way."""
