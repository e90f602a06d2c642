"""§17.0: points are made and spent, units arrive, come back and are withdrawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.changes import relocate, remove
from rules.empires_alliances.position.state import Points, State
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class PointsMade:
    """§17.23: what each purse gains in a Reinforcement Phase, once all losses are taken off."""

    kind: ClassVar[str] = "points"
    side: str
    made: Mapping[str, Points]
    why: Mapping[str, tuple[tuple[str, str, int, int, int], ...]]
    """By purse each gain and loss: words, section, infantry, artillery and tank points."""

    def apply(self, state: State) -> State:
        purses = {**state.purses}
        for purse, made in self.made.items():
            had = purses.get(purse, Points())
            purses[purse] = Points(*(a + b for a, b in zip(had, made, strict=True)))
        short = {purse: n for purse, n in state.short.items() if purse not in self.made}
        return replace(state, purses=purses, short=short, used={**state.used, "points": 1})


@dataclass(frozen=True, slots=True)
class PointsLapsed:
    """§17.21: points beyond what a country may accumulate are lost."""

    kind: ClassVar[str] = "points-lapsed"
    purses: Mapping[str, Points]
    """What is left in them."""

    def apply(self, state: State) -> State:
        return replace(state, purses={**state.purses, **self.purses})


@dataclass(frozen=True, slots=True)
class Added:
    """§17.41, §17.46: units go to the Replacement Pool, or into reserve, without anyone's choice."""

    kind: ClassVar[str] = "added"
    units: tuple[str, ...]
    to: str

    def apply(self, state: State) -> State:
        return relocate(state, self.units, self.to)


@dataclass(frozen=True, slots=True)
class Arrived:
    """§17.12, §17.42, §17.43: a reinforcement is placed for ``paid`` artillery points; ``gone`` is removed for it."""

    kind: ClassVar[str] = "arrived"
    unit: str
    at: str
    paid: int = 0
    gone: str = ""
    city: str = ""
    """The place whose room it takes (§17.12), and how many half corps."""
    size: int = 0

    def apply(self, state: State) -> State:
        after = remove(state, [self.gone]) if self.gone else state
        after = relocate(after, [self.unit], self.at)
        purse = state.printed.nations[state.counter(self.unit).nation].points
        return _room_taken(_spend(after, purse, Points(0, self.paid, 0)), f"new.{self.city}", self.size)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """§17.24, §17.35: a unit of the pool comes back, perhaps as a weaker one; then the stronger is gone for good."""

    kind: ClassVar[str] = "rebuilt"
    unit: str
    counter: str
    at: str
    paid: tuple[int, int, int]
    city: str
    size: int
    special: str = ""
    """§17.34: what may come back once a turn only: ``stosstruppen``, or ``tank.`` with a country."""

    def apply(self, state: State) -> State:
        after = remove(state, [self.unit]) if self.counter != self.unit else state
        after = relocate(after, [self.counter], self.at)
        purse = state.printed.nations[state.counter(self.unit).nation].points
        after = _room_taken(_spend(after, purse, Points(*self.paid)), f"back.{self.city}", self.size)
        if not self.special:
            return after
        name = f"once.{self.special}"
        return replace(after, used={**after.used, name: after.used.get(name, 0) + 1})


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """§17.44: units are removed from the game; those on the board give their country infantry points."""

    kind: ClassVar[str] = "withdrawn"
    row: str
    units: tuple[str, ...]
    points: int

    def apply(self, state: State) -> State:
        after = remove(state, self.units)
        purse = state.printed.nations[state.printed.withdrawals[self.row].nation].points
        had = state.purses.get(purse, Points())
        purses = {**state.purses, purse: had._replace(infantry=had.infantry + self.points)}
        number = state.late.get(self.row, 0) + len(self.units)
        return replace(after, purses=purses, late={**state.late, self.row: number})


def _spend(state: State, purse: str, points: Points) -> State:
    had = state.purses.get(purse, Points())
    left = Points(*(a - b for a, b in zip(had, points, strict=True)))
    return replace(state, purses={**state.purses, purse: left}) if any(points) else state


def _room_taken(state: State, room: str, size: int) -> State:
    return replace(state, used={**state.used, room: state.used.get(room, 0) + size})
