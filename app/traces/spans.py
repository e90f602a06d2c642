"""Spans of what the server does. Nothing of OpenTelemetry is imported here, and without a tracer nothing is kept."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol, TypeAlias

Attribute: TypeAlias = Literal[
    "match",
    "game",
    "viewpoint",
    "verdict",
    "moves",
    "notices",
    "kind",
    "way",
    "tries",
    "db.query.text",
    "error.type",
    "http.request.method",
    "http.route",
    "http.response.status_code",
]
"""All that a span may say. None of it is a name, an address, a secret, an order, or anything that a side hides."""
Attributes: TypeAlias = Mapping[Attribute, str | int]
Origin: TypeAlias = object
"""A span that is open, for another that belongs to it and is no child of it."""


class Span(Protocol):
    """A span that is open."""

    def note(self, attributes: Attributes) -> None:
        """Say more of it."""
        ...


class Tracer(Protocol):
    """What spans are told to."""

    def span(self, name: str, attributes: Attributes, origins: Sequence[Origin]) -> AbstractContextManager[Span]:
        """A span while the context lasts."""
        ...

    def past(self, name: str, seconds: float, attributes: Attributes) -> None:
        """A span that took so long, and has just ended."""
        ...

    def here(self) -> Origin | None:
        """The span that is open."""
        ...


class _Silence:
    """A span that nobody hears of."""

    def note(self, attributes: Attributes) -> None:
        """Say nothing."""


_NOTHING: AbstractContextManager[Span] = contextlib.nullcontext(_Silence())
_NO_ATTRIBUTES: Attributes = {}
_tracers: list[Tracer] = []
"""The one that this process has, or none: spans are everywhere, as metrics are."""


def span(
    name: str, attributes: Attributes = _NO_ATTRIBUTES, origins: Sequence[Origin] = ()
) -> AbstractContextManager[Span]:
    """A span while the context lasts; ``origins`` are those that it does something for, besides the one around it."""
    return _tracers[0].span(name, attributes, origins) if _tracers else _NOTHING


def past(name: str, seconds: float, attributes: Attributes) -> None:
    """A span that took so long, and has just ended."""
    if _tracers:
        _tracers[0].past(name, seconds, attributes)


def here() -> Origin | None:
    """The span that is open, or None."""
    return _tracers[0].here() if _tracers else None


def are_traced() -> bool:
    """Whether anyone hears of spans."""
    return bool(_tracers)


@contextlib.contextmanager
def traced_by(tracer: Tracer) -> Iterator[None]:
    """Have spans told to a tracer while the context lasts."""
    _tracers.insert(0, tracer)
    try:
        yield
    finally:
        _tracers.remove(tracer)
