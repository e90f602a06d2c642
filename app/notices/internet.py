"""Which addresses are of the open internet: what IANA has given to people, and not put aside for a purpose.

The lists are IANA's own registries of special-purpose addresses, the files unchanged as it publishes them, of
18 July 2026:

    https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry-1.csv
    https://www.iana.org/assignments/iana-ipv6-special-registry/iana-ipv6-special-registry-1.csv

Put newer ones in their place when IANA adds a row, and write the date here; the test goes through all rows. Python is
asked too, but not alone: 3.11 takes 192.88.99.1 and 3fff::/20 for public, and which rows it knows depends on the Python
that a host has. No package in the lock keeps these lists; netaddr does, but 1.3.0, its last release, is older than the
rows of 2024 and 2025.

All rows are refused, those too that IANA calls globally reachable: they lead to whichever relay, translator or name
server is nearest, or stand for an address of IPv4 that may be private (6to4, Teredo, NAT64). Nobody's webhook is there.
"""

from __future__ import annotations

import csv
import ipaddress
import re
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

_REGISTRIES: Final = Path(__file__).parent / "iana"
_GIVEN: Final = ipaddress.IPv6Network("2000::/3")
"""All of IPv6 from which IANA gives addresses to people; the rest is put aside as a whole."""


@cache
def special_purpose() -> tuple[Network, ...]:
    """The blocks of both registries."""
    blocks: list[Network] = []
    for file in sorted(_REGISTRIES.glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                # A cell may hold several blocks, and the number of a footnote in brackets.
                names = re.sub(r"\[\d+\]", "", row["Address Block"]).split(",")
                blocks += [ipaddress.ip_network(name.strip()) for name in names]
    return tuple(blocks)


def is_public(address: Address) -> bool:
    """Whether an address is of the open internet, and of nobody's own network or machine."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address not in _GIVEN:
            return False
    if any(address in block for block in special_purpose()):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)
