"""Advice for a player: a program is asked as if it sat in the seat, and says why, and what it would do otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.kernel.messages import Json, JsonObject
from rules.kernel.players import Player, Rng, SeatClient
from rules.kernel.programs.reasons import MOST_OTHERS, Course, Notebook

PLACE, PATH, UNITS = "hex", "path", ("unit", "units")
"""The shapes of slots that lie on the map (docs/architecture.md §3)."""
MEMBERS = {"unit": "unit", "units": "units", "path": PATH, "hex": PLACE, "area": PLACE, "target": PLACE}
"""What the members of an order are that is given by hand and not slot by slot."""


@dataclass(frozen=True, slots=True)
class OnMap:
    """Where an order lies on the map: from where its units come, the places on their way, and where it leads.

    ``way`` begins where they stand and ends at ``to``; an order that names no way has none. ``to`` is empty where an
    order leads nowhere.
    """

    origins: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    to: str = ""

    def json(self) -> JsonObject:
        """As the page is told of it."""
        return {"origins": [*self.origins], "way": [*self.way], "to": self.to}


def advise(player: Player, client: SeatClient, rng: Rng) -> tuple[Course, ...]:
    """What a program would do in a seat, and up to two other orders that it weighed; none where it leaves the decision
    to an ally."""
    notebook = Notebook()
    command = player.command(replace(client, notebook=notebook), rng)
    if command is None:
        return ()
    return read_notes(notebook, command)


def read_notes(notebook: Notebook, command: JsonObject) -> tuple[Course, ...]:
    """An order as its program noted it, and up to two others that it weighed."""
    others = [course for course in notebook.others if course.command != command]
    return Course(command, tuple(notebook.reasons), notebook.odds, notebook.worth), *others[:MOST_OTHERS]


def tell(courses: Sequence[Course], view: Mapping[str, Any], question: Mapping[str, Any]) -> list[Json]:
    """Advice as the page is told of it: each ``{"command", "reasons": [{"text", "section"}], "odds", "map"}``."""
    places = whereabouts(view)
    return [
        {
            "command": course.command,
            "reasons": [{"text": reason.text, "section": reason.section} for reason in course.reasons],
            "odds": course.odds,
            "map": on_map(course.command, question, places).json(),
        }
        for course in courses
    ]


def on_map(command: Mapping[str, Any], question: Mapping[str, Any], places: Mapping[str, str]) -> OnMap:
    """Where an order lies on the map, by the shapes of its slots; ``places``: where each unit is."""
    units: list[str] = []
    way: list[str] = []
    to = ""
    for shape, value in _slots(command, question):
        if shape in UNITS:
            units += [value] if isinstance(value, str) else [v for v in value if isinstance(v, str)]
        elif shape == PATH and value:
            way = [*value]
        elif shape == PLACE and value not in places:
            to = value
    origins = tuple(dict.fromkeys(places[unit] for unit in units if unit in places))
    if way:
        start = origins[:1] if way[0] not in origins else ()
        return OnMap(origins, (*start, *way), way[-1])
    return OnMap(tuple(o for o in origins if o != to), (), to)


def _slots(command: Mapping[str, Any], question: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The shape and value of each slot of an order that is on offer."""
    all_offers = (offer for asked in (question, *question.get("lanes", ())) for offer in asked["offers"])
    offer: Mapping[str, Any] = next((offer for offer in all_offers if offer["kind"] == command["kind"]), {})
    shapes = {slot["name"]: slot["shape"] for slot in offer.get("slots") or ()} or MEMBERS
    for name, shape in shapes.items():
        if name in command:
            yield shape, command[name]


def whereabouts(view: Mapping[str, Any]) -> dict[str, str]:
    """The place of each unit on the map that a view shows, of games of stacks and of games of areas."""
    stacks: Mapping[str, Any] = view.get("stacks") or {}
    areas: Mapping[str, Any] = view.get("areas") or {}
    # A stack is its units, or says whose they are as well.
    standing = {p: stack.get("units", ()) if isinstance(stack, Mapping) else stack for p, stack in stacks.items()}
    there = [*standing.items(), *((area, body.get("units", ())) for area, body in areas.items())]
    # Units that are still to be set up may be listed by name.
    return {unit["id"]: place for place, units in there for unit in units if isinstance(unit, Mapping)}
