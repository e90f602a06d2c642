"""What is said of each occupied hex is what would be said now, and is said again only where something changed."""

from __future__ import annotations

import random
from dataclasses import dataclass

from rules.hexes.by_hex import by_hex
from rules.kernel.incremental import Memory
from tests.recalls import unchecked

IDS = tuple(f"{row:02}{col:02}" for row in range(1, 7) for col in range(1, 7))


@dataclass(frozen=True)
class Unit:
    """Where a unit is, and a condition."""

    at: str
    tired: bool = False


@dataclass(frozen=True)
class State:
    """Units and what is kept from state to state."""

    units: dict[str, Unit]
    stacks: dict[str, tuple[str, ...]]
    memory: Memory

    @property
    def hexes(self) -> tuple[str, ...]:
        """The occupied hexes by number."""
        return tuple(sorted(self.stacks))


def lain(units: dict[str, Unit], before: State) -> State:
    """The state with these units; stacks that stay alike stay the same objects, as a game's changes leave them."""
    stacks: dict[str, tuple[str, ...]] = {}
    for name, unit in sorted(units.items()):
        stacks[unit.at] = (*stacks.get(unit.at, ()), name)
    alike = {hex_: before.stacks[hex_] if before.stacks.get(hex_) == s else s for hex_, s in stacks.items()}
    return State(units, alike, before.memory)


def test_what_is_kept_is_what_would_be_said_now() -> None:
    rng = random.Random(3)
    units = {f"u{n}": Unit(rng.choice(IDS)) for n in range(20)}
    state, made = lain(units, State({}, {}, Memory())), 0
    mark: frozenset[int] = frozenset()
    whole = 0
    for turn in range(150):

        def tell(
            hex_: str, here: tuple[str, ...], state: State = state, mark: frozenset[int] = mark, n: int = whole
        ) -> str:
            nonlocal made
            made += 1
            return f"{here} {[state.units[u].tired for u in here]} {IDS.index(hex_) in mark} {n}"

        found = by_hex(state, IDS, "told", tell, marks=(mark,), whole=(whole,))
        assert list(found.items()) == [(h, tell(h, state.stacks[h])) for h in state.hexes]
        name = rng.choice(list(units))
        units = {**units, name: Unit(rng.choice(IDS) if rng.random() < 0.5 else units[name].at, rng.random() < 0.5)}
        if turn % 3 == 0:
            mark ^= {rng.randrange(len(IDS))}
        if turn % 50 == 49:
            whole += 1
        state = lain(units, state)
    hexes = len(state.hexes)
    # Every hex is told once by the check itself, and only a few by what is kept.
    assert made < 150 * hexes * 1.6


def test_two_facts_of_one_hex_are_kept_apart() -> None:
    state = lain({"a": Unit("0101")}, State({}, {}, Memory()))
    assert by_hex(state, IDS, "one", lambda h, _: h) == {"0101": "0101"}
    assert by_hex(state, IDS, "other", lambda _, here: len(here)) == {"0101": 1}
    with unchecked():
        assert by_hex(state, IDS, "one", lambda *_: "again") == {"0101": "0101"}
