"""The process in which programs play: it answers, agrees, outlives kills, and nothing is given twice."""

from __future__ import annotations

import random
import secrets
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import psutil

from app.proof.programs import play_programs_again
from app.settings import ROOT
from app.verify import verify
from rules.catalogue import GAMES
from rules.kernel import dice, lanes
from rules.kernel.messages import Refusal
from rules.kernel.players import STAFF
from tests.app.lobby.test_sealing import code
from tests.app.opponents.person import Person, guest
from tests.app.proof.host import Run, forge, past_of
from tests.conftest import Server
from tests.thorough import THOROUGH, in_the_sweep

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
    again = play_programs_again(export, GAMES)
    assert (again.found, again.unchecked, again.cut_short) == (again.orders, {}, []), again.faults
    assert again.orders == sum(command["seat"] == "german" for command in export["commands"])
    # Its memory was lost with each process, and nowhere else.
    fresh = sum(note["fresh"] for note in export["choices"].values())
    assert 1 < fresh < again.orders
    forgeries_are_found(export)


def forgeries_are_found(export: dict[str, Any]) -> None:
    """A host with all keys changes one order of the program to another that the rules take, with what follows."""
    game, notes = GAMES[export["game"]], export["choices"]
    chance = chance_of(export)
    number = max(n for n, c in enumerate(export["commands"]) if c["id"] in notes and len(c["command"]) > 1)

    def change(runs: list[Run]) -> None:
        resigned = runs[-1]
        del runs[number + 1 :]
        changed = runs[number]
        events = [event for run in runs[:number] for event in run.events]
        state = past_of(game, game.load_state(export["opening"]), events)[-1]
        rng = random.Random("forged")
        while True:
            other = game.random_command(state, changed.seat, rng)
            decided = game.decide(state, changed.seat, other, chance)
            if not isinstance(decided, Refusal) and other != changed.command:
                break
        changed.command, changed.ask = other, lanes.ask_of(game, state, changed.seat, other)
        changed.events = [game.dump_event(event) for event in decided]
        runs.append(resigned)

    def noted(forged: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {**forged, "choices": {id_: {**note, **more} for id_, note in notes.items()}}

    forged = forge(game, export, change, hashed=True)
    assert verify(forged, GAMES).good, "the rules would take it"
    for more in ({}, {"at": 0}, {"by": "chance", "why": "refused"}):
        found = play_programs_again(noted(forged, **more), GAMES)
        assert any("german" in fault for fault in found.faults), more
    lost = play_programs_again(noted(forged, by="chance", why="lost"), GAMES)
    assert lost.cut_short
    assert lost.faults, "chance would have given other orders, and so no order can be chosen"
    older = play_programs_again(noted(forged, programs="0123456789ab"), GAMES)
    assert older.unchecked == {"choices of version 0123456789ab of the programs": older.orders}
    changed = forged["commands"][number]["id"]
    for attempt in (-1, 21, 0.5, True):
        # Any number would do to draw until an order pleases.
        one = {**notes, changed: {**notes[changed], "by": "chance", "why": "lost", "attempt": attempt}}
        found = play_programs_again({**forged, "choices": one}, GAMES)
        assert any("are said to have been refused" in fault for fault in found.faults), attempt
    unsaid = [{**c, "id": "standing/0"} if c["id"] == changed else c for c in forged["commands"]]
    hidden = {**forged, "commands": unsaid, "choices": {i: note for i, note in notes.items() if i != changed}}
    assert play_programs_again(hidden, GAMES).unchecked, "no standing order is given for a program"
    bare = play_programs_again({**forged, "choices": {}}, GAMES)
    assert bare.unchecked == {"orders of which the server noted nothing": bare.orders}


def chance_of(export: dict[str, Any]) -> Any:
    """The dice of a match."""
    words = {seat["seat"]: seat["word"] for seat in export["seats"]}
    return dice.chance(dice.key(bytes.fromhex(export["secret"]), export["match"], words))


def test_a_program_is_let_into_no_what_if(site: tuple[Server, Any, str]) -> None:
    ada = guest(site[0])
    match = ada.begin(game="powers-1914", scenario="classic-1")
    ada.settle(match, "entente", kind="resign")
    copy = ada.http.post(f"/matches/{match['id']}/what-ifs", json={"id": secrets.token_hex(8)}).json()
    assert code(ada.http.post(f"/what-ifs/{copy['id']}/guests")) == (409, "nobody_to_let_in")


def test_a_program_agrees_to_go_back_and_neither_to_a_draw_nor_to_surrender(site: tuple[Server, Any, str]) -> None:
    server, start, _ = site
    ada = guest(server)
    start()
    match = ada.begin()
    ada.play_on(match, "entente", lambda told: told["view"]["step"]["key"] == "regroup" or told["view"]["turn"] > 1)
    before = ada.state(match, "entente")
    number, line = before["version"], before["log"][len(before["log"]) // 2]["seq"]
    for what in ("draw", "demand"):
        ada.settle(match, "entente", kind="propose", what=what)
        answered(ada, match)
    assert ada.state(match, "entente")["view"]["outcome"] is None
    assert sum("refused" in line["text"] for line in ada.state(match, "entente")["log"]) == 2
    assert ada.settle(match, "entente", kind="propose", what="back", line=line).status_code == 200
    answered(ada, match)
    told = ada.state(match, "entente")
    assert any("was rewound" in line["text"] for line in told["log"])
    assert told["version"] > number
    # And it goes on from there.
    ada.play_on(match, "entente", lambda told: told["view"]["step"]["key"] == "regroup" or told["view"]["turn"] > 1)

    ada.settle(match, "entente", kind="resign")
    export = ada.http.get(f"/matches/{match['id']}/export").json()
    again = play_programs_again(export, GAMES)
    assert (again.found, again.unchecked) == (again.orders, {}), again.faults
    (demanded,) = (e["event"]["id"] for e in export["events"] if e["event"].get("what") == "demand")
    (answer,) = (e["event"] for e in export["events"] if e["event"].get("proposal") == demanded)
    answer["yes"] = True
    (fault,) = play_programs_again(export, GAMES).faults
    assert "would not have answered so" in fault


@in_the_sweep
def test_a_staff_plays_the_duel_and_its_thoughts_are_found_again(site: tuple[Server, Any, str]) -> None:
    """decisions/0085: at a table it has all its deals, in a worker that is ended above 300 MB."""
    server, start, _ = site
    ada = guest(server)
    program = start()
    match = ada.begin(game="powers-1914", scenario="austria-russia", seat="entente", programs={"central": STAFF})
    told = ada.play_on(match, "entente", lambda told: told["view"]["turn"] >= LAST)
    program.kill()
    assert told["view"]["turn"] == LAST
    ada.settle(match, "entente", kind="resign")
    export = ada.http.get(f"/matches/{match['id']}/export", params={"seat": "entente"}).json()
    again = play_programs_again(export, GAMES)
    assert (again.found, again.unchecked, again.cut_short) == (again.orders, {}, []), again.faults
    assert again.orders > 10
    assert {note["strength"] for note in export["choices"].values()} == {STAFF}
    # It was in one worker from its first order to its last: none outgrew its memory, none took too long.
    assert sum(note["fresh"] for note in export["choices"].values()) == 1


def answered(ada: Person, match: dict[str, Any]) -> None:
    """Wait until nothing is proposed any more."""
    deadline = time.monotonic() + 30
    while ada.state(match, "entente")["proposals"]:
        assert time.monotonic() < deadline, "the program does not answer"
        time.sleep(0.02)


@in_the_sweep
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
