"""Four people, two fights at once (decisions/0051): for whom the server waits, what it takes, what it takes back."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from app.verify import verify
from tests.app.players import Player
from tests.app.proof import host
from tests.conftest import Server, start_server
from tests.two_fights import GAME

SEATS = ("red-west", "red-east", "blue-west", "blue-east")
SERVER = [sys.executable, "-m", "tests.app.seats.lanes_server", "PORT"]
WEST: dict[str, Any] = {"kind": "attack", "unit": "red-west-1", "target": "blue-west-1"}
EAST: dict[str, Any] = {"kind": "attack", "unit": "red-east-1", "target": "blue-east-1"}
FALL_BACK: dict[str, Any] = {"kind": "fall_back"}
HOLD: dict[str, Any] = {"kind": "hold"}
DONE: dict[str, Any] = {"kind": "end_phase"}


@dataclass
class Four:
    """A table of four."""

    people: dict[str, Player]
    match: dict[str, Any]

    def legal(self, seat: str) -> dict[str, Any]:
        """The first question of a seat, with the others."""
        found: dict[str, Any] = self.people[seat].state(self.match, seat)["legal"]
        return found

    def ask(self, seat: str, lane: str) -> str:
        """The name of a seat's question in a lane."""
        first = self.legal(seat)
        found = [q["ask"] for q in (first, *first.get("lanes", ())) if q.get("lane", "") == lane]
        assert found, f"{seat} is not asked in {lane!r}: {first}"
        return str(found[0])

    def send(self, seat: str, command: dict[str, Any], ask: str | None = None) -> httpx.Response:
        """Send a command to the question of its lane, or to the first."""
        if ask is None and "lane" in command:
            ask = self.ask(seat, command["lane"])
        return self.people[seat].send(self.match, seat, command, ask=ask)

    def play(self, seat: str, command: dict[str, Any]) -> None:
        """A command that is taken."""
        answer = self.send(seat, command)
        assert answer.status_code == 200, answer.text

    def refused(self, seat: str, command: dict[str, Any], ask: str | None = None) -> tuple[int, str]:
        """Status and code of the refusal."""
        answer = self.send(seat, command, ask)
        return answer.status_code, answer.json()["error"]["code"]

    def deciders(self) -> list[str]:
        """Whom everyone sees that the match waits for."""
        found: list[str] = self.people["red-west"].state(self.match, "red-west")["view"]["step"]["deciders"]
        glance = self.people["blue-west"].http.get("/matches").json()
        row = next(m for m in glance if m["id"] == self.match["id"])
        assert row["glance"]["deciders"] == found
        return found

    def fights(self) -> dict[str, str]:
        """The lanes that are open, with their steps."""
        found: dict[str, str] = self.people["red-west"].state(self.match, "red-west")["view"]["fights"]
        return found


@pytest.fixture(scope="module")
def lanes_server(tmp_path_factory: pytest.TempPathFactory, database_url: str) -> Iterator[Server]:
    server = start_server(SERVER, database_url, tmp_path_factory.mktemp("lanes") / "server.log")
    yield server
    server.stop()


@pytest.fixture
def four(lanes_server: Server) -> Four:
    """Red attacks on both fronts."""
    people = {seat: Player(lanes_server, seat.title()) for seat in SEATS}
    match = people["red-west"].make(game="two-fights", scenario="four", seat="red-west")
    for seat in SEATS[1:]:
        people[seat].sit(match, seat)
    table = Four(people, match)
    table.play("red-west", WEST)
    table.play("red-east", EAST)
    return table


def test_both_fights_wait_each_for_its_own_commander_and_the_turn_goes_on(four: Four) -> None:
    assert four.deciders() == ["blue-west", "blue-east", "red-west", "red-east"]
    west = four.ask("blue-west", "blue-west-1")
    four.play("blue-east", FALL_BACK)
    assert four.deciders() == ["blue-west", "red-east", "red-west"]
    assert four.ask("blue-west", "blue-west-1") == west
    asked = four.legal("red-east")
    assert [asked["lane"], *(q["lane"] for q in asked["lanes"])] == ["blue-east-1", ""]
    four.play("red-east", {"kind": "attack", "unit": "red-east-2", "target": "blue-east-2", "lane": ""})
    four.play("red-east", {"kind": "pursue", "lane": "blue-east-1"})
    assert four.fights() == {"blue-west-1": "stand", "blue-east-2": "stand"}
    assert four.send("blue-west", HOLD, west).status_code == 200


