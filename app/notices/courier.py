"""A message on its way to one channel, and who takes it there."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.notices.kinds import Way
from app.notices.texts import Item


@dataclass(frozen=True, slots=True)
class Target:
    """A channel, and where it leads."""

    id: uuid.UUID
    account: uuid.UUID
    way: Way
    address: str
    push_key: bytes | None
    secret: bytes | None


@dataclass(frozen=True, slots=True)
class Message:
    """What goes out in one piece. ``id`` stays the same when it is tried again; without items it is a test."""

    id: uuid.UUID
    items: Sequence[Item]


class Undeliverable(Exception):
    """A message did not arrive. ``str`` of it holds neither an address nor anything that was answered.

    ``final`` if trying again is no use, ``gone`` if the channel is no more, ``wait`` if its receiver asked for it.
    """

    def __init__(
        self, reason: str, *, final: bool = False, gone: bool = False, wait: dt.timedelta | None = None
    ) -> None:
        super().__init__(reason)
        self.final, self.gone, self.wait = final or gone, gone, wait


class Courier(Protocol):
    """Takes messages to channels of one way."""

    async def take(self, target: Target, message: Message) -> None:
        """Deliver it. Undeliverable when that fails."""
        ...
