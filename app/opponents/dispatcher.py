"""Looks where programs are to do something, and has it done: the loop of ``greatwar opponents``.

One process does it for all servers on a database. A second one waits until the first is gone.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import structlog

from app.database import TROUBLE, Database, Row
from app.happenings import Happenings
from app.hints.repository import HintRows
from app.leases.lease import Held, Leases
from app.limits.rates import Rates
from app.live.announcements import Announcements
from app.live.carriers import carrier
from app.matches.agreements.handing_over import SILENT_DAYS
from app.matches.play.quota import Quota
from app.matches.rows.journals import Journals
from app.opponents.advising import Adviser
from app.opponents.identities import ACCOUNTS, PROGRAMS, strength_of
from app.opponents.opponent import Opponents, Pace
from app.opponents.program_words import ProgramWords
from app.opponents.queue_places import QueuePlaces
from app.opponents.taking_up import Key, Line
from app.opponents.workers import Workers
from app.process_beside import workings_beside
from app.settings import Settings
from app.shards.shards import shards_of
from app.thoughts.finding import ThoughtsFinder
from app.thoughts.repository import ThoughtsRows
from rules.kernel.game import Game

log = structlog.get_logger(__name__)

LOOK_SECONDS, IDLE_SECONDS = 0.25, 1.0
"""How often matches are looked for: while there are any with a program, and while there are none."""
REST_SECONDS = 2.0
"""How long is waited for a database that is away, and with a match that cannot be played."""
TRY_SECONDS = 600.0
"""How often a program tries again to stand in for someone who was not absent."""
MAX_LIVE_MATCHES = 200
MAX_AT_WORK = 150
"""Seats that are played at the same time. Each waits for seconds, and one worker thinks for a handful in a second."""
POOL_CONNECTIONS = 4

_DUE = """
SELECT m.id, m.version, s.seat, s.stand_in = ANY($1::uuid[]) AS stand_in_program,
    s.stands_in_since IS NOT NULL AS stands_in,
    CASE WHEN s.stands_in_since IS NULL THEN s.account ELSE s.stand_in END AS player, s.stand_in,
    m.clock -> 'out' ? s.seat OR m.told_at < now() - $2::interval OR m.clock IS NOT NULL AND EXISTS (
        SELECT FROM vacation v
        WHERE v.account = s.account AND v.returned_at IS NULL AND v.begins <= now() AND v.ends > now()
    ) AS absent,
    EXISTS (
        SELECT FROM vacation v WHERE v.account = s.account AND v.begins <= s.stands_in_since
        AND COALESCE(v.returned_at, v.ends) BETWEEN s.stands_in_since AND now()
    ) AS back
