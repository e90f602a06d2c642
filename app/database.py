"""Postgres through SQLAlchemy, and through the bare asyncpg connection under it where speed counts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol, cast

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import AsyncAdaptedQueuePool, MetaData, PoolProxiedConnection, event, make_url
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase

from app.metrics import POOL_WAIT
from app.settings import ROOT
from app.wire import decode, encode_text

MIGRATION_LOCK = 0x6772_6561_7477  # "greatw", for pg_advisory_lock


TROUBLE: tuple[type[Exception], ...] = (
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    SQLAlchemyError,
)
"""What comes up when the database cannot be reached or breaks off: from asyncpg while a statement runs (it calls an
answer cut short an error of its own), from SQLAlchemy while its pool connects, as to a Postgres that is still
recovering. OSError has TimeoutError below it."""

UNSOUND: tuple[type[Exception], ...] = (TimeoutError, asyncpg.InternalClientError)
"""After these nobody knows what a connection would answer next: it must not be used again."""

USED_ALREADY: type[Exception] = asyncpg.UniqueViolationError
"""A key that may stand only once stands already."""


class Base(DeclarativeBase):
    """The mapped tables; the naming makes migrations name constraints alike."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Row(Protocol):
    """A row by column name."""

    def __getitem__(self, name: str) -> Any:
        """The column of that name."""
        ...


class Raw(Protocol):
    """What we use of an asyncpg connection.

    Outside a transaction each statement commits by itself. A json parameter is JSON text; a column comes decoded.
    """

    async def fetchrow(self, query: str, *args: object) -> Row | None:
        """The first row, or None."""
        ...

    async def fetch(self, query: str, *args: object, timeout: float | None = None) -> Sequence[Row]:  # noqa: ASYNC109
        """All rows. TimeoutError when they take longer than ``timeout`` seconds."""
        ...

    async def execute(self, query: str, *args: object) -> str:
        """Run without rows."""
        ...

    async def add_listener(self, channel: str, callback: Any) -> None:
        """Have ``callback(connection, pid, channel, payload)`` called for each notice."""
        ...

    def add_termination_listener(self, callback: Any) -> None:
        """Have ``callback(connection)`` called when the connection is gone."""
        ...

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Close it."""
        ...

    def terminate(self) -> None:
        """Drop it without a word to the database."""
        ...

    def is_closed(self) -> bool:
        """Whether it is closed, by us or by the database."""
        ...


async def connect(url: str) -> Raw:
    """A connection outside the pool, for a caller that needs it all the time. ``TROUBLE`` when none is available."""
    return cast(Raw, await asyncpg.connect(url))


def _replace_closed(connection: Any, _record: object, _proxy: object) -> None:
    """Have the pool take another connection when the server closed this one; costs nothing on the wire."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError("closed by the database")


class _TimedPool(AsyncAdaptedQueuePool):
    """SQLAlchemy's pool, with the wait for one of its connections timed."""

    def connect(self) -> PoolProxiedConnection:
        """A connection of the pool, once one is free."""
        with POOL_WAIT.time():
            return super().connect()


class Database:
    """The engine and the two ways through it."""

    def __init__(self, url: str, pool_size: int) -> None:
        self.url = url
        self.engine: AsyncEngine = create_async_engine(
            make_url(url).set(drivername="postgresql+asyncpg"),
            pool_size=pool_size,
            poolclass=_TimedPool,
            max_overflow=0,
            pool_timeout=30,
            # What statements carry (addresses, words of people) stays out of errors, and so out of the log.
            hide_parameters=True,
            json_serializer=encode_text,
            json_deserializer=decode,
        )
        event.listen(self.engine.sync_engine, "checkout", _replace_closed)
        self.session: async_sessionmaker[AsyncSession] = async_sessionmaker(self.engine, expire_on_commit=False)

    @asynccontextmanager
    async def raw(self) -> AsyncIterator[Raw]:
        """The bare connection under one of the pool's. Begin no transaction on it."""
        async with self.engine.connect() as connection:
            under = await connection.get_raw_connection()
            raw = cast(Raw, under.driver_connection)
            try:
                yield raw
            except UNSOUND:
                raw.terminate()
                raise

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


async def raw_of(session: AsyncSession) -> Raw:
    """The bare connection of a session, for a statement within its transaction. What is pending is flushed before."""
    await session.flush()
    connection = await (await session.connection()).get_raw_connection()
    return cast(Raw, connection.driver_connection)


def migrate(url: str) -> None:
    """Bring the schema up to date. Safe when several processes start at once: they wait for each other."""
    config = Config(str(ROOT / "alembic.ini"))
    config.attributes["url"] = make_url(url).set(drivername="postgresql+asyncpg")
    command.upgrade(config, "head")


def revisions() -> tuple[str, frozenset[str]]:
    """The newest revision of the schema that this program knows, and all of them."""
    scripts = ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini")))
    head = scripts.get_current_head()
    assert head is not None  # noqa: S101
    return head, frozenset(script.revision for script in scripts.walk_revisions())
