"""The words under which ``State.used`` counts what carries units, in half corps.

States are stored with these words; nothing else makes or reads them.
"""

from __future__ import annotations

RAIL, SEA = "rail", "sea"


def by_rail(power: str) -> str:
    """§9.51: what the rails of a country have carried."""
    return f"{RAIL}.{power}"


def by_plain_rail(power: str) -> str:
    """§9.52: what counts against a minor country's own capacity, of all that its rails have carried."""
    return f"{by_rail(power)}.plain"


def by_sea(power: str) -> str:
    """§11.6: what the ships of a country have carried."""
    return f"{SEA}.{power}"


def carrier_of(word: str) -> tuple[str, str] | None:
    """How, and by whose rails or ships, a word counts what was carried; None for any other, and for a part of it."""
    how, *rest = word.split(".")
    return (how, rest[0]) if how in (RAIL, SEA) and len(rest) == 1 else None
