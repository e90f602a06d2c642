"""Who may still move, hex by hex, and the ways of units that march as one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from rules.hexes.by_hex import Noted, Placed, Stacked, by_hex
from rules.kernel import wire
from rules.kernel.incremental import Previous
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import read_path
from rules.kernel.tracked_dict import TrackedDict, derived


class Able(NamedTuple):
    """What is said of the units of one hex: who may still move, why others may not, whether any has yet to begin."""

    movers: tuple[str, ...]
    why: JsonObject
    waiting: bool


NOBODY = Able((), {}, False)
_MOVERS: Callable[[Able], tuple[str, ...]] = itemgetter(Able._fields.index("movers"))
_WHY: Callable[[Able], JsonObject] = itemgetter(Able._fields.index("why"))
"""Read of some hundred hexes at each question, so without a step of the interpreter for each."""
Ables = dict[str, Able]


class Spending(Placed, Protocol):
    """How a unit is that marches: ``spent`` are its movement points of this phase that are gone."""

    @property
    def spent(self) -> int:
        """What it has spent."""
        ...


def who_may_move(
    state: Stacked[Spending],
    ids: Sequence[str],
    name: Hashable,
    judged: Callable[[str, tuple[str, ...]], Iterable[str]],
    stays: Callable[[str], Refusal | None],
    *,
    marks: tuple[frozenset[int] | frozenset[Noted], ...] = (),
    whole: tuple[object, ...] = (),
) -> Ables:
    """By occupied hex, kept as ``by_hex`` keeps it: of those units of a hex that are ``judged`` who may move.

    ``stays`` says why a unit cannot; with ``judged`` it looks at no more than ``by_hex`` allows.
    """

    def make(hex_: str, units: tuple[str, ...]) -> Able:
        refusals = {unit: stays(unit) for unit in judged(hex_, units)}
        if not refusals:
            return NOBODY
        movers = tuple(unit for unit, refusal in refusals.items() if refusal is None)
        why: JsonObject = {unit: refusal.json() for unit, refusal in refusals.items() if refusal is not None}
        return Able(movers, why, any(not state.units[unit].spent for unit in movers))

    return by_hex(state, ids, name, make, marks=marks, whole=whole)


def movers_among(ables: Ables) -> tuple[str, ...]:
    """All who may move, by hex."""
    return tuple(chain.from_iterable(map(_MOVERS, ables.values())))


def reasons_among(state: Stacked[Spending], name: Hashable, ables: Ables) -> JsonObject:
    """Why the others may not, by hex. Not to be changed: it is kept. ``name`` is that of ``who_may_move``."""

    def find(earlier: Previous[tuple[Any, ...], JsonObject] | None) -> JsonObject:
        # Listed by hex each time: an order that came of what was before could tell of it.
        why: TrackedDict[str, Json] = TrackedDict({})
        for reasons in filter(None, map(_WHY, ables.values())):
            why.update(reasons)
        if earlier is None:
            return why
        was = earlier.source[0]
        changed = state.memory.changed(name, was, ables)
        touched = {u for hex_ in changed for one in (was, ables) for u in one.get(hex_, NOBODY).why}
        return derived(why, earlier.value, touched)

    return state.memory.recall(("reasons", name), (ables,), find)


def steps_along(
    path: Iterable[str], start: int, index: Mapping[str, int], neighbours: Sequence[Sequence[int]], section: str
) -> Iterator[tuple[int, int, int]]:
    """The steps of a path from outside: the hex that is left, the side (or link) crossed, the hex that is entered.

    Refused at a hex that is no neighbour of the one before it, when it comes to that.
    """
    a = start
    for name in path:
        b = index.get(name, OFF_BOARD)
        if b == OFF_BOARD or b not in neighbours[a]:
            raise Refused("skips-hexes", section, "A move goes from one hex to a neighbouring hex.")
        yield a, neighbours[a].index(b), b
        a = b


class March(NamedTuple):
    """A way to a hex, the start left out, and its movement points."""

    path: Sequence[str]
    cost: int


@dataclass(frozen=True, slots=True)
class Marches:
    """The ways of a group. Any that ``check`` does not refuse is taken; of all of them the best to each end are shown.

    ``ends``: the hexes in which the group may stay, in the order of the list. ``refused``: why it may not in others
    near by. ``chance``: some way for a program at random. ``nowhere``: whether there is none.
    """

    check: Callable[[tuple[str, ...]], object]
    ends: Callable[[], Mapping[str, March]]
    refused: Callable[[Mapping[str, March]], Mapping[str, Refusal]]
    chance: Callable[[Rng], Sequence[str] | None]
    nowhere: Callable[[], bool]

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The hexes in turn."""
        path = read_path(raw, section)
        self.check(path)
        return path

    def wire(self) -> wire.Path:
        """``{"ways": {end: path}, "costs": {end: cost}, "refused": {end: refusal}}``."""
        ends = self.ends()
        return {
            "ways": {hex_: [*march.path] for hex_, march in ends.items()},
            "costs": {hex_: march.cost for hex_, march in ends.items()},
            "refused": {hex_: refusal.shape() for hex_, refusal in self.refused(ends).items()},
        }

    def pick(self, rng: Rng) -> list[Json] | None:
        """A way at random."""
        path = self.chance(rng)
        return [*path] if path else None

    def empty(self) -> bool:
        """Whether the group can go nowhere."""
        return self.nowhere()
