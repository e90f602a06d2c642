"""The hooks of the Great War in Europe."""
