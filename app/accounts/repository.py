"""Accounts, their sessions and the signing key in the database."""

from __future__ import annotations

import datetime as dt
import secrets
import uuid
from collections.abc import Sequence

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert

from app.accounts import one_time_codes
from app.accounts.models import Account, Session, SigningKey
from app.database import Database
from app.errors import ApiError

KEY_BYTES = 32
MAX_SESSIONS = 50
"""Sessions that are listed; whoever has more sees those last used."""


class Accounts:
    """Reads and writes accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def signing_key(self) -> bytes:
        """The key that signs cookies, made by whichever process first asks."""
        async with self._database.session.begin() as session:
            await session.execute(
                insert(SigningKey).values(id=1, key=secrets.token_bytes(KEY_BYTES)).on_conflict_do_nothing()
            )
            return (await session.scalars(select(SigningKey.key))).one()

    async def add(self, name: str) -> Account:
        """A new guest."""
        async with self._database.session.begin() as session:
            account = Account(name=name)
            session.add(account)
        return account

    async def get(self, account: uuid.UUID) -> Account | None:
        """The account of this id, or None."""
        async with self._database.session() as session:
            return await session.get(Account, account)

    async def rename(self, account: uuid.UUID, name: str) -> Account | None:
        """Give the account another name; None if there is none of this id."""
        async with self._database.session.begin() as session:
            found = await session.get(Account, account)
            if found is not None:
                found.name = name
            return found

    async def set_zone(self, account: uuid.UUID, zone: str | None) -> Account | None:
        """Give the account another time zone; None if there is none of this id."""
        async with self._database.session.begin() as session:
            found = await session.get(Account, account)
            if found is not None:
                found.zone = zone
            return found

    # --- sessions ------------------------------------------------------------------------------------------------

    async def begin_session(self, account: uuid.UUID, agent: str, seconds: int, entered: dt.datetime | None) -> Session:
        """A new session; ``entered`` is when its owner last showed who they are. ApiError 403 for a locked account."""
        now = dt.datetime.now(dt.UTC)
        begun = Session(
            id=uuid.uuid4(),
            account=account,
            agent=agent,
            created_at=now,
            seen_at=now,
            expires_at=now + dt.timedelta(seconds=seconds),
            entered_at=entered,
            ended_at=None,
        )
        async with self._database.session.begin() as session:
            # Read under a lock: one who is locked out in this moment begins no session that nobody ends.
            query = select(Account.locked_at).where(Account.id == account).with_for_update(read=True)
            if await session.scalar(query) is not None:
                raise ApiError(403, "locked", "This account is locked. Contact the host of this server.")
            session.add(begun)
        return begun

    async def note_session_use(self, known: uuid.UUID, unless_since: dt.datetime) -> None:
        """Note that a session is in use now, unless that was noted since then."""
        async with self._database.session.begin() as session:
            await session.execute(
                update(Session)
                .where(Session.id == known, Session.seen_at < unless_since)
                .values(seen_at=dt.datetime.now(dt.UTC))
            )

    async def session(self, known: uuid.UUID) -> Session | None:
        """The session of this id, or None."""
        async with self._database.session() as session:
            return await session.get(Session, known)

    async def sessions(self, account: uuid.UUID) -> Sequence[Session]:
        """The account's sessions that are still good, the last used first."""
        now = dt.datetime.now(dt.UTC)
        async with self._database.session() as session:
            query = (
                select(Session)
                .where(Session.account == account, Session.ended_at.is_(None), Session.expires_at > now)
                .order_by(Session.seen_at.desc(), Session.id)
                .limit(MAX_SESSIONS)
            )
            return (await session.scalars(query)).all()

    async def end_session(self, account: uuid.UUID, ended: uuid.UUID, at: dt.datetime) -> bool:
        """End one of the account's sessions; False when it has none of this id that still lasts.

        If it ends now, a code for another device ends too: whoever had the session may have it.
        """
        async with self._database.session.begin() as session:
            found = await session.scalars(
                update(Session)
                .where(Session.id == ended, Session.account == account, Session.ended_at.is_(None))
                .values(ended_at=at)
                .returning(Session.id)
            )
            if at <= dt.datetime.now(dt.UTC):
                await one_time_codes.withdraw(session, one_time_codes.DEVICE, account)
            return found.first() is not None

    async def end_others(
        self, account: uuid.UUID, kept: uuid.UUID, unlisted: uuid.UUID, seconds: int
    ) -> list[uuid.UUID]:
        """End all of the account's sessions but one; gives those ended.

        ``unlisted`` is the one whose cookies may be about without its being stored; it is stored as ended.
        """
        now = dt.datetime.now(dt.UTC)
        async with self._database.session.begin() as session:
            # Whoever had one of them may have a code for another device.
            await one_time_codes.withdraw(session, one_time_codes.DEVICE, account)
            ended = await session.scalars(
                update(Session)
                .where(Session.account == account, Session.id != kept, Session.ended_at.is_(None))
                .values(ended_at=now)
                .returning(Session.id)
            )
            found = list(ended)
            if unlisted != kept:
                expires = now + dt.timedelta(seconds=seconds)
                row = {"id": unlisted, "account": account, "agent": "", "created_at": now, "seen_at": now}
                await session.execute(
                    insert(Session).values(**row, expires_at=expires, ended_at=now).on_conflict_do_nothing()
                )
                found.append(unlisted)
            return found

    async def list_ended_sessions(self, since: dt.datetime | None) -> list[tuple[uuid.UUID, float]]:
        """Sessions ended before their time and from when (seconds since the epoch): all, or those from a time on."""
        query = select(Session.id, Session.ended_at).where(Session.ended_at.is_not(None))
        if since is not None:
            query = query.where(Session.ended_at >= since)
        async with self._database.session() as session:
            return [(row[0], row[1].timestamp()) for row in await session.execute(query) if row[1] is not None]
