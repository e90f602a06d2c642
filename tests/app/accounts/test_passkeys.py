"""A guest becomes an account by a passkey, keeps all seats, and comes back by it from any browser."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable

import httpx
import pytest

from app.accounts.sessions import COOKIE
from tests.app.accounts.device import PRESENT, Device, log_in, passkey
from tests.app.drafts.test_drafts import put
from tests.app.drafts.test_sent_ahead import ahead, given, went
from tests.app.limits.test_limits import _sweep
from tests.app.players import HIDE, Player, table
from tests.conftest import Server, execute, fetch


def stranger(server: Server) -> Player:
    """A browser in which nobody is known."""
    player = Player(server, "Nobody")
    player.http.cookies.clear()
    return player


def test_a_guest_becomes_an_account_and_comes_back_to_the_same_seats(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    assert red.http.get("/account").json()["guest"]
    before = red.http.cookies[COOKIE]
    device = passkey(red)
    assert red.http.cookies[COOKIE] != before, "another session: the account can be entered in another way now"
    mine = red.http.get("/account").json()
    assert (mine["guest"], mine["matches"], [k["name"] for k in mine["passkeys"]]) == (False, 1, ["My phone"])
    assert mine["passkeys"][0]["used_at"] is None
    browser = stranger(toy_server)
    entered = log_in(browser, device)
    assert (entered["status"], entered["id"], entered["brought"]) == (200, red.id, 0)
    browser.play(match, "red", HIDE)
    assert browser.http.get("/account").json()["passkeys"][0]["used_at"] is not None
    assert len(browser.http.get("/sessions").json()) == 2


def test_a_challenge_is_good_once_and_only_for_whom_it_was_made(toy_server: Server) -> None:
    rosa, thief = Player(toy_server, "Rosa"), Player(toy_server, "Thief")
    device = Device(toy_server.url)
    made = device.make(rosa.http.post("/account/passkey-options").json())
    body = {"name": "x", "credential": made}
    assert thief.http.post("/account/passkeys", json=body).json()["error"]["code"] == "bad_passkey"
    assert rosa.http.post("/account/passkeys", json=body).status_code == 422, "the thief's try has used it up"
    device = passkey(rosa)
    answer = device.answer(thief.http.post("/login/passkey/options").json())
    assert thief.http.post("/login/passkey", json={"credential": answer}).status_code == 200
    assert thief.http.post("/login/passkey", json={"credential": answer}).status_code == 422


def test_answers_that_are_not_what_was_asked_log_nobody_in(toy_server: Server) -> None:
    rosa, browser = Player(toy_server, "Rosa"), stranger(toy_server)
    device = passkey(rosa)

    def refused(change: Callable[[Device], None], status: int) -> None:
        other = Device(device.origin)
        other.id, other.key, other.count = device.id, device.key, device.count
        change(other)
        assert log_in(browser, other)["status"] == status
        assert COOKIE not in browser.http.cookies

    def elsewhere(other: Device) -> None:
        other.origin = "https://phishing.example"

    def someone_else(other: Device) -> None:
        other.key = Device("").key

    def copied(other: Device) -> None:
        other.count = 0

    def unverified(other: Device) -> None:
        other.flags = PRESENT

    def unknown(other: Device) -> None:
        other.id = b"never heard of"

    for change in (elsewhere, someone_else, copied, unverified):
        refused(change, 422)
    refused(unknown, 401)
    for nonsense in (
        {},
        {"response": {"clientDataJSON": "!"}},
        {"response": {"clientDataJSON": "e30"}},
        {"response": 5},
    ):
        answer = browser.http.post("/login/passkey", json={"credential": nonsense})
        assert answer.json()["error"]["code"] == "bad_passkey"
    assert log_in(browser, device)["status"] == 200


def test_an_expired_challenge_is_no_good(toy_server: Server, database_url: str) -> None:
    rosa = Player(toy_server, "Rosa")
    device = passkey(rosa)
    options = rosa.http.post("/login/passkey/options").json()
    asyncio.run(execute(database_url, "UPDATE token SET expires_at = now()"))
    answer = rosa.http.post("/login/passkey", json={"credential": device.answer(options)})
    assert answer.status_code == 422


def test_secrets_are_stored_as_hashes_only(toy_server: Server, database_url: str) -> None:
    rosa = Player(toy_server, "Rosa")
    code = rosa.http.post("/account/code").json()["code"]
    challenge = rosa.http.post("/login/passkey/options").json()["challenge"]
    rows = str(asyncio.run(fetch(database_url, "SELECT * FROM token")))
    assert code not in rows
    assert code.replace("-", "") not in rows
    assert challenge not in rows


def test_the_last_way_to_log_in_goes_only_when_said_twice(toy_server: Server) -> None:
    rosa, blaise = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    one, two = passkey(rosa, "One"), passkey(rosa, "Two")
    ids = {k["name"]: k["id"] for k in rosa.http.get("/account").json()["passkeys"]}
    assert blaise.http.delete(f"/account/passkeys/{ids['One']}").status_code == 404
    assert rosa.http.delete(f"/account/passkeys/{ids['One']}").status_code == 200
    assert log_in(stranger(toy_server), one)["status"] == 401
    answer = rosa.http.delete(f"/account/passkeys/{ids['Two']}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "last_way")
    assert log_in(stranger(toy_server), two)["status"] == 200
    assert rosa.http.delete(f"/account/passkeys/{ids['Two']}", params={"last": True}).json()["guest"]


def test_a_guests_matches_come_along_only_if_the_person_says_so(toy_server: Server) -> None:
    owner = Player(toy_server, "Rosa")
    device = passkey(owner)
    red, blue, match = table(toy_server)
    watch = blue.watch(match)
    watch.until_present("blue")
    guest = red.elsewhere(toy_server)
    assert log_in(red, device)["brought"] == 0
    assert red.http.get(f"/matches/{match['id']}/state", params={"seat": "red"}).status_code == 403
    assert guest.http.get("/me").status_code == 401, "the guest's session ended when someone else logged in"

    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE)
    mark = {"id": "drawn-by-red", "seat": "red", "kind": "ring", "places": ["1208"]}
    assert red.http.post(f"/matches/{match['id']}/marks", json=mark).status_code == 201
    for number, (player, seat) in enumerate(((red, "red"), (blue, "blue")), 1):
        said = {"id": f"said-by-{seat}", "seat": seat, "text": "Rude"}
        assert player.http.post(f"/matches/{match['id']}/chat", json=said).status_code == 201
        other, there = (blue, "blue") if player is red else (red, "red")
        muted = other.http.put(f"/matches/{match['id']}/chat/{number}/muted", json={"seat": there, "muted": True})
        assert muted.status_code == 200, muted.text
    assert red.http.put(f"/matches/{match['id']}/bookmarks/0", json={"note": "Mine"}).status_code == 200
    assert log_in(red, device, bring=True)["brought"] == 1
    assert [b["note"] for b in red.http.get(f"/matches/{match['id']}/bookmarks").json()["bookmarks"]] == ["Mine"]
    assert [m["id"] for m in red.http.get("/account/export").json()["marks"]] == ["drawn-by-red"]
    # What was muted stays muted, both ways.
    assert [[m["name"] for m in who.http.get("/account/mutes").json()] for who in (red, blue)] == [["Blaise"], ["Rosa"]]
    red.play(match, "red", {"kind": "end"})
    seats = {s["seat"]: s["name"] for s in blue.http.get(f"/matches/{match['id']}").json()["seats"]}
    assert seats == {"red": "Rosa", "blue": "Blaise"}
    receipt = red.http.get(f"/matches/{match['id']}/log", params={"seat": "red"})
    assert receipt.status_code == 200


def test_what_a_guest_has_sent_ahead_goes_in_the_name_of_the_account(toy_server: Server) -> None:
    """It stayed with the guest, whose seat it was no more: its turn came, and nothing was given."""
    device = passkey(Player(toy_server, "Blanche"))
    red, blue, match = table(toy_server)
    put(blue, match, "blue", HIDE, {"kind": "end"})
    assert ahead(blue, match, "blue", 1).json()["goes"]
    assert log_in(blue, device, bring=True)["brought"] == 1
    red.play(match, "red", {"kind": "end"})
    assert given(went(blue, match, "blue", 1)) == ["hide", "end"]


def test_matches_in_which_both_sit_keep_everything_where_it_is(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    other = blue.make(seat="blue")
    device = passkey(red)
    answer = log_in(blue, device, bring=True)
    assert (answer["status"], answer["error"]["code"]) == (409, "seated_in_both")
    assert "Rosa sits in one of them" in answer["error"]["text"]
    assert blue.http.get("/me").json()["id"] == blue.id
    assert {m["id"] for m in blue.http.get("/matches").json()} == {match["id"], other["id"]}


def test_an_account_brings_nothing_along_to_another(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    passkey(red)
    device = passkey(Player(toy_server, "Karl"))
    assert log_in(red, device, bring=True)["error"]["code"] == "not_a_guest"
    assert red.http.get("/matches").json()[0]["id"] == match["id"]


def test_another_process_learns_at_once_who_sits_there_now(toy_server: Server, serving: Callable[..., Server]) -> None:
    there = serving()
    device = passkey(Player(toy_server, "Rosa"))
    red, _, match = table(there)
    red.play(match, "red", HIDE)
    here = red.elsewhere(toy_server)
    assert log_in(here, device, bring=True)["brought"] == 1
    moved = here.elsewhere(there)
    moved.play(match, "red", {"kind": "end"})
    deadline = time.monotonic() + 20
    while red.http.get(f"/matches/{match['id']}/state", params={"seat": "red"}).status_code == 200:
        assert time.monotonic() < deadline, "the other process still lets the guest play"
        time.sleep(0.1)


def test_an_account_is_kept_though_it_has_no_seat(toy_server: Server, database_url: str) -> None:
    rosa, guest = Player(toy_server, "Rosa"), Player(toy_server, "Guest")
    passkey(rosa)
    for player in (rosa, guest):
        for statement in (
            f"UPDATE account SET created_at = now() - interval '90 days' WHERE id = '{player.id}'",  # noqa: S608
            f"UPDATE session SET seen_at = now() - interval '90 days' WHERE account = '{player.id}'",  # noqa: S608
        ):
            asyncio.run(execute(database_url, statement))
    rosa.http.post("/account/code")
    asyncio.run(execute(database_url, "UPDATE token SET expires_at = now()"))
    swept = _sweep(database_url)
    assert swept["tokens"] > 0
    rows = asyncio.run(fetch(database_url, "SELECT id FROM account WHERE id = ANY($1::uuid[])", [rosa.id, guest.id]))
    assert [row["id"] for row in rows] == [uuid.UUID(rosa.id)]


@pytest.mark.parametrize("path", ["/account", "/account/code", "/account/passkey-options"])
def test_strangers_are_told_nothing(toy_server: Server, path: str) -> None:
    method = "GET" if path == "/account" else "POST"
    assert httpx.request(method, f"{toy_server.url}/api{path}").status_code == 401


def test_a_stolen_cookie_gives_nobody_a_way_in_that_lasts(toy_server: Server, database_url: str) -> None:
    """Neither by a code for another device, which shows only that a browser was known already."""
    rosa = Player(toy_server, "Rosa")
    passkey(rosa)
    (key,) = rosa.http.get("/account").json()["passkeys"]
    old = f"UPDATE session SET entered_at = now() - interval '11 minutes' WHERE account = '{rosa.id}'"  # noqa: S608
    asyncio.run(execute(database_url, old))
    thief, code = stranger(toy_server), rosa.http.post("/account/code").json()["code"]
    assert thief.http.post("/login/code", json={"code": code}).status_code == 200
    for player in (rosa, thief):
        assert not player.http.get("/account").json()["sure"]
        for method, path, body in (
            ("POST", "/account/passkey-options", None),
            ("POST", "/account/passkeys", {"name": "x", "credential": {}}),
            ("DELETE", f"/account/passkeys/{key['id']}?last=true", None),
            ("POST", "/account/mail", {"address": "thief@example.org"}),
            ("DELETE", "/account/mail?last=true", None),
            ("DELETE", "/account/password", None),
            ("POST", "/account/tokens", {"name": "x", "scopes": ["play"]}),
            ("DELETE", "/account", {"name": "Rosa"}),
        ):
            answer = player.http.request(method, path, json=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "log_in_again"), f"{method} {path}"
