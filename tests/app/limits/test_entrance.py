"""One line before the whole server, when many networks call at once."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections import Counter
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from starlette.types import Message, Receive, Scope, Send

from app.accounts.keys import Holder, Keys
from app.limits import entrance as module
from app.limits.cpu_budget import HALF_LIFE_SECONDS, CpuBudget, CpuBudgets
from app.limits.entrance import (
    ALWAYS,
    COMING_SECONDS,
    LAP_SECONDS,
    STRANGERS_PART,
    WORKING_SECONDS,
    Crowded,
    Entrance,
    Place,
)
from app.limits.limits import Caller, Limits
from app.matches.facts import SeatRecord
from app.middleware import LimitsMiddleware
from app.parts import Parts
from app.settings import Settings

T = TypeVar("T")


def soon(work: Coroutine[Any, Any, T]) -> T:
    """What something comes to, or TimeoutError: whoever waits in vain would wait for ever."""
    return asyncio.run(asyncio.wait_for(work, 20))


def sitting() -> bool:
    """Whoever calls sits at the match."""
    return True


def strange() -> bool:
    """Nobody here knows who calls."""
    return False


class Scene:
    """An entrance with one place, which is taken, and people who wait for it."""

    def __init__(self, used: dict[str, float] | None = None, patience: float = 60.0, at_once: int = 1) -> None:
        self.now = 0.0
        self.used = Counter(used or {})
        self.spent = Counter[str]()
        self.entrance = Entrance(
            at_once, patience, lambda who: self.used[who], lambda who: self.spent[who], lambda: self.now
        )
        self.order: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def full(self) -> Place:
        """Take the place."""
        return await self.entrance.come_in("first", strange)

    async def queue(self, who: str, sits: Callable[[], bool] = strange, costs: float = 0.0) -> asyncio.Task[None]:
        """Have someone wait, come in, use some of the server's time, and leave."""

        async def call() -> None:
            place = await self.entrance.come_in(who, sits)
            self.order.append(who)
            await asyncio.sleep(0)
            self.use(who, costs)
            place.leave()

        self.tasks.append(task := asyncio.create_task(call()))
        await asyncio.sleep(0)
        return task

    def use(self, who: str, seconds: float) -> None:
        """Someone uses some of the server's time."""
        self.used[who] += seconds
        self.spent[who] += seconds

    async def finish(self) -> None:
        """Wait for everyone who came."""
        await asyncio.gather(*self.tasks)


def test_every_other_turn_is_of_whoever_has_used_least_of_late() -> None:
    async def run() -> None:
        scene = Scene({"flood": 3.0, "more": 2.0, "player": 1.0})
        place = await scene.full()
        for who in ("flood", "more", "player", "new"):
            await scene.queue(who)
        place.leave()
        await scene.finish()
        assert scene.order == ["new", "flood", "player", "more"]

    soon(run())


def test_households_that_have_used_as_much_take_turns() -> None:
    async def run() -> None:
        scene = Scene({"a": 1.0, "b": 1.0, "c": 1.0})
        place = await scene.full()
        for who in ("a", "a", "b", "b", "c", "c"):
            await scene.queue(who, costs=0.02)
        place.leave()
        await scene.finish()
        assert scene.order == ["a", "b", "c", "a", "b", "c"]

    soon(run())


def test_who_has_played_for_long_is_not_behind_all_who_come_to_flood() -> None:
    """What was used while nobody waited counts for nothing in every other turn: ten flooders may not use ten times as
    much first."""

    async def run() -> None:
        scene = Scene()
        for _ in range(30):
            scene.use("player", 0.1)
            (await scene.entrance.come_in("player", strange)).leave()
        place = await scene.full()
        for _ in range(3):
            for number in range(10):
                await scene.queue(f"flood {number}", costs=0.01)
        await scene.queue("player", costs=0.001)
        place.leave()
        await scene.finish()
        assert scene.order.index("player") == 1

    soon(run())


def test_cheap_calls_come_more_often_than_dear_ones() -> None:
    """What is dealt out is time, and a call now and then has had its part."""

    async def run() -> None:
        scene = Scene({"player": 1.0})
        place = await scene.full()
        for _ in range(4):
            await scene.queue("player", costs=0.001)
            for who in ("a", "b"):
                await scene.queue(who, costs=0.01)
        place.leave()
        await scene.finish()
        assert scene.order[:8].count("player") == 4

    soon(run())


def test_whoever_waits_for_one_answer_comes_before_those_who_wait_for_several() -> None:
    async def run() -> None:
        scene = Scene({"one": 3.0})
        place = await scene.full()
        for who in ("a", "b", "a", "b", "a", "b", "one"):
            await scene.queue(who)
        place.leave()
        await scene.finish()
        assert scene.order[:2] == ["a", "one"]

    soon(run())


