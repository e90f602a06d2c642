"""By what a page knows the messages of one speaker."""

from __future__ import annotations

import hashlib
import uuid

MARK_DIGITS = 16
"""Hex digits of a speaker's mark."""


def mark_of(match: str, account: uuid.UUID | None) -> str:
    """What is the same in all messages of one speaker in a match, and tells nothing else; empty of one who is gone."""
    if account is None:
        return ""
    return hashlib.sha256(f"greatwar speaker/{match}/{account.hex}".encode()).hexdigest()[:MARK_DIGITS]
