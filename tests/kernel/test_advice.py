"""Advice: what a program noted down while it decided, and where its orders lie on the map."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from rules.kernel.messages import JsonObject
from rules.kernel.players import Player, SeatClient
from rules.kernel.programs.advice import advise, on_map, read_notes, tell, whereabouts
from rules.kernel.programs.reasons import MOST_OTHERS, Course, Notebook, Reason, usual

MARCH: JsonObject = {"kind": "march", "units": ["ge-1"], "target": "1110"}
STAY: JsonObject = {"kind": "stay"}
DIG: JsonObject = {"kind": "dig"}
END: JsonObject = {"kind": "end"}
SHORT = Reason("The way is short.", "8.1")
SAFE = Reason("Nobody is near.")


class Thoughtful:
    """A program that says why it marches, and thinks of its order twice."""

    def __init__(self, command: JsonObject | None = MARCH) -> None:
        self.gives = command

    def command(self, client: SeatClient, _: object) -> JsonObject | None:
        client.because(SHORT, odds="3:1", worth="1.8 steps")
        client.because(SHORT, SAFE)
        for command in (MARCH, STAY, DIG, END):
            client.weighed(Course(command, (SAFE,), "2:1", "1 step"))
        return self.gives


def advised(player: object) -> tuple[Course, ...]:
    """What a player is told of a program's order; the game is not asked anything."""
    return advise(cast("Player", player), SeatClient(cast("Any", None), None, "red"), random.Random(1))


def test_advice_is_the_order_with_its_reasons_and_two_others() -> None:
    """The order itself is none of the others; a reason that is given twice is told once, and odds and worth stay."""
    first, *others = advised(Thoughtful())
    assert first == Course(MARCH, (SHORT, SAFE), "3:1", "1.8 steps")
    assert others == [Course(STAY, (SAFE,), "2:1", "1 step"), Course(DIG, (SAFE,), "2:1", "1 step")]
    assert len(others) == MOST_OTHERS


def test_a_decision_that_a_program_leaves_to_an_ally_has_no_advice() -> None:
    assert advised(Thoughtful(None)) == ()


def test_what_was_noted_last_counts_and_what_was_rejected_is_no_advice() -> None:
    notebook = Notebook()
    notebook.because([SHORT], "3:1", "2 steps")
    notebook.because([], "4:1", "1 step")
    notebook.because([])
    notebook.reject(Course(STAY))
    assert read_notes(notebook, MARCH) == (Course(MARCH, (SHORT,), "4:1", "1 step"),)


def test_what_always_speaks_for_an_order_goes_by_its_kind() -> None:
    assert [*usual(MARCH, {"march": SHORT, "stay": SAFE})] == [SHORT]
    assert [*usual(DIG, {"march": SHORT, "stay": SAFE})] == []


def test_the_page_is_told_each_order_with_reasons_odds_and_its_way_on_the_map() -> None:
    view = {"stacks": {"1010": [{"id": "ge-1"}]}}
    question = {"offers": [{"kind": "march"}, {"kind": "stay"}]}
    assert tell([Course(MARCH, (SHORT, SAFE), "3:1"), Course(STAY)], view, question) == [
        {
            "command": MARCH,
            "reasons": [
                {"text": "The way is short.", "section": "8.1"}, {"text": "Nobody is near.", "section": ""},
            ],
            "odds": "3:1",
            "map": {"origins": ["1010"], "way": [], "to": "1110"},
        },
        {"command": STAY, "reasons": [], "odds": "", "map": {"origins": [], "way": [], "to": ""}},
    ]  # fmt: skip


def test_slots_have_the_shapes_of_their_own_offer_in_whichever_lane() -> None:
    """Another order has a slot of the same name and another shape; a question may have its offers in lanes alone."""
    offers = [
        {"kind": "watch", "slots": [{"name": "where", "shape": "units"}]},
        {"kind": "raid", "slots": [{"name": "where", "shape": "hex"}, {"name": "who", "shape": "units"}]},
    ]
    command: JsonObject = {"kind": "raid", "where": "1212", "who": ["ge-1", "ge-9"]}
    expected = {"origins": ["1010"], "way": [], "to": "1212"}
    assert on_map(command, {"offers": offers}, PLACES).json() == expected
    assert on_map(command, {"offers": [], "lanes": [{"offers": offers}]}, PLACES).json() == expected


PLACES = {"ge-1": "1010", "ge-2": "1010", "ge-3": "1011"}


@pytest.mark.parametrize(
    ("command", "slots", "origins", "way", "to"),
    [
        ({"kind": "o", "units": ["ge-1", "ge-2"], "path": ["1111", "1212"]}, None, ["1010"], ["1010", "1111", "1212"],
         "1212"),
        ({"kind": "o", "units": ["ge-1"], "path": ["1010", "1111"]}, None, ["1010"], ["1010", "1111"], "1111"),
        ({"kind": "o", "units": ["ge-1"], "path": ["1010", "1111", "1212"]}, None, ["1010"], ["1010", "1111", "1212"],
         "1212"),
        ({"kind": "o", "units": ["ge-1", "ge-3"], "target": "1110"}, None, ["1010", "1011"], [], "1110"),
        ({"kind": "o", "unit": "ge-9", "hex": "1110"}, None, [], [], "1110"),
        ({"kind": "o", "unit": "ge-1", "area": "1110", "target": "ge-3"}, None, ["1010"], [], "1110"),
        ({"kind": "o", "who": ["ge-3"], "where": "1010"}, {"who": "units", "where": "hex"}, ["1011"], [], "1010"),
        ({"kind": "o"}, None, [], [], ""),
    ],
)  # fmt: skip
def test_where_an_order_lies_on_the_map(
    command: JsonObject, slots: dict[str, str] | None, origins: list[str], way: list[str], to: str
) -> None:
    offer: dict[str, Any] = {"kind": "o"}
    if slots:
        offer["slots"] = [{"name": name, "shape": shape} for name, shape in slots.items()]
    assert on_map(command, {"offers": [offer]}, PLACES).json() == {"origins": origins, "way": way, "to": to}


def test_units_are_found_in_stacks_of_either_shape_and_in_areas() -> None:
    """Of a stack that says whose it is a hint had no place to draw an arrow from."""
    stacks = {"1010": [{"id": "a"}], "1111": {"side": "red", "units": [{"id": "b"}]}, "1212": {"side": "red"}}
    assert whereabouts({"stacks": stacks, "areas": {"rome": {"units": [{"id": "c"}, "waits"]}}}) == {
        "a": "1010", "b": "1111", "c": "rome",
    }  # fmt: skip
