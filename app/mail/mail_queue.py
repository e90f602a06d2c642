"""Letters go out in the background, so that no answer tells by its time whether one was written."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import structlog

from app.mail.letters import Letter, Mailer, Undelivered

log = structlog.get_logger(__name__)

RETRY_SECONDS = 2.0
MAX_WAITING = 200
"""Letters on their way at the same time; more are dropped, and the log says so."""


class MailQueue:
    """Takes letters to a mailer, and once more to it when it did not take one."""

    def __init__(self, mailer: Mailer) -> None:
        self._mailer = mailer
        self._tasks: set[asyncio.Task[None]] = set()

    def later(self, letter: Letter) -> None:
        """Send a letter when there is time."""
        self.run(self._send(letter), letter.kind)

    def run(self, work: Coroutine[None, None, None], kind: str) -> None:
        """Do something in the background that may come to a letter."""
        if len(self._tasks) >= MAX_WAITING:
            work.close()
            log.warning("mail dropped", kind=kind)
            return
        task = asyncio.create_task(work, name=f"mail {kind}")
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("mail not written", task=task.get_name(), exc_info=task.exception())

    async def _send(self, letter: Letter) -> None:
        try:
            await self._mailer.send(letter)
        except Undelivered as error:
            log.warning("mail refused, trying once more", kind=letter.kind, error=str(error))
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self._mailer.send(letter)
            except Undelivered as again:
                log.error("mail lost", kind=letter.kind, error=str(again))
                return
        log.info("mail sent", kind=letter.kind)

    async def finish(self) -> None:
        """Wait for the letters that are on their way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
