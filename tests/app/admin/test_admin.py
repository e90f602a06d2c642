"""What the host of a server does with ``greatwar admin``, beside a server that runs (decisions/0035)."""

from __future__ import annotations

import asyncio
import copy
import json
import uuid
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from typer.testing import CliRunner

from app.admin.office import Office, office
from app.cli import program
from app.errors import ApiError
from app.programs import deeds
from app.settings import Settings
from app.verify import verify
from tests.app.accounts.device import log_in, passkey
from tests.app.accounts.test_tokens import program as calling
from tests.app.accounts.test_tokens import token
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import Server
from tests.thorough import in_the_sweep

GAMES = {"toy": Toy()}
Found = TypeVar("Found")


def at_desk(url: str, work: Callable[[Office], Awaitable[Found]]) -> Found:
    """Do something as the host, in a process of its own as far as the server can tell."""

    async def do() -> Found:
        async with office(url, Settings(), GAMES, "henriette") as desk:
            return await work(desk)

    return asyncio.run(do())


def settled(who: Player, match: dict[str, Any]) -> list[str]:
    """What the log says of the house."""
    return [line["text"] for line in who.state(match)["log"] if line["kind"] in ("house", "undone")]


def test_the_host_takes_a_match_back_and_everyone_reads_why(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    watch = blue.watch(match, seat="blue")
    watch.next()
    found = at_desk(database_url, lambda desk: desk.events(match["id"], 100, 10))
    assert [(e["event"], e["kind"], e["ends"]) for e in found] == [(1, "hid", True), (2, "threw", True)]
    at_desk(database_url, lambda desk: desk.rewind(match["id"], 1, "The die was thrown by mistake."))
    # The server hears of it, and tells those who watch.
    while not any(line["kind"] == "undone" for line in watch.log):
        watch.next()
    watch.close()
    assert settled(blue, match) == [
        "The host of this server took the match back to an earlier position. Reason: The die was thrown by mistake.",
        "The match was rewound. New dice will be rolled.",
    ]
    state = red.state(match)
    assert (state["view"]["thrown"], state["view"]["hidden"]["red"]) == (False, [7])
    red.play(match, "red", THROW, END)
    blue.settle(match, "blue", kind="resign")
    told = red.http.get(f"/matches/{match['id']}/export").json()
    report = verify(told, GAMES)
    assert report.good, report.faults
    assert ["by mistake" in doubt for doubt in report.doubts] == [True], "that it was the host is the server's word"
    assert [e["event"]["draw"] for e in told["events"] if e["event"]["kind"] == "threw"] == [0, 1]
    forged = copy.deepcopy(told)
    next(e for e in forged["events"] if e["event"]["kind"] == "house.rewound")["event"]["state"]["points"]["red"] = 6
    assert any("do not follow" in f or "not what follows" in f for f in verify(forged, GAMES).faults)
    seated = copy.deepcopy(told)
    next(c for c in seated["commands"] if c["seat"] == "host")["seat"] = "red"
    assert any("refused" in fault for fault in verify(seated, GAMES).faults), "no player gives an order of the host"


def test_the_host_sees_nothing_hidden(toy_server: Server, database_url: str) -> None:
    seen = []
    for number in (3, 9):
        red, _, match = table(toy_server)
        red.play(match, "red", {"kind": "hide", "number": number}, THROW)
        shown = at_desk(database_url, lambda desk, m=match["id"]: desk.events(m, 100, 10))  # type: ignore[misc]
        rows = at_desk(database_url, lambda desk, m=match["id"]: desk.find("active", m))  # type: ignore[misc]
        for row in (*shown, *rows):
            for member in ("id", "at", "told_at"):
                row.pop(member, None)
            for seat in row.get("seats", ()):
                seat.pop("account")
        die = [row.pop("public") for row in shown if row["kind"] == "threw"]
        assert len(die) == 1
        seen.append(json.dumps([shown, rows], sort_keys=True))
    assert seen[0] == seen[1]


def test_the_match_goes_back_only_to_where_a_command_ends(toy_server: Server, database_url: str) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE)
    red.settle(match, "red", kind="propose", what="draw")
    for event in (3, 99):
        with pytest.raises(ApiError, match="no such event"):
            at_desk(database_url, lambda desk, n=event: desk.rewind(match["id"], n, "Why not?"))  # type: ignore[misc]
    at_desk(database_url, lambda desk: desk.rewind(match["id"], 0, "From the beginning."))
    assert red.state(match)["view"]["hidden"]["red"] == []
    rows = [d for d in at_desk(database_url, lambda desk: desk.deeds()) if d["subject"] == match["id"]]
    assert [(d["by"], d["what"], d["reason"], d["done"]) for d in rows] == [
        ("henriette", "rewind", "Why not?", False),
        ("henriette", "rewind", "Why not?", False),
        ("henriette", "rewind", "From the beginning.", True),
    ]


