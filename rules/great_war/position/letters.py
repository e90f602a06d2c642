"""§4.1, §4.3 The strategic turns by their letters: which is being taken, and how they lie among operational turns."""

from __future__ import annotations

from functools import lru_cache

from rules.great_war.position.state import State
from rules.great_war.printed.arrivals import STRATEGIC


def next_strategic_turn(state: State) -> str:
    """§4.2: the strategic turn that comes after the operational turn; empty when another operational turn does."""
    return state.printed.charts.turns[state.turn - 1].then


def is_strategic(state: State) -> bool:
    """§4.3: whether a strategic turn is being taken."""
    return state.strategic_state.turn != ""


def since(letter: str, earlier: str) -> int:
    """How many strategic turns ``letter`` comes after ``earlier``."""
    return STRATEGIC.index(letter) - STRATEGIC.index(earlier)


def after(letter: str, turns: int) -> str:
    """The strategic turn that many turns on; the empty string beyond the last."""
    place = STRATEGIC.index(letter) + turns
    return STRATEGIC[place] if place < len(STRATEGIC) else ""


def year(state: State) -> int:
    """§5.18: the year of a strategic turn is that of the operational turn before it."""
    return _year_of(state.printed.charts.turns[state.turn - 1].date)


@lru_cache(maxsize=256)
def _year_of(date: str) -> int:
    return int(date.rsplit(" ", 1)[1])


def operational_turns(state: State) -> tuple[int, ...]:
    """§5.44: the operational turns since the last strategic turn, as far as they were played in the scenario."""
    turns = state.printed.charts.turns
    first = max((t.number + 1 for t in turns[: state.turn - 1] if t.then), default=1)
    return tuple(range(max(first, state.card.turn), state.turn + 1))


def in_play(state: State, side: str, chit: str) -> bool:
    """§6.17: whether a side has a chit in play; those of the Strategic Warfare Box are among these (§5.21)."""
    return state.chits[f"{side}.play"].get(chit, 0) > 0
