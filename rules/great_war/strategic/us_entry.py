"""§5.7 The entry of the United States, and the American divisions by which the Allies take over (§5.82)."""

from __future__ import annotations

from rules.great_war.facts.strategic import AmericansInForce, UnitedStatesEntered
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.strategic.victory import judge_plan

US = "US"


def us_joins(play: Play, _: object = None) -> None:
    """§5.71: they join on the turn of their marker, or at once when it is moved to the turn that is being taken. Then
    the war of Moltke's plan is judged (§20.3)."""
    strategic_state = play.state.strategic_state
    if US not in play.state.printed.variant.nations:
        return
    if not strategic_state.us_since and strategic_state.us_entry <= strategic_state.turn:
        play.emit(UnitedStatesEntered())
        judge_plan(play)


def americans_in_force(play: Play, _: object = None) -> None:
    """§5.82: six full-strength divisions in France at the start of a strategic turn; once is for good."""
    wanted = play.state.printed.charts.victory.us_divisions
    if not play.state.strategic_state.americans and len(full_divisions(play.state)) >= wanted:
        play.emit(AmericansInForce())


def full_divisions(state: State) -> tuple[str, ...]:
    """§5.82, §16.2: the U.S. divisions at full strength in France."""
    board = state.printed.board
    return tuple(
        u
        for u in state.on_map()
        if state.counter(u).nation == "US"
        and state.counter(u).is_division
        and not state.units[u].back
        and board.country[board.index[state.units[u].at]] == "FR"
    )
