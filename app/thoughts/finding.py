"""Has the thoughts of matches found that someone asked for, one match after the other (decisions/0081)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from typing import Any

import structlog

from app.database import TROUBLE
from app.errors import ApiError
from app.matches.play.current_matches import CurrentMatches
from app.matches.reading.export import Exports
from app.opponents.answering import answer_for_ever
from app.opponents.workers import KEPT, LINE_BYTES
from app.settings import ROOT
from app.thoughts.repository import ThoughtsRows
from app.wire import decode_object, encode_text
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

LOOK_SECONDS = 1.0
"""How often it is looked whether someone asks."""
TURN_SECONDS = 300.0
"""How long one turn may take: then it ends there."""
COMMAND = (sys.executable, "-m", "app.thoughts.worker")
ERRORS = {
    "too_long": "The later turns took too long.",
    "not_all": "Some choices could not be played again: they were another version's, or the server noted nothing of "
    "them.",
    "failed": "This match could not be played again.",
}


class ThoughtsFinder:
    """Has a process of its own work on each match."""

    def __init__(
        self, rows: ThoughtsRows, current: CurrentMatches, exports: Exports, command: tuple[str, ...] = COMMAND
    ) -> None:
        self._rows = rows
        self._current = current
        self._exports = exports
        self._command = command

    async def run(self) -> None:
        """Find what is asked for, for ever; a database that is away is waited for."""

        async def find(match: str) -> None:
            await self._rows.end(match, await self._find(match))

        await answer_for_ever("thoughts", self._rows.next, find, LOOK_SECONDS)

    async def _find(self, match: str) -> JsonObject | None:
        """Store turn after turn; why not all are there, if so."""
        await self._rows.begin(match)
        try:
            export = await self._exports.whole(await self._current.get(match))
            data = await asyncio.to_thread(lambda: encode_text(export).encode())
            async with self._worker() as process:
                writing = asyncio.create_task(_write(process, data))
                try:
                    return await self._read(match, process)
                finally:
                    writing.cancel()
        except TROUBLE:
            raise
        except (ApiError, ValueError, KeyError, EOFError) as error:
            # One match that cannot be played again must not hold up the others.
            if isinstance(error, ApiError) and error.passes:
                # Its shard or its archive is away, and not for ever.
                await self._rows.forget(match)
            log.warning("no thoughts", match=match, error=f"{type(error).__name__}: {error}")
        except Exception:
            # Unforeseen, as of a match that cannot be read. Let through, it would end the process in which all programs
            # play, and after every start again: this match would be the first that is taken up.
            log.exception("thoughts broke off", match=match)
        return _why("failed")

    async def _read(self, match: str, process: asyncio.subprocess.Process) -> JsonObject | None:
        while True:
            try:
                line = await asyncio.wait_for(_line(process), TURN_SECONDS)
            except TimeoutError:
                return _why("too_long")
            told: Any = decode_object(line.decode())
            if "end" in told:
                if told["end"] is not None and "text" in told["end"]:
                    log.warning("no thoughts", match=match, error=told["end"]["text"])
                return None if told["end"] is None else _why(told["end"]["code"])
            await self._rows.add_turn(match, told["turn"], told["phases"])

    @contextlib.asynccontextmanager
    async def _worker(self) -> AsyncIterator[asyncio.subprocess.Process]:
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={name: os.environ[name] for name in KEPT if name in os.environ},
            cwd=ROOT,
            limit=LINE_BYTES,
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _write(process: asyncio.subprocess.Process, data: bytes) -> None:
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.write(data)
            await process.stdin.drain()
            process.stdin.close()


async def _line(process: asyncio.subprocess.Process) -> bytes:
    if process.stdout is None or not (line := await process.stdout.readline()):
        raise EOFError("the worker ended")
    return line


def _why(code: str) -> JsonObject:
    return {"code": code, "text": ERRORS[code]}
