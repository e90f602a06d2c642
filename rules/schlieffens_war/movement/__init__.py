"""§10.0: the Movement Phase."""
