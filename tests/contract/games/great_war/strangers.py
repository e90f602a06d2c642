"""Commands of the deciding seat, well formed and against the rules by construction: none of them is offered."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import rules.great_war
import rules.hexes
from rules.great_war.engine import ENGINE
from rules.great_war.position.state import State
from tests.contract import derived
from tests.contract.games.great_war.hidden import concealed, side_of

FOLDERS = (Path(rules.great_war.__file__).parent, Path(rules.hexes.__file__).parent)
_CODE = re.compile(r"Refus(?:ed|al)\(\s*\"([a-z][a-z-]*)\"")
CODES = derived.CODES | {
    code
    for folder in FOLDERS
    for file in folder.rglob("*.py")
    for code in _CODE.findall(file.read_text(encoding="utf-8"))
}
"""Every code that stands in the rules: one that is made up of parts would not be known."""
SECTIONS = frozenset(f"{chapter}.{n}" for chapter in range(1, 22) for n in range(100))
"""§1.0 to §21.99: chapters 1 to 21, two figures after the point."""

Wrong = dict[str, Any]
NOWHERE = ("W0000", "9999", "W", "W490", "W49080", "E١٢١٢", "?W4908.0", "pool", "dead", "available")
NOBODY = ("ge-nobody", "", "GE-3", "ge-3 ", "?W4908.1", "central", "units")


def unoffered(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[Wrong]:
    """Every slot spoilt, orders of other steps, and ways that lead nowhere."""
    board = state.printed.board
    unseen = concealed(state, seat)
    foes = [u for u in state.units if side_of(state, u) != seat]
    handles = [f"?{h}.1" for h, units in state.stacks.items() if len(units) > 1 and units[1] in unseen][:3]
    names = [
        *rng.sample(foes, min(20, len(foes))),
        *rng.sample(board.ids, 20),
        *NOWHERE,
        *NOBODY,
        *handles,
        *unseen[:10],
    ]
    yield from derived.spoilt(ENGINE, state, seat, rng, names)
    yield from derived.forbidden(ENGINE, state, seat, rng)
    offers: Mapping[str, Any] = {o["kind"]: o for o in game.legal(state, seat)["offers"] if o["refusal"] is None}
    if "move" in offers:
        yield from _wrong_moves(state, seat, offers["move"]["slots"][0]["options"]["of"], foes, rng)


def beside(state: State, place: str) -> tuple[str, ...]:
    """The hexes round a hex, on land, lakes and sea."""
    board = state.printed.board
    return tuple(board.lattice.around(place)) if place in board.index else ()


def astray(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[tuple[Wrong, bool]]:
    """Orders that go elsewhere, and whether that is offered."""
    del game
    yield from derived.astray(ENGINE, state, seat, rng, lambda place: beside(state, place))


def _wrong_moves(state: State, seat: str, movers: list[str], foes: list[str], rng: random.Random) -> Iterator[Wrong]:
    around, ids = state.printed.board.lattice.around, state.printed.board.ids
    for unit in rng.sample(movers, min(3, len(movers))):
        at = state.units[unit].at
        near = rng.choice(around(at))
        alien = rng.choice(foes)
        for units, path in (
            ([alien], [near]),
            ([unit, alien], [near]),
            ([unit, unit], [near]),
            ([], [near]),
            ([unit], []),
            ([unit], [at]),
            ([unit], [rng.choice(NOWHERE)]),
            ([unit], [near, rng.choice(NOWHERE)]),
            ([unit], [near, at] * 40),
            ([unit], [rng.choice(ids), near]),
        ):
            # A way by chance: one hex beside the unit, or two.
            if units == [unit] and 0 < len(path) <= 2 and all(b in around(a) for a, b in pairwise([at, *path])):
                continue
            yield {"kind": "move", "units": units, "path": path}
        enemies = [h for h in around(at) if h in state.stacks and state.holder(h) != seat]
        for hex_ in enemies:
            if state.counter(state.stacks[hex_][0]).is_combat:
                yield {"kind": "move", "units": [unit], "path": [hex_]}
    apart = [u for u in movers if state.units[u].at != state.units[movers[0]].at]
    if apart:
        near = rng.choice(around(state.units[movers[0]].at))
        yield {"kind": "move", "units": [movers[0], apart[0]], "path": [near]}
