"""API tokens: a program is known by one as its owner is by a cookie, for some calls only.

A token is shown once and stored as a hash. Within the server it becomes a session cookie of its own, so that whatever
knows people by cookies knows programs too, and a socket opened with a token closes when it is revoked.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import secrets
import time
import uuid
from dataclasses import dataclass

from sqlalchemy import delete, func, select, update

from app.accounts.models import ApiToken, Session
from app.accounts.sessions import Sessions
from app.database import Database
from app.errors import ApiError

PREFIX = "gw_"
SECRET_BYTES = 32
_TOKEN = re.compile(r"gw_[A-Za-z0-9_-]{43}")
MAX_TOKENS = 20
"""Tokens that an account may have."""
CACHE_SECONDS = 5.0
"""How long a token is not looked up again; as long as an ended session may be good through another process."""
MAX_CACHED_TOKENS = 5_000
NOTE_USE_EVERY = dt.timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Holder:
    """Who calls by a token, what the token is good for, and the cookie that says the same."""

    account: uuid.UUID
    scopes: frozenset[str]
    cookie: str


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


class Keys:
    """Makes, knows and revokes tokens."""

    def __init__(self, database: Database, sessions: Sessions) -> None:
        self._database = database
        self._sessions = sessions
        self._known: dict[bytes, tuple[Holder, uuid.UUID, float]] = {}
        """By hash: the holder, the token's number, and until when it need not be looked up."""

    def remembered(self, token: str) -> Holder | None:
        """Who called by this token just before."""
        known = self._known.get(_hash(token))
        return known[0] if known is not None and known[2] > time.monotonic() else None

    async def holder(self, token: str) -> Holder | None:
        """Who calls by this token; None for a wrong or a revoked one."""
        if not _TOKEN.fullmatch(token):
            return None
        if (remembered := self.remembered(token)) is not None:
            return remembered
        hashed, now = _hash(token), time.monotonic()
        async with self._database.session() as session:
            found = (await session.scalars(select(ApiToken).where(ApiToken.hash == hashed))).first()
        if found is None:
            self._known.pop(hashed, None)
            return None
        await self._note_use(found)
        holder = Holder(found.account, frozenset(found.scopes), self._sessions.sign(found.account, found.id))
        if len(self._known) >= MAX_CACHED_TOKENS:
            self._known.clear()
        self._known[hashed] = holder, found.id, now + CACHE_SECONDS
        return holder

    async def _note_use(self, token: ApiToken) -> None:
        """Note that a token is in use, unless that was noted within the hour."""
        now = dt.datetime.now(dt.UTC)
        if token.used_at is None or now - token.used_at > NOTE_USE_EVERY:
            async with self._database.session.begin() as session:
                await session.execute(update(ApiToken).where(ApiToken.id == token.id).values(used_at=now))

    async def of(self, account: uuid.UUID) -> list[ApiToken]:
        """An account's tokens, the oldest first."""
        async with self._database.session() as session:
            query = select(ApiToken).where(ApiToken.account == account).order_by(ApiToken.created_at, ApiToken.id)
            return list(await session.scalars(query))

    async def make(self, account: uuid.UUID, name: str, scopes: list[str]) -> tuple[ApiToken, str]:
        """A new token and its secret, which is nowhere stored. ApiError 409 when there are too many."""
        secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        async with self._database.session.begin() as session:
            count = select(func.count()).select_from(ApiToken).where(ApiToken.account == account)
            if (await session.scalars(count)).one() >= MAX_TOKENS:
                raise ApiError(409, "too_many_tokens", f"You have {MAX_TOKENS} tokens. Revoke one first.")
            made = ApiToken(account=account, name=name, hash=_hash(secret), scopes=sorted({*scopes}))
            session.add(made)
            await session.flush()
            await session.refresh(made)
        return made, secret

    async def revoke(self, account: uuid.UUID, token: uuid.UUID) -> None:
        """Have a token be good no longer, through any process. ApiError 404 if the account has none."""
        now = dt.datetime.now(dt.UTC)
        async with self._database.session.begin() as session:
            gone = delete(ApiToken).where(ApiToken.id == token, ApiToken.account == account).returning(ApiToken.hash)
            hashed = (await session.scalars(gone)).first()
            if hashed is None:
                raise ApiError(404, "no_token", "You have no such token.")
            # As an ended session the other processes hear of it.
            expires = now + dt.timedelta(seconds=self._sessions.seconds)
            times = {"created_at": now, "seen_at": now, "expires_at": expires, "ended_at": now}
            session.add(Session(id=token, account=account, agent="", entered_at=None, **times))
        self._known.pop(hashed, None)
        self._sessions.end([(token, now.timestamp())])
