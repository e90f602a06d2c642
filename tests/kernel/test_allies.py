"""A program as one of several commanders: what it answers to allies, and what it leaves to them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, cast

import pytest

from rules.kernel.messages import JsonObject
from rules.kernel.players import Program, SeatClient
from rules.kernel.programs.guesses import Guess
from rules.kernel.teams.arrangements import END_FOR_ALL, LEND, READY
from rules.kernel.teams.joint_orders import CALL_OFF, JOIN
from rules.kernel.teams.programs.ally import (
    END,
    MAX_DRAWS,
    Ally,
    decline,
    harmless,
    is_arranged,
    own_order,
    with_allies,
)

MARCH: JsonObject = {"kind": "march"}
ALL_DONE: JsonObject = {"kind": END}
SAYS_READY: JsonObject = {"kind": READY, "yes": "yes"}


def offer(kind: str, *of: str, **more: Any) -> JsonObject:
    """An offer with one slot, in which one of these may stand."""
    slots: list[Any] = [{"name": "yes", "shape": "choice", "options": {"of": [*of]}}]
    return {"kind": kind, "refusal": None, "slots": slots, **more}


class Table:
    """A game of which only the question counts; what it is asked for is noted."""

    def __init__(self, offers: list[JsonObject], *, team: bool = True, draws: tuple[JsonObject, ...] = ()) -> None:
        self.plans: Any = {"plan": "printed"}
        self.offers, self.team, self.draws = offers, team, [*draws]

    def plan(self, state: Any) -> str:
        return {"position": "plan"}[state]

    def view(self, state: Any, viewer: str) -> JsonObject:
        assert (state, viewer) == ("position", "red")
        return {"team": {}} if self.team else {}

    def legal(self, state: Any, seat: str) -> JsonObject:
        assert (state, seat) == ("position", "red")
        return {"ask": "1", "offers": [*self.offers]}

    def consult(self, state: Any, seat: str, question: Any) -> JsonObject:
        return {"asked": [state, seat, question]}

    def note(self, state: Any, viewer: str) -> JsonObject:
        return {"noted": [state, viewer]}

    def random_command(self, state: Any, seat: str, rng: Any) -> JsonObject:
        assert (state, seat) == ("position", "red")
        return self.draws.pop(0)


class Own:
    """A program that knows nothing of allies, and gives one order; it notes the question that it was asked."""

    def __init__(self, gives: JsonObject | None = MARCH) -> None:
        self.gives, self.asked = gives, list[Any]()

    def command(self, client: SeatClient, _: object) -> JsonObject | None:
        self.asked.append(client.legal())
        return self.gives

    def guesses(self, view: Any, side: str, printed: Any) -> Any:
        return {"1010": Guess(f"{view} {side} {printed}", 1, {})}


def answer_of(own: Own, *offers: JsonObject, team: bool = True) -> JsonObject | None:
    """What a program says to these offers, as one of several commanders unless told otherwise."""
    table = Table([*offers], team=team)
    return Ally(lambda: own).command(SeatClient(table, "position", "red"), random.Random(1))


def test_alone_on_its_side_a_program_is_asked_the_question_as_it_is() -> None:
    own = Own(ALL_DONE)
    assert answer_of(own, offer(READY, "yes"), offer("march"), team=False) == ALL_DONE
    assert [o["kind"] for o in own.asked[0]["offers"]] == [READY, "march"]


def test_a_program_joins_the_first_ally_who_asks() -> None:
    own = Own()
    assert answer_of(own, offer("march"), offer(JOIN, "blue", "green")) == {"kind": JOIN, "with": "blue", "yes": "yes"}
    assert own.asked == []


def test_a_program_waits_for_allies_whom_it_has_asked() -> None:
    assert answer_of(Own(), offer(CALL_OFF), offer("march")) is None


def test_a_program_that_is_ready_leaves_the_rest_to_allies() -> None:
    """It may take back that it is ready, and gives nothing unasked."""
    assert answer_of(Own(), offer(READY, "no"), offer(LEND)) is None
    assert answer_of(Own(), offer(LEND)) is None


def test_a_program_that_is_not_ready_says_so_instead_of_ending_the_step() -> None:
    """Where the commander in chief ends it; it is asked as if the side had nobody else, and could end it."""
    own = Own(ALL_DONE)
    assert answer_of(own, offer("march"), offer(LEND), offer(READY, "yes", "no")) == SAYS_READY
    assert own.asked[0]["offers"] == [offer("march"), {"kind": END, "refusal": None}]
    assert own.asked[0]["ask"] == "1"
    assert answer_of(Own(ALL_DONE), offer(READY, "yes")) == SAYS_READY


def test_other_orders_of_a_program_are_given_as_they_are() -> None:
    own = Own()
    assert answer_of(own, offer("march"), offer(READY, "yes")) == MARCH
    assert answer_of(own, offer("march"), offer(END), offer(READY, "no")) == MARCH
    assert [o["kind"] for o in own.asked[1]["offers"]] == ["march", END]
    assert answer_of(Own(None), offer("march"), offer(READY, "yes")) is None


def test_a_program_ends_no_step_that_an_ally_has_not_finished() -> None:
    """An end that all are ready for is given."""
    assert answer_of(Own(ALL_DONE), offer("march"), offer(END, unready=["blue"])) is None
    assert answer_of(Own(ALL_DONE), offer("march"), offer(END, unready=[])) == ALL_DONE
    assert answer_of(Own(), offer("march"), offer(END, unready=["blue"])) == MARCH


def test_what_a_program_asks_of_its_game_reaches_it() -> None:
    """Through the game as it would be without allies: the plan, the view, detail, and orders at random that are none of
    the commanders' arrangements."""
    table, found = Table([offer("march")], draws=({"kind": LEND}, {"kind": JOIN}, MARCH)), list[Any]()

    class Curious(Own):
        def command(self, client: SeatClient, rng: Any) -> JsonObject | None:
            found.extend([client.printed, client.view(), client.consult({"kind": "odds"}), client.some_command(rng)])
            return MARCH

    Ally(Curious).command(SeatClient(table, "position", "red"), random.Random(1))
    assert found == ["printed", {"team": {}}, {"asked": ["position", "red", {"kind": "odds"}]}, MARCH]