def test_the_host_opens_a_seat_and_ends_a_match(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", END)
    with pytest.raises(ApiError, match="no such seat"):
        at_desk(database_url, lambda desk: desk.open_seat(match["id"], "green", "Typing."))
    at_desk(database_url, lambda desk: desk.open_seat(match["id"], "blue", "Blaise wrote to me."))
    seat = next(s for s in red.http.get(f"/matches/{match['id']}").json()["seats"] if s["seat"] == "blue")
    assert seat["open"] is True
    with pytest.raises(ApiError, match="no such side"):
        at_desk(database_url, lambda desk: desk.end(match["id"], "green", "Typing."))
    at_desk(database_url, lambda desk: desk.end(match["id"], "", "Both are gone."))
    outcome = {"winner": None, "reason": "Ended by the host of this server: Both are gone.", "section": ""}
    assert blue.http.get(f"/matches/{match['id']}").json()["outcome"] == outcome
    with pytest.raises(ApiError, match="over"):
        at_desk(database_url, lambda desk: desk.end(match["id"], "", "Once more."))
    waiting = red.make(seat="red")
    at_desk(database_url, lambda desk: desk.end(waiting["id"], "", "Nobody came."))
    assert red.http.get(f"/matches/{waiting['id']}").json()["status"] == "called-off"


def test_players_give_no_orders_of_the_host(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    for kind in ("host-end", "house.host-end", "take"):
        assert red.settle(match, "red", kind=kind, winner="warm", reason="Me.").status_code == 400


def test_the_host_removes_what_was_said(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    said = {"id": "said-by-red", "seat": "red", "room": "table", "text": "Something foul"}
    number = red.http.post(f"/matches/{match['id']}/chat", json=said).json()["number"]
    assert [m["text"] for m in at_desk(database_url, lambda desk: desk.messages(match["id"], 9))] == ["Something foul"]
    watch = blue.watch(match, seat="blue")
    watch.next()
    at_desk(database_url, lambda desk: desk.hide(match["id"], "table", number, "Foul."))
    while (heard := watch.next())["type"] != "chat":
        pass
    assert (heard["message"]["text"], heard["message"]["hidden"]) == ("", True)
    watch.close()
    with pytest.raises(ApiError, match="no such message"):
        at_desk(database_url, lambda desk: desk.hide(match["id"], "table", 99, "Foul."))


def by_link(who: Player, secret: str | None) -> Any:
    """Come back by the link that the host passes on."""
    who.http.cookies.clear()
    return who.http.post("/login/link", json={"secret": secret, "bring": False})


@in_the_sweep
def test_a_locked_account_is_shut_at_once_and_can_be_opened_again(toy_server: Server, database_url: str) -> None:
    red, blue, match = table(toy_server)
    device = passkey(red)
    bot = calling(toy_server, token(red, "play")["token"])
    watch = red.watch(match, seat="red")
    watch.next()
    (found,) = [a for a in at_desk(database_url, lambda desk: desk.accounts("osa")) if a["id"] == red.id]
    assert (found["name"], found["guest"], found["locked_at"]) == ("Rosa", False, None)
    at_desk(database_url, lambda desk: desk.lock(uuid.UUID(red.id), "Reported three times."))
    assert watch.closed_with() == 1012, "within five seconds"
    assert (red.http.get("/me").status_code, bot.get("/me").status_code) == (401, 401)
    refused = log_in(red, device)
    assert (refused["status"], refused["error"]["code"]) == (403, "locked")
    seat = blue.http.get(f"/matches/{match['id']}").json()["seats"][0]
    assert (seat["name"], seat["open"]) == ("Rosa", False)
    at_desk(database_url, lambda desk: desk.unlock(uuid.UUID(red.id), "It was a mistake."))
    assert log_in(red, device)["status"] == 200
    red.play(match, "red", END)
    with pytest.raises(ApiError, match="no such account"):
        at_desk(database_url, lambda desk: desk.lock(uuid.uuid4(), "Typing."))
    # A guest has no passkey: unlocking gives the host a link to pass on.
    guest = uuid.UUID(blue.id)
    assert at_desk(database_url, lambda desk: desk.unlock(guest, "Never locked.")) is None, "no key to anyone's seat"
    at_desk(database_url, lambda desk: desk.lock(guest, "Reported too."))
    assert by_link(blue, at_desk(database_url, lambda desk: desk.unlock(guest, "A mistake."))).status_code == 200
    assert blue.http.get("/me").json()["name"] == "Blaise"
    blue.play(match, "blue", END)
    at_desk(database_url, lambda desk: desk.lock(guest, "Once more."))
    first = at_desk(database_url, lambda desk: desk.unlock(guest, "Hm."))
    at_desk(database_url, lambda desk: desk.lock(guest, "No."))
    assert by_link(blue, first).status_code == 401, "a later lock voids the link"


def test_the_program_does_it_and_says_so(
    toy_server: Server, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setattr(deeds, "GAMES", GAMES)
    red, _, match = table(toy_server)
    red.play(match, "red", THROW)

    def run(*words: str) -> tuple[int, str]:
        ran = CliRunner().invoke(program, ["admin", *words])
        return ran.exit_code, ran.output

    assert f"{match['id']}  toy short  active  turn 1" in run("matches", match["id"])[1]
    assert "threw" in run("events", match["id"])[1]
    assert run("rewind", match["id"], "5", "--reason", "No.")[0] == 1
    assert run("rewind", match["id"], "0", "--reason", "two\nlines")[0] == 2
    assert run("rewind", match["id"], "0", "--reason", "Once more.") == (
        0,
        f"{match['id']} went back to after event 0. The log keeps what was undone.\n",
    )
    assert red.state(match)["view"]["thrown"] is False
    assert "Once more." in run("log")[1]
    for words in (("open-seat", match["id"], "red"), ("end", match["id"], "--winner", "cold")):
        assert run(*words, "--reason", "Asked for.")[0] == 0
    assert run("messages", match["id"])[1] == "No messages.\n"
    assert red.http.get(f"/matches/{match['id']}").json()["outcome"]["winner"] == "cold"
