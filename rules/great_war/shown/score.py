"""§18.1 The Central Powers' points as everyone can count them, what they come from, and what they decide."""

from __future__ import annotations

from rules.great_war.play import place_name
from rules.great_war.position.pre_war_state import MOLTKE
from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import ALBERT
from rules.great_war.printed.variants import HEXES, TOWNS
from rules.great_war.strategic.first_match import SECTION, towns_held
from rules.great_war.strategic.victory import LAST, LAST_AIMS, LAST_POINTS, MOLTKE_POINTS, held_hexes, lost_cities
from rules.kernel.messages import JsonObject
from rules.kernel.wording import listing


def score(state: State) -> JsonObject | None:
    """Points, those that win, and each part of them with its section and places. None where hexes decide (§18.4).

    Whether Russian hexes are garrisoned after the treaty is left to the check itself (§5.47), as in the view.
    """
    if state.printed.variant.victory == HEXES:
        return None
    if state.printed.variant.victory == TOWNS:
        return _of_towns(state)
    held, lost = held_hexes(state), lost_cities(state)
    parts: list[tuple[str, int, str, tuple[str, ...]]] = [
        ("Victory hexes held", len(held), "18.11", held),
        ("Cities lost to the Allies", -len(lost), "18.13", lost),
        ("Emergency replacements", state.strategic_state.emergencies, "5.18", ()),
        ("The war at sea", state.chit_state.victory, "6.50", ()),
        ("The Paris Gun", int(bool(state.chit_state.gun)), "6.10", ()),
    ]
    return {
        "points": sum(number for _, number, _, _ in parts),
        "needs": None if state.pre_war.has(MOLTKE) else state.printed.charts.victory.points,
        "rule": _rule(state),
        "parts": [
            {"text": text, "points": number, "section": section, "places": [place_name(state, h) for h in hexes]}
            for text, number, section, hexes in parts
            if number
        ],
    }


def _of_towns(state: State) -> JsonObject:
    """Our own, for a first match on one front: a point for each town."""
    held, card, last = towns_held(state), state.card, state.printed.charts.turns[state.printed.variant.last - 1]
    names = listing([place_name(state, town) for town in card.towns])
    number = f"{len(card.towns)} towns count: {names}."
    needed = (
        f"The Central Powers win with {card.towns_needed} of them after the turn of {last.date}, or at once with all"
    )
    held_places = [place_name(state, town) for town in held]
    return {
        "points": len(held),
        "needs": card.towns_needed,
        "towns": [*card.towns],
        "rule": f"{number} {needed}. Otherwise the Allies win.",
        "parts": [{"text": "Towns held", "points": len(held), "section": SECTION, "places": [*held_places]}]
        * bool(held),
    }


def _rule(state: State) -> str:
    """§18.11, §18.14, §20.3, §21.59: what the points decide, in a sentence or two."""
    chart = state.printed.charts.victory
    if state.pre_war.has(MOLTKE):
        return (
            f"When the United States come in, the Central Powers win with {MOLTKE_POINTS} points "
            "and peace with Russia. "
            "Otherwise the Allies win."
        )
    rule = (
        f"At each Victory Check from strategic turn {chart.first_check} on the Central Powers win with {chart.points} "
        "or more, and the Allies if they are below 0."
    )
    if state.pre_war.has(ALBERT):
        rule += " Hexes in Belgium do not count towards the win."
    if state.scenario == LAST:
        aims = "Venice, Salonika, and all cities of Russia"
        rule += f" They also win with {LAST_POINTS} and {LAST_AIMS} of three aims: {aims}."
    return rule