def test_of_those_who_have_just_come_who_waits_for_the_fewest_answers_is_first() -> None:
    """When a flood begins, nobody in it has used much: a newcomer has soon used more."""

    async def run() -> None:
        scene = Scene({"new": COMING_SECONDS / 2, "known": COMING_SECONDS * 2})
        place = await scene.full()
        for who in ("known", "flood", "flood", "new"):
            await scene.queue(who)
        place.leave()
        await scene.finish()
        assert scene.order[0] == "new"

    soon(run())


def test_what_a_household_is_owed_does_not_grow_while_it_is_away() -> None:
    """Otherwise a hundred addresses that wait an hour could keep everyone out for as long as they like."""

    async def run() -> None:
        scene = Scene({"late": 9.0})
        for _ in range(100):
            scene.use("player", 1.0)
            (await scene.entrance.come_in("player", strange)).leave()
        place = await scene.full()
        for who in ("late", "late", "player", "player"):
            await scene.queue(who, costs=1.0)
        place.leave()
        await scene.finish()
        assert scene.order == ["late", "player", "late", "player"]

    soon(run())


def test_only_some_households_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REMEMBERED", 10)

    async def run() -> None:
        scene = Scene()
        place = await scene.full()
        waiting = await scene.queue("waits", costs=0.5)
        for number in range(50):
            scene.use("first", 0.1)
            scene.entrance._strangers.pass_by(f"guest {number}")
        assert len(scene.entrance._strangers._before) <= 11
        assert "waits" in scene.entrance._strangers._before
        place.leave()
        await waiting

    soon(run())


def test_who_sits_at_the_match_comes_more_often_and_nobody_else_is_shut_out() -> None:
    """A flooder can sit at matches of their own, so strangers get a part of the places too."""

    async def run() -> None:
        scene = Scene({"strange": 1.0})
        place = await scene.full()
        for _ in range(2):
            await scene.queue("strange")
        for _ in range(2 * (STRANGERS_PART - 1)):
            await scene.queue("seated", sitting)
        place.leave()
        await scene.finish()
        one_round = [*["seated"] * (STRANGERS_PART - 1), "strange"]
        assert scene.order == one_round * 2

    soon(run())


def test_who_waits_too_long_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(module, "WORKING_SECONDS", 1_000.0)

    async def run() -> None:
        scene = Scene(patience=5.0)
        place = await scene.full()
        early = await scene.queue("early")
        scene.now = 4.0
        late = await scene.queue("late")
        scene.now = 6.0
        with pytest.raises(Crowded):
            await early
        assert not late.done()
        place.leave()
        await late
        assert scene.order == ["late"]

    soon(run())


def test_in_a_full_line_the_one_with_most_calls_there_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_WAITING", 4)

    async def run() -> None:
        scene = Scene({"quiet": 3.0})
        place = await scene.full()
        flood = [await scene.queue("flood", sitting) for _ in range(3)]
        await scene.queue("new")
        await scene.queue("quiet", sitting)
        with pytest.raises(Crowded):
            await flood[2]
        # Whoever has most there already does not even get into the line.
        with pytest.raises(Crowded):
            await scene.entrance.come_in("flood", sitting)
        await scene.queue("another")
        with pytest.raises(Crowded):
            await flood[1]
        place.leave()
        await asyncio.gather(*scene.tasks, return_exceptions=True)
        assert sorted(scene.order) == ["another", "flood", "new", "quiet"]

    soon(run())


def test_in_a_line_full_of_single_calls_a_stranger_makes_room_and_then_who_has_had_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MAX_WAITING", 2)

    async def run() -> None:
        scene = Scene()
        place = await scene.full()
        stranger = await scene.queue("stranger")
        await scene.queue("dear", sitting)
        scene.use("dear", 1.0)
        await scene.queue("seated", sitting)
        with pytest.raises(Crowded):
            await stranger
        with pytest.raises(Crowded):
            await scene.entrance.come_in("stranger", strange)
        await scene.queue("another", sitting)
        place.leave()
        await asyncio.gather(*scene.tasks, return_exceptions=True)
        assert sorted(scene.order) == ["another", "seated"]

    soon(run())


def test_strangers_have_a_part_of_the_places() -> None:
    async def run() -> None:
        scene = Scene(at_once=STRANGERS_PART)
        stranger = await scene.full()
        await scene.queue("another stranger")
        await scene.queue("seated", sitting)
        assert scene.order == ["seated"], "there is room for those who sit at the match"
        stranger.leave()
        await scene.finish()
        assert scene.order == ["seated", "another stranger"]

    soon(run())


