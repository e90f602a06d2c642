"""Worker processes for programs that think: asked one at a time, killed when one takes too long, replaced when gone.

A pool of tasks (pebble, concurrent.futures) carries one message there and one back; a program asks up to a hundred
questions of planning in between, so each worker is a process with two pipes.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import structlog

from app.opponents.fair_turns import FairTurns, together
from app.settings import ROOT
from app.traces.spans import span
from app.wire import decode_object, encode_text
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

LINE_BYTES = 16 * 1024 * 1024
"""The longest line that a worker may write."""
KEPT = ("PATH", "LANG", "LC_ALL", "HOME", "PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV")
"""All of our environment that a worker is given: nothing that leads to the database."""
COMMAND = (sys.executable, "-m", "app.opponents.worker")

Consult = Callable[[JsonObject], Awaitable[JsonObject]]
"""Answers a question of planning: ``{"answer": …}`` or ``{"refused": …}``."""


class WorkerLost(Exception):
    """The worker died, talked nonsense or took too long. It is gone, and the next one starts afresh."""


class Worker:
    """One process, begun when it is first asked something."""

    def __init__(self, seconds: float, command: tuple[str, ...] = COMMAND) -> None:
        self._seconds = seconds
        self._command = command
        self._process: asyncio.subprocess.Process | None = None

    async def think(self, asked: JsonObject, consult: Consult) -> dict[str, Any]:
        """What it answers. WorkerLost when it does not; then it is killed."""
        try:
            async with asyncio.timeout(self._seconds):
                process = await self._begin()
                await _say(process, asked)
                while "consult" in (told := await _hear(process)):
                    await _say(process, await consult(told["consult"]))
                if told.pop("last", False):
                    # It has grown too large and ends itself: the next question starts another.
                    await self.kill()
                return told
        except (TimeoutError, OSError, ValueError, KeyError, EOFError) as error:
            await self.kill()
            raise WorkerLost(f"{type(error).__name__}: {error}") from error

    async def _begin(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={name: os.environ[name] for name in KEPT if name in os.environ},
                cwd=ROOT,
                limit=LINE_BYTES,
            )
        return self._process

    async def kill(self) -> None:
        """End it, whatever it is at."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _say(process: asyncio.subprocess.Process, line: JsonObject) -> None:
    if process.stdin is None:
        raise EOFError("no way to the worker")
    process.stdin.write(encode_text(line).encode() + b"\n")
    await process.stdin.drain()


async def _hear(process: asyncio.subprocess.Process) -> dict[str, Any]:
    if process.stdout is None or not (line := await process.stdout.readline()):
        raise EOFError("the worker ended")
    return dict(decode_object(line.decode()))


class Workers:
    """Some workers; a match goes to the same one while it lives, which remembers what it planned there."""

    def __init__(self, count: int, seconds: float, command: tuple[str, ...] = COMMAND) -> None:
        self._workers = [Worker(seconds, command) for _ in range(count)]
        self._turns = [FairTurns() for _ in range(count)]

    def __len__(self) -> int:
        return len(self._workers)

    async def think(self, asked: JsonObject, consult: Consult, owner: str) -> dict[str, Any]:
        """What the match's worker answers, when its turn has come; ``owner``: for whom it thinks, who has a fair share
        of its time. WorkerLost when it does not answer."""
        n = sum(str(asked["match"]).encode()) % len(self._workers)
        async with self._turns[n].turn(owner, str(asked["match"])):
            with span("think", {"match": str(asked["match"])}):
                return await self._workers[n].think(asked, consult)

    def before(self) -> dict[str, int]:
        """The matches that wait for their worker, each with how many others come before it."""
        return together(self._turns)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """End them all when this is over."""
        try:
            yield
        finally:
            for worker in self._workers:
                await worker.kill()
