"""How a route gets the parts of the server that it needs, each by its type, and no others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.types import Scope

T = TypeVar("T")


class Parts:
    """The parts of a running server, one of each type."""

    def __init__(self, *parts: object) -> None:
        self._by_type = {type(part): part for part in parts}

    def get(self, kind: type[T]) -> T:
        """The part of this type. KeyError when the server has none."""
        return cast(T, self._by_type[kind])


def parts(connection: HTTPConnection) -> Parts:
    """The parts of the server that serves this request or socket."""
    return cast(Parts, connection.app.state.parts)


def parts_in(scope: Scope) -> Parts:
    """The same, for middleware."""
    return cast(Parts, scope["app"].state.parts)


def part(kind: type[T]) -> Any:
    """What a route declares to be given a part: ``Annotated[Moves, part(Moves)]``.

    It refuses nothing, so what is wrong with a request is still found in the order in which the route looks at it.
    """

    async def find(connection: HTTPConnection) -> T:
        return parts(connection).get(kind)

    get: Callable[[HTTPConnection], Awaitable[T]] = find
    return Depends(get)
