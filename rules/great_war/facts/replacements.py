"""The Replacement Phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.boxes import box_when_rebuilt
from rules.great_war.position.changes import pay, relocate, with_near_east, with_strategic_state
from rules.great_war.position.state import State
from rules.hexes.occupied import change


@dataclass(frozen=True, slots=True)
class UnitReturned:
    """§5.33, §5.34: a unit of the dead pile lies in the Available Units Box; ``back`` when it shows its back."""

    kind: ClassVar[str] = "returned"
    unit: str
    points: int
    back: bool

    def apply(self, state: State) -> State:
        state = relocate(state, [self.unit], box_when_rebuilt(state, self.unit))
        # §13.26: in a match that begins in August 1914 a Russian unit that has been rebuilt is none of turn A any more.
        of_august = state.counter(self.unit).nation == "RU" and state.card.is_from_august
        if state.printed.variant.near_east or of_august:
            state = with_near_east(state, returned=state.returned | {self.unit})
        return _buy(change(state, {self.unit: state.units[self.unit]._replace(back=self.back)}), self)


@dataclass(frozen=True, slots=True)
class UnitRestored:
    """§5.31: a reduced unit on the map is whole again."""

    kind: ClassVar[str] = "rebuilt"
    unit: str
    points: int

    def apply(self, state: State) -> State:
        return _buy(change(state, {self.unit: state.units[self.unit]._replace(back=False)}), self)


def _buy(state: State, event: UnitReturned | UnitRestored) -> State:
    state = with_strategic_state(state, rebuilt=(*state.strategic_state.rebuilt, event.unit))
    return pay(state, {state.counter(event.unit).nation: -event.points})
