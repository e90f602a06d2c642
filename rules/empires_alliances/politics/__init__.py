"""§18.0 Political matters."""
