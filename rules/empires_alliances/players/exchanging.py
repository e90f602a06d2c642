"""Where a program changes the set-up in one click: who attacks best stands before the enemy, others behind them.

One click fills the hexes before the enemy in the order of the sheet, so that Stosstruppen (§16.1) may stand in the
second line in March 1918, when nobody comes up by rail (§3.67) and mud holds back those who march.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules.empires_alliances.players.sight import Sight, Unit, is_rank
from rules.empires_alliances.printed.counters import STOSSTRUPPEN
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

SHOCK = 2.0
"""§16.1: attack factors that the modifier of a Stosstruppe is worth, besides its own."""


class Pair(NamedTuple):
    """A unit before the enemy with its hex, and one behind it that is to stand there."""

    front: str
    at: str
    behind: str
    back: str


class Exchanges:
    """Who changes places in a set-up: the one before the enemy is taken back, the other goes there, and the first goes
    where the other stood."""

    def __init__(self) -> None:
        self._pair: Pair | None = None
        self._tried: set[tuple[str, str]] = set()

    def next_order(self, client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
        """The next step of an exchange; None where everyone stands well."""
        if not _may(offers, "place"):
            return None
        pair, self._pair = self._pair, None
        if pair is not None and pair.front not in sight.standing:
            return self._go_on(client, sight, pair)
        return self._begin(sight, offers)

    def _begin(self, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
        able = {*first_options(offers["take_back"])["of"]} if _may(offers, "take_back") else set()
        for pair in find_pairs(sight):
            if (pair.front, pair.behind) not in self._tried and {pair.front, pair.behind} <= able:
                self._tried.add((pair.front, pair.behind))
                self._pair = pair
                return {"kind": "take_back", "unit": pair.front}
        return None

    def _go_on(self, client: SeatClient, sight: Sight, pair: Pair) -> JsonObject | None:
        """The one behind goes to the front if it may, and stays where it is if not; then the other is placed."""
        waits = sight.printed.board.lattice.ids[sight.where[pair.behind]] == pair.back
        if waits and pair.at in client.options("place", "place", unit=pair.behind)["of"]:
            self._pair = pair
            return {"kind": "place", "unit": pair.behind, "place": pair.at}
        open_ = client.options("place", "place", unit=pair.front)["of"]
        wanted = pair.at if waits else pair.back
        return {"kind": "place", "unit": pair.front, "place": wanted} if wanted in open_ else None


def find_pairs(sight: Sight) -> Iterator[Pair]:
    """Of each army the weakest who stand before the enemy, with the strongest who do not."""
    ids = sight.printed.board.lattice.ids
    for group in sight.printed.scenarios[sight.view["scenario"]].groups.values():
        at = [sight.printed.board.index(hex_) for hex_ in group.hexes]
        foot = [
            (unit, i)
            for i in at
            for unit in sight.stacks.get(i, ())
            if is_rank(unit) and unit["nation"] == group.nation
        ]
        front = sorted((_assault(u), u["id"], i) for u, i in foot if _is_before_the_enemy(sight, i))
        behind = sorted((-_assault(u), u["id"], i) for u, i in foot if not _is_before_the_enemy(sight, i))
        for weak, name, i in front:
            for strong, other, k in behind:
                if -strong > weak:
                    yield Pair(name, ids[i], other, ids[k])


def _assault(unit: Unit) -> float:
    """What a unit adds to an attack."""
    return float(unit["attack"]) + (SHOCK if unit["kind"] == STOSSTRUPPEN else 0.0)


def _is_before_the_enemy(sight: Sight, i: int) -> bool:
    return any(e in sight.theirs for e in sight.around(i))


def _may(offers: Mapping[str, Any], kind: str) -> bool:
    return kind in offers and offers[kind]["refusal"] is None
