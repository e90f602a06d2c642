"""Positions by chance on the three maps of the Near East, alone and on six fronts: stacks near each other, in any
weather, with what events, treaties and sieges there might be."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.great_war.position.changes import relocate
from rules.great_war.position.state import ARABIA, LATER, TRANSIT, PhaseFrame, State, UnitState
from rules.great_war.printed.board import Board
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from tests.games.great_war.combined.kit import before_set_up as on_six_fronts
from tests.games.great_war.near_east.kit import before_set_up as alone
from tests.games.great_war.oracle.ground import fort_of, home, other
from tests.games.great_war.oracle.positions import Assault, March

FRONTS = ("caucasus", "egypt", "iraq")
SOUTH, CAUCASUS = ("fair", "hot"), ("fair", "wet", "snow", "hot")
NATIONS = {ALLIED: ("BR", "FR", "RU", "AB"), CENTRAL: ("TU", "GE")}
GERMANS = ("ge-601bn", "ge-1", "ge-25", "ge-26", "ge-37", "ge-50", "ge-ak")
LETTERS = ("C", "C/P", "E", "E/I", "E/O", "I/P", "NE")
EVENTS = ("air-interdiction", "kaiserschlacht-near-east", "russian-winter-offensive", "turkish-atrocity")
KUT, AROUND_KUT = "NI1845", ("NI1744", "NI1844", "NI1944")
PORTS = ("NI2252", "NI2552")
"""§7.12: Basra and Abadan."""
SINAI = ("NE4011", "NE3611", "NE3311", "NE3112")
CAPACITIES = {"near-east-central": 4, "caucasus": 2, "egypt": 4, "iraq": 4, "near-east-sea": 3}
"""§9.12, §9.22, §9.23, §9.52: how many units they carry in a phase."""
FORTS = ("NE2711", "NE2913", "NC4039", "NC3835")
PLACES = (*FORTS, "NE2712", "NE2813", KUT, *AROUND_KUT, "NC3338", "NI2252")
"""§6.35, §14.1, §14.2: hexes that rules name: they come up more often than by chance."""


@cache
def start(six: bool) -> State:
    """The boards with nobody on them."""
    found = on_six_fronts("combined-1916") if six else alone("near-east-1916")
    return replace(found, units={u: UnitState(LATER) for u in found.units}, stacks={}, groups={}, frozen=frozenset())


@cache
def land(six: bool) -> tuple[int, ...]:
    """The hexes of the Near East where units may stand."""
    board = start(six).printed.board
    return tuple(i for i in range(len(board.ids)) if board.front[i] in FRONTS and board.land[i])


@cache
def pool(six: bool, side: str) -> tuple[str, ...]:
    """The units of a side that may come to these maps."""
    state = start(six)

    def comes(unit: str) -> bool:
        counter = state.counter(unit)
        if counter.nation not in NATIONS[side] or counter.kind == "tank" or state.is_red(unit):
            return False
        if counter.nation == "GE":
            return unit in GERMANS
        marked = counter.limits in LETTERS
        return marked or (counter.kind != "hq" and counter.nation != "FR")

    return tuple(unit for unit in state.units if comes(unit))


def laid(rng: random.Random, six: bool, stacks: Mapping[str, str], key: str, **fields: Any) -> State:
    """A position of 1916 to 1918 with some stacks, and all else by chance."""
    began = start(six)
    board, units = began.printed.board, dict(began.units)
    at = {hex_: tuple(name.removesuffix("*") for name in names.split()) for hex_, names in stacks.items()}
    for hex_, names in stacks.items():
        units |= {n.removesuffix("*"): UnitState(hex_, back=n.endswith("*")) for n in names.split()}
    turn = rng.choice((17, 24, 32, 40))
    lasting = {event: turn for event in EVENTS if rng.random() < 0.25}
    tried = {u: rng.choice(("1-1-4", "2-2-4", "3-3-5")) for u in units if began.counter(u).untried}
    revolution = rng.random() < 0.3
    taken = frozenset(began.taken ^ {board.ids[i] for i in rng.sample(land(six), 60)})
    state = replace(
        began, units=units, stacks=at, turn=turn, strategic=rng.choice("GKN"), cursor=(PhaseFrame(key),), taken=taken,
        turkey=rng.random() < 0.6, destroyed=frozenset(rng.sample(FORTS, rng.randint(0, 2))),
        weather={"south": rng.choice(SOUTH), "caucasus": rng.choice(CAUCASUS), "west": "fair", "east": "fair"},
        chit_state=replace(began.chit_state, lasting=lasting, shock=rng.randint(0, 1)),
        chits={**began.chits, "allied.play": {"lawrence": 1} if rng.random() < 0.5 else {}},
        near_east=replace(
            began.near_east, tried=tried, kut=rng.random() < 0.6, expedition=rng.choice(("", "out", "home")),
            trenches=frozenset(h for h in stacks if rng.random() < 0.3),
        ),
        strategic_state=replace(
            began.strategic_state, czar="K" if revolution else "", bolsheviks="L" if revolution else "",
            collapsed=("RU",) if revolution else (), treaty="M" if revolution and rng.random() < 0.5 else "",
        ),
        **fields,
    )  # fmt: skip
    # §7.1, §14.14: a hex is with the side that stands in it, and no fort of the other side is left there.
    wrong = {h for h, names in at.items() if controls(state, board.index[h]) != state.side(names[0])}
    state = replace(state, taken=state.taken ^ wrong)
    fallen = {h for h, names in at.items() if fort_of(state, board.index[h], other(state.side(names[0])))}
    return replace(state, destroyed=state.destroyed | fallen)


@cache
def _ring(board: Board) -> frozenset[int]:
    """§7.12: Basra and what lies beside it and Abadan."""
    found = {i for port in PORTS for i in board.neighbours[board.index[port]] if i >= 0}
    return frozenset(found | {board.index[PORTS[0]]})


def controls(state: State, i: int) -> str:
    """§7.12, §7.13: Egypt and Persia are the Allies', but for marked towns; the Empire is not, but for the ring."""
    board = state.printed.board
    side = home(state, board.country[i]) or ALLIED
    if i in _ring(board):
        side = ALLIED
    elif state.printed.near_east and board.ids[i] in state.printed.near_east.persian_towns:
        side = CENTRAL
    return other(side) if board.ids[i] in state.taken else side


