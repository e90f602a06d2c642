"""What everyone sees of the Near East's markers and tracks."""

from __future__ import annotations

from rules.great_war.chits_played.lawrence import LAWRENCE
from rules.great_war.new_units.russian_landing import CAMPAIGN
from rules.great_war.play import name_of
from rules.great_war.position.arabs import arabs_at, arabs_have_risen
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.kut import siege_of_kut
from rules.great_war.position.letters import in_play
from rules.great_war.position.pipeline import next_town
from rules.great_war.position.state import ARABIA, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.after_surrender import has_surrendered, way_home_is_open
from rules.great_war.strategic.near_east_victory import controlled_there, hexes_needed
from rules.great_war.strategic.surrender_modifiers import (
    FIFTY_EIGHTH,
    arabia_needs,
    arabia_needs_more,
    divisions_held,
    modifiers_seen,
)
from rules.hexes.odds import as_list
from rules.kernel.messages import JsonObject


def near_east(state: State) -> JsonObject:
    """§14.21, §14.22: whether Kut has its fort, and whether it is besieged. §11.53: how far the pipeline runs, and
    where it comes to next. §17.21: whether the expedition to Persia is out or home. §6.35, §6.36: the Gaza
    line, and the hexes with trenches. §6.7, §6.25, §6.38: the Arabs, Lawrence, and the Russian landing. §5.38, §5.62,
    §18.4: the reserve, the die for Turkey and the victory hexes without a look at supply. §6.32: where Allenby stands.
    §6.46: who is away and until when. §5.87: whether the initiative is settled for good. §6.48: whether Russia is in
    civil war. §16.62: whether Germans can still go home, once Turkey has surrendered."""
    places, stacks, units = state.printed.near_east, state.stacks, state.units
    if places is None:
        return _find(state)
    source = (
        state.near_east, state.chits, state.strategic_state, state.boxes, state.turn, state.sides,
        controlled_hexes(state, CENTRAL), controlled_hexes(state, ALLIED), siege_of_kut(state),
        stacks.get(places.baku), stacks.get(state.places.constantinople), units[FIFTY_EIGHTH].at,
        *[units[unit].at for unit in state.printed.by_nation["AB"]],
    )  # fmt: skip
    # Nearly every command of any front leaves all of that as it was.
    return state.memory.recall("near east", source, lambda _: _as_before(state))


def _as_before(state: State) -> JsonObject:
    """What ``near_east`` gives: the very same as before where hexes have changed hands that are none of these."""
    board, places = state.printed.board, state.printed.near_east
    baku = state.stacks.get(places.baku, ()) if places is not None else ()
    source = (
        state.near_east, state.chits, state.strategic_state, state.boxes, state.turn, state.sides, arabs_at(state),
        siege_of_kut(state),
        board.victory & controlled_hexes(state, CENTRAL), board.surrender & controlled_hexes(state, ALLIED),
        baku[:1], arabia_needs_more(state), state.holder(state.places.constantinople),
    )  # fmt: skip
    return state.memory.recall("near east told", source, lambda _: _find(state))


def _find(state: State) -> JsonObject:
    """What ``near_east`` gives."""
    return {
        "allenby": state.near_east.allenby_at or None,
        "away": [{"name": name_of(state, unit), "until": letter} for unit, letter in state.near_east.away],
        "settled": state.near_east.settled,
        "civil_war": bool(state.near_east.civil_war),
        "kut": {"fort": state.near_east.kut, "besieged": bool(siege_of_kut(state))},
        "gaza": state.near_east.gaza or None,
        "trenches": [*sorted(state.near_east.trenches)],
        "expedition": state.near_east.expedition or None,
        "pipeline": {"hex": state.near_east.pipeline or None, "next": next_town(state) or None},
        "arabs": {"hex": arabs_at(state) or None, "due": state.near_east.arabs_due},
        "lawrence": _lawrence(state),
        "landing": _russian_landing(state),
        "reserve": {"required": state.near_east.required, "held": divisions_held(state)},
        "surrender": _surrender(state),
        "home": way_home_is_open(state) if has_surrendered(state) else None,
        "victory": {
            "hexes": [*state.printed.board.names(controlled_there(state))],
            "needed": hexes_needed(state),
            "effort": state.near_east.effort,
        },
    }


def _lawrence(state: State) -> JsonObject | None:
    """§6.25: what Lawrence does, once he is in play: he rides with the Arabs, may raid, or has raided; and the town
    that his raid shuts now."""
    if not in_play(state, ALLIED, LAWRENCE):
        return None
    does = "arabs" if arabs_have_risen(state) else state.near_east.lawrence or "ready"
    return {"does": does, "hex": state.near_east.raided or None}


def _russian_landing(state: State) -> str | None:
    """§6.38: whether a Russian unit may still land this turn, where the campaign is in play and not lost."""
    if not in_play(state, ALLIED, CAMPAIGN) or state.strategic_state.czar:
        return None
    return "made" if state.near_east.landed == state.turn else "open"


def _surrender(state: State) -> JsonObject | None:
    """§5.62: what the die comes to, and what is added to it as far as everyone can tell; nothing once Turkey is out of
    the war."""
    chart = state.printed.charts.surrender
    if chart is None or has_surrendered(state):
        return None
    return {
        "total": chart.total,
        "modifiers": as_list(modifiers_seen(state), "drm"),
        "arabia": {"required": arabia_needs(state, chart), "held": len(state.boxes[ARABIA])},
    }
