"""What must hold when the killing is over: what was answered stands in the matches, once, and nothing else does."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import asyncpg
import httpx

from app.verify import verify
from rules.kernel.game import Game
from tests.soak.guests import Mirror, Played
from tests.soak.ledger import Ledger, Table

DRAW = {"kind": "propose", "what": "draw"}
RESIGN = {"kind": "resign"}
"""How a match with programs ends, which agree to no draw."""


class Reckoning:
    """Compares every table with the database and with what both servers say of it."""

    def __init__(self, house: Played, ledger: Ledger, games: Mapping[str, Game[Any, Any]]) -> None:
        self._house = house
        self._ledger = ledger
        self._games = games
        self.events = self.finished = self.verified = 0
        self.lost = self.doubled = 0
        """Commands that were answered and do not stand in their match; that stand in it more than once."""
        self.by_game: Counter[str] = Counter()
        """Events that were stored, by game."""

    def run(self, tables: Sequence[Table] | None = None, shown_in: int = 1) -> None:
        """Look at what is stored of every table, or of these; of each ``shown_in``-th also at what servers show, and at
        its export."""
        for number, table in enumerate(self._ledger.tables if tables is None else tables):
            version, numbers = asyncio.run(self._stored(table))
            if number % shown_in == 0:
                self._told(table, version, numbers)
            self.events += version
            self.by_game[table.game] += version

    def _wrong(self, table: Table, what: str) -> None:
        self._ledger.fault(f"match {table.match} ({table.game}): {what}")

    async def _stored(self, table: Table) -> tuple[int, Mapping[str, int]]:
        """Each receipted command stands in the match exactly once, where its receipt says.

        Gives the version, and how much each viewpoint was told.
        """
        database = await asyncpg.connect(self._house.database)
        try:
            rows = await database.fetch(
                "SELECT seq, command_id, seat, numbers FROM event WHERE match = $1 ORDER BY seq", table.match
            )
            notes = await database.fetch("SELECT command_id, seat, answer FROM receipt WHERE match = $1", table.match)
            version = int(await database.fetchval("SELECT version FROM match WHERE id = $1", table.match))
        finally:
            await database.close()
        if [r["seq"] for r in rows] != list(range(1, version + 1)):
            self._wrong(table, f"its events do not run from 1 to {version}")
        groups = [(id_, [r["seq"] for r in of]) for id_, of in groupby(rows, key=lambda r: r["command_id"])]
        # Each seat of these games looks from a viewpoint of its own.
        stored = {row["command_id"]: json.loads(row["numbers"])[row["seat"]] for row in rows}
        self.doubled += len(groups) - len(stored)
        if len(stored) != len(groups):
            self._wrong(table, "a command stands in it twice")
        if lost := table.receipts.keys() - stored.keys():
            self.lost += len(lost)
            self._wrong(table, f"commands that were taken are lost: {sorted(lost)}")
        # What programs did there, or the server itself, whose ids have a sign that no client's has, nobody was told.
        ours = {row["command_id"] for row in notes if row["seat"] in table.cookies and "/" not in row["command_id"]}
        if strange := ours - table.receipts.keys():
            self._wrong(table, f"commands were stored that nobody was told were taken: {sorted(strange)}")
        for id_, answer in table.receipts.items():
            if json.loads(answer)["version"] != stored.get(id_):
                self._wrong(table, f"the receipt of {id_} names another version than {stored.get(id_)}")
        if {n["command_id"]: n["answer"].encode() for n in notes if n["command_id"] in ours} != table.receipts:
            self._wrong(table, "the receipts kept are not those that were given")
        return version, json.loads(rows[-1]["numbers"]) if rows else {}

    def _told(self, table: Table, version: int, numbers: Mapping[str, int]) -> None:
        """Both servers show the position that the events lead to; the export verifies."""
        mirror = Mirror(self._games[table.game], self._house, table.match)
        mirror.follow()
        over = mirror.game.outcome(mirror.state) is not None
        self.finished += over
        for url in self._house.urls:
            for seat, cookies in table.cookies.items():
                with httpx.Client(base_url=f"{url}/api/matches/{table.match}", cookies=cookies, timeout=60) as http:
                    shown = http.get("/state", params={"seat": seat}).raise_for_status().json()
                    if shown["view"] != mirror.game.view(mirror.state, seat):
                        self._wrong(table, f"{seat} is shown another position at {url}")
                    if shown["version"] != numbers.get(seat, 0):
                        self._wrong(table, f"{seat} is shown version {shown['version']} at {url}")
        mirror.close()
        self._verified(table, version if over else None)

    def _verified(self, table: Table, version: int | None) -> None:
        """The export verifies. What is not over is drawn by consent first: until then its dice are secret."""
        proposal, url = secrets.token_hex(8), f"{self._house.urls[0]}/api/matches/{table.match}"
        for number, (seat, cookies) in enumerate(table.cookies.items()):
            with httpx.Client(base_url=url, cookies=cookies, timeout=60) as http:
                if version is None:
                    order = (
                        {"kind": "answer", "proposal": proposal, "yes": True}
                        if number
                        else DRAW
                        if len(table.cookies) > 1
                        else RESIGN
                    )
                    id_ = secrets.token_hex(8) if number else proposal
                    http.post("/house", json={"id": id_, "seat": seat, "order": order}).raise_for_status()
                export = http.get("/export", params={"seat": seat}).raise_for_status().json()
        report = verify(export, self._games)
        self.verified += report.good
        if not report.good or (version is not None and report.events != version):
            self._wrong(table, f"its export does not verify: {report.faults}")
