"""Positions by chance on the boards of Europe: a few stacks near each other, in any weather, on any turn."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import position
from tests.games.great_war.oracle.ground import HOLLAND_AND_SWISS, controls, fort_of, other

NATIONS = {ALLIED: ("BR", "FR", "BE", "RU", "SE", "IT", "MN", "US", "RO", "GK"), CENTRAL: ("GE", "AH", "BU", "TU")}
NEUTRAL = (*HOLLAND_AND_SWISS, "SP", "DK", "SW", "NO")
WEATHER = ("fair", "wet", "snow")
LATE = 20
"""An operational turn of 1916, past all that is said of the first ones."""


@cache
def start() -> State:
    """The boards with nobody on them."""
    return position({})


@cache
def land() -> tuple[int, ...]:
    """The hexes where units may stand."""
    board = start().printed.board
    found = (i for i in range(len(board.ids)) if board.front[i] and board.land[i])
    return tuple(i for i in found if board.country[i] not in NEUTRAL)


@cache
def pool(side: str) -> tuple[str, ...]:
    """The units of a side."""
    return tuple(unit for unit in start().units if start().counter(unit).nation in NATIONS[side])


def at_war() -> dict[str, str]:
    """Everyone has entered."""
    entered = dict.fromkeys(("IT", "RO", "GK", "US"), ALLIED) | dict.fromkeys(("BU", "TU"), CENTRAL)
    return {**start().sides, **entered}


def laid(rng: random.Random, stacks: dict[str, str], key: str, **fields: Any) -> State:
    """The position with some stacks, in weather by chance."""
    sky = {"west": rng.choice(WEATHER), "east": rng.choice(WEATHER)}
    return position(stacks, key, sides=at_war(), turkey=True, balkans=True, **{"weather": sky, **fields})


def stacks_to_feed(rng: random.Random) -> State:
    """§11.0: up to twenty-six units of both sides within nine hexes, on ground that has changed hands at random."""
    board = start().printed.board
    centre = board.ids[rng.choice(land())]
    near = [board.index[h] for h in sorted(board.lattice.within(centre, 9)) if h in board.index]
    area = [i for i in near if board.land[i] and board.country[i] not in HOLLAND_AND_SWISS]
    stacks: dict[str, str] = {}
    for _ in range(rng.randint(6, 26)):
        hex_ = board.ids[rng.choice(area)]
        if hex_ in stacks:
            continue
        free = [u for u in pool(rng.choice((ALLIED, CENTRAL))) if u not in stacks.values()]
        kinds = ("hq", "mountain") if rng.random() < 0.25 else ()
        wanted = [u for u in free if start().counter(u).kind in kinds]
        stacks[hex_] = rng.choice(wanted or free)
    lost = {board.ids[i] for i in rng.sample(area, rng.randint(0, min(len(area), 60)))}
    landings = frozenset(rng.sample(["E1116", "E1022", "E1122"], rng.randint(0, 2)))
    state = laid(
        rng, stacks, "first-movement", turn=LATE, strategic="G", taken=frozenset(start().taken ^ lost),
        landings=landings, spoiled=frozenset(),
    )  # fmt: skip
    # §7.1, §14.14: a hex is with the side that stands in it, and no fort of the other side is left there.
    wrong = {h for h, unit in stacks.items() if controls(state, board.index[h]) != state.side(unit)}
    state = replace(state, taken=state.taken ^ wrong)
    fallen = {h for h, unit in stacks.items() if fort_of(state, board.index[h], other(state.side(unit)))}
    return replace(state, destroyed=state.destroyed | fallen)


@dataclass
class Assault:
    """An attack that might be declared."""

    state: State
    side: str
    attackers: list[str]
    target: str
    defenders: list[str]


def assault(rng: random.Random) -> Assault | None:
    """§10.0: up to five units in a hex, and up to four stacks round it, of which some attack. None where nobody can."""
    board = start().printed.board
    i, side = rng.choice(land()), rng.choice((ALLIED, CENTRAL))
    around = [
        j for k, j in enumerate(board.neighbours[i])
        if j >= 0 and board.land[j] and board.crossed(i, k) and board.country[j] not in HOLLAND_AND_SWISS
    ]  # fmt: skip
    if not around:
        return None
    used, stacks = set[str](), dict[str, str]()

    def some(of: str, number: int) -> str:
        nation, names = start().counter(rng.choice(pool(of))).nation, list[str]()
        for _ in range(number):
            free = [u for u in pool(of) if u not in used]
            alike = [u for u in free if start().counter(u).nation == nation and rng.random() < 0.9]
            unit = rng.choice(alike or free)
            counter = start().counter(unit)
            used.add(unit)
            names.append(unit + "*" * (rng.random() < 0.3 and counter.back is not None and counter.kind != "hq"))
        return " ".join(names)

    for j in rng.sample(around, rng.randint(1, min(4, len(around)))):
        stacks[board.ids[j]] = some(side, rng.randint(1, 4))
    target = board.ids[i]
    if theirs := some(other(side), rng.randint(0, 5)):
        stacks[target] = theirs
    laid_waste = frozenset(rng.sample(sorted(stacks), 1)) if rng.random() < 0.1 else frozenset[str]()
    state = laid(
        rng, stacks, f"first.{board.theatre[i]}.attacks", turn=LATE, strategic=rng.choice("EFGK"),
        devastated=laid_waste, destroyed=frozenset(),
    )  # fmt: skip
    able = [
        u for hex_ in stacks if hex_ != target for u in state.stacks[hex_]
        if state.counter(u).kind != "hq" and state.face(u).attack
    ]  # fmt: skip
    if not able:
        return None
    return Assault(state, side, rng.sample(able, rng.randint(1, len(able))), target, [*state.stacks.get(target, ())])


@dataclass
class March:
    """A unit that might move."""

    state: State
    unit: str
    side: str


def march(rng: random.Random) -> March:
    """§8.0: a unit with a few enemies within four hexes, and now and then another of its own side."""
    board = start().printed.board
    side = rng.choice((ALLIED, CENTRAL))
    unit, i = rng.choice(pool(side)), rng.choice(land())
    here = board.ids[i]
    stacks = {here: unit}
    near = [
        h for h in sorted(board.lattice.within(here, 4)) if h in board.index and board.index[h] in land() and h != here
    ]
    for hex_ in rng.sample(near, min(len(near), rng.randint(0, 5))):
        stacks[hex_] = rng.choice([u for u in pool(other(side)) if u not in stacks.values()])
    if near and rng.random() < 0.3 and (hex_ := rng.choice(near)) not in stacks:
        stacks[hex_] = rng.choice([u for u in pool(side) if u not in stacks.values()])
    waste = board.front[i] == "west" and len(near) > 2 and rng.random() < 0.2
    state = laid(
        rng, stacks, "first-movement", turn=rng.choice((6, 10, 20, 30, 40)), strategic="G",
        west=side if board.theatre[i] == "west" else other(side),
        devastated=frozenset(rng.sample(near, 2)) if waste else frozenset(),
    )  # fmt: skip
    # §15.66: headquarters may go as far as they can, and are depleted no more.
    return March(replace(state, strategic_state=replace(state.strategic_state, hqs_free=True)), unit, side)
