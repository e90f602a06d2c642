"""Where trains run, over as few hexes of the enemy's as can be."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from rules.hexes.journeys import Passengers, journeys_from
from rules.kernel.lattice import OFF_BOARD, Grain, Lattice
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Fitting

BOARD = Lattice(Grain("odd"), [f"{row:02}{col:02}" for row in range(1, 9) for col in range(1, 9)])
LINKS = tuple(tuple(b for b in row if b != OFF_BOARD) for row in BOARD.neighbours)
START = BOARD.index["0101"]


def cheapest(mine: set[int], shut: set[int], last: set[int]) -> dict[int, int]:
    """The fewest hexes of others on the way to each hex, by trying all ways until nothing gets cheaper."""
    found, changed = {START: 0}, True
    while changed:
        changed = False
        for a in [*found]:
            for b in LINKS[a] if a == START or a not in last else ():
                cost = found[a] + (b not in mine)
                if b not in shut and cost < found.get(b, 999):
                    found[b], changed = cost, True
    return found


@pytest.mark.parametrize("seed", range(30))
def test_journeys_are_the_cheapest_and_their_paths_hold(seed: int) -> None:
    rng = random.Random(seed)
    mine, shut, last = ({i for i in range(len(BOARD)) if rng.random() < part} for part in (0.6, 0.2, 0.2))
    found = journeys_from(LINKS, [START], mine, shut, last)
    assert found.cost == cheapest(mine, shut - {START}, last) | {START: 0}
    for to in found.cost.keys() - {START}:
        path = (START, *found.path(to))
        assert all(b in LINKS[a] for a, b in pairwise(path))
        assert not shut.intersection(path[1:])
        assert not last.intersection(path[1:-1])
        assert sum(i not in mine for i in path[1:]) == found.cost[to]


def test_journeys_go_on_from_a_gate_to_where_others_begin() -> None:
    west, east = ({i for i in range(len(BOARD)) if (BOARD.ids[i] < "0500") is part} for part in (True, False))
    gate, door = BOARD.index["0408"], BOARD.index["0801"]
    here = journeys_from(LINKS, [START], west, east, ())
    there = journeys_from(LINKS, [door], east, west, (), here.cost[gate] + 2)
    found = here.onward(gate, [door], there)
    to = BOARD.index["0808"]
    path = found.path(to)
    assert path[path.index(gate) + 1] == door
    assert found.cost[to] == 2


PLACES = {"a": "0101", "b": "0101", "c": "0102"}
APART = Refusal("not-together", "9", "Choose units from one hex.")


def test_passengers_are_units_of_one_hex() -> None:
    fit = Fitting(lambda: [*PLACES], lambda unit: None if unit in PLACES else APART)
    there = {"0101": ("a", "b"), "0102": ("c",)}
    options = Passengers(fit, place=PLACES.__getitem__, there=there.__getitem__, apart=APART)
    assert options.read(["b", "a"], "9") == ("b", "a")
    with pytest.raises(Refused, match="one hex"):
        options.read(["a", "c"], "9")
    rng = random.Random(3)
    picked = [options.pick(rng) for _ in range(40)]
    assert {len(units) for units in picked if units} == {1, 2}
    assert all(options.read(units, "9") for units in picked)


def test_passengers_may_be_too_many_together() -> None:
    def one_alone(units: tuple[str, ...]) -> None:
        if len(units) > 1:
            raise Refused("full", "9", "One unit may go.")

    fit = Fitting(lambda: [*PLACES], lambda unit: None if unit in PLACES else APART)
    there = {"0101": ("a", "b"), "0102": ("c",)}
    options = Passengers(fit, place=PLACES.__getitem__, there=there.__getitem__, apart=APART, together=one_alone)
    assert options.read(["b"], "9") == ("b",)
    with pytest.raises(Refused, match="One unit"):
        options.read(["b", "a"], "9")
    rng = random.Random(3)
    assert {len(units) for units in (options.pick(rng) for _ in range(40)) if units} == {1}
