"""A recorded game in figures, as a viewer would have it at its end: for tests of charts."""

from __future__ import annotations

from typing import Any, NamedTuple

from app.matches.reading.charts import charts_json, note_of, notes_that_stand, starts
from rules.catalogue import game
from rules.kernel.messages import JsonObject
from tests.golden.recording import Recording, replay


class Measured(NamedTuple):
    """The charts, the lines that they were made of, and every state of the game."""

    charts: Any
    lines: list[Any]
    states: list[Any]


def figures_of(recording: Recording, viewer: str) -> Measured:
    """What the server tells a viewer of a match that went like the recording."""
    rules, lines, states = game(recording.game), list[JsonObject](), list[Any]()
    views: dict[int, JsonObject] = {}
    for step in replay(recording):
        for before, event, after in zip(step.states, step.events, step.states[1:], strict=False):
            line = rules.narrate(before, event, after, viewer)
            if line is not None:
                lines.append({**line, "seq": len(lines) + 1})
        states += step.states
        views[len(lines)] = rules.view(step.states[-1], viewer)
    notes = [note for line in lines if (note := note_of(rules.gauge, line)) is not None]
    opened = [number for _, number in starts(notes_that_stand(notes))]
    stands = {n: rules.gauge.standing(views[min(seen for seen in views if seen >= n)]) for n in opened}
    return Measured(charts_json(rules.gauge, notes, stands, views[len(lines)], len(lines)), lines, states)
