"""What a viewer may know of a match: how it stands, its log, any earlier moment, answers to questions of planning."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from app.errors import moved_on, refused
from app.matches.chronicle import PAGE
from app.matches.facts import FINISHED, UNDONE
from app.matches.following import Following
from app.matches.late import Late
from app.matches.numbers import Moment
from app.matches.past import Pasts
from app.matches.pools import told
from app.matches.repository import Matches
from app.matches.table import Table
from app.matches.tables import Tables
from app.matches.telling import Herald, clocks, patch, whole
from app.matches.words import Word
from app.wire import MAX_SEQ
from rules.kernel.game import REFEREE
from rules.kernel.messages import JsonObject, Refusal

LOG_LINES = 100
READS = 3
"""How often the table is read again when a match moves on meanwhile."""


class Look:
    """Reads matches for those who may see them."""

    def __init__(
        self, matches: Matches, tables: Tables, following: Following, herald: Herald, late: Late, pasts: Pasts
    ) -> None:
        self._matches = matches
        self._chronicle = matches.chronicle
        self._tables = tables
        self._following = following
        self._herald = herald
        self._late = late
        self._pasts = pasts

    async def standpoint(self, table: Table, viewer: str) -> Moment:
        """How far a viewer may be told now: all that was told, or less to those who are told later."""
        if table.is_late(viewer):
            return await self._late.moment(table, table.viewpoint(viewer))
        return Moment(table.version, table.number(viewer), 0)

    async def word(self, table: Table, viewer: str) -> tuple[Word, tuple[int, int]]:
        """What a viewer may know now; of which event, and with which number."""
        if table.is_late(viewer):
            word, moment = await self._late.word(table, viewer)
            return word, (moment.event, moment.number)
        word = table.word(viewer)
        return word, (table.version, word.version)

    async def state(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> JsonObject:
        """What the caller may know now, the question to answer, and the newest log lines."""
        table = await self._following.current(match)
        viewer = await self._following.viewer(table, account, seat, key)
        word, now = await self.word(table, viewer)
        shown: JsonObject = {
            "version": word.version,
            "link": word.link,
            "view": word.view,
            "legal": word.legal,
            "undo": word.undo,
            "proposals": [*word.proposals],
            "clocks": clocks(word.timing),
        }
        shown["log"] = [*await self._chronicle.log(match, table.viewpoint(viewer), now, now[1] + 1, -1, LOG_LINES)]
        shown["last_seen"] = next((c.last_seen for c in table.record.chairs if c.seat == viewer), None)
        return shown

    async def admit(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> str:
        """The viewpoint from which a caller may watch. ApiError as for the state."""
        return await self._following.viewer(await self._following.current(match), account, seat, key)

    async def show(self, match: str, viewer: str, seen: int, take: Callable[[int, JsonObject], None]) -> None:
        """Give ``take`` the version and the first message for a new watcher; nothing happens between it and the next.

        It is a patch if the last thing that the watcher saw is still known, else the whole.
        """
        table = await self._tables.get(match)
        self._following.on_looked(table)
        if table.is_late(viewer) and await self._late.show(table, viewer, seen, take):
            return
        async with table.lock:
            await self._following.catch_up(table)
            self._herald.tell(match)
            word, known = table.word(viewer), table.earlier(viewer, seen)
            now, after = (table.version, word.version), -1 if known is None else known.version
            lines = await self._chronicle.log(match, table.viewpoint(viewer), now, word.version + 1, after, LOG_LINES)
            take(word.version, whole(word, lines) if known is None else patch(known, word, lines))

    async def older_log(
        self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None, before: int, limit: int
    ) -> list[JsonObject]:
        """Log lines before one of the viewpoint's numbers."""
        table = await self._tables.get(match)
        viewer = await self._following.viewer(table, account, seat, key)
        point = await self.standpoint(table, viewer)
        now = point.event, point.number
        return await self._chronicle.log(match, table.viewpoint(viewer), now, before, -1, limit)

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
        table = await self._tables.get(match)
        viewer = await self._following.viewer(table, account, seat, key)
        viewpoint, now = table.viewpoint(viewer), (await self.standpoint(table, viewer)).event
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
        """What the command showed that brought the caller's viewpoint to a number; a later number is that of now."""
        table = await self._following.current(match)
        viewer = await self._following.viewer(table, account, seat, key)
        viewpoint, point = table.viewpoint(viewer), await self.standpoint(table, viewer)
        now, newest = point.event, point.number
        moment = await self._chronicle.moment(match, viewpoint, min(number, newest), now)
        scene = await self._pasts.scene(table, viewpoint, moment.event)
        here = moment.event, moment.number
        lines = await self._chronicle.log(match, viewpoint, here, moment.number + 1, moment.before, PAGE)
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

    async def consult(
        self, match: str, account: uuid.UUID | None, seat: str, question: Mapping[str, Any]
    ) -> JsonObject:
        """Answer a question of planning. ApiError 422 when the rules refuse it."""
        table = await self._following.current(match)
        await self._following.viewer(table, account, seat, None)
        answer = table.game.consult(table.state, seat, question)
        if isinstance(answer, Refusal):
            raise refused(answer)
        return answer

    async def pools(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> JsonObject:
        """What a caller may know of what lies where to be drawn, from the table; nothing for those told later."""
        for _ in range(READS):
            table = await self._following.current(match)
            viewer = await self._following.viewer(table, account, seat, key)
            if table.is_late(viewer):
                word, _ = await self.word(table, viewer)
                return {"number": word.version, "lots": []}
            version, lots, since = await self._matches.lots(match, table.viewpoint(viewer))
            if version == table.version:
                # Nothing is awaited from here on, so rows, position and number are of one moment.
                eye = REFEREE if table.record.status == FINISHED else table.viewpoint(viewer)
                rows = told(lots, table.game.pools.seen(table.state, eye), since)
                return {"number": table.number(viewer), "lots": [*rows]}
        raise moved_on()

    async def seen(self, match: str, account: uuid.UUID | None, seat: str, number: int) -> int:
        """Note what a seat's player has seen."""
        table = await self._tables.get(match)
        await self._following.viewer(table, account, seat, None)
        last = await self._matches.seen(match, seat, table.viewpoint(seat), number)
        chairs = tuple(dataclasses.replace(c, last_seen=last) if c.seat == seat else c for c in table.record.chairs)
        table.record = dataclasses.replace(table.record, chairs=chairs)
        return last
