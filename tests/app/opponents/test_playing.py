"""The process in which programs play: it answers, agrees, outlives kills, and nothing is given twice."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from typing import Any

import psutil

from app.settings import ROOT
from app.verify import verify
from rules.catalogue import GAMES
from tests.app.opponents.person import Person, guest
from tests.conftest import Server
from tests.thorough import THOROUGH

LAST = 3 if THOROUGH else 2
"""The turn in which the match of a program that is killed is over."""


def test_a_program_plays_through_kills_and_beside_a_second_process(site: tuple[Server, Any, str]) -> None:
    server, start, _ = site
    ada = guest(server)
    first, second = start(), start()
    match = ada.begin()
    ada.play_on(match, "entente", lambda told: told["view"]["step"]["key"] == "movement" or told["view"]["turn"] > 1)
    first.kill()
    ada.play_on(match, "entente", lambda told: told["view"]["turn"] >= LAST - 1)
    second.kill()
    third = start()
    told = ada.play_on(match, "entente", lambda told: told["view"]["turn"] >= LAST)
    third.kill()
    assert told["view"]["turn"] == LAST
    ada.settle(match, "entente", kind="resign")
    export = ada.http.get(f"/matches/{match['id']}/export", params={"seat": "entente"}).json()
    report = verify(export, GAMES)
    assert report.proved, report.faults
    ids = Counter(command["id"] for command in export["commands"])
    assert max(ids.values()) == 1
    assert sum(command["seat"] == "german" for command in export["commands"]) > (20 if THOROUGH else 10)


def test_a_program_agrees_to_go_back_and_to_no_draw(site: tuple[Server, Any, str]) -> None:
    server, start, _ = site
    ada = guest(server)
    start()
    match = ada.begin()
    ada.play_on(match, "entente", lambda told: told["view"]["step"]["key"] == "regroup" or told["view"]["turn"] > 1)
    before = ada.state(match, "entente")
    number, line = before["version"], before["log"][len(before["log"]) // 2]["seq"]
    ada.settle(match, "entente", kind="propose", what="draw")
    answered(ada, match)
    assert ada.state(match, "entente")["view"]["outcome"] is None
    assert any("refused" in line["text"] for line in ada.state(match, "entente")["log"])
    assert ada.settle(match, "entente", kind="propose", what="back", line=line).status_code == 200
    answered(ada, match)
    told = ada.state(match, "entente")
    assert any("went back" in line["text"] for line in told["log"])
    assert told["version"] > number
    # And it goes on from there.
    ada.play_on(match, "entente", lambda told: told["view"]["step"]["key"] == "regroup" or told["view"]["turn"] > 1)


def answered(ada: Person, match: dict[str, Any]) -> None:
    """Wait until nothing is proposed any more."""
    deadline = time.monotonic() + 30
    while ada.state(match, "entente")["proposals"]:
        assert time.monotonic() < deadline, "the program does not answer"
        time.sleep(0.02)


def test_it_ends_with_a_server_that_is_killed(database_url: str) -> None:
    """Nobody ends it in order then, and it would keep the lock from those that come after."""
    text = (
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-m', 'app', 'opponents', '--parent', str(os.getpid())])\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    environment = {"DATABASE_URL": database_url, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT
    )
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    child.wait(timeout=60)
