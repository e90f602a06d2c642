"""§5.0, §20.0, §22.11: what land, weather and enemies nearby make of a hex."""
