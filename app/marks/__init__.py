"""What a side draws on its map: rings, arrows and pings. They are no part of the match and of its proof."""
