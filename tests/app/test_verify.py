"""Exports that were tampered with are found out."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli import program
from app.programs import verifying
from app.verify import state_hash, verify
from rules.kernel import dice
from tests.app.players import END, HIDE, THROW, table
from tests.app.toy_game import Toy
from tests.conftest import Server

GAMES = {"toy": Toy()}


@pytest.fixture(scope="module")
def export(toy_server: Server) -> dict[str, Any]:
    """A match that is over, with dice, hidden things and something taken back."""
    red, blue, match = table(toy_server, contribution="tails")
    for _ in range(4):
        for player, seat in ((red, "red"), (blue, "blue")):
            player.play(match, seat, HIDE, HIDE)
            player.undo(match, seat)
            player.play(match, seat, THROW, END)
    answer = red.http.get(f"/matches/{match['id']}/export")
    return dict(answer.json())


def first(export: dict[str, Any], kind: str) -> dict[str, Any]:
    """The first event of a kind."""
    return next(e["event"] for e in export["events"] if e["event"]["kind"] == kind)


def other_die(export: dict[str, Any]) -> None:
    """One die shows another face, and the end is made to fit."""
    event = first(export, "threw")
    event["die"] = event["die"] % 6 + 1
    game, state = Toy(), None
    state = game.load_state(export["opening"])
    past = {0: state}
    for entry in export["events"]:
        event = entry["event"]
        state = past[event["to"]] if event["kind"] == "undone" else game.evolve(state, game.load_event(event))
        past[entry["seq"]] = state
    export["state_hash"] = state_hash(game.dump_state(state))
    outcome = game.outcome(state)
    assert outcome is not None
    export["outcome"] = outcome.json()


def other_secret(export: dict[str, Any]) -> None:
    """The secret is not the one that was committed to."""
    export["secret"] = "00" * 32


def other_contribution(export: dict[str, Any]) -> None:
    """A player's word is changed afterwards."""
    export["seats"][0]["contribution"] += "!"


def left_out(export: dict[str, Any]) -> None:
    """An event is missing."""
    del export["events"][3]


def other_number(export: dict[str, Any]) -> None:
    """Something hidden is another number."""
    first(export, "hid")["number"] = 1


def other_opening(export: dict[str, Any]) -> None:
    """The match began elsewhere."""
    export["opening"]["points"]["red"] = 30


def other_verdict(export: dict[str, Any]) -> None:
    """Somebody else won."""
    export["outcome"]["reason"] = "Because"


def thrown_twice(export: dict[str, Any]) -> None:
    """A draw that pleased is used again."""
    dice = [e["event"] for e in export["events"] if e["event"]["kind"] == "threw"]
    dice[1]["draw"], dice[1]["die"] = dice[0]["draw"], dice[0]["die"]


def passed_over(export: dict[str, Any]) -> None:
    """The last die did not please, so the next one was taken."""
    dice_ = [e["event"] for e in export["events"] if e["event"]["kind"] == "threw"]
    contributions = {s["seat"]: s["contribution"] for s in export["seats"]}
    chance = dice.chance(dice.key(bytes.fromhex(export["secret"]), export["match"], contributions))
    dice_[-1]["draw"] += 1
    dice_[-1]["die"] = chance(dice_[-1]["draw"], 6)


def test_an_honest_export_is_good(export: dict[str, Any]) -> None:
    assert verify(export, GAMES).faults == []


@pytest.mark.parametrize(
    ("tamper", "fault"),
    [
        (other_die, "the secret gives"),
        (other_secret, "committed"),
        (other_contribution, "the secret gives"),
        (left_out, "missing"),
        (other_number, "do not lead"),
        (other_opening, "opening"),
        (other_verdict, "outcome"),
        (thrown_twice, "thrown before"),
        (passed_over, "was next"),
    ],
)
def test_a_forged_export_is_found_out(
    export: dict[str, Any], tamper: Callable[[dict[str, Any]], None], fault: str
) -> None:
    forged = copy.deepcopy(export)
    tamper(forged)
    report = verify(forged, GAMES)
    assert not report.good
    assert any(fault in f for f in report.faults), report.faults


def test_the_program_says_so_by_its_exit_code(
    export: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "GAMES", GAMES)
    forged = copy.deepcopy(export)
    other_die(forged)
    running = {**export, "secret": None}
    for body, code in ((export, 0), (forged, 1), (running, 2), ({}, 2), ([], 2)):
        file = tmp_path / "match.json"
        file.write_text(json.dumps(body))
        result = CliRunner().invoke(program, ["verify", str(file), "--json"])
        assert result.exit_code == code, result.output
