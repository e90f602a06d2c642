"""§1.71, §3.71: before a count the strongest hold the cities that count, and the weakest there make room for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.empires_alliances.players.marching import STACK, Muster
from rules.empires_alliances.players.sight import Sight, Unit, is_rank
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

NEAR = 2
"""Hexes from a city within which someone is looked for to relieve its weakest."""


class Reliefs:
    """Those who change places in a phase: first one leaves the city, then the other takes the place."""

    def __init__(self) -> None:
        self._coming: tuple[str, str] | None = None
        self._tried: set[tuple[str, str]] = set()
        self.moved: set[str] = set()
        """Who has changed places."""

    def next_order(
        self, client: SeatClient, sight: Sight, offers: Mapping[str, Any], muster: Muster
    ) -> JsonObject | None:
        """The next of these moves; None where the strongest stand in the cities."""
        offer = offers.get("move")
        if offer is None or offer["refusal"] is not None:
            return None
        able = {*first_options(offer)["of"]} - self.moved
        coming, self._coming = self._coming, None
        # Meanwhile other orders may have moved whoever was to come, an automatic victory for example.
        if coming is not None and coming[0] in sight.standing and coming[0] in able:
            order = self._go(client, sight, muster, *coming)
            if order is not None:
                return order
        ids = sight.printed.board.lattice.ids
        for leaves, city, comes, at in find_pairs(sight, able):
            if (leaves, comes) in self._tried:
                continue
            self._tried.add((leaves, comes))
            if ids[city] in _ways(client, comes) and ids[at] in _ways(client, leaves):
                self._coming = (comes, ids[city])
                return self._go(client, sight, muster, leaves, ids[at])
        return None

    def _go(self, client: SeatClient, sight: Sight, muster: Muster, name: str, end: str) -> JsonObject | None:
        path = _ways(client, name).get(end)
        if path is None:
            return None
        unit, start = sight.standing[name]
        muster.lift(unit, start)
        muster.put(unit, sight.printed.board.index(end))
        self.moved.add(name)
        return {"kind": "move", "units": [name], "path": [*path]}


def _ways(client: SeatClient, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = client.options("move", "path", units=[name])["ways"]
    return found


def find_pairs(sight: Sight, able: Iterable[str]) -> Iterator[tuple[str, int, str, int]]:
    """The weakest in each full city that will be counted, before the enemy, with those near it who defend better."""
    board = sight.printed.board
    free = {name: sight.standing[name] for name in able if name in sight.standing}
    for city in sorted(i for i in sight.mine if sight.is_at_stake(i) and sight.side_of(i) == sight.side):
        ranks = [u for u in sight.stacks[city] if is_rank(u)]
        there = [u for u in ranks if u["id"] in free and not u["shaken"]]
        if len(ranks) < STACK or not there or not any(e in sight.theirs for e in sight.around(city)):
            continue
        weakest = min(there, key=_strength)
        near = board.lattice.within(board.lattice.ids[city], NEAR)
        others = [
            (unit, at)
            for unit, at in free.values()
            if board.lattice.ids[at] in near and not sight.is_at_stake(at) and _may_relieve(sight, unit, weakest)
        ]
        for unit, at in sorted(others, key=lambda found: _strength(found[0]), reverse=True):
            yield str(weakest["id"]), city, str(unit["id"]), at


def _may_relieve(sight: Sight, unit: Unit, weakest: Unit) -> bool:
    """§18.41: whether a unit defends better than another, and may stand with those with whom it stands."""
    stronger = float(unit["defence"]) > float(weakest["defence"]) and is_rank(unit) and not unit["shaken"]
    return stronger and sight.camp(unit["id"]) == sight.camp(weakest["id"])


def _strength(unit: Unit) -> tuple[float, str]:
    return (float(unit["defence"]), str(unit["id"]))
