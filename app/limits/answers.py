"""An answer's head and body in one write: uvicorn makes two of them, and two packets.

What comes after the caller has hung up is written nowhere. uvicorn tells only the newest request of a connection that
it is gone; those in line before it would write to a closed transport, which raises.
"""

from __future__ import annotations

import asyncio

_INTERIM = b"HTTP/1.1 100 "


class Answer(asyncio.Transport):
    """What one answer is written to: the head waits for the first of the body, if one comes (not for HEAD)."""

    def __init__(self, transport: asyncio.Transport, *, body: bool) -> None:
        super().__init__()
        self._transport = transport
        self._head: bytes | None = None
        self._begun = not body

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep the head, and write it with what follows."""
        if self._transport.is_closing():
            self._head = None
        elif not self._begun and bytes(data[: len(_INTERIM)]) != _INTERIM:
            self._begun, self._head = True, bytes(data)
        elif self._head is not None:
            head, self._head = self._head, None
            self._transport.write(head + bytes(data))
        else:
            self._transport.write(data)

    def is_closing(self) -> bool:
        """Whether the connection is."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Write a head for which no body came, and close the connection."""
        if self._head is not None and not self._transport.is_closing():
            self._transport.write(self._head)
        self._head = None
        self._transport.close()
