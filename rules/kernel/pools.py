"""Chits, cards or counters that a game draws from: where each of them lies, and who may know it.

The server keeps a table of them beside the events (docs/decisions/0044). What lies where is a part of the state and
follows from it alone; a game without anything to draw says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Lots: TypeAlias = Mapping[str, Mapping[str, int]]
"""By pool and place (``allied.hand``), how many of each chit lie there."""

EMPTY: Lots = {}


def _nothing(_: Any) -> Lots:
    return EMPTY


def _nothing_seen(_: Any, _viewer: str) -> Lots:
    return EMPTY


@dataclass(frozen=True, slots=True)
class Pools:
    """``lots(state)``: all that lies anywhere. ``seen(state, viewer)``: what of it a viewer may know."""

    lots: Callable[[Any], Lots] = _nothing
    seen: Callable[[Any, str], Lots] = _nothing_seen


NO_POOLS = Pools()
