"""What two games share: lattices, floods, tables, dice, the sequence, messages and the Game protocol."""
