"""§1.1, §18.0: the two sides."""

from __future__ import annotations

CENTRAL, ALLIED = "central", "allied"
SIDES = (CENTRAL, ALLIED)
