"""§11.53 The Sinai pipeline grows by a town at the end of a strategic turn, where an Allied unit stands."""

from __future__ import annotations

from rules.great_war.facts.pipeline import PipelineMoved
from rules.great_war.facts.procedure import StepEnded
from rules.great_war.play import Play, place_name
from rules.great_war.position.pipeline import next_town
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.printed.nations import ALLIED
from rules.kernel.procedure.orders import At, Choices, Order
from rules.kernel.procedure.steps import Ask


def grows(state: State) -> bool:
    """§11.53: whether an Allied unit occupies the next town of the coast."""
    town = next_town(state)
    return bool(town) and state.holder(town) == ALLIED


def who_builds(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§11.53: the Allies, who may lay it on by one town in a strategic turn."""
    return (Ask(ALLIED, serial=""),) if ALLIED not in frame.done and grows(state) else ()


def lay(play: Play, at: At[State], _: Choices) -> None:
    """§11.53: the marker goes to the next town, which feeds the Allies from now on."""
    play.emit(PipelineMoved(at.seat, next_town(play.state)))
    play.emit(StepEnded(at.seat, play.state.phase.key))


LAY: Order[State] = Order(
    "lay_pipeline", "Extend the pipeline", "11.53", lay,
    note=lambda at: f"to {place_name(at.state, next_town(at.state))}",
    help="The town then passes supply on to Allied units, until a Central Powers unit comes there or west of it.",
)  # fmt: skip
