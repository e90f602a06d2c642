"""Aircraft over a battle, and aces that do not come back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.facts.chits import with_chit_state
from rules.great_war.position.changes import battle_of, in_battle, moved_chits
from rules.great_war.position.state import State
from rules.great_war.printed.chits import OUT
from rules.great_war.printed.phases import FOLLOWING
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class AircraftCommitted:
    """§15.12, §15.13: the aircraft that a side sends over an attack, none or any number; they fly once between two
    strategic turns, and new tactics and the Italians once a game."""

    kind: ClassVar[str] = "aircraft"
    side: str
    chits: Mapping[str, int]

    def apply(self, state: State) -> State:
        frame, events = battle_of(state), state.printed.chits.events
        frame = replace(frame, air={**frame.air, self.side: dict(self.chits)}, stage=FOLLOWING[frame.stage])
        state, flown = in_battle(state, frame), dict(state.chit_state.flown)
        for chit, number in self.chits.items():
            place = "hand" if events[chit].kind == "tactics" else "play"
            if events[chit].after == OUT:
                state = moved_chits(state, {chit: number}, f"{self.side}.{place}", "")
            else:
                flown[chit] = flown.get(chit, 0) + number
        return with_chit_state(state, flown=flown)


@dataclass(frozen=True, slots=True)
class AceFlew:
    """§15.15: the die for an ace that was over the battle, and whether he falls."""

    kind: ClassVar[str] = "ace-flew"
    side: str
    chit: str
    killed: bool
    draw: int
    die: int

    def apply(self, state: State) -> State:
        state = count_die(state, self.draw)
        if not self.killed:
            return state
        flown = {c: n for c, n in state.chit_state.flown.items() if c != self.chit}
        return with_chit_state(moved_chits(state, {self.chit: 1}, f"{self.side}.play", ""), flown=flown)
