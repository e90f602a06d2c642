"""§16.62C What Turkey's surrender leaves of the Germans in the Near East: they go home by Constantinople, or not at
all."""

from __future__ import annotations

from collections.abc import Iterator

from rules.great_war.facts.revolutions import GermansStranded
from rules.great_war.play import Play
from rules.great_war.position.state import TRANSIT, State
from rules.great_war.printed.fronts import EGYPT, IRAQ
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.restrictions.after_surrender import way_home_is_open

GERMANS = "GE"


def strand(play: Play) -> None:
    """§16.62C: the instant in which Constantinople holds no unit of the Central Powers; alone there is no such way, and
    the match is over."""
    if not play.state.printed.variant.combined:
        return
    if not way_home_is_open(play.state) and (units := tuple(_cut_off(play.state))):
        play.emit(GermansStranded(units))


def _cut_off(state: State) -> Iterator[str]:
    """§16.62C: the Germans of Egypt and Iraq and those in the transit box; those of the Caucasus stay."""
    board = state.printed.board
    lost = board.by_front[EGYPT] | board.by_front[IRAQ]
    for unit in state.on_map(CENTRAL):
        if state.counter(unit).nation == GERMANS and board.index[state.units[unit].at] in lost:
            yield unit
    yield from (u for u in state.boxes[TRANSIT] if state.counter(u).nation == GERMANS)
