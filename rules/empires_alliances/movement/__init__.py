"""§8.0, §9.0, §11.0: how units move."""