FROM match m JOIN seat s ON s.match = m.id
WHERE m.programs AND m.status = 'active' AND (s.account = ANY($1::uuid[]) OR s.stand_in = ANY($1::uuid[]))
"""
"""Every seat that a program has or stands in for, found by an index of its own. ``absent``: its player may be so; that
is judged when the program comes in. ``back``: days away have ended since the program came in."""

_OWNERS = """
SELECT DISTINCT ON (match) match, account FROM seat
WHERE match = ANY($2::text[]) AND account <> ALL($1::uuid[]) ORDER BY match, position
"""
"""The first person at each of these tables. Asked only while more seats wait than are taken up."""


class Dispatcher:
    """Has programs play wherever something has moved since they last did."""

    def __init__(self, database: Database, opponents: Opponents) -> None:
        self._database = database
        self._opponents = opponents
        self._done: dict[tuple[str, str], int] = {}
        """By match and seat the version at which there was nothing left to do."""
        self._tried: dict[tuple[str, str], tuple[int, float]] = {}
        """By match and seat at which version, and when, it was tried to come in or to go as a stand-in."""
        self._at_work: set[Key] = set()
        self._line = Line()
        self._waiting: list[str] = []
        """The matches of which no seat is taken up yet, in their order."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._any = False
        """Whether there was any match with a program at the last look."""

    async def run(self) -> None:
        """Look again and again, for ever; a database that is away is waited for."""
        while True:
            try:
                await self._look()
            except TROUBLE as error:
                log.warning("programs wait for the database", error=str(error))
                await asyncio.sleep(REST_SECONDS)
            await asyncio.sleep(LOOK_SECONDS if self._any else IDLE_SECONDS)

    async def _look(self) -> None:
        async with self._database.raw() as raw:
            rows = await raw.fetch(_DUE, list(ACCOUNTS.values()), dt.timedelta(days=SILENT_DAYS))
        self._any = bool(rows)
        seats = {(row["id"], row["seat"]): row for row in rows}
        self._done = {key: version for key, version in self._done.items() if key in seats}
        self._tried = {key: tried for key, tried in self._tried.items() if key in seats}
        self._opponents.forget_all_but(seats.keys())
        changes = {key: self._is_to_change(row) for key, row in seats.items() if key not in self._at_work}
        due = [key for key, change in changes.items() if change or self._is_to_play(seats[key])]
        room = max(0, MAX_AT_WORK - len(self._at_work))
        if len(due) <= room:
            # Nobody waits, and nobody has a place to keep.
            self._line, line = Line(), due
        else:
            line = await self._in_line(due)
        for key in line[:room]:
            self._at_work.add(key)
            task = asyncio.create_task(self._play(seats[key], changes=changes[key]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._waiting = [*dict.fromkeys(match for match, _ in line[room:])]

    async def _in_line(self, due: Sequence[Key]) -> list[Key]:
        """Seats that wait, in the order in which they are to be taken up."""
        matches = {match for match, _ in (*due, *self._at_work)}
        async with self._database.raw() as raw:
            rows = await raw.fetch(_OWNERS, list(ACCOUNTS.values()), [*matches])
        owners = {match: match for match in matches} | {row["match"]: str(row["account"]) for row in rows}
        return self._line.order({key: owners[key[0]] for key in due}, [owners[match] for match, _ in self._at_work])

    def before(self, thinking: Mapping[str, int]) -> dict[str, int]:
        """The matches that wait, each with how many others come before it: those that wait for a worker, then those of
        which no seat is taken up yet."""
        first = max(thinking.values(), default=0) + 1
        return {**{match: first + n for n, match in enumerate(self._waiting)}, **thinking}

    def _is_to_play(self, row: Row) -> bool:
        """Whether a program plays the seat, and something has happened since it last had nothing left to do."""
        return strength_of(row["player"]) is not None and self._done.get((row["id"], row["seat"])) != row["version"]

    def _is_to_change(self, row: Row) -> bool:
        """Whether a program that stands in is to try to come in or to go: once at each version, and now and then, since
        much depends on the hour."""
        version, at = self._tried.get((row["id"], row["seat"]), (-1, 0.0))
        again = version != row["version"] or asyncio.get_running_loop().time() - at > TRY_SECONDS
        return bool(row["stand_in_program"] and row["back" if row["stands_in"] else "absent"] and again)

    async def _play(self, row: Row, *, changes: bool) -> None:
        """Play a seat, or come in or go where a program stands in."""
        match, seat, version = row["id"], row["seat"], row["version"]
        try:
            if changes:
                self._tried[match, seat] = version, asyncio.get_running_loop().time()
                change = self._opponents.give_back if row["stands_in"] else self._opponents.come_in
                await change(match, seat, row["stand_in"])
            elif await self._opponents.play(match, seat, row["player"], lambda: not self._waiting):
                self._done[match, seat] = version
        except TROUBLE as error:
            log.warning("program waits for the database", match=match, error=str(error))
        except Exception:
            # One match that cannot be played must not hold up the others.
            log.exception("program broke off", match=match, seat=seat)
            await asyncio.sleep(REST_SECONDS)
        finally:
            self._at_work.discard((match, seat))

    async def finish(self) -> None:
        """Break off what is being thought: nothing of it is stored, and the next process thinks it again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def play_for_programs(
    url: str, settings: Settings, games: Mapping[str, Game[Any, Any]], key: bytes, workers: Workers, pace: Pace
) -> None:
    """Play the seats of programs until the lease on it is lost; ``key`` is the one that signs cookies."""
    leases = Database(url, 1, pooled=settings.pooler)
    try:
        async with Leases(leases).holding(PROGRAMS) as held:
            await _play(url, settings, games, key, workers, pace, held)
    finally:
        await leases.close()


async def _play(
    url: str,
    settings: Settings,
    games: Mapping[str, Game[Any, Any]],
    key: bytes,
    workers: Workers,
    pace: Pace,
    held: Held,
) -> None:
    log.info("programs play", fence=held.fence)
    database = Database(url, POOL_CONNECTIONS, pooled=settings.pooler)
    carried_by = carrier(url, settings, database, key)
    announcements = Announcements(carried_by)
    happenings = Happenings(*announcements.hearers)
    shards = shards_of(database, settings, POOL_CONNECTIONS)
    journals = Journals(shards, happenings, pooled=settings.pooler, held=held)
    matches, at_work = workings_beside(
        journals,
        games,
        # A program plays many people's matches: what it may write is limited by each match and by what they do.
        Quota(Rates(events=""), settings.events_per_match),
        happenings,
        settings=settings,
        most_live=MAX_LIVE_MATCHES,
    )
    opponents = Opponents(
        matches,
        at_work.current,
        at_work.moves,
        at_work.settlements,
        at_work.server_orders,
        matches.commands.choices,
        workers,
        ProgramWords(key),
        pace,
    )
    dispatcher = Dispatcher(database, opponents)
    finder = ThoughtsFinder(ThoughtsRows(database), at_work.current, at_work.exports)
    places = QueuePlaces(database)
    adviser = Adviser(HintRows(database), at_work.current, workers)
    try:
        async with journals.running(), workers.running(), asyncio.TaskGroup() as tasks:
            publish_places = partial(places.publish, lambda: dispatcher.before(workers.before()))
            runs = (dispatcher.run, adviser.run, finder.run, announcements.publish, publish_places)
            running = [tasks.create_task(run()) for run in runs]
            await held.lost.wait()
            for task in running:
                task.cancel()
    finally:
        await dispatcher.finish()
        await at_work.background.finish()
        await carried_by.close()
        await shards.close()
        await database.close()