def test_only_an_agreement_to_join_is_declined() -> None:
    agreed: JsonObject = {"kind": JOIN, "with": "blue", "yes": "yes"}
    assert decline(agreed) == {"kind": JOIN, "with": "blue", "yes": "no"}
    assert decline({**agreed, "yes": "no"}) is None
    assert decline({**SAYS_READY}) is None


def test_an_order_at_random_is_an_arrangement_only_where_nothing_else_is_found() -> None:
    draws = iter([{"kind": LEND}, MARCH, ALL_DONE])
    assert own_order(lambda: next(draws)) == MARCH  # type: ignore[arg-type]
    assert own_order(lambda: {"kind": LEND}) == {"kind": LEND}
    assert is_arranged({"kind": END_FOR_ALL})
    assert not is_arranged(MARCH)


@pytest.mark.parametrize(
    ("offers", "drawn", "expected"),
    [
        ([offer("march"), offer(READY, "yes")], MARCH, MARCH),
        ([offer(END, unready=["blue"]), offer(READY, "yes", "no")], ALL_DONE, SAYS_READY),
        ([offer(END, unready=[])], ALL_DONE, ALL_DONE),
        ([offer(END, unready=["blue"]), offer(READY, "no")], ALL_DONE, None),
        ([offer(LEND), offer(READY, "yes")], {"kind": LEND}, SAYS_READY),
        ([offer(LEND)], {"kind": LEND}, None),
    ],
)
def test_where_a_program_has_failed_nothing_is_done_to_its_allies(
    offers: list[JsonObject], drawn: JsonObject, expected: JsonObject | None
) -> None:
    assert harmless({"offers": offers}, lambda: drawn) == expected


def test_something_harmless_is_drawn_again_and_again() -> None:
    draws = iter([*[ALL_DONE] * (MAX_DRAWS - 1), MARCH, ALL_DONE])
    assert harmless({"offers": [offer(END, unready=["blue"])]}, lambda: next(draws)) == MARCH


def test_a_program_with_constants_keeps_them_beside_allies() -> None:
    @dataclass(frozen=True)
    class Habits:
        daring: int = 2

    made = with_allies(Program(lambda habits: cast("Any", Own({"kind": "march", "daring": habits.daring})), Habits()))
    assert isinstance(made, Program)
    client = SeatClient(Table([], team=False), "position", "red")
    assert made().command(client, random.Random(1)) == {"kind": "march", "daring": 2}
    assert made.varied({"daring": 3})().command(client, random.Random(1)) == {"kind": "march", "daring": 3}
    assert with_allies(Own)().command(client, random.Random(1)) == MARCH


def test_an_ally_guesses_what_its_program_guesses() -> None:
    assert Ally(Own).guesses({}, "red", "map") == {"1010": Guess("{} red map", 1, {})}

    class Plain:
        def command(self, client: SeatClient, _: object) -> JsonObject | None:
            return None

    assert Ally(Plain).guesses({}, "red", "map") == {}
