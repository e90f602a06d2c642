"""Fields, nations, seats and units as sentences name them."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.wording import listing
from rules.powers_1914.pieces import GENERAL, SIDE_NAMES, SIDES, piece
from rules.powers_1914.printed import board, printed


def place_name(area: str) -> str:
    """A field by its name, as in a list."""
    return board().name(area)


WITH_ARTICLE = ("caucasus", "rhineland")
"""Land fields that a sentence names as it does the seas."""


def the_place(area: str) -> str:
    """A field within a sentence: "Champagne", "the North Sea"."""
    name = board().name(area)
    return f"the {name}" if board().areas[area].sea or area in WITH_ARTICLE else name


def nation_name(nation: str) -> str:
    """A nation by its name, as in a list."""
    return printed().names[nation]


def the_nation(nation: str) -> str:
    """A nation within a sentence: "Germany", "the Ottoman Empire"."""
    name = printed().names[nation]
    return f"the {name}" if name.endswith(("Empire", "States", "rising")) else name


def seat_title(seat: str, nations: Iterable[str]) -> str:
    """A seat as people know it: by its nations; by its side where it plays them all or none is left."""
    names = [nation_name(n) for n in nations]
    if seat in SIDES or not names:
        return SIDE_NAMES[seat.split("-")[0]]
    return listing(names)


def unit_name(unit: str) -> str:
    """A unit as sentences name it: "German infantry", "Mackensen"."""
    p = piece(unit)
    if p.kind == GENERAL:
        return printed().generals[p.label].name
    return f"{printed().peoples[p.nation]} {p.kind}"


def units_name(units: Iterable[str]) -> str:
    """Several units as sentences name them: "3 German infantry and Mackensen"."""
    counts: dict[str, int] = {}
    for unit in units:
        counts[unit_name(unit)] = counts.get(unit_name(unit), 0) + 1
    parts = [name if n == 1 else f"{n} {name}{'s' if name.endswith('ship') else ''}" for name, n in counts.items()]
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + f" and {parts[-1]}" if parts else "nobody"
