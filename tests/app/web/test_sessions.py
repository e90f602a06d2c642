"""Sessions: listed, ended, replaced, and safe behind TLS."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable
from types import SimpleNamespace

import httpx
import itsdangerous
import pytest

from app.accounts import sessions as sessions_module
from app.accounts.sessions import COOKIE, HOST_COOKIE, Sessions, without_plain_cookie
from app.happenings import Happenings, SessionsEnded, hearer
from tests.app.players import HIDE, Player, table
from tests.conftest import TOY, Server, execute, fetch

TLS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}


def again(player: Player) -> Player:
    """The same cookie in another browser, which then has its own session by another visit."""
    return player.elsewhere(player.server)


def test_your_own_sessions_are_listed_and_no_others(toy_server: Server) -> None:
    rosa, blaise = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    (mine,) = rosa.http.get("/sessions").json()
    (theirs,) = blaise.http.get("/sessions").json()
    assert mine["current"]
    assert "httpx" in mine["agent"]
    assert mine["id"] != theirs["id"]
    assert rosa.http.delete(f"/sessions/{theirs['id']}").status_code == 404
    assert blaise.http.get("/me").status_code == 200
    assert httpx.get(f"{toy_server.url}/api/sessions").status_code == 401


def test_an_ended_session_knows_nobody_and_its_socket_closes(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    watch = red.watch(match)
    watch.next()
    (mine,) = red.http.get("/sessions").json()
    stolen = red.http.cookies[COOKIE]
    assert red.http.delete(f"/sessions/{mine['id']}").json() == {"ended": 1}
    assert watch.closed_with() == 1012
    with httpx.Client(base_url=f"{toy_server.url}/api", cookies={COOKIE: stolen}) as thief:
        assert thief.get("/me").status_code == 401
        assert thief.get(f"/matches/{match['id']}/state", params={"seat": "red"}).status_code == 401
        body = {"id": "abcdefgh", "seat": "red", "ask": "1.red", "command": HIDE}
        assert thief.post(f"/matches/{match['id']}/commands", json=body).status_code == 401
        assert thief.delete(f"/sessions/{mine['id']}").status_code == 401


def test_all_other_sessions_are_ended_at_once(toy_server: Server) -> None:
    rosa = Player(toy_server, "Rosa")
    other = again(rosa)
    assert rosa.http.post("/guests", json={"name": "Rosa L."}).status_code == 200
    assert rosa.http.cookies[COOKIE] != other.http.cookies[COOKIE]
    third = again(rosa)
    third.http.post("/guests", json={"name": "Rosa"})
    fourth = again(third)
    fourth.http.post("/guests", json={"name": "Rosa"})
    ended = fourth.http.delete("/sessions").json()["ended"]
    assert ended == 0, "those that were replaced are over by themselves"
    assert [s["current"] for s in fourth.http.get("/sessions").json()] == [True]


def test_another_name_is_another_session_and_the_old_cookie_soon_dies(toy_server: Server, database_url: str) -> None:
    rosa = Player(toy_server, "Rosa")
    old = again(rosa)
    rosa.http.post("/guests", json={"name": "Rosa Luxemburg"})
    assert rosa.http.get("/me").json() == {"id": rosa.id, "name": "Rosa Luxemburg"}
    assert old.http.get("/me").status_code == 200, "a call that was on its way"
    rows = asyncio.run(
        fetch(database_url, "SELECT ended_at - now() AS left FROM session WHERE account = $1", uuid.UUID(rosa.id))
    )
    assert sorted(r["left"] is None for r in rows) == [False, True]
    assert all(r["left"].total_seconds() < 31 for r in rows if r["left"] is not None)


def test_a_session_ended_through_one_process_is_ended_in_all(
    toy_server: Server, serving: Callable[..., Server]
) -> None:
    rosa = Player(toy_server, "Rosa")
    there = rosa.elsewhere(serving())
    assert there.http.get("/me").status_code == 200
    (mine,) = rosa.http.get("/sessions").json()
    rosa.http.delete(f"/sessions/{mine['id']}")
    deadline = time.monotonic() + 20
    while there.http.get("/me").status_code != 401:
        assert time.monotonic() < deadline, "the other process still knows the session"
        time.sleep(0.2)
    assert rosa.elsewhere(serving()).http.get("/sessions").status_code == 401, (
        "a process that starts later knows it too"
    )


def test_a_cookie_from_before_sessions_is_exchanged_for_one(toy_server: Server, database_url: str) -> None:
    rosa = Player(toy_server, "Rosa")
    key = asyncio.run(fetch(database_url, "SELECT key FROM signing_key"))[0]["key"]
    signer = itsdangerous.TimestampSigner(key, salt="greatwar.session.1")
    old = signer.sign(uuid.UUID(rosa.id).hex).decode()
    with httpx.Client(base_url=f"{toy_server.url}/api", cookies={COOKIE: old}) as before:
        answer = before.get("/me")
        assert (answer.status_code, answer.json()["id"]) == (200, rosa.id)
        assert COOKIE in answer.headers["set-cookie"]
    rosa.http.delete("/sessions")
    assert httpx.get(f"{toy_server.url}/api/me", cookies={COOKIE: old}).status_code == 401


def test_an_old_cookie_is_renewed_by_a_visit(
    toy_server: Server, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    rosa = Player(toy_server, "Rosa")
    assert "set-cookie" not in rosa.http.get("/me").headers
    key = asyncio.run(fetch(database_url, "SELECT key FROM signing_key"))[0]["key"]
    payload = rosa.http.cookies[COOKIE].rsplit(".", 2)[0]
    monkeypatch.setattr(itsdangerous.timed.TimestampSigner, "get_timestamp", lambda _: int(time.time()) - 8 * 86_400)
    old = itsdangerous.TimestampSigner(key, salt="greatwar.session.1").sign(payload).decode()
    monkeypatch.undo()
    answer = httpx.get(f"{toy_server.url}/api/me", cookies={COOKIE: old})
    assert answer.json()["id"] == rosa.id
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory, database_url: str, starting: Callable[..., Server]) -> Server:  # type: ignore[misc]
    """A server that trusts the proxy 127.0.0.1, and is called greatwar.example."""
    log = tmp_path_factory.mktemp("behind") / "server.log"
    server = starting(TOY, database_url, log, proxies="127.0.0.1", hosts="greatwar.example, *.games.example")
    yield server
    server.stop()


def test_behind_tls_the_cookie_is_secure_and_bound_to_the_host(behind: Server) -> None:
    answer = httpx.post(f"{behind.url}/api/guests", json={"name": "Rosa"}, headers=TLS)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{HOST_COOKIE}=")
    assert {p.strip().lower() for p in cookie.split(";")[1:]} >= {"secure", "httponly", "path=/", "samesite=lax"}
    assert "domain" not in cookie.lower()
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    value = cookie.split("=", 1)[1].split(";")[0]
    here = {"Cookie": f"{HOST_COOKIE}={value}", **TLS}
    assert httpx.get(f"{behind.url}/api/me", headers=here).status_code == 200
    planted = {"Cookie": f"{COOKIE}={value}", **TLS}
    assert httpx.get(f"{behind.url}/api/me", headers=planted).json() is None, "another site may have put it there"


def test_without_tls_the_cookie_is_plain_and_nothing_is_said_of_tls(toy_server: Server, behind: Server) -> None:
    for server in (toy_server, behind):
        answer = httpx.post(f"{server.url}/api/guests", json={"name": "Rosa"})
        assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")
        assert "secure" not in answer.headers["set-cookie"].lower()
        assert "strict-transport-security" not in answer.headers
    unnamed = httpx.post(f"{toy_server.url}/api/guests", json={"name": "Rosa"}, headers=TLS)
    assert unnamed.headers["set-cookie"].startswith(f"{COOKIE}="), "nobody named this proxy"


def test_a_page_of_the_same_host_without_tls_is_foreign(behind: Server) -> None:
    host = {"Host": "greatwar.example"}
    for origin, headers, status in (
        ("https://greatwar.example", TLS, 200),
        ("http://greatwar.example", TLS, 403),
        ("https://greatwar.example", {}, 403),
        ("http://greatwar.example", {}, 200),
    ):
        answer = httpx.post(
            f"{behind.url}/api/guests", json={"name": "Rosa"}, headers={**host, **headers, "Origin": origin}
        )
        assert answer.status_code == status, (origin, headers)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("greatwar.example", 200),
        ("GreatWar.Example:443", 200),
        ("map.games.example", 200),
        ("games.example", 400),
        ("elsewhere.example", 400),
        ("greatwar.example.elsewhere.example", 400),
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("[::1]:8000", 200),
        ("", 400),
        ("a b", 400),
        ("greatwar.example@elsewhere.example", 400),
    ],
)
def test_only_names_of_ours_are_served(behind: Server, host: str, status: int) -> None:
    for path in ("/api/games", "/"):
        answer = httpx.get(f"{behind.url}{path}", headers={"Host": host})
        assert answer.status_code == status
    if status == 400:
        assert answer.json()["error"]["code"] == "unknown_host"


def test_a_websocket_of_another_name_or_scheme_is_refused(behind: Server) -> None:
    red, _, match = table(behind)
    query = f"{behind.url}/api/matches/{match['id']}/live"
    upgrade = {
        **{"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"},
        **{"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Cookie": f"{COOKIE}={red.http.cookies[COOKIE]}"},
    }
    for headers, status in (
        ({"Host": "elsewhere.example"}, 403),
        ({"Host": "greatwar.example", "Origin": "https://greatwar.example"}, 403),
        ({"Host": "greatwar.example", "Origin": "http://greatwar.example"}, 101),
    ):
        with httpx.stream("GET", query, headers={**upgrade, **headers}) as answer:
            assert answer.status_code == status, headers


def test_callers_behind_a_named_proxy_are_counted_each_by_himself(serving: Callable[..., Server]) -> None:
    server = serving(TOY, proxies="127.0.0.1", guest_limit="2/minute")

    def enter(caller: str) -> int:
        return httpx.post(
            f"{server.url}/api/guests", json={"name": "x"}, headers={"X-Forwarded-For": caller}
        ).status_code

    assert [enter("198.51.100.1") for _ in range(3)] == [200, 200, 429]
    assert enter("198.51.100.2") == 200
    assert enter("198.51.100.9, 198.51.100.1") == 429, "what the caller says of himself before the proxy counts nothing"
    assert [enter(f"2001:db8:1:2::{n}") for n in range(1, 4)] == [200, 200, 429], "one IPv6 network is one household"
    assert enter("2001:db8:1:3::1") == 200


def test_forwarded_addresses_of_an_unnamed_proxy_count_nothing_and_the_log_says_so(
    serving: Callable[..., Server],
) -> None:
    server = serving(TOY, guest_limit="2/minute")
    statuses = [
        httpx.post(
            f"{server.url}/api/guests", json={"name": "x"}, headers={"X-Forwarded-For": f"198.51.100.{n}"}
        ).status_code
        for n in range(3)
    ]
    assert statuses == [200, 200, 429]
    assert server.log.read_text().count("GREATWAR_PROXIES") == 1


def test_the_plain_cookie_alone_is_taken_out() -> None:
    assert without_plain_cookie(f"a=1; {COOKIE}=x; {HOST_COOKIE}=y; b=2") == f"a=1; {HOST_COOKIE}=y; b=2"


def test_ends_are_known_once_and_forgotten_when_no_cookie_can_be_as_old() -> None:
    told: list[frozenset[uuid.UUID]] = []
    happenings = Happenings(hearer(SessionsEnded, lambda it: told.append(it.sessions)))
    sessions = Sessions(b"k" * 32, days=1, secure=False, happenings=happenings)
    one, replaced = uuid.uuid4(), uuid.uuid4()
    sessions.end([(one, 5.0), (replaced, time.time() + 30)])
    sessions.end([(one, 5.0)])
    assert told == [frozenset({one})]
    sessions.forget(10.0)
    sessions.end([(one, 5.0)])
    assert len(told) == 2


def test_the_end_of_a_session_is_remembered_while_a_cookie_may_be_as_old() -> None:
    told: list[frozenset[uuid.UUID]] = []
    happenings = Happenings(hearer(SessionsEnded, lambda it: told.append(it.sessions)))
    sessions, one = Sessions(b"k" * 32, days=1, secure=False, happenings=happenings), uuid.uuid4()
    sessions.end([(one, 5.0)])
    sessions.forget(5.0)
    sessions.end([(one, 5.0)])
    assert told == [frozenset({one})]


def test_a_cookie_is_good_for_as_many_days_as_the_server_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it was read before or is read for the first time."""
    account, session, signed = uuid.uuid4(), uuid.uuid4(), time.time()
    known = Sessions(b"k" * 32, days=1, secure=False)
    cookies = {COOKIE: known.sign(account, session)}
    for later, good in ((0, True), (86_390, True), (86_410, False), (86_390, True)):
        monkeypatch.setattr(sessions_module, "time", SimpleNamespace(time=lambda now=signed + later: now))
        for reader in (known, Sessions(b"k" * 32, days=1, secure=False)):
            assert (reader.account(cookies) == account) is good, later


def test_bad_cookies_are_logged_once_and_without_the_cookie(toy_server: Server) -> None:
    forged, before = "f" * 64 + ".abc.secretsecret", toy_server.log.read_text().count('"bad_cookie"')
    for _ in range(30):
        assert httpx.get(f"{toy_server.url}/api/me", cookies={COOKIE: forged}).status_code == 401
    log = toy_server.log.read_text()
    assert 0 <= log.count('"bad_cookie"') - before < 10, "one or two lines a minute, however many come"
    assert '"bad_cookie"' in log
    assert "secretsecret" not in log


def test_an_expired_session_is_not_listed(toy_server: Server, database_url: str) -> None:
    rosa = Player(toy_server, "Rosa")
    asyncio.run(execute(database_url, f"UPDATE session SET expires_at = now() WHERE account = '{rosa.id}'"))  # noqa: S608
    assert rosa.http.get("/sessions").json() == []