def test_a_call_that_takes_long_keeps_nobody_waiting() -> None:
    """It mostly waits for something else: sixteen such calls would shut the door for all."""

    async def run() -> None:
        scene = Scene()
        slow = await scene.full()
        await scene.queue("next")
        assert scene.order == []
        scene.now = WORKING_SECONDS + 0.1
        await scene.queue("third")
        await scene.finish()
        assert scene.order == ["next", "third"]
        slow.leave()

    soon(run())


@pytest.mark.parametrize(("lap", "inside"), [(LAP_SECONDS * 2, ALWAYS), (LAP_SECONDS / 2, 8)])
def test_while_everyone_inside_needs_long_for_a_step_few_come_in(lap: float, inside: int) -> None:
    """Those who only wait for the database are let in by as many as there are places."""

    async def run() -> None:
        scene = Scene(at_once=8)
        going: list[Place] = []

        async def call(number: int) -> None:
            going.append(await scene.entrance.come_in(f"guest {number}", sitting))

        tasks = [asyncio.create_task(call(number)) for number in range(20)]
        await asyncio.sleep(0)
        assert len(going) == 8, "as long as there is no long line, nobody looks"
        for place in going[:]:
            place.leave()
        going.clear()
        for _ in range(20):
            scene.now += lap
            await asyncio.sleep(0)
        assert len(going) == inside
        while going:
            going.pop().leave()
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)

    soon(run())


def test_a_place_given_to_someone_who_has_just_gone_is_handed_on() -> None:
    async def run() -> None:
        scene = Scene()
        place = await scene.full()
        gone = await scene.queue("gone")
        place.leave()
        # The place is theirs, and they have not noticed.
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        await asyncio.wait_for(scene.queue("next"), 1)
        await asyncio.wait_for(scene.tasks[-1], 1)
        assert scene.order == ["next"]

    soon(run())


def test_someone_who_goes_while_they_wait_takes_no_place() -> None:
    async def run() -> None:
        scene = Scene()
        place = await scene.full()
        gone = await scene.queue("gone")
        await scene.queue("next")
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        place.leave()
        await asyncio.wait_for(scene.tasks[-1], 1)
        assert scene.order == ["next"]

    soon(run())


def test_without_a_limit_nobody_waits() -> None:
    async def run() -> None:
        scene = Scene(at_once=0)
        await scene.full()
        await scene.full()
        await (await scene.queue("anyone"))
        assert scene.order == ["anyone"]

    soon(run())


# --- what was used of late --------------------------------------------------------------------------------------------


def test_time_used_long_ago_counts_less() -> None:
    share = CpuBudget(0.4, 0.0)
    share.left -= 2.0
    assert share.spent_of_late(0.0) == pytest.approx(2.0)
    assert share.spent_of_late(HALF_LIFE_SECONDS) == pytest.approx(1.0)
    share.left -= 0.5
    assert share.spent_of_late(HALF_LIFE_SECONDS) == pytest.approx(1.5)


def test_who_has_played_for_long_has_not_used_it_all_of_late() -> None:
    share = CpuBudget(0.4, 0.0)
    for second in range(600):
        share.left -= 0.01
        share.overdrawn(float(second))
    assert share.spent_of_late(600.0) < 0.01 * HALF_LIFE_SECONDS * 1.5


def test_what_is_given_again_changes_nothing_about_what_was_used() -> None:
    share = CpuBudget(0.4, 0.0)
    share.left -= 0.2
    share.overdrawn(0.0)
    share.overdrawn(0.25)
    assert share.spent_of_late(0.0) == pytest.approx(0.2)


def test_who_used_something_of_late_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.limits.cpu_budget.MAX_BUDGETS", 2)
    now = 0.0
    budgets = CpuBudgets(1.0, 0.4, 0.0, lambda: now)
    for who, used in (("flood", 1.0), ("nobody", 0.0)):
        share = budgets.of("address", who)
        assert share is not None
        share.left -= used
        share.overdrawn(now)
    now = 10.0
    assert budgets.of("address", "new") is not None
    assert budgets.used_by("flood") == pytest.approx(0.5 ** (10 / HALF_LIFE_SECONDS))
    assert set(budgets._of) == {("address", "flood"), ("address", "new")}


# --- at the door of the server --------------------------------------------------------------------------------------


ROSA = uuid.UUID(int=1)


