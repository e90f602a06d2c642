"""§5.6 Turkish Surrender Phase: the Allies' die, what Turkey's surrender brings, and what is earned for it before."""

from __future__ import annotations

from collections.abc import Iterator

from rules.great_war.facts.arabs import HexSecured
from rules.great_war.facts.revolutions import NationSurrendered
from rules.great_war.facts.surrender import BAGHDAD, JERUSALEM, ModifierEarned, SurrenderRolled
from rules.great_war.play import Play
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.letters import year
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import EGYPT, IRAQ
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.near_east_victory import judge
from rules.great_war.strategic.surrender_modifiers import modifiers
from rules.great_war.units.peoples import TURKS

BAGHDAD_IN = 1915
JERUSALEM_BEFORE = 1918


def surrender_due(state: State) -> bool:
    """§5.61: whether a die is rolled: from the first turn of the chart on, while Turkey fights."""
    chart = state.printed.charts.surrender
    fights = TURKS in state.sides and TURKS not in state.strategic_state.surrendered and not state.near_east.neutral
    return chart is not None and fights and state.strategic_state.turn >= chart.first


def roll_surrender(play: Play) -> None:
    """§5.61: the Allies roll a die, to which all that is true of the moment is added."""
    chart, found = play.state.printed.charts.surrender, modifiers(play.state)
    if chart is None or not surrender_due(play.state):
        return
    draw, die = play.next_die()
    happens = die + sum(number for _, _, number in found) >= chart.total
    play.emit(SurrenderRolled(found, happens, draw, die))
    if happens:
        surrender(play)


def surrender(play: Play) -> None:
    """§5.61, §16.61: Turkey gives up by the die."""
    play.emit(NationSurrendered(TURKS, "16.61"))
    hand_over_towns(play)


def hand_over_towns(play: Play) -> None:
    """§5.61, §16.62: with the Turks gone, all towns of Egypt and Iraq without other units of the Central Powers pass to
    the Allies, though none of theirs enters them; none of the Caucasus does."""
    state = play.state
    board = state.printed.board
    towns = board.towns & (board.by_front[EGYPT] | board.by_front[IRAQ])
    empty = board.names(towns & controlled_hexes(state, CENTRAL))
    if passing := tuple(h for h in empty if h not in state.stacks):
        play.hand_over(passing, ALLIED)
    if state.near_east.arab_hold in board.names(towns):
        # §7.13: a town that only the Arabs hold does not go back when they march on.
        play.emit(HexSecured())


def close(play: Play, _: object) -> None:
    """§5.6, §18.4: the phase, and after its die who has won the Near East alone."""
    roll_surrender(play)
    judge(play)


# --- what is earned (§5.62) -------------------------------------------------------------------------------------------


def earn(play: Play) -> None:
    """§5.62: modifiers that the Allies keep from the moment in which they take a town in time, while Turkey fights."""
    for name in _now_earned(play.state):
        play.emit(ModifierEarned(name))


def _now_earned(state: State) -> Iterator[str]:
    places = state.printed.near_east
    if places is None or state.groups or TURKS in state.strategic_state.surrendered:
        return
    board, earned, now = state.printed.board, state.near_east.earned, year(state)
    theirs = controlled_hexes(state, ALLIED)
    if BAGHDAD not in earned and now == BAGHDAD_IN and board.index[places.baghdad] in theirs:
        yield BAGHDAD
    if JERUSALEM not in earned and now < JERUSALEM_BEFORE and board.index[places.jerusalem] in theirs:
        yield JERUSALEM
