"""Where more programs are to play than may at the same time, nobody's tables keep others out (decisions/0081)."""

from __future__ import annotations

import asyncio
import datetime as dt
import uuid
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

from app.opponents import dispatcher as dispatching
from app.opponents.dispatcher import Dispatcher
from app.opponents.identities import ACCOUNTS
from app.opponents.taking_up import Line

PROGRAM = next(iter(ACCOUNTS.values()))


def test_one_with_many_tables_is_taken_up_no_sooner_than_one_with_one() -> None:
    line = Line()
    many = {(f"ada-{n}", "german"): "ada" for n in range(3)}
    assert line.order(many, []) == [*many]
    both = {**many, ("ben", "german"): "ben"}
    assert line.order(both, []) == [
        ("ada-0", "german"),
        ("ben", "german"),
        ("ada-1", "german"),
        ("ada-2", "german"),
    ]
    rest = {key: owner for key, owner in both.items() if key[0] != "ada-0"}
    assert line.order(rest, ["ada"])[0] == ("ben", "german")


def test_whoever_waits_longest_comes_first_and_then_at_the_end() -> None:
    """However many new guests come: each has as many tables at work as the others, none."""
    line = Line()
    old = {("old", "german"): "ada"}
    line.order(old, [])
    assert line.order({("new", "german"): "eve", **old}, [])[0] == ("old", "german")
    line.order({("new", "german"): "eve"}, [])
    assert line.order({**old, ("new", "german"): "eve"}, [])[0] == ("new", "german")


class Rows:
    """A database in which a program has a seat at a number of tables, each of another guest."""

    def __init__(self, tables: int) -> None:
        since = {"stand_in_program": False, "stands_in": False, "absent": False, "back": False, "stand_in": None}
        self.rows = [{"id": f"m{n}", "version": 1, "seat": "german", "player": PROGRAM, **since} for n in range(tables)]

    @asynccontextmanager
    async def raw(self) -> Any:
        yield self

    async def fetch(self, _: str, programs: list[uuid.UUID], asked: dt.timedelta | list[str]) -> list[dict[str, Any]]:
        if isinstance(asked, list):
            return [{"match": match, "account": f"guest at {match}"} for match in asked]
        return self.rows


async def test_only_so_many_seats_are_played_at_a_time_and_all_come_to_it(monkeypatch: Any) -> None:
    """A thousand guests' tables, or all there are when the process has just started, do not fill its memory."""
    monkeypatch.setattr(dispatching, "MAX_AT_WORK", 10)
    at_once, most, played = 0, 0, list[str]()

    async def play(match: str, seat: str, account: uuid.UUID, may_go_on: Any) -> bool:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0)
        at_once -= 1
        played.append(match)
        # While others wait, a seat that has more to do lets them come first.
        return bool(may_go_on()) or played.count(match) > 1

    opponents = SimpleNamespace(play=play, forget_all_but=lambda seats: None)
    dispatcher = Dispatcher(cast(Any, Rows(35)), cast(Any, opponents))
    await dispatcher._look()
    assert dispatcher.before({"m0": 4}) == {"m0": 4, **{f"m{n}": n - 5 for n in range(10, 35)}}
    for _ in range(20):
        await asyncio.sleep(0.001)
        await dispatcher._look()
    await dispatcher.finish()
    assert most == 10
    assert len({*played}) == 35
    assert played[:10] == [f"m{n}" for n in range(10)]
    assert len(played) > 35, "those that had more to do came again"
    assert dispatcher.before({}) == {}
