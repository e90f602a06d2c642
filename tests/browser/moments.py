"""Which events the numbers stand for that a viewpoint was told (docs/decisions/0024)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.conftest import fetch


class Moments:
    """The events of a match by the numbers of one viewpoint."""

    def __init__(self, database: str, match: str, viewpoint: str) -> None:
        query = "SELECT seq, command_id, numbers FROM event WHERE match = $1 ORDER BY seq"
        with ThreadPoolExecutor(1) as elsewhere:
            rows = elsewhere.submit(lambda: asyncio.run(fetch(database, query, match))).result()
        ends = {row["command_id"]: int(row["seq"]) for row in rows}
        self._lines, self._versions = [0], [0]
        for row in rows:
            if json.loads(row["numbers"])[viewpoint] == len(self._lines):
                self._lines.append(int(row["seq"]))
                self._versions.append(ends[row["command_id"]])

    @staticmethod
    def _at(events: Sequence[int], number: int) -> int:
        # The export of a match that is over counts events.
        return events[min(number, len(events) - 1)]

    def line(self, number: int) -> int:
        """The event of a line."""
        return self._at(self._lines, number)

    def version(self, number: int) -> int:
        """The event with which the command ends that led to a version."""
        return self._at(self._versions, number)
