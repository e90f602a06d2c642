"""A code makes another browser know the same account, guests' too: once, and within ten minutes."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable

import pytest

from app.accounts.one_time_codes import LETTERS
from tests.app.accounts.test_passkeys import stranger
from tests.app.players import HIDE, Player, table
from tests.conftest import Server, execute


def enter(player: Player, code: str, **body: object) -> int:
    """Enter a code with the player's browser; gives the status."""
    return player.http.post("/login/code", json={"code": code, **body}).status_code


def test_a_guests_seat_moves_to_another_device_by_a_code(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    told = red.http.post("/account/code").json()
    assert {*told["code"].replace("-", "")} <= {*LETTERS}
    assert len(told["code"]) == 9
    lasts = dt.datetime.fromisoformat(told["expires_at"]) - dt.datetime.now(dt.UTC)
    assert dt.timedelta(minutes=9) < lasts <= dt.timedelta(minutes=10)
    phone = stranger(toy_server)
    assert enter(phone, told["code"].lower().replace("-", " ")) == 200
    assert phone.http.get("/me").json() == {"id": red.id, "name": "Rosa"}
    phone.play(match, "red", HIDE)
    assert red.http.get("/me").status_code == 200, "the first device goes on"
    assert enter(stranger(toy_server), told["code"]) == 401, "good once"


def test_a_new_code_replaces_the_last_and_old_ones_die(toy_server: Server, database_url: str) -> None:
    rosa = Player(toy_server, "Rosa")
    first, second = (rosa.http.post("/account/code").json()["code"] for _ in range(2))
    assert enter(stranger(toy_server), first) == 401
    asyncio.run(execute(database_url, "UPDATE token SET expires_at = now()"))
    assert enter(stranger(toy_server), second) == 401


@pytest.mark.parametrize("one", [True, False])
def test_a_code_ends_with_the_session_that_asked_for_it(toy_server: Server, one: bool) -> None:
    """Whoever ends a thief's session does not want them back by a code that they asked for before."""
    rosa, thief = Player(toy_server, "Rosa"), stranger(toy_server)
    assert enter(thief, rosa.http.post("/account/code").json()["code"]) == 200
    code = thief.http.post("/account/code").json()["code"]
    (other,) = [s["id"] for s in rosa.http.get("/sessions").json() if not s["current"]]
    assert rosa.http.delete(f"/sessions/{other}" if one else "/sessions").json() == {"ended": 1}
    assert enter(stranger(toy_server), code) == 401
    again = rosa.http.post("/account/code").json()["code"]
    assert enter(stranger(toy_server), again) == 200


def test_a_code_is_kept_when_the_matches_could_not_come_along(toy_server: Server) -> None:
    red, blue, _ = table(toy_server)
    code = red.http.post("/account/code").json()["code"]
    assert enter(blue, code, bring=True) == 409
    assert enter(blue, code) == 200


def test_a_household_may_try_five_codes_an_hour(serving: Callable[..., Server]) -> None:
    server = serving(code_limit="5/hour")
    rosa, thief = Player(server, "Rosa"), stranger(server)
    assert [enter(thief, "AAAA-AAAA") for _ in range(6)] == [401] * 5 + [429]
    code = rosa.http.post("/account/code").json()["code"]
    assert enter(thief, code) == 429, "also with the right one, from then on"
