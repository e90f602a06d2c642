"""Those who only watch are told later, where a match was made so: as history tells an earlier moment (decisions/0037).

Nothing is kept for them while nobody watches. Whoever asks is shown the last moment that is old enough; those with an
open socket are told by a slow round, each time another moment has become old enough.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable

from app.matches.numbers import Moment
from app.matches.past import Pasts
from app.matches.repository import Matches
from app.matches.table import Table
from app.matches.telling import patch, whole
from app.matches.words import Word
from app.news import Audience, News
from rules.kernel.messages import JsonObject

LOG_LINES = 100


class Late:
    """What watchers of delayed matches are told, and when."""

    def __init__(self, matches: Matches, pasts: Pasts, audience: Audience) -> None:
        self._chronicle = matches.chronicle
        self._pasts = pasts
        self._audience = audience
        self._told: dict[tuple[str, str], Word] = {}
        """The last word to the sockets of a match and viewer."""
        self._turn = asyncio.Lock()

    async def moment(self, table: Table, viewpoint: str) -> Moment:
        """The newest moment of which those who watch from a viewpoint may know."""
        record = table.record
        if record.delay_turns:
            return await self._chronicle.moment_up_to(record.id, viewpoint, record.told_until)
        until = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=table.record.delay)
        return await self._chronicle.moment_at(table.record.id, viewpoint, until)

    async def word(self, table: Table, viewer: str) -> tuple[Word, Moment]:
        """What a watcher may know, and of which moment it is: neither proposals nor clocks, which are of now."""
        viewpoint = table.viewpoint(viewer)
        moment = await self.moment(table, viewpoint)
        scene = await self._pasts.scene(table, viewpoint, moment.event)
        link = await self._chronicle.link(table.record.id, moment.event) or table.record.link
        shown = None if link is None else link.hex()
        return Word(moment.number, shown, scene.view, None, table.undo(viewer), []), moment

    async def show(self, table: Table, viewer: str, seen: int, take: Callable[[int, JsonObject], None]) -> bool:
        """Give ``take`` the first message for a new watcher; False if the delay has ended by then."""
        async with self._turn:
            await self._tell(table, viewer)
            word, moment = await self.word(table, viewer)
            lines = await self._lines(table, viewer, moment, seen)
            if not table.is_late(viewer):
                return False
            self._told[table.record.id, viewer] = word
            take(word.version, whole(word, lines))
            return True

    async def tell(self, table: Table) -> None:
        """Tell those who watch what has become old enough."""
        async with self._turn:
            for viewer in self._audience.viewpoints(table.record.id):
                if table.is_late(viewer):
                    await self._tell(table, viewer)

    async def _tell(self, table: Table, viewer: str) -> None:
        match = table.record.id
        before = self._told.get((match, viewer))
        if viewer not in self._audience.viewpoints(match):
            self._told.pop((match, viewer), None)
            return
        if before is None:
            return
        moment = await self.moment(table, table.viewpoint(viewer))
        if moment.number == before.version:
            return
        word, moment = await self.word(table, viewer)
        lines = await self._lines(table, viewer, moment, before.version)
        if not table.is_late(viewer):
            return
        self._told[match, viewer] = word
        self._audience.deliver(
            match,
            viewer,
            News(before.version, word.version, lambda: patch(before, word, lines), lambda: whole(word, [])),
        )

    async def _lines(self, table: Table, viewer: str, moment: Moment, after: int) -> list[JsonObject]:
        here = moment.event, moment.number
        return await self._chronicle.log(
            table.record.id, table.viewpoint(viewer), here, moment.number + 1, after, LOG_LINES
        )
