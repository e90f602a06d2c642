"""§6.0, §17.2, §17.3, §19.5: what nations, events and the first turns forbid."""
