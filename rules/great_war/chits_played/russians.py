"""§6.42, §6.43 Russian attacks that need a headquarters, before they are declared."""

from __future__ import annotations

from collections.abc import Sequence

from rules.great_war.chits_played.bans import PARALYSIS, PARALYZED, RUSSIA, germans_seen, lasts, needs_staff
from rules.great_war.headquarters import supporters
from rules.great_war.keeping import kept
from rules.great_war.nations import ALLIED
from rules.great_war.phases import SUPPORT
from rules.great_war.state import BattleFrame, State
from rules.kernel.messages import Refusal, Refused


def held_back(state: State, target: str) -> Refusal | None:
    """§6.42, §6.43: why no Russians can attack a hex."""
    why = needs_staff(state, target)
    if why is None:
        return None
    if lasts(state, PARALYZED) and (germans_seen(state, target) or target not in state.stacks):
        return PARALYSIS
    return None if _staffed(state, target) else why


@kept
def _staffed(state: State, target: str) -> bool:
    board = state.printed.board
    near = [board.ids[a] for a in board.beside(board.index[target])]
    mine = [u for h in near for u in state.stacks.get(h, ()) if state.counter(u).nation == RUSSIA]
    return can_be_supported(state, mine, target)


def can_be_supported(state: State, units: Sequence[str], target: str) -> bool:
    """§10.46: whether a headquarters could support an attack of these units."""
    origins = tuple(sorted({state.units[u].at for u in units}))
    frame = BattleFrame(ALLIED, tuple(units), origins, target, state.stacks.get(target, ()), SUPPORT)
    return bool(supporters(state, frame, ALLIED))


def check_russians(state: State, units: Sequence[str], target: str) -> None:
    """§6.42, §6.43: refuse an attack with Russians that needs a headquarters and can have none; under paralysis,
    one with others, which Brusilov does not command (§6.28)."""
    nations = {state.counter(u).nation for u in units}
    if RUSSIA not in nations:
        return
    why = needs_staff(state, target)
    if why is None:
        return
    if (lasts(state, PARALYZED) and nations != {RUSSIA}) or not can_be_supported(state, units, target):
        raise Refused(why.code, why.section, why.text)
