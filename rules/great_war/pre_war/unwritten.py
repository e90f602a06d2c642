"""§20.0: pre-war events whose effects are still to be built. They are not drawn."""

from __future__ import annotations

UNWRITTEN = ("allied-7", "central-5", "central-10")
"""Fisher's Gambit, Germany Invades Holland, Moltke the Elder."""
