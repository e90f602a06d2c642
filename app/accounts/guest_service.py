"""Guests and their sessions."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import time
import uuid
from collections.abc import AsyncIterator

import structlog

from app.accounts.models import Account, Session
from app.accounts.repository import Accounts
from app.accounts.sessions import Known, Sessions, earlier_session
from app.background import beside
from app.database import TROUBLE

log = structlog.get_logger(__name__)

COOKIE_GRACE = dt.timedelta(seconds=30)
"""How long a cookie is still good after another took its place: calls that are on their way carry the old one."""
NO_GRACE = dt.timedelta()
RENEW_AFTER_SECONDS = 7 * 86_400
"""A cookie older than this is replaced at its next visit, so that whoever plays is never forgotten."""
NOTE_USE_EVERY = dt.timedelta(hours=1)
LOOK_SECONDS = 5.0
"""How often a process looks which sessions were ended through another."""
LOOK_OVERLAP = dt.timedelta(minutes=2)
"""Such looks overlap, since an end is noted a little before others can read it."""
MAX_AGENT_LENGTH = 200


class GuestService:
    """Lets people in, under a session each."""

    def __init__(self, accounts: Accounts, sessions: Sessions) -> None:
        self._accounts = accounts
        self._sessions = sessions

    async def enter(self, known: Known | None, name: str, agent: str) -> tuple[Account, uuid.UUID]:
        """Be known by a name, under a new session: another name is another standing before the others."""
        account = await self._accounts.rename(known.account, name) if known else None
        if account is None:
            account = await self._accounts.add(name)
            known = None
        return account, await self.replace_session(account.id, known, agent)

    async def visit(self, known: Known, agent: str) -> tuple[Account | None, uuid.UUID | None]:
        """Whose session this is, and the session to go on with if it is time for another cookie."""
        account = await self._accounts.get(known.account)
        if account is None:
            return None, None
        old = time.time() - known.signed > RENEW_AFTER_SECONDS
        if old or known.session == earlier_session(known.account):
            return account, await self.replace_session(account.id, known, agent)
        await self._accounts.note_session_use(known.session, dt.datetime.now(dt.UTC) - NOTE_USE_EVERY)
        return account, None

    async def replace_session(
        self, account: uuid.UUID, known: Known | None, agent: str, entered: dt.datetime | None = None
    ) -> uuid.UUID:
        """Begin a session in place of the known one, which is over at once if it was another account's.

        ``entered`` is when its owner last showed who they are; None: as the known one says.
        """
        same = known is not None and known.account == account
        if entered is None and known is not None and same:
            entered = await self.find_last_login(known)
        begun = await self._accounts.begin_session(account, agent[:MAX_AGENT_LENGTH], self._sessions.seconds, entered)
        if known is not None:
            await self.end(known.account, known.session, COOKIE_GRACE if same else NO_GRACE)
        return begun.id

    async def find_last_login(self, known: Known) -> dt.datetime | None:
        """When the owner of a session last showed who they are; None if never."""
        found = await self._accounts.session(known.session)
        return None if found is None else found.entered_at

    async def sessions(self, account: uuid.UUID) -> list[Session]:
        """The sessions in which someone is known."""
        return [*await self._accounts.sessions(account)]

    async def end(self, account: uuid.UUID, session: uuid.UUID, after: dt.timedelta = NO_GRACE) -> bool:
        """End one of the guest's sessions; False when it has none with this id."""
        at = dt.datetime.now(dt.UTC) + after
        found = await self._accounts.end_session(account, session, at)
        if found:
            self._sessions.end([(session, at.timestamp())])
        return found

    async def end_others(self, known: Known) -> int:
        """End all sessions of an account but this one; gives how many."""
        unlisted = earlier_session(known.account)
        ended = await self._accounts.end_others(known.account, known.session, unlisted, self._sessions.seconds)
        self._sessions.end((session, time.time()) for session in ended)
        return len(set(ended) - {unlisted})

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Know which sessions are ended, through whichever process, while the context lasts."""
        self._sessions.end(await self._accounts.list_ended_sessions(None))
        async with beside(self._follow(), "ended sessions"):
            yield

    async def _follow(self) -> None:
        looked = dt.datetime.now(dt.UTC)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = dt.datetime.now(dt.UTC)
            try:
                self._sessions.end(await self._accounts.list_ended_sessions(looked - LOOK_OVERLAP))
                looked = now
            except TROUBLE as error:
                log.warning("ended sessions not read", error=str(error))
            self._sessions.forget(time.time() - self._sessions.seconds)
