"""The engine of this game: its sequence, where a match stands in it, and how a decision of it begins."""

from __future__ import annotations

from rules.great_war.chits_played.hand import PLAY_EVENT
from rules.great_war.instant import at_once
from rules.great_war.nations import SIDE_NAMES
from rules.great_war.play import Play
from rules.great_war.procedure import begin
from rules.great_war.sequence import TREE
from rules.great_war.state import State
from rules.great_war.strategic.victory import sudden_death
from rules.kernel.procedure.engine import Engine, Place


def places(state: State) -> tuple[Place[State], ...]:
    """The innermost frame of the cursor. In a Mutual Movement Phase it asks both sides, each in its theatre."""
    frame = state.top
    return (Place(TREE.step(frame.step), frame),)


ENGINE: Engine[State, Play] = Engine(
    TREE,
    places=places,
    unfold=Play,
    begin=begin,
    stamp=lambda state: state.turn,
    seat_title=lambda _, seat: f"the {SIDE_NAMES[seat]} player",
    anytime=(PLAY_EVENT,),
    instant=at_once,
    verdict=sudden_death,
    section="4.0",
)
