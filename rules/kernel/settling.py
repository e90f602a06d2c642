"""What players may settle among themselves, in a state of any game that keeps ``ended`` and ``draws``."""

from __future__ import annotations

from typing import Any, TypeVar

from rules.kernel.facts import followed
from rules.kernel.replacing import replace

S = TypeVar("S", bound=Any)


def settled(state: S, winner: str | None, reason: str) -> S:
    """The match is over for no rule of the game: ``winner`` is a side, None for a draw, ``reason`` a sentence."""
    return followed(state, replace(state, ended=(winner or "", reason, "")))


def with_dice_from(state: S, draws: int) -> S:
    """The position with its next die of this number: a position of before must not see the same dice again."""
    return followed(state, replace(state, draws=draws))
