"""Who sits at which match: known of matches that were used or moved lately, and from a server's start on."""

from __future__ import annotations

import asyncio
import dataclasses
import uuid
from collections.abc import Callable

import pytest

from app.limits.sitters import Sitters
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.facts import SeatRecord
from app.programs.alone import start_match
from app.settings import Settings
from tests.app.toy_game import Toy

ROSA, KARL, CLARA = (uuid.UUID(int=n) for n in (1, 2, 3))
RED = SeatRecord("red", "Red", ROSA, "Rosa", None, None, 0)


def test_who_may_see_what_a_seat_sees_sits_there() -> None:
    sitters = Sitters()
    sitters.note("m", (RED,))
    assert sitters.sits("m", ROSA.hex)
    assert not sitters.sits("m", KARL.hex)
    assert not sitters.sits("elsewhere", ROSA.hex)
    sitters.note("m", (dataclasses.replace(RED, account=KARL, guests=frozenset({CLARA})),))
    assert not sitters.sits("m", ROSA.hex), "someone else has the seat now"
    assert sitters.sits("m", KARL.hex)
    assert sitters.sits("m", CLARA.hex)


def test_of_more_matches_than_are_kept_the_least_lately_used_are_forgotten() -> None:
    sitters, seats = Sitters(2), dict.fromkeys(("one", "two", "three"), (RED,))
    sitters.note("one", seats["one"])
    sitters.note("two", seats["two"])
    sitters.note("one", seats["one"])
    sitters.note("three", seats["three"])
    assert [match for match in seats if sitters.sits(match, ROSA.hex)] == ["one", "three"]
    sitters.note("two", seats["two"])
    assert sitters.sits("two", ROSA.hex), "what was forgotten is noted again"


def test_what_a_match_in_use_says_is_newer_than_what_the_start_has_read() -> None:
    sitters = Sitters()
    sitters.note("m", (RED,))
    sitters.learn({"m": [KARL], "other": [KARL]})
    assert sitters.sits("m", ROSA.hex)
    assert not sitters.sits("m", KARL.hex)
    assert sitters.sits("other", KARL.hex)


@pytest.fixture
def url(fresh_database: Callable[[], str]) -> str:
    """A database for one test."""
    return fresh_database()


async def test_nobody_who_plays_is_a_stranger_after_a_restart(url: str) -> None:
    """Before, they were until their match was loaded, for which strangers waited longest."""
    settings = Settings(_env_file=None)
    app = create_app(url, settings, {"toy": Toy()})
    async with app.router.lifespan_context(app):
        here = app.state.context
        account = (await here.accounts.add("Rosa")).id
        match = (await start_match(here, account, MatchIn(game="toy", scenario="endless", hotseat=True))).id
        await here.live_matches.get(match)
        assert app.state.limits.sitters.sits(match, account.hex)
    again = create_app(url, settings, {"toy": Toy()})
    async with again.router.lifespan_context(again):
        for _ in range(200):
            if again.state.limits.sitters.sits(match, account.hex):
                break
            await asyncio.sleep(0.02)
        assert again.state.limits.sitters.sits(match, account.hex)
        assert not again.state.limits.sitters.sits(match, KARL.hex)
        assert again.state.context.live_matches.find_cached(match) is None, "it was not loaded for that"
