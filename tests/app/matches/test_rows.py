"""A match as its row in the lobby, a public table in the list, and what is on offer: whole, for each who may ask. No
server is asked: a page reads every one of these names."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.clocks.clock import FORFEIT, Terms
from app.clocks.timing import Timing
from app.errors import ApiError
from app.live.hub import Hub
from app.lobby import listing
from app.lobby.catalogue import Catalogue
from app.lobby.repository import Place
from app.lobby.rows import Rows
from app.lobby.schemas import MatchIn
from app.matches.facts import (
    ACTIVE,
    CALLED_OFF,
    FINISHED,
    OPEN,
    OPENING,
    PUBLIC,
    MatchRecord,
    PublicSummary,
    SeatRecord,
    Turns,
    WhatIf,
)
from app.opponents.identities import ACCOUNTS
from app.proof.rounds import MAX_VOID_ROUNDS, Voided
from rules.kernel.game import Glance
from tests.app.toy_game import Toy

NOW = dt.datetime(1914, 8, 4, 12, 30, 15, 678_000, tzinfo=dt.UTC)
MADE = dt.datetime(1914, 8, 1, 9, 0, tzinfo=dt.UTC)
ANNE, BEN, STRANGER = (uuid.UUID(int=number) for number in (1, 2, 3))
RED = SeatRecord("red", "Red", ANNE, "Anne", "aa", None, 0)
BLUE = SeatRecord("blue", "Blue", BEN, "Ben", None, "bb", 0)
HUB = cast(Hub, SimpleNamespace(present=lambda match: {"red": match == "m"}, watching=lambda match: {"spectator": 2}))
BOARDS = [
    {"id": "toy", "folder": "toy", "title": "Toy", "prefix": "", "read": ""},
    {"id": "toy-sea", "folder": "toy-sea", "title": "Toy Sea", "prefix": "S", "read": "S"},
]


def record(**other: Any) -> MatchRecord:
    """A match of Anne against Ben that is in play."""
    usual = MatchRecord(
        id="m", game="toy", scenario="short", options={"first": "red"}, status=ACTIVE, hotseat=False, version=9,
        secret=None, commitment="c0", invite="come-in", spectate="look", outcome=None, rules=None, link=None,
        seats=(RED, BLUE), told_at=NOW, numbers={"red": 5, "blue": 6, "spectator": 4}, made_at=MADE, pace="an evening",
        note="Bring maps.", told=PublicSummary(4, Glance(2, "Blue's turn", ("blue",))),
    )  # fmt: skip
    return replace(usual, **other)


def row(of: MatchRecord, account: uuid.UUID | None, invite: str | None = None) -> dict[str, Any]:
    return cast("dict[str, Any]", Rows({"toy": Toy()}, HUB).match_json(of, account, invite))


def test_the_row_of_a_player_is_told_whole() -> None:
    told = row(record(), ANNE)
    red, blue = told.pop("seats")
    assert told == {
        "id": "m", "game": "toy", "scenario": "short", "plan": "", "boards": BOARDS, "drafts_ahead": False,
        "status": "active", "hotseat": False, "version": 5, "commitment": "c0", "voided": [], "can_seal_again": False,
        "outcome": None, "at": "1914-08-04T12:30:15.678+00:00",
        "glance": {"turn": 2, "title": "Blue's turn", "deciders": ["blue"]}, "listing": "unlisted",
        "pace": "an evening", "note": "Bring maps.", "sides": "chosen", "clocks": None, "delay": 0, "delay_turns": 0,
        "hints": False, "dice_stand": False, "watched": {"spectator": 2}, "rematch": None, "imagines": False,
        "what_if": None, "invite": None, "spectate": "look", "watch": {},
    }  # fmt: skip
    assert red == {
        "seat": "red", "title": "Red", "side": "warm", "in_text": "Red", "side_in_text": "the Warm side",
        "chief": False, "boards": [], "name": "Anne", "program": None, "you": True, "taken": True,
        "open": False, "online": True,
        "seal": "aa", "opened": False, "ahead": False, "sealed_as": "red", "shows": False, "kept_for": None,
        "kept_for_you": False, "stand_in": None, "stand_in_program": None, "programs": [], "stands_in": False,
        "stand_in_you": False, "stand_in_key": None,
    }  # fmt: skip
    assert [blue[name] for name in ("seat", "side", "name", "you", "online", "seal", "opened")] == [
        "blue", "cold", "Ben", False, False, None, True,
    ]  # fmt: skip


def test_each_counts_by_what_they_were_told() -> None:
    assert [row(record(), account)["version"] for account in (ANNE, BEN, STRANGER, None)] == [5, 6, 4, 4]
    assert row(record(numbers={}), ANNE)["version"] == 0


def test_who_only_watches_a_delayed_match_learns_nothing_of_now() -> None:
    delayed = record(delay=60, timing=Timing(Terms(60, 0, 60)))
    watched, played = row(delayed, STRANGER), row(delayed, BEN)
    assert [watched[name] for name in ("version", "glance", "clocks")] == [0, None, None]
    assert watched["at"] == "1914-08-01T09:00:00.000+00:00"
    assert played["version"] == 6
    assert played["glance"] is not None
    assert played["clocks"] is not None
    assert played["at"] == "1914-08-04T12:30:15.678+00:00"
    # Over is over: from then on everyone is told at once.
    assert row(replace(delayed, status=FINISHED), STRANGER)["version"] == 4


def test_a_rematch_is_told_to_those_who_played() -> None:
    over = record(status=FINISHED, rematch="again", outcome={"winner": "warm"})
    assert [row(over, account)["rematch"] for account in (ANNE, STRANGER)] == ["again", None]
    assert row(over, STRANGER)["outcome"] == {"winner": "warm"}
    assert row(over, STRANGER)["imagines"]


def test_the_invitation_is_for_those_who_sit_there_and_only_while_there_is_room() -> None:
    free = record(status=OPEN, seats=(RED, replace(BLUE, account=None)))
    assert [row(free, account)["invite"] for account in (ANNE, STRANGER)] == ["come-in", None]
    assert row(record(status=OPEN), ANNE)["invite"] is None
    left = record(seats=(RED, replace(BLUE, open=True)))
    assert [row(left, account)["invite"] for account in (ANNE, STRANGER)] == ["come-in", None]
    assert row(replace(left, status=FINISHED), ANNE)["invite"] is None


def test_the_key_for_watching_goes_to_players_stand_ins_and_those_who_are_invited() -> None:
    left = record(seats=(RED, replace(BLUE, open=True)))
    assert row(left, STRANGER)["spectate"] is None
    assert row(left, STRANGER, "come-in")["spectate"] == "look"
    assert row(left, STRANGER, "come-out")["spectate"] is None
    assert row(replace(left, listing=PUBLIC), STRANGER)["spectate"] == "look"
    assert row(replace(left, listing=PUBLIC, status=OPEN), STRANGER)["spectate"] is None
    assert row(record(listing=PUBLIC), STRANGER, "come-in")["spectate"] is None
    waits = record(seats=(RED, replace(BLUE, stand_in=STRANGER)))
    assert row(waits, STRANGER)["spectate"] == "look"


def test_the_key_to_a_side_goes_to_that_side_alone() -> None:
    shown = record(seats=(replace(RED, shows="r"), replace(BLUE, shows="b")))
    mine, theirs = (row(shown, account)["watch"] for account in (ANNE, BEN))
    assert [[*mine], [*theirs]] == [["red"], ["blue"]]
    assert row(shown, STRANGER)["watch"] == {}
    assert row(record(seats=(replace(RED, shows="r"), BLUE)), BEN)["watch"] == {}
    assert row(shown, ANNE)["seats"][0]["shows"]


def test_a_kept_seat_is_told_to_those_who_wait_for_it() -> None:
    kept = replace(BLUE, account=None, name=None, kept_for=BEN, kept_name="Ben")
    of = record(status=OPEN, seats=(RED, kept))
    told = {who: row(of, who)["seats"][1] for who in (ANNE, BEN, STRANGER, None)}
    assert [told[who]["kept_for"] for who in told] == ["Ben", "Ben", None, None]
    assert [told[who]["kept_for_you"] for who in told] == [False, True, False, False]
    taken = record(status=OPEN, seats=(RED, replace(kept, account=BEN)))
    assert [row(taken, BEN)["seats"][1][name] for name in ("kept_for", "kept_for_you")] == [None, False]


def test_the_seat_of_a_stand_in() -> None:
    asked = record(seats=(RED, replace(BLUE, stand_in_key="key")))
    assert [row(asked, who)["seats"][1]["stand_in_key"] for who in (ANNE, BEN, None)] == [None, "key", None]
    plays = replace(BLUE, stand_in=STRANGER, stand_in_name="Sue", stands_in_since=NOW)
    seen = {who: row(record(seats=(RED, plays)), who)["seats"][1] for who in (ANNE, BEN, STRANGER, None)}
    assert [seen[who]["stand_in_you"] for who in seen] == [False, False, True, False]
    assert [seen[who]["you"] for who in seen] == [False, True, True, False]
    assert [seen[None][name] for name in ("stand_in", "stands_in", "stand_in_program")] == ["Sue", True, None]
    strength, program = next(iter(ACCOUNTS.items()))
    helped = record(seats=(replace(RED, account=program), replace(BLUE, stand_in=program)))
    first, second = row(helped, None)["seats"]
    assert [first["program"], second["stand_in_program"]] == [strength, strength]


def test_a_void_round_says_who_asked_and_whether_they_are_still_there() -> None:
    void = Voided("red", "then", "c1", "00", (), ANNE.hex)
    stays, drawn = record(status=OPENING, voided=(void,)), replace(BLUE, account=ANNE, sealed_as="red")
    here = {"seat": "red", "at": "then", "commitment": "c1", "left": False}
    gone = {**here, "left": True}
    assert row(stays, None)["voided"] == [here]
    assert row(replace(stays, seats=(replace(RED, sealed_as="blue"), drawn)), None)["voided"] == [here]
    assert row(replace(stays, seats=(replace(RED, account=STRANGER), BLUE)), None)["voided"] == [gone]
    assert row(replace(stays, seats=(replace(RED, account=None), BLUE)), None)["voided"] == [gone]
    assert row(stays, None)["can_seal_again"]
    assert not row(replace(stays, voided=(void,) * MAX_VOID_ROUNDS), None)["can_seal_again"]
    assert not row(replace(stays, status=OPEN), None)["can_seal_again"]


def test_a_scenario_that_is_no_longer_on_offer_is_shown_by_its_titles() -> None:
    class Without(Toy):
        """Asked for the seats of a scenario that it no longer has, it could give none."""

        scenarios = Toy.scenarios[1:]

    told = Rows({"toy": Without()}, HUB).match_json(record(), BEN)
    seat = cast("list[dict[str, Any]]", told["seats"])[1]
    assert [seat[name] for name in ("side", "in_text", "side_in_text", "chief", "boards", "programs")] == [
        "blue", "Blue", "Blue", False, [], [],
    ]  # fmt: skip
    assert told["version"] == 6


def test_what_is_only_tried_out_says_of_what_and_whose_it_is() -> None:
    until = dt.datetime(1914, 8, 5, tzinfo=dt.UTC)
    of = record(what_if=WhatIf("old", "blue", 7, 2, "Blue's turn", ("unit",), until, let_in=("Ben",)))
    told = row(of, ANNE)
    assert told["what_if"] == {
        "of": "old", "seat": "blue", "number": 7, "turn": 2, "title": "Blue's turn", "dealt": ["unit"],
        "until": "1914-08-05T00:00:00+00:00", "whole": False, "let_in": ["Ben"], "side": "cold", "by": "Anne",
        "yours": True,
    }  # fmt: skip
    assert row(of, BEN)["what_if"]["yours"] is False
    assert row(of, STRANGER)["what_if"] is None
    assert [told["spectate"], row(of, STRANGER)["spectate"]] == [None, None]


def test_a_public_table_is_told_whole_in_the_list() -> None:
    rules = Terms(60, 5, 90, at_zero=FORFEIT)
    of = record(
        status=OPEN, listing=PUBLIC, timing=Timing(rules), seats=(RED, replace(BLUE, account=None, name=None)),
        delay=60, hints=True, dice_stand=True,
    )  # fmt: skip
    listed = listing.row(of, Place(MADE, "m"), {"red": "warm"}, ANNE)
    assert listed == {
        "id": "m", "game": "toy", "scenario": "short", "options": {"first": "red"},
        "seats": [
            {
                "seat": "red", "title": "Red", "side": "warm", "name": "Anne", "you": True, "free": False,
                "open": False,
            },
            {
                "seat": "blue", "title": "Blue", "side": "blue", "name": None, "you": False, "free": True,
                "open": False,
            },
        ],
        "pace": "an evening", "note": "Bring maps.", "sides": "chosen", "clock": rules.json(), "delay": 60,
        "delay_turns": 0, "hints": True, "dice_stand": True, "made_at": "1914-08-01T09:00:00+00:00", "key": None,
        "glance": None,
    }  # fmt: skip


def test_what_the_list_says_of_a_match_in_play() -> None:
    of = record(listing=PUBLIC, seats=(RED, replace(BLUE, open=True)))
    listed: Any = listing.row(of, Place(MADE, "m"), {}, None)
    assert [listed["key"], listed["clock"]] == ["look", None]
    assert listed["glance"] == {"turn": 2, "title": "Blue's turn", "deciders": ["blue"]}
    assert [[seat["open"], seat["you"]] for seat in listed["seats"]] == [[False, False], [True, False]]
    later: Any = listing.row(replace(of, delay_turns=1), Place(MADE, "m"), {}, None)
    assert [later["key"], later["glance"]] == ["look", None]
    assert listing.glance(replace(of, numbers={"spectator": 5})) is None


def test_a_place_in_the_list_is_found_again_to_the_microsecond() -> None:
    place = Place(dt.datetime(2026, 11, 30, 1, 2, 3, 456_789, tzinfo=dt.UTC), "a-b_c")
    assert listing.decode_cursor(listing.encode_cursor(place)) == place
    assert listing.encode_cursor(Place(dt.datetime(1970, 1, 1, 0, 0, 1, tzinfo=dt.UTC), "m")) == "1000000.m"
    assert listing.decode_cursor(None) > place


@pytest.mark.parametrize(
    ("sides", "hotseat", "code"),
    [
        (("warm", "cold"), True, "one_screen"),
        (("warm", "cold", "cold"), False, "has_allies"),
        (("warm", "warm"), False, "has_allies"),
        (("warm", "cold", "dry"), False, "has_allies"),
        (("warm", "cold"), False, ""),
    ],
)
def test_clocks_that_mean_nothing_are_refused(sides: tuple[str, ...], hotseat: bool, code: str) -> None:
    terms = Terms(60, 0, 60, at_zero=FORFEIT)
    if not code:
        listing.refuse_clock(terms, sides, hotseat)
        return
    with pytest.raises(ApiError) as refused:
        listing.refuse_clock(terms, sides, hotseat)
    assert (refused.value.status, refused.value.code) == (422, code)


def test_an_offer_that_nobody_could_take_or_one_too_many_is_refused() -> None:
    listing.refuse_offer(False, 2, 3)
    for hotseat, offered, found in ((True, 0, (422, "no_free_seat")), (False, 3, (409, "too_many_tables"))):
        with pytest.raises(ApiError) as refused:
            listing.refuse_offer(hotseat, offered, 3)
        assert (refused.value.status, refused.value.code) == found


def test_what_can_be_played_is_told_whole() -> None:
    seats = [
        {"id": "red", "title": "Red", "side": "warm", "programs": []},
        {"id": "blue", "title": "Blue", "side": "cold", "programs": []},
    ]
    usual = {"seats": seats, "variant": "", "shares": "", "pictures": ["toy"]}
    assert Catalogue({"toy": Toy()}).games() == [
        {
            "id": "toy", "title": "Toy", "summary": "For the server's tests.", "missing": "", "boards": BOARDS,
            "plans": [*Toy.plans.names],
            "scenarios": [
                {
                    "id": "short", "title": "Short", "summary": "Four turns each.", **usual,
                    "options": list(Toy.scenarios[0].options),
                },
                {"id": "endless", "title": "Endless", "summary": "Never ends.", **usual, "options": []},
            ],
        }
    ]  # fmt: skip


def test_what_is_not_on_offer_is_refused() -> None:
    offer = Catalogue({"toy": Toy()})
    tries = [
        (lambda: offer.rules("chess", "", ""), "no_game"),
        (lambda: offer.rules("toy", "no-such", ""), "no_plan"),
        (lambda: offer.rules("toy", "", "long"), "no_scenario"),
        (lambda: offer.scenario(MatchIn(game="chess", scenario="short")), "no_game"),
        (lambda: offer.scenario(MatchIn(game="toy", scenario="long")), "no_scenario"),
    ]
    for ask, code in tries:
        with pytest.raises(ApiError) as refused:
            ask()
        assert (refused.value.status, refused.value.code) == (404, code)
    game, scenario = offer.scenario(MatchIn(game="toy", scenario="endless"))
    assert (game.id, scenario.id) == ("toy", "endless")
    assert offer.rules("toy", "", "short") == Toy().rulebook("", "short")


def test_a_delayed_match_goes_by_the_turns_that_are_told() -> None:
    told = PublicSummary(4, Glance(3, "", ()), Turns(((2, 10), (3, 20)), 10))
    assert record(told=told).told_until == 10
    assert [record(told=None).told_until, record().told_until] == [0, 0]
    assert record(status=CALLED_OFF, delay=5).delayed is False
