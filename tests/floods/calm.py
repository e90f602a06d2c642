"""Someone who plays at another address while a household floods: every move must be taken, and told to their socket."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from app.programs.benching.rules import stretch_of
from app.programs.benching.script import Script, Sent, script
from rules.catalogue import GAMES
from tests.app.players import Player
from tests.conftest import Server

PAUSE = 0.05
SLOW = 20.0
"""Seconds after which a move counts as lost."""


@dataclass
class Moves:
    """How long moves took to be answered, and to be told to the socket, in seconds; and what went wrong."""

    answered: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, float | int]:
        """Median, 99th of a hundred and worst, in milliseconds."""
        shown: dict[str, float | int] = {"moves": len(self.answered), "faults": len(self.faults)}
        for name, samples in (("answered", self.answered), ("told", self.told)):
            line = sorted(samples)
            for what, part in (("median", 0.5), ("p99", 0.99), ("worst", 1.0)):
                shown[f"{name}, {what}"] = (
                    round(line[min(len(line) - 1, int(len(line) * part))] * 1000, 1) if line else 0
                )
        return shown


class Calm(Player):
    """A player at an address of their own, who sits at tables enough for some seconds of play."""

    def __init__(self, server: Server, source: str, seconds: float, game: str) -> None:
        self.server = server
        self.source = source
        transport = httpx.HTTPTransport(local_address=source)
        self.http = httpx.Client(base_url=f"{server.url}/api", timeout=SLOW, transport=transport)
        answer = self.http.post("/guests", json={"name": "Calm"})
        assert answer.status_code == 200, answer.text
        self.id = answer.json()["id"]
        self._game = game
        usual = stretch_of(GAMES[game])
        self.scenario = usual.scenario
        self._script: Script = script(GAMES[game], self.scenario, 200, usual.usual)
        self._tables = [self._sit_down() for _ in range(1 + int(seconds / PAUSE / len(self._script.moves)))]

    def _sit_down(self) -> dict[str, Any]:
        match = self.make(game=self._game, scenario=self.scenario, hotseat=True)
        for sent in self._script.lead:
            assert self._send(match, sent).status_code == 200
        return match

    def _send(self, match: dict[str, Any], sent: Sent) -> httpx.Response:
        body = {"id": secrets.token_hex(8), "seat": sent.seat, "ask": sent.ask, "command": sent.command}
        return self.http.post(f"/matches/{match['id']}/commands", json=body)

    def _watch(self, match: dict[str, Any]) -> connect:
        cookie = "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())
        address = f"{self.server.socket_url}/api/matches/{match['id']}/live?seat={match['seats'][0]['seat']}"
        headers = {"Cookie": cookie}
        return connect(
            address, additional_headers=headers, proxy=None, source_address=(self.source, 0), open_timeout=SLOW
        )

    def play_while(self, going_on: Callable[[], bool]) -> Moves:
        """Move after move, at table after table, as long as it goes on."""
        moves = Moves()
        for match in self._tables:
            if not going_on():
                break
            try:
                with self._watch(match) as watch:
                    _heard(watch, "state")
                    self._play_at(match, watch, moves, going_on)
            except (httpx.TransportError, WebSocketException, OSError) as error:
                moves.faults.append(repr(error))
        return moves

    def _play_at(
        self, match: dict[str, Any], watch: ClientConnection, moves: Moves, going_on: Callable[[], bool]
    ) -> None:
        for sent in self._script.moves:
            if not going_on():
                return
            began = time.perf_counter()
            answer = self._send(match, sent)
            moves.answered.append(time.perf_counter() - began)
            if answer.status_code != 200:
                moves.faults.append(f"{answer.status_code} {answer.text[:200]}")
                return
            _heard(watch, "patch")
            moves.told.append(time.perf_counter() - began)
            time.sleep(PAUSE)


def _heard(watch: ClientConnection, kind: str) -> None:
    """Read up to a message of a kind. TimeoutError, an OSError, when none comes."""
    while json.loads(watch.recv(SLOW))["type"] != kind:
        pass
