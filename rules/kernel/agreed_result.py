"""What players may settle among themselves, in a state of any game that keeps ``ended`` and ``draws``."""

from __future__ import annotations

from typing import Any, TypeVar

from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace

S = TypeVar("S", bound=Any)


def settle_state(state: S, winner: str | None, reason: str) -> S:
    """The match is over for no rule of the game: ``winner`` is a side, None for a draw, ``reason`` a sentence."""
    return follow(state, replace(state, ended=(winner or "", reason, "")))


def with_dice_from(state: S, draws: int) -> S:
    """The position with its next die of this number: a position of before must not see the same dice again."""
    return follow(state, replace(state, draws=draws))
