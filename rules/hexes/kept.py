"""Answers about a position that are asked time and again: each is found once and kept with the state."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple, cast

from rules.kernel.incremental import Remembering

S = TypeVar("S", bound=Remembering)
Ts = TypeVarTuple("Ts")
R = TypeVar("R")


def kept(find: Callable[[S, *Ts], R]) -> Callable[[S, *Ts], R]:
    """A function of a state, and of things to look up by, whose answer is never None and stays with the state."""
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def asked(state: S, /, *args: *Ts) -> R:
        memo, key = state.memo, (name, args)
        found: R | None = memo.get(key)
        if found is None:
            found = memo[key] = find(state, *args)
        return found

    return cast("Callable[[S, *Ts], R]", asked)
