"""People at the toy game's tables, as the tests play them."""

from __future__ import annotations

import contextlib
import json
import secrets
from typing import Any, cast

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from app.matches.telling.patch import merge, question_merged
from rules.kernel import dice
from tests.conftest import Server

SEALED: dict[str, list[tuple[Player, dict[str, str]]]] = {}
"""The words that each player has sealed, by match."""


class Player:
    """A guest with their own cookie."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.http = httpx.Client(base_url=f"{server.url}/api", timeout=20)
        answer = self.http.post("/guests", json={"name": name})
        assert answer.status_code == 200, answer.text
        self.id = answer.json()["id"]

    def elsewhere(self, server: Server) -> Player:
        """The same person, cookie and all, at another process."""
        other = Player.__new__(Player)
        other.server, other.id = server, self.id
        other.http = httpx.Client(base_url=f"{server.url}/api", timeout=20, cookies=self.http.cookies)
        return other

    def make(self, **body: Any) -> dict[str, Any]:
        """Make a match of the toy game and seal its words; a match of one person starts at once."""
        answer = self.http.post("/matches", json={"game": "toy", "scenario": "short", **body})
        assert answer.status_code == 201, answer.text
        return self.seal(answer.json())

    def sit(self, match: dict[str, Any], seat: str) -> None:
        """Take a seat by the match's invitation and seal a word; with the last all words are opened."""
        answer = self.http.post(f"/matches/{match['id']}/seats/{seat}", json={"invite": match["invite"]})
        assert answer.status_code == 200, answer.text
        self.seal(answer.json())

    def seal(self, match: dict[str, Any]) -> dict[str, Any]:
        """Seal a word for each of the player's seats; after the last, all open theirs. Gives the match then."""
        mine = {s["seat"]: secrets.token_hex(32) for s in match["seats"] if s["you"]}
        seals = {seat: dice.seal(match["id"], seat, word) for seat, word in mine.items()}
        answer = self.http.post(f"/matches/{match['id']}/seals", json={"seals": seals})
        assert answer.status_code == 200, answer.text
        waiting = SEALED.setdefault(match["id"], [])
        waiting.append((self, mine))
        shown = cast("dict[str, Any]", answer.json())
        if shown["status"] == "opening":
            for player, words in waiting:
                body = {"commitment": shown["commitment"], "words": words}
                answer = player.http.post(f"/matches/{match['id']}/words", json=body)
                assert answer.status_code == 200, answer.text
        return {**cast("dict[str, Any]", answer.json()), "invite": match["invite"], "spectate": match["spectate"]}

    def state(self, match: dict[str, Any], seat: str | None = None) -> dict[str, Any]:
        """What this player may know."""
        answer = self.http.get(f"/matches/{match['id']}/state", params={} if seat is None else {"seat": seat})
        assert answer.status_code == 200, answer.text
        return cast("dict[str, Any]", answer.json())

    def send(
        self, match: dict[str, Any], seat: str, command: dict[str, Any], id_: str | None = None, ask: str | None = None
    ) -> httpx.Response:
        """Send a command, to the decision asked now unless another is given."""
        if ask is None:
            ask = self.state(match, seat)["legal"]["ask"]
        body = {"id": id_ or secrets.token_hex(8), "seat": seat, "ask": ask, "command": command}
        return self.http.post(f"/matches/{match['id']}/commands", json=body)

    def play(self, match: dict[str, Any], seat: str, *commands: dict[str, Any]) -> int:
        """Send commands that are all taken; gives the version after the last."""
        version = -1
        for command in commands:
            answer = self.send(match, seat, command)
            assert answer.status_code == 200, answer.text
            version = answer.json()["version"]
        return version

    def undo(self, match: dict[str, Any], seat: str) -> httpx.Response:
        """Take back the last command."""
        return self.http.post(f"/matches/{match['id']}/undo", json={"id": secrets.token_hex(8), "seat": seat})

    def settle(self, match: dict[str, Any], seat: str, id_: str | None = None, **order: object) -> httpx.Response:
        """Give an order about an agreement."""
        body = {"id": id_ or secrets.token_hex(8), "seat": seat, "order": order}
        return self.http.post(f"/matches/{match['id']}/house", json=body)

    def watch(self, match: dict[str, Any], **query: Any) -> Watch:
        """Open the live socket."""
        address = httpx.URL(f"{self.server.socket_url}/api/matches/{match['id']}/live", params=query)
        cookie = "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())
        return Watch(str(address), Cookie=cookie)


class Watch:
    """A live socket that applies patches as the browser does."""

    def __init__(self, address: str, **headers: str) -> None:
        self._open = contextlib.ExitStack()
        self.socket = self._open.enter_context(connect(address, additional_headers=headers, proxy=None))
        self.view: dict[str, Any] = {}
        self.legal: dict[str, Any] | None = None
        self.version = -1
        self.link: str | None = None
        self.log: list[dict[str, Any]] = []
        self.present: dict[str, bool] = {}
        self.received: list[str] = []

    def next(self, timeout: float = 30) -> dict[str, Any]:
        """The next message, applied. TimeoutError when none comes."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.received.append(text)
        message = cast("dict[str, Any]", json.loads(text))
        if message["type"] == "state":
            self.view, self.legal, self.version = message["view"], message["legal"], message["version"]
        elif message["type"] == "patch":
            assert message["from"] == self.version, "a patch that does not fit what was seen"
            self.view, self.version = cast("dict[str, Any]", merge(self.view, message["patch"])), message["version"]
            self.legal = None if self.legal is None else question_merged(self.legal, message["legal"])
        elif message["type"] == "presence":
            self.present = message["seats"]
        self.link = message.get("link", self.link)
        self.log += message.get("log", [])
        return message

    def until(self, version: int) -> dict[str, Any]:
        """Read until a version is reached."""
        message: dict[str, Any] = {}
        while self.version < version:
            message = self.next()
        return message

    def until_present(self, *seats: str) -> None:
        """Read until just these seats are present."""
        while sorted(self.present) != sorted(seats):
            self.next()

    def closed_with(self) -> int:
        """Read to the end; gives the code that the server closed with."""
        while True:
            try:
                self.next()
            except ConnectionClosed as closed:
                return -1 if closed.rcvd is None else int(closed.rcvd.code)

    def close(self) -> None:
        """Leave."""
        self._open.close()


def table(server: Server, **body: Any) -> tuple[Player, Player, dict[str, Any]]:
    """Two players at a table of the toy game, red first."""
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    match = red.make(seat="red", **body)
    blue.sit(match, "blue")
    return red, blue, match


HIDE = {"kind": "hide", "number": 7}
THROW = {"kind": "throw"}
END = {"kind": "end"}
