"""Earlier moments of a match, each as a viewpoint was allowed to see it then (docs/decisions/0027).

A position is found from the nearest stored one by folding the facts in between. What is shown of it is the game's view
for the viewpoint, as it was shown then; nothing that was told later, or to others, is asked for.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from app.matches.chronicle import PAGE
from app.matches.repository import Matches
from app.matches.table import Table
from app.matches.tables import SLICE_SECONDS
from rules.kernel.messages import JsonObject

TABLES_KEPT = 16
"""Matches of which the position last looked at is kept: whoever steps on needs only the next facts."""
SCENES_KEPT = 64


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as it was shown: the turn, the title of the step, and the view. Not to be changed."""

    turn: int
    title: str
    view: JsonObject


class Pasts:
    """Finds earlier positions, and keeps a few."""

    def __init__(self, matches: Matches) -> None:
        self._chronicle = matches.chronicle
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._scenes: OrderedDict[tuple[str, int, str], Scene] = OrderedDict()

    async def scene(self, table: Table, viewpoint: str, event: int) -> Scene:
        """What a viewpoint saw after an event that ended a command."""
        place = (table.record.id, event, viewpoint)
        kept = self._scenes.get(place)
        if kept is None:
            then = await self._at(table, event)
            glance = table.game.glance(then.state)
            kept = self._scenes[place] = Scene(glance.turn, glance.title, table.game.view(then.state, viewpoint))
            self._tables[table.record.id] = then
            _trim(self._tables, TABLES_KEPT)
            _trim(self._scenes, SCENES_KEPT)
        self._scenes.move_to_end(place)
        return kept

    async def _at(self, table: Table, event: int) -> Table:
        """The match as it stood after an event. Nobody else has it: two callers would move it on under each other."""
        match, game = table.record.id, table.game
        then = self._tables.pop(match, None)
        if then is None or not 0 <= event - then.version <= PAGE:
            seq, stored = await self._chronicle.stored_position(match, event)
            then = Table(game, table.record, seq, game.load_state(stored), None)
        now = asyncio.get_running_loop().time
        turn = now()
        async for command in self._chronicle.commands(match, then.version, event):
            then.follow(command)
            if now() - turn > SLICE_SECONDS:
                await asyncio.sleep(0)
                turn = now()
        return then


def _trim(kept: OrderedDict[str, Table] | OrderedDict[tuple[str, int, str], Scene], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
