"""Public tables: anyone finds them, sits down without an invitation, and may watch them when they are in play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.app.players import END, HIDE, THROW, Player
from tests.conftest import TOY, Server, execute, fetch


@pytest.fixture
def server(serving: Callable[..., Server], fresh_database: Callable[[], str]) -> Server:
    """A lobby of its own, so that nobody else's tables are in it."""
    return serving(TOY, fresh_database())


def tables(server: Server, player: Player | None = None, **query: Any) -> dict[str, Any]:
    """A page of the list, as a stranger or a player gets it."""
    client = httpx.Client(base_url=f"{server.url}/api") if player is None else player.http
    answer = client.get("/tables", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ids(page: dict[str, Any]) -> list[str]:
    """The matches of a page."""
    return [t["id"] for t in page["tables"]]


def test_only_public_tables_with_a_free_seat_are_listed_the_newest_first(server: Server) -> None:
    rosa, karl = Player(server, "Rosa"), Player(server, "Karl")
    first = rosa.make(seat="red", listing="public", pace="days", note=" A turn a day,  no hurry. ")
    rosa.make(seat="red")
    rosa.make(hotseat=True)
    second = rosa.make(seat="blue", scenario="endless", listing="public")
    page = tables(server)
    assert ids(page) == [second["id"], first["id"]]
    assert page["after"] is None
    row = page["tables"][1]
    assert (row["pace"], row["note"], row["key"], row["glance"]) == ("days", "A turn a day, no hurry.", None, None)
    assert row["seats"] == [
        {"seat": "red", "title": "Red", "side": "warm", "name": "Rosa", "you": False, "free": False, "open": False},
        {"seat": "blue", "title": "Blue", "side": "cold", "name": None, "you": False, "free": True, "open": False},
    ]
    for secret in (first["invite"], first["spectate"]):
        assert secret not in str(page), "what only players are told"
    assert tables(server, rosa)["tables"][1]["seats"][0]["you"]
    assert ids(tables(server, scenario="endless")) == [second["id"]]
    assert ids(tables(server, game="toy", scenario="short")) == [first["id"]]
    assert ids(tables(server, game="chess")) == []
    karl.sit({**first, "invite": ""}, "blue")
    assert ids(tables(server)) == [second["id"]]


def test_nobody_sits_down_without_an_invitation_at_a_table_that_is_not_public(server: Server) -> None:
    rosa, karl = Player(server, "Rosa"), Player(server, "Karl")
    match = rosa.make(seat="red")
    assert karl.http.get(f"/matches/{match['id']}").status_code == 403
    for invite in ({}, {"invite": ""}):
        refused = karl.http.post(f"/matches/{match['id']}/seats/blue", json=invite)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "bad_invitation")
    shown = rosa.make(seat="red", listing="public")
    path = f"{server.url}/api/matches/{shown['id']}"
    assert httpx.get(path).json()["invite"] is None
    assert httpx.get(path).json()["listing"] == "public"
    karl.sit({**shown, "invite": ""}, "blue")
    late = Player(server, "Late").http.post(f"/matches/{shown['id']}/seats/blue", json={})
    assert (late.status_code, late.json()["error"]["code"]) == (403, "bad_invitation")


def test_running_public_matches_are_listed_with_their_key_and_no_move_changes_their_order(server: Server) -> None:
    rosa, karl = Player(server, "Rosa"), Player(server, "Karl")
    matches = []
    for listing in ("public", "public", "unlisted"):
        match = rosa.make(seat="red", listing=listing)
        karl.sit(match, "blue")
        matches.append(match)
    older, newer, _ = matches
    before = tables(server, running=1)
    assert ids(before) == [newer["id"], older["id"]]
    rosa.play(older, "red", HIDE)
    assert tables(server, running=1) == before, "turn, step and deciders are what they were"
    rosa.play(older, "red", THROW, END)
    after = tables(server, running=1)
    assert ids(after) == ids(before)
    row = after["tables"][1]
    assert row["glance"] == {"turn": 2, "title": "Turn of blue", "deciders": ["blue"]}
    seen = httpx.get(f"{server.url}/api/matches/{older['id']}/state", params={"key": row["key"]}).json()
    assert (seen["view"]["viewer"], seen["legal"]) == ("spectator", None)
    assert seen["view"]["hidden"] == {"red": 1, "blue": 0}
    assert ids(tables(server)) == []


def test_pages_fit_together_while_tables_come_and_go(server: Server) -> None:
    rosa, karl = Player(server, "Rosa"), Player(server, "Karl")
    made = [rosa.make(seat="red", listing="public") for _ in range(9)]
    made += [karl.make(seat="red", listing="public") for _ in range(9)]
    made += [Player(server, f"Host {n}").make(seat="red", listing="public") for n in range(5)]
    first = tables(server)
    assert ids(first) == [m["id"] for m in reversed(made)][:20]
    karl.sit(made[0], "blue")
    karl.sit(made[3], "blue")  # the last of the first page: the next one begins after it whoever joined
    Player(server, "New").make(seat="red", listing="public")
    second = tables(server, after=first["after"])
    assert ids(second) == [made[2]["id"], made[1]["id"]]
    assert second["after"] is None


def test_a_guest_fills_neither_the_list_nor_the_notes_with_tricks(serving: Callable[..., Server]) -> None:
    server = serving(TOY, open_tables_per_guest=2)
    rosa = Player(server, "Rosa")
    body = {"game": "toy", "scenario": "short", "listing": "public"}
    for note in ("x" * 121, "a\nb"):
        assert rosa.http.post("/matches", json={**body, "note": note}).status_code == 400, note
    for note in ("\u202eevil", "see\u200bn", "Z" + "\u0301" * 9):
        assert rosa.http.post("/matches", json={**body, "note": note}).status_code == 422, note
    alone = rosa.http.post("/matches", json={**body, "hotseat": True})
    assert (alone.status_code, alone.json()["error"]["code"]) == (422, "no_free_seat")
    first = rosa.make(seat="red", listing="public", note="Grüße \U0001f44b")
    rosa.make(seat="red", listing="public")
    third = rosa.http.post("/matches", json=body)
    assert (third.status_code, third.json()["error"]["code"]) == (409, "too_many_tables")
    Player(server, "Karl").sit(first, "blue")
    rosa.make(seat="red", listing="public")
    for after in ("x", "1.", "99999999999999999.a", ""):
        assert rosa.http.get("/tables", params={"after": after}).status_code == 400
    assert rosa.http.get("/tables", params={"after": "9999999999999999._"}).status_code == 200


MANY = """
INSERT INTO match (id, game, scenario, options, status, hotseat, version, invite, spectate, listing)
SELECT 'm' || n, 'toy', 'short', '{}', 'open', false, 0, '', '', CASE n % 50 WHEN 0 THEN 'public' ELSE 'unlisted' END
FROM generate_series(1, 5000) n
"""
LOOK = """
EXPLAIN SELECT id FROM match WHERE listing = 'public' AND status = 'open' AND (created_at, id) < ('9999-01-01', '')
ORDER BY created_at DESC, id DESC LIMIT 21
"""


def test_the_list_is_found_by_an_index_among_many_matches(fresh_database: Callable[[], str]) -> None:
    url = fresh_database()
    for statement in (MANY, "ANALYZE match"):
        asyncio.run(execute(url, statement))
    plan = "\n".join(str(row["QUERY PLAN"]) for row in asyncio.run(fetch(url, LOOK)))
    assert "ix_match_public_open" in plan
    assert "Sort" not in plan
