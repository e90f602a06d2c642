"""The live matches of this process: loaded when first asked for, the least lately used put away again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from app.errors import no_match
from app.matches.ahead import Keeper, Nobody
from app.matches.repository import Matches
from app.matches.table import Table
from app.news import Audience
from rules.kernel.game import Game

SLICE_SECONDS = 0.002
"""How long a match that is loaded may keep others from their turn."""


class Tables:
    """A cache of tables by match."""

    def __init__(self, matches: Matches, games: Mapping[str, Game[Any, Any]], audience: Audience, limit: int) -> None:
        self._matches = matches
        self._games = games
        self._audience = audience
        self._limit = limit
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self.keeper: Keeper = Nobody()

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def live(self) -> list[str]:
        """The matches that are in memory."""
        return list(self._tables)

    def cached(self, match: str) -> Table | None:
        """The table if it is in memory."""
        return self._tables.get(match)

    def forget(self, match: str) -> None:
        """Put a table away for good: its match is gone."""
        self._tables.pop(match, None)

    async def get(self, match: str) -> Table:
        """The table, loaded if need be; it may be behind the database. ApiError 404 when there is none."""
        table = self._tables.get(match)
        if table is None:
            table = await self._load_once(match)
        self._tables.move_to_end(match)
        return table

    async def _load_once(self, match: str) -> Table:
        """Load a match once, however many ask at the same time."""
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = asyncio.create_task(self._load(match))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(task)

    async def _load(self, match: str) -> Table:
        found = await self._matches.load(match)
        if found is None:
            raise no_match()
        game = self._games.get(found.record.game)
        if game is None:
            raise no_match()
        table = Table(game, found.record, found.seq, game.load_state(found.state), found.link, found.marks, found.house)
        await self._follow(table)
        if table.record.timing is not None and table.version > table.record.version:
            # Moved by another process since its row was read: the clocks there are of before.
            table.know(await self._matches.record(match) or table.record)
        table.standing = await self.keeper.orders(match)
        # Known before the task is forgotten: nobody may make a second table between the two.
        self._tables[match] = table
        self._put_away(match)
        return table

    async def _follow(self, table: Table) -> None:
        """Bring a table that nobody has yet up to its facts, with a pause now and then.

        In a thread it would take as long from the others: Python lets one of us think at a time.
        """
        now = asyncio.get_running_loop().time
        turn = now()
        async for command in self._matches.chronicle.commands(table.record.id, table.version):
            table.follow(command)
            if now() - turn > SLICE_SECONDS:
                await asyncio.sleep(0)
                turn = now()

    def _put_away(self, newest: str) -> None:
        """Forget the tables least lately used that nobody watches or works on, but not the newest."""
        excess = len(self._tables) - self._limit
        for match in list(self._tables)[: max(0, excess)]:
            if match != newest and not self._audience.watched(match) and not self._tables[match].lock.locked():
                del self._tables[match]
