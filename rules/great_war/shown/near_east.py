"""What everyone sees of the Near East's markers and tracks."""

from __future__ import annotations

from rules.great_war.play import name_of
from rules.great_war.position.kut import besieged
from rules.great_war.position.pipeline import next_town
from rules.great_war.position.state import State
from rules.kernel.messages import JsonObject


def near_east(state: State) -> JsonObject:
    """§14.21, §14.22: whether Kut has its fort, and whether it is besieged. §11.53: how far the pipeline runs, and
    where it comes to next. §17.21: whether the expedition to Persia is out or home. §6.32: where Allenby stands. §6.46:
    who is away and until when. §5.87: whether the initiative is settled for good. §6.48: whether there is civil war."""
    return {
        "allenby": state.near_east.allenby_at or None,
        "away": [{"name": name_of(state, unit), "until": letter} for unit, letter in state.near_east.away],
        "settled": state.near_east.settled,
        "civil_war": bool(state.near_east.civil_war),
        "kut": {"fort": state.near_east.kut, "besieged": bool(besieged(state))},
        "expedition": state.near_east.expedition or None,
        "pipeline": {"hex": state.near_east.pipeline or None, "next": next_town(state) or None},
    }
