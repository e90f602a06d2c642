"""Time zones; people who are blocked cannot sit down; reports reach whoever runs the server, and nobody else."""

from __future__ import annotations

import json
import secrets

import pytest
from typer.testing import CliRunner

from app.cli import program
from tests.app.accounts.device import log_in, passkey
from tests.app.players import Player, table
from tests.conftest import Server


def test_a_time_zone_is_one_that_there_is(toy_server: Server) -> None:
    rosa = Player(toy_server, "Rosa")
    assert rosa.http.get("/account").json()["zone"] is None
    assert rosa.http.put("/account/zone", json={"zone": "Europe/Berlin"}).json()["zone"] == "Europe/Berlin"
    assert rosa.http.put("/account/zone", json={"zone": "Mars/Olympus"}).status_code == 422
    assert rosa.http.get("/account").json()["zone"] == "Europe/Berlin"
    assert rosa.http.put("/account/zone", json={"zone": None}).json()["zone"] is None


def test_whoever_is_blocked_cannot_sit_down_with_the_one_who_did_it(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    there = {"match": match["id"], "seat": "blue"}
    (blocked,) = red.http.post("/account/blocks", json=there).json()
    assert blocked["name"] == "Blaise"
    assert [b["id"] for b in red.http.post("/account/blocks", json=there).json()] == [blocked["id"]], "once is enough"
    again = red.make(seat="red")
    sit = f"/matches/{again['id']}/seats/blue"
    answer = blue.http.post(sit, json={"invite": again["invite"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "kept_out")
    assert "block" not in answer.json()["error"]["text"], "that is the other's own affair"
    assert blue.http.get(f"/matches/{match['id']}").status_code == 200, "the match they play together goes on"
    listed = red.make(seat="red", listing="public")
    assert blue.http.post(f"/matches/{listed['id']}/seats/blue", json={"invite": ""}).status_code == 403
    theirs = blue.make(seat="red")
    assert red.http.post(f"/matches/{theirs['id']}/seats/blue", json={"invite": theirs["invite"]}).status_code == 200
    assert blue.http.delete(f"/account/blocks/{blocked['id']}").status_code == 404
    assert red.http.delete(f"/account/blocks/{blocked['id']}").json() == []
    assert blue.http.post(sit, json={"invite": again["invite"]}).status_code == 200


def test_blocks_come_along_when_a_guest_logs_in_both_ways(toy_server: Server) -> None:
    device = passkey(Player(toy_server, "Rosa's own"))
    red, blue, match = table(toy_server)
    for who, seat in ((red, "blue"), (blue, "red")):
        assert who.http.post("/account/blocks", json={"match": match["id"], "seat": seat}).status_code == 200
    made = [b["created_at"] for b in red.http.get("/account/blocks").json()]
    theirs, mine = blue.make(seat="red"), red.make(seat="red")
    assert log_in(red, device, bring=True)["brought"] == 2
    assert [(b["name"], b["created_at"]) for b in red.http.get("/account/blocks").json()] == [("Blaise", *made)]
    assert [b["name"] for b in blue.http.get("/account/blocks").json()] == ["Rosa's own"]
    for who, there in ((blue, mine), (red, theirs)):
        answer = who.http.post(f"/matches/{there['id']}/seats/blue", json={"invite": there["invite"]})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "kept_out")
    # Another guest of hers who met the same person: once is enough.
    again = table(toy_server)[0]
    theirs = blue.make(seat="red")
    assert again.http.post(f"/matches/{theirs['id']}/seats/blue", json={"invite": theirs["invite"]}).status_code == 200
    assert again.http.post("/account/blocks", json={"match": theirs["id"], "seat": "red"}).status_code == 200
    assert log_in(again, device, bring=True)["brought"] == 2
    assert [b["name"] for b in again.http.get("/account/blocks").json()] == ["Blaise"]


@pytest.mark.parametrize("path", ["/account/blocks", "/account/reports"])
def test_only_people_of_your_own_matches_can_be_named(toy_server: Server, path: str) -> None:
    red, _, match = table(toy_server)
    other, lonely = Player(toy_server, "Other"), red.make(seat="red")

    def refused(player: Player, match_id: str, seat: str) -> int:
        body = {"match": match_id, "seat": seat, **({"text": "x"} if path.endswith("reports") else {})}
        return player.http.post(path, json=body).status_code

    assert refused(other, match["id"], "blue") == 403
    assert refused(other, "nothing", "blue") == 404
    assert refused(red, match["id"], "green") == 404
    assert refused(red, match["id"], "red") == 409
    assert refused(red, lonely["id"], "blue") == 409


def test_a_report_is_read_by_whoever_runs_the_server(
    toy_server: Server, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue, match = table(toy_server)
    text = f"Says ugly things. {secrets.token_hex(4)}"
    body = {"match": match["id"], "seat": "blue", "text": text}
    assert red.http.post("/account/reports", json=body).status_code == 201
    assert text not in blue.http.get(f"/matches/{match['id']}").text
    monkeypatch.setenv("DATABASE_URL", database_url)

    def listed(*options: str) -> list[dict[str, str]]:
        ran = CliRunner().invoke(program, ["admin", "reports", "--json", *options])
        assert ran.exit_code == 0, ran.output
        return [r for r in json.loads(ran.stdout)["reports"] if r["text"] == text]

    (found,) = listed()
    assert (found["by"], found["about"], found["match"], found["seat"]) == ("Rosa", "Blaise", match["id"], "blue")
    plain = CliRunner().invoke(program, ["admin", "reports"]).stdout
    assert f"Rosa about Blaise (blue in match {match['id']})" in plain
    assert listed("--close", found["id"]) == []
    assert len(listed("--closed")) == 1
