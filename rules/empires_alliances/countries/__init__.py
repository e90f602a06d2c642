"""§2.5, §2.67, §19.0, §21.0: what a country must send away, what it gains, and how long it endures."""
