"""A message as it goes over every socket of a viewpoint: encoded once, framed once."""

from __future__ import annotations

from app.wire import encode
from rules.kernel.messages import JsonObject

_WHOLE_TEXT = 0x81
"""First byte of a frame (RFC 6455 §5.2): the only one of its message, and text."""


class Frame:
    """A message and the bytes that a server writes for it, which is not masked and so the same for everyone."""

    __slots__ = ("_text", "wire")

    def __init__(self, message: JsonObject) -> None:
        self._text = encode(message)
        size = len(self._text)
        if size < 126:
            head = bytes((_WHOLE_TEXT, size))
        elif size < 2**16:
            head = bytes((_WHOLE_TEXT, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((_WHOLE_TEXT, 127)) + size.to_bytes(8, "big")
        self.wire = head + self._text

    @property
    def text(self) -> str:
        """The message as text."""
        return self._text.decode()
