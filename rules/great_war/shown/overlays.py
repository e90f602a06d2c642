"""Layers over the map (supply and control), and what would befall a side's units when it ends its movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import compress

from rules.great_war.combat import enver_march
from rules.great_war.play import place_name
from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.state import State
from rules.great_war.position.theatres import theatre_of
from rules.great_war.printed.fronts import EAST, THEATRE_NAMES
from rules.great_war.printed.nations import ALLIED, CENTRAL, NAME_OF, SIDES, foe
from rules.great_war.printed.phases import FIRST_MOVEMENT, MOVEMENTS, RAILS
from rules.great_war.shown.open_cities import open_cities
from rules.great_war.supply.starving import starved_units
from rules.great_war.supply.tracing import supplied_hexes
from rules.hexes.overlays import layer
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.wording import listing, quantity

SUPPLY, CONTROL = "supply", "control"
OUT = "out"
HELD = {"central": "Central Powers control", "allied": "Allied control"}
WHO = {CENTRAL: "the Central Powers", ALLIED: "the Allies"}
MAX_NAMED = 4
"""Open places that a warning names."""
NO_OVERLAY = Refusal("no-overlay", "7.1", "There is no such overlay.")


def overlay(state: State, side: str, name: object) -> JsonObject | Refusal:
    """The hexes of a layer with a word on each: supply of the side's own nations, now or in the weather of the next
    turn, or who controls what."""
    match name:
        case "supply":
            return _supply_layer(state, side)
        case "supply-next":
            coming = in_next_weather(state)
            return NO_OVERLAY if coming is None else _supply_layer(coming, side)
        case "control":
            return {"hexes": _control(state)}
        case _:
            return NO_OVERLAY


def _supply_layer(state: State, side: str) -> JsonObject:
    return {"hexes": _supply(state, side), "units": dict(starved_units(state, side))}


def in_next_weather(state: State) -> State | None:
    """§12.2, §12.12: the position in the weather that the track has for the fronts of the Near East on the next turn;
    None where there are none, and after the last turn."""
    if state.printed.near_east is None or state.turn >= state.printed.variant.last:
        return None
    return replace(state, weather={**state.weather, **state.printed.charts.turns[state.turn].further})


def _supply(state: State, side: str) -> JsonObject:
    """§11.2: where combat units of which nations would be in regular supply: of those that have units on the map."""
    nations = sorted({state.counter(u).nation for u in state.on_map(side)})
    fields = {nation: supplied_hexes(state, nation, False) for nation in nations}
    board, found = state.printed.board, JsonObject()
    # A thousand hexes, but few different words.
    words = cache(lambda *fed: f"Supply: {listing(NAME_OF[n] for n in compress(nations, fed))}")
    for i in sorted(frozenset[int]().union(*fields.values())):
        if board.land[i]:
            found[board.ids[i]] = words(*[i in field for field in fields.values()])
    return found


def _control(state: State) -> JsonObject:
    """§7.1: the hexes that either side controls."""
    board = state.printed.board
    return layer(board.ids, board.land, ((controlled_hexes(state, side), HELD[side]) for side in SIDES))


def warnings(state: State, side: str, passed: object) -> JsonObject | Refusal:
    """What may befall a side when it ends its movement: units lost for want of supply, places that lie open.

    ``passed`` are the open places that its player has been told of and left as they were, with the MP of the nearest
    enemy at that time. They are not told again as long as no enemy has come nearer: nobody reads a warning that comes
    every turn. ``passed`` of the answer is what to ask with the next time: without places that no longer lie open.
    """
    if not isinstance(passed, Mapping) or not all(type(mp) is int for mp in passed.values()):
        return Refusal("malformed", "4.0", "'passed' must map hexes to distances.")
    key, found = state.phase.key, list[Json]()
    if key not in (*MOVEMENTS, *RAILS):
        return {"warnings": found, "passed": {**passed}}
    # Where a side moves first in a theatre, the enemy follows there on the same turn.
    after = state.turn + (key != FIRST_MOVEMENT)
    theatres = THEATRE_NAMES if key in RAILS else (theatre_of(state, side, key),)
    board = state.printed.board
    kept = {h: mp for h, mp in passed.items() if h in board.index and board.theatre[board.index[h]] not in theatres}
    if key in MOVEMENTS:
        found += _hungry(state, side)
    if key in MOVEMENTS and side == CENTRAL and theatre_of(state, side, key) == EAST:
        found += enver_march.warnings(state)
    for theatre in theatres:
        places = open_cities(state, side, theatre, after)
        kept |= {h: min(mp, passed.get(h, mp)) for h, mp in places.items()}
        found += _open(state, side, [h for h, mp in places.items() if mp < passed.get(h, mp + 1)])
    return {"warnings": found, "passed": kept}


def _hungry(state: State, side: str) -> list[Json]:
    """§11.13, §11.84: front by front, the side's units that are eliminated after combat unless they find supply."""
    board, lost = state.printed.board, dict[str, list[str]]()
    for unit, how in starved_units(state, side):
        if how == OUT:
            lost.setdefault(board.front[board.index[state.units[unit].at]], []).append(unit)
    return [_warning(state, front, units) for front, units in lost.items()]


def _open(state: State, side: str, places: Sequence[str]) -> Iterator[JsonObject]:
    """§18.1: the places of a theatre that count for victory, and into which the enemy could walk."""
    if places:
        named = [place_name(state, h) for h in places[:MAX_NAMED]]
        more = len(places) - len(named)
        text = f"No unit is in {listing([*named, f'{more} more'] if more else named, 'or')}:"
        text += f" {WHO[foe(side)]} could walk in on their next move. "
        text += "It counts for victory." if len(places) == 1 else "Each counts for victory."
        yield {"text": text, "section": "18.1", "hex": places[0]}


def _warning(state: State, front: str, units: list[str]) -> JsonObject:
    many, title = len(units) > 1, state.printed.board.fronts[front].title
    text = (
        f"{title}: {quantity(len(units), 'unit')} {'are' if many else 'is'} out of supply, and eliminated"
        f" after the next combat phase unless {'they find' if many else 'it finds'} supply."
    )
    return {"text": text, "section": "11.84", "hex": state.units[units[0]].at}
