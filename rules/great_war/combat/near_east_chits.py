"""§6.19 to §6.24, §6.29, §6.37 Events of the Near East that bear upon one attack there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rules.great_war.combat.headquarters import units_involved
from rules.great_war.position.letters import in_play
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.chits import Chit
from rules.great_war.printed.nations import ALLIED

MAUDE, FLOTILLA = "maude", "iraq-flotilla"


def has_defenders(state: State, frame: BattleFrame, chit: Chit) -> bool:
    """§6.23: with units among the defenders; on which front stands on the chit."""
    return bool(units_involved(state, frame, chit.side))


def on_the_front(_: State, __: BattleFrame, ___: Chit) -> bool:
    """§6.19: any attack on the front that stands on the chit."""
    return True


def by_the_sea(state: State, frame: BattleFrame, _: Chit) -> bool:
    """§6.20: on a hex by the Mediterranean."""
    board = state.printed.board
    return board.index[frame.target] in board.mediterranean


def before_maude(state: State, _: BattleFrame, __: Chit) -> bool:
    """§6.21: before Maude's event has been played."""
    return not in_play(state, ALLIED, MAUDE)


def by_russians(state: State, frame: BattleFrame, chit: Chit) -> bool:
    """§6.24: with Russians among the attackers."""
    return any(state.counter(u).nationality == "RU" for u in units_involved(state, frame, chit.side))


def over_a_river(state: State, frame: BattleFrame, chit: Chit) -> bool:
    """§6.37: on a hex in the south of Iraq, where all attackers come across rivers and nothing else negates them."""
    board = state.printed.board
    here = board.index[frame.target]
    return board.column[here] > chit.south_of and all(
        board.wades(a, board.neighbours[a].index(here)) for a in (board.index[h] for h in frame.origins)
    )


def is_bridged(state: State, chits: Iterable[str]) -> bool:
    """§6.37: whether an event of an attack takes the defender's river away."""
    return any(state.printed.chits.events[c].effect == FLOTILLA for c in chits)


Check = Callable[[State, BattleFrame, Chit], bool]
ATTACKER: Mapping[str, Check] = {
    "meinertzhagen": on_the_front,
    "palestinian-naval-bombardment": by_the_sea,
    "townshend": before_maude,
    "yudenich": by_russians,
    FLOTILLA: over_a_river,
}
DEFENDER: Mapping[str, Check] = {"von-der-goltz": has_defenders}
"""By effect: whether it can be used in an attack."""