def _centre(rng: random.Random, six: bool) -> int:
    board = start(six).printed.board
    return board.index[rng.choice(PLACES)] if rng.random() < 0.3 else rng.choice(land(six))


def stacks_to_feed(rng: random.Random) -> State:
    """§11.0: up to twenty-six units of both sides within nine hexes, on ground that has changed hands at random."""
    six, stacks, used = rng.random() < 0.5, dict[str, str](), set[str]()
    board, began, heat = start(six).printed.board, start(six), rng.random() < 0.4
    # §12.2: what heat does in the desert shows only where headquarters stand in it.
    centre = rng.choice(sorted(board.desert["egypt"] | board.desert["iraq"])) if heat else _centre(rng, six)
    near = sorted(board.lattice.within(board.ids[centre], 9))
    area = [h for h in near if board.index.get(h) in land(six)]
    desert = [h for h in area if board.terrain[board.index[h]] == "desert"]

    def lay(units: list[str], places: list[str], deep: bool = False) -> None:
        free, hex_ = [u for u in units if u not in used], rng.choice(places)
        if free and (deep or hex_ not in stacks):
            unit = rng.choice(free)
            stacks[hex_] = f"{unit} {stacks.get(hex_, '')}".strip()
            used.add(unit)

    for _ in range(rng.randint(6, 26)):
        side = rng.choice((ALLIED, CENTRAL))
        hqs = [u for u in pool(six, side) if began.counter(u).kind == "hq"] if rng.random() < 0.25 else []
        lay(hqs or [*pool(six, side)], area)
    for side in (ALLIED, CENTRAL) if heat else ():
        # A headquarters in the desert, and units of its nation with it and beside it.
        hex_, mine = rng.choice(desert), [u for u in pool(six, side) if began.counter(u).nation in ("BR", "TU")]
        if hex_ not in stacks:
            lay([u for u in mine if began.counter(u).kind == "hq"], [hex_])
            lay([u for u in mine if began.counter(u).kind != "hq"], [hex_], deep=True)
            beside = [board.ids[i] for i in board.neighbours[board.index[hex_]] if board.ids[i] in area]
            lay([u for u in mine if began.counter(u).kind != "hq"], beside or area)
    changed = frozenset(rng.sample(area, rng.randint(0, min(len(area), 60)))) - stacks.keys()
    state = laid(rng, six, stacks, "first-movement")
    if heat:
        state = replace(state, weather={**state.weather, "south": "hot"})
    spoiled = frozenset(h for h in ("NI2436", "NI2252", "NE4407", "NE4508") if rng.random() < 0.2)
    return replace(
        state, taken=state.taken ^ changed, spoiled=spoiled,
        near_east=replace(state.near_east, pipeline=rng.choice(("", *SINAI))),
    )  # fmt: skip


