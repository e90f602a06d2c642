"""§11.72 to §11.74: invaders come ashore where nobody stands, must attack where someone does, and are lost if they
have not won by the end of the Combat Phase."""

from __future__ import annotations

from rules.empires_alliances.attacks.strength import attack_factors
from rules.empires_alliances.countries.economy import add_half
from rules.empires_alliances.facts.invasion import Failed, Landed, NavyLeft
from rules.empires_alliances.invasions.invaders import list_invaders
from rules.empires_alliances.invasions.shores import is_held
from rules.empires_alliances.invasions.spacing import next_invasion
from rules.empires_alliances.movement.entering import drive_out
from rules.empires_alliances.play import Play
from rules.empires_alliances.position.afloat import invaded_hexes, invaders_of
from rules.empires_alliances.position.frames import PhaseFrame
from rules.empires_alliances.position.state import Points, State
from rules.empires_alliances.printed.board import AT_SEA


def begin_or_land(play: Play, frame: PhaseFrame) -> bool:
    """§11.71, §11.72: in the Movement Phase it is noted first who may invade; later they land."""
    return list_invaders(play, frame) or land_where_free(play)


def land_where_free(play: Play) -> bool:
    """§11.72: a hex that nobody holds, or holds any more, is entered at once; aircraft there lose their base (§6.3)."""
    state = play.state
    for hex_ in invaded_hexes(state):
        if not is_held(state, hex_):
            drive_out(play, (hex_,), state.player)
            play.emit(Landed(hex_, invaders_of(state, hex_)))
            return True
    return False


def points_back(state: State, units: tuple[str, ...]) -> dict[str, Points]:
    """§11.74: half the attack factors of lost invaders, as infantry points of their countries (§3.52, §17.21)."""
    factors: dict[str, int] = {}
    for unit in units:
        purse = state.printed.nations[state.counter(unit).nation].points
        factors[purse] = factors.get(purse, 0) + attack_factors(state, (unit,))
    return {
        purse: add_half(state, purse, lost, 0, 0) for purse, lost in factors.items() if purse in state.printed.limits
    }


def end_invasion(play: Play, _: PhaseFrame) -> None:
    """§11.73, §11.74: at the end of the Combat Phase who is still at sea is lost, and the Royal Navy leaves."""
    state = play.state
    left = state.boxes[AT_SEA]
    if left:
        play.emit(Failed(left, points_back(state, left)))
    if state.landing is not None and state.landing.at:
        again = next_invasion(state)
        play.emit(NavyLeft(again.number if again is not None else 0))
