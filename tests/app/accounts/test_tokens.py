"""Programs call by tokens: each for what it was made for, shown once, and gone when revoked."""

from __future__ import annotations

import asyncio
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from app.accounts.scopes import PLAY, READ, required_scope
from app.accounts.sessions import COOKIE
from tests.app.players import HIDE, Player, Watch, table
from tests.app.web.description import calls
from tests.conftest import Server, fetch
from tests.thorough import at_least_one


def token(player: Player, *scopes: str) -> dict[str, Any]:
    """A new token of a player's."""
    answer = player.http.post("/account/tokens", json={"name": "my bot", "scopes": scopes})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def program(server: Server, secret: str, **headers: str) -> httpx.Client:
    """A program that calls by a token."""
    headers |= {"Authorization": f"Bearer {secret}"}
    return httpx.Client(base_url=f"{server.url}/api", headers=headers, timeout=20)


def test_a_token_is_shown_once_and_stored_as_a_hash(toy_server: Server, database_url: str) -> None:
    rosa, karl = Player(toy_server, "Rosa"), Player(toy_server, "Karl")
    made = token(rosa, "read")
    assert re.fullmatch(r"gw_[A-Za-z0-9_-]{43}", made["token"])
    (listed,) = rosa.http.get("/account/tokens").json()
    assert listed == {k: v for k, v in made.items() if k != "token"}
    assert listed["used_at"] is None
    rows = asyncio.run(fetch(database_url, "SELECT * FROM api_token WHERE account = $1", uuid.UUID(rosa.id)))
    assert made["token"] not in str(rows)
    assert program(toy_server, made["token"]).get("/me").json()["id"] == rosa.id
    assert rosa.http.get("/account/tokens").json()[0]["used_at"] is not None
    assert karl.http.get("/account/tokens").json() == []
    assert karl.http.delete(f"/account/tokens/{made['id']}").status_code == 404
    for scopes in ([], ["admin"]):
        assert rosa.http.post("/account/tokens", json={"name": "x", "scopes": scopes}).status_code == 400


def test_a_program_plays_without_a_cookie_and_from_any_page(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    bot = program(toy_server, token(red, "play")["token"], Origin="https://bots.example")
    ask = bot.get(f"/matches/{match['id']}/state").json()["legal"]["ask"]
    body = {"id": "abcdefgh", "seat": "red", "ask": ask, "command": HIDE}
    answer = bot.post(f"/matches/{match['id']}/commands", json=body)
    assert answer.status_code == 200, answer.text
    assert "set-cookie" not in answer.headers
    assert "set-cookie" not in bot.get("/me").headers
    with_cookie = httpx.Client(base_url=bot.base_url, cookies={COOKIE: red.http.cookies[COOKIE]})
    stranger = with_cookie.get("/me", headers={"Authorization": "Bearer gw_" + "x" * 43})
    assert (stranger.status_code, stranger.json()["error"]["code"]) == (401, "bad_token"), "the cookie does not help it"


@pytest.mark.parametrize("scope", [READ, PLAY])
def test_a_token_opens_what_it_was_made_for_and_nothing_else(toy_server: Server, scope: str) -> None:
    """Every route there is: whoever adds one finds here what tokens may do with it."""
    bot = program(toy_server, token(Player(toy_server, "Rosa"), scope)["token"])
    for path, method in at_least_one((path, method.upper()) for path, method in calls()):
        wanted = required_scope(method, re.sub(r"\{\w+\}", "x", path))
        if path.startswith(("/api/account", "/api/login", "/api/sessions", "/api/guests", "/api/admin")):
            assert wanted is None, f"{method} {path}: for people alone"
        elif method == "GET" or path.endswith(("/consult", "/consults")):
            assert wanted == READ, f"{method} {path}"
        else:
            assert wanted in (PLAY, None), f"{method} {path}"
        there = path.replace("{match}", "nothing").replace("{game}", "toy").replace("{seat}", "red")
        answer = bot.request(method, re.sub(r"\{\w+\}", str(uuid.uuid4()), there).removeprefix("/api"), json={})
        refused = answer.status_code == 403 and answer.json()["error"]["code"] == "not_in_scope"
        assert refused == (wanted is None or (wanted == PLAY and scope == READ)), f"{method} {path}: {answer.text}"


def test_a_revoked_token_knows_nobody_and_its_socket_closes(toy_server: Server, serving: Callable[..., Server]) -> None:
    red, _, match = table(toy_server)
    made, there = token(red, "read"), serving()
    bot, elsewhere = program(toy_server, made["token"]), program(there, made["token"])
    address = f"{toy_server.socket_url}/api/matches/{match['id']}/live"
    watch = Watch(address, Authorization=f"Bearer {made['token']}")
    watch.next()
    assert elsewhere.get("/me").status_code == 200
    assert red.http.delete(f"/account/tokens/{made['id']}").json() == {"ended": 1}
    assert watch.closed_with() == 1012
    assert bot.get("/me").json()["error"]["code"] == "bad_token"
    deadline = time.monotonic() + 20
    while elsewhere.get("/me").status_code == 200:
        assert time.monotonic() < deadline, "the other process still knows the token"
        time.sleep(0.2)
    assert red.http.get("/account/tokens").json() == []
