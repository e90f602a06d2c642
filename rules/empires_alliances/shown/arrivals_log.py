"""§17.0, §14.0: the lines of the log on replacements, reinforcements and supply."""

from __future__ import annotations

from rules.empires_alliances.facts import Event
from rules.empires_alliances.facts.arrivals import Added, Arrived, PointsLapsed, PointsMade, Rebuilt, Withdrawn
from rules.empires_alliances.facts.supply import LevelsRose, Relieved, ShipsKept, Starved
from rules.empires_alliances.play import name_of, names_of, place_name, verb_of
from rules.empires_alliances.position.state import Points, State
from rules.empires_alliances.printed.board import POOL
from rules.empires_alliances.shown.log_parts import hexes_of, purse_name
from rules.kernel.messages import JsonObject
from rules.kernel.wording import listing


def told_of_arrivals(before: State, event: Event, after: State) -> JsonObject | None:
    """What the log says of replacements, reinforcements and supply; None for any other fact."""
    match event:
        case PointsMade():
            made = ", ".join(
                f"{purse_name(before, purse)} {_points(points)}" for purse, points in event.made.items() if any(points)
            )
            text = f"Replacement points: {made or 'none'}."
            return {"section": "17.23", "text": text, "points": _reasons(event)}
        case PointsLapsed():
            text = f"More points than may be kept lapse: {listing(purse_name(before, p) for p in event.purses)}."
            return {"section": "17.21", "text": text}
        case Added():
            section, where = ("17.41", "the Replacement Pool") if event.to == POOL else ("17.46", "reserve")
            go = verb_of(event.units, "goes", "go")
            return {"section": section, "text": f"{names_of(before, event.units)} {go} to {where}."}
        case Arrived():
            section, text = "17.12", f"{name_of(before, event.unit)} arrives in {place_name(before, event.at)}."
            if event.gone:
                section, text = "17.43", f"{text[:-1]} in place of {name_of(before, event.gone)}."
            return {"section": section, "text": text, "hexes": hexes_of(after, [event.unit])}
        case Rebuilt():
            text = f"{name_of(before, event.counter)} is rebuilt in {place_name(before, event.at)}."
            return {"section": "17.24", "text": text, "hexes": hexes_of(after, [event.counter])}
        case Withdrawn():
            text = f"Withdrawn: {names_of(before, event.units)}."
            return {"section": "17.44", "text": text, "hexes": hexes_of(before, event.units)}
        case LevelsRose():
            who = ", ".join(f"{name_of(before, u)} ({level})" for u, level in event.levels.items())
            return {"section": "14.1", "text": f"Out of supply: {who}.", "hexes": hexes_of(before, event.levels)}
        case Starved():
            text = f"Starved: {names_of(before, event.units)}."
            return {"section": "14.1", "text": text, "hexes": hexes_of(before, event.units)}
        case Relieved():
            text = f"In supply again: {names_of(before, event.units)}."
            return {"section": "14.1", "text": text, "hexes": hexes_of(before, event.units)}
        case ShipsKept():
            country = before.printed.nations[event.country].adjective
            return {"section": "14.53", "text": f"{event.corps} corps of {country} ships are kept for supply."}
        case _:
            return None


def _points(points: Points) -> str:
    """Points of each kind, as far as there are any."""
    named = zip(points, ("infantry", "artillery", "tank"), strict=True)
    return " and ".join(f"{n} {kind}" for n, kind in named if n)


def _reasons(event: PointsMade) -> JsonObject:
    """By purse the gains and losses behind its points."""
    return {
        purse: [
            {"text": text, "section": section, "infantry": a, "artillery": b, "tank": c}
            for text, section, a, b, c in rows
        ]
        for purse, rows in event.why.items()
    }
