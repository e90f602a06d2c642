"""§3.2, §3.3.2 The orders to march and to bring units up, and what comes of it when they are there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from rules.kernel import wire
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.powers_1914.conquest import conquest
from rules.powers_1914.facts.battle import BattleBegan, BattleJoined
from rules.powers_1914.facts.movement import UnitsMoved
from rules.powers_1914.movement.reach import (
    allowance,
    check_fresh,
    check_path,
    movers,
    neighbours,
    reach,
    reinforcements,
    section_of_rising,
    starts_battle,
)
from rules.powers_1914.play import Play, together, want_path, want_units
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.pieces import SHIP, TROOPS, foe

GARRISON_UNITS = 3
"""A program leaves this many in a capital, so that no war is over at once."""


LARGEST = 8
"""A program sends this many units at a time at most."""


STROLLS = 6
"""A program tries this many ways at random before it looks for all."""


@dataclass(frozen=True, slots=True)
class MarchGroup:
    """§3.2: units of one field that go together."""

    state: State
    seat: str
    movers: Callable[[], Sequence[str]]
    """Units that could go now, wherever they are."""
    spares_capitals: bool = False

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The units."""
        units = want_units({"units": raw}, self.state, self.seat)
        together(self.state, units)
        check_fresh(self.state, units)
        return units

    def wire(self) -> wire.SomeOf:
        """As of ``SomeOf``; that they must be together is said when they are not."""
        return SomeOf(self.movers()).wire()

    def pick(self, rng: Rng) -> list[Json] | None:
        """Some of the units in one field."""
        board = self.state.printed.board
        groups: dict[str, list[str]] = {}
        for unit in self.movers():
            groups.setdefault(self.state.units[unit].at, []).append(unit)
        if self.spares_capitals:
            groups = {a: units[:-GARRISON_UNITS] if board.areas[a].capital else units for a, units in groups.items()}
        ready = [u for units in groups.values() for u in units]
        if not ready:
            return None
        first = ready[rng.randrange(len(ready))]
        group = [u for u in groups[self.state.units[first].at] if rng.randrange(4)][:LARGEST]
        return [*group] if group and rng.randrange(4) else [first]

    def empty(self) -> bool:
        """Whether no unit could go."""
        return not self.movers()


@dataclass(frozen=True, slots=True)
class March:
    """§3.2: the way of some units. Any that keeps the rules is taken; the shortest to each field is offered."""

    state: State
    units: tuple[str, ...]

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The fields in turn."""
        path = want_path(self.state, {"path": raw})
        check_path(self.state, self.units, path)
        return path

    def wire(self) -> wire.Path:
        """As of ``Path``."""
        found = self._find()
        return {
            "ways": {area: way["path"] for area, way in found["areas"].items()},
            "costs": {area: way["moves"] for area, way in found["areas"].items()},
            "refused": found["refused"],
        }

    def pick(self, rng: Rng) -> list[Json] | None:
        """Some way, to an enemy rather than elsewhere: a few are tried before all are looked for."""
        for _ in range(STROLLS):
            path = self._stroll(rng)
            if path and self._takes(path):
                return [*path]
        areas = self._find()["areas"]
        goals = [*areas]
        return [*areas[goals[rng.randrange(len(goals))]]["path"]] if goals else None

    def empty(self) -> bool:
        """Whether they can go nowhere."""
        return not self._find()["areas"]

    def _takes(self, path: Sequence[str]) -> bool:
        try:
            check_path(self.state, self.units, path)
        except Refused:
            return False
        return True

    def _stroll(self, rng: Rng) -> list[str]:
        """From field to field at random, as far as the way is open; to one with enemies where there is one."""
        state, here = self.state, self.state.units[self.units[0]].at
        enemy = foe(state.side_of(self.units[0]))
        path: list[str] = []
        for _ in range(1 + rng.randrange(min(allowance(state, u) for u in self.units))):
            near = [a for a in neighbours(state, self.units, here) if a not in path]
            if rng.randrange(3):
                near = [a for a in near if state.units_of(a, enemy)] or near
            if not near:
                break
            here = near[rng.randrange(len(near))]
            path.append(here)
            if state.units_of(here, enemy):
                break
        return path

    def _find(self) -> dict[str, Any]:
        battle = self.state.battle
        return cast("dict[str, Any]", reach(self.state, self.units, battle.area if battle else ""))


def marchers(at: At[State], _: Choices) -> MarchGroup:
    """§3.2.3: units that have not moved."""
    return MarchGroup(at.state, at.seat, lambda: movers(at.state, at.seat), True)


def ways(at: At[State], chosen: Choices) -> March:
    """§3.2: their ways."""
    return March(at.state, chosen.names("units"))


def _march(play: Play, chosen: Choices) -> tuple[str, ...]:
    units, path = chosen.names("units"), chosen.names("path")
    start = play.state.units[units[0]].at
    play.emit(UnitsMoved(units, (start, *path)))
    conquest.leave_alone_at_sea(play, (start,), play.state.side_of(units[0]), defeated=False)
    return units


def move(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.2, §3.1.4: move units of one field along a path; among enemies the battle begins."""
    units, path = _march(play, chosen), chosen.names("path")
    shared = conquest.march_through(play, units, path[:-1])
    arrive(play, at.seat, units, path[-1])
    conquest.ask_flags(play, at.seat, shared, units)


