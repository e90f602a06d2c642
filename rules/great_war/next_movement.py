"""§4.2 A side's next Mutual Movement Phase or attacks, as if they began on the current position: what is drafted on."""

from __future__ import annotations

from rules.great_war.facts.procedure import PhaseBegan, TurnBegan
from rules.great_war.play import Play
from rules.great_war.position.letters import next_strategic_turn
from rules.great_war.position.state import State
from rules.great_war.position.theatres import theatre_of
from rules.great_war.printed.fronts import EAST, WEST
from rules.great_war.printed.nations import SIDES
from rules.great_war.printed.phases import (
    ARRIVALS,
    ATTACKS,
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
from rules.great_war.shown.idle import nobody_to_attack
from rules.great_war.turn.weather import determine
from rules.hexes.occupied import change
from rules.kernel.drafting import DieAsked, no_die
from rules.kernel.messages import Command

BEFORE_FIRST = (*EVENT_PHASE, *ARRIVALS, WEATHER_STEP)


def next_movement(state: State, side: str) -> State | None:
    """§4.2: the position with the movement phase or the attacks of a side that come after this step begun now.

    What is still to be fought, moved and brought up before it is left out, and so are attacks where everyone can see
    that there are none. None in set-up, before a strategic turn is over (§5.82 gives the initiative then), while the
    weather is unknown (§12.13), and after the last turn.
    """
    key = state.phase.key
    if state.ended is not None or side not in SIDES:
        return None
    play = Play(state, no_die)
    attacks = _attacks(state, side)
    if attacks is not None:
        coming = attacks
    elif key in BEFORE_FIRST:
        coming = FIRST_MOVEMENT
    elif key == FIRST_MOVEMENT or key.startswith(f"{FIRST}."):
        coming = SECOND_MOVEMENT
    elif key in (SECOND_MOVEMENT, RETURN, RECORD, RAID, CAPTURE, *RAILS) or key.startswith(f"{SECOND}."):
        coming = FIRST_MOVEMENT
    else:
        return None
    played, beyond = state.printed.variant.theatres, key not in BEFORE_FIRST and coming == FIRST_MOVEMENT
    if coming not in ATTACKS and theatre_of(state, side, coming) not in played:
        # With one theatre a side moves in one half of the turn alone.
        coming, beyond = (SECOND_MOVEMENT, beyond) if coming == FIRST_MOVEMENT else (FIRST_MOVEMENT, True)
    if beyond:
        if next_strategic_turn(state) or state.turn == state.printed.variant.last:
            return None
        play.emit(TurnBegan(state.turn + 1))
    if coming in ATTACKS:
        play.emit(PhaseBegan(coming))
        return play.state
    try:
        determine(play, None)
    except DieAsked:
        return None
    play.emit(PhaseBegan(coming))
    return play.state


def _attacks(state: State, side: str) -> str | None:
    """§10.0: the attacks of a side in the combat phase that comes next, or goes on in the other theatre."""
    key = state.phase.key
    first = key == FIRST_MOVEMENT or key.startswith(f"{FIRST}.")
    half, movement = (FIRST, FIRST_MOVEMENT) if first else (SECOND, SECOND_MOVEMENT)
    theatre = theatre_of(state, side, movement)
    west = f"{half}.{WEST}."
    if key != movement and not (theatre == EAST and key.startswith(west)):
        return None
    return None if nobody_to_attack(state, side, theatre) else f"{half}.{theatre}.attacks"


def onward(state: State, side: str, command: Command) -> State | None:
    """§4.2: where the rest of a plan is tried after an order that cannot be taken back; None where it cannot be.

    After the end of a step that is the next of the side; after an attack the position as it is, but for those who
    have attacked (§10.14): nobody knows what comes of it.
    """
    if command.get("kind") == "end_phase":
        return next_movement(state, side)
    units = command.get("units")
    if command.get("kind") != "attack" or not isinstance(units, list):
        return None
    named = {str(u): state.units[str(u)]._replace(fought=True) for u in units if str(u) in state.units}
    return change(state, named)
