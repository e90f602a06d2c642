"""An archived match, opened: what the queries of ``app/matches/rows/chronicle.py`` find in rows, found in its file.

A run of commands is decoded when it is looked at, in a thread, and the last few are kept.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, cast

from app.archives.layout import ArchiveBytes, ArchivedCommand
from app.limits.cpu_budget import in_a_thread
from app.matches.agreements.settlement import Agreements
from app.matches.facts import StoredFact
from app.matches.live_match.chit_locations import ChitLocation
from app.matches.live_match.numbers import CommandAsHeard, VersionMark
from app.wire import MAX_SEQ
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import JsonObject

MAX_RUNS = 4
"""Decoded runs that are kept: whoever steps on, or reads on in a log, needs the same again."""


class Archive:
    """One archived match. What it cannot read is ``Unreadable``.

    ``turn`` is held while something is decoded: threads do that beside the server's own, so whoever searches a long
    match for a word that is nowhere would else have all processors, as often as they ask.
    """

    def __init__(self, opened: ArchiveBytes, turn: asyncio.Lock) -> None:
        self._opened = opened
        self._turn = turn
        self._head = opened.head
        self._ends: list[int] = [last for last, _, _ in self._head["runs"]]
        self._runs: OrderedDict[int, tuple[ArchivedCommand, ...]] = OrderedDict()

    # --- the head -------------------------------------------------------------------------------------------------

    @property
    def events(self) -> int:
        """How many there are: the number of the last."""
        return int(self._head["events"])

    @property
    def span(self) -> tuple[dt.datetime, dt.datetime]:
        """When the first and the last event were."""
        return dt.datetime.fromisoformat(self._head["began"]), dt.datetime.fromisoformat(self._head["ended"])

    @property
    def marks(self) -> dict[str, VersionMark]:
        """How far each viewpoint was told in all, and by which link."""
        told = cast("Mapping[str, tuple[int, str | None]]", self._head["marks"])
        return {v: VersionMark(n, None if link is None else bytes.fromhex(link)) for v, (n, link) in told.items()}

    @property
    def agreements(self) -> Agreements:
        """What the players settled beside the game."""
        found = Agreements()
        for payload in self._head["settled"]:
            found = found.after(payload)
        return found

    @property
    def choices(self) -> JsonObject:
        """How the orders of programs were made, by the ids of the commands."""
        return dict(self._head["export"].get("choices") or {})

    @property
    def link(self) -> bytes | None:
        """The last of the chain."""
        link = self._head["runs"][-1][2]
        return None if link is None else bytes.fromhex(link)

    def lots(self, viewpoint: str) -> tuple[list[ChitLocation], dict[int, int]]:
        """What lies where at the end, and how much a viewpoint had been told at each ``since``."""
        rows = self._head["lots"]
        found = [ChitLocation(*(row[name] for name in ChitLocation._fields)) for row in rows]
        return found, {row["since"]: int(row["told"].get(viewpoint, 0)) for row in rows}

    # --- positions ------------------------------------------------------------------------------------------------

    async def position(self, event: int) -> tuple[int, JsonObject]:
        """The newest kept position up to an event, and after which event it is."""
        seq = max(kept for kept in self._head["positions"] if kept <= event)
        async with self._turn:
            return seq, await in_a_thread(self._opened.position, seq)

    # --- commands -------------------------------------------------------------------------------------------------

    async def _run(self, number: int) -> tuple[ArchivedCommand, ...]:
        kept = self._runs.get(number)
        if kept is not None:
            return kept
        async with self._turn:
            # Someone before us in the line may have wanted the same.
            kept = self._runs.get(number)
            if kept is None:
                kept = self._runs[number] = await in_a_thread(self._opened.run, number)
                while len(self._runs) > MAX_RUNS:
                    self._runs.popitem(last=False)
        return kept

    def _run_of(self, event: int) -> int:
        """The run in which an event stands; of one after the last, the number of runs."""
        return bisect_left(self._ends, event)

    async def whole_commands(self) -> AsyncIterator[ArchivedCommand]:
        """All commands."""
        for number in range(len(self._ends)):
            for command in await self._run(number):
                yield command

    async def commands(self, after: int, until: int = MAX_SEQ) -> AsyncIterator[Sequence[StoredFact]]:
        """The facts after an event, up to another, a command at a time."""
        for number in range(self._run_of(after + 1), len(self._ends)):
            for command in await self._run(number):
                facts = tuple(fact for fact in command.facts if after < fact.seq <= until)
                if facts:
                    yield facts
            if self._ends[number] >= until:
                return

    async def _backwards(self, before: int) -> AsyncIterator[StoredFact]:
        """The facts before an event, the newest first."""
        for number in range(min(self._run_of(before - 1), len(self._ends) - 1), -1, -1):
            for command in reversed(await self._run(number)):
                for fact in reversed(command.facts):
                    if fact.seq < before:
                        yield fact

    # --- what was told --------------------------------------------------------------------------------------------

    async def log(self, viewpoint: str, first: int, before: int, after: int, limit: int) -> list[JsonObject]:
        """The newest lines of a viewpoint between two of its numbers, of events before ``first``, newest first."""
        found: list[JsonObject] = []
        async for fact in self._backwards(first):
            if fact.seq <= after or len(found) == limit:
                break
            if viewpoint in fact.lines and after < fact.numbers[viewpoint] < before:
                found.append(cast("JsonObject", fact.line(viewpoint)))
        return found

    async def last_events(self, before: int, limit: int) -> list[Mapping[str, Any]]:
        """The newest events before one, newest first: ``seq``, ``kind``, ``at``, whether one ``ends`` its command, and
        the spectator's ``text``."""
        found: list[Mapping[str, Any]] = []
        later: str | None = None
        async for fact in self._backwards(min(before + 1, self.events + 1)):
            if fact.seq < before:
                text = fact.lines.get(SPECTATOR, {}).get("text")
                ends = fact.command_id != later
                found.append({"seq": fact.seq, "kind": fact.kind, "at": fact.at, "ends": ends, "text": text})
            later = fact.command_id
            if len(found) == limit:
                break
        return found

    async def find_lines(
        self, viewpoint: str, event: int, before: int, text: str, kinds: Sequence[str] | None, limit: int
    ) -> list[JsonObject]:
        """The newest lines of a viewpoint that hold a text, in whatever case, up to an event, newest first."""
        found: list[JsonObject] = []
        sought = text.lower()
        async for fact in self._backwards(event + 1):
            line = fact.lines.get(viewpoint)
            if line is None or fact.numbers[viewpoint] >= before or (kinds is not None and line["kind"] not in kinds):
                continue
            if sought in str(line.get("text", "")).lower() and "text" in line:
                found.append(cast("JsonObject", fact.line(viewpoint)))
            if len(found) == limit:
                break
        return found

    async def moment(self, viewpoint: str, number: int, now: int) -> CommandAsHeard | None:
        """The command by which a viewpoint first came to a number, up to event ``now``."""
        told_by = (run for run, (_, numbers, _) in enumerate(self._head["runs"]) if numbers.get(viewpoint, 0) >= number)
        run = next(told_by, None)
        if run is None:
            return None
        before = int(self._head["runs"][run - 1][1].get(viewpoint, 0)) if run else 0
        for command in await self._run(run):
            last = command.facts[-1]
            told = last.numbers.get(viewpoint, 0)
            if told >= number:
                return CommandAsHeard(last.seq, told, before) if last.seq <= now else None
            before = told
        return None

    async def phases(self, viewpoint: str, moment: CommandAsHeard, now: int) -> tuple[int | None, int | None]:
        """The number at which the phase before a moment began, as a viewpoint was told, and that of the next."""
        earlier = later = None
        async for fact in self._backwards(moment.event + 1):
            if _opens_phase(fact, viewpoint) and fact.numbers[viewpoint] <= moment.before:
                earlier = fact.numbers[viewpoint]
                break
        async for facts in self.commands(moment.event, now):
            found = [fact.numbers[viewpoint] for fact in facts if _opens_phase(fact, viewpoint)]
            if found:
                later = found[0]
                break
        return earlier, later

    async def has_link(self, link: bytes) -> bool:
        """Whether some command led to a link."""
        async for command in self.whole_commands():
            if command.link == link:
                return True
        return False

    # --- the whole ------------------------------------------------------------------------------------------------

    async def orders(self) -> dict[str, Mapping[str, Any]]:
        """``ask``, ``command`` and ``rules`` of every command by its id."""
        return {c.id: {"ask": c.ask, "command": c.body, "rules": c.rules} async for c in self.whole_commands()}


def _opens_phase(fact: StoredFact, viewpoint: str) -> bool:
    line = fact.lines.get(viewpoint)
    return line is not None and line.get("kind") == "phase"
