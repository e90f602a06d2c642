"""§3.10.2 What everyone at the table is told on a card of its own: a country has fallen."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import capital, listing, quantity
from rules.powers_1914.facts.conquest import NationFell
from rules.powers_1914.position.state import State


def of_fall(before: State, event: NationFell) -> JsonObject:
    """Which country conquered which, which fields changed hands, and which units left the map."""
    names = before.names
    country, conqueror = capital(names.the_nation(event.nation)), names.the_nation(event.conqueror)
    lines: list[Json] = [_line(text, areas) for text, areas in (*_gains(before, event), _losses(before, event)) if text]
    return {"title": f"{country} is conquered by {conqueror}", "lines": lines}


def _line(text: str, areas: Iterable[str]) -> JsonObject:
    return {"text": text, "areas": [*areas]}


def _gains(before: State, event: NationFell) -> list[tuple[str, list[str]]]:
    """Nation by nation: the fields of the fallen that it has from now on, what they pay, and the works in them."""
    names, board = before.names, before.printed.board
    side = before.nations[event.conqueror].side
    taken = {a: before.control[a] for a in board.belongs[event.nation] if before.holder(a) == side}
    heirs: dict[str, list[str]] = {}
    for area, nation in (taken | dict(event.transfers)).items():
        heirs.setdefault(nation, []).append(area)
    found = []
    for nation, areas in heirs.items():
        fields = listing(sorted(names.the_place(a) for a in areas))
        coins = sum(board.areas[a].coins for a in areas)
        works = [w.kind for a in areas for w in before.works.get(a, ())]
        built = [quantity(works.count(kind), kind, plural) for kind, plural in WORKS if kind in works]
        worth = listing([*built, f"{quantity(coins, 'coin')} a turn"])
        found.append((f"{capital(names.the_nation(nation))} now holds {fields}: {worth}.", sorted(areas)))
    return found


WORKS = (("factory", "factories"), ("shipyard", "shipyards"))


def losses(before: State, units: Iterable[str]) -> str:
    """Whose units are lost and where: "3 Belgian infantry in Belgium and French aircraft in Paris"."""
    by_area: dict[str, list[str]] = {}
    for unit in units:
        by_area.setdefault(before.units[unit].at, []).append(unit)
    names = before.names
    return listing(f"{names.units(its)} in {names.the_place(area)}" for area, its in by_area.items())


def _losses(before: State, event: NationFell) -> tuple[str, list[str]]:
    names = before.names
    if not event.units:
        return f"No unit of {names.the_nation(event.nation)} was left.", []
    areas = [*dict.fromkeys(before.units[u].at for u in event.units)]
    return f"Lost: {losses(before, event.units)}.", areas
