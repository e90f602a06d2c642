"""Choices that come to a total, made of what the wire says of them and of nothing else: sums and allotments.

It knows no search: it tries at random and, where that finds nothing, every way there is. So it tells whether the rules
found one where there is one.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any

from rules.kernel.offered import fulfils, without_the_spared

TRIES = 60
"""Choices that are tried at random before all are."""
MOST_WAYS = 300_000
"""More ways than these are not gone through one by one."""


def summed(options: Any, rng: random.Random) -> list[str] | None:
    """Names that come to what the wire asks for; None where no names do."""
    names, need = options["of"], options["need"]
    for _ in range(TRIES):
        chosen = rng.sample(names, rng.randint(0, len(names)))
        if fulfils(need, chosen):
            return without_the_spared(need, chosen) if options["sparing"] else chosen
    if 2 ** len(names) > MOST_WAYS:
        return [*options["proposed"]] or None
    every = (list(some) for n in range(len(names) + 1) for some in itertools.combinations(names, n))
    # The shortest come first, so nobody could be left out of the first that fulfils it.
    return next((some for some in every if fulfils(need, some)), None)


def allotted(options: Any, rng: random.Random) -> dict[str, list[str]] | None:
    """The names of each group; None where there is no way to give them out."""
    ways = [*options["groups"], *([] if options["every"] else [None])]
    for _ in range(TRIES):
        found = _given(options, [rng.choice(ways) for _ in options["of"]])
        if found is not None:
            return found
    assert len(ways) ** len(options["of"]) <= MOST_WAYS, "too many ways to try them all"
    tried = (_given(options, way) for way in itertools.product(ways, repeat=len(options["of"])))
    return next((found for found in tried if found is not None), None)


def _given(options: Any, way: Sequence[str | None]) -> dict[str, list[str]] | None:
    by_group = {
        group: [name for name, to in zip(options["of"], way, strict=True) if to == group] for group in options["groups"]
    }
    for group, need in options["groups"].items():
        if by_group[group] and not fulfils(need, by_group[group]):
            return None
        if not by_group[group] and not need["optional"]:
            return None
    return {group: names for group, names in by_group.items() if names}


def wrong_sums(options: Any, good: Sequence[str], names: Sequence[str]) -> Iterator[Any]:
    """Lists that do not come to it, or name what is not offered."""
    yield from ([*good, name] for name in names if name not in options["of"])
    if good:
        yield [*good, good[0]]
    if not fulfils(options["need"], []):
        yield []
    if not fulfils(options["need"], options["of"]):
        yield [*options["of"]]
    yield from ([n for n in good if n != name] for name in good if _lacking(options["need"], good, name))


def _lacking(need: Any, good: Sequence[str], name: str) -> bool:
    return not fulfils(need, [n for n in good if n != name])


def wrong_allotments(options: Any, good: dict[str, list[str]], names: Sequence[str]) -> Iterator[Any]:
    """Groups that do not have what they need, that share a name, or that nobody offered."""
    yield from ({**good, name: []} for name in names if name not in options["groups"])
    for group, given in good.items():
        yield from ({**good, group: [*given, name]} for name in names if name not in options["of"])
        yield {**good, group: [*given, given[0]]}
        if not options["groups"][group]["optional"]:
            yield {other: some for other, some in good.items() if other != group}
        yield from (
            {**good, group: [n for n in given if n != name]}
            for name in given
            if len(given) > 1 and _lacking(options["groups"][group], given, name)
        )
