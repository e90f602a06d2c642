"""By which names the server may be called. A page elsewhere can have its own name point to this machine, and would then
be served as one of ours: so only names count that are told beforehand."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

ALWAYS = ("localhost",)
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+)(?::(\d{1,5}))?")
MAX_CACHED_HOSTS = 256


class Hosts:
    """The names in the settings, besides addresses: no page elsewhere has an address for its name."""

    def __init__(self, named: Iterable[str]) -> None:
        names = [name.lower() for name in (*ALWAYS, *named)]
        self._any = "*" in names
        self._exact = frozenset(names)
        self._endings = tuple(name[1:] for name in names if name.startswith("*."))
        self._known: set[str] = set()

    def __contains__(self, host: str) -> bool:
        """Whether a Host header (``name``, ``name:port``) may be served."""
        if host in self._known:
            return True
        found = _HOST.fullmatch(host)
        if found is None or not self._is_named(found[1].lower().rstrip(".")):
            return False
        if len(self._known) < MAX_CACHED_HOSTS:
            self._known.add(host)
        return True

    def _is_named(self, name: str) -> bool:
        if self._any or name in self._exact or name.endswith(self._endings):
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True
