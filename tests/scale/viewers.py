"""People who watch while everything around them breaks: each comes back by itself, and must have seen it all."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.app.players import Watch
from tests.soak.ledger import Ledger, Table

LOOK_SECONDS = 0.2
AGAIN_SECONDS = 0.2
GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, EOFError)


class Viewer:
    """Watches one seat of a table over whatever sockets it can get. ``door`` tells where to come in just now."""

    def __init__(self, door: Callable[[], str], table: Table, ledger: Ledger) -> None:
        self.seat = next(iter(table.cookies))
        self.table = table
        self.came_back = 0
        self.view: dict[str, Any] = {}
        self.version = -1
        self.lines: list[int] = []
        """The numbers of the log lines that were told, in the order in which they came."""
        self._door = door
        self._ledger = ledger
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        cookie = "; ".join(f"{k}={v}" for k, v in self.table.cookies[self.seat].items())
        legal: dict[str, Any] | None = None
        while not self._over.is_set():
            seen = {"seen": self.version} if self.version >= 0 else {}
            live = f"{self._door().replace('http:', 'ws:')}/api/matches/{self.table.match}/live"
            try:
                watch = Watch(str(httpx.URL(live, params={"seat": self.seat, **seen})), Cookie=cookie)
            except (*GONE, TimeoutError):
                time.sleep(AGAIN_SECONDS)
                continue
            watch.view, watch.version, watch.legal = self.view, self.version, legal
            try:
                self._follow(watch)
            except AssertionError as error:
                # A patch that is lost or doubled does not fit.
                self._ledger.fault(f"{self.table.match}: {self.seat} is told wrongly: {error}")
                return
            except GONE:
                self.came_back += 1
            finally:
                self.view, self.version, legal = watch.view, watch.version, watch.legal
                watch.close()

    def _follow(self, watch: Watch) -> None:
        while not self._over.is_set():
            try:
                message = watch.next(LOOK_SECONDS)
            except TimeoutError:
                continue
            self.view, self.version = watch.view, watch.version
            if message["type"] == "state":
                self.lines = []
            self.lines += [line["seq"] for line in message.get("log", [])]

    def leave(self, version: int, patience: float) -> None:
        """Stop once it has seen so much. It is a fault if it does not."""
        deadline = time.monotonic() + patience
        while self.version < version and time.monotonic() < deadline:
            time.sleep(0.05)
        self._over.set()
        self._thread.join(30)
        if self.version != version:
            self._ledger.fault(f"{self.table.match}: {self.seat} has seen {self.version} of {version}")
        if self.lines != sorted({*self.lines}):
            self._ledger.fault(
                f"{self.table.match}: {self.seat} is told its log twice, or out of order: {self.lines[-40:]}"
            )
