"""What programs of all games share that say why they would do something."""
