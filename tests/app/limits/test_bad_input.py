"""Bad input of every kind: a clear typed error, the state untouched, nothing hidden told."""

from __future__ import annotations

import json
import secrets
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import itsdangerous.timed
import pytest
from starlette.responses import Response

from app.accounts.sessions import Sessions
from rules.kernel.messages import JsonObject
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server
from tests.contract.option_sets import alone_and_together, impossible


def error(answer: httpx.Response, status: int, code: str | None = None) -> dict[str, str]:
    """Check that an answer is an error in the one shape; gives it."""
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "section", "text"}
    assert all(isinstance(v, str) for v in body["error"].values())
    assert body["error"]["code"]
    assert body["error"]["text"]
    if code is not None:
        assert body["error"]["code"] == code
    return dict(body["error"])


def command_body(**changes: Any) -> dict[str, Any]:
    """A command that would be taken, with changes."""
    return {"id": secrets.token_hex(8), "seat": "red", "ask": "1.red", "command": HIDE, **changes}


BODIES: list[bytes] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b"\xff\xfe",
    b'{"id":"abcdefgh"}',
    json.dumps(command_body(id="short")).encode(),
    json.dumps(command_body(id="with space in it")).encode(),
    json.dumps(command_body(id=7)).encode(),
    json.dumps(command_body(seat=None)).encode(),
    json.dumps(command_body(seat="x" * 100)).encode(),
    json.dumps(command_body(command=[])).encode(),
    json.dumps(command_body(command="end")).encode(),
    json.dumps(command_body(further="field")).encode(),
    b'{"id":"abcdefgh","seat":"red","ask":"1.red","command":{"kind":' + b"[" * 5000 + b"]" * 5000 + b"}}",
    b'{"id":"abcdefgh","seat":"red","ask":"1.red","command":{"kind":' + b"9" * 5000 + b"}}",
    json.dumps(command_body(seat="re\x00d")).encode(),
]
UNFIT: list[bytes] = [
    b'{"id":"abcdefgh","seat":"red","ask":"1.red","command":{"kind":"\\ud800"}}',
    json.dumps(command_body(command={"kind": "hide", "number": float("nan")})).encode(),
    json.dumps(command_body(command={"kind": "hide", "number": float("inf")})).encode(),
    json.dumps(command_body(command={"kind": "hide", "number": 10**60})).encode(),
    json.dumps(command_body(command={"kind": "a\x00b"})).encode(),
    json.dumps(command_body(command={"kind\x00": "hide"})).encode(),
    b'{"id":"abcdefgh","seat":"red","ask":"1.red","command":' + b'{"a":' * 50 + b"1" + b"}" * 50 + b"}",
]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_a_malformed_body_is_400(toy_server: Server, body: bytes) -> None:
    red, _, match = table(toy_server)
    headers = {"content-type": "application/json"}
    answer = red.http.post(f"/matches/{match['id']}/commands", content=body, headers=headers)
    error(answer, 400, "malformed")
    assert red.state(match)["version"] == 0


@pytest.mark.parametrize("body", UNFIT, ids=range(len(UNFIT)))
def test_a_body_that_the_description_allows_and_no_game_can_mean_is_422(toy_server: Server, body: bytes) -> None:
    red, _, match = table(toy_server)
    headers = {"content-type": "application/json"}
    answer = red.http.post(f"/matches/{match['id']}/commands", content=body, headers=headers)
    error(answer, 422, "unfit")
    assert red.state(match)["version"] == 0


CALLS = {
    "/matches/abc/chat/seen": "POST",
    "/matches/abc/chat/1": "DELETE",
    "/guests": "POST",
    "/me": "GET",
    "/matches": "GET, POST",
    "/matches/abc": "GET",
    "/matches/abc/commands": "POST",
    "/matches/abc/state": "GET",
    "/matches/abc/seats/red": "DELETE, POST",
}


@pytest.mark.parametrize(("path", "methods"), CALLS.items(), ids=CALLS)
def test_a_method_that_a_path_does_not_have_is_405_and_those_that_it_has_are_named(
    toy_server: Server, path: str, methods: str
) -> None:
    for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"):
        if method in methods.split(", "):
            continue
        answer = httpx.request(method, f"{toy_server.url}/api{path}")
        assert (answer.status_code, answer.headers.get("allow")) == (405, methods), method
        if method != "HEAD":
            error(answer, 405, "method_not_allowed")


def test_a_path_that_is_none_is_404_by_any_method(toy_server: Server) -> None:
    for method in ("GET", "POST", "DELETE", "OPTIONS"):
        for path in ("/nothing", "/matches/abc/nothing", "/", "/matches/abc/live", "/guests/"):
            answer = httpx.request(method, f"{toy_server.url}/api{path}")
            error(answer, 404, "not_found")
            assert "allow" not in answer.headers


