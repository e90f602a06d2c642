"""What has happened in a match, read from the database: facts, the log as each viewpoint was told it, and moments.

Of an archived match there are no rows. So where a query finds none, the archive is asked, if there is one: that is
right even when the match is archived between two queries. What only matches in play are asked has rows alone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Sequence
from typing import cast

from app.archives.shelf import Archives
from app.database import Row
from app.matches.agreements.settlement import Back
from app.matches.facts import StoredFact, line_of, lines_of
from app.matches.live_match.numbers import CommandAsHeard
from app.shards.shards import Shards
from app.wire import MAX_SEQ
from rules.kernel.messages import JsonObject

_FACTS = """
SELECT seq, kind, payload, lines, numbers, seat, command_id, at, link FROM event
WHERE match = $1 AND seq > $2 AND seq <= $4 ORDER BY seq LIMIT $3
"""

_SPAN = """
SELECT (SELECT at FROM event WHERE match = $1 ORDER BY seq LIMIT 1) AS began,
    (SELECT at FROM event WHERE match = $1 ORDER BY seq DESC LIMIT 1) AS ended
"""

_SNAPSHOT_UP_TO = "SELECT seq, state FROM snapshot WHERE match = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1"

_BEFORE_LINE = """
WITH told AS (
    SELECT command_id FROM event
    WHERE match = $1 AND lines ? $2 AND (numbers ->> $2)::int = $3 AND seq >= $3 ORDER BY seq LIMIT 1
), first AS (
    SELECT min(e.seq) AS seq FROM event e JOIN told t ON e.command_id = t.command_id WHERE e.match = $1
)
SELECT first.seq - 1 AS to, e.numbers FROM first LEFT JOIN event e ON e.match = $1 AND e.seq = first.seq - 1
WHERE first.seq IS NOT NULL
"""

_COMMAND_END = """
SELECT e.numbers FROM event e LEFT JOIN event n ON n.match = e.match AND n.seq = e.seq + 1
WHERE e.match = $1 AND e.seq = $2 AND n.command_id IS DISTINCT FROM e.command_id
"""
"""An event that is the last of its command."""

_MOMENT = """
WITH RECURSIVE half (low, high) AS (
    SELECT LEAST($3::int, $4::int), $4::int
    UNION ALL
    SELECT CASE WHEN told < $3 THEN middle + 1 ELSE low END, CASE WHEN told < $3 THEN high ELSE middle END
    FROM (SELECT low, high, (low + high) / 2 AS middle FROM half WHERE low < high) h, LATERAL (
        SELECT COALESCE((numbers ->> $2)::int, 0) AS told FROM event WHERE match = $1 AND seq = middle
    ) e
), found AS (
    SELECT e.seq, e.command_id FROM half JOIN event e ON e.match = $1 AND e.seq = low WHERE low = high
), bounds AS (
    SELECT
        COALESCE((
            SELECT b.seq FROM event b WHERE b.match = $1 AND b.seq < f.seq AND b.command_id <> f.command_id
            ORDER BY b.seq DESC LIMIT 1
        ), 0) AS before,
        COALESCE((
            SELECT a.seq FROM event a WHERE a.match = $1 AND a.seq > f.seq AND a.command_id <> f.command_id
            ORDER BY a.seq LIMIT 1
        ), $4 + 1) - 1 AS last
    FROM found f
)
SELECT last AS event,
    (SELECT COALESCE((numbers ->> $2)::int, 0) FROM event WHERE match = $1 AND seq = last) AS number,
    COALESCE((SELECT (numbers ->> $2)::int FROM event WHERE match = $1 AND seq = before), 0) AS before
