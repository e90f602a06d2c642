"""The hooks of Schlieffen's War."""
