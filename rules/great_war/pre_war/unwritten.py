"""§20.0: pre-war events whose effects are still to be built. They are not drawn."""

from __future__ import annotations

UNWRITTEN = ("allied-7", "central-10")
"""Fisher's Gambit, Moltke the Elder."""
