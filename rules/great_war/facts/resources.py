"""The Resource Phase: units and chits come, points are received, called for and given away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.great_war.position.boxes import by_box
from rules.great_war.position.changes import pay, relocate, with_strategic_state
from rules.great_war.position.state import State
from rules.great_war.position.strategic_state import Way
from rules.hexes.occupied import change
from rules.kernel.facts import count_die
from rules.kernel.fast_replace import replace


@dataclass(frozen=True, slots=True)
class UnitsArrived:
    """§5.11: new units lie in the Available Units Box. Russians who come after the Czar are provisional (§15.92)."""

    kind: ClassVar[str] = "reinforced"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        for box, units in by_box(state, self.units).items():
            state = relocate(state, units, box)
        return state


@dataclass(frozen=True, slots=True)
class UnitReplacedForGood:
    """§17.31: a unit is from now on what its back says."""

    kind: ClassVar[str] = "replaced-for-good"
    unit: str

    def apply(self, state: State) -> State:
        return change(state, {self.unit: state.units[self.unit]._replace(back=True)})


@dataclass(frozen=True, slots=True)
class ChitsEntered:
    """§5.12: chits of the turn go into the pools."""

    kind: ClassVar[str] = "chits-entered"
    chits: Mapping[str, Mapping[str, int]]

    def apply(self, state: State) -> State:
        places = dict(state.chits)
        for side, entering in self.chits.items():
            pool = dict(places[f"{side}.pool"])
            for chit, number in entering.items():
                pool[chit] = pool.get(chit, 0) + number
            places[f"{side}.pool"] = pool
        return replace(state, chits=places)


@dataclass(frozen=True, slots=True)
class PointsReceived:
    """§5.12: resource points by nation."""

    kind: ClassVar[str] = "points"
    points: Mapping[str, int]

    def apply(self, state: State) -> State:
        return pay(state, self.points)


@dataclass(frozen=True, slots=True)
class ResourceHexesJudged:
    """§5.16: the resource hexes that are held in supply now, and from which strategic turn each gives points."""

    kind: ClassVar[str] = "resource-hexes"
    working: Mapping[str, str]

    def apply(self, state: State) -> State:
        return with_strategic_state(state, working=self.working)


@dataclass(frozen=True, slots=True)
class HeadquartersRestored:
    """§5.14: depleted headquarters have their support again."""

    kind: ClassVar[str] = "restored"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return change(state, {u: state.units[u]._replace(back=False) for u in self.units})


@dataclass(frozen=True, slots=True)
class EmergencyCalled:
    """§5.18: a nation calls its last men: the victory point that it costs, and the first of two dice."""

    kind: ClassVar[str] = "emergency"
    nation: str
    victory: int
    draw: int
    die: int

    def apply(self, state: State) -> State:
        strategic_state = state.strategic_state
        state = with_strategic_state(
            state, called=(*strategic_state.called, self.nation), emergencies=strategic_state.emergencies + self.victory
        )
        return count_die(state, self.draw)


@dataclass(frozen=True, slots=True)
class EmergencyAnswered:
    """§5.18: the second die, and the points that both bring."""

    kind: ClassVar[str] = "emergency-points"
    nation: str
    points: int
    draw: int
    die: int

    def apply(self, state: State) -> State:
        return count_die(pay(state, {self.nation: self.points}), self.draw)


@dataclass(frozen=True, slots=True)
class PointsTransferred:
    """§5.17: points go from one nation to another."""

    kind: ClassVar[str] = "transfer"
    giver: str
    taker: str
    points: int

    def apply(self, state: State) -> State:
        way, before = Way(self.giver, self.taker), state.strategic_state.transferred
        after = {**before, way: before.get(way, 0) + self.points}
        return pay(with_strategic_state(state, transferred=after), {self.giver: -self.points, self.taker: self.points})