@pytest.mark.parametrize("name", ["", "x" * 41, "a\nb", "\x00", 7, None, ["Rosa"]])
def test_a_name_that_is_none_is_400(toy_server: Server, name: object) -> None:
    error(httpx.post(f"{toy_server.url}/api/guests", json={"name": name}), 400, "malformed")


@pytest.mark.parametrize("name", ["   ", "...", "\u200b", "\u202eRosa", "Ro\u2028sa", "Ro\x85sa"])
def test_a_name_that_shows_nothing_or_breaks_its_line_is_422_and_says_why(toy_server: Server, name: str) -> None:
    said = error(httpx.post(f"{toy_server.url}/api/guests", json={"name": name}), 422, "unfit")
    assert said["text"].startswith("name: a name ")


COOKIES = [
    "",
    "x",
    "00000000000000000000000000000000",
    "00000000000000000000000000000000.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb",
    "\u00e9",
    "." * 50,
]


@pytest.mark.parametrize("cookie", COOKIES)
def test_a_forged_cookie_is_401(toy_server: Server, cookie: str) -> None:
    _, _, match = table(toy_server)
    headers = {"Cookie": f"gw_session={cookie}".encode()}
    with httpx.Client(base_url=f"{toy_server.url}/api", headers=headers) as forger:
        error(forger.get("/me"), 401, "no_session")
        error(forger.get(f"/matches/{match['id']}/state", params={"seat": "red"}), 401, "no_session")
        error(forger.post(f"/matches/{match['id']}/commands", json=command_body()), 401, "no_session")
        error(forger.post("/matches", json={"game": "toy", "scenario": "short"}), 401, "no_session")


