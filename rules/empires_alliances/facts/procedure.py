"""§7.0: the sequence of play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from rules.empires_alliances.position.changes import tread
from rules.empires_alliances.position.control import lines_held
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import State, UnitState
from rules.empires_alliances.printed.steps import step_named
from rules.kernel.codec import LATER
from rules.kernel.fast_replace import replace
from rules.kernel.tracked_dict import with_changes

ARRIVALS, SUPPLY, MOVEMENT, COMBAT = "arrivals", "supply", "movement", "combat"
SPENT = UnitState._fields.index("spent")
"""From this field on the marks of a unit last one phase or segment."""
FRESH = UnitState("")[SPENT:]


@dataclass(frozen=True, slots=True)
class StepBegan:
    """§7.0: the match came to a step of the sequence, in this turn; what lasts one phase is wiped as the next begins.

    ``fresh`` names the phase that begins with the step, or is empty. ``passes``: the other side is asked first in it.
    """

    kind: ClassVar[str] = "step"
    step: str
    turn: int
    fresh: str = ""
    passes: bool = field(default=False, metadata=LATER)

    def apply(self, state: State) -> State:
        after = replace(state, cursor=(PhaseFrame(self.step),), turn=self.turn, railheads={})
        if not self.fresh:
            return after
        if self.fresh == ARRIVALS:
            return replace(after, used={})
        if self.fresh == SUPPLY:
            return replace(after, kept={}, fed={})
        changed = {u: now for u, was in state.units.items() if (now := _renew(was, self.fresh)) is not was}
        after = replace(after, units=with_changes(state.units, changed)) if changed else after
        if self.fresh != MOVEMENT:
            return after
        # §9.0, §11.1: what is held now carries trains and ships in this phase, and nothing that is taken in it.
        side = step_named(self.step).side
        stacks = {hex_: units for hex_, units in state.stacks.items() if state.side_of(units[0]) == side}
        wiped = replace(after, used={}, embarking=frozenset(), trodden={}, held_rails=lines_held(after, side))
        return tread(wiped, stacks, side)


@dataclass(frozen=True, slots=True)
class StepClosed:
    """§7.0: a player ended the step; only what its end demands is still to come."""

    kind: ClassVar[str] = "step-closed"
    step: str

    def apply(self, state: State) -> State:
        return replace(state, cursor=(PhaseFrame(self.step, closing=True), *state.cursor[1:]))


def _renew(now: UnitState, phase: str) -> UnitState:
    """A unit when a phase begins; the same object when nothing about it lasted longer than it should."""
    if phase == MOVEMENT and now[SPENT:] != FRESH:
        return UnitState(now.at, now.trench, now.unsupplied, now.shaken)
    if phase == COMBAT and now.fought:
        return now._replace(fought=False)
    return now
