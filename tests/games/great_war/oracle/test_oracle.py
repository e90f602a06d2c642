"""Random positions beside a second program of the rules, which was written from the rulebook alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.game import GAME
from rules.great_war.movement import rails, transit
from rules.great_war.movement.reach import group_of, ways_of
from rules.great_war.position.state import ARABIA, TRANSIT, State
from rules.great_war.supply.tracing import supply_of
from rules.kernel import dice
from rules.kernel.messages import Decided, Refused
from tests.contract.games.great_war import stretch
from tests.games.great_war.oracle import (
    near_east_odds,
    near_east_positions,
    near_east_reach,
    near_east_supply,
    near_east_trains,
)
from tests.games.great_war.oracle.ground import other
from tests.games.great_war.oracle.odds import WORST, Odds, heavy, odds
from tests.games.great_war.oracle.positions import Assault, assault, march, stacks_to_feed
from tests.games.great_war.oracle.reach import reach
from tests.games.great_war.oracle.supply import IN, UNSUPPLIED, supply
from tests.thorough import THOROUGH

FED, FOUGHT, MARCHED = (500, 3000, 4000) if THOROUGH else (10, 60, 120)
FED_THERE, CARRIED = (1500, 800) if THOROUGH else (30, 40)
"""Positions of each kind; of those with units to feed more in the Near East, where heat, Kut and coasts are apart."""
ASKED_BESIDES = 5
"""Others of the side that are asked in a position where a unit might go by rail or sea."""
COMMANDS, EVERY = (600, 50) if THOROUGH else (51, 50)
"""Commands of a random match, and how many of them to a comparison."""
CASES = tuple((s, n) for n, s in enumerate((
    "1915", "1916", "1917", "1918", "campaign", "combined-1915", "combined-1916", "combined-1917", "combined-campaign",
)))  # fmt: skip
Assaults = Callable[[random.Random], Assault | None]
"""Draws an attack; None where none came about."""
OddsFound = Callable[..., Odds]
EUROPE, SOUTH = ("west", "italy", "east"), 20


def told(state: State) -> object:
    """What a reader needs of a position."""
    return state.turn, state.strategic, state.weather, dict(state.stacks)


@pytest.mark.parametrize(("scenario", "seed"), CASES if THOROUGH else CASES[:1])
def test_11_0_supply_as_random_matches_come_to_it(scenario: str, seed: int) -> None:
    """§11.0: in supply, in a fortress, or out, for each unit of both sides on the fronts of Europe.

    The second program knows no Greece that is neutral and open (§17.5): the south of the Balkans is left out until
    Greece is at war.
    """
    state, rng, seen = stretch.start(GAME, scenario, 1), random.Random(seed), 0
    chance = dice.chance(dice.key(stretch.SECRET, f"oracle {seed}", {}))
    for number in range(COMMANDS):
        if state.ended:
            break
        if number % EVERY == 0:
            for unit in compared(state):
                seen += 1
                assert supply_of(state, unit) == supply(state, unit), (unit, state.units[unit], told(state))
        seat = GAME.deciders(state)[0]
        answer = GAME.decide(state, seat, stretch.command(GAME, state, seat, rng), chance)
        if isinstance(answer, Decided):
            state = answer.states[-1]
    assert seen


def compared(state: State) -> list[str]:
    """The units in Europe whose supply is compared."""
    board, found = state.printed.board, list[str]()
    for unit in state.on_map():
        i = board.index[state.units[unit].at]
        balkans = board.front[i] == "east" and int(board.ids[i][1:3]) < SOUTH and "GK" not in state.sides
        if board.front[i] in EUROPE and not balkans:
            found.append(unit)
    return found


def test_11_0_supply_of_random_stacks() -> None:
    """§11.0: in supply or out, for each unit of both sides, wherever it stands."""
    rng, seen = random.Random(11), set[str]()
    for _ in range(FED):
        state = stacks_to_feed(rng)
        for unit in state.on_map():
            found = supply_of(state, unit)
            seen.add(found)
            assert found == supply(state, unit), (unit, state.units[unit], told(state))
    assert {IN, UNSUPPLIED} <= seen


def _compare_odds(rng: random.Random, assault: Assaults, worked_out: OddsFound) -> None:
    """§10.4, §10.5: strengths, column, modifiers, and how many defend, of random attacks."""
    seen = 0
    while seen < FOUGHT:
        found = assault(rng)
        if found is None:
            continue
        state, side, units, target, defenders = (
            found.state, found.side, found.attackers, found.target, found.defenders
        )  # fmt: skip
        if all(state.counter(u).kind == "hq" for u in defenders) and not heavy(state, target, other(side)):
            continue
        seen += 1
        got = odds_of_attack(state, side, units, target, defenders, {})
        mine = Odds(got.attack, got.defence, got.column, got.drm(WORST), got.defenders)
        assert mine == worked_out(state, side, units, target, defenders, supply_of), (side, units, target, told(state))


def test_10_4_odds_of_random_attacks() -> None:
    """§10.4, §10.5: in Europe."""
    _compare_odds(random.Random(10), assault, odds)


def test_8_0_reach_of_random_units() -> None:
    """§8.0, §17.2: every hex that a unit comes to, and for how much."""
    rng, seen = random.Random(8), 0
    while seen < MARCHED:
        found = march(rng)
        state, unit = found.state, found.unit
        board = state.printed.board
        try:
            group = group_of(state, [unit], found.side, board.theatre[board.index[state.units[unit].at]])
        except Refused:
            continue
        seen += 1
        theirs, mine = dict(ways_of(state, group).cost), reach(state, unit)
        parts = {board.ids[i]: (theirs.get(i), mine.get(i)) for i in theirs | mine if theirs.get(i) != mine.get(i)}
        assert not parts, (unit, parts, told(state))


# --- the Near East ----------------------------------------------------------------------------------------------------


def test_11_0_supply_of_random_stacks_in_the_near_east() -> None:
    """§11.0, §11.45, §11.53, §11.71, §12.2, §14.2: each unit of both sides, wherever it stands, in heat too."""
    rng, seen = random.Random(1111), set[str]()
    for _ in range(FED_THERE):
        state = near_east_positions.stacks_to_feed(rng)
        for unit in state.on_map():
            found = supply_of(state, unit)
            seen.add(found)
            assert found == near_east_supply.supply(state, unit), (unit, state.units[unit], told(state))
    assert {IN, UNSUPPLIED} <= seen


def test_10_4_odds_of_random_attacks_in_the_near_east() -> None:
    """§10.4, §10.5, §12.2, §14.2, §14.5, §6.25, §6.64: alone and on six fronts, in heat and snow, with its events."""
    _compare_odds(random.Random(1010), near_east_positions.assault, near_east_odds.odds)


def test_8_0_reach_of_random_units_in_the_near_east() -> None:
    """§8.0, §17.2, §17.3, §14.23, §5.46, §6.3: every hex that a unit comes to, and for how much; and who stays."""
    rng, seen, stayed = random.Random(808), 0, 0
    while seen < MARCHED or not stayed:
        found = near_east_positions.march(rng)
        state, unit = found.state, found.unit
        board = state.printed.board
        theatre = board.theatre[board.index[state.units[unit].at]]
        if near_east_reach.Walk(state, unit).stays():
            stayed += 1
            with pytest.raises(Refused):
                group_of(state, [unit], found.side, theatre)
            continue
        seen += 1
        ways = dict(ways_of(state, group_of(state, [unit], found.side, theatre)).cost)
        mine = near_east_reach.reach(state, unit)
        parts = {board.ids[i]: (ways.get(i), mine.get(i)) for i in ways | mine if ways.get(i) != mine.get(i)}
        assert not parts, (unit, parts, told(state))


def ends_by(state: State, unit: str, by: str) -> set[str]:
    """Where the game lets a unit go on the maps of the Near East, asked for every town and every coast."""
    board = state.printed.board
    places = board.towns | board.coast_of_egypt
    there = [board.ids[i] for i in sorted(places) if board.front[i] in near_east_positions.FRONTS]
    start = state.units[unit].at
    stays, goes = {
        "rail": (rails.why_no_train, rails.by_rail),
        "sea": (rails.why_no_ship, rails.by_sea),
        "into the box": (transit.why_not_off, lambda now, units, _: transit.into_transit(now, units)),
        "out of the box": (partial(transit.why_not_out, box=TRANSIT), transit.out_of_box),
        "out of Arabia": (partial(transit.why_not_out, box=ARABIA), transit.out_of_box),
    }[by]
    if stays(state, unit) is not None:
        return set()
    found = set[str]()
    for hex_ in [start] if by == "into the box" else there:
        with suppress(Refused):
            goes(state, [unit], hex_)
            found.add(hex_)
    return found


def test_9_0_trains_ships_and_boxes_in_the_near_east() -> None:
    """§9.1, §9.2, §9.3, §9.5, §9.16: who goes by rail, by sea and by the boxes, where each arrives, and what is left of
    trains and ships; alone and on six fronts."""
    rng, went = random.Random(909), set[str]()
    for _ in range(CARRIED):
        found = near_east_positions.journey(rng)
        state = found.state
        others = [u for u in state.on_map(found.side) if u != found.unit]
        for unit in (found.unit, *rng.sample(others, min(ASKED_BESIDES, len(others)))):
            for by, mine in near_east_trains.journeys(near_east_trains.Trains(state, unit)).items():
                theirs = ends_by(state, unit, by)
                where = state.units[unit].at, state.chits["allied.play"], state.phase.used
                assert theirs == mine, (by, unit, theirs ^ mine, *where, told(state))
                went.update(by for _ in mine)
    assert went == {"rail", "sea", "into the box", "out of the box", "out of Arabia"}
