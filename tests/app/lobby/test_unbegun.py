"""Before a match begins, players stand up and call it off; afterwards they do not."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import httpx
import pytest

from app.admin.sweep import Sweeper
from app.database import Database
from app.lobby import new_matches
from rules.kernel import dice
from tests.app.players import Player, table
from tests.conftest import Server, execute


def code(answer: httpx.Response) -> tuple[int, str]:
    """What a refusal says."""
    return answer.status_code, answer.json()["error"]["code"]


def sealed(match: dict[str, Any], seat: str) -> dict[str, str]:
    """A body that takes a seat with a sealed word."""
    return {"invite": match["invite"], "seal": dice.seal(match["id"], seat, secrets.token_hex(32))}


def test_whoever_stands_up_leaves_a_free_seat_without_a_seal_and_sees_nothing_more(toy_server: Server) -> None:
    rosa, karl, clara = (Player(toy_server, name) for name in ("Rosa", "Karl", "Clara"))
    match = rosa.http.post("/matches", json={"game": "toy", "scenario": "short", "listing": "public"}).json()
    path = f"/matches/{match['id']}"
    assert code(rosa.http.delete(f"{path}/seats/red")) == (409, "last_one"), "an empty table would be nobody's"
    karl.http.post(f"{path}/seats/blue", json=sealed(match, "blue"))
    assert code(rosa.http.delete(f"{path}/seats/blue")) == (403, "not_your_seat")
    assert code(rosa.http.post(f"{path}/call-off")) == (409, "others_wait")
    watch = karl.watch(match, seat="blue")
    watch.next()
    left = karl.http.delete(f"{path}/seats/blue").json()
    assert [(s["taken"], s["seal"]) for s in left["seats"]] == [(True, None), (False, None)]
    assert watch.closed_with() == 1012
    watch.close()
    assert karl.http.get("/matches").json() == []
    assert karl.http.get(f"{path}/state", params={"seat": "blue"}).status_code == 403
    assert code(karl.http.delete(f"{path}/seats/blue")) == (403, "not_your_seat")
    clara.sit(match, "blue")
    rosa.seal(rosa.http.get(path).json())
    assert rosa.http.get(path).json()["status"] == "active", "it begins without the one who left"
    assert code(clara.http.delete(f"{path}/seats/blue")) == (409, "too_late")
    assert code(clara.http.post(f"{path}/call-off")) == (409, "begun")


def test_a_match_that_was_called_off_is_in_no_list_and_nobody_sits_down_there(toy_server: Server) -> None:
    rosa, karl = Player(toy_server, "Rosa"), Player(toy_server, "Karl")
    match = rosa.make(seat="red", listing="public")
    path = f"/matches/{match['id']}"
    assert code(karl.http.post(f"{path}/call-off")) == (403, "not_your_seat")
    assert rosa.http.post(f"{path}/call-off").json()["status"] == "called-off"
    assert rosa.http.post(f"{path}/call-off").json()["status"] == "called-off", "sent again it changes nothing"
    assert rosa.http.get("/matches").json() == []
    assert match["id"] not in httpx.get(f"{toy_server.url}/api/tables").text
    assert code(karl.http.post(f"{path}/seats/blue", json=sealed(match, "blue"))) == (409, "called_off")
    again = {"seals": {"red": "0" * 64}}
    assert code(rosa.http.post(f"{path}/seals", json=again)) == (409, "called_off")
    assert code(rosa.send(match, "red", {"kind": "end"}, ask="1.red")) == (409, "finished")
    assert rosa.http.get(path).json()["status"] == "called-off", "its page can say so"


def test_an_unopened_seal_keeps_nobody_waiting(toy_server: Server) -> None:
    rosa, karl = Player(toy_server, "Rosa"), Player(toy_server, "Karl")
    match = rosa.http.post("/matches", json={"game": "toy", "scenario": "short"}).json()
    path, word = f"/matches/{match['id']}", secrets.token_hex(32)
    rosa.http.post(f"{path}/seals", json={"seals": {"red": dice.seal(match["id"], "red", word)}})
    shown = karl.http.post(f"{path}/seats/blue", json=sealed(match, "blue")).json()
    rosa.http.post(f"{path}/words", json={"commitment": shown["commitment"], "words": {"red": word}})
    assert code(rosa.http.delete(f"{path}/seats/red")) == (409, "too_late")
    assert rosa.http.post(f"{path}/call-off").json()["status"] == "called-off"
    assert karl.http.get("/matches").json() == []


def test_the_sweep_removes_what_was_called_off_after_a_day(toy_server: Server, database_url: str) -> None:
    rosa, karl, played = table(toy_server)
    gone, fresh = rosa.make(seat="red"), rosa.make(seat="red")
    for match in (gone, fresh):
        rosa.http.post(f"/matches/{match['id']}/call-off")
    old = f"UPDATE match SET changed_at = now() - interval '2 days' WHERE id IN ('{gone['id']}', '{played['id']}')"  # noqa: S608
    asyncio.run(execute(database_url, old))

    class Nobody:
        live: tuple[str, ...] = ()

    async def sweep() -> None:
        database = Database(database_url, 1)
        try:
            await Sweeper(database, Nobody(), 30).sweep()  # type: ignore[arg-type]
        finally:
            await database.close()

    asyncio.run(sweep())
    assert rosa.http.get(f"/matches/{gone['id']}").status_code == 404
    assert rosa.http.get(f"/matches/{fresh['id']}").status_code == 200
    assert karl.http.get(f"/matches/{played['id']}").status_code == 200


def test_a_host_can_type_every_match_id(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-egins_like_an_option", "-hyphen", "Zk3x_9QmT0aB"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(drawn))
    assert new_matches.new_match_id() == "Zk3x_9QmT0aB"
