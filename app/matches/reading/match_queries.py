"""What a viewer may know of a match: how it stands, its log, any earlier moment, answers to questions of planning."""

from __future__ import annotations

import asyncio
import dataclasses
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from app.errors import ApiError, moved_on, refusal_error
from app.matches.access.rights import viewer_of
from app.matches.facts import FINISHED, UNDONE
from app.matches.live_match.chit_locations import visible_rows
from app.matches.live_match.last_messages import ViewerMessage
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.numbers import CommandAsHeard
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.play.live_matches import LiveMatches
from app.matches.rows.chronicle import PAGE_SIZE
from app.matches.rows.repository import Matches
from app.matches.telling.delayed import DelayedViewers
from app.matches.telling.past import Pasts, Scene
from app.matches.telling.push_scheduler import PushScheduler, knowledge, patch, whole
from app.wire import MAX_SEQ
from rules.kernel.game import REFEREE
from rules.kernel.messages import JsonObject, Refusal

MAX_LOG_LINES = 100
MAX_READ_ATTEMPTS = 3
"""How often the live match is read again when a match moves on meanwhile."""


class MatchQueries:
    """Reads matches for those who may see them."""

    def __init__(
        self,
        matches: Matches,
        live_matches: LiveMatches,
        following: Following,
        current: CurrentMatches,
        push_scheduler: PushScheduler,
        delayed: DelayedViewers,
        pasts: Pasts,
    ) -> None:
        self._matches = matches
        self._chronicle = matches.chronicle
        self._live_matches = live_matches
        self._following = following
        self._current = current
        self._push_scheduler = push_scheduler
        self._delayed = delayed
        self._pasts = pasts

    async def standpoint(self, live: LiveMatch, viewer: str) -> CommandAsHeard:
        """How far a viewer may be told now: all that was told, or less to those who are told later."""
        if live.is_delayed(viewer):
            return await self._delayed.moment(live, live.viewpoint(viewer))
        return CommandAsHeard(live.version, live.number(viewer), 0)

    async def message(self, live: LiveMatch, viewer: str) -> tuple[ViewerMessage, tuple[int, int]]:
        """What a viewer may know now; of which event, and with which number."""
        if live.is_delayed(viewer):
            message, moment = await self._delayed.message(live, viewer)
            return message, (moment.event, moment.number)
        message = live.message(viewer)
        return message, (live.version, message.version)

    async def state(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> JsonObject:
        """What the caller may know now, the question to answer, and the newest log lines."""
        live = await self._current.get(match)
        viewer = await self._following.viewer(live, account, seat, key)
        message, now = await self.message(live, viewer)
        shown = knowledge(message)
        shown["log"] = [*await self._chronicle.log(match, live.viewpoint(viewer), now, now[1] + 1, -1, MAX_LOG_LINES)]
        shown["last_seen"] = next((c.last_seen for c in live.record.seats if c.seat == viewer), None)
        return shown

    async def admit(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> str:
        """The viewpoint from which a caller may watch. ApiError as for the state."""
        return await self._following.viewer(await self._current.get(match), account, seat, key)

    def still_admits(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, viewer: str
    ) -> bool:
        """Whether someone who was admitted may still look from there, by what is known of the match in memory."""
        live = self._live_matches.find_cached(match)
        try:
            return live is not None and viewer_of(live.record, account, seat, key, live.seats) == viewer
        except ApiError:
            return False

    async def show(self, match: str, viewer: str, seen: int, take: Callable[[int, JsonObject], None]) -> None:
        """Give ``take`` the version and the first message for a new watcher; nothing happens between it and the next.

        It is a patch if the last thing that the watcher saw is still known, else the whole.
        """
        live = await self._live_matches.get(match)
        self._current.looked_at(live)
        if live.is_delayed(viewer) and await self._delayed.show(live, viewer, seen, take):
            return
        async with live.lock:
            await self._following.catch_up(live)
            self._push_scheduler.tell(match)
            message, known = live.message(viewer), live.earlier(viewer, seen)
            now, after = (live.version, message.version), -1 if known is None else known.version
            lines = await self._chronicle.log(
                match, live.viewpoint(viewer), now, message.version + 1, after, MAX_LOG_LINES
            )
            take(message.version, whole(message, lines) if known is None else patch(known, message, lines))

    async def older_log(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, before: int, limit: int
    ) -> list[JsonObject]:
        """Log lines before one of the viewpoint's numbers."""
        live = await self._live_matches.get(match)
        viewer = await self._following.viewer(live, account, seat, key)
        point = await self.standpoint(live, viewer)
        now = point.event, point.number
        return await self._chronicle.log(match, live.viewpoint(viewer), now, before, -1, limit)

    async def find_lines(
        self,
        match: str,
        account: uuid.UUID | None,
        seat: str | None,
        key: str | None,
        *,
        before: int,
        text: str,
        kinds: Sequence[str],
        limit: int,
    ) -> list[JsonObject]:
        """Log lines of the caller's viewpoint that hold a text and are of some kinds; what was taken back says so."""
        live = await self._live_matches.get(match)
        viewer = await self._following.viewer(live, account, seat, key)
        viewpoint, now = live.viewpoint(viewer), (await self.standpoint(live, viewer)).event
        found = await self._chronicle.find_lines(match, viewpoint, now, before, text, kinds or None, limit)
        undone = (
            await self._chronicle.find_lines(match, viewpoint, now, MAX_SEQ, "", [UNDONE], MAX_SEQ) if found else []
        )
        spans = [(cast("int", u["to"]), cast("int", u["through"])) for u in undone]
        return [
            {**line, "taken_back": True} if any(a < cast("int", line["seq"]) <= b for a, b in spans) else line
            for line in found
        ]

    async def history(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, number: int
    ) -> JsonObject:
        """What the command showed that brought the caller's viewpoint to a number; a later number is today's."""
        live = await self._current.get(match)
        viewer = await self._following.viewer(live, account, seat, key)
        viewpoint, point = live.viewpoint(viewer), await self.standpoint(live, viewer)
        now, newest = point.event, point.number
        moment = await self._chronicle.moment(match, viewpoint, min(number, newest), now)
        scene = await self._pasts.scene(live, viewpoint, moment.event)
        here = moment.event, moment.number
        lines = await self._chronicle.log(match, viewpoint, here, moment.number + 1, moment.before, PAGE_SIZE)
        earlier, later = await self._chronicle.phases(match, viewpoint, moment, now)
        return {
            "number": moment.number,
            "newest": newest,
            "before": moment.before,
            "phase_before": earlier,
            "phase_after": later,
            "turn": scene.turn,
            "title": scene.title,
            "view": scene.view,
            "log": [*lines],
        }

    async def recalled(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, number: int
    ) -> tuple[int, Scene]:
        """The moment that history shows for a number, and its number, with all that a position is imagined of."""
        live = await self._current.get(match)
        viewer = await self._following.viewer(live, account, seat, key)
        viewpoint, point = live.viewpoint(viewer), await self.standpoint(live, viewer)
        moment = await self._chronicle.moment(match, viewpoint, min(number, point.number), point.event)
        return moment.number, await self._pasts.recalled(live, viewpoint, moment.event)

    async def laid_open(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, number: int
    ) -> tuple[int, Any]:
        """The same of a match that is over: the number, and the whole position as it truly was. From the end it goes
        back to the last moment before it. ValueError while the match is in play."""
        live = await self._current.get(match)
        if live.record.status != FINISHED:
            raise ValueError(f"{match} is in play")
        viewpoint = live.viewpoint(await self._following.viewer(live, account, seat, key))
        moment = await self._chronicle.moment(match, viewpoint, min(number, live.number(viewpoint)), live.version)
        while live.game.outcome(position := await self._pasts.position(live, moment.event)) is not None:
            moment = await self._chronicle.moment(match, viewpoint, moment.before, live.version)
        return moment.number, position

    async def has_link(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, link: bytes
    ) -> bool:
        """Whether a link that someone was told is still one of the match's (decisions/0016).

        Nobody can guess one, so the answer tells only those who had it before, and nothing of where it stands.
        """
        live = await self._current.get(match)
        await self._following.viewer(live, account, seat, key)
        return link == live.record.link or await self._chronicle.has_link(match, link)

    async def consult(
        self, match: str, account: uuid.UUID | None, seat: str, question: Mapping[str, Any]
    ) -> JsonObject:
        """Answer a question of planning. ApiError 422 when the rules refuse it."""
        live = await self._current.get(match)
        await self._following.viewer(live, account, seat, None)
        answer = live.game.consult(live.state, seat, question)
        if isinstance(answer, Refusal):
            raise refusal_error(answer)
        return answer

    async def consults(
        self, match: str, account: uuid.UUID | None, seat: str, questions: Sequence[Mapping[str, Any]]
    ) -> list[JsonObject]:
        """The answers to several questions of planning about one position; what is refused is ``{"error": …}``."""
        live = await self._current.get(match)
        await self._following.viewer(live, account, seat, None)
        state, found = live.state, list[JsonObject]()
        for question in questions:
            answer = live.game.consult(state, seat, question)
            found.append({"error": answer.json()} if isinstance(answer, Refusal) else answer)
            # Fifty long answers in one go would keep everyone else's moves waiting.
            await asyncio.sleep(0)
        return found

    async def pools(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> JsonObject:
        """What a caller may know of what lies where to be drawn, from the table; nothing for those told later."""
        for _ in range(MAX_READ_ATTEMPTS):
            live = await self._current.get(match)
            viewer = await self._following.viewer(live, account, seat, key)
            if live.is_delayed(viewer):
                message, _ = await self.message(live, viewer)
                return {"number": message.version, "lots": []}
            version, lots, since = await self._matches.lots(match, live.viewpoint(viewer))
            if version == live.version:
                # Nothing is awaited from here on, so rows, position and number are of one moment.
                eye = REFEREE if live.record.status == FINISHED else live.viewpoint(viewer)
                rows = visible_rows(lots, live.game.pools.seen(live.state, eye), since)
                return {"number": live.number(viewer), "lots": [*rows]}
        raise moved_on()

    async def mark_seen(self, match: str, account: uuid.UUID | None, seat: str, number: int) -> int:
        """Note what a seat's player has seen."""
        live = await self._live_matches.get(match)
        await self._following.viewer(live, account, seat, None)
        last = await self._matches.people.mark_seen(match, seat, live.viewpoint(seat), number)
        seat_records = tuple(dataclasses.replace(c, last_seen=last) if c.seat == seat else c for c in live.record.seats)
        live.record = dataclasses.replace(live.record, seats=seat_records)
        return last
