"""The engine of this game: its sequence, where a match stands in it, and how a decision of it begins."""

from __future__ import annotations

from rules.empires_alliances.combat.at_once import goes_on_beside
from rules.empires_alliances.play import Play
from rules.empires_alliances.politics.conquest import conquer
from rules.empires_alliances.position.state import State
from rules.empires_alliances.procedure import begin
from rules.empires_alliances.sequence import NAMES, TREE
from rules.empires_alliances.victory import conquest_wins
from rules.kernel.procedure.engine import Engine, Place


def places(state: State) -> tuple[Place[State], ...]:
    """§13.6: the tops of all attacks that are open, a lane each; the step of the sequence where there are none, or it
    goes on beside them. §6.3: aircraft whose base is lost to a retreat fly before anything else."""
    if not state.lanes or state.top is not state.phase:
        return (Place(TREE.step(state.top.step), state.top),)
    fights = tuple(Place(TREE.step(frames[-1].step), frames[-1], lane) for lane, frames in sorted(state.lanes.items()))
    if fights and not goes_on_beside(state):
        return fights
    return (*fights, Place(TREE.step(state.top.step), state.top))


ENGINE: Engine[State, Play] = Engine(
    TREE,
    unfold=Play,
    begin=begin,
    places=places,
    seat_title=lambda _, seat: f"the {NAMES[seat]}",
    instant=conquer,
    verdict=conquest_wins,
    section="7.0",
)
