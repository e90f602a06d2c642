"""Networks that are kept out, as this process knows them: asked on every call, so nothing is looked up."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from typing import TypeAlias

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
MAX_KNOWN_HOUSEHOLDS = 10_000


class Bans:
    """The bans in force. Each ends by itself, by the clock of whoever asks."""

    def __init__(self) -> None:
        self._ends: dict[Network, float] = {}
        self._known: dict[str, float] = {}
        """Until when a household is kept out, 0 for one that is not."""

    def replace(self, bans: Mapping[str, float]) -> bool:
        """Have these be the bans: network to when it ends, in seconds since the epoch. Gives whether that is news."""
        read = {ipaddress.ip_network(network): ends for network, ends in bans.items()}
        if read == self._ends:
            return False
        self._ends = read
        self._known.clear()
        return True

    def keeps_out(self, household: str, now: float) -> bool:
        """Whether a household is banned."""
        if not self._ends:
            return False
        ends = self._known.get(household)
        if ends is None:
            if len(self._known) >= MAX_KNOWN_HOUSEHOLDS:
                self._known.clear()
            ends = self._known[household] = latest_end(household, self._ends.items())
        return now < ends


def latest_end(household: str, bans: Iterable[tuple[Network, float]]) -> float:
    """When the last ban that meets a household ends; 0 where none does."""
    try:
        own = ipaddress.ip_network(household)
    except ValueError:  # a Unix socket, which has no address
        return 0.0
    return max(
        (ends for network, ends in bans if own.version == network.version and own.overlaps(network)), default=0.0
    )
