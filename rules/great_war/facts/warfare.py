"""The Strategic Warfare Phase: U-boats and bombers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import dead, moved_chits, pay, with_strategic_state
from rules.great_war.position.state import State
from rules.kernel.facts import count_die


@dataclass(frozen=True, slots=True)
class UBoatsRolled:
    """§5.22: British points sunk by the die; ``marker`` is where the marker of the U.S. entry stands afterwards.

    ``more`` is the die that was rolled before it (§20.3), 0 for none.
    """

    kind: ClassVar[str] = "u-boats"
    lost: int
    marker: str
    draw: int
    die: int
    more: int = 0

    def apply(self, state: State) -> State:
        state = with_strategic_state(state, sunk=self.more + self.die, us_entry=self.marker)
        return count_die(pay(state, {"BR": -self.lost}), self.draw)


@dataclass(frozen=True, slots=True)
class UBoatsSighted:
    """§20.3 No. 4: the first of two dice for the U-boats."""

    kind: ClassVar[str] = "u-boats-sighted"
    draw: int
    die: int

    def apply(self, state: State) -> State:
        return count_die(state, self.draw)


@dataclass(frozen=True, slots=True)
class UBoatsAnswered:
    """§5.22: after the first four or more: the chit that is called off and leaves the game, or an empty string."""

    kind: ClassVar[str] = "u-boats-answered"
    chit: str

    def apply(self, state: State) -> State:
        state = with_strategic_state(state, withdrawn=True)
        if not self.chit:
            return state
        return moved_chits(
            with_strategic_state(state, called_off=state.strategic_state.turn), {self.chit: 1}, "central.play", ""
        )


@dataclass(frozen=True, slots=True)
class TransportRolled:
    """§5.22: the die for a U.S. unit in the Available Units Box, and whether U-boats sink it."""

    kind: ClassVar[str] = "transport"
    unit: str
    sunk: bool
    draw: int
    die: int

    def apply(self, state: State) -> State:
        return count_die(dead(state, [self.unit]) if self.sunk else state, self.draw)


@dataclass(frozen=True, slots=True)
class CapitalRaided:
    """§5.23: an air raid takes points from a nation, and its chit leaves the game."""

    kind: ClassVar[str] = "air-raid"
    chit: str
    nation: str
    lost: int

    def apply(self, state: State) -> State:
        return pay(moved_chits(state, {self.chit: 1}, "central.play", ""), {self.nation: -self.lost})


@dataclass(frozen=True, slots=True)
class HomeDefended:
    """§5.24: aircraft in the Strategic Warfare Box against the Allied bombers."""

    kind: ClassVar[str] = "home-defence"
    chits: Mapping[str, int]

    def apply(self, state: State) -> State:
        return with_strategic_state(state, home_defence=self.chits, defending=True)


@dataclass(frozen=True, slots=True)
class GermanyBombed:
    """§5.24: the Allied die, what it comes to, and the German points lost."""

    kind: ClassVar[str] = "bombed"
    lost: int
    draw: int
    die: int

    def apply(self, state: State) -> State:
        return count_die(pay(state, {"GE": -self.lost}), self.draw)


@dataclass(frozen=True, slots=True)
class AceRolled:
    """§15.15: an ace in home defence, and whether he falls."""

    kind: ClassVar[str] = "ace-rolled"
    chit: str
    killed: bool
    draw: int
    die: int

    def apply(self, state: State) -> State:
        if self.killed:
            state = moved_chits(state, {self.chit: 1}, "central.play", "")
            left = {c: n for c, n in state.strategic_state.home_defence.items() if c != self.chit}
            state = with_strategic_state(state, home_defence=left)
        return count_die(state, self.draw)
