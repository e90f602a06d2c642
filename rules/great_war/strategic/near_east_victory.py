"""§18.4 Who wins the Near East alone: victory hexes, counted in the Victory Check Phase, Turkey's surrender, the end of
1918. The verdict of a strategic turn waits for the surrender die (docs/rulings)."""

from __future__ import annotations

from rules.great_war.facts.strategic import HexesCounted
from rules.great_war.play import Play
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.letters import in_play
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.variants import HEXES
from rules.great_war.strategic.surrender_modifiers import ARMY_OF_ISLAM, is_islams
from rules.great_war.supply.tracing import is_supplied_hex
from rules.great_war.units.peoples import TURKS
from rules.kernel.endings import MatchEnded
from rules.kernel.wording import quantity

BEFORE_THE_FALL, AFTER_IT = 2, 3
"""§18.4: victory hexes by which the Central Powers win, and after the fall of the Czar or with a major effort."""


def held_there(state: State) -> tuple[str, ...]:
    """§18.4, §6.45: the victory hexes that the Central Powers control and supply; Baku is none while the Army of Islam
    is there alone."""
    board = state.printed.board
    mine = [nation for nation, side in state.sides.items() if side == CENTRAL]
    held = _controlled_hexes(state, seen=False)
    return board.names(frozenset(i for i in held if any(is_supplied_hex(state, nation, i) for nation in mine)))


def controlled_there(state: State) -> frozenset[int]:
    """§18.4, §6.45, §7.25: the same with supply left aside, as everyone can tell."""
    return _controlled_hexes(state, seen=True)


def _controlled_hexes(state: State, *, seen: bool) -> frozenset[int]:
    board, places = state.printed.board, state.printed.near_east
    held = board.victory & controlled_hexes(state, CENTRAL)
    if places is not None and is_islams(state, seen=seen):
        held -= {board.index[places.baku]}
    return held


def hexes_needed(state: State) -> int:
    """§18.4: how many win: by the Czar as he stands in the Victory Check Phase, and three after a major effort."""
    return AFTER_IT if state.strategic_state.czar or state.near_east.effort else BEFORE_THE_FALL


def count_hexes(play: Play) -> None:
    """§18.4: enough victory hexes are noted in the Victory Check Phase; whether they win, the surrender die decides."""
    held = held_there(play.state)
    if len(held) >= hexes_needed(play.state):
        play.emit(HexesCounted(len(held)))


def judge(play: Play) -> None:
    """§18.4: after the surrender die: the Allies if Turkey is out of the war, though both have what they need."""
    state = play.state
    if state.printed.variant.victory != HEXES:
        return
    held = state.near_east.hexes_held
    if TURKS in state.strategic_state.surrendered:
        play.emit(MatchEnded(ALLIED, "Turkey has surrendered.", "18.4"))
    elif held:
        play.emit(MatchEnded(CENTRAL, f"The Central Powers hold {_hexes(held)}.", "18.4"))


def judge_end(play: Play) -> None:
    """§18.4, §21.61, §21.68: the end of 1918."""
    play.emit(_end(play.state))


def _end(state: State) -> MatchEnded:
    if state.near_east.effort:
        held = len(held_there(state))
        if held >= AFTER_IT:
            return MatchEnded(CENTRAL, f"The major effort has won {_hexes(held)}.", "18.4")
        return MatchEnded(ALLIED, "The major effort of the Central Powers has not won three victory hexes.", "18.4")
    places = state.printed.near_east
    baku = places is None or state.printed.board.index[places.baku] in controlled_hexes(state, CENTRAL)
    if in_play(state, CENTRAL, ARMY_OF_ISLAM) and not baku:
        return MatchEnded("", "Turkey fights on, but the Army of Islam does not hold Baku.", "18.4")
    return MatchEnded(CENTRAL, "Turkey has not surrendered by the end of 1918.", "18.4")


def _hexes(number: int) -> str:
    return quantity(number, "victory hex", "victory hexes")
