"""The server as it describes itself: that takes a quarter of a second, and is not made while tests are collected."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute

from app.main import create_app
from app.settings import Settings
from tests.app.toy_game import Toy


@cache
def _server() -> FastAPI:
    return create_app("postgresql://nobody@/nowhere", Settings(), {"toy": Toy()})


@cache
def description() -> dict[str, Any]:
    """All calls of the server; it is not to be changed."""
    return _server().openapi()


def calls() -> list[tuple[str, str]]:
    """Path and method of every call, as the description names them; found without making it."""
    routes = [route for route in _server().routes if isinstance(route, APIRoute) and route.include_in_schema]
    return sorted((re.sub(r":\w+\}", "}", route.path), method.lower()) for route in routes for method in route.methods)
