"""What everyone sees of the Near East's markers and tracks."""

from __future__ import annotations

from rules.great_war.position.kut import besieged
from rules.great_war.position.pipeline import next_town
from rules.great_war.position.state import ARABIA, RESERVE, State
from rules.great_war.strategic.near_east_victory import controlled_there, hexes_needed
from rules.great_war.strategic.surrender_modifiers import arabia_needs, modifiers_seen
from rules.hexes.odds import as_list
from rules.kernel.messages import JsonObject


def near_east(state: State) -> JsonObject:
    """§14.21, §14.22: whether Kut has its fort, and whether it is besieged. §11.53: how far the pipeline runs, and
    where it comes to next. §17.21: whether the expedition to Persia is out or home. §6.35, §6.36: the Gaza line
    and the hexes with trenches. §5.38, §5.62, §18.4: the reserve, the die for Turkey and the victory hexes without
    a look at supply.
    """
    return {
        "kut": {"fort": state.near_east.kut, "besieged": bool(besieged(state))},
        "gaza": state.near_east.gaza or None,
        "trenches": [*sorted(state.near_east.trenches)],
        "expedition": state.near_east.expedition or None,
        "pipeline": {"hex": state.near_east.pipeline or None, "next": next_town(state) or None},
        "reserve": {"required": state.near_east.required, "held": len(state.boxes[RESERVE])},
        "surrender": _surrender(state),
        "victory": {
            "hexes": [*state.printed.board.names(controlled_there(state))],
            "needed": hexes_needed(state),
            "effort": state.near_east.effort,
        },
    }


def _surrender(state: State) -> JsonObject | None:
    """§5.62: what the die comes to, and what is added to it as far as everyone can tell."""
    chart = state.printed.charts.surrender
    if chart is None:
        return None
    return {
        "total": chart.total,
        "modifiers": as_list(modifiers_seen(state), "drm"),
        "arabia": {"required": arabia_needs(state, chart), "held": len(state.boxes[ARABIA])},
    }
