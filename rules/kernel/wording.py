"""Sentences for players."""

from __future__ import annotations

from collections.abc import Iterable


def listing(names: Iterable[str]) -> str:
    """Names as a sentence has them: ``A, B and C``. ValueError for none."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
