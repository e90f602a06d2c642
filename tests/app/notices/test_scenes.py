"""Whether a notice still stands, and what its reader is told of the match: without a server, for each kind."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import replace
from typing import Any

import pytest

from app.clocks.clock import Terms, start_clock
from app.clocks.timing import Timing
from app.errors import ApiError
from app.matches.agreements.settlement import DRAW, AgreementProposal, Agreements
from app.matches.facts import ACTIVE, CALLED_OFF, FINISHED, OPEN, OPENING, MatchRecord
from app.matches.live_match.live_match import LiveMatch
from app.notices.keys import BEGUN_AGAIN, REMATCH, SEAL_WANTED, SEAT_OPEN, STANDING_IN, TAKEN, WORD_WANTED, SeatsKey
from app.notices.kinds import (
    BEGAN,
    CHAT,
    CLOCK,
    ENDED,
    JOINED,
    PROPOSAL,
    TURN,
    Kind,
)
from app.notices.scenes import Lapsed, Noted, Scenes
from app.notices.texts import Item
from app.proof.rounds import Voided
from tests.app.matches.test_table import NOW, table
from tests.app.toy_game import Toy

ANNE, BEN = uuid.UUID(int=1), uuid.UUID(int=2)
LATER = NOW + dt.timedelta(minutes=50)


def played(agreements: Agreements | None = None, **other: Any) -> LiveMatch:
    """Anne as Red against Ben as Blue; Red is to decide."""
    live = table(Toy())
    red, blue = live.record.seats
    of = replace(live.record, seats=(replace(red, account=ANNE, name="Anne"), replace(blue, account=BEN, name="Ben")))
    return LiveMatch(live.game, replace(of, **other), 0, live.state, None, None, agreements)


def changed(record: MatchRecord, seat: str, **other: Any) -> dict[str, Any]:
    """The seats of a match, one of them another."""
    return {"seats": tuple(replace(c, **other) if c.seat == seat else c for c in record.seats)}


async def told(live: LiveMatch, kind: Kind, key: str = "", seat: str = "red", **other: Any) -> Item | str:
    """What someone is told of a notice now, or why they are told nothing."""
    usual: dict[str, Any] = {"number": 0, "at": NOW, "owner": ANNE, "last_seen": 0, "heard": 0}
    reader, program = other.pop("reader", ANNE), other.pop("program", False)
    here = other.pop("here", False)

    async def current(match: str) -> LiveMatch:
        if match == "shut out":
            raise ApiError(503, "no_room", "There is no room for another match.")
        if match != "m":
            raise ApiError(404, "no_match", "There is no such match.")
        return live

    noted = Noted(other.pop("match", "m"), seat, kind, key, **{**usual, **other})
    scenes = Scenes({"toy": live.game}, current, lambda match: {seat: here})
    found = await scenes.item_for(noted, reader, program, LATER)
    return found.reason if isinstance(found, Lapsed) else found


async def more(live: LiveMatch, kind: Kind, key: str = "", **other: Any) -> str:
    """What is told besides, of a notice that stands."""
    found = await told(live, kind, key, **other)
    assert isinstance(found, Item), found
    return found.more


def wanted(commitment: str) -> str:
    """The key of a notice that a word is waited for."""
    return str(SeatsKey(WORD_WANTED, commitment))


@pytest.mark.parametrize(
    ("key", "stored"),
    [
        (SeatsKey(SEAT_OPEN, "blue", "c:1"), "open:blue:c:1"), (SeatsKey(STANDING_IN, "red", "c"), "stand-in:red:c"),
        (SeatsKey(WORD_WANTED, "c0"), "word:c0"), (SeatsKey(SEAL_WANTED, "2"), "seal:2"),
        (SeatsKey(REMATCH), "rematch"), (SeatsKey(BEGUN_AGAIN), "again"),
        (SeatsKey(TAKEN, "blue", ANNE.hex), f"blue:{ANNE.hex}"),
    ],
)  # fmt: skip
def test_a_key_about_seats_is_stored_as_a_word(key: SeatsKey, stored: str) -> None:
    """Rows of older servers have these words: they stay as they are."""
    assert (str(key), SeatsKey.of_word(stored)) == (stored, key)


GONE = "no longer asked"


async def test_what_a_reader_is_told_of_their_turn() -> None:
    assert await told(played(), TURN, "1.red") == Item(
        kind=TURN, match="m", seat="red", title="Red", game="Toy", scenario="Short", against=("Ben",), turn=1,
        phase="Turn of red", at=NOW, asked=("Turn of red", "1"), more="", kept=False, swapped=False, stands_in=False,
        waited_for=False,
    )  # fmt: skip


async def test_a_scenario_that_is_no_longer_on_offer_goes_by_its_id() -> None:
    class Without(Toy):
        scenarios = Toy.scenarios[1:]

    live = played()
    live.game = Without()  # type: ignore[assignment]
    live.game.seats = lambda scenario, options: Toy.scenarios[0].seats  # type: ignore[method-assign]
    found = await told(live, TURN, "1.red")
    assert isinstance(found, Item)
    assert (found.game, found.scenario) == ("Toy", "short")


async def test_a_turn_stands_while_that_question_is_asked_of_that_seat() -> None:
    live = played()
    assert await told(live, TURN, "2.red") == GONE
    assert await told(live, TURN, "1.red", seat="blue") == GONE
    assert await told(played(status=FINISHED), TURN, "1.red") == GONE


async def test_nothing_is_told_of_a_seat_that_is_another_s_or_of_a_match_that_is_gone() -> None:
    assert await told(played(), TURN, "1.red", reader=BEN) == "no longer your seat"
    assert await told(played(), TURN, "1.red", match="gone") == "the match is gone"
    with pytest.raises(ApiError, match="no room"):
        await told(played(), TURN, "1.red", match="shut out")


async def test_what_was_seen_is_not_told_save_to_a_program() -> None:
    live, seen = played(), "seen in the meantime"
    assert await told(live, TURN, "1.red", number=4, last_seen=4) == seen
    assert isinstance(await told(live, TURN, "1.red", number=4, last_seen=3), Item)
    assert isinstance(await told(live, TURN, "1.red", number=4, last_seen=4, program=True), Item)
    # What has no number was never seen, by what was read of the log.
    assert isinstance(await told(live, TURN, "1.red", number=0, last_seen=9), Item)
    assert await told(live, CHAT, "table:3", number=3, heard=3, last_seen=0) == seen
    assert isinstance(await told(live, CHAT, "table:3", number=3, heard=2, last_seen=9), Item)


@pytest.mark.parametrize(("kind", "seen"), [(BEGAN, True), (JOINED, True), (CLOCK, True), (TURN, False)])
async def test_of_what_has_no_line_it_counts_whether_someone_is_there(kind: Kind, seen: bool) -> None:
    found = await told(played(), kind, "1.red", here=True)
    assert (found == "seen in the meantime") == seen


async def test_the_clock_is_told_of_while_little_is_left_on_it() -> None:
    terms = Terms(3600, 0, 3600)
    clock = start_clock(terms, ("red", "blue"), ("red",), NOW)
    assert await more(played(timing=Timing(terms, clock)), CLOCK) == "You have 10 minutes left."
    assert await told(played(timing=Timing(terms, clock)), CLOCK, seat="blue") == GONE
    assert await told(played(timing=Timing(terms)), CLOCK) == GONE
    assert await told(played(timing=Timing(terms, replace(clock, paused=True))), CLOCK) == GONE
    assert await told(played(status=FINISHED, timing=Timing(terms, clock)), CLOCK) == GONE
    assert await told(played(), CLOCK) == GONE
    more_time = replace(clock, left={"red": 7200_000, "blue": 0})
    assert await told(played(timing=Timing(terms, more_time)), CLOCK) == GONE


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "0 minutes"), (119, "119 minutes"), (120, "2 hours"), (239, "3 hours")],
)
async def test_time_is_told_in_hours_from_two_hours_on(minutes: int, words: str) -> None:
    terms = Terms(86_400, 0, 86_400)
    clock = start_clock(terms, ("red", "blue"), ("red",), LATER - dt.timedelta(seconds=86_400 - minutes * 60))
    found = await told(played(timing=Timing(terms, clock)), CLOCK)
    assert isinstance(found, Item)
    assert found.more == f"You have {words} left."


async def test_a_proposal_is_told_to_those_who_have_still_to_answer() -> None:
    offered = Agreements((AgreementProposal("p", DRAW, "blue", ("red",)),))
    assert await more(played(offered), PROPOSAL, "p") == "Blue offers a draw."
    assert await told(played(offered), PROPOSAL, "q") == GONE
    assert await told(played(offered), PROPOSAL, "p", seat="blue") == GONE
    assert await told(played(offered, status=FINISHED), PROPOSAL, "p") == GONE
    opened = Agreements((AgreementProposal("p", "open", "blue", ("red",), None, "blue"),))
    said = await more(played(opened), PROPOSAL, "p")
    assert said == "Blue proposes to open the seat of Blue to a new player."


async def test_an_open_seat_is_told_of_until_someone_has_it() -> None:
    live, key = played(), str(SeatsKey(SEAT_OPEN, "blue", "c"))
    opened = changed(live.record, "blue", open=True)
    assert await more(played(**opened), JOINED, key) == "The seat of Blue is open to a new player."
    assert await told(live, JOINED, key) == GONE
    assert await told(played(**changed(live.record, "red", open=True)), JOINED, key) == GONE
    assert await told(played(status=FINISHED, **opened), JOINED, key) == GONE


async def test_a_stand_in_is_told_while_they_play() -> None:
    live, key = played(), str(SeatsKey(STANDING_IN, "red", "c"))
    plays = changed(live.record, "red", stands_in_since=NOW)
    found = await told(played(**plays), JOINED, key)
    assert isinstance(found, Item)
    assert (found.more, found.stands_in) == ("You now play Red as a stand-in.", True)
    assert await told(live, JOINED, key) == GONE
    assert await told(played(status=FINISHED, **plays), JOINED, key) == GONE


async def test_a_word_is_waited_for_until_it_is_open() -> None:
    live = played()
    waits = {"status": OPENING, "commitment": "c0", **changed(live.record, "red", word=None)}
    found = await told(played(**waits), JOINED, wanted("c0"))
    assert isinstance(found, Item)
    assert found.waited_for
    assert await told(played(**waits), JOINED, wanted("c1")) == GONE
    assert await told(played(**{**waits, **changed(live.record, "red", word="w")}), JOINED, wanted("c0")) == GONE
    assert await told(played(**{**waits, "status": ACTIVE}), JOINED, wanted("c0")) == GONE


async def test_a_seal_is_waited_for_until_it_is_there() -> None:
    live = played()
    waits = {"status": OPEN, **changed(live.record, "red", seal=None)}
    void = Voided("red", "then", "c", "00", ())
    sealed, again = (str(SeatsKey(SEAL_WANTED, number)) for number in "01")
    assert isinstance(await told(played(**waits, voided=(void,)), JOINED, again), Item)
    assert await told(played(**waits), JOINED, again) == GONE
    opened = changed(live.record, "red", seal="s")
    assert await told(played(**{**waits, **opened}), JOINED, sealed) == GONE
    assert await told(played(**{**waits, "status": ACTIVE}), JOINED, sealed) == GONE


@pytest.mark.parametrize(("kind", "status"), [(ENDED, FINISHED), (BEGAN, ACTIVE)])
async def test_a_beginning_and_an_end_stand_while_it_is_so(kind: Kind, status: str) -> None:
    for now in (OPEN, OPENING, ACTIVE, FINISHED, CALLED_OFF):
        assert isinstance(await told(played(status=now), kind), Item) == (now == status)


async def test_who_sat_down_is_told_until_all_is_over_and_a_kept_seat_until_it_is_taken() -> None:
    live = played()
    free = changed(live.record, "red", account=None, kept_for=ANNE)
    for key, other, stands in (("blue:x", {}, True), ("blue:x", free, False), (REMATCH, {}, False)):
        for status in (OPEN, ACTIVE, FINISHED, CALLED_OFF):
            found = await told(played(status=status, **other), JOINED, key)
            assert isinstance(found, Item) == (stands and status in (OPEN, ACTIVE))
    for key, swapped in ((REMATCH, True), (BEGUN_AGAIN, False)):
        item = await told(played(status=OPEN, **free), JOINED, key)
        assert isinstance(item, Item)
        assert (item.kept, item.swapped) == (True, swapped)


@pytest.mark.parametrize(
    ("winner", "words"), [(None, "A draw: enough"), ("warm", "You won: enough"), ("cold", "You lost: enough")]
)
async def test_how_it_ended_is_told_from_the_reader_s_side(winner: str | None, words: str) -> None:
    over = played(status=FINISHED, outcome={"winner": winner, "reason": "enough"})
    assert await more(over, ENDED) == words


async def test_in_which_room_something_was_said() -> None:
    assert await more(played(), CHAT, "table:3", number=3) == "At the table."
    assert await more(played(), CHAT, "side:warm:3", number=3) == "In the room of your side."


async def test_what_is_asked_is_told_only_of_what_asks() -> None:
    kinds: tuple[tuple[Kind, bool], ...] = ((BEGAN, True), (CHAT, False))
    for kind, asks in kinds:
        found = await told(played(), kind, "table:3", number=3)
        assert isinstance(found, Item)
        assert found.asked == (("Turn of red", "1") if asks else None)
    waits = await told(played(), BEGAN, seat="blue")
    assert isinstance(waits, Item)
    assert waits.asked is None


async def test_a_name_that_looks_like_a_link_is_not_told() -> None:
    for name, shown in (("Ben", "Ben"), ("ben.example", "Blue"), ("a@b", "Blue"), ("Dr. Ben", "Dr. Ben"), ("", "Blue")):
        of = changed(played().record, "blue", name=name)
        found = await told(played(**of), BEGAN)
        assert isinstance(found, Item)
        assert found.against == (shown,)
    alone = await told(played(**changed(played().record, "blue", account=None)), BEGAN)
    assert isinstance(alone, Item)
    assert alone.against == ()
