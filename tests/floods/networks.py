"""``python -m tests.floods.networks``: many networks flood at once. Can two people begin a match, and others play on?

Prints one JSON object: how long each pair of newcomers took to begin, what moves took at a table that was there before,
and what the flood was answered.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil

from app import postgres
from app.settings import ROOT
from tests.app.players import Player
from tests.conftest import REAL, Server, start_server
from tests.floods.calm import SLOW, Calm
from tests.floods.flooder import FLOODS
from tests.floods.report import CALM, DEFAULTS, SCHLIEFFEN

FIRST = "127.1.0.1"
NEWCOMERS = "127.2.0.{}"
PEACEFUL = 3
"""Pairs that begin a match before the flood."""
AGAIN_SECONDS = 0.5
"""How long people wait before they try again what was answered 429 or 503."""
BUSY = (httpx.codes.TOO_MANY_REQUESTS, httpx.codes.SERVICE_UNAVAILABLE)


class Newcomer(Player):
    """Someone who comes to the site for the first time, from an address of their own, and tries again when told to."""

    def __init__(self, server: Server, number: int, going_on: Callable[[], bool]) -> None:
        self.server, self._going_on = server, going_on
        self.asked_again = 0
        transport = httpx.HTTPTransport(local_address=NEWCOMERS.format(number))
        self.http = httpx.Client(base_url=f"{server.url}/api", timeout=SLOW, transport=transport)
        self.http.send = self._until_taken(self.http.send)  # type: ignore[method-assign]
        answer = self.http.post("/guests", json={"name": "Newcomer"})
        assert answer.status_code == httpx.codes.OK, answer.text
        self.id = answer.json()["id"]

    def _until_taken(self, send: Callable[..., httpx.Response]) -> Callable[..., httpx.Response]:
        def until_taken(request: httpx.Request, **how: Any) -> httpx.Response:
            while True:
                answer = send(request, **how)
                if answer.status_code not in BUSY or not self._going_on():
                    return answer
                self.asked_again += 1
                time.sleep(AGAIN_SECONDS)

        return until_taken


@dataclass
class Beginnings:
    """How long pairs of people took to begin a match, in seconds, and what became of those that had not by the end."""

    seconds: list[float] = field(default_factory=list)
    asked_again: int = 0
    failed: list[str] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def begin_while(self, server: Server, game: str, scenario: str, going_on: Callable[[], bool]) -> None:
        """One pair after the other, each from addresses that were never there before."""
        while going_on():
            began = time.perf_counter()
            try:
                people = [Newcomer(server, next(self._numbers), going_on) for _ in range(2)]
                match = people[0].make(game=game, scenario=scenario)
                free = next(seat["seat"] for seat in match["seats"] if not seat["you"])
                people[1].sit(match, free)
                for person in people:
                    person.state(match)
                self.seconds.append(time.perf_counter() - began)
                self.asked_again += sum(person.asked_again for person in people)
            except (httpx.TransportError, AssertionError, KeyError) as error:
                waited = time.perf_counter() - began
                self.failed.append(f"after {waited:.1f} s: {type(error).__name__} {error}"[:160])


def flooded_from(
    server: Server, addresses: int, kinds: list[str], seconds: float, hands: int, game: str = SCHLIEFFEN
) -> dict[str, Any]:
    """Play, and come in from new addresses, while a number of households flood in all of these ways at once."""
    calm = Calm(server, CALM, seconds, game)
    beginnings, peace = Beginnings(), iter((True,) * PEACEFUL)
    beginnings.begin_while(server, game, calm.scenario, lambda: next(peace, False))
    in_peace, beginnings.seconds = beginnings.seconds, []
    arguments = [
        server.url,
        FIRST,
        str(seconds),
        "1",
        game,
        *kinds,
        "--addresses",
        str(addresses),
        "--hands",
        str(hands),
    ]
    flood = subprocess.Popen(
        [sys.executable, "-m", "tests.floods.flooder", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert flood.stdout is not None
    assert flood.stdout.readline() == "flooding\n"

    def going_on() -> bool:
        return flood.poll() is None

    process = psutil.Process(server.process.pid)
    before = sum(process.cpu_times()[:2])
    began = time.perf_counter()
    coming = threading.Thread(target=beginnings.begin_while, args=(server, game, calm.scenario, going_on))
    coming.start()
    moves = calm.play_while(going_on)
    told, _ = flood.communicate()
    used = (sum(process.cpu_times()[:2]) - before) / (time.perf_counter() - began)
    coming.join()
    return {
        "begun in peace": [round(took, 2) for took in in_peace],
        "begun": [round(took, 2) for took in beginnings.seconds],
        "asked again": beginnings.asked_again,
        "not begun": beginnings.failed,
        **moves.figures(),
        "faulty": moves.faults[:5],
        "server's share of a core": round(used, 2),
        "megabytes": process.memory_info().rss // 2**20,
        "flood": json.loads(told),
    }


def main() -> None:
    """Flood as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=["opponents"], choices=FLOODS)
    parser.add_argument("--addresses", type=int, default=80)
    parser.add_argument("--hands", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=45)
    parser.add_argument("--set", action="append", default=[], help="a setting of the server, as calls_in_all=0")
    asked = parser.parse_args()
    settings = DEFAULTS | dict(said.split("=", 1) for said in asked.set)
    with tempfile.TemporaryDirectory() as folder, postgres.running(ROOT / "var" / "floods") as url:
        log = Path(folder) / "log"
        server = start_server(REAL, url, log, **settings)
        try:
            told = flooded_from(server, asked.addresses, asked.kinds, asked.seconds, asked.hands)
        finally:
            server.stop()
        written = log.read_text()
        print(written, file=sys.stderr)
    told["log"] = {"lines": written.count("\n"), "tracebacks": written.count("Traceback")}
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
