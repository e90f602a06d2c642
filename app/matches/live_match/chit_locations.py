"""What a match draws from, as rows of a table of its own: which chit lies where, how many of it, and since when.

The rows follow from the positions and are stored in the statement that stores the facts (docs/decisions/0044).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from rules.kernel.game import Game
from rules.kernel.messages import JsonObject
from rules.kernel.pools import Lots

Place: TypeAlias = tuple[str, str, str]
"""Pool, chit and place."""
Then: TypeAlias = Sequence[tuple[int, Lots]]
"""What lay where after each fact, by the facts' numbers."""


class ChitLocation(NamedTuple):
    """That many of a chit lie at a place; ``since`` is the number of the fact by which it became that many."""

    pool: str
    chit: str
    place: str
    number: int
    since: int

    def json(self) -> JsonObject:
        """As an export has it."""
        return {**self._asdict()}

    @property
    def key(self) -> Place:
        """What no two rows of a match share."""
        return self.pool, self.chit, self.place


def numbers(lots: Lots) -> dict[Place, int]:
    """How many of each chit lie where."""
    found: dict[Place, int] = {}
    for name, lot in lots.items():
        pool, _, place = name.partition(".")
        for chit, number in lot.items():
            if number > 0:
                found[pool, chit, place] = number
    return found


def last_changes(before: Lots, then: Then) -> dict[Place, int]:
    """Of which chits the facts of one command changed the number at a place, and by which fact last.

    What was drawn and put back by the same command lies there since before.
    """
    found: dict[Place, int] = {}
    known, last = before, numbers(before)
    for seq, lots in then:
        if lots is known:
            continue
        now = numbers(lots)
        found.update((key, seq) for key in last.keys() | now.keys() if last.get(key) != now.get(key))
        known, last = lots, now
    first = numbers(before)
    return {key: seq for key, seq in found.items() if first.get(key) != last.get(key)}


def rows(before: Lots, then: Then, known: int) -> tuple[ChitLocation, ...]:
    """What lies where after the facts of a command. What they left alone lies there since ``known`` at the latest."""
    changed = last_changes(before, then)
    last = then[-1][1] if then else before
    return tuple(ChitLocation(*key, number, changed.get(key, known)) for key, number in numbers(last).items())


def locations_at_start(game: Game[Any, Any], state: Any) -> tuple[ChitLocation, ...]:
    """What lies where when a match begins."""
    return rows(game.pools.lots(state), (), 0)


def visible_rows(lots: Sequence[ChitLocation], seen: Lots, since: Mapping[int, int]) -> list[JsonObject]:
    """The rows that a viewer may know, with the viewer's own number of the fact for ours."""
    shown = numbers(seen)
    return [{**lot.json(), "since": since.get(lot.since, 0)} for lot in lots if lot.key in shown]
