"""§6.42, §6.43 Russian attacks that need a headquarters, before they are declared."""

from __future__ import annotations

from collections.abc import Sequence

from rules.great_war.combat.headquarters import supporters
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.nations import ALLIED
from rules.great_war.printed.phases import SUPPORT
from rules.great_war.restrictions.event_bans import (
    PARALYSED,
    PARALYSIS,
    RUSSIA,
    germans_seen,
    lasts,
    why_needs_headquarters,
)
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal


def why_no_russian_attack(state: State, target: str) -> Refusal | None:
    """§6.42, §6.43: why no Russians can attack a hex."""
    why = why_needs_headquarters(state, target)
    if why is None:
        return None
    if lasts(state, PARALYSED) and germans_seen(state, target):
        return PARALYSIS
    return None if _has_headquarters(state, target) else why


@kept
def _has_headquarters(state: State, target: str) -> bool:
    board = state.printed.board
    near = [board.ids[a] for a in board.beside(board.index[target])]
    mine = [u for h in near for u in state.stacks.get(h, ()) if state.counter(u).nationality == RUSSIA]
    return can_be_supported(state, mine, target)


def can_be_supported(state: State, units: Sequence[str], target: str) -> bool:
    """§10.46: whether a headquarters could support an attack of these units."""
    origins = tuple(sorted({state.units[u].at for u in units}))
    frame = BattleFrame(ALLIED, tuple(units), origins, target, state.stacks.get(target, ()), SUPPORT)
    return bool(supporters(state, frame, ALLIED))


def check_russians(state: State, units: Sequence[str], target: str) -> None:
    """§6.42, §6.43: refuse an attack with Russians that needs a headquarters and can have none; under paralysis,
    one with others, which Brusilov does not command (§6.28)."""
    nations = {state.counter(u).nationality for u in units}
    if RUSSIA not in nations:
        return
    why = why_needs_headquarters(state, target)
    if why is None:
        return
    if (lasts(state, PARALYSED) and nations != {RUSSIA}) or not can_be_supported(state, units, target):
        raise why.raised()
