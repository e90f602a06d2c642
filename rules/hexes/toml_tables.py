"""Tables of tables from a TOML file, each key declared with what it may hold, as columns of a CSV file are."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from rules.hexes.counters import SOURCE

T = TypeVar("T")
V = TypeVar("V")

Key = Callable[[Any], object]
"""Reads one value; ValueError for what it cannot hold."""


def tables(
    file: Path,
    name: str,
    make: Callable[..., T],
    needed: Mapping[str, Key],
    optional: Mapping[str, Key],
) -> Iterator[T]:
    """What ``make`` gives for each ``[[name]]`` of a file, in order.

    ValueError names the file and the line of the table that has a key too many, one too few or a word that cannot be,
    or the id (the name, where there is no id) of one before it.
    """
    text = file.read_text(encoding="utf-8")
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.strip() == f"[[{name}]]"]
    before: set[object] = set()
    for line, entry in zip(lines, _parse(text).get(name, ()), strict=True):
        try:
            called = entry.get("id", entry.get("name"))
            if called is not None and called in before:
                raise ValueError(f"{called} stands twice")
            before.add(called)
            strange = entry.keys() - needed.keys() - optional.keys() - set(SOURCE)
            missing = needed.keys() - entry.keys()
            if strange or missing:
                raise ValueError(f"keys {sorted(strange)} are unknown and {sorted(missing)} are missing")
            read = {**needed, **optional}
            made = make(**{key: read[key](value) for key, value in entry.items() if key in read})
        except ValueError as error:
            raise ValueError(f"{file.name}:{line}: {error}") from error
        yield made


@lru_cache(maxsize=2)
def _parse(text: str) -> Mapping[str, Any]:
    """A file is asked for one kind of its tables after the other, a dozen times; to read it is most of a game's start.
    What it gives is read and never altered."""
    return tomllib.loads(text)


def word(value: Any) -> str:
    """Some text."""
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is no text")
    return value


def whole(value: Any) -> int:
    """A whole number, which may be below zero."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{value!r} is no whole number")
    return value


def count(value: Any) -> int:
    """A whole number from 0 up."""
    if whole(value) < 0:
        raise ValueError(f"{value!r} is less than nothing")
    return whole(value)


def flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def each(read: Callable[[Any], V]) -> Callable[[Any], tuple[V, ...]]:
    """A list, every value of which this reads."""

    def values(value: Any) -> tuple[V, ...]:
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is no list")
        return tuple(read(part) for part in value)

    return values


def known_name(names: Mapping[str, object], what: str) -> Callable[[Any], str]:
    """A name from another file."""

    def name(value: Any) -> str:
        if value not in names:
            raise ValueError(f"no {what} is called {value!r}")
        return word(value)

    return name


def one(file: Path, spec: Mapping[str, Any], name: str, make: Any) -> Any:
    """A table that stands once. The line named is that of its heading."""
    lines = file.read_text(encoding="utf-8").splitlines()
    line = next((n for n, text in enumerate(lines, 1) if text.strip() == f"[{name}]"), 0)
    try:
        return make({key: value for key, value in spec.get(name, {}).items() if key not in SOURCE})
    except ValueError as error:
        raise ValueError(f"{file.name}:{line}: {error}") from error


def figures(cls: Any, **others: Key) -> Any:
    """A maker of one of the plain tables: every field a whole number, unless told."""
    wanted = {field.name: others.get(field.name, whole) for field in fields(cls)}

    def make(entry: Mapping[str, Any]) -> Any:
        if entry.keys() != wanted.keys():
            raise ValueError(f"keys {sorted(entry.keys() ^ wanted.keys())} are unknown or missing")
        return cls(**{key: read(entry[key]) for key, read in wanted.items()})

    return make


def row_of(read: Callable[[Any], V], length: int) -> Callable[[Any], tuple[V, ...]]:
    """A list of that length."""

    def values(value: Any) -> tuple[V, ...]:
        row = each(read)(value)
        if len(row) != length:
            raise ValueError(f"{value!r} has {len(row)} figures and not {length}")
        return row

    return values