def test_another_guests_signature_does_not_fit(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    mine, theirs = red.http.cookies["gw_session"], blue.http.cookies["gw_session"]
    mixed = ".".join([theirs.split(".")[0], *mine.split(".")[1:]])
    address = f"{toy_server.url}/api/matches/{match['id']}/state"
    error(httpx.get(address, params={"seat": "blue"}, headers={"Cookie": f"gw_session={mixed}"}), 401, "no_session")


def test_a_stale_cookie_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cookie that is older than the server allows; the clock of the signer is put back for the making."""
    sessions = Sessions(b"k" * 32, days=1, secure=False)
    response = Response()
    monkeypatch.setattr(itsdangerous.timed.TimestampSigner, "get_timestamp", lambda _: 1_000_000_000)
    sessions.put(response, uuid.uuid4(), uuid.uuid4(), tls=False)
    monkeypatch.undo()
    value = response.headers["set-cookie"].split("=", 1)[1].split(";", 1)[0]
    assert sessions.account({"gw_session": value}) is None


def test_a_cookie_signed_by_a_clock_ahead_of_ours_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two machines' clocks differ, or one was set back: nobody loses a seat by that."""
    sessions = Sessions(b"k" * 32, days=1, secure=False)
    response, account = Response(), uuid.uuid4()
    monkeypatch.setattr(itsdangerous.timed.TimestampSigner, "get_timestamp", lambda _: int(time.time()) + 60)
    sessions.put(response, account, uuid.uuid4(), tls=False)
    monkeypatch.undo()
    value = response.headers["set-cookie"].split("=", 1)[1].split(";", 1)[0]
    assert sessions.account({"gw_session": value}) == account


@pytest.mark.parametrize("name", ["Rosa 👩‍✈️", "רוזה", "روزا", "Łódź"])
def test_a_name_may_be_of_any_writing(toy_server: Server, name: str) -> None:
    answer = httpx.post(f"{toy_server.url}/api/guests", json={"name": name})
    assert (answer.status_code, answer.json().get("name")) == (200, name)


def test_a_flood_of_new_matches_is_429_and_play_goes_on(serving: Callable[..., Server]) -> None:
    server = serving(TOY, match_limit="3/minute")
    player = Player(server, "Rosa")
    matches = [player.make(hotseat=True) for _ in range(3)]
    body = {"game": "toy", "scenario": "short"}
    error(player.http.post("/matches", json=body), 429, "too_many")
    error(Player(server, "Rosa again").http.post("/matches", json=body), 429, "too_many")
    assert player.http.get("/matches").status_code == 200
    player.play(matches[0], "red", {"kind": "hide", "number": 7})


def test_an_origin_that_is_no_address_is_foreign(toy_server: Server) -> None:
    headers = {"Origin": "http://["}
    error(httpx.post(f"{toy_server.url}/api/guests", json={"name": "x"}, headers=headers), 403, "foreign_origin")


def test_another_seats_command_is_403(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    error(blue.http.post(f"/matches/{match['id']}/commands", json=command_body()), 403, "not_your_seat")
    for path in ("undo", "consult", "seen"):
        body = {"id": "abcdefgh", "seat": "red", "question": {"kind": "sum"}, "seq": 0}
        fields = {"undo": ("id", "seat"), "consult": ("seat", "question"), "seen": ("seat", "seq")}[path]
        answer = blue.http.post(f"/matches/{match['id']}/{path}", json={f: body[f] for f in fields})
        error(answer, 403, "not_your_seat")
    for path in ("state", "log", "export"):
        error(blue.http.get(f"/matches/{match['id']}/{path}", params={"seat": "red"}), 403, "not_your_seat")
        error(blue.http.get(f"/matches/{match['id']}/{path}", params={"key": "wrong"}), 403, "not_your_seat")
    assert red.state(match)["version"] == 0


def test_a_stranger_does_not_see_the_match(toy_server: Server) -> None:
    red, stranger = Player(toy_server, "Rosa"), Player(toy_server, "Nosy")
    match = red.make(seat="red")
    error(stranger.http.get(f"/matches/{match['id']}"), 403, "not_invited")
    error(httpx.get(f"{toy_server.url}/api/matches/{match['id']}"), 401, "no_session")
    shown = stranger.http.get(f"/matches/{match['id']}", params={"invite": match["invite"]})
    assert shown.status_code == 200
    assert (shown.json()["invite"], shown.json()["spectate"]) == (None, None)
    assert stranger.http.get(f"/matches/{match['id']}", params={"key": match["spectate"]}).status_code == 200
    assert red.http.get(f"/matches/{match['id']}").json()["invite"] == match["invite"]


def test_sitting_down_needs_the_invitation_and_a_free_seat(toy_server: Server) -> None:
    red, blue, third = (Player(toy_server, n) for n in ("Rosa", "Blaise", "Nosy"))
    match = red.make(seat="red")

    def sit(player: Player, seat: str, invite: str) -> httpx.Response:
        return player.http.post(f"/matches/{match['id']}/seats/{seat}", json={"invite": invite})

    error(sit(blue, "blue", "guess"), 403, "bad_invitation")
    error(sit(blue, "blue", match["spectate"]), 403, "bad_invitation")
    error(sit(blue, "green", match["invite"]), 404, "no_seat")
    error(sit(red, "blue", match["invite"]), 409, "already_seated")
    assert sit(blue, "blue", match["invite"]).status_code == 200
    assert sit(blue, "blue", match["invite"]).status_code == 200, "sitting down again is fine"
    error(sit(third, "blue", match["invite"]), 403, "bad_invitation")
    error(sit(third, "red", match["invite"]), 403, "bad_invitation")


def test_a_command_to_a_decision_that_has_passed_is_409(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", END)
    error(red.send(match, "red", HIDE, ask="1.red"), 409, "moved_on")
    error(blue.send(match, "blue", HIDE, ask="1.red"), 409, "moved_on")
    assert blue.state(match)["version"] == 1


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"kind": "win"},
        {"kind": ["hide"]},
        {"kind": "hide"},
        {"kind": "hide", "number": 0},
        {"kind": "hide", "number": 10},
        {"kind": "hide", "number": True},
        {"kind": "hide", "number": "7"},
        {"kind": "hide", "number": 7, "seat": "blue"},
        {"kind": "throw", "die": 6},
    ],
)
def test_what_was_never_offered_is_422_and_changes_nothing(toy_server: Server, command: dict[str, Any]) -> None:
    red, _, match = table(toy_server)
    before = red.state(match)
    refusal = error(red.send(match, "red", command), 422)
    assert refusal["section"]
    assert red.state(match) == before


def test_a_command_out_of_turn_is_refused(toy_server: Server) -> None:
    _, blue, match = table(toy_server)
    error(blue.send(match, "blue", THROW, ask="1.red"), 422, "not_your_turn")


def test_what_is_not_there_is_404(toy_server: Server) -> None:
    player = Player(toy_server, "Rosa")
    error(player.http.get("/matches/nosuchmatch0"), 404, "no_match")
    error(player.http.get("/matches/nosuchmatch0/state"), 404, "no_match")
    error(player.http.post("/matches/nosuchmatch0/commands", json=command_body()), 404, "no_match")
    error(player.http.post("/matches", json={"game": "chess", "scenario": "short"}), 404, "no_game")
    error(player.http.post("/matches", json={"game": "toy", "scenario": "long"}), 404, "no_scenario")
    error(player.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "green"}), 404, "no_seat")
    error(player.http.get("/nothing"), 404, "not_found")
    error(httpx.get(f"{toy_server.url}/../etc/passwd"), 404, "not_found")
    error(httpx.get(f"{toy_server.url}/%2e%2e/app/main.py"), 404, "not_found")
    error(player.http.delete("/me"), 405)


