"""The card of the war: every track that may decide it, where it stands, and what moves it next, as the rules judge it.

What units are in a stack is no part of it: everyone reads the same, so nothing here may look below a top counter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.great_war.play import place_name
from rules.great_war.position.control import controlled_hexes, controller
from rules.great_war.position.letters import in_play
from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import MORE_U_BOATS
from rules.great_war.printed.charts import VARIABLE
from rules.great_war.printed.fronts import CAUCASUS, EAST, SOUTH, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import EMERGENCY
from rules.great_war.strategic.revolutions import czar_modifiers_seen, enough, may_come, russian_cities
from rules.great_war.strategic.u_boats import CONVOY, in_box
from rules.kernel.messages import JsonObject
from rules.kernel.wording import listing, quantity

LANDS = {
    "FR": "France",
    "BE": "Belgium",
    "TU": "Turkey",
    "BU": "Bulgaria",
    "AH": "Austria-Hungary",
    "RO": "Romania",
}


class Track(NamedTuple):
    """A row: what it is about, where it stands, what moves it next, its section, and the kinds of log lines that tell
    of a change."""

    title: str
    now: str
    next: str
    section: str
    kinds: tuple[str, ...] = ()

    def json(self) -> JsonObject:
        """As the view tells it."""
        return {**self._asdict(), "kinds": [*self.kinds]}


def war_card(state: State) -> JsonObject:
    """§4.1, §5.0, §16.0: the tracks in the order in which a strategic turn comes to them, then the weather."""
    return {"tracks": [track.json() for track in _tracks(state)]}


def _tracks(state: State) -> Iterator[Track]:
    yield _strategic_turn(state)
    variant = state.printed.variant
    if variant.is_whole or variant.combined:
        yield _resource_hexes(state)
        if EMERGENCY not in variant.without:
            yield _emergencies(state)
        yield _u_boats(state)
        yield _united_states(state)
    if "RU" in state.sides:
        yield _russia(state)
    if variant.europe:
        yield from (_collapse(state, nation) for nation in CONDITIONS if nation in state.sides)
    yield _weather(state)


def _strategic_turn(state: State) -> Track:
    """§4.3: how many operational turns are left before the next one."""
    turns = state.printed.charts.turns
    due = next((turn for turn in turns[state.turn - 1 :] if turn.then), None)
    now = f"{state.strategic} was the last" if state.strategic else "none yet"
    if state.strategic_state.turn:
        now = f"{state.strategic_state.turn} is being taken"
    if due is None:
        return Track("Strategic turn", now, "There is none after this.", "4.3", ())
    left = due.number - state.turn
    when = "after this turn" if not left else f"after turn {due.number}, {quantity(left, 'turn')} from now"
    return Track("Strategic turn", now, f"{due.then} comes {when}.", "4.3", ())


def _resource_hexes(state: State) -> Track:
    """§5.16: which of them give points already, and from when the others do."""
    waiting, now = state.strategic_state.working, state.strategic
    giving = [h for h, letter in waiting.items() if letter and letter <= now]
    later = sorted((letter, place_name(state, h)) for h, letter in waiting.items() if letter and letter > now)
    by = {letter: [name for when, name in later if when == letter] for letter, _ in later}
    told = [f"{listing(names)} from strategic turn {letter}" for letter, names in by.items()]
    return Track(
        "Resource hexes",
        f"{len(giving)} of {len(state.printed.charts.resource_hexes)} give Germany points",
        f"{'; '.join(told)}. A hex that is lost or cut off from Germany waits again." if told else
        "A hex gives points from the fourth strategic turn after its capture, as long as it is in supply.",
        "5.16",
    )  # fmt: skip


def _emergencies(state: State) -> Track:
    """§5.18: the points that were paid for them, the French less the German."""
    net, price = state.strategic_state.emergencies, state.printed.charts.spending.emergency_points
    now = f"{net:+d} points for the Central Powers" if net else "no points for either side"
    each = quantity(price, "point")
    text = (
        f"France gives the Central Powers {each} for each call; Germany, from 1915 to 1917, gives up {each} of its own."
    )
    return Track("Emergency replacements", now.replace("-", "−"), text, "5.18", ("emergency",))


def _u_boats(state: State) -> Track:
    """§5.22: what stops them, and what they do as long as nothing does."""
    chart = state.printed.charts.warfare
    if in_play(state, ALLIED, CONVOY):
        return Track("U-boats", "stopped by convoys", "None sails for the rest of the game.", "5.22", ("u-boats",))
    if not in_box(state):
        later = "They sail once the Central Powers have played an event that sends them."
        return Track("U-boats", "not at sea", later, "5.22", ("u-boats",))
    dice = "two dice show" if state.pre_war.has(MORE_U_BOATS) else "a die shows"
    text = f"In each strategic turn Britain loses as many points as {dice}"
    if state.strategic_state.us_since:
        text += f", and an American division on its way is sunk on a {chart.us_unit_sunk_on}"
    else:
        text += f"; from {chart.us_entry_at} on the United States come a strategic turn earlier"
    return Track("U-boats", "at sea", f"{text}. Convoys end it.", "5.22", ("u-boats",))


def _united_states(state: State) -> Track:
    """§5.71: when they come, and what moves their marker."""
    strategic_state, chart = state.strategic_state, state.printed.charts
    if strategic_state.us_since:
        text = f"With {chart.victory.us_divisions} full divisions in France the Allies take over the initiative."
        return Track(
            "United States", f"at war since strategic turn {strategic_state.us_since}", text, "5.7", ("entry",)
        )
    moved = f"U-boats that roll {chart.warfare.us_entry_at} or more bring them a turn earlier, and so may an event."
    return Track(
        "United States", f"join on strategic turn {strategic_state.us_entry}", moved, "5.7", ("entry", "u-boats")
    )


def _russia(state: State) -> Track:
    """§5.4, §16.3: the Czar, the Bolsheviks, the treaty."""
    strategic_state = state.strategic_state
    if strategic_state.treaty:
        return Track(
            "Russia",
            f"at peace since strategic turn {strategic_state.treaty}",
            "It is out of the war.",
            "5.46",
            ("treaty",),
        )
    if strategic_state.bolsheviks:
        text = "The Central Powers may make peace in each later strategic turn."
        return Track(
            "Russia",
            f"Bolshevik since strategic turn {strategic_state.bolsheviks}",
            text,
            "5.46",
            ("revolution", "treaty"),
        )
    now = f"without the Czar since strategic turn {strategic_state.czar}" if strategic_state.czar else "under the Czar"
    if not may_come(state):
        return Track("Russia", now, "No revolution is rolled for now.", "5.4", ("revolution",))
    if strategic_state.czar:
        what, cities = "the Bolsheviks take over", len(russian_cities(state))
        found: Sequence[tuple[str, int]] = [("Russian cities", cities)] if cities else []
        rest = "Turns in which Russians attacked, or were not attacked, add one each."
    else:
        what, found, rest = "the Czar falls", czar_modifiers_seen(state), ""
    added = _list_names([f"{name} {number:+d}".replace("-", "−") for name, number in found]) or "nothing"
    against = "Each city of the Central Powers in Russian hands takes one off."
    text = f"A die each strategic turn: {what} on {enough(state)} or more. Added now: {added}."
    return Track("Russia", now, f"{text} {against} {rest}".strip(), "5.4", ("revolution",))


def _paris(state: State) -> tuple[str, str, str]:
    lost = sum(controller(state, h) == CENTRAL for h in state.places.paris)
    americans = state.printed.charts.victory.us_divisions
    return (
        "16.2",
        f"{lost} of {len(state.places.paris)} hexes of Paris lost",
        f"Collapses when all of Paris falls, unless {americans} full American divisions are in France or Russia holds a"
        " city or fort of Germany.",
    )


def _belgium(state: State) -> tuple[str, str, str]:
    whole = state.printed.board.by_country["BE"]
    left = quantity(len(whole - controlled_hexes(state, CENTRAL)), "hex", "hexes")
    return "16.4", f"{left} of Belgium left", "Collapses when none is left."


def _turkey(state: State) -> tuple[str, str, str]:
    return "16.6", "stands", "Collapses once Allied units enter Gallipoli; surrenders if they take Constantinople."


def _bulgaria(state: State) -> tuple[str, str, str]:
    return "16.7", "stands", "Collapses when the Allies take Sofia, or by an event."


def _austria(state: State) -> tuple[str, str, str]:
    places = state.places
    both = [h for h in (places.trent, places.trieste) if controller(state, h) == ALLIED]
    return (
        "16.5",
        f"{listing(place_name(state, h) for h in both)} lost" if both else "stands",
        "Collapses with Vienna, with Budapest, with Trent and Trieste together, when Bulgaria and Turkey are both down,"
        " or when three supplied Allied units stand in one of its hexes at the edge of the Italian map.",
    )


def _romania(state: State) -> tuple[str, str, str]:
    if state.sides["RO"] == ALLIED:
        return "16.8", "stands", "Collapses when Bucharest falls on a turn after the fall of the Czar."
    return "16.8", "stands", "Collapses when the Allies take Bucharest, or with Austria-Hungary or Bulgaria."


CONDITIONS = {"FR": _paris, "BE": _belgium, "AH": _austria, "TU": _turkey, "BU": _bulgaria, "RO": _romania}
"""§16.2 to §16.8: what brings each nation down; Russia falls by its revolutions (§16.3)."""


def _collapse(state: State, nation: str) -> Track:
    """§16.0: whether a nation stands, and what would bring it down."""
    section, now, text = CONDITIONS[nation](state)
    if nation in state.strategic_state.surrendered:
        return Track(LANDS[nation], "out of the war", "", "16.61")
    if nation in state.strategic_state.collapsed:
        return Track(LANDS[nation], "collapsed", "", section)
    return Track(LANDS[nation], now, text, section)


WHERE = {WEST: "west and Italy", EAST: "east", SOUTH: "Egypt and Iraq", CAUCASUS: "Caucasus"}


def _weather(state: State) -> Track:
    """§12.1: what the turn record says of this turn and the next."""
    zones, turns = state.printed.board.zones, state.printed.charts.turns
    now = _list_names([f"{state.weather[zone]} ({WHERE[zone]})" for zone in zones if state.weather.get(zone)])
    if state.turn >= state.printed.variant.last:
        return Track("Weather", now or "not known yet", "", "12.1")
    row = turns[state.turn]
    printed = {WEST: row.west, EAST: row.east, **row.further}
    told = [f"{_in_words(printed[zone])} ({WHERE[zone]})" for zone in zones if printed.get(zone)]
    return Track("Weather", now or "not known yet", f"Next turn: {listing(told)}." if told else "", "12.1")


def _list_names(names: Sequence[str]) -> str:
    """Names as a sentence has them; empty for none."""
    return listing(names) if names else ""


def _in_words(weather: str) -> str:
    return "fair or wet by a die" if weather == VARIABLE else weather
