"""Answers about a position that are asked time and again: each is found once and kept with the state."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import CO_VARARGS
from types import FunctionType
from typing import TypeVar, TypeVarTuple, cast

from rules.kernel.incremental import Remembering

S = TypeVar("S", bound=Remembering)
Ts = TypeVarTuple("Ts")
R = TypeVar("R")


def kept(find: Callable[[S, *Ts], R]) -> Callable[[S, *Ts], R]:
    """A function of a state, and of things to look up by, whose answer is never None and stays with the state."""
    name = f"{find.__module__}.{find.__qualname__}"
    code = cast(FunctionType, find).__code__
    if code.co_argcount == 1 and not code.co_flags & CO_VARARGS:
        return _kept_whole(find, name)

    @wraps(find)
    def asked(state: S, /, *args: *Ts) -> R:
        memo, key = state.memo, (name, args)
        found: R | None = memo.get(key)
        if found is None:
            found = memo[key] = find(state, *args)
        return found

    return cast("Callable[[S, *Ts], R]", asked)


def _kept_whole(find: Callable[[S, *Ts], R], name: str) -> Callable[[S, *Ts], R]:
    """``kept`` for what is asked of a state and of nothing else. Most is, dozens of times a command: the name alone is
    looked up in a fifth of the time that a key of two parts takes."""

    @wraps(find)
    def asked(state: S, /, *args: *Ts) -> R:
        memo = state.memo
        found: R | None = memo.get(name)
        if found is None:
            found = memo[name] = find(state, *args)
        return found

    return cast("Callable[[S, *Ts], R]", asked)
