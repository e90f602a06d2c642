"""Who may still move, found from the state before, and the ways of a march."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import pytest

from rules.hexes.marching import March, Marches, movers_among, reasons_among, steps_along, who_may_move
from rules.kernel.incremental import Memory
from rules.kernel.lattice import Grain, Lattice
from rules.kernel.messages import Refusal, Refused
from rules.kernel.tracked_dict import with_changes
from tests.thorough import at_least_one

BOARD = Lattice(Grain("odd"), [f"{row:02}{col:02}" for row in range(1, 6) for col in range(1, 6)])
SPENT = Refusal("spent", "8", "The unit has no MP left.")
HELD = Refusal("held", "7", "The unit is held.")
MOST = 3
UNITS = [f"{side}-{n}" for n in range(8) for side in ("a", "b")]


@dataclass(frozen=True)
class Unit:
    """A unit in a hex."""

    at: str
    spent: int = 0


@dataclass(frozen=True)
class State:
    """Units in stacks, of which some hexes hold theirs."""

    units: Mapping[str, Unit]
    stacks: Mapping[str, tuple[str, ...]]
    held: frozenset[int]
    memory: Memory

    @property
    def hexes(self) -> tuple[str, ...]:
        """By number."""
        return tuple(sorted(self.stacks))


def states() -> Iterator[State]:
    """One state after the other: a unit has moved, a hex holds its units or lets them go."""
    rng, memory, held = random.Random(5), Memory(), frozenset[int]()
    units: Mapping[str, Unit] = with_changes({}, {unit: Unit(BOARD.ids[n]) for n, unit in enumerate(UNITS)})
    for _ in range(200):
        unit = rng.choice([*units])
        units = with_changes(units, {unit: Unit(rng.choice(BOARD.ids), rng.randrange(MOST + 1))})
        if not rng.randrange(4):
            held ^= {rng.randrange(len(BOARD))}
        found: dict[str, tuple[str, ...]] = {}
        for name, now in units.items():
            found[now.at] = (*found.get(now.at, ()), name)
        yield State(units, with_changes({}, found), held, memory)


def stays(state: State, unit: str) -> Refusal | None:
    """Why a unit cannot move."""
    now = state.units[unit]
    return HELD if BOARD.index[now.at] in state.held else SPENT if now.spent >= MOST else None


def test_the_units_that_may_move_are_those_a_full_search_finds() -> None:
    for state in at_least_one(states()):
        ables = who_may_move(
            state, BOARD.ids, "a moves", lambda _, units: [u for u in units if u[0] == "a"], partial(stays, state),
            marks=(state.held,),
        )  # fmt: skip
        mine = [u for hex_ in state.hexes for u in state.stacks[hex_] if u[0] == "a"]
        assert movers_among(ables) == tuple(u for u in mine if stays(state, u) is None)
        reasons = {u: why.json() for u in mine if (why := stays(state, u)) is not None}
        found = reasons_among(state, "a moves", ables)
        assert (found, [*found]) == (reasons, [*reasons])
        fresh = {h for h in state.hexes if any(u in mine and not stays(state, u) and not state.units[u].spent
                                               for u in state.stacks[h])}  # fmt: skip
        assert {hex_ for hex_, able in ables.items() if able.waiting} == fresh


def no_way(path: tuple[str, ...]) -> None:
    """Only ways that end in 0103."""
    if path[-1] != "0103":
        raise Refused("out-of-reach", "8", "The unit cannot go that way.")


def test_any_way_that_is_not_refused_is_taken_and_the_best_are_shown() -> None:
    ends = {"0103": March(["0102", "0103"], 3)}
    near = {"0104": SPENT}
    marches = Marches(
        no_way, lambda: ends, lambda found: {} if "0104" in found else near, lambda _: None, lambda: False
    )
    assert marches.read(["0202", "0203", "0103"], "8") == ("0202", "0203", "0103")
    for way in (["0104"], [], "0103", [7]):
        with pytest.raises(Refused):
            marches.read(way, "8")
    assert marches.wire() == {
        "ways": {"0103": ["0102", "0103"]}, "costs": {"0103": 3}, "refused": {"0104": SPENT.shape()},
    }  # fmt: skip
    assert marches.pick(random.Random(1)) is None
    assert not marches.empty()


def walk(*path: str) -> Iterator[tuple[str, int, str]]:
    """The steps from 0202, by name."""
    steps = steps_along(path, BOARD.index["0202"], BOARD.index, BOARD.neighbours, "8")
    return ((BOARD.ids[a], side, BOARD.ids[b]) for a, side, b in steps)


def test_a_path_is_walked_step_by_step() -> None:
    steps = [*walk("0203", "0204")]
    assert [(a, b) for a, _, b in steps] == [("0202", "0203"), ("0203", "0204")]
    for a, side, b in steps:
        assert BOARD.neighbours[BOARD.index[a]][side] == BOARD.index[b]
    assert [*walk()] == []


@pytest.mark.parametrize("strange", ["0505", "9999", "", "0202"])
def test_a_path_that_skips_hexes_is_refused_where_it_does(strange: str) -> None:
    steps = walk("0203", "0202", strange)
    assert len([next(steps), next(steps)]) == 2, "what goes before is judged first"
    with pytest.raises(Refused) as caught:
        next(steps)
    assert caught.value.refusal == Refusal("skips-hexes", "8", "A move goes from one hex to a neighbouring hex.")
