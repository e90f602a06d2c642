"""Commands of the deciding seat, well formed and against the rules by construction: none of them is offered."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rules.kernel.players import first_options
from rules.schlieffens_war.engine import ENGINE
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed import data
from rules.schlieffens_war.printed.data import AUGUST_1914, PLANS
from tests.contract import derived
from tests.contract.games.schlieffens_war.hidden import concealed

PRINTED = PLANS[AUGUST_1914]

CODES = derived.CODES | {
    "as-it-lies", "attacked-before", "bef-lands", "belgian-area", "cannot-move", "choose-two", "closed",
    "depot-by-rail", "depots-rest", "enemy-there", "ezoc-to-ezoc", "fatigued", "forts-defend", "has-fought",
    "has-marched", "hq-alone", "hq-first", "in-ezoc", "marker-used", "needless", "no-artillery",
    "no-enemy", "no-enemy-near", "no-forced-march", "no-move", "no-overlay", "no-refuge",
    "no-reinforcement", "no-retreat", "no-such-hex", "not-adjacent", "not-all-placed", "not-an-attacker", "not-an-hq",
    "not-eliminated", "not-fatigued", "not-on-map", "not-placed", "not-placed-now", "not-reduced", "not-surplus",
    "not-the-stack", "not-this-unit", "not-together", "not-your-unit", "nothing-chosen",
    "nothing-due", "one-corps", "other-nation", "out-of-command", "out-of-supply", "overstacked",
    "probes-over", "sixth-army-first", "skips-hexes", "spent", "stopped", "too-far", "too-late", "too-many",
    "too-many-losses", "two-corps", "unfit", "withdraw-first", "wrong-place", "wrong-retreat",
}  # fmt: skip

_LISTED = tomllib.loads((Path(data.__file__).parents[1] / "sections.toml").read_text(encoding="utf-8"))["sections"]
SECTIONS = frozenset(s["number"] for s in _LISTED) | {f"{chapter}.0" for chapter in range(1, 12)}

Wrong = dict[str, Any]
"""A command that has to be refused."""

NOWHERE = ("0000", "9999", "12", "121", "12120", "1212 ", "-101", "١٢١٢", "?1212.0", "pool", "eliminated", "removed")
NOBODY = ("ge-nobody", "", "GE-X", "ge-x ", "?1212.1", "german", "units")
LONG = 30
"""More hexes than any unit could ever pay for."""


def unoffered(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[Wrong]:
    """Every slot spoilt, and what no slot alone can say: ways that lead nowhere, stacks in no order, mixed parties."""
    mine = [u for u, c in PRINTED.counters.items() if c.side == seat]
    aliens = _aliens(state, seat, rng)
    names = [*PRINTED.counters, *PRINTED.board.lattice.ids, *NOWHERE, *NOBODY, *aliens]
    yield from derived.spoilt(ENGINE, state, seat, rng, names)
    yield from derived.forbidden(ENGINE, state, seat, rng)
    offers: Mapping[str, Any] = {o["kind"]: o for o in game.legal(state, seat)["offers"]}
    for kind, offer in offers.items():
        match kind:
            case "stance":
                for unit in offer["units"]:
                    yield {"kind": kind, "unit": unit, "helps": rng.choice((None, "no", 0, [False]))}
            case "arrange":
                yield from _wrong_orders(state, seat, aliens, rng)
            case "move":
                yield from _wrong_moves(state, seat, offer["units"], mine, aliens, rng)
            case "attack":
                yield from _wrong_attacks(state, offer["targets"], mine, aliens, rng)
            case "probe":
                yield from _wrong_probes(state, offer["choices"], mine, aliens, rng)
            case "withdraw" | "defend":
                units = first_options(offer)
                for count in {1, len(units["of"])} - {units["least"]}:
                    yield {"kind": kind, "units": rng.sample(units["of"], count)}
            case "retreat":
                yield from _wrong_retreats(derived.paths_of(first_options(offer)), rng)
            case _:
                pass


def beside(state: State, place: str) -> tuple[str, ...]:
    """The hexes round a hex, whoever may enter them."""
    del state
    lattice = PRINTED.board.lattice
    return tuple(lattice.around(place)) if place in lattice.index else ()


def astray(game: Any, state: State, seat: str, rng: random.Random) -> Iterator[tuple[Wrong, bool]]:
    """Orders that go elsewhere, and whether that is offered."""
    del game
    yield from derived.astray(ENGINE, state, seat, rng, lambda place: beside(state, place))


def _aliens(state: State, seat: str, rng: random.Random) -> list[str]:
    """Ids that are not the seat's: of enemies in sight and hidden, handles of hidden ones, inventions."""
    unseen = concealed(state, seat)
    foes = [u for u, c in PRINTED.counters.items() if c.side != seat]
    handles = [f"?{h}.1" for h, units in state.stacks.items() if len(units) > 1 and units[1] in unseen]
    picks = [rng.choice(foes), rng.choice(NOBODY)]
    return picks + ([rng.choice(unseen)] if unseen else []) + ([rng.choice(handles)] if handles else [])


def _others(mine: list[str], offered: list[str], rng: random.Random, count: int = 4) -> list[str]:
    rest = sorted(set(mine) - set(offered))
    return rng.sample(rest, min(count, len(rest)))


def _hexes(rng: random.Random, count: int) -> list[str]:
    return rng.sample(PRINTED.board.lattice.ids, count)


