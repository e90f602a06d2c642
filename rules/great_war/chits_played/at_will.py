"""§6.3, §6.29, §6.35, §6.44, §6.61 Events of the Near East that their owner plays whenever their condition is met."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.great_war.chits_played.gaza_line import dig_gaza_line, why_not_dug
from rules.great_war.facts.chits import EventLasts
from rules.great_war.facts.near_east_events import HeadquartersBombed
from rules.great_war.facts.near_east_trenches import KRESS
from rules.great_war.facts.spending import EventSpent, PointsGained
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.chits import Chit
from rules.great_war.printed.fronts import EGYPT
from rules.great_war.printed.nations import ALLIED, NAME_OF
from rules.great_war.printed.phases import EVENT_PHASE, FIGHTS, FIRST, FIRST_MOVEMENT, SECOND_MOVEMENT
from rules.great_war.restrictions.before_november import why_no_war
from rules.great_war.restrictions.event_bans import INTERDICTION, WINTER_OFFENSIVE
from rules.kernel.messages import Refusal

WINTER = ("Nov/Dec", "Jan/Feb")
"""§6.29: the turns on which Russians attack in spite of the snow."""
YILDERIM = "tu-hq-yag"
NOT_IN_WINTER = Refusal("not-now", "6.29", "You play this event in your Combat Phase, from November to February.")


def why_no_points(state: State, chit: Chit) -> Refusal | None:
    """§6.61, §16.11, §16.62: a nation that has collapsed or surrendered receives nothing."""
    if chit.nation in (*state.strategic_state.collapsed, *state.strategic_state.surrendered):
        return Refusal("no-points", "16.11", f"{NAME_OF[chit.nation]} points are no longer of any use.")
    return None


def why_no_winter_offensive(state: State, _: Chit) -> Refusal | None:
    """§6.29: only in an Allied Combat Phase of two turns a year."""
    months = state.printed.charts.turns[state.turn - 1].months
    if months not in WINTER or state.phase.key not in FIGHTS:
        return NOT_IN_WINTER
    half, theatre = FIGHTS[state.phase.key]
    attacks = mover_in(state, theatre, FIRST_MOVEMENT if half == FIRST else SECOND_MOVEMENT) == ALLIED
    return None if attacks else NOT_IN_WINTER


def why_not_in_event_phase(state: State, chit: Chit) -> Refusal | None:
    """§6.3, §6.44, §20.2: only in an Event Phase, and in a war."""
    if state.phase.key in EVENT_PHASE:
        return why_no_war(state)
    return Refusal("not-now", chit.section, "You play this event in an Event Phase.")


def gain_points(play: Play, side: str, chit: Chit) -> None:
    """§6.61: the nation gets its points, and the chit leaves the game."""
    play.emit(EventSpent(side, chit.id))
    play.emit(PointsGained(chit.nation, chit.points))


def attack_in_snow(play: Play, side: str, chit: Chit) -> None:
    """§6.29: it works for the rest of the turn."""
    play.emit(EventSpent(side, chit.id))
    play.emit(EventLasts(chit.effect, play.state.turn))


def interdict(play: Play, side: str, chit: Chit) -> None:
    """§6.3: for the rest of the turn."""
    play.emit(EventSpent(side, chit.id))
    play.emit(EventLasts(chit.effect, play.state.turn))


def bomb_headquarters(play: Play, side: str, chit: Chit) -> None:
    """§6.44: the army group is depleted if it is in Egypt. Where it is may be concealed, so the event is played
    without asking."""
    play.emit(EventSpent(side, chit.id))
    state, board = play.state, play.state.printed.board
    now = state.units[YILDERIM]
    if not now.back and now.at in board.index and board.front[board.index[now.at]] == EGYPT:
        play.emit(HeadquartersBombed(YILDERIM))


IN_EVENT_PHASE: Mapping[str, Callable[[Play, str, Chit], None]] = {
    INTERDICTION: interdict,
    "turkish-hq-bombed": bomb_headquarters,
}
"""§6.3, §6.44: by effect what those do that are played in an Event Phase."""
WHY_NOT: Mapping[str, Callable[[State, Chit], Refusal | None]] = {
    "resources": why_no_points,
    WINTER_OFFENSIVE: why_no_winter_offensive,
    KRESS: why_not_dug,
    **dict.fromkeys(IN_EVENT_PHASE, why_not_in_event_phase),
}
"""By effect, else by kind: why the event cannot be played now; None where it can."""
PLAYED: Mapping[str, Callable[[Play, str, Chit], None]] = {
    "resources": gain_points,
    WINTER_OFFENSIVE: attack_in_snow,
    KRESS: dig_gaza_line,
    **IN_EVENT_PHASE,
}
"""By effect, else by kind: what playing it does, for those that are not simply laid down."""
