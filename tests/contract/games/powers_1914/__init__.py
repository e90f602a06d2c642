"""The hooks of Powers of 1914."""
