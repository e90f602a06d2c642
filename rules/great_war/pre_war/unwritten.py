"""§20.0: pre-war events whose effects are still to be built. They are not drawn."""

from __future__ import annotations

UNWRITTEN = ("allied-7", "allied-9", "central-2", "central-5", "central-10")
"""Fisher's Gambit, Automatic Italian Entry, Less Naval Construction, Germany Invades Holland, Moltke the Elder."""
