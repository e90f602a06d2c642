"""What the players of a soak were told, kept where no kill reaches it."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx

UNAVAILABLE = 503
SERVER_ERROR = 500


@dataclass(slots=True)
class Table:
    """A match that was played: its seats' cookies, the ids of commands that were sent, and the answers to them."""

    match: str
    game: str
    scenario: str
    cookies: dict[str, httpx.Cookies]
    sent: set[str] = field(default_factory=set)
    receipts: dict[str, bytes] = field(default_factory=dict)


class Ledger:
    """Answers counted, faults noted, matches kept."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []
        self.tables: list[Table] = []
        self._lock = threading.Lock()

    def note(self, response: httpx.Response) -> None:
        """Count an answer; one that blames the server is a fault unless it asks to come again."""
        with self._lock:
            self.answers[str(response.status_code)] += 1
        if response.status_code >= SERVER_ERROR and response.status_code != UNAVAILABLE:
            response.read()
            self.fault(f"{response.request.method} {response.request.url.path}: {response.status_code} {response.text}")

    def broken(self) -> None:
        """Count a connection that broke."""
        with self._lock:
            self.answers["connection"] += 1

    def fault(self, text: str) -> None:
        """Note what must not be."""
        with self._lock:
            self.faults.append(text[:500])

    def keep(self, table: Table) -> None:
        """A match is played from now on."""
        with self._lock:
            self.tables.append(table)

    @property
    def receipts(self) -> int:
        """How many commands were answered."""
        with self._lock:
            return sum(len(t.receipts) for t in self.tables)

    def report(self) -> dict[str, Any]:
        """For people and programs."""
        return {
            "matches": len(self.tables),
            "commands_sent": sum(len(t.sent) for t in self.tables),
            "receipts": self.receipts,
            "answers": dict(sorted(self.answers.items())),
        }
