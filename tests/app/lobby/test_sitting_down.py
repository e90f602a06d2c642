"""Who may sit down, take over an open seat or stand in, and what all others are told: each refusal by itself, and no
server."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import ApiError
from app.happenings import Happenings, NoticesDue, SeatsChanged
from app.lobby.match_limits import MatchLimits
from app.lobby.new_matches import TOKEN_BYTES
from app.lobby.rematch import again, rotate_seats, same
from app.lobby.repository import Lobby
from app.lobby.rows import Rows
from app.lobby.seats import Seats
from app.lobby.service import LobbyService
from app.lobby.starting import MatchStarter
from app.lobby.unbegun import Unbegun
from app.matches.facts import (
    CALLED_OFF,
    FINISHED,
    OPEN,
    OPENING,
    PUBLIC,
    UNLISTED,
    Allowed,
    MatchRecord,
    Newcomer,
    SeatRecord,
)
from app.opponents.identities import ACCOUNTS, as_newcomer
from tests.app.matches.test_rows import ANNE, BEN, BLUE, HUB, RED, STRANGER, record
from tests.app.toy_game import Toy

FREE = replace(BLUE, account=None, name=None)
STRENGTH, PROGRAM = next(iter(ACCOUNTS.items()))


class Room:
    """A match at which someone wants a seat, and what is written down and told of it."""

    def __init__(
        self,
        *found: MatchRecord,
        sits: bool = True,
        keeps_out: bool = False,
        full: bool = False,
        game: Toy | None = None,
    ) -> None:
        self.found, self.noted, self.told = [*found], list[tuple[Any, ...]](), list[Any]()
        self.sits, self.full, self._keeps_out = sits, full, keeps_out
        rows = Rows({"toy": game or Toy()}, HUB)
        self.seats = Seats(
            cast(Lobby, self), cast(MatchLimits, self), cast(LobbyService, SimpleNamespace(find=self.find, rows=rows)),
            cast(MatchStarter, SimpleNamespace(seal=self.seal)), cast(Unbegun, self), self.keeps_out,
            cast(Happenings, SimpleNamespace(tell=self.told.append)),
        )  # fmt: skip

    async def find(self, match: str) -> MatchRecord:
        """The match, as it is each time that someone looks; then as it was last."""
        assert match == "m"
        return self.found.pop(0) if len(self.found) > 1 else self.found[0]

    async def sit(self, match: str, seat: str, account: uuid.UUID, allowed: Any) -> bool:
        await allowed(None)
        self.noted.append(("sit", match, seat, account))
        return self.sits

    async def seal(self, *asked: Any) -> MatchRecord:
        self.noted.append(("seal", *asked))
        return self.found[-1]

    async def keeps_out(self, others: Sequence[uuid.UUID], account: uuid.UUID) -> bool:
        self.noted.append(("asked of", *others))
        return self._keeps_out

    def another(self, account: uuid.UUID, *, program: bool) -> Allowed:
        async def refuse(within: object) -> None:
            if self.full:
                raise ApiError(409, "too_many_programs" if program else "too_many_matches", "")

        return refuse

    async def refuse_another(self, account: uuid.UUID) -> None:
        if self.full:
            raise ApiError(409, "too_many_matches", "")

    def another_program(self, account: uuid.UUID, match: str) -> Allowed:
        return self.another(account, program=True)

    async def refuse_program(self, account: uuid.UUID, within: object = None, match: str | None = None) -> None:
        if self.full:
            raise ApiError(409, "too_many_programs", "")

    async def stand_up(self, *asked: Any) -> None:
        self.noted.append(("stood up", *asked))

    async def call_off(self, *asked: Any) -> bool:
        self.noted.append(("called off", *asked))
        return self.sits

    async def let_watch(self, *asked: Any) -> None:
        self.noted.append(("let watch", *asked))

    async def ask_stand_in(self, *asked: Any) -> None:
        self.noted.append(("asked", *asked))


async def refused(doing: Awaitable[Any]) -> tuple[int, str]:
    with pytest.raises(ApiError) as error:
        await doing
    return error.value.status, error.value.code


def table(**other: Any) -> MatchRecord:
    """Anne waits as Red; Blue is free."""
    return record(**{"status": OPEN, "seats": (RED, FREE), **other})


CHANGED, BOTH = [SeatsChanged("m")], [SeatsChanged("m"), NoticesDue()]
NOT_INVITED = (403, "bad_invitation")


async def test_whoever_is_invited_sits_down_and_all_hear_of_it() -> None:
    room, seated = Room(table(), table(seats=(RED, BLUE))), table(seats=(RED, BLUE))
    assert await room.seats.sit("m", "blue", BEN, "come-in") == seated
    assert (room.noted, room.told) == ([("asked of", ANNE), ("sit", "m", "blue", BEN)], BOTH)


async def test_with_a_seal_they_seal_at_once() -> None:
    room = Room(table())
    await room.seats.sit("m", "blue", BEN, "come-in", "f" * 64)
    assert room.noted[-1] == ("seal", "m", BEN, {"blue": "f" * 64})


async def test_a_public_table_and_a_kept_seat_need_no_invitation() -> None:
    kept = (RED, replace(FREE, kept_for=BEN, kept_name="Ben"))
    for of in (table(listing=PUBLIC), table(seats=kept)):
        room = Room(of)
        await room.seats.sit("m", "blue", BEN, "")
        assert room.told == BOTH
    assert await refused(Room(table(seats=kept)).seats.sit("m", "blue", STRANGER, "")) == NOT_INVITED
    assert await refused(Room(table(seats=kept)).seats.sit("m", "blue", STRANGER, "come-in")) == (409, "seat_kept")
    # Once it is taken it is kept for nobody.
    taken = table(listing=UNLISTED, seats=(RED, replace(BLUE, account=STRANGER, kept_for=BEN)))
    assert await refused(Room(taken).seats.sit("m", "red", BEN, "")) == NOT_INVITED


async def test_who_may_not_sit_down_is_told_why() -> None:
    async def why(of: MatchRecord, seat: str = "blue", who: uuid.UUID = BEN, **other: Any) -> tuple[int, str]:
        room = Room(of, **other)
        found = await refused(room.seats.sit("m", seat, who, "come-in"))
        assert room.told == []
        return found

    assert await refused(Room(table()).seats.sit("m", "blue", BEN, "come-out")) == NOT_INVITED
    assert await why(table(seats=(RED, BLUE)), "red", STRANGER) == NOT_INVITED
    assert await why(table(status=CALLED_OFF)) == (409, "called_off")
    assert await why(table(), "green") == (404, "no_seat")
    assert await why(table(), "blue", ANNE) == (409, "already_seated")
    assert await why(table(), keeps_out=True) == (403, "kept_out")
    assert await why(table(), full=True) == (409, "too_many_matches")
    assert await why(table(), sits=False) == (409, "seat_taken")
    beside = table(seats=(RED, FREE, replace(RED, seat="green", account=PROGRAM)))
    assert await why(beside, full=True) == (409, "too_many_programs"), "it counts for whoever sits down, too"


async def test_to_sit_where_one_sits_is_fine_and_nothing_new() -> None:
    room = Room(table(seats=(RED, BLUE)))
    assert await room.seats.sit("m", "blue", BEN, "come-in") == room.found[0]
    assert (room.noted, room.told) == ([], [])
    # Two pages of one player at once: the second finds the seat to be theirs.
    raced = Room(table(), table(seats=(RED, BLUE)), sits=False)
    assert (await raced.seats.sit("m", "blue", BEN, "come-in")).seats[1].account == BEN
    assert raced.told == []


async def test_standing_up_and_calling_off_are_told() -> None:
    room = Room(table())
    await room.seats.leave("m", "blue", BEN)
    assert (room.noted, room.told) == ([("stood up", "m", "blue", BEN)], CHANGED)
    off = Room(table())
    await off.seats.call_off("m", ANNE)
    assert (off.noted, off.told) == ([("called off", "m", ANNE)], CHANGED)
    again = Room(table(), sits=False)
    await again.seats.call_off("m", ANNE)
    assert again.told == []


NORA = Newcomer(STRANGER, "Nora")


def left(**other: Any) -> MatchRecord:
    """Anne plays Red; whoever had Blue has left it to others."""
    return record(**{"seats": (RED, replace(BLUE, open=True)), **other})


async def test_an_open_seat_is_for_those_who_are_invited() -> None:
    room = Room(left())
    found = await room.seats.may_take("m", "blue", NORA, "come-in")
    assert found is not None
    assert replace(found, allowed=None) == NORA
    assert room.noted == [("asked of", ANNE)], "and not of the one who has left it"
    room.full = True
    assert found.allowed is not None
    assert await refused(found.allowed(cast(AsyncSession, None))) == (409, "too_many_matches"), "asked as it is stored"
    assert await Room(left(listing=PUBLIC)).seats.may_take("m", "blue", NORA, "")
    assert not await Room(left()).seats.may_take("m", "blue", Newcomer(BEN, "Ben"), "")
    assert await refused(Room(left()).seats.may_take("m", "blue", NORA, "come-out")) == NOT_INVITED
    assert await refused(Room(record()).seats.may_take("m", "blue", NORA, "come-in")) == NOT_INVITED
    assert await refused(Room(left()).seats.may_take("m", "green", NORA, "come-in")) == (404, "no_seat")
    assert await refused(Room(left(), keeps_out=True).seats.may_take("m", "blue", NORA, "come-in")) == (
        403, "kept_out",
    )  # fmt: skip
    assert await refused(Room(left(), full=True).seats.may_take("m", "blue", NORA, "come-in")) == (
        409, "too_many_matches",
    )  # fmt: skip


async def test_a_player_lets_people_watch_from_their_side_and_takes_it_back() -> None:
    room = Room(record())
    await room.seats.let_watch("m", "blue", BEN, yes=True)
    await room.seats.let_watch("m", "blue", BEN, yes=False)
    (_, *asked, part), (*_, nothing) = room.noted
    assert (asked, nothing, room.told) == (["m", "blue", BEN], None, CHANGED * 2)
    assert len(part) == len("x" * TOKEN_BYTES) * 4 // 3
    for of, seat, why in (
        (record(), "red", (403, "not_your_seat")),
        (record(hotseat=True), "blue", (409, "one_screen")),
        (record(status=FINISHED), "blue", (409, "not_in_play")),
    ):
        assert await refused(Room(of).seats.let_watch("m", seat, BEN, yes=True)) == why


async def test_a_stand_in_is_asked_by_a_key_and_nobody_is_told() -> None:
    room = Room(record())
    await room.seats.ask_stand_in("m", "blue", BEN)
    ((_, *asked, key),) = room.noted
    assert (asked, room.told) == (["m", "blue", BEN], [])
    assert len(key) == TOKEN_BYTES * 4 // 3
    helped = record(seats=(RED, replace(BLUE, stand_in=STRANGER)))
    for of, seat, why in (
        (record(), "red", (403, "not_your_seat")),
        (record(hotseat=True), "blue", (409, "not_in_play")),
        (record(status=OPENING), "blue", (409, "not_in_play")),
        (helped, "blue", (409, "has_stand_in")),
    ):
        assert await refused(Room(of).seats.ask_stand_in("m", seat, BEN)) == why


async def test_who_has_the_key_may_stand_in() -> None:
    asked = record(seats=(RED, replace(BLUE, stand_in_key="key")))
    room = Room(asked)
    assert await room.seats.may_stand_in("m", "blue", STRANGER, "key")
    assert room.noted == [("asked of", ANNE, BEN)]
    assert await refused(Room(asked).seats.may_stand_in("m", "blue", STRANGER, "lock")) == (403, "not_asked")
    assert await refused(Room(asked).seats.may_stand_in("m", "red", STRANGER, "key")) == (403, "not_asked")
    assert await refused(Room(asked).seats.may_stand_in("m", "green", STRANGER, "key")) == (404, "no_seat")
    out = Room(asked, keeps_out=True)
    assert await refused(out.seats.may_stand_in("m", "blue", STRANGER, "key")) == (403, "kept_out")
    agreed = record(seats=(RED, replace(BLUE, stand_in=STRANGER, stand_in_key="key")))
    assert not await Room(agreed).seats.may_stand_in("m", "blue", STRANGER, "")


async def test_why_a_program_may_not_stand_in() -> None:
    async def why(of: MatchRecord, **other: Any) -> tuple[int, str]:
        return await refused(Room(of, **other).seats.may_have_program("m", "blue", BEN, STRENGTH))

    assert await refused(Room(record()).seats.may_have_program("m", "red", BEN, STRENGTH)) == (403, "not_your_seat")
    assert await why(record(hotseat=True)) == (409, "not_in_play")
    assert await why(record(status=FINISHED)) == (409, "not_in_play")
    assert await why(record(seats=(RED, replace(BLUE, stand_in=STRANGER)))) == (409, "has_stand_in")
    has = record(seats=(RED, replace(BLUE, stand_in=PROGRAM)))
    assert await Room(has).seats.may_have_program("m", "blue", BEN, STRENGTH) is None
    assert await why(record()) == (409, "no_program"), "the toy has none"


async def test_a_program_that_the_game_has_may_stand_in() -> None:
    class Played(Toy):
        opponents: Mapping[str, Mapping[str, str]] = MappingProxyType({STRENGTH: {"cold": "any"}})

    room = Room(record(), game=Played())
    found = await room.seats.may_have_program("m", "blue", BEN, STRENGTH)
    assert found is not None
    assert replace(found, allowed=None) == as_newcomer(STRENGTH)
    assert found.allowed is not None
    room.full = True
    assert await refused(found.allowed(cast(AsyncSession, None))) == (409, "too_many_programs")
    full = Room(record(), game=Played(), full=True)
    assert await refused(full.seats.may_have_program("m", "blue", BEN, STRENGTH)) == (409, "too_many_programs")
    shown: Any = Rows({"toy": Played()}, HUB).match_json(record(), None)
    assert [seat["programs"] for seat in shown["seats"]] == [[], [STRENGTH]]


ANNE_, BEN_, CID = (SeatRecord(f"was-{n}", "", uuid.UUID(int=n), f"P{n}", "s", "w", 9) for n in (1, 2, 3))
FRESH = tuple(SeatRecord(seat, seat.title(), None, None, None, None, 0) for seat in ("one", "two", "three"))


def who(seats: Sequence[SeatRecord]) -> list[tuple[Any, ...]]:
    return [(c.seat, c.account and c.account.int, c.name, c.kept_for and c.kept_for.int, c.kept_name) for c in seats]


def test_in_a_rematch_each_moves_on_by_one_seat() -> None:
    seats = rotate_seats((ANNE_, BEN_, CID), FRESH, BEN)
    assert who(seats) == [("one", None, None, 3, "P3"), ("two", None, None, 1, "P1"), ("three", 2, "P2", None, None)]
    assert all((c.seal, c.word, c.last_seen) == (None, None, 0) for c in seats)
    helped = rotate_seats((replace(ANNE_, open=True), BEN_, replace(CID, account=PROGRAM)), FRESH, BEN)
    assert who(helped)[:2] == [("one", PROGRAM.int, "P3", None, None), ("two", None, None, None, None)]


def test_what_is_begun_again_keeps_its_seats() -> None:
    program = replace(CID, account=PROGRAM)
    assert who(same((ANNE_, BEN_, program), FRESH, ANNE)) == [
        ("one", 1, "P1", None, None), ("two", None, None, 2, "P2"), ("three", PROGRAM.int, "P3", None, None),
    ]  # fmt: skip
    assert who(again((ANNE_, ANNE_, ANNE_), FRESH)) == [(c.seat, 1, "P1", None, None) for c in FRESH]


async def test_one_may_sit_in_so_many_matches_and_no_more() -> None:
    async def count(account: uuid.UUID, *_: object) -> int:
        return {ANNE: 2, BEN: 3}[account]

    counts = dict.fromkeys(("count_unfinished", "count_against_programs", "count_open_tables"), count)
    lobby = cast(Lobby, SimpleNamespace(**counts))
    for most, ask, code in (
        ((3, 9, 9), "refuse_another", "too_many_matches"),
        ((9, 9, 3), "refuse_program", "too_many_programs"),
    ):
        limits = MatchLimits(lobby, *most)
        await getattr(limits, ask)(ANNE)
        assert await refused(getattr(limits, ask)(BEN)) == (409, code)
    offers = MatchLimits(lobby, 9, 3, 9)
    await offers.refuse_offer(ANNE, False)
    assert await refused(offers.refuse_offer(BEN, False)) == (409, "too_many_tables")
