"""One household floods the server in every way it can; the others must be able to play on."""