FROM bounds
"""
"""The first command by which a viewpoint came to a number. It is looked for by halves, for a number never falls."""

_TOLD_BY = """
SELECT seq, COALESCE((numbers ->> $2)::int, 0) AS number FROM event
WHERE match = $1 AND at <= $3 ORDER BY seq DESC LIMIT 1
"""
"""How far a viewpoint had been told at a time; all facts of a command have the same."""

_TOLD_UP_TO = """
SELECT seq, COALESCE((numbers ->> $2)::int, 0) AS number FROM event WHERE match = $1 AND seq <= $3
ORDER BY seq DESC LIMIT 1
"""

_LINK = "SELECT link FROM event WHERE match = $1 AND seq = $2"

_HAS_LINK = "SELECT EXISTS (SELECT FROM event WHERE match = $1 AND link = $2) AS there"

_PHASES = """
SELECT
    (SELECT (numbers ->> $2)::int FROM event WHERE match = $1 AND seq <= $3 AND lines ? $2 AND {kind} = 'phase'
        AND (numbers ->> $2)::int <= $4 ORDER BY seq DESC LIMIT 1) AS earlier,
    (SELECT (numbers ->> $2)::int FROM event WHERE match = $1 AND seq > $3 AND lines ? $2 AND {kind} = 'phase'
        AND seq <= $5 ORDER BY seq LIMIT 1) AS later
""".format(  # noqa: S608
    kind="(CASE jsonb_typeof(lines -> $2) WHEN 'string' THEN lines -> (lines ->> $2) ELSE lines -> $2 END ->> 'kind')"
)
"""The lines that open a phase, the last up to one number and the first after an event."""

PAGE_SIZE = 200
"""Facts or lines that are read at once: between two pages other callers get a turn."""

_LOG = """
SELECT seq, (numbers ->> $2)::int AS number, at,
    CASE jsonb_typeof(lines -> $2) WHEN 'string' THEN lines -> (lines ->> $2) ELSE lines -> $2 END AS line
FROM event WHERE match = $1 AND lines ? $2 AND seq < $3
    AND (numbers ->> $2)::int < $4 AND seq > $5 AND (numbers ->> $2)::int > $5
ORDER BY seq DESC LIMIT $6
"""
"""No number is greater than that of the event, for it rises by one at most with each."""

_FIND = """
SELECT (e.numbers ->> $2)::int AS number, e.at, l.line
FROM event e, LATERAL (
    SELECT CASE jsonb_typeof(e.lines -> $2) WHEN 'string' THEN e.lines -> (e.lines ->> $2)
        ELSE e.lines -> $2 END AS line
) l
WHERE e.match = $1 AND e.lines ? $2 AND e.seq <= $3 AND (e.numbers ->> $2)::int < $4
    AND l.line ->> 'text' ILIKE $5 AND ($6::text[] IS NULL OR l.line ->> 'kind' = ANY($6))
