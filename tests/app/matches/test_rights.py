"""From where someone may look at a match, and who may move it: each answer by itself, without a server."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import replace
from typing import Any, cast

import pytest

from app.errors import ApiError
from app.matches.access.admitting import admit
from app.matches.access.rights import is_asked, side_keys, viewer_of, why_no_move, why_not_standing_in
from app.matches.facts import ACTIVE, FINISHED, OPEN, MatchRecord, WhatIf
from app.matches.rows.repository import Matches
from app.news import WATCH
from rules.kernel.game import SPECTATOR
from tests.app.matches.test_rows import ANNE, BEN, BLUE, NOW, RED, STRANGER, record
from tests.app.toy_game import SEATS_OFFERED

SHOWN = record(seats=(replace(RED, shows="r"), replace(BLUE, shows="b")))
TRIED = WhatIf("old", "red", 1, 1, "", (), dt.datetime.now(dt.UTC) + dt.timedelta(hours=1))
OVER = replace(TRIED, until=NOW)


def seen(of: MatchRecord, account: uuid.UUID | None, seat: str | None = None, key: str | None = None) -> Any:
    """From where someone looks, or status and code of why they may not."""
    try:
        return viewer_of(of, account, seat, key, SEATS_OFFERED)
    except ApiError as error:
        return error.status, error.code


def test_players_look_from_their_seat_and_from_no_other() -> None:
    found = [seen(record(), ANNE), seen(record(), BEN), seen(record(), BEN, "blue")]
    assert found == ["red", "blue", "blue"]
    assert seen(record(), BEN, "red") == seen(record(), STRANGER) == (403, "not_your_seat")
    assert seen(record(), None) == (401, "no_session")
    # The key is for those who name no seat.
    assert seen(record(), BEN, "blue", "look") == "blue"


def test_a_stand_in_looks_while_they_play() -> None:
    waits = replace(BLUE, stand_in=STRANGER)
    assert seen(record(seats=(RED, waits)), STRANGER) == (403, "not_your_seat")
    assert seen(record(seats=(RED, replace(waits, stands_in_since=NOW))), STRANGER) == "blue"


def test_keys_open_what_they_are_for() -> None:
    keys = side_keys(SHOWN, SEATS_OFFERED)
    assert [*keys] == ["red", "blue"]
    assert keys["red"] != keys["blue"]
    assert seen(SHOWN, None, None, "look") == SPECTATOR
    assert seen(SHOWN, STRANGER, None, keys["red"]) == f"{WATCH}red"
    assert seen(SHOWN, STRANGER, None, keys["blue"]) == f"{WATCH}blue"
    assert seen(SHOWN, STRANGER, None, "nothing") == (403, "not_your_seat")
    assert seen(SHOWN, None, None, keys["red"]) == (401, "needs_name")
    assert seen(SHOWN, BEN, None, keys["red"]) == (403, "other_side")
    assert seen(SHOWN, BEN, None, keys["blue"]) == f"{WATCH}blue"


@pytest.mark.parametrize(
    ("other", "sides"),
    [
        ({}, ["red", "blue"]), ({"status": FINISHED}, ["red", "blue"]), ({"status": OPEN}, []), ({"hotseat": True}, []),
        ({"seats": (replace(RED, shows="r"), BLUE)}, ["red"]),
    ],
)  # fmt: skip
def test_a_side_is_shown_in_play_and_after_it_where_all_its_seats_agree(other: Any, sides: list[str]) -> None:
    assert [*side_keys(replace(SHOWN, **other), SEATS_OFFERED)] == sides


def test_a_key_is_void_as_soon_as_its_consent_is_another() -> None:
    again = replace(SHOWN, seats=(replace(RED, shows="s"), replace(BLUE, shows="b")))
    before, after = (side_keys(of, SEATS_OFFERED) for of in (SHOWN, again))
    assert before["red"] != after["red"]
    assert before["blue"] == after["blue"]


def test_what_is_tried_out_is_for_its_owner_and_over_after_a_day() -> None:
    assert seen(record(what_if=TRIED), ANNE, None, "look") == "red", "nobody watches: the key opens nothing"
    assert seen(record(what_if=TRIED), STRANGER, None, "look") == (403, "not_your_seat")
    assert seen(record(what_if=OVER), ANNE) == (404, "what_if_over")
    late = why_no_move(record(what_if=OVER), ANNE, "red")
    assert late is not None
    assert (late.status, late.code) == (404, "what_if_over")
    assert why_no_move(record(what_if=TRIED), ANNE, "red") is None


def test_who_may_move_a_seat() -> None:
    plays = record(status=ACTIVE, seats=(RED, replace(BLUE, stand_in=STRANGER, stands_in_since=NOW)))
    found = {who: why_no_move(plays, who, "blue") for who in (ANNE, BEN, STRANGER, None)}
    assert [error and (error.status, error.code) for error in found.values()] == [
        (403, "not_your_seat"), (409, "stand_in_plays"), None, (403, "not_your_seat"),
    ]  # fmt: skip
    guest = record(seats=(RED, replace(BLUE, guests=frozenset({STRANGER}))))
    assert why_no_move(guest, STRANGER, "blue") is None


def test_who_stands_in_and_who_was_asked_to() -> None:
    helped = record(seats=(RED, replace(BLUE, stand_in=STRANGER, stand_in_key="key")))
    assert why_not_standing_in(helped, STRANGER, "blue") is None
    for who, seat in ((STRANGER, "red"), (BEN, "blue")):
        error = why_not_standing_in(helped, who, seat)
        assert error is not None
        assert error.code == "not_your_seat"
    asked = [is_asked(helped, seat, key) for seat, key in (("blue", "key"), ("blue", "kez"), ("red", "key"))]
    assert asked == [True, False, False]


class Book:
    """What a match is found to be when it is looked at again, and who is noted as a watcher of which side."""

    def __init__(self, now: MatchRecord | None, *, new: bool = True) -> None:
        self.now, self.new, self.noted = now, new, list[tuple[str, uuid.UUID, str]]()
        # Of the matches it is both parts that are asked.
        self.records = self.people = self

    async def note_watcher(self, match: str, account: uuid.UUID, side: str) -> bool:
        self.noted.append((match, account, side))
        return self.new

    async def find(self, match: str) -> MatchRecord | None:
        return self.now if match == "m" else None


async def admitted(book: Book, account: uuid.UUID | None, seat: str | None = None, key: str | None = None) -> Any:
    try:
        return await admit(cast(Matches, book), SHOWN, account, seat, key, SEATS_OFFERED)
    except ApiError as error:
        return error.code


async def test_whoever_comes_by_the_key_of_a_side_is_noted_and_looked_at_again() -> None:
    key = side_keys(SHOWN, SEATS_OFFERED)["red"]
    meanwhile = replace(SHOWN, seats=(SHOWN.seats[0], replace(SHOWN.seats[1], account=STRANGER)))
    for book, found in (
        (Book(SHOWN), f"{WATCH}red"), (Book(meanwhile), "other_side"), (Book(meanwhile, new=False), f"{WATCH}red"),
        (Book(None), f"{WATCH}red"),
    ):  # fmt: skip
        assert await admitted(book, STRANGER, None, key) == found
        assert book.noted == [("m", STRANGER, "warm")]
    for who, asked, by, found in (
        (ANNE, None, None, "red"),
        (None, None, "look", SPECTATOR),
        (ANNE, None, "look", SPECTATOR),
    ):
        book = Book(SHOWN)
        assert await admitted(book, who, asked, by) == found
        assert book.noted == []
