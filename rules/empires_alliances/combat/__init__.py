"""§13.0, §16.1 to §16.3, §16.42: attacks on hexes, from their declaration to the advance."""