def test_a_command_for_another_lane_than_its_question_is_not_taken(four: Four) -> None:
    four.play("blue-east", FALL_BACK)
    fight, turn = four.ask("red-east", "blue-east-1"), four.ask("red-east", "")
    before = four.fights()
    assert four.refused("red-east", {"kind": "pursue", "lane": "blue-east-1"}, turn) == (409, "moved_on")
    assert four.refused("red-east", {**DONE, "lane": ""}, fight) == (409, "moved_on")
    assert four.refused("red-east", {"kind": "pursue", "lane": "nowhere"}, fight) == (422, "no-lane")
    assert four.refused("red-east", {"kind": "pursue", "lane": 3}, fight) == (422, "malformed")
    assert four.refused("red-west", {"kind": "pursue", "lane": "blue-east-1"}, four.legal("red-west")["ask"]) == (
        422, "not-your-command",
    )  # fmt: skip
    assert four.fights() == before
    four.play("red-east", {"kind": "pursue", "lane": "blue-east-1"})
    assert four.refused("red-east", {"kind": "pursue", "lane": "blue-east-1"}, fight) == (409, "moved_on")


def test_a_commander_who_has_ended_is_waited_for_again_when_a_fight_asks(four: Four) -> None:
    four.play("red-east", DONE)
    assert four.deciders() == ["blue-west", "blue-east", "red-west"]
    four.play("blue-east", FALL_BACK)
    assert four.deciders() == ["blue-west", "red-east", "red-west"]
    four.play("red-east", {"kind": "halt"})
    four.play("red-west", DONE)
    assert four.deciders() == ["blue-west"]
    four.play("blue-west", HOLD)
    if "blue-west-1" in four.fights():
        four.play("red-west", {"kind": "halt"})
    assert four.deciders() == ["blue-west", "blue-east"]


def test_one_takes_back_what_is_in_his_lane_whatever_happened_in_the_other(four: Four) -> None:
    four.play("blue-west", FALL_BACK)
    four.play("blue-east", FALL_BACK)
    four.play("red-east", {"kind": "halt", "lane": "blue-east-1"})
    assert four.fights() == {"blue-west-1": "pursue"}
    undone = four.people["blue-west"].undo(four.match, "blue-west")
    assert undone.status_code == 200, undone.text
    assert four.fights() == {"blue-west-1": "stand"}
    # What stands on it is in the same lane.
    four.play("blue-west", FALL_BACK)
    four.play("red-west", {"kind": "pursue", "lane": "blue-west-1"})
    stands = four.people["blue-west"].undo(four.match, "blue-west")
    assert (stands.status_code, stands.json()["error"]["code"]) == (422, "stands_on_it")


def test_a_die_in_one_lane_is_a_bar_in_the_other(four: Four) -> None:
    four.play("blue-west", FALL_BACK)
    assert four.people["blue-west"].state(four.match, "blue-west")["undo"]["allowed"]
    four.play("blue-east", HOLD)
    assert not four.people["blue-west"].state(four.match, "blue-west")["undo"]["allowed"]
    answer = four.people["blue-west"].undo(four.match, "blue-west")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "nothing_to_undo")


def test_a_standing_order_answers_in_its_own_lane(four: Four) -> None:
    body = {"seat": "blue-east", "answer": "fall_back", "conditions": {}, "ends": "changed"}
    answer = four.people["blue-east"].http.put(f"/matches/{four.match['id']}/standing/stand", json=body)
    assert answer.status_code == 200, answer.text
    assert four.fights() == {"blue-west-1": "stand", "blue-east-1": "pursue"}
    four.play("red-east", {"kind": "attack", "unit": "red-east-2", "target": "blue-east-2", "lane": ""})
    assert four.fights() == {"blue-west-1": "stand", "blue-east-1": "pursue", "blue-east-2": "pursue"}


def test_a_draft_holds_the_lane_of_each_order(four: Four) -> None:
    four.play("blue-east", FALL_BACK)
    path, east = f"/matches/{four.match['id']}/draft", four.people["red-east"]
    attack = {"kind": "attack", "unit": "red-east-2", "target": "blue-east-2", "lane": ""}
    pursue = {"kind": "pursue", "lane": "blue-east-1"}
    revision = 0
    for command in (attack, pursue):
        ask = four.ask("red-east", command["lane"])
        body = {"seat": "red-east", "revision": revision, "ask": ask, "command": command}
        answer = east.http.post(f"{path}/commands", json=body)
        assert answer.status_code == 200, answer.text
        revision = answer.json()["revision"]
        assert [c["status"] for c in answer.json()["commands"]][-1] == "fits"
    sent = east.http.post(f"{path}/send", json={"seat": "red-east", "id": secrets.token_hex(8), "revision": revision})
    assert sent.status_code == 200, sent.text
    assert len(sent.json()["played"]) == 2
    assert four.fights() == {"blue-west-1": "stand", "blue-east-2": "stand"}


@pytest.mark.parametrize("scenario", ["plain", "four"])
def test_a_match_of_lanes_is_proved(scenario: str) -> None:
    exports = [host.play(GAME, scenario, seed) for seed in range(4)]
    assert any('"lane"' in json.dumps(export) for export in exports), "no lane: this proves nothing"
    for export in exports:
        report = verify(export, {GAME.id: GAME})
        assert (report.faults, report.proved) == ([], True)
