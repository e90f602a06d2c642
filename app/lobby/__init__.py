"""Games on offer, matches made, seats taken."""
