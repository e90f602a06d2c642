"""Whatever is kept from state to state is found again from nothing and compared, in all tests of this process.

A find that forgets to name something that it depends on answers rightly nearly always. So each test that plays is a
test of the memory too. ``EVERY`` says how many recalls go by for each one that is checked: all of them would double the
time of the suite several times over.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from rules.hexes.supply.components import Unbroken
from rules.kernel.incremental import Memory
from rules.kernel.tracked_dict import TrackedDict

EVERY = int(os.environ.get("GREATWAR_CHECK_RECALLS", "31"))
"""A prime, so that the checks do not fall into step with a game's own rhythm; 1 checks every recall."""

_plain = Memory.recall
_passed = 0
_checking = False


def found_alike(kept: Any, fresh: Any) -> bool:
    """Whether two finds are the same to whoever asks; the order of a dictionary's members counts.

    One that was altered has that of its history, by which nobody may list.
    """
    if isinstance(kept, dict) and not isinstance(kept, TrackedDict):
        return kept == fresh and list(kept) == list(fresh)
    if isinstance(kept, tuple) and kept and all(isinstance(one, Unbroken) for one in kept):
        # Since when the ground is whole is history, and that found from nothing begins now.
        return len(kept) == len(fresh)
    if isinstance(kept, tuple) and hasattr(kept, "looked"):
        # A flood may have looked at more than it has to: only what it reached is an answer.
        return bool(kept.hexes == fresh.hexes)
    return bool(kept == fresh)


def recall(memory: Memory, name: Hashable, source: tuple[Any, ...], find: Callable[[Any], Any]) -> Any:
    """As ``Memory.recall``; AssertionError when what is kept is not what is found now."""
    global _passed, _checking
    value = _plain(memory, name, source, find)
    _passed += 1
    if not _checking and _passed % EVERY == 0:
        _checking = True
        try:
            fresh = find(None)
        finally:
            _checking = False
        assert found_alike(value, fresh), f"what is kept as {name!r} is not what is found from nothing"
    return value


@contextlib.contextmanager
def unchecked() -> Iterator[None]:
    """For a test that counts how often something is found: its own finds only."""
    global _checking
    before, _checking = _checking, True
    try:
        yield
    finally:
        _checking = before


def check_from_now_on() -> None:
    """Check in this process, whatever plays."""
    Memory.recall = recall  # type: ignore[method-assign]
