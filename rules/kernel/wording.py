"""Sentences for players."""

from __future__ import annotations

from collections.abc import Iterable


def listing(names: Iterable[str]) -> str:
    """Names as a sentence has them: ``A, B and C``. ValueError for none."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def quantity(number: int, noun: str, plural: str = "") -> str:
    """A number of things as a sentence has them: ``no cities``, ``one city``, ``7 cities``."""
    if number == 1:
        return f"one {noun}"
    return f"{number or 'no'} {plural or noun + 's'}"


def capital(text: str) -> str:
    """A sentence begins with a capital."""
    return text[:1].upper() + text[1:]