@pytest.mark.parametrize(
    ("path", "guest", "sits"),
    [
        ("/api/matches/abc/state", ROSA.hex, True),
        ("/api/matches/abc/state", uuid.UUID(int=2).hex, False),
        ("/api/matches/abc/state", None, False),
        ("/api/matches/other/state", ROSA.hex, False),
        ("/api/matches", ROSA.hex, False),
        ("/api/matches/abc", ROSA.hex, False),
    ],
)
def test_who_sits_is_asked_by_match_and_account(path: str, guest: str | None, sits: bool) -> None:
    """With one place, a caller who sits at the match comes before a stranger who has waited longer."""

    async def run() -> list[str]:
        limits = Limits(Settings(calls_in_all=1, calls_at_once=0, _env_file=None))
        limits.sitters.note("abc", [SeatRecord("red", "Red", ROSA, "Rosa", None, None, 0)])
        order: list[str] = []

        async def call(name: str, scope: dict[str, str], caller: Caller) -> None:
            async with limits.turn(scope, caller):
                order.append(name)

        async with limits.turn({"path": "/api/games"}, Caller("h0", None)):
            calls = [
                asyncio.create_task(call("stranger", {"path": "/api/games"}, Caller("h1", None))),
                asyncio.create_task(call("caller", {"path": path}, Caller("h2", guest))),
            ]
            await asyncio.sleep(0)
        await asyncio.gather(*calls)
        return order

    assert soon(run()) == (["caller", "stranger"] if sits else ["stranger", "caller"])


Answered = list[Message]


class Gate:
    """The middleware alone, before an app that answers when it is told to."""

    def __init__(self, **settings: Any) -> None:
        given = {"calls_in_all": 1, "calls_at_once": 0, "refusal_seconds": 0, "work_share": 0, **settings}
        self.limits = Limits(Settings(**given, _env_file=None))
        self.go_on = asyncio.Event()
        self.served = 0
        self.parts = Parts()
        self._middleware = LimitsMiddleware(self._app, Settings(**given, _env_file=None), self.limits)

    async def _app(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        self.served += 1
        await self.go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    async def call(self, reading: asyncio.Event | None = None, **headers: str) -> Answered:
        """Call from an address of its own; ``reading`` is when the answer is read."""
        answered: Answered = []
        scope = {
            **{"type": "http", "method": "GET", "path": "/api/games", "scheme": "http", "client": ("127.0.0.9", 1)},
            "headers": [(b"host", b"localhost"), *((name.encode(), said.encode()) for name, said in headers.items())],
            "app": SimpleNamespace(state=SimpleNamespace(parts=self.parts)),
        }

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            answered.append(message)
            if reading is not None:
                await reading.wait()

        await self._middleware(scope, receive, send)
        return answered


def test_who_waits_in_vain_is_told_to_come_again_and_others_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.001)

    async def run() -> None:
        gate = Gate(calls_wait_seconds=0.01)
        first = asyncio.create_task(gate.call())
        await asyncio.sleep(0)
        start, body = await gate.call()
        assert (start["status"], json.loads(body["body"])["error"]["code"]) == (503, "crowded")
        assert dict(start["headers"])[b"retry-after"] == b"2"
        gate.go_on.set()
        assert (await first)[0]["status"] == 200
        assert (await gate.call())[0]["status"] == 200
        assert gate.served == 2

    soon(run())


def test_whoever_reads_an_answer_slowly_holds_up_nobody() -> None:
    async def run() -> None:
        gate = Gate()
        gate.go_on.set()
        reading = asyncio.Event()
        slow = asyncio.create_task(gate.call(reading))
        await asyncio.sleep(0)
        assert (await asyncio.wait_for(gate.call(), 0.5))[0]["status"] == 200
        reading.set()
        await slow

    soon(run())


class NoTokens(Keys):
    """Nobody has a token; it counts how often one is looked up."""

    def __init__(self) -> None:
        self._known = {}
        self.looked_up: list[str] = []

    async def holder(self, token: str) -> Holder | None:
        """Nobody."""
        self.looked_up.append(token)
        return None


def test_tries_of_wrong_tokens_count_as_calls_and_are_soon_not_looked_up() -> None:
    async def run() -> None:
        gate = Gate(address_limit="3/minute")
        keys = NoTokens()
        gate.parts._by_type[Keys] = keys
        for number in range(6):
            start, _ = await gate.call(authorization=f"Bearer gw_{number}")
            assert start["status"] == 401
        assert keys.looked_up == ["gw_0", "gw_1", "gw_2"]
        assert gate.served == 0

    soon(run())


def test_a_token_that_cannot_be_looked_up_since_too_many_call_is_not_called_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.001)

    async def run() -> None:
        gate = Gate(calls_wait_seconds=0.01)
        gate.parts._by_type[Keys] = NoTokens()
        first = asyncio.create_task(gate.call())
        await asyncio.sleep(0)
        start, _ = await gate.call(authorization="Bearer gw_mine")
        assert start["status"] == 503
        gate.go_on.set()
        await first

    soon(run())
