"""``greatwar bench --growth``: curves at several sizes."""

from __future__ import annotations

import asyncio
import json
from contextlib import nullcontext

import pytest
from typer.testing import CliRunner

from app.cli import program
from app.programs import bench
from app.programs.benching import growth, paced, wire
from app.programs.benching.script import Script, script
from rules.catalogue import GAMES
from tests.thorough import in_the_sweep

GAME, SCENARIO = "schlieffens-war", "campaign"
AGES = (300, 340)


@pytest.fixture(scope="module")
def sent() -> Script:
    return script(GAMES[GAME], SCENARIO, 200)


def test_a_match_has_the_ages_that_were_asked_for(database_url: str, sent: Script) -> None:
    move, opening = asyncio.run(growth.by_age(database_url, wire.Load(0, 0, GAME, SCENARIO, sent), AGES))
    assert [size >= age for (size, _), age in zip(move.points, AGES, strict=True)] == [True, True]
    assert move.points[0][0] < AGES[1]
    assert [size for size, _ in opening.points] == [size for size, _ in move.points]
    assert all(value > 0 for curve in (move, opening) for _, value in curve.points)


@in_the_sweep
def test_a_server_is_measured_with_more_and_more_on_it(
    database_url: str, sent: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paced, "RUN_SECONDS", 0.5)
    monkeypatch.setattr(wire, "PUSHED_MOVES", 3)
    with wire.serving(database_url, growth.NO_PROGRAMS) as server:
        load = wire.Load(*server, GAME, SCENARIO, sent)
        told, taken = asyncio.run(growth.by_sockets(load, (2, 5)))
        memory, median, p99 = asyncio.run(growth.by_live_matches(load, (4, 8)))
    assert [size for size, _ in told.points] == [2, 5]
    assert taken.unit == memory.unit == "MB"
    assert [size for size, _ in memory.points] == [4, 8]
    for (_, most), (_, middle) in zip(p99.points, median.points, strict=True):
        assert most >= middle > 0


def test_curves_are_told_to_people_and_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    curve = growth.Curve("a move, median", "sockets", "ms", ((10, 1.23456), (20, 2.0)), 0.3)
    monkeypatch.setattr(growth, "measure", lambda *_: [("sockets", [curve])])
    monkeypatch.setattr(bench, "database", nullcontext)
    run = CliRunner().invoke(program, ("bench", "--growth", "--json"))
    assert run.exit_code == 0, run.stderr
    assert json.loads(run.stdout)["curves"] == [
        {"name": "a move, median", "of": "sockets", "unit": "ms", "points": [[10, 1.235], [20, 2.0]], "loop_ms": 0.3}
    ]
    assert CliRunner().invoke(program, ("bench", "--growth")).stdout == (
        "a move, median by sockets, in ms: 10: 1.23, 20: 2\n"
    )