ORDER BY e.seq DESC LIMIT $7
"""

_SPECIAL = str.maketrans({"\\": r"\\", "%": r"\%", "_": r"\_"})
"""What has a meaning of its own in a pattern of LIKE."""

_WAITED_SINCE = """
SELECT at FROM event WHERE match = $1 AND lines ? 'spectator' AND (kind NOT LIKE 'house.%' OR seat = $2)
ORDER BY seq DESC LIMIT 1
"""
"""What the players settle does not end a silence, unless it is the silent one who does."""


def _fact(row: Row) -> StoredFact:
    lines = lines_of(row["lines"])
    return StoredFact(
        row["seq"],
        row["kind"],
        row["payload"],
        lines,
        row["numbers"],
        row["seat"],
        row["command_id"],
        row["at"],
        row["link"],
    )


class Chronicle:
    """Reads what has happened. Nothing of it ever changes, so no lock is needed."""

    def __init__(self, shards: Shards, archives: Archives) -> None:
        self._shards = shards
        self._archives = archives

    async def facts(self, match: str, after: int) -> list[StoredFact]:
        """All facts after an event."""
        return [fact async for command in self.commands(match, after) for fact in command]

    async def commands(self, match: str, after: int, until: int = MAX_SEQ) -> AsyncIterator[Sequence[StoredFact]]:
        """The facts after an event, up to another, a command at a time.

        They are read page by page as they are wanted, and only ever added, so pages fit together without a lock.
        """
        begun: list[StoredFact] = []
        while True:
            async with self._shards.raw(match) as raw:
                rows = await raw.fetch(_FACTS, match, after, PAGE_SIZE, until)
            if not rows and (kept := await self._archives.find(match)) is not None:
                if begun:
                    yield begun
                async for command in kept.commands(after, until):
                    yield command
                return
            for row in rows:
                fact = _fact(row)
                if begun and fact.command_id != begun[0].command_id:
                    yield begun
                    begun = []
                begun.append(fact)
            if len(rows) < PAGE_SIZE:
                break
            after = rows[-1]["seq"]
        if begun:
            yield begun

    async def span(self, match: str) -> tuple[dt.datetime, dt.datetime]:
        """When the first and the last of a match's events were. RuntimeError if it has none."""
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow(_SPAN, match)
        if row is None or row["began"] is None:
            if (kept := await self._archives.find(match)) is not None:
                return kept.span
            raise RuntimeError(f"match {match} has no event")
        return row["began"], row["ended"]

    async def log(
        self, match: str, viewpoint: str, now: tuple[int, int], before: int, after: int, limit: int
    ) -> list[JsonObject]:
        """The newest ``limit`` log lines of one viewpoint between two of its numbers (both exclusive), oldest first.

        ``now`` is an event and the viewpoint's number there: what came later is not told.
        """
        event, number = now
        found: list[JsonObject] = []
        # Numbers rise by one with an event at most, so what is that much older is that much earlier.
        first = event + 1 - max(0, number + 1 - before)
        async with self._shards.raw(match) as raw:
            while True:
                page = min(PAGE_SIZE, limit - len(found))
                rows = await raw.fetch(_LOG, match, viewpoint, first, before, after, page)
                found += (line_of(r["line"], r["number"], r["at"]) for r in rows)
                if not rows:
                    break
                if len(rows) < page or len(found) == limit:
                    return found[::-1]
                first = rows[-1]["seq"]
        if (kept := await self._archives.find(match)) is not None:
            found += await kept.log(viewpoint, first, before, after, limit - len(found))
        return found[::-1]

    async def find_lines(
        self, match: str, viewpoint: str, event: int, before: int, text: str, kinds: Sequence[str] | None, limit: int
    ) -> list[JsonObject]:
        """The newest ``limit`` lines of a viewpoint that hold a text, up to an event, oldest first.

        ``before`` is a number of the viewpoint; ``kinds`` are those of the lines, if it matters.
        """
        pattern = f"%{text.translate(_SPECIAL)}%"
        wanted = None if kinds is None else list(kinds)
        async with self._shards.raw(match) as raw:
            rows = await raw.fetch(_FIND, match, viewpoint, event, before, pattern, wanted, limit)
        if not rows and (kept := await self._archives.find(match)) is not None:
            return (await kept.find_lines(viewpoint, event, before, text, kinds, limit))[::-1]
        return [line_of(r["line"], r["number"], r["at"]) for r in reversed(rows)]

    async def before_line(self, match: str, viewpoint: str, number: int) -> Back | None:
        """The position before the command by which a viewpoint was told line ``number``; None when there is none."""
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow(_BEFORE_LINE, match, viewpoint, number)
        if row is None:
            return None
        return Back(row["to"], {} if row["numbers"] is None else row["numbers"])

    async def after_event(self, match: str, event: int) -> Back | None:
        """The position after the command that ends with an event, or at the beginning; None when none ends there."""
        if event == 0:
            return Back(0, {})
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow(_COMMAND_END, match, event)
        return None if row is None else Back(event, row["numbers"])

    async def position(self, match: str, event: int) -> tuple[int, JsonObject, list[StoredFact]]:
        """The newest stored position up to an event, after which event it is, and the facts from there to this one."""
        seq, state = await self.stored_position(match, event)
        facts = [fact async for command in self.commands(match, seq, event) for fact in command]
        return seq, state, facts

    async def stored_position(self, match: str, event: int) -> tuple[int, JsonObject]:
        """The newest stored position up to an event, and after which event it is."""
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow(_SNAPSHOT_UP_TO, match, event)
        if row is None:
            if (kept := await self._archives.find(match)) is not None:
                return await kept.position(event)
            raise RuntimeError(f"match {match} has no snapshot")
        return row["seq"], row["state"]

    async def moment(self, match: str, viewpoint: str, number: int, now: int) -> CommandAsHeard:
        """The command by which a viewpoint first came to a number, up to event ``now``."""
        if number == 0:
            return CommandAsHeard(0, 0, 0)
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow(_MOMENT, match, viewpoint, number, now)
        if row is None and (kept := await self._archives.find(match)) is not None:
            moment = await kept.moment(viewpoint, number, now)
            if moment is not None:
                return moment
        if row is None:
            raise RuntimeError(f"match {match} has no event by which {viewpoint} came to {number}")
        return CommandAsHeard(row["event"], row["number"], row["before"])

    async def moment_at(self, match: str, viewpoint: str, at: dt.datetime) -> CommandAsHeard:
        """The last command of which a viewpoint had been told at a time."""
        return await self._last_heard(_TOLD_BY, match, viewpoint, at)

    async def moment_up_to(self, match: str, viewpoint: str, event: int) -> CommandAsHeard:
        """The last command of which a viewpoint had been told by an event."""
        return await self._last_heard(_TOLD_UP_TO, match, viewpoint, event)

    async def _last_heard(self, query: str, match: str, viewpoint: str, until: dt.datetime | int) -> CommandAsHeard:
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow(query, match, viewpoint, until)
        if row is None:
            return CommandAsHeard(0, 0, 0)
        return await self.moment(match, viewpoint, row["number"], row["seq"])

    async def time_of(self, match: str, event: int) -> dt.datetime | None:
        """When an event happened; None of one that is not there."""
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow("SELECT at FROM event WHERE match = $1 AND seq = $2", match, event)
        return None if row is None else cast("dt.datetime", row["at"])

    async def link(self, match: str, event: int) -> bytes | None:
        """The link of the command that ended with an event."""
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow(_LINK, match, event)
        return None if row is None else row["link"]

    async def has_link(self, match: str, link: bytes) -> bool:
        """Whether some command of a match led to a link."""
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow(_HAS_LINK, match, link)
        if row is not None and row["there"]:
            return True
        kept = await self._archives.find(match)
        return kept is not None and await kept.has_link(link)

    async def phases(
        self, match: str, viewpoint: str, moment: CommandAsHeard, now: int
    ) -> tuple[int | None, int | None]:
        """The number at which the phase before a moment began, as a viewpoint was told, and that of the next."""
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow(_PHASES, match, viewpoint, moment.event, moment.before, now)
        found = (None, None) if row is None else (row["earlier"], row["later"])
        if found == (None, None) and (kept := await self._archives.find(match)) is not None:
            return await kept.phases(viewpoint, moment, now)
        return found

    async def last_told(self, match: str, seat: str) -> dt.datetime | None:
        """When everyone was last told of a move, or of something that this seat settled; None if never."""
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow(_WAITED_SINCE, match, seat)
        return None if row is None else cast("dt.datetime", row["at"])

    async def opening(self, match: str) -> JsonObject:
        """The position at the start, as it was stored."""
        async with self._shards.raw(match) as raw:
            row = await raw.fetchrow("SELECT state FROM snapshot WHERE match = $1 AND seq = 0", match)
        if row is None:
            if (kept := await self._archives.find(match)) is not None:
                return (await kept.position(0))[1]
            raise RuntimeError(f"match {match} has no opening position")
        return cast("JsonObject", row["state"])
