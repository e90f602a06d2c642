"""Those who only watch are told later, where a match was made so: as history tells an earlier moment (decisions/0037).

Nothing is kept for them while nobody watches. Whoever asks is shown the last moment that is old enough; those with an
open socket are told by a slow round, each time another moment has become old enough.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable

from app.matches.live_match.last_messages import ViewerMessage
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.numbers import CommandAsHeard
from app.matches.rows.repository import Matches
from app.matches.telling.past import Pasts
from app.matches.telling.push_scheduler import patch, whole
from app.news import Audience, News
from rules.kernel.messages import JsonObject

MAX_LOG_LINES = 100


class DelayedViewers:
    """What watchers of delayed matches are told, and when."""

    def __init__(self, matches: Matches, pasts: Pasts, audience: Audience) -> None:
        self._chronicle = matches.chronicle
        self._pasts = pasts
        self._audience = audience
        self._told: dict[tuple[str, str], ViewerMessage] = {}
        """The last word to the sockets of a match and viewer."""
        self._turn = asyncio.Lock()

    async def moment(self, live: LiveMatch, viewpoint: str) -> CommandAsHeard:
        """The newest moment of which those who watch from a viewpoint may know."""
        record = live.record
        if record.delay_turns:
            return await self._chronicle.moment_up_to(record.id, viewpoint, record.told_until)
        until = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=live.record.delay)
        return await self._chronicle.moment_at(live.record.id, viewpoint, until)

    async def message(self, live: LiveMatch, viewer: str) -> tuple[ViewerMessage, CommandAsHeard]:
        """What a watcher may know, and of which moment it is: neither proposals nor clocks, which are current."""
        viewpoint = live.viewpoint(viewer)
        moment = await self.moment(live, viewpoint)
        scene = await self._pasts.scene(live, viewpoint, moment.event)
        link = await self._chronicle.link(live.record.id, moment.event) or live.record.link
        shown = None if link is None else link.hex()
        return ViewerMessage(moment.number, shown, scene.view, None, live.undo(viewer), []), moment

    async def show(self, live: LiveMatch, viewer: str, seen: int, take: Callable[[int, JsonObject], None]) -> bool:
        """Give ``take`` the first message for a new watcher; False if the delay has ended by then."""
        async with self._turn:
            await self._push_delayed(live, viewer)
            message, moment = await self.message(live, viewer)
            lines = await self._lines(live, viewer, moment, seen)
            if not live.is_delayed(viewer):
                return False
            self._told[live.record.id, viewer] = message
            take(message.version, whole(message, lines))
            return True

    async def tell(self, live: LiveMatch) -> None:
        """Tell those who watch what has become old enough."""
        async with self._turn:
            for viewer in self._audience.viewpoints(live.record.id):
                if live.is_delayed(viewer):
                    await self._push_delayed(live, viewer)

    async def _push_delayed(self, live: LiveMatch, viewer: str) -> None:
        match = live.record.id
        before = self._told.get((match, viewer))
        if viewer not in self._audience.viewpoints(match):
            self._told.pop((match, viewer), None)
            return
        if before is None:
            return
        moment = await self.moment(live, live.viewpoint(viewer))
        if moment.number == before.version:
            return
        message, moment = await self.message(live, viewer)
        lines = await self._lines(live, viewer, moment, before.version)
        if not live.is_delayed(viewer):
            return
        self._told[match, viewer] = message
        self._audience.deliver(
            match,
            viewer,
            News(before.version, message.version, lambda: patch(before, message, lines), lambda: whole(message, [])),
        )

    async def _lines(self, live: LiveMatch, viewer: str, moment: CommandAsHeard, after: int) -> list[JsonObject]:
        here = moment.event, moment.number
        return await self._chronicle.log(
            live.record.id, live.viewpoint(viewer), here, moment.number + 1, after, MAX_LOG_LINES
        )
