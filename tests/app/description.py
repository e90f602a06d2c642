"""The server as it describes itself. To make that takes a second, and each worker that collects the tests needs it."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.main import create_app
from app.settings import Settings
from tests.app.toy_game import Toy


@cache
def description() -> dict[str, Any]:
    """All calls of the server; it is not to be changed."""
    return create_app("postgresql://nobody@/nowhere", Settings(), {"toy": Toy()}).openapi()


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Path, method and description of every call."""
    return [(path, method, op) for path, item in description()["paths"].items() for method, op in item.items()]
