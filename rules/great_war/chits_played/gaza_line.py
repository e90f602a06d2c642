"""§6.35, §14.52 Kress von Kressenstein: the Gaza line is dug, unless Allied units were there before."""

from __future__ import annotations

from rules.great_war.facts.near_east_trenches import TrenchesDug
from rules.great_war.facts.spending import EventSpent
from rules.great_war.play import Play
from rules.great_war.position.near_east_state import SPOILED
from rules.great_war.position.near_east_trenches import gaza_line
from rules.great_war.position.state import State
from rules.great_war.printed.chits import Chit
from rules.kernel.messages import Refusal

OVERRUN = Refusal("overrun", "6.35", "Allied units have been in the Gaza line: it can no longer be dug.")


def why_not_dug(state: State, _: Chit) -> Refusal | None:
    """§6.35: why the event does nothing now."""
    return OVERRUN if state.near_east.gaza == SPOILED else None


def dig_gaza_line(play: Play, side: str, chit: Chit) -> None:
    """§6.35: both hexes have trenches from now on, whoever stands in them."""
    play.emit(EventSpent(side, chit.id))
    play.emit(TrenchesDug(chit.id, gaza_line(play.state)))
