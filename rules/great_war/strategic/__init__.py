"""§5.0 The strategic turn, a file a phase; ``steps`` has them in their order (§4.3)."""
