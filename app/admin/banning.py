"""Bans of networks: stored, and known by every process within some seconds."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import ipaddress
import time
from collections.abc import AsyncIterator, Callable

import structlog
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from app.admin.models import Ban
from app.background import beside
from app.database import TROUBLE, Database
from app.errors import ApiError
from app.limits.addresses import household
from app.limits.bans import Bans
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

LOOK_SECONDS = 5.0
"""How often a process looks who is banned."""
WIDEST = {4: 16, 6: 32}
"""Bits that a network must name: a wider one is a slip, which would keep out a country."""
MAX_DAYS = 366


def network_of(written: str) -> str:
    """The network that a ban of an address, or of a network, is of. ApiError 422 for what is none, or too wide."""
    try:
        if "/" in written:
            found = ipaddress.ip_network(written, strict=False)
        else:
            ipaddress.ip_address(written)
            found = ipaddress.ip_network(household(written))
    except ValueError as error:
        raise ApiError(422, "no_network", "That is no address and no network.") from error
    if found.prefixlen < WIDEST[found.version]:
        raise ApiError(422, "too_wide", f"Name a network of at least /{WIDEST[found.version]}.")
    if found.is_loopback:
        raise ApiError(422, "own_machine", "That is the server's own machine.")
    return str(found)


class BanList:
    """Reads and writes bans, and has this process follow them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> list[JsonObject]:
        """Those in force, the first to end first."""
        async with self._database.session() as session:
            rows = await session.scalars(select(Ban).where(Ban.ends_at > dt.datetime.now(dt.UTC)).order_by(Ban.ends_at))
            return [
                {"network": b.network, "ends_at": b.ends_at.isoformat(timespec="seconds"), "reason": b.reason}
                for b in rows
            ]

    async def ban(self, network: str, days: int, reason: str) -> None:
        """Keep a network out for some days from now; it replaces an earlier ban of the same."""
        ends = dt.datetime.now(dt.UTC) + dt.timedelta(days=days)
        values = {"ends_at": ends, "reason": reason}
        async with self._database.session.begin() as session:
            row = insert(Ban).values(network=network, **values)
            await session.execute(row.on_conflict_do_update(index_elements=[Ban.network], set_=values))

    async def lift(self, network: str) -> None:
        """Let a network in again. ApiError 404 when it is not banned."""
        async with self._database.session.begin() as session:
            gone = await session.scalars(delete(Ban).where(Ban.network == network).returning(Ban.network))
            if gone.first() is None:
                raise ApiError(404, "no_ban", "That network is not banned.")

    async def _ends(self) -> dict[str, float]:
        async with self._database.session() as session:
            rows = await session.execute(select(Ban.network, Ban.ends_at).where(Ban.ends_at > dt.datetime.now(dt.UTC)))
            return {row[0]: row[1].timestamp() for row in rows}

    @contextlib.asynccontextmanager
    async def followed_by(self, bans: Bans, dismiss: Callable[[Callable[[str], bool]], None]) -> AsyncIterator[None]:
        """Have ``bans`` be those in force while the context lasts; sockets from there are dismissed."""
        bans.replace(await self._ends())
        async with beside(self._follow(bans, dismiss), "bans"):
            yield

    async def _follow(self, bans: Bans, dismiss: Callable[[Callable[[str], bool]], None]) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if bans.replace(await self._ends()):
                    dismiss(lambda household: bans.keeps_out(household, time.time()))
            except TROUBLE as error:
                log.warning("bans not read", error=str(error))
