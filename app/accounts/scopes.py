"""What a program may do with a token: look, or look and play. Everything about accounts is for people alone."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

Scope: TypeAlias = Literal["read", "play"]
READ: Final = "read"
PLAY: Final = "play"

LOOKS = frozenset({"GET", "HEAD", "OPTIONS"})
_OPEN = re.compile(r"/api/(me|games|matches|tables|ladder|players|what-ifs|health|openapi\.json)(/.*)?")
_MATCHES = re.compile(r"/api/matches(/.*)?")
_QUESTION = re.compile(r"/api/matches/[^/]+/(draft/)?consults?")
"""A question over the board is asked by POST, since it is long; it changes nothing."""


def required_scope(method: str, path: str) -> Scope | None:
    """The scope that a call needs; None where no token is good. Websockets come with the method GET."""
    if method in LOOKS:
        return READ if _OPEN.fullmatch(path) or not path.startswith("/api/") else None
    if _QUESTION.fullmatch(path):
        return READ
    return PLAY if _MATCHES.fullmatch(path) else None


def may(scopes: frozenset[str], method: str, path: str) -> bool:
    """Whether a token of these scopes is good for a call; whoever may play may look."""
    scope = required_scope(method, path)
    return scope is not None and (scope in scopes or (scope == READ and PLAY in scopes))