def test_options_that_do_not_fit_are_422(toy_server: Server) -> None:
    player = Player(toy_server, "Rosa")
    body = {"game": "toy", "scenario": "short", "options": {"cheat": True}}
    error(player.http.post("/matches", json=body), 422, "bad_options")


@pytest.mark.parametrize("options", alone_and_together(Toy.scenarios[0]))
def test_options_on_offer_are_taken_alone_and_together(toy_server: Server, options: JsonObject) -> None:
    player = Player(toy_server, "Rosa")
    answer = player.http.post("/matches", json={"game": "toy", "scenario": "short", "options": options})
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("options", [*impossible(Toy.scenarios[0])])
def test_options_that_the_scenario_bars_are_422_with_the_reason_and_the_section(
    toy_server: Server, options: JsonObject
) -> None:
    player = Player(toy_server, "Rosa")
    answer = player.http.post("/matches", json={"game": "toy", "scenario": "short", "options": options})
    error(answer, 422, "no-such-choice")
    told = {o["id"]: o for o in player.http.get("/games").json()[0]["scenarios"][0]["options"]}
    refusals = [told[name]["refusal"] for name in options if told[name]["refusal"]]
    refusals += [told[a]["excludes"][b] for a in options for b in options if b in told[a]["excludes"]]
    said = answer.json()["error"]
    assert said in refusals or (said["section"] == "1.4" and said["text"].endswith("is always played with it.")), said


def _stream(size: int) -> Iterator[bytes]:
    for _ in range(0, size, 4096):
        yield b"x" * 4096


def test_a_huge_body_is_413_said_or_unsaid(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    path = f"/matches/{match['id']}/commands"
    error(red.http.post(path, content=b"x" * 100_000), 413, "too_large")
    error(red.http.post(path, content=_stream(100_000)), 413, "too_large")


def test_a_flood_is_429_for_the_flooder_alone(serving: Callable[..., Server]) -> None:
    server = serving(TOY, rate_limit="20/minute", guest_limit="100/minute")
    flooder, other = Player(server, "Flood"), Player(server, "Calm")
    answers = [flooder.http.get("/me") for _ in range(30)]
    assert [a.status_code for a in answers] == [200] * 20 + [429] * 10
    error(answers[-1], 429, "too_many")
    assert "retry-after" in answers[-1].headers
    assert other.http.get("/me").status_code == 200


def test_a_flood_under_forged_names_is_429_too(serving: Callable[..., Server]) -> None:
    server = serving(TOY, rate_limit="20/minute")
    statuses = [
        httpx.get(f"{server.url}/api/me", headers={"Cookie": f"gw_session={uuid.uuid4().hex}.x.y"}).status_code
        for _ in range(30)
    ]
    assert statuses[-5:] == [429] * 5


def test_a_flood_of_guests_from_one_address_is_429(serving: Callable[..., Server]) -> None:
    server = serving(TOY, guest_limit="5/minute")
    answers = [httpx.post(f"{server.url}/api/guests", json={"name": "Many"}) for _ in range(7)]
    assert [a.status_code for a in answers] == [200] * 5 + [429] * 2


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://127.0.0.1"},
    ],
)
def test_a_foreign_page_may_not_change_anything(toy_server: Server, headers: dict[str, str]) -> None:
    red, _, match = table(toy_server)
    answer = red.http.post(f"/matches/{match['id']}/commands", json=command_body(), headers=headers)
    error(answer, 403, "foreign_origin")
    assert red.state(match)["version"] == 0


def test_our_own_page_and_those_allowed_may(serving: Callable[..., Server]) -> None:
    server = serving(TOY, origins='["https://friend.example"]')
    player = Player(server, "Rosa")
    for origin in (server.url, "https://friend.example"):
        assert player.http.post("/guests", json={"name": "Rosa"}, headers={"Origin": origin}).status_code == 200


def test_every_answer_carries_the_headers_that_protect_a_browser(toy_server: Server) -> None:
    for path in ("/", "/match.html", "/api/games", "/api/nothing", "/nothing"):
        headers = httpx.get(f"{toy_server.url}{path}").headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
    assert httpx.get(f"{toy_server.url}/api/games").headers["cache-control"] == "no-store"


def test_metrics_are_for_this_machine(toy_server: Server) -> None:
    assert "greatwar_request_seconds" in httpx.get(f"{toy_server.url}/metrics").text
    proxied = httpx.get(f"{toy_server.url}/metrics", headers={"X-Forwarded-For": "203.0.113.7"})
    error(proxied, 404, "not_found")
