"""§10.3: the odds of an attack under way before its die, while both sides still choose what they add.

Its units are seen by all (§7.25), and so are ground, weather, and what has been announced. Whether units are in supply
only their own side knows: as in the planner, those of the others count as in supply.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.great_war.combat.aircraft import air_drms
from rules.great_war.combat.event_chits import event_drms
from rules.great_war.combat.near_east_chits import is_bridged
from rules.great_war.combat.odds import attack_of, beyond_drm, defence_of, odds_of, seen_drms, shifts_of, tank_drm
from rules.great_war.position.control import forts
from rules.great_war.position.state import BattleFrame, State
from rules.great_war.printed.nations import foe
from rules.hexes.odds import as_list, total
from rules.hexes.viewers import sees_hidden
from rules.kernel.messages import JsonObject


def odds_so_far(state: State, frame: BattleFrame, viewer: str) -> JsonObject:
    """Factors, shifts, modifiers and the column as they would be if nobody added anything more."""
    fighters = [u for u in frame.defenders if state.counter(u).is_combat]
    mine = sees_hidden(viewer, frame.side)
    attack = attack_of(state, frame.attackers) if mine else sum(state.face(u).attack for u in frame.attackers)
    defence = _defence(state, frame, fighters, viewer)
    support = {side: hq for side, hq in frame.support.items() if hq}
    bridged = is_bridged(state, frame.chits)
    shifts = shifts_of(state, frame.side, frame.attackers, frame.target, fighters, support, bridged=bridged)
    column = odds_of(state).column_of(attack, defence) + total(shifts)
    drms = [
        *seen_drms(state, frame.side, frame.attackers, frame.target, fighters),
        *_tanks(state, frame, fighters, viewer),
        *event_drms(state, frame),
        *air_drms(state, frame),
        *beyond_drm(state, column),
    ]
    return {
        "attack": attack,
        "defence": defence,
        "shifts": as_list(shifts, "columns"),
        "drms": as_list(drms, "drm"),
        "column": odds_of(state).ratio(column),
        "so_far": True,
    }


def _defence(state: State, frame: BattleFrame, fighters: Sequence[str], viewer: str) -> int:
    fort = state.printed.board.index[frame.target] in forts(state, foe(frame.side))
    if sees_hidden(viewer, foe(frame.side)):
        return defence_of(state, fighters, fort)
    walls = state.printed.charts.features.fort_defence if fort else 0
    return walls + sum(state.face(u).defence for u in fighters)


def _tanks(state: State, frame: BattleFrame, fighters: Sequence[str], viewer: str) -> tuple[tuple[str, str, int], ...]:
    """§15.23, §15.33: to their own side supplied tanks count, to all others any; an anti-tank unit in sight stops
    them."""
    if any(state.counter(u).kind == "anti-tank" for u in fighters):
        return ()
    if sees_hidden(viewer, frame.side):
        drm = tank_drm(state, frame.attackers, ())
    else:
        drm = max((state.counter(u).drm for u in frame.attackers), default=0)
    return (("Tanks", "15.23", drm),) if drm else ()