def _units_hand(units: Sequence[str]) -> JsonObject | None:
    return {"units": [*units]} if units else None


MOVE: Order[State] = Order(
    "move", "Move", "3.2", move, (Slot("units", "units", marchers), Slot("path", "path", ways)),
    hand=lambda at: _units_hand(movers(at.state, at.seat)), weight=120,
)  # fmt: skip


def why_no_reserves(at: At[State]) -> Refusal | None:
    """§3.14.5, §3.14.7, §3.14.10: units that appeared in the field for which they fight, fight alone."""
    battle = at.state.battle
    if battle is None or not battle.rising:
        return None
    text = "Units that appeared in the field itself cannot be reinforced."
    return Refusal("rising", section_of_rising(at.state, battle), text)


def reserves(at: At[State], _: Choices) -> MarchGroup:
    """§3.3.2: units that could come up to the battle."""
    return MarchGroup(at.state, at.seat, lambda: reinforcements(at.state, at.seat))


def reinforce(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.3.2: bring units up to a battle that goes on, your own or an ally's."""
    units = _march(play, chosen)
    state, area = play.state, chosen.names("path")[-1]
    fresh = area not in state.assaulted and not state.printed.board.is_sea(area)
    play.emit(BattleJoined(units, fresh and bool(state.of_kind(units, *TROOPS))))
    conquest.ask_flags(play, at.seat, conquest.march_through(play, units, chosen.names("path")[:-1]), units)


REINFORCE: Order[State] = Order(
    "reinforce", "Bring up units", "3.3.2", reinforce, (Slot("units", "units", reserves), Slot("path", "path", ways)),
    why_no_reserves, hand=lambda at: _units_hand(reinforcements(at.state, at.seat)), weight=8,
)  # fmt: skip


def arrive(play: Play, seat: str, units: tuple[str, ...], area: str, rising: bool = False) -> None:
    """§3.3, §3.10: what comes of units that are now in a field: a battle, a new flag, or nothing."""
    state = play.state
    side = state.side_of(units[0])
    sea, number = state.printed.board.is_sea(area), state.battles.count(area) + 1
    strong = state.of_kind(units, SHIP) if sea else state.of_kind(units, *TROOPS)
    if starts_battle(state, units, area):
        fighting = units if strong else tuple(u for u in units if state.printed.flies(u))
        land = bool(strong) and not sea
        play.emit(BattleBegan(area, side, seat, fighting, not strong, rising, land, number))
    elif strong and sea:
        conquest.abandon(play, area, foe(side))
    elif strong:
        conquest.enter(play, seat, area, strong)
