"""What is written down of a new match and of a rematch, whole, and what no match can be made of: no server is asked."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable
from dataclasses import replace
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy.exc import IntegrityError

from app.clocks.clock import Terms
from app.clocks.timing import Timing
from app.errors import ApiError
from app.happenings import Happenings, NoticesDue, SeatsChanged
from app.lobby.catalogue import Catalogue
from app.lobby.match_limits import MatchLimits
from app.lobby.new_matches import MatchMaker
from app.lobby.repository import Lobby
from app.lobby.schemas import MatchIn
from app.lobby.service import LobbyService
from app.lobby.unbegun import Unbegun
from app.matches.facts import (
    CALLED_OFF,
    DRAWN,
    FINISHED,
    INVITATION,
    OPEN,
    OPENING,
    PUBLIC,
    UNLISTED,
    MatchRecord,
    SeatRecord,
)
from app.notices.keys import BEGUN_AGAIN, REMATCH, SeatsKey
from app.opponents.identities import ACCOUNTS, NAMES
from app.opponents.program_words import ProgramWords
from app.proof.rounds import MAX_VOID_ROUNDS, Voided
from tests.app.matches.test_rows import ANNE, BEN, STRANGER, record
from tests.app.toy_game import Toy

STRENGTH, PROGRAM = next(iter(ACCOUNTS.items()))
TERMS = Terms(3600, 60, 7200)


class Opposed(Toy):
    """The same with a program for Blue."""

    opponents = MappingProxyType({STRENGTH: MappingProxyType({"warm": "", "cold": ""})})


class Desk:
    """Where matches are made; what is stored, asked of the limits and told."""

    def __init__(self, *found: MatchRecord, waiting: str | None = None, too_late: bool = False) -> None:
        self.found, self.waiting, self.too_late = [*found], waiting, too_late
        self.stored, self.asked, self.told = list[tuple[Any, ...]](), list[Any](), list[Any]()
        game: Any = Opposed()
        self.maker = MatchMaker(
            cast(Lobby, self), Catalogue({"toy": game}), cast(MatchLimits, self), cast(LobbyService, self),
            cast(Unbegun, self), {"toy": game}, cast(ProgramWords, self),
            cast(Happenings, SimpleNamespace(tell=self.told.append)),
        )  # fmt: skip

    async def add(self, *stored: Any, allowed: Any = None) -> None:
        if self.too_late:
            raise IntegrityError("", None, Exception())
        self.stored.append((*stored, allowed) if allowed else stored)

    async def find(self, match: str) -> MatchRecord:
        """The match as it is each time that someone looks, then as it was last; the one that was made by its id."""
        if match != "m":
            return record(id=match)
        return self.found.pop(0) if len(self.found) > 1 else self.found[0]

    async def find_untouched(self, game: str) -> str | None:
        return self.waiting

    async def call_off(self, match: str, account: uuid.UUID) -> bool:
        self.asked.append(("call off", match, account))
        return True

    def another(self, account: uuid.UUID, **of: bool) -> Any:
        return account, of

    async def refuse_another(self, account: uuid.UUID) -> None:
        self.asked.append(account)

    async def refuse_program(self, account: uuid.UUID) -> None:
        self.asked.append("program")

    async def refuse_offer(self, account: uuid.UUID, hotseat: bool) -> None:
        self.asked.append("offer")

    def seal(self, match: str, seat: str, number: int) -> str:
        return f"seal {seat} {number}"


async def made(**body: Any) -> tuple[Desk, MatchRecord]:
    """A match that Anne makes."""
    desk = Desk()
    return desk, await desk.maker.create(ANNE, "Anne", MatchIn(**{"game": "toy", "scenario": "short", **body}))


async def refused(doing: Awaitable[Any]) -> tuple[int, str]:
    with pytest.raises(ApiError) as error:
        await doing
    return error.value.status, error.value.code


def seat(of: MatchRecord, name: str) -> SeatRecord:
    return next(c for c in of.seats if c.seat == name)


async def test_a_match_is_written_down_as_its_maker_wants_it() -> None:
    desk, of = await made(
        seat="blue", listing="public", pace="days", note="Bring maps.", delay=3600, hints=True, dice_stand=True,
        sides="drawn", clock=TERMS.json(), options={"first": "blue"},
    )  # fmt: skip
    assert (of.game, of.scenario, of.options, of.status, of.hotseat) == ("toy", "short", {"first": "blue"}, OPEN, False)
    assert (of.listing, of.pace, of.note, of.delay, of.delay_turns) == (PUBLIC, "days", "Bring maps.", 3600, 0)
    assert (of.hints, of.dice_stand, of.sides, of.timing) == (True, True, DRAWN, Timing(TERMS))
    assert of.seats == (
        SeatRecord("red", "Red", None, None, None, None, 0),
        SeatRecord("blue", "Blue", ANNE, "Anne", None, None, 0),
    )
    assert (of.version, of.secret, of.commitment, of.outcome, of.link) == (0, None, None, None, None)
    assert len({of.id, of.invite, of.spectate}) == 3
    assert of.told is not None
    assert (of.told.number, of.told.glance.turn) == (0, 1)
    (stored,) = desk.stored
    state = Opposed().new_match("short", {"first": "blue"})
    assert stored[:3] == (of, Toy.version, Opposed().dump_state(state))
    assert stored[-1] == (ANNE, {"program": False, "offered": True})
    assert desk.asked == [ANNE, "offer"]


async def test_what_is_not_wished_for_is_as_usual() -> None:
    desk, of = await made()
    assert seat(of, "red").account == ANNE, "the first seat"
    assert (of.listing, of.pace, of.note, of.hints, of.dice_stand, of.timing) == (UNLISTED, "", "", False, False, None)
    assert desk.stored[0][-1] == (ANNE, {"program": False, "offered": False})
    assert desk.asked == [ANNE]
    _, alone = await made(hotseat=True)
    assert [(c.account, c.name) for c in alone.seats] == [(ANNE, "Anne")] * 2
    assert alone.hotseat
    assert (await made(delay_turns=3))[1].delay_turns == 3


async def test_a_program_sits_down_with_a_word_that_is_sealed() -> None:
    desk, of = await made(programs={"blue": STRENGTH})
    blue = seat(of, "blue")
    assert (blue.account, blue.name, blue.seal) == (PROGRAM, NAMES[STRENGTH], "seal blue 0")
    assert seat(of, "red").seal is None
    assert of.hints, "against programs alone they may be asked"
    assert (await made(programs={"blue": STRENGTH}, hints=False))[1].hints is False
    assert desk.stored[0][-1] == (ANNE, {"program": True, "offered": False})
    assert desk.asked == [ANNE, "program"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess"}, (404, "no_game")),
        ({"scenario": "long"}, (404, "no_scenario")),
        ({"seat": "green"}, (404, "no_seat")),
        ({"options": {"colour": "on"}}, (422, "bad_options")),
        ({"hotseat": True, "sides": "drawn"}, (422, "nothing_to_draw")),
        ({"delay": 900, "delay_turns": 1}, (422, "two_delays")),
        ({"hotseat": True, "programs": {"blue": STRENGTH}}, (422, "one_screen")),
        ({"programs": {"red": STRENGTH}}, (409, "own_seat")),
        ({"hotseat": True, "clock": TERMS.json()}, (422, "one_screen")),
    ],
)
async def test_what_no_match_can_be_made_of_is_refused(body: dict[str, Any], code: tuple[int, str]) -> None:
    assert await refused(made(**body)) == code


async def test_a_table_waits_for_a_visitor() -> None:
    desk = Desk()
    of = await desk.maker.ready_table("toy")
    assert [c.account for c in of.seats] == [None, None]
    assert (of.scenario, of.options, of.hotseat, [stored[0] for stored in desk.stored]) == ("short", {}, False, [of])
    waits = Desk(waiting="w")
    assert (await waits.maker.ready_table("toy")).id == "w"
    assert waits.stored == []


OVER: dict[str, Any] = {
    "status": FINISHED, "pace": "days", "delay": 900, "hints": True, "dice_stand": True, "sides": DRAWN,
    "listing": PUBLIC, "timing": Timing(TERMS, cast(Any, "run down")),
}  # fmt: skip


async def test_a_rematch_has_sides_swapped_and_all_else_as_before() -> None:
    old = record(**OVER)
    desk = Desk(old, replace(old, rematch="new"))
    assert (await desk.maker.rematch("m", ANNE)).id == "new"
    of, version, _, _, before, key, allowed = desk.stored[0]
    assert (version, before, key, allowed) == (Toy.version, "m", SeatsKey(REMATCH), (ANNE, {"program": False}))
    assert (of.status, of.listing, of.pace, of.delay, of.delay_turns) == (OPEN, INVITATION, "days", 900, 0)
    assert (of.hints, of.dice_stand, of.sides, of.timing) == (True, True, "chosen", Timing(TERMS))
    assert (seat(of, "blue").account, seat(of, "red").kept_for, seat(of, "red").account) == (ANNE, BEN, None)
    assert (desk.told, desk.asked) == ([SeatsChanged("m"), NoticesDue()], [ANNE])


async def test_a_match_that_was_called_off_is_begun_again_with_the_same_seats() -> None:
    old = record(**{**OVER, "status": CALLED_OFF, "timing": None, "delay": 0, "delay_turns": 3})
    desk = Desk(old, replace(old, rematch="new"))
    await desk.maker.rematch("m", ANNE)
    of, key = desk.stored[0][0], desk.stored[0][5]
    assert key == SeatsKey(BEGUN_AGAIN)
    assert (of.sides, of.timing, of.delay_turns) == (DRAWN, None, 3)
    assert (seat(of, "red").account, seat(of, "blue").kept_for) == (ANNE, BEN)


async def test_a_rematch_at_one_screen_is_all_the_player_s_and_a_program_plays_on() -> None:
    old = record(**{**OVER, "hotseat": True})
    desk = Desk(old)
    await desk.maker.rematch("m", ANNE)
    assert [c.account for c in desk.stored[0][0].seats] == [ANNE, BEN]
    red, blue = record().seats
    desk = Desk(record(**OVER, seats=(red, replace(blue, account=PROGRAM, name="Recruit"))))
    await desk.maker.rematch("m", ANNE)
    of = desk.stored[0][0]
    assert (seat(of, "red").account, seat(of, "red").seal) == (PROGRAM, "seal red 0")
    assert desk.stored[0][6] == (ANNE, {"program": True})


async def test_who_may_have_a_rematch_and_when() -> None:
    old = record(**OVER)
    assert await refused(Desk(old).maker.rematch("m", STRANGER)) == (403, "not_your_seat")
    assert await refused(Desk(record()).maker.rematch("m", ANNE)) == (409, "not_over")
    gone = await refused(Desk(replace(old, scenario="long")).maker.rematch("m", ANNE))
    assert gone == (409, "not_offered")
    other = await refused(Desk(replace(old, options={"colour": "on"})).maker.rematch("m", ANNE))
    assert other == (409, "not_offered")
    again = Desk(replace(old, rematch="new"))
    assert (await again.maker.rematch("m", ANNE)).id == "new"
    assert (again.stored, again.told, again.asked) == ([], [], [])
    late = Desk(old, replace(old, rematch="theirs"), too_late=True)
    assert (await late.maker.rematch("m", ANNE)).id == "theirs"


async def test_a_match_whose_words_were_sealed_too_often_is_called_off_and_begun_again() -> None:
    void = Voided("red", "then", "c", "00", ())
    stuck = record(status=OPENING, voided=(void,) * MAX_VOID_ROUNDS)
    desk = Desk(stuck, replace(stuck, status=CALLED_OFF), replace(stuck, status=CALLED_OFF, rematch="new"))
    assert (await desk.maker.rematch("m", ANNE)).id == "new"
    assert desk.asked[0] == ("call off", "m", ANNE)
    assert desk.stored[0][5] == SeatsKey(BEGUN_AGAIN)
    early = Desk(replace(stuck, voided=stuck.voided[1:]))
    assert await refused(early.maker.rematch("m", ANNE)) == (409, "not_over")
    assert early.asked == []
