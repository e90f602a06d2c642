"""Earlier moments of a match, each as a viewpoint was allowed to see it then (docs/decisions/0027).

A position is found from the nearest stored one by folding the facts in between. What is shown of it is the game's view
for the viewpoint, as it was shown then; nothing that was told later, or to others, is asked for.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from app.background import SLICE_SECONDS
from app.matches.live_match.live_match import LiveMatch
from app.matches.rows.chronicle import PAGE_SIZE
from app.matches.rows.repository import Matches
from rules.kernel.imagining import recall_all
from rules.kernel.messages import JsonObject

MAX_PASTS = 16
"""Matches of which the position last looked at is kept: whoever steps on needs only the next facts."""
MAX_SCENES = 64


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
        self._positions: OrderedDict[str, LiveMatch] = OrderedDict()
        self._scenes: OrderedDict[tuple[str, int, str], Scene] = OrderedDict()

    async def scene(self, live: LiveMatch, viewpoint: str, event: int) -> Scene:
        """What a viewpoint saw after an event that ended a command."""
        place = (live.record.id, event, viewpoint)
        kept = self._scenes.get(place)
        if kept is None:
            then = await self._at(live, event)
            glance = live.game.glance(then.state)
            kept = self._scenes[place] = Scene(glance.turn, glance.title, live.game.view(then.state, viewpoint))
            _trim(self._scenes, MAX_SCENES)
        self._scenes.move_to_end(place)
        return kept

    async def recalled(self, live: LiveMatch, viewpoint: str, event: int) -> Scene:
        """The same with what the viewpoint has noted beside the view, of a game that imagines positions."""
        then = await self._at(live, event)
        glance = live.game.glance(then.state)
        return Scene(glance.turn, glance.title, recall_all(live.game, then.state, viewpoint))

    async def position(self, live: LiveMatch, event: int) -> Any:
        """The whole position after an event that ended a command, with all that is hidden in it: for nobody to see
        before the match is over."""
        then = await self._at(live, event)
        return then.state

    async def _at(self, live: LiveMatch, event: int) -> LiveMatch:
        """The match as it stood after an event, which is then the one that is kept.

        While it is moved on nobody else has it: two callers would move it on under each other.
        """
        match, game = live.record.id, live.game
        then = self._positions.pop(match, None)
        if then is None or not 0 <= event - then.version <= PAGE_SIZE:
            seq, stored = await self._chronicle.stored_position(match, event)
            if then is None or not seq <= then.version <= event:
                then = LiveMatch(game, live.record, seq, game.load_state(stored), None)
        now = asyncio.get_running_loop().time
        turn = now()
        async for command in self._chronicle.commands(match, then.version, event):
            then.follow(command)
            if now() - turn > SLICE_SECONDS:
                await asyncio.sleep(0)
                turn = now()
        self._positions[match] = then
        _trim(self._positions, MAX_PASTS)
        return then


def _trim(kept: OrderedDict[str, LiveMatch] | OrderedDict[tuple[str, int, str], Scene], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