def march(rng: random.Random) -> March:
    """§8.0: a unit with some others of both sides within four hexes."""
    six = rng.random() < 0.5
    board, side, used = start(six).printed.board, rng.choice((ALLIED, CENTRAL)), set[str]()

    def some(of: str) -> str:
        unit = rng.choice([u for u in pool(six, of) if u not in used])
        used.add(unit)
        return unit

    i, unit = _centre(rng, six), some(side)
    here = board.ids[i]
    stacks = {here: unit}
    near = [h for h in sorted(board.lattice.within(here, 4)) if board.index.get(h) in land(six) and h != here]
    for hex_ in rng.sample(near, min(len(near), rng.randint(0, 7))):
        stacks[hex_] = some(other(side) if rng.random() < 0.6 else side)
    west = side if board.theatre[i] == "west" else other(side)
    return March(laid(rng, six, stacks, "first-movement", west=west), unit, side)


def journey(rng: random.Random) -> March:
    """§9.0: a unit in a town, a port, Arabia or the transit box, with up to twelve stacks of both sides round it, half
    of them in towns, on ground that has changed hands; some of what trains and ships carry is used up."""
    six, used = rng.random() < 0.5, set[str]()
    board, began, side = start(six).printed.board, start(six), rng.choice((ALLIED, CENTRAL))
    towns = [i for i in land(six) if i in board.towns or i in board.coast_of_egypt]
    ports = [i for i in towns if i in board.ports or i in board.coast_of_egypt]
    here = rng.choice(ports if side == ALLIED and rng.random() < 0.5 else towns)
    near = [h for h in sorted(board.lattice.within(board.ids[here], 12)) if board.index.get(h) in land(six)]
    built = [board.ids[i] for i in towns if board.ids[i] in near]

    def some(of: str) -> str:
        free = [u for u in pool(six, of) if u not in used]
        hqs = [u for u in free if began.counter(u).kind == "hq"]
        unit = rng.choice(hqs if hqs and rng.random() < 0.3 else free)
        used.add(unit)
        return unit

    unit = some(side)
    while board.front[here] == "caucasus" and began.counter(unit).nation in ("BR", "FR"):
        unit = some(side)
    stacks = {board.ids[here]: " ".join([unit, *(some(side) for _ in range(rng.choice((0, 0, 1, 5))))])}
    for _ in range(rng.randint(3, 16)):
        hex_ = rng.choice(built if rng.random() < 0.5 else near)
        if hex_ not in stacks:
            of = side if rng.random() < 0.6 else other(side)
            stacks[hex_] = " ".join(some(of) for _ in range(rng.choice((1, 1, 1, 6 if of == side else 1))))
    state = laid(rng, six, stacks, f"{side}.rail")
    changed = frozenset(rng.sample(near, rng.randint(0, min(len(near), 30)))) - stacks.keys()
    play = {**state.chits["allied.play"], **({"maude": 1} if rng.random() < 0.6 else {})}
    gone = {name: rng.choice((0, 0, 1, 2, 3, 4)) for name in CAPACITIES}
    state = replace(
        state, taken=state.taken ^ changed, chits={**state.chits, "allied.play": play},
        cursor=(replace(state.phase, used=gone),),
        near_east=replace(state.near_east, pipeline=rng.choice(("", *SINAI))),
    )  # fmt: skip
    if side == CENTRAL and rng.random() < 0.3:
        state = relocate(state, [unit], rng.choice((TRANSIT, ARABIA)))
    return March(state, unit, side)


def assault(rng: random.Random) -> Assault | None:
    """§10.0: up to five units in a hex, and up to four stacks round it, of which some attack. None where nobody can."""
    six = rng.random() < 0.5
    began, side, used = start(six), rng.choice((ALLIED, CENTRAL)), set[str]()
    board, i = began.printed.board, _centre(rng, six)
    around = [j for k, j in enumerate(board.neighbours[i]) if j >= 0 and board.land[j] and board.crossed(i, k)]
    if not around:
        return None

    def some(of: str, number: int) -> str:
        free, names = [u for u in pool(six, of) if u not in used], list[str]()
        nation = began.counter(rng.choice(free)).nation
        for _ in range(number):
            left = [u for u in free if u not in used]
            alike = [u for u in left if began.counter(u).nation == nation and rng.random() < 0.8]
            unit = rng.choice(alike or left)
            used.add(unit)
            counter = began.counter(unit)
            names.append(unit + "*" * (rng.random() < 0.3 and counter.back is not None and counter.kind != "hq"))
        return " ".join(names)

    begin = rng.sample(around, rng.randint(1, min(4, len(around))))
    stacks = {board.ids[j]: some(side, rng.randint(1, 3)) for j in begin}
    target = board.ids[i]
    if theirs := some(other(side), rng.randint(0, 5)):
        stacks[target] = theirs
    state = laid(rng, six, stacks, f"first.{board.theatre[i]}.attacks")
    mine = (u for hex_, names in state.stacks.items() if hex_ != target for u in names)
    able = [u for u in mine if state.counter(u).kind != "hq" and state.face(u).attack]
    if not able:
        return None
    return Assault(state, side, rng.sample(able, rng.randint(1, len(able))), target, [*state.stacks.get(target, ())])
