"""What the sender does with what is due: sent, tried again, given up or lapsed. Without a database."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping
from typing import Any, cast

import pytest

from app.errors import ApiError
from app.metrics import NOTICES
from app.notices.courier import Message, Target, Undeliverable
from app.notices.deliveries import Claimed, Deliveries
from app.notices.kinds import MAIL, PUSH, TURN, WEBHOOK, Way
from app.notices.scenes import Lapsed, Noted, Scenes
from app.notices.sender import FIRST_PAUSE, LOOK_SECONDS, MAX_TRIES, PAUSE_SECONDS, TOO_MANY_PAUSE, Sender
from app.notices.texts import Item
from rules.kernel.schema_steps import UnknownShape

NOW = dt.datetime(1914, 8, 4, tzinfo=dt.UTC)
ANNE, CHANNEL, MESSAGE = (uuid.UUID(int=number) for number in (1, 2, 3))
FIRST, SECOND = uuid.UUID(int=11), uuid.UUID(int=12)
ITEM = Item(TURN, "m", "red", "Red", "Toy", "Short", ("Ben",), 1, "Turn of red", NOW)


class Book:
    """Deliveries that are due, and what was written down of them."""

    def __init__(self, claimed: Claimed | None, target: Target | None) -> None:
        self.claimed, self.at = claimed, target
        self.noted: list[tuple[Any, ...]] = []
        self.spreads = [1, 0]
        self.soon: dt.datetime | None = None

    async def spread(self, _now: dt.datetime) -> int:
        return self.spreads.pop(0)

    async def claim(self, _now: dt.datetime) -> Claimed | None:
        claimed, self.claimed = self.claimed, None
        return claimed

    async def target(self, channel: uuid.UUID) -> Target | None:
        return self.at if channel == CHANNEL else None

    async def list_notices(self, deliveries: Iterable[uuid.UUID]) -> list[tuple[uuid.UUID, Noted]]:
        return [(d, Noted("m", "red", TURN, str(d.int), 0, NOW, ANNE, 0, 0)) for d in deliveries]

    async def settle(self, deliveries: Iterable[uuid.UUID], status: str, reason: str, now: dt.datetime) -> None:
        self.noted.append(("settle", sorted(d.int for d in deliveries), status, reason, now))

    async def again(self, deliveries: Iterable[uuid.UUID], at: dt.datetime, reason: str, afresh: bool = False) -> None:
        self.noted.append(("again", sorted(d.int for d in deliveries), at, reason, afresh))

    async def forget(self, notices: Iterable[int]) -> None:
        self.noted.append(("forget", [*notices]))

    async def trouble(self, channel: uuid.UUID, reason: str) -> None:
        self.noted.append(("trouble", channel, reason))

    async def remove(self, channel: uuid.UUID) -> None:
        self.noted.append(("remove", channel))

    async def next(self) -> dt.datetime | None:
        return self.soon


class Postman:
    """Takes messages, or says why not."""

    def __init__(self, failure: Undeliverable | None = None) -> None:
        self.failure, self.taken = failure, list[Message]()

    async def take(self, target: Target, message: Message) -> None:
        if self.failure is not None:
            raise self.failure
        self.taken.append(message)


class Now:
    """What there is to tell, by the key of a notice."""

    def __init__(self, told: Mapping[str, Item | Lapsed | Exception]) -> None:
        self.told, self.asked = told, list[tuple[uuid.UUID, bool, dt.datetime]]()

    async def item_for(self, noted: Noted, reader: uuid.UUID, program: bool, now: dt.datetime) -> Item | Lapsed:
        self.asked.append((reader, program, now))
        found = self.told.get(noted.key, ITEM)
        if isinstance(found, Exception):
            raise found
        return found


def claimed(tries: int = 1, *deliveries: tuple[uuid.UUID, int | None], told: frozenset[uuid.UUID] = frozenset()) -> Any:
    return Claimed(MESSAGE, CHANNEL, tries, dict(deliveries or [(FIRST, 1)]), told)


async def sent(
    due: Claimed | None,
    postman: Postman | None = None,
    now: Now | None = None,
    way: Way = MAIL,
    allowed: bool = True,
    at: Way = MAIL,
) -> list[tuple[Any, ...]]:
    """What is written down after a round."""
    book = Book(due, Target(CHANNEL, ANNE, way, "anne@example.org", None, None))
    couriers = {at: postman or Postman()}
    sender = Sender(
        cast(Deliveries, book), cast(Scenes, now or Now({})), couriers, lambda channel: allowed, lambda: NOW
    )
    await sender.round()
    await sender.finish()
    assert book.spreads == [], "all that is owed is spread first"
    return book.noted


def counted(word: str, way: Way = MAIL) -> float:
    return cast(float, NOTICES.labels(way, word)._value.get())


GOOD = [("settle", [11], "sent", "", NOW), ("trouble", CHANNEL, "")]


async def test_what_is_due_goes_out_in_one_message() -> None:
    postman, before = Postman(), counted("sent")
    noted = await sent(claimed(1, (FIRST, 1), (SECOND, 2)), postman)
    assert noted == [("settle", [11, 12], "sent", "", NOW), ("trouble", CHANNEL, "")]
    assert postman.taken == [Message(MESSAGE, [ITEM, ITEM])]
    assert counted("sent") == before + 1
    assert await sent(None) == []


@pytest.mark.parametrize(("way", "program"), [(MAIL, False), (PUSH, False), (WEBHOOK, True)])
async def test_what_there_is_to_tell_is_asked_for_the_owner_of_the_channel(way: Way, program: bool) -> None:
    now = Now({})
    assert await sent(claimed(), now=now, way=way, at=way) == GOOD
    assert now.asked == [(ANNE, program, NOW)]


async def test_nothing_is_sent_to_a_channel_that_is_gone() -> None:
    postman = Postman()
    assert await sent(Claimed(MESSAGE, ANNE, 1, {FIRST: 1}), postman) == []
    assert postman.taken == []


async def test_what_makes_us_stumble_each_time_is_given_up() -> None:
    assert await sent(claimed(MAX_TRIES + 1)) == [("settle", [11], "failed", "given up", NOW)]
    assert await sent(claimed(MAX_TRIES)) == GOOD


async def test_many_at_once_wait_and_go_together_but_no_test_and_no_second_try() -> None:
    later = [("again", [11], NOW + TOO_MANY_PAUSE, "many at once", True)]
    assert await sent(claimed(), allowed=False) == later
    assert await sent(claimed(2), allowed=False) == GOOD
    assert await sent(claimed(1, (FIRST, None)), allowed=False) == GOOD


async def test_a_test_is_an_empty_message_and_asks_nothing_of_a_match() -> None:
    postman, now = Postman(), Now({})
    assert await sent(claimed(1, (FIRST, None)), postman, now) == GOOD
    assert postman.taken == [Message(MESSAGE, [])]
    assert now.asked == []


async def test_what_lapsed_is_not_sent_and_may_come_up_again_if_nobody_was_told() -> None:
    postman, now = Postman(), Now({"11": Lapsed("seen")})
    noted = await sent(claimed(1, (FIRST, 1), (SECOND, 2)), postman, now)
    assert noted == [
        ("settle", [11], "lapsed", "seen", NOW), ("forget", [1]),
        ("settle", [12], "sent", "", NOW), ("trouble", CHANNEL, ""),
    ]  # fmt: skip
    assert [len(message.items) for message in postman.taken] == [1]
    perhaps = claimed(2, (FIRST, 1), told=frozenset({FIRST}))
    assert await sent(perhaps, postman, now) == [("settle", [11], "lapsed", "seen", NOW), ("forget", [])]
    assert len(postman.taken) == 1


async def test_each_reason_to_lapse_is_written_down_by_itself() -> None:
    now = Now({"11": Lapsed("seen"), "12": Lapsed("no longer asked")})
    assert await sent(claimed(1, (FIRST, 1), (SECOND, 2)), now=now) == [
        ("settle", [11], "lapsed", "seen", NOW), ("forget", [1]),
        ("settle", [12], "lapsed", "no longer asked", NOW), ("forget", [2]),
    ]  # fmt: skip


async def test_what_a_newer_version_stored_waits_and_the_rest_goes_out() -> None:
    noted = await sent(claimed(1, (FIRST, 1), (SECOND, 2)), now=Now({"11": UnknownShape("newer")}))
    assert noted == [
        ("again", [11], NOW + FIRST_PAUSE, "the server is being updated", False),
        ("settle", [12], "sent", "", NOW), ("trouble", CHANNEL, ""),
    ]  # fmt: skip


async def test_what_cannot_be_read_for_want_of_room_waits_and_does_not_lapse() -> None:
    """The server is short of memory, or the database of the match is away: the player is told when it can be read."""
    waits = []
    for tries in (1, 2):
        no_room = Now({"11": ApiError(503, "no_room", "There is no room for another match.")})
        ((what, of, at, reason, afresh),) = await sent(claimed(tries), now=no_room)
        assert (what, of, reason, afresh) == ("again", [11], "the match cannot be read now", False)
        waits.append((at - NOW).total_seconds())
    assert 24 <= waits[0] <= 36
    assert 96 <= waits[1] <= 144


async def test_a_message_that_did_not_arrive_is_tried_again_later_each_time() -> None:
    before = counted("refused")
    waits = []
    for tries in (1, 2, 3):
        (_, of, at, reason, afresh), trouble = await sent(claimed(tries), Postman(Undeliverable("busy")))
        assert (of, reason, afresh, trouble) == ([11], "busy", False, ("trouble", CHANNEL, "busy"))
        waits.append((at - NOW).total_seconds())
    assert 24 <= waits[0] <= 36
    assert 96 <= waits[1] <= 144
    assert 384 <= waits[2] <= 576
    assert counted("refused") == before + 3


async def test_a_receiver_may_ask_for_more_time_and_never_for_less() -> None:
    asked = Undeliverable("busy", wait=dt.timedelta(hours=1))
    (_, _, at, *_), _ = await sent(claimed(), Postman(asked))
    assert at == NOW + dt.timedelta(hours=1)
    (_, _, at, *_), _ = await sent(claimed(), Postman(Undeliverable("busy", wait=dt.timedelta(seconds=1))))
    assert at >= NOW + dt.timedelta(seconds=24)


FAILED = [("settle", [11], "failed", "no", NOW), ("trouble", CHANNEL, "no")]


async def test_what_is_no_use_trying_again_is_given_up_at_once() -> None:
    assert await sent(claimed(), Postman(Undeliverable("no", final=True))) == FAILED
    assert await sent(claimed(MAX_TRIES), Postman(Undeliverable("no"))) == FAILED
    assert await sent(claimed(1, (FIRST, None)), Postman(Undeliverable("no"))) == FAILED
    assert await sent(claimed(), Postman(Undeliverable("no", gone=True))) == [("remove", CHANNEL)]


async def test_what_no_courier_takes_here_is_given_up() -> None:
    reason = "this server does not send these"
    assert await sent(claimed(), way=PUSH, at=MAIL) == [
        ("settle", [11], "failed", reason, NOW), ("trouble", CHANNEL, reason),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("soon", "seconds"),
    [(None, LOOK_SECONDS), (-5, PAUSE_SECONDS), (0, PAUSE_SECONDS), (7, 7.0), (900, LOOK_SECONDS)],
)
async def test_it_looks_again_when_something_is_due_and_now_and_then(soon: int | None, seconds: float) -> None:
    book = Book(None, None)
    book.soon = None if soon is None else NOW + dt.timedelta(seconds=soon)
    sender = Sender(cast(Deliveries, book), cast(Scenes, Now({})), {}, lambda channel: True, lambda: NOW)
    assert await sender._until_next() == seconds
