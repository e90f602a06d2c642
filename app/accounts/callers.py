"""The account that calls a route."""

from __future__ import annotations

import uuid
from typing import Annotated, TypeAlias

from fastapi import Depends
from starlette.requests import HTTPConnection

from app.accounts.sessions import Sessions
from app.parts import parts


async def _account(connection: HTTPConnection) -> uuid.UUID | None:
    return parts(connection).get(Sessions).account(connection.cookies)


CallerAccount: TypeAlias = Annotated[uuid.UUID | None, Depends(_account)]
"""The account of the session that a request bears; None without one. Whether there must be one, the service says."""
