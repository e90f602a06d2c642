"""Where a program changes the set-up in one click: cities before the enemy get as many units as may stand there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.empires_alliances.players.marching import STACK
from rules.empires_alliances.players.sight import FOE, Sight, Unit, defence_of, is_rank
from rules.kernel.floods import spread
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

WORTH_FILLING = 2.0
"""What a city must be worth: small ones that no count names are not."""
NEAR_FOE, NEAR_CITY = 3, 4
"""Hexes from the enemy's land to a city that is filled, and from it to those who may fill it."""


def better_place(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """The next unit that goes into a city; None where all have enough or nobody may."""
    offer = offers.get("place")
    if offer is None or offer["refusal"] is not None:
        return None
    able, where = {*first_options(offer)["of"]}, {u["id"]: (u, i) for i in sight.mine for u in sight.stacks[i]}
    ids = sight.printed.board.lattice.ids
    for city in _to_fill(sight):
        for name, (unit, i) in sorted(where.items(), key=lambda found: _first(sight, *found[1])):
            if name not in able or f"{name} {city}" in tried or not _can_be_spared(sight, unit, i, city):
                continue
            tried.add(f"{name} {city}")
            if ids[city] in client.options("place", "place", unit=name)["of"]:
                return {"kind": "place", "unit": name, "place": ids[city]}
    return None


def _to_fill(sight: Sight) -> list[int]:
    """Our cities near the enemy's land that have room, those first that are worth most."""
    board = sight.printed.board
    theirs = [i for i in board.land if sight.side_of(i) == FOE[sight.side]]
    far = spread(board.lattice.neighbours, theirs, lambda _, b: b in board.land)
    found = [
        i
        for i in board.land
        if sight.worth(i) >= WORTH_FILLING and far.get(i, NEAR_FOE + 1) <= NEAR_FOE and sight.side_of(i) == sight.side
    ]
    return sorted((i for i in found if _ranks(sight, i) < STACK), key=lambda i: (-sight.worth(i), i))


def _ranks(sight: Sight, i: int) -> int:
    return sum(map(is_rank, sight.stacks.get(i, ())))


def _can_be_spared(sight: Sight, unit: Unit, i: int, city: int) -> bool:
    """Whether a unit stands near, in the open, and not alone."""
    ids = sight.printed.board.lattice.ids
    near = ids[i] in sight.printed.board.lattice.within(ids[city], NEAR_CITY)
    return is_rank(unit) and near and not sight.worth(i) and _ranks(sight, i) > 1


def _first(sight: Sight, unit: Unit, i: int) -> tuple[int, float, str]:
    """Out of the fullest hexes, and of those who defend best."""
    return (-_ranks(sight, i), -defence_of(unit), str(unit["id"]))
