"""What charts read of the log: in fields, and in the sentences of lines that were stored before there were fields."""

from __future__ import annotations

import pytest

from rules.kernel.game import REFEREE
from rules.kernel.messages import JsonObject
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.versions import line_forward
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from rules.schlieffens_war.shown.gauge import GAUGE
from tests.golden.recording import FOLDER, Recording, replay


def stripped(line: JsonObject) -> JsonObject:
    """A line as the first versions told it."""
    return {key: value for key, value in line.items() if key not in ("turn", "toll")}


def test_5_1_11_20_lines_stored_without_fields_count_as_those_of_today() -> None:
    """Turns, steps lost in combat, by attrition and on forced marches, HQs and depots: over a whole recorded game."""
    recording = Recording.read(FOLDER / "schlieffens-war" / "4.7-german-points.json")
    turns, lost = set[int](), 0
    for step in replay(recording):
        for before, event, after in zip(step.states, step.events, step.states[1:], strict=False):
            line = GAME.narrate(before, event, after, REFEREE)
            if line is None:
                continue
            old = stripped(line)
            assert (GAUGE.turn(old), GAUGE.lost(old)) == (GAUGE.turn(line), GAUGE.lost(line)), line["text"]
            turns.add(GAUGE.turn(line) or 0)
            lost += bool(GAUGE.lost(line))
    assert turns == set(range(11))
    assert lost > 50


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("attrition", "Guard Corps, out of supply: die 3, one step lost.", {GERMAN: 1}),
        ("forced-march", "Guard Corps, forced march: die 3, no loss.", {}),
        ("lost", "4th HQ eliminated.", {GERMAN: 1}),
    ],
)
def test_8_8_10_6_what_an_old_line_tells_is_read_in_its_sentence(kind: str, text: str, found: dict[str, int]) -> None:
    assert line_forward({"kind": kind, "text": text, "side": GERMAN})["toll"] == found


def test_what_a_line_has_in_a_field_is_not_looked_for_in_its_sentence() -> None:
    line: JsonObject = {"kind": "attrition", "text": "Whatever it says.", "side": ENTENTE, "toll": {}}
    assert line_forward(line) is line
