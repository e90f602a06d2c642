"""What is said of each occupied hex, kept from state to state: a move changes two hexes of a hundred."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol, TypeVar

from rules.kernel.incremental import Memory, Previous
from rules.kernel.tracked_dict import TrackedDict, rebuilt

T = TypeVar("T")


class Placed(Protocol):
    """How a unit is: ``at`` is its hex or box."""

    @property
    def at(self) -> str:
        """Where it is."""
        ...


U = TypeVar("U", bound=Placed, covariant=True)

Stacks = Mapping[str, tuple[str, ...]]
Noted = tuple[int, str]
"""A hex, with a word that means something there."""


class Stacked(Protocol[U]):
    """A state with units in stacks: ``hexes`` are the occupied ones in order, ``stacks`` the units of each."""

    @property
    def stacks(self) -> Stacks:
        """Hex to units, the top first."""
        ...

    @property
    def units(self) -> Mapping[str, U]:
        """Unit to how it is."""
        ...

    @property
    def hexes(self) -> tuple[str, ...]:
        """The occupied hexes by number."""
        ...

    @property
    def memory(self) -> Memory:
        """What was found for this line of states."""
        ...


def by_hex(
    state: Stacked[Placed],
    ids: Sequence[str],
    name: Hashable,
    make: Callable[[str, tuple[str, ...]], T],
    *,
    marks: tuple[frozenset[int] | frozenset[Noted], ...] = (),
    whole: tuple[object, ...] = (),
) -> dict[str, T]:
    """``make(hex, units)`` for every occupied hex, by number. Not to be changed.

    ``make`` may look at the units of the hex and their conditions, at whether the hex (as an index among ``ids``) lies
    in each of ``marks`` and what is noted there of it, and at what stands in ``whole``; at nothing else of the state.
    """

    def find(earlier: Previous[tuple[Any, ...], dict[str, T]] | None) -> dict[str, T]:
        stacks = state.stacks
        if earlier is None or earlier.source[2] != len(marks) or earlier.source[3 + len(marks) :] != whole:
            return TrackedDict({hex_: make(hex_, stacks[hex_]) for hex_ in state.hexes})
        old = earlier.value
        touched = touched_hexes(state, earlier.source[0], earlier.source[1])
        pairs = zip(earlier.source[3:], marks, strict=False)
        other = chain.from_iterable(was ^ now for was, now in pairs if was is not now)
        touched = touched.union([ids[i if isinstance(i, int) else i[0]] for i in other])
        found: TrackedDict[str, Any]
        if any(hex_ not in old and hex_ in stacks for hex_ in touched):
            # They stand by number, so a newcomer has all listed again; nothing is missing that is not made below.
            found = rebuilt(old, _listed(state), touched)
            found.update(old)
        else:
            found = rebuilt(old, old, touched)
        for hex_ in touched:
            if hex_ in stacks:
                found[hex_] = make(hex_, stacks[hex_])
            else:
                found.pop(hex_, None)
        return found

    return state.memory.recall(name, (state.stacks, state.units, len(marks), *marks, *whole), find)


def _listed(state: Stacked[Placed]) -> dict[str, None]:
    """The occupied hexes by number, to be copied: for all of whom something is said of each."""
    return state.memory.recall("listed", (state.hexes,), lambda _: dict.fromkeys(state.hexes))


def touched_hexes(state: Stacked[Placed], stacks: Stacks, units: Mapping[str, Placed]) -> set[str]:
    """The hexes that have other units than in these ``stacks``, or units in another condition than in ``units``."""

    def find(_: object) -> set[str]:
        touched = set(state.memory.changed("stacks", stacks, state.stacks))
        for unit in state.memory.changed("units", units, state.units):
            touched.update(lot[unit].at for lot in (units, state.units) if unit in lot)
        return touched

    return state.memory.recall("touched", (stacks, units, state.stacks, state.units), find)
