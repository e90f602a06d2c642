"""What is kept about someone can be had as a file, and goes when the account is deleted; matches go on."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
import uuid
from collections.abc import Callable

import httpx

from app.accounts.deletion import FORMER, KEPT, OTHERS
from app.accounts.sessions import COOKIE
from tests.app.accounts.device import log_in, passkey
from tests.app.accounts.test_tokens import program, token
from tests.app.players import END, HIDE, Player, table
from tests.conftest import Server, execute, fetch

_POINTING = """
SELECT c.conrelid::regclass || '.' || a.attname AS "column" FROM pg_constraint c
JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
WHERE c.contype = 'f' AND c.confrelid = 'account'::regclass
"""


def test_everything_that_points_to_an_account_is_known(toy_server: Server, database_url: str) -> None:
    """A table that is not named in app/accounts/deletion.py would be missing in the file, and left after a deletion."""
    rows = asyncio.run(fetch(database_url, _POINTING))
    assert {str(row["column"]) for row in rows} == {*KEPT} | OTHERS


def full(server: Server, database_url: str) -> tuple[Player, Player, dict[str, str]]:
    """Someone about whom something of every kind is kept, and the opponent."""
    red, blue, match = table(server)
    device = passkey(red)
    token(red, "play")
    assert log_in(red, device)["status"] == 200
    red.play(match, "red", HIDE)
    there = {"match": match["id"], "seat": "blue"}
    red.http.post("/account/blocks", json=there)
    red.http.post("/account/reports", json={**there, "text": "Slow."})
    blue.http.post("/account/reports", json={"match": match["id"], "seat": "red", "text": "Rude."})
    blue.http.post("/account/blocks", json={"match": match["id"], "seat": "red"})
    said = {"id": "said-by-red", "seat": "red", "room": "table", "text": "Over the Meuse!"}
    assert red.http.post(f"/matches/{match['id']}/chat", json=said).status_code == 201
    mark = {"id": "drawn-by-red", "seat": "red", "kind": "ring", "places": ["1208"], "text": "Here they come"}
    assert red.http.post(f"/matches/{match['id']}/marks", json=mark).status_code == 201
    kept = red.http.put(f"/matches/{match['id']}/bookmarks/0", json={"note": "Where it began"})
    assert kept.status_code == 200, kept.text
    answer = {"id": "said-by-blue", "seat": "blue", "room": "table", "text": "Never."}
    assert blue.http.post(f"/matches/{match['id']}/chat", json=answer).status_code == 201
    for player, seat, number in ((red, "red", 2), (blue, "blue", 1)):
        muted = player.http.put(f"/matches/{match['id']}/chat/{number}/muted", json={"seat": seat, "muted": True})
        assert muted.status_code == 200, muted.text
    red.http.post("/account/code")
    red.http.put("/account/notices", json={"digest_hour": 7})
    red.http.put("/account/zone", json={"zone": "Europe/Berlin"})
    tomorrow = (dt.datetime.now(dt.UTC).date() + dt.timedelta(days=2)).isoformat()
    assert red.http.post("/account/vacations", json={"first": tomorrow, "last": tomorrow}).status_code == 201
    host, _, given_up = table(server)
    path = f"/matches/{given_up['id']}"
    key = host.http.put(f"{path}/watching", json={"seat": "red", "yes": True}).json()["watch"]["red"]
    assert red.http.get(f"{path}/state", params={"key": key}).status_code == 200
    at = f"{red.id}@example.org"
    for statement in (
        f"INSERT INTO mail_address (account, address) VALUES ('{red.id}', '{at}')",  # noqa: S608
        f"INSERT INTO former_seat SELECT gen_random_uuid(), '{given_up['id']}', 'red', '{red.id}', NULL, now()",
        f"INSERT INTO hint (match, id, seat, account, ask, number) VALUES ('{match['id']}', 'asked-by-red', 'red', '{red.id}', '1.red', 0)",  # noqa: E501, S608
        f"INSERT INTO admin (account) VALUES ('{red.id}')",  # noqa: S608
        "INSERT INTO deed (id, by, what, subject, reason) VALUES "  # noqa: S608
        f"(gen_random_uuid(), 'Rosa ({red.id}), in the browser', 'ban', '203.0.113.7', 'Floods.')",
        f"INSERT INTO password (account, hash) VALUES ('{red.id}', '$argon2id$secret')",  # noqa: S608
        f"INSERT INTO channel (id, account, way, name, target, modes) VALUES ('{red.id}', '{red.id}', 'mail', '', '', '{{}}')",  # noqa: E501, S608
    ):
        asyncio.run(execute(database_url, statement))
    return red, blue, match


def test_the_file_has_a_part_of_every_kind_and_no_secret(toy_server: Server, database_url: str) -> None:
    red, blue, match = full(toy_server, database_url)
    answer = red.http.get("/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert {part for part in KEPT.values() if not told[part]} == set()
    assert (told["account"]["name"], told["account"]["zone"]) == ("Rosa", "Europe/Berlin")
    assert [c["command"] for c in told["commands"]] == [HIDE]
    assert [(s["match"], s["seat"]) for s in told["seats"]] == [(match["id"], "red")]
    assert [m["text"] for m in told["messages"]] == ["Over the Meuse!"]
    assert [(m["places"], m["text"]) for m in told["marks"]] == [(["1208"], "Here they come")]
    assert [(b["number"], b["note"]) for b in told["bookmarks"]] == [(0, "Where it began")]
    assert "argon2" not in answer.text
    assert "Rude." not in answer.text, "what others report stays with whoever runs the server"
    assert [b["name"] for b in told["blocks"]] == ["Blaise"]
    assert [m["name"] for m in told["mutes"]] == ["Blaise"]
    assert blue.id not in answer.text, "nobody learns the number of another's account"
    assert httpx.get(f"{toy_server.url}/api/account/export").status_code == 401


def test_a_deleted_account_is_gone_and_its_matches_go_on(
    toy_server: Server, database_url: str, serving: Callable[..., Server]
) -> None:
    red, blue, match = full(toy_server, database_url)
    bot = program(toy_server, token(red, "play")["token"])
    assert bot.get("/me").status_code == 200
    cookie, there = red.http.cookies[COOKIE], serving()
    watch = red.watch(match)
    watch.next()
    red.play(match, "red", END)
    refused = red.http.request("DELETE", "/account", json={"name": "rosa"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "other_name")
    asyncio.run(execute(database_url, "UPDATE session SET entered_at = now() - interval '11 minutes'"))
    refused = red.http.request("DELETE", "/account", json={"name": "Rosa"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "log_in_again")
    asyncio.run(execute(database_url, "UPDATE session SET entered_at = now()"))
    assert red.http.request("DELETE", "/account", json={"name": "Rosa"}).json() == {"done": True}

    assert watch.closed_with() == 1012
    assert bot.get("/me").status_code == 401
    old = {COOKIE: cookie}
    assert httpx.get(f"{toy_server.url}/api/me", cookies=old).status_code == 401
    deadline = time.monotonic() + 20
    while httpx.get(f"{there.url}/api/me", cookies=old).status_code == 200:
        assert time.monotonic() < deadline, "the other process still knows the session"
        time.sleep(0.2)
    for column in KEPT.keys() | OTHERS:
        name, _, pointing = column.partition(".")
        query = f"SELECT * FROM {name} WHERE {pointing} = $1"  # noqa: S608
        rows = asyncio.run(fetch(database_url, query, uuid.UUID(red.id)))
        if column == "seat.account":
            assert len(rows) == 1
        elif name == "session":
            assert all(row["ended_at"] is not None and row["agent"] == "" for row in rows)
        else:
            assert rows == [], column
    done = asyncio.run(fetch(database_url, "SELECT by FROM deed WHERE by LIKE $1", f"%{red.id}%"))
    assert [row["by"] for row in done] == [f"A former player ({red.id}), in the browser"]
    seats = {s["seat"]: s for s in blue.http.get(f"/matches/{match['id']}").json()["seats"]}
    assert (seats["red"]["name"], seats["red"]["open"]) == (FORMER, True), "someone else may play on"
    blue.play(match, "blue", END)
    heir = Player(there, "Heir")
    taking = {"id": "the-heir-comes", "invite": blue.http.get(f"/matches/{match['id']}").json()["invite"]}
    assert heir.http.post(f"/matches/{match['id']}/seats/red/take-over", json=taking).status_code == 200
    assert heir.state(match)["view"]["hidden"]["red"] == [7]


def test_a_guest_is_deleted_by_typing_the_name(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    assert red.http.request("DELETE", "/account", json={"name": "Rosa"}).json() == {"done": True}
    assert red.http.get("/me").json() is None
    assert blue.http.get(f"/matches/{match['id']}").json()["seats"][0]["name"] == FORMER


def test_no_order_that_was_given_before_keeps_the_seat_of_someone_who_goes(toy_server: Server) -> None:
    """An id that could be foreseen could have been used, for an order that was taken back since."""
    red, blue, match = table(toy_server)
    foreseen = f"gone-{uuid.UUID(red.id).hex}"
    assert red.settle(match, "red", foreseen, kind="leave").status_code == 200
    assert red.settle(match, "red", kind="stay").status_code == 200
    assert red.http.request("DELETE", "/account", json={"name": "Rosa"}).json() == {"done": True}
    seats = {s["seat"]: s for s in blue.http.get(f"/matches/{match['id']}").json()["seats"]}
    assert (seats["red"]["name"], seats["red"]["open"]) == (FORMER, True)
