"""§18.0, §2.63, §2.67, §22.2: countries enter the war and are conquered, boxes are filled, garrisons are short."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.empires_alliances.position.changes import count_die, relocate, remove
from rules.empires_alliances.position.frames import NationFrame
from rules.empires_alliances.position.state import DECLARED_ON_NETHERLANDS, JOINS, State, War
from rules.empires_alliances.printed.board import SET_UP
from rules.hexes.odds import Modifier
from rules.kernel.fast_replace import replace

DEPLOYMENT = "deployment"
"""The step in which a country's forces are deployed."""


@dataclass(frozen=True, slots=True)
class EntryRolled:
    """§22.2: a die is rolled for a neutral; ``side`` is the one that it joins, empty while it stays neutral."""

    kind: ClassVar[str] = "entry-roll"
    nation: str
    draw: int
    die: int
    modifiers: tuple[Modifier, ...]
    total: int
    side: str
    sides: int = 10

    def apply(self, state: State) -> State:
        deeds = state.deeds | {f"{JOINS}{self.side}.{self.nation}"} if self.side else state.deeds
        used = {**state.used, f"entry.{self.nation}": 1}
        return count_die(replace(state, deeds=deeds, used=used), self.draw)


@dataclass(frozen=True, slots=True)
class WarDeclared:
    """§18.11: a side declares war on a neutral country. §2.65: on the Netherlands, that is remembered."""

    kind: ClassVar[str] = "war-declared"
    nation: str
    side: str

    def apply(self, state: State) -> State:
        if self.nation != "NL":
            return state
        return replace(state, deeds=state.deeds | {f"{DECLARED_ON_NETHERLANDS}{self.side}"})


@dataclass(frozen=True, slots=True)
class Entered:
    """§2.63, §4.1, §18.11: a country joins a side, which controls its hexes and is to deploy its ``units``.

    A hex in which the other side stands remains that side's (docs/rulings).
    """

    kind: ClassVar[str] = "entered"
    nation: str
    side: str
    units: tuple[str, ...]
    forts: tuple[str, ...] = ()
    declared: bool = False

    def apply(self, state: State) -> State:
        wars = {**state.wars, self.nation: War(self.side, state.turn, self.declared)}
        after = replace(state, wars=wars, forts=state.forts | {*self.forts})
        ids = state.board.lattice.ids
        home = {ids[i] for i in state.board.home.get(self.nation, frozenset())}
        control = {
            hex_: side
            for hex_, side in state.control.items()
            if hex_ not in home or (side != self.side and after.stack_side(hex_) == side)
        }
        after = replace(after, control=control)
        if not self.units:
            return after
        after = relocate(after, self.units, SET_UP)
        return replace(after, cursor=(*after.cursor, NationFrame(DEPLOYMENT, self.nation)))


@dataclass(frozen=True, slots=True)
class Deployed:
    """§2.63, §18.11: the forces of a country stand where they are."""

    kind: ClassVar[str] = "deployed"
    nation: str

    def apply(self, state: State) -> State:
        return replace(state, cursor=state.cursor[:-1])


@dataclass(frozen=True, slots=True)
class Committed:
    """§2.67: units go to a box for good, as the duty of that name has it."""

    kind: ClassVar[str] = "committed"
    units: tuple[str, ...]
    box: str
    duty: str

    def apply(self, state: State) -> State:
        after = relocate(state, self.units, self.box)
        number = state.late.get(self.duty, 0) + len(self.units)
        return replace(after, late={**state.late, self.duty: number})


@dataclass(frozen=True, slots=True)
class Recalled:
    """§2.67: the one corps that may leave a box when its enemy is conquered."""

    kind: ClassVar[str] = "recalled"
    unit: str
    at: str
    duty: str

    def apply(self, state: State) -> State:
        return replace(relocate(state, [self.unit], self.at), late={**state.late, self.duty: 1})


@dataclass(frozen=True, slots=True)
class Conquered:
    """§18.2, §21.35: a country is conquered, by its cities or because it sues for peace."""

    kind: ClassVar[str] = "conquered"
    nation: str
    surrendered: bool = False

    def apply(self, state: State) -> State:
        war = state.wars[self.nation]._replace(conquered=state.turn)
        return replace(state, wars={**state.wars, self.nation: war})


@dataclass(frozen=True, slots=True)
class ForcesRemoved:
    """§18.21: the units of a conquered country leave the game at the end of the player segment."""

    kind: ClassVar[str] = "forces-removed"
    nation: str
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return remove(state, self.units)


@dataclass(frozen=True, slots=True)
class GarrisonsShort:
    """§18.32: cities that a side does not garrison, and the purse that loses a point for each."""

    kind: ClassVar[str] = "garrisons-short"
    cities: tuple[str, ...]
    purse: str

    def apply(self, state: State) -> State:
        short: Mapping[str, int] = state.short
        return replace(state, short={**short, self.purse: short.get(self.purse, 0) + len(self.cities)})
