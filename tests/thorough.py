"""What ``make test`` takes a sample of, and ``make sweep`` and ``make soak`` take whole; and that there is something to
look at."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

THOROUGH = os.environ.get("GREATWAR_THOROUGH") == "1"
"""Whether the suites take all the time that the budgets grant. ``make test`` takes a sample."""


def at_least_one(things: Iterable[T]) -> Iterator[T]:
    """What a test looks at one by one. AssertionError where there is nothing: such a test would pass unseen."""
    n = 0
    for n, thing in enumerate(things, 1):  # noqa: B007
        yield thing
    assert n, "there was nothing to look at"


in_the_sweep = pytest.mark.skipif(not THOROUGH, reason="long, and made of what shorter tests look at: make sweep")
"""For a test that is left out of a sample."""


def sample_of(cases: Sequence[T], n: int, first: int = 0) -> Sequence[T]:
    """All the cases; in a sample one in ``n`` of them, from number ``first`` on."""
    return cases if THOROUGH else cases[first::n]
