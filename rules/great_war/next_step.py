"""§4.2 The step in which a side acts next, as if it began on the current position: what is drafted on."""

from __future__ import annotations

from rules.great_war.facts.procedure import PhaseBegan, TurnBegan
from rules.great_war.play import Play
from rules.great_war.position.letters import next_strategic_turn
from rules.great_war.position.state import State
from rules.great_war.position.theatres import theatre_of
from rules.great_war.printed.fronts import EAST, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.printed.phases import (
    ALLIED_RAIL,
    ARRIVALS,
    CAPTURE,
    COMBAT,
    EVENT_PHASE,
    FIRST,
    FIRST_MOVEMENT,
    INITIATIVE_ANSWER,
    MOVEMENTS,
    NEW_UNITS,
    RAID,
    RAILS,
    RECORD,
    RETURN,
    SECOND,
    SECOND_MOVEMENT,
    WEATHER_STEP,
)
from rules.great_war.shown.idle import nobody_to_attack, nobody_to_place
from rules.great_war.turn.weather import determine
from rules.hexes.occupied import change
from rules.kernel.drafting import DieAsked, no_die
from rules.kernel.messages import Command

BEFORE_FIRST = (*EVENT_PHASE, *ARRIVALS, INITIATIVE_ANSWER, WEATHER_STEP)
AFTER_SECOND = (RAID, CAPTURE, *RAILS, RETURN, RECORD)
PLACES, SENDS = dict(zip((ALLIED, CENTRAL), ARRIVALS, strict=True)), dict(zip((ALLIED, CENTRAL), RAILS, strict=True))
"""The steps in which a side places new units, and in which it moves them by rail and sea."""
TRAINS_TO_COME = {ALLIED: (), CENTRAL: (ALLIED_RAIL, RAID, CAPTURE)}
"""The steps of Strategic Movement after which the trains of a side still come (§9.0)."""


def next_step(state: State, side: str) -> State | None:
    """§4.2: the position with the step of a side that comes after this one begun now: movement, attacks, trains, or
    new units.

    What is still to be fought, moved and brought up before it is left out, and so are attacks and new units where
    everyone can see that there are none. None in set-up, before a strategic turn is over (§5.82 gives the initiative
    then), while the weather is unknown (§12.13), and after the last turn.
    """
    if state.ended is not None or side not in SIDES:
        return None
    play = Play(state, no_die)
    coming = _next_step_of(play, side)
    if coming is None:
        return None
    if coming in MOVEMENTS:
        try:
            determine(play, None)
        except DieAsked:
            return None
    play.emit(PhaseBegan(coming))
    return play.state


def _next_step_of(play: Play, side: str) -> str | None:
    """The step in which a side acts next; the turn that it is of begins."""
    state = play.state
    attacks, over = _attacks(state, side), _over(state, side)
    if attacks is not None or over is None:
        return attacks
    steps = (PLACES[side], *MOVEMENTS, SENDS[side])
    coming = next((step for step in steps[over:] if _acts(state, side, step)), None)
    # A strategic turn follows the last turn of every variant.
    if coming is not None or next_strategic_turn(state):
        return coming
    play.emit(TurnBegan(state.turn + 1))
    return next((step for step in steps if _acts(play.state, side, step)), None)


def _over(state: State, side: str) -> int | None:
    """§4.2: how many of a side's four steps of the turn are over: new units, two movements, trains. None outside."""
    key = state.phase.key
    if key in BEFORE_FIRST:
        over = key in (INITIATIVE_ANSWER, WEATHER_STEP) or (key in ARRIVALS and (key == PLACES[side] or side == ALLIED))
        return int(over)
    half, _ = COMBAT.get(key, ("", ""))
    if key == FIRST_MOVEMENT or half == FIRST:
        return 2
    if key == SECOND_MOVEMENT or half == SECOND or key in TRAINS_TO_COME[side]:
        return 3
    return 4 if key in AFTER_SECOND else None


def _acts(state: State, side: str, step: str) -> bool:
    """§3.13, §13.22: whether a side acts in a step, as everyone knows: in a theatre that is played, with units to
    place, by trains that the variant has."""
    if step in MOVEMENTS:
        return theatre_of(state, side, step) in state.printed.variant.theatres
    if step in SENDS.values():
        return step not in state.printed.variant.without
    return NEW_UNITS not in state.printed.variant.without and not nobody_to_place(state, side)


def _attacks(state: State, side: str) -> str | None:
    """§10.0: the attacks of a side in the combat phase that comes next, or goes on in the other theatre."""
    key = state.phase.key
    fought = COMBAT.get(key, ("", ""))
    first = key == FIRST_MOVEMENT or fought[0] == FIRST
    half, movement = (FIRST, FIRST_MOVEMENT) if first else (SECOND, SECOND_MOVEMENT)
    theatre = theatre_of(state, side, movement)
    if key != movement and not (theatre == EAST and fought == (half, WEST)):
        return None
    return None if nobody_to_attack(state, side, theatre) else f"{half}.{theatre}.attacks"


def onward(state: State, side: str, command: Command) -> State | None:
    """§4.2: where the rest of a plan is tried after an order that cannot be taken back; None where it cannot be.

    After the end of a step that is the next of the side; after an attack the position as it is, but for those who
    have attacked (§10.14): nobody knows what comes of it.
    """
    if command.get("kind") == "end_phase":
        return next_step(state, side)
    units = command.get("units")
    if command.get("kind") != "attack" or not isinstance(units, list):
        return None
    named = {str(u): state.units[str(u)]._replace(fought=True) for u in units if str(u) in state.units}
    return change(state, named)