def _wrong_orders(state: State, seat: str, aliens: list[str], rng: random.Random) -> Iterator[Wrong]:
    stacks = {h: units for h, units in state.stacks.items() if state.holder(h) == seat}
    for hex_ in rng.sample(sorted(stacks), min(3, len(stacks))):
        units = [*stacks[hex_]]
        yield {"kind": "arrange", "hex": hex_, "units": [*units, rng.choice(aliens)]}
        yield {"kind": "arrange", "hex": hex_, "units": units * 2}
        yield {"kind": "arrange", "hex": hex_, "units": []}
        yield {"kind": "arrange", "hex": rng.choice(NOWHERE), "units": units}
        yield {"kind": "arrange", "hex": hex_, "units": units}
        if len(units) > 1:
            yield {"kind": "arrange", "hex": hex_, "units": units[1:]}
    enemy = [h for h in state.stacks if h not in stacks]
    if enemy:
        hex_ = rng.choice(enemy)
        yield {"kind": "arrange", "hex": hex_, "units": [*state.stacks[hex_]]}


def _wrong_moves(
    state: State, seat: str, movers: list[str], mine: list[str], aliens: list[str], rng: random.Random
) -> Iterator[Wrong]:
    around = PRINTED.board.lattice.around
    for unit in _others(mine, movers, rng):
        at = state.units[unit].at
        path = [around(at)[0]] if at in state.stacks else ["1212"]
        yield {"kind": "move", "units": [unit], "path": path, "forced": False}
    for unit in rng.sample(movers, min(3, len(movers))):
        at = state.units[unit].at
        near = rng.choice(around(at))
        far = [h for h in _hexes(rng, 8) if PRINTED.board.lattice.distance(at, h) > 1]
        for alien in aliens:
            yield {"kind": "move", "units": [alien], "path": [near], "forced": False}
            yield {"kind": "move", "units": [unit, alien], "path": [near], "forced": False}
        yield {"kind": "move", "units": [unit, unit], "path": [near], "forced": False}
        yield {"kind": "move", "units": [], "path": [near], "forced": False}
        yield {"kind": "move", "units": [unit], "path": [], "forced": False}
        yield {"kind": "move", "units": [unit], "path": [at], "forced": False}
        yield {"kind": "move", "units": [unit], "path": [rng.choice(NOWHERE)], "forced": rng.random() < 0.5}
        yield {"kind": "move", "units": [unit], "path": [near, rng.choice(NOWHERE)], "forced": False}
        for hex_ in far:
            yield {"kind": "move", "units": [unit], "path": [hex_], "forced": rng.random() < 0.5}
            yield {"kind": "move", "units": [unit], "path": [hex_, near], "forced": False}
        walk = [near]
        while len(walk) < LONG:
            walk.append(rng.choice(around(walk[-1])))
        yield {"kind": "move", "units": [unit], "path": walk, "forced": False}
        yield {"kind": "move", "units": [unit], "path": [near, at] * 40, "forced": True}
        enemy = [h for h in around(at) if state.holder(h) not in (None, seat)]
        for hex_ in enemy:
            yield {"kind": "move", "units": [unit], "path": [hex_], "forced": False}
    apart = [u for u in mine if state.units[u].at in state.stacks]
    first, second = rng.sample(apart, 2)
    if state.units[first].at != state.units[second].at:
        near = rng.choice(around(state.units[first].at))
        yield {"kind": "move", "units": [first, second], "path": [near], "forced": False}


def _wrong_attacks(
    state: State, targets: Mapping[str, list[str]], mine: list[str], aliens: list[str], rng: random.Random
) -> Iterator[Wrong]:
    for target in rng.sample(sorted(targets), min(3, len(targets))):
        near = targets[target]
        for unit in (*_others(mine, near, rng), *aliens):
            yield {"kind": "attack", "units": [unit], "target": target}
            yield {"kind": "attack", "units": [near[0], unit], "target": target}
        yield {"kind": "attack", "units": [near[0], near[0]], "target": target}
        yield {"kind": "attack", "units": [], "target": target}
        for hex_ in (*_hexes(rng, 6), *rng.sample(NOWHERE, 3)):
            if hex_ not in targets:
                yield {"kind": "attack", "units": [near[0]], "target": hex_}
        hq = [u for u in near if PRINTED.counters[u].kind == "hq"]
        if hq:
            yield {"kind": "attack", "units": hq, "target": target}


def _wrong_probes(
    state: State, choices: Mapping[str, list[str]], mine: list[str], aliens: list[str], rng: random.Random
) -> Iterator[Wrong]:
    for unit in (*_others(mine, [*choices], rng), *aliens):
        yield {"kind": "probe", "units": [unit], "hex": rng.choice(choices[rng.choice(sorted(choices))])}
    for unit in rng.sample(sorted(choices), min(3, len(choices))):
        for hex_ in (*_hexes(rng, 5), state.units[unit].at, *rng.sample(NOWHERE, 3)):
            if hex_ not in choices[unit]:
                yield {"kind": "probe", "units": [unit], "hex": hex_}
        yield {"kind": "probe", "units": [unit, unit], "hex": choices[unit][0]}
        yield {"kind": "probe", "units": [], "hex": choices[unit][0]}


def _wrong_retreats(paths: list[list[str]], rng: random.Random) -> Iterator[Wrong]:
    path = rng.choice(paths)
    tries = [path[:-1], [*path, path[-1]], [*path, *path], *([h] * len(path) for h in (*_hexes(rng, 4), *NOWHERE[:3]))]
    for other in tries:
        if other not in paths:
            yield {"kind": "retreat", "path": [*other]}
