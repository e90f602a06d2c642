"""What viewers are told of a match."""
