"""§4.2, §12.0: what every step of a turn has: whom it asks, how it ends, and the weather."""
