"""§20.0: pre-war events are drawn, announced, chosen and revealed, and what they change at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules.great_war.facts.chits import with_chit_state
from rules.great_war.position.changes import relocate, with_strategic_state
from rules.great_war.position.state import DEAD, LATER, OUT, POOL, State
from rules.great_war.printed.board import HOLLAND
from rules.great_war.printed.nations import ALLIED
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace


def with_pre_war_state(state: State, **fields: Any) -> State:
    """§20.0: what is kept of pre-war events with some fields exchanged."""
    return replace(state, pre_war=replace(state.pre_war, **fields))


@dataclass(frozen=True, slots=True)
class PreWarDrawn:
    """§20.1: a side draws a pre-war event, which the other side does not see."""

    kind: ClassVar[str] = "pre-war-drawn"
    side: str
    event: str
    draw: int
    die: int
    sides: int

    def apply(self, state: State) -> State:
        mine = (*state.pre_war.drawn.get(self.side, ()), self.event)
        return count_die(with_pre_war_state(state, drawn={**state.pre_war.drawn, self.side: mine}), self.draw)


@dataclass(frozen=True, slots=True)
class PreWarAnnounced:
    """§20.3: the Central Powers name an event that they will play, or none (an empty string)."""

    kind: ClassVar[str] = "pre-war-announced"
    event: str

    def apply(self, state: State) -> State:
        return with_pre_war_state(state, announced=self.event)


@dataclass(frozen=True, slots=True)
class PreWarChosen:
    """§20.1: a side has chosen, for itself alone, what it plays."""

    kind: ClassVar[str] = "pre-war-chosen"
    side: str
    events: tuple[str, ...]

    def apply(self, state: State) -> State:
        return with_pre_war_state(state, chosen={**state.pre_war.chosen, self.side: self.events})


@dataclass(frozen=True, slots=True)
class PreWarRevealed:
    """§20.1, §20.11: both choices are shown; ``played`` are in force."""

    kind: ClassVar[str] = "pre-war-revealed"
    chosen: Mapping[str, tuple[str, ...]]
    played: tuple[str, ...]

    def apply(self, state: State) -> State:
        return with_pre_war_state(state, revealed=True, played=self.played)


@dataclass(frozen=True, slots=True)
class TermsSet:
    """§20.2, §20.3: what the events in force change before the set-up.

    ``forts`` are no more, ``removed`` leave the game, ``later`` come on another strategic turn, ``delayed`` are not set
    up but come on one, ``us_entry`` is where the marker of the U.S. entry stands, ``owed`` what Germany gives up.
    ``early`` are set up with a group before their strategic turn.
    """

    kind: ClassVar[str] = "pre-war-terms"
    forts: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    later: Mapping[str, str] = field(default_factory=dict)
    delayed: Mapping[str, str] = field(default_factory=dict)
    us_entry: str = ""
    owed: int = 0
    early: Mapping[str, int] = field(default_factory=dict)
    disbanded: int = 0
    """§20.3 No. 5: Holland is open to both sides, and Germany removes that much from its W units."""
    at_peace: tuple[str, ...] = ()
    """§20.3 No. 10: nations that are not in the war when it begins."""

    def apply(self, state: State) -> State:
        due = {**state.pre_war.due, **self.later, **self.delayed}
        state = replace(state, destroyed=state.destroyed | frozenset(self.forts))
        state = replace(state, groups={u: n for u, n in state.groups.items() if u not in {*self.removed, *due}})
        state = relocate(relocate(state, self.removed, OUT), self.delayed, LATER)
        if self.early:
            state = relocate(replace(state, groups={**state.groups, **self.early}), self.early, POOL)
        if self.us_entry:
            state = with_strategic_state(state, us_entry=self.us_entry)
        if self.disbanded:
            state = replace(state, sides={**state.sides, HOLLAND: ALLIED})
        if self.at_peace:
            state = replace(state, sides={n: side for n, side in state.sides.items() if n not in self.at_peace})
        return with_pre_war_state(state, due=due, owed=self.owed, disbanded=self.disbanded)


@dataclass(frozen=True, slots=True)
class BalticForced:
    """§20.2 No. 7: the British hold a hex of the German coast, and the Central Powers have points for ships sunk."""

    kind: ClassVar[str] = "baltic-forced"
    hex: str
    victory: int
    draw: int | None = None
    die: int | None = None

    def apply(self, state: State) -> State:
        state = replace(state, taken=state.taken | {self.hex}, landings=state.landings | {self.hex})
        state = with_chit_state(state, victory=state.chit_state.victory + self.victory)
        return state if self.draw is None else count_die(state, self.draw)


@dataclass(frozen=True, slots=True)
class ForcesReduced:
    """§20.3: units of the German army of 1914 that were never raised begin in the dead pile."""

    kind: ClassVar[str] = "pre-war-reduced"
    units: tuple[str, ...]
    factors: int

    def apply(self, state: State) -> State:
        state = replace(state, groups={u: n for u, n in state.groups.items() if u not in self.units})
        return with_pre_war_state(relocate(state, self.units, DEAD), owed=state.pre_war.owed - self.factors)


@dataclass(frozen=True, slots=True)
class UnitDisbanded:
    """§20.3 No. 5: a W unit leaves the game for good before the war."""

    kind: ClassVar[str] = "pre-war-disbanded"
    unit: str
    factors: int

    def apply(self, state: State) -> State:
        state = replace(state, groups={u: n for u, n in state.groups.items() if u != self.unit})
        return with_pre_war_state(relocate(state, [self.unit], OUT), disbanded=state.pre_war.disbanded - self.factors)


@dataclass(frozen=True, slots=True)
class EmbarkedLater:
    """§20.2, §20.3: British units that are not set up: they come on a strategic turn."""

    kind: ClassVar[str] = "embarked-later"
    units: tuple[str, ...]
    letter: str

    def apply(self, state: State) -> State:
        state = replace(state, groups={u: n for u, n in state.groups.items() if u not in self.units})
        state = relocate(state, self.units, LATER)
        return with_pre_war_state(state, due={**state.pre_war.due, **dict.fromkeys(self.units, self.letter)})


@dataclass(frozen=True, slots=True)
class BritainEntered:
    """§20.3 No. 10: the British, who kept out of a war in the east, join the Allies."""

    kind: ClassVar[str] = "britain-entered"

    def apply(self, state: State) -> State:
        return replace(state, sides={**state.sides, "BR": ALLIED})
