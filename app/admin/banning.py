"""Bans of networks: stored, and known by every process within some seconds."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import ipaddress
import time
from collections.abc import AsyncIterator, Callable, Iterable

import structlog
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from app.admin.models import Ban
from app.background import beside
from app.database import TROUBLE, Database
from app.errors import ApiError
from app.limits.addresses import household
from app.limits.bans import Bans, Network
from rules.kernel.messages import JsonObject

log = structlog.get_logger(__name__)

LOOK_SECONDS = 5.0
"""How often a process looks who is banned."""
WIDEST = {4: 16, 6: 32}
"""Bits that a network must name: a wider one is a slip, which would keep out a country."""
MAX_DAYS = 366
_MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")
"""Addresses of IPv4, written as some of IPv6. Those who call from them are known by the former."""
_OWN = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16"),
        *("fc00::/7", "fe80::/10"),
    )
)
"""Networks that are not of the internet: whoever calls from there is a neighbour of the server, or its proxy."""


def network_of(written: str) -> str:
    """The network that a ban of an address, or of a network, is of. ApiError 422 for what is none, or too wide."""
    try:
        if "/" in written:
            found = _plainly(ipaddress.ip_network(written, strict=False))
        else:
            ipaddress.ip_address(written)
            found = ipaddress.ip_network(household(written))
    except ValueError as error:
        raise ApiError(422, "no_network", "That is neither an address nor a network.") from error
    if found.prefixlen < WIDEST[found.version]:
        raise ApiError(422, "too_wide", f"Name a network of at least /{WIDEST[found.version]}.")
    if found.is_loopback:
        raise ApiError(422, "own_machine", "That is the server's own machine.")
    return str(found)


def _plainly(network: Network) -> Network:
    """A network of IPv4 where it is written as one of IPv6."""
    if isinstance(network, ipaddress.IPv6Network) and network.subnet_of(_MAPPED):
        first = ipaddress.IPv4Address(int(network.network_address) & 0xFFFF_FFFF)
        return ipaddress.IPv4Network((first, network.prefixlen - _MAPPED.prefixlen))
    return network


def refuse_proxies(network: str, proxies: Iterable[str], *, own_network: bool) -> None:
    """ApiError 422 for a network in which a proxy of ours stands, or may stand: a ban would keep everyone out.

    ``own_network``: whoever bans says that no proxy calls from there.
    """
    found = ipaddress.ip_network(network)
    if any(_meet(found, ipaddress.ip_network(proxy)) for proxy in proxies):
        text = "One of your proxies (GREATWAR_PROXIES) is in that network. Ban the callers behind it instead."
        raise ApiError(422, "own_proxy", text)
    if not own_network and any(_meet(found, own) for own in _OWN):
        text = (
            "That is an address of a private network. If it is your proxy's, the ban keeps everyone out: name it in "
            "GREATWAR_PROXIES, and ban who calls through it. If it is a household, say so on the server's machine: "
            "greatwar admin ban --own-network."
        )
        raise ApiError(422, "private_network", text)


def _meet(one: Network, other: Network) -> bool:
    return one.version == other.version and one.overlaps(other)


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
