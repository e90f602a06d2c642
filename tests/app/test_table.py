"""A table by itself: what it asks the rules for, and what it does not ask them twice."""

from __future__ import annotations

import datetime as dt
from typing import Any

from app.matches.facts import ACTIVE, Chair, Order, Record
from app.matches.table import Ruling, Table
from rules.kernel.messages import JsonObject
from tests.app.players import END, HIDE, THROW
from tests.app.toy_game import SEATS, Event, State, Toy

NOW = dt.datetime(1914, 8, 4, tzinfo=dt.UTC)


def table(game: Toy) -> Table:
    """A match of the toy that has just begun, with nobody at it."""
    chairs = tuple(Chair(s, s.title(), None, None, None, "1" * 64, 0) for s in SEATS)
    record = Record(
        id="m", game="toy", scenario="short", options={}, status=ACTIVE, hotseat=False, version=0, secret=bytes(32),
        commitment=None, invite="", spectate="", outcome=None, rules=None, link=bytes(32), chairs=chairs,
    )  # fmt: skip
    return Table(game, record, 0, game.new_match("short", {}), None)


def played(at: Table, *commands: JsonObject) -> None:
    """Commands of whoever is asked."""
    for number, body in enumerate(commands):
        seat = at.state.seat
        ruling = at.judge(Order(seat, f"command-{at.version}-{number}", at.ask(seat), body), NOW)
        assert isinstance(ruling, Ruling), ruling
        at.accept(ruling)


def test_what_was_decided_is_not_applied_a_second_time() -> None:
    class Once(Toy):
        """Counts how often a fact is applied."""

        applied = 0

        def evolve(self, state: State, event: Event) -> State:
            self.applied += 1
            return super().evolve(state, event)

    game = Once()
    at = table(game)
    played(at, HIDE, THROW, END)
    assert game.applied == 3
    assert (at.state.turn, at.state.seat) == (2, "blue")


def test_the_name_of_the_question_is_known_without_the_question() -> None:
    class Mute(Toy):
        """Is never asked what it asks."""

        def legal(self, state: State, seat: str) -> Any:
            raise AssertionError("the question is made only for the one who looks at it")

    at = table(Mute())
    played(at, HIDE, END)
    assert at.ask("red") == "2.blue"
