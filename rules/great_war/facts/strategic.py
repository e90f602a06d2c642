"""The strategic turn begins and is recorded; nations join; the match ends by a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.changes import at_war, with_near_east, with_strategic_state
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class StrategicTurnBegan:
    """§4.2: the turn marker goes on to a strategic turn; what was counted on the last one is wiped.

    Aircraft that defended their homes are free again (§5.24); those that supported a fight only after it (§15.12).
    Lawrence may raid again after it (§6.25).
    """

    kind: ClassVar[str] = "strategic-turn"
    letter: str

    def apply(self, state: State) -> State:
        state = with_strategic_state(state, turn=self.letter, called=(), transferred={}, sunk=0, rebuilt=())
        state = with_strategic_state(state, defending=False, home_defence={})
        if state.near_east.lawrence:
            state = with_near_east(state, lawrence="")
        return replace(state, strategic=self.letter)


@dataclass(frozen=True, slots=True)
class UnitedStatesEntered:
    """§5.71: the United States join the Allies."""

    kind: ClassVar[str] = "us-entered"

    def apply(self, state: State) -> State:
        state = with_strategic_state(state, us_since=state.strategic_state.turn)
        return replace(state, sides={**state.sides, "US": ALLIED})


@dataclass(frozen=True, slots=True)
class TurkeyEntered:
    """§17.1: the Ottoman Empire joins the Central Powers; its units in Europe are set up later (§17.13)."""

    kind: ClassVar[str] = "turkey-entered"

    def apply(self, state: State) -> State:
        return replace(at_war(state), sides={**state.sides, "TU": CENTRAL})


@dataclass(frozen=True, slots=True)
class AmericansInForce:
    """§5.82: six full U.S. divisions are in France: the Allies declare the initiative from now on."""

    kind: ClassVar[str] = "americans"

    def apply(self, state: State) -> State:
        return with_strategic_state(state, americans=True)


@dataclass(frozen=True, slots=True)
class EffortMade:
    """§18.4: the first shock division of the major effort has come onto a map of the Near East."""

    kind: ClassVar[str] = "effort"

    def apply(self, state: State) -> State:
        return with_near_east(state, effort=True)


@dataclass(frozen=True, slots=True)
class HexesCounted:
    """§18.4: the Central Powers hold enough victory hexes of the Near East at this turn's Victory Check."""

    kind: ClassVar[str] = "hexes-counted"
    held: int

    def apply(self, state: State) -> State:
        return with_near_east(state, hexes_held=self.held)


@dataclass(frozen=True, slots=True)
class SurplusLost:
    """§5.13: what nations have above ten points at the end of a strategic turn is lost. ``points`` is what stays."""

    kind: ClassVar[str] = "surplus"
    points: dict[str, int]

    def apply(self, state: State) -> State:
        return replace(state, points={**state.points, **self.points})
