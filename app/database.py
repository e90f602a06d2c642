"""Postgres through SQLAlchemy, and through the bare asyncpg connection under it where speed counts."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import IO, Any, Protocol, cast

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import AsyncAdaptedQueuePool, MetaData, PoolProxiedConnection, event
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase

from app.metrics import POOL_WAIT
from app.pooler import OverPooler
from app.raw import Raw as Raw
from app.raw import Row as Row
from app.settings import ROOT
from app.traces.statements import trace_connection, trace_engine
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

UNSOUND: tuple[type[Exception], ...] = (
    TimeoutError,
    asyncpg.InternalClientError,
    asyncpg.ReadOnlySQLTransactionError,
)
"""After these a connection must not be used again: nobody knows what it would answer next, or it leads to a server that
has become a standby."""

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


CONNECT_SECONDS = 10.0
"""How long a connection may take to be made, to all servers that the address names together."""


async def _dial(url: str, *, pooled: bool, statement_seconds: float | None) -> Any:
    """A connection of asyncpg's. Behind a pooler it keeps no prepared statements: the next one is another's session.

    The address is read as Postgres's own programs read it: with several servers, and the one that takes writes.
    """
    kept = {"statement_cache_size": 0} if pooled else {}
    connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS, command_timeout=statement_seconds, **kept)
    trace_connection(connection)
    return connection


class Copying(Raw, Protocol):
    """A connection that also copies rows as Postgres writes them, and has transactions of its own."""

    def transaction(self) -> AbstractAsyncContextManager[object]:
        """A transaction while this lasts."""
        ...

    async def copy_from_query(self, query: str, *args: object, output: Callable[[bytes], Awaitable[None]]) -> str:
        """Have the rows of a query written."""
        ...

    async def copy_to_table(self, table: str, *, source: IO[bytes], columns: Sequence[str]) -> str:
        """Add rows that were written so."""
        ...


async def connect_copying(url: str, *, pooled: bool = False) -> Copying:
    """A connection that copies. Over a pooler too, as long as everything stands in its transactions."""
    return cast(Copying, await _dial(url, pooled=pooled, statement_seconds=None))


async def connect(url: str, *, pooled: bool = False) -> Raw:
    """A connection outside the pool, for a caller that needs it all the time. ``TROUBLE`` when none is available."""
    connection = await _dial(url, pooled=pooled, statement_seconds=None)
    return OverPooler(connection) if pooled else cast(Raw, connection)


def engine_on(url: str, *, pooled: bool, statement_seconds: float | None = None, **options: Any) -> AsyncEngine:
    """SQLAlchemy's engine on a database, by connections like those of ``connect``."""

    async def dial() -> Any:
        return await _dial(url, pooled=pooled, statement_seconds=statement_seconds)

    arguments: dict[str, Any] = {"async_creator_fn": dial}
    if pooled:
        arguments["prepared_statement_cache_size"] = 0
    return create_async_engine("postgresql+asyncpg://", connect_args=arguments, **options)


_MADE = "made"


def _note_when_made(_connection: object, record: Any) -> None:
    """Note how old a connection of the pool is."""
    record.info[_MADE] = time.monotonic()


class _TimedPool(AsyncAdaptedQueuePool):
    """SQLAlchemy's pool, with the wait for one of its connections timed."""

    def connect(self) -> PoolProxiedConnection:
        """A connection of the pool, once one is free."""
        with POOL_WAIT.time():
            return super().connect()


STATEMENT_SECONDS = 20.0
"""How long a statement of the pool's may take. A server that was cut off never answers, and says nothing of it."""


class Database:
    """The engine and the two ways through it. ``pooled``: a pooler in transaction mode stands between."""

    def __init__(self, url: str, pool_size: int, *, pooled: bool = False) -> None:
        self.url = url
        self.pooled = pooled
        self.engine: AsyncEngine = engine_on(
            url,
            pooled=pooled,
            statement_seconds=STATEMENT_SECONDS,
            pool_size=pool_size,
            poolclass=_TimedPool,
            max_overflow=0,
            pool_timeout=30,
            # What statements carry (addresses, words of people) stays out of errors, and so out of the log.
            hide_parameters=True,
            json_serializer=encode_text,
            json_deserializer=decode,
        )
        event.listen(self.engine.sync_engine, "connect", _note_when_made)
        event.listen(self.engine.sync_engine, "checkout", self._replace_lost)
        trace_engine(self.engine.sync_engine)
        self.session: async_sessionmaker[AsyncSession] = async_sessionmaker(self.engine, expire_on_commit=False)
        self._silent_at = float("-inf")
        """When a statement was last given up, since nothing answered."""

    def _replace_lost(self, connection: Any, record: Any, _proxy: object) -> None:
        """Have the pool take another connection where this one was closed by the server, or may lead to one that was
        cut off: then each of them would be waited for in turn. Costs nothing on the wire."""
        if connection.driver_connection.is_closed():
            raise DisconnectionError("closed by the database")
        if record.info[_MADE] <= self._silent_at:
            raise DisconnectionError("the database did not answer since")

    @asynccontextmanager
    async def raw(self) -> AsyncIterator[Raw]:
        """The bare connection under one of the pool's. Begin no transaction on it."""
        async with self.engine.connect() as connection:
            under = await connection.get_raw_connection()
            raw = cast(Raw, under.driver_connection)
            try:
                yield OverPooler(raw) if self.pooled else raw
            except UNSOUND:
                self._silent_at = time.monotonic()
                raw.terminate()
                raise

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


async def raw_of(session: AsyncSession) -> Raw:
    """The bare connection of a session, for a statement within its transaction. What is pending is flushed before."""
    await session.flush()
    connection = await session.connection()
    raw: Any = (await connection.get_raw_connection()).driver_connection
    if not raw.is_in_transaction():
        # SQLAlchemy begins with its own first statement only.
        await connection.exec_driver_sql("SELECT 1")
    return cast(Raw, raw)


def migrate(url: str, *, pooled: bool = False) -> None:
    """Bring the schema up to date. Safe when several processes start at once: they wait for each other."""
    config = Config(str(ROOT / "alembic.ini"))
    config.attributes.update(url=url, pooled=pooled)
    command.upgrade(config, "head")


def revisions() -> tuple[str, frozenset[str]]:
    """The newest revision of the schema that this program knows, and all of them."""
    scripts = ScriptDirectory.from_config(Config(str(ROOT / "alembic.ini")))
    head = scripts.get_current_head()
    assert head is not None  # noqa: S101
    return head, frozenset(script.revision for script in scripts.walk_revisions())
