"""Whom an address stands for: the household that is counted together, and the proxies that may speak for others."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

HOUSEHOLD_BITS = 64
"""A home is given a whole IPv6 network of this size, and may use another address of it for every call."""
UNKNOWN = "unix"
"""A caller without an address: one at the other end of a Unix socket."""


@lru_cache(maxsize=65_536)
def household(address: str) -> str:
    """What an address is counted as: itself, or for IPv6 the /64 network that it lies in."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, HOUSEHOLD_BITS), strict=False))


class Proxies:
    """The proxies that are named in the settings."""

    def __init__(self, named: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(n) for n in named]
        self._known: dict[str, bool] = {}

    def __contains__(self, address: str) -> bool:
        """Whether the address is a named proxy's."""
        if not self._networks:
            return False
        known = self._known.get(address)
        if known is None:
            if len(self._known) > 4096:
                self._known.clear()
            known = self._known[address] = self._is_named(address)
        return known

    def _is_named(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in network for network in self._networks)
