"""§4.2 A side's next Mutual Movement Phase, as if it began on the current position: what its orders are drafted on."""

from __future__ import annotations

from rules.great_war.facts.procedure import PhaseBegan, TurnBegan
from rules.great_war.play import Play
from rules.great_war.position.letters import next_strategic_turn
from rules.great_war.position.state import State
from rules.great_war.printed.nations import SIDES
from rules.great_war.printed.phases import (
    ARRIVALS,
    CAPTURE,
    EVENT_PHASE,
    FIRST,
    FIRST_MOVEMENT,
    RAID,
    RAILS,
    RECORD,
    RETURN,
    SECOND,
    SECOND_MOVEMENT,
    WEATHER_STEP,
)
from rules.great_war.turn.weather import determine
from rules.kernel.drafting import DieAsked, no_die

BEFORE_FIRST = (*EVENT_PHASE, *ARRIVALS, WEATHER_STEP)


def next_movement(state: State, side: str) -> State | None:
    """§4.2: the position with the movement phase that comes after this step begun now.

    What is still to be fought, moved and brought up before it is left out. None in set-up, before a strategic turn is
    over (§5.82 gives the initiative then), while the weather is unknown (§12.13), and after the last turn.
    """
    key = state.phase.key
    if state.ended is not None or side not in SIDES:
        return None
    play = Play(state, no_die)
    if key in BEFORE_FIRST:
        coming = FIRST_MOVEMENT
    elif key == FIRST_MOVEMENT or key.startswith(f"{FIRST}."):
        coming = SECOND_MOVEMENT
    elif key in (SECOND_MOVEMENT, RETURN, RECORD, RAID, CAPTURE, *RAILS) or key.startswith(f"{SECOND}."):
        if next_strategic_turn(state) or state.turn == len(state.printed.charts.turns):
            return None
        play.emit(TurnBegan(state.turn + 1))
        coming = FIRST_MOVEMENT
    else:
        return None
    try:
        determine(play, None)
    except DieAsked:
        return None
    play.emit(PhaseBegan(coming))
    return play.state
