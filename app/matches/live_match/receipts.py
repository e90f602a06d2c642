"""What a command was answered, and how the same command is known again when it is sent once more."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from app.errors import ApiError

_FINGERPRINT_BYTES = 16


def fingerprint(command: Mapping[str, Any]) -> bytes:
    """16 bytes that tell commands apart, whatever the order of their members. ``command`` is plain JSON."""
    told = orjson.dumps(command, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(told, digest_size=_FINGERPRINT_BYTES).digest()


UNDO = fingerprint({})
"""Of a command that is taken back: none that a game takes is empty."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """An answer given to a command, as bytes, the seat that it was given to, and the fingerprint of the command.

    The fingerprint is None of a command from before they were kept: then the id alone must do.
    """

    seat: str
    answer: bytes
    fingerprint: bytes | None

    def again(self, seat: str, sent: bytes) -> bytes:
        """The answer, for the same command of the same seat (``sent`` is its fingerprint).

        ApiError 409 for another command: it was not carried out, so it must not look as if it was. And where the answer
        is kept no longer: then the command was carried out once, and is not carried out again.
        """
        if self.seat != seat or self.fingerprint not in (None, sent):
            raise ApiError(409, "id_used", "Another command was sent with this id.")
        if not self.answer:
            text = "This command was carried out long ago. Its answer is no longer kept."
            raise ApiError(409, "done_long_ago", text)
        return self.answer
