"""Fields by chance, in which every set of units that could be lost, demoralised or retreated is laid before the rules
and before the second program."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from rules.empires_alliances.combat.demoralising import asks_attacker, shaken_by_ad
from rules.empires_alliances.combat.losses import alive, is_owed, losses_of
from rules.empires_alliances.combat.retreats import ways_back
from rules.empires_alliances.engine import ENGINE
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.frames import Fight
from rules.empires_alliances.position.state import State
from rules.kernel.messages import Decided, Refused
from rules.kernel.procedure.orders import NOTHING_CHOSEN
from rules.kernel.procedure.weighed import Sum
from tests.games.empires_alliances.oracle.casualties import (
    fight_in,
    loser,
    may_be_demoralised,
    may_be_lost,
)
from tests.games.empires_alliances.oracle.retreats import ends_of
from tests.games.empires_alliances.oracle.walk import Compared, compare

SETS = 24
"""Sets of units by chance that are laid before both in a position, beside those that nearly fit."""
MOST = 400
"""Commands after which a Combat Phase should be over."""


def fight_out(state: State, rng: random.Random, found: Compared) -> None:
    """A Combat Phase by chance, each position of which is compared."""
    side = state.player
    for _ in range(MOST):
        if not state.lanes and state.phase.step != f"{side}.attacks":
            return
        seat = GAME.deciders(state)[0]
        answer = GAME.decide(state, seat, GAME.random_command(state, seat, rng), lambda _, sides: rng.randint(1, sides))
        assert isinstance(answer, Decided), answer
        for fact, after in zip(answer.events, answer.states, strict=True):
            compare(found, state, fact, after)
            state = after
            _look(state, rng, found)
    raise AssertionError("the Combat Phase never ends")


def _look(state: State, rng: random.Random, found: Compared) -> None:
    for hex_, frames in state.lanes.items():
        fight = frames[-1]
        if not isinstance(fight, Fight):
            continue
        if fight.step in ("losses", "defender-losses"):
            by = int(fight.step == "defender-losses")
            if is_owed(fight, by):
                found.note(fight.result, _wrong_losses(state, hex_, by, rng), (hex_, by))
        if fight.step == "demoralise" and fight.result == "AD":
            found.note("AD", _wrong_demoralised(state, hex_, fight, rng), hex_)
        if fight.step == "retreat" and fight.going:
            found.note("ends", _wrong_ends(state, fight.going, rng), (hex_, fight.going))


def _sets(units: Sequence[str], rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Sets of some units by chance, of every size alike."""
    for _ in range(SETS):
        yield tuple(rng.sample(units, rng.randint(1, len(units))))


def _is_taken(of: Sum, units: Sequence[str]) -> bool:
    try:
        of.read([*units], "13.7")
    except Refused:
        return False
    return True


def _wrong_losses(state: State, hex_: str, by: int, rng: random.Random) -> Iterator[str]:
    frame, pairing = fight_in(state, hex_)
    units = pairing.targets if by else pairing.attackers
    rules, side = losses_of(state, hex_, frame, by), loser(state, hex_, pairing, frame.result, by)
    for some in _sets(units, rng):
        chosen = frozenset(units.index(unit) for unit in some)
        if may_be_lost(side, chosen, frame.owed[by]) != _is_taken(rules, some):
            yield f"13.7 {some} of {units} by {frame.result} for {frame.owed[by]}: {_is_taken(rules, some)}"


def _wrong_demoralised(state: State, hex_: str, frame: Fight, rng: random.Random) -> Iterator[str]:
    _, pairing = fight_in(state, hex_)
    left = alive(state, pairing.attackers)
    forced = shaken_by_ad(state, hex_, frame)
    if forced is not None:
        if not may_be_demoralised(state, pairing, left, forced):
            yield f"13.7 {forced} of {left} are demoralised for {pairing.targets}"
        return
    if not asks_attacker(state, frame):
        yield "13.7 nobody is asked"
    seat = GAME.deciders(state)[0]
    at, order = next((at, order) for at, order in ENGINE.ways(state, seat) if order.kind == "demoralise")
    rules = order.slots[0].options(at, NOTHING_CHOSEN)
    for some in _sets(left, rng):
        if may_be_demoralised(state, pairing, left, some) != _is_taken(rules, some):
            yield f"13.7 {some} of {left} against {pairing.targets}: {_is_taken(rules, some)}"


def _wrong_ends(state: State, going: Sequence[str], rng: random.Random) -> Iterator[str]:
    by_hex: dict[str, list[str]] = {}
    for unit in going:
        by_hex.setdefault(state.units[unit].at, []).append(unit)
    for units in by_hex.values():
        groups = [(unit,) for unit in units] + [tuple(units), tuple(rng.sample(units, rng.randint(1, len(units))))]
        for group in groups:
            mine, theirs = ends_of(state, group), {*ways_back(state, group).values()}
            # Of two ways to a hex over full ones the rules know one.
            if not theirs <= mine or {way[-1] for way in mine} != {way[-1] for way in theirs}:
                yield f"13.8 {group} retreat to {sorted(theirs)}, not {sorted(mine)}"
