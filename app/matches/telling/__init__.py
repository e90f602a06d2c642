"""What viewers are told when a match has moved: patches and their timing, earlier moments, who is called back."""
