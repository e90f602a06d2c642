"""What programs that play hex games have in common: what they see, measure and expect. They know no position."""
