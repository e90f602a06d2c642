"""The table as the player sees it: which units are where, which side holds what, which units can get where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.powers_1914.players.habits import RECRUIT, Habits
from rules.powers_1914.printed.board import GIBRALTAR
from rules.powers_1914.printed.data import Printed
from rules.powers_1914.printed.pieces import AIRCRAFT, CLOSED, FREE_LAND, INFANTRY, NEUTRAL, SHIP, TROOPS, Piece, foe

ATTACKED = "attacked"
"""§3.12.2: a neutral that was attacked: it buys nothing."""
FUNDED = ("war", "joined", "risen")
"""§3.12.2: the nations that have money to spend."""
MARCH = 2
"""§3.2.1: fields that land units go in a turn."""


class Unit(NamedTuple):
    """A unit on the map."""

    id: str
    nation: str
    kind: str
    spent: bool
    at: str


class BotView:
    """One position from one seat. Nothing is kept that the view does not tell."""

    def __init__(self, view: Mapping[str, Any], seat: str, printed: Printed, habits: Habits = RECRUIT) -> None:
        """Read a view (docs/powers-1914-wire.md §2) beside what is printed."""
        self.habits = habits
        self.view = view
        self.printed = printed
        self.board = printed.board
        self.seat = seat
        self.nations: Mapping[str, Mapping[str, Any]] = view["nations"]
        self.side: str = view["seats"][seat]["side"]
        self.enemy = foe(self.side)
        self.money: int = view["seats"][seat]["money"]
        self.allies: frozenset[str] = frozenset(allies(view, seat))
        self.turn: int = view["turn"]
        self.final: bool = view["deck"] == 0
        self.left: int = max(1, view["turns"] - view["turn"] + 1)
        self.control: dict[str, str] = {a: body["control"] for a, body in view["areas"].items() if "control" in body}
        self.units: dict[str, list[Unit]] = {}
        self._count: dict[tuple[str, str, str], int] = {}
        self._troops: dict[tuple[str, str], int] = {}
        self._present: set[tuple[str, str]] = set()
        self.wings: dict[str, list[str]] = {self.side: [], self.enemy: []}
        """The fields in which each side has aircraft."""
        sides = {n: str(now["side"]) for n, now in self.nations.items()}
        for area, body in view["areas"].items():
            there = [Unit(u["id"], u["nation"], u["kind"], u["spent"], area) for u in body.get("units", ())]
            self.units[area] = there
            for unit in there:
                side = sides[unit.nation]
                self._count[area, side, unit.kind] = self._count.get((area, side, unit.kind), 0) + 1
                self._present.add((area, side))
                if unit.kind in TROOPS:
                    self._troops[area, side] = self._troops.get((area, side), 0) + 1
                elif unit.kind == AIRCRAFT:
                    self.wings[side].append(area)
        self._ways: dict[tuple[str, str, int], dict[str, tuple[str, ...]]] = {}
        self._sources: dict[tuple[str, str, int], dict[str, int]] = {}
        self._levels: dict[tuple[str, str], dict[int, int]] = {}
        self._standing: dict[str, list[tuple[str, int]]] = {}

    def side_of(self, nation: str) -> str:
        """The side of a nation."""
        return str(self.nations[nation]["side"])

    def holder(self, area: str) -> str:
        """The side whose flag is over a land field, or ``neutral``."""
        return self.side_of(self.control[area])

    def mine(self, nation: str) -> bool:
        """Whether this seat plays the nation."""
        return str(self.nations[nation]["seat"]) == self.seat

    def count(self, area: str, side: str, kind: str) -> int:
        """How many units of a kind a side has in a field."""
        return self._count.get((area, side, kind), 0)

    def strength(self, side: str, kind: str) -> int:
        """How many units of a kind a side has on the map."""
        return sum(there for (_, whose, arm), there in self._count.items() if (whose, arm) == (side, kind))

    def troops(self, area: str, side: str) -> int:
        """How many land units a side has in a field."""
        return self._troops.get((area, side), 0)

    def has_units(self, area: str, side: str) -> bool:
        """Whether a side has any unit there."""
        return (area, side) in self._present

    def level(self, nation: str, arm: str) -> int:
        """§3.9: how often a type was modernised."""
        return int(self.nations[nation]["modern"].get(arm, 0))

    def levels(self, area: str, side: str) -> Mapping[int, int]:
        """§3.9: how many infantry of a side in a field are of each level."""
        found = self._levels.get((area, side))
        if found is None:
            found = self._levels[area, side] = {}
            for unit in self.units.get(area, ()):
                if unit.kind == INFANTRY and self.side_of(unit.nation) == side:
                    level = self.level(unit.nation, INFANTRY)
                    found[level] = found.get(level, 0) + 1
        return found

    def standing(self, side: str) -> list[tuple[str, int]]:
        """The fields with land units of a side, and how many."""
        if side not in self._standing:
            self._standing[side] = [(a, there) for (a, s), there in self._troops.items() if s == side]
        return self._standing[side]

    def own(self, area: str, *kinds: str) -> list[Unit]:
        """This seat's units of these kinds that have not moved yet."""
        return [u for u in self.units.get(area, ()) if u.kind in kinds and not u.spent and self.mine(u.nation)]

    def friends(self, area: str, kind: str) -> int:
        """How many units of a kind there are the allies', may still move, and belong to a seat that is not done."""
        return sum(
            u.kind == kind and not u.spent and self.nations[u.nation]["seat"] in self.allies
            for u in self.units.get(area, ())
        )

    def income(self, side: str) -> int:
        """What a side receives in a turn."""
        return sum(int(s["income"]) for s in self.view["seats"].values() if s["side"] == side)

    def purse(self, side: str) -> int:
        """What a side has in hand."""
        return sum(int(s["money"]) for s in self.view["seats"].values() if s["side"] == side)

    def passable(self, area: str, side: str) -> bool:
        """§3.2.5, §3.2.7: whether land units of a side may go there as far as flags and ships are concerned."""
        if self.board.is_sea(area):
            return not self.count(area, foe(side), SHIP)
        flag = self.control[area]
        if flag == FREE_LAND:
            return str(self.nations[flag]["status"]) != CLOSED
        return self.side_of(flag) != NEUTRAL and area != GIBRALTAR

    def ways(self, start: str, side: str, most: int = MARCH) -> dict[str, tuple[str, ...]]:
        """§3.2: the shortest way of a side's land units to every field that they reach, without the start."""
        key = (start, side, most)
        if key not in self._ways:
            self._ways[key] = self._spread(start, side, most)
        return self._ways[key]

    def _spread(self, start: str, side: str, most: int) -> dict[str, tuple[str, ...]]:
        enemy = foe(side)
        found: dict[str, tuple[str, ...]] = {start: ()}
        queue = [start]
        for here in queue:
            path = found[here]
            if len(path) == most or (path and self.has_units(here, enemy)):
                continue
            for there in self.board.near[here]:
                if there not in found and self.passable(there, side):
                    found[there] = (*path, there)
                    queue.append(there)
        del found[start]
        return found

    def sources(self, area: str, side: str, weak: int = 0) -> dict[str, int]:
        """The fields from which a side's land units could attack a field in one move, and how many are there.

        Fields on the way with no more than ``weak`` of its foe's land units are thought to be cleared before.
        """
        key = (area, side, weak)
        if key not in self._sources:
            self._sources[key] = {a: n for a in sorted(self._origins(area, side, weak)) if (n := self.troops(a, side))}
        return self._sources[key]

    def _origins(self, area: str, side: str, weak: int = 0) -> set[str]:
        """All fields within one move of a field for a side, whatever units are there."""
        near = self.board.near
        foes = foe(side)
        found = set(near[area])
        for middle in near[area]:
            if self.passable(middle, side) and (
                not self.has_units(middle, foes) or (weak and self.troops(middle, foes) <= weak)
            ):
                found.update(near[middle])
        found.discard(area)
        return found

    def recruits(self, area: str, side: str, weak: int) -> int:
        """§3.7: how many infantry a side could raise within one move of a field in a turn, money aside."""
        cities = self.board.areas
        held = [a for a in self._origins(area, side, weak) if not cities[a].sea and self.holder(a) == side]
        return sum(cities[a].city for a in held if self.nations[self.control[a]]["status"] != ATTACKED)

    def tactics_left(self) -> int:
        """§3.15.1: tactical cards of the own side for this turn."""
        return int(self.view["sides"][self.side]["tactical"])

    def gas_left(self, side: str) -> int:
        """§3.15.2: gas cards that a side still has."""
        return int(self.view["sides"][side]["gas"])

    def price(self, kind: str) -> int:
        """What a unit costs, as the list says."""
        return self.printed.prices[kind]

    def piece(self, unit: str) -> Piece:
        """The counter of a unit."""
        return self.printed.pieces[unit]

    def leads(self, unit: str) -> bool:
        """§3.11: whether a general helps infantry."""
        return self.printed.general(unit).helps == INFANTRY


def allies(view: Mapping[str, Any], seat: str) -> list[str]:
    """The other seats of the side that are not done with the present step, in the order of the table."""
    seats = view["seats"]
    return [s for s, now in seats.items() if s != seat and now["side"] == seats[seat]["side"] and not now["done"]]


def earlier(view: Mapping[str, Any], seat: str) -> bool:
    """Whether a seat of the side that comes earlier at the table is not done with the present step."""
    order = list(view["seats"])
    return any(order.index(s) < order.index(seat) for s in allies(view, seat))
