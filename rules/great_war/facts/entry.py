"""Neutrals join a side, or never will; the Turks of Europe and landings come into play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.facts.chits import with_chit_state
from rules.great_war.position.changes import at_war, moved_chits, relocate
from rules.great_war.position.state import AVAILABLE, State
from rules.great_war.printed.chits import STAYS
from rules.great_war.printed.nations import CENTRAL
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class EntryDue:
    """§6.54: an entry has been drawn: it is played in the New Units Phase of this turn."""

    kind: ClassVar[str] = "entry-due"
    chit: str

    def apply(self, state: State) -> State:
        return with_chit_state(state, entering=(*state.chit_state.entering, self.chit))


@dataclass(frozen=True, slots=True)
class NationEntered:
    """§17.11: a neutral joins a side. Its units wait to be set up, and it stays where it is this turn.

    ``lost`` are hexes of its country in which its enemy is already (Greece, §6.53).
    """

    kind: ClassVar[str] = "nation-entered"
    nation: str
    side: str
    units: tuple[str, ...]
    lost: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        chit_state = state.chit_state
        state = with_chit_state(
            state,
            entering=tuple(c for c in chit_state.entering if _nation(state, c) != self.nation),
            deploying=(*chit_state.deploying, self.nation),
        )
        state = replace(
            state,
            sides={**state.sides, self.nation: self.side},
            frozen=state.frozen | {self.nation},
            taken=state.taken | frozenset(self.lost),
            balkans=state.balkans or self.nation == "GK",
        )
        return relocate(state, self.units, AVAILABLE)


@dataclass(frozen=True, slots=True)
class NationStaysOut:
    """§6.54: a neutral that will never enter the war."""

    kind: ClassVar[str] = "nation-stays-out"
    nation: str

    def apply(self, state: State) -> State:
        chit_state = state.chit_state
        left = tuple(c for c in chit_state.entering if _nation(state, c) != self.nation)
        return with_chit_state(state, entering=left, never=(*chit_state.never, self.nation))


def _nation(state: State, chit: str) -> str:
    return state.printed.chits.events[chit].nation


@dataclass(frozen=True, slots=True)
class TurksDeployed:
    """§17.13: the Turks of Europe are set up in the hexes on their backs."""

    kind: ClassVar[str] = "turks-deployed"
    places: Mapping[str, str]

    def apply(self, state: State) -> State:
        state = replace(at_war(state), turkey=True, sides={**state.sides, "TU": CENTRAL})
        for hex_ in dict.fromkeys(self.places.values()):
            state = relocate(state, [u for u, at in self.places.items() if at == hex_], hex_)
        return state


@dataclass(frozen=True, slots=True)
class AlliesLanded:
    """§6.52, §6.53: the event is played: units come ashore, and the hexes supply the Allies from now on."""

    kind: ClassVar[str] = "landed"
    chit: str
    places: Mapping[str, str]
    ports: tuple[str, ...]

    def apply(self, state: State) -> State:
        salonika = state.printed.chits.events[self.chit].after == STAYS
        state = moved_chits(state, {self.chit: 1}, "allied.hand", "allied.play" if salonika else "")
        state = replace(
            with_chit_state(state, landed=state.turn),
            landings=state.landings | frozenset(self.ports),
            sides={**state.sides},
            balkans=state.balkans or salonika,
        )
        for hex_ in dict.fromkeys(self.places.values()):
            state = relocate(state, [u for u, at in self.places.items() if at == hex_], hex_)
        return state


@dataclass(frozen=True, slots=True)
class LandingsClosed:
    """§6.52: no Allied units come to the landing hexes of Gallipoli any more."""

    kind: ClassVar[str] = "landings-closed"

    def apply(self, state: State) -> State:
        return with_chit_state(state, closed=True)


@dataclass(frozen=True, slots=True)
class LandingAbandoned:
    """§11.33: the Allies have left a landing hex of Gallipoli: it is no source of supply any more."""

    kind: ClassVar[str] = "landing-abandoned"
    hex: str

    def apply(self, state: State) -> State:
        return replace(state, spoiled=state.spoiled | {self.hex})


@dataclass(frozen=True, slots=True)
class LandingLost:
    """§6.53: Salonika supplies no units any longer."""

    kind: ClassVar[str] = "landing-lost"
    hex: str

    def apply(self, state: State) -> State:
        return replace(state, landings=state.landings - {self.hex})
