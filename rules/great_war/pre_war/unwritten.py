"""§20.0: pre-war events whose effects are still to be built. They are not drawn."""

from __future__ import annotations

UNWRITTEN = ("central-10",)
"""Moltke the Elder."""
