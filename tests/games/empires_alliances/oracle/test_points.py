"""Replacement points beside the second program, in positions by chance."""

from __future__ import annotations

import random

import pytest

from rules.empires_alliances.countries.economy import income, purses_of, total
from rules.empires_alliances.position.state import Spirit, State, War
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.oracle.ground import FOES
from tests.games.empires_alliances.oracle.points import STRAITS, points
from tests.games.empires_alliances.oracle.supply import supplies
from tests.games.empires_alliances.table import deployed
from tests.thorough import THOROUGH

POSITIONS = 150 if THOROUGH else 3


def _by_chance(rng: random.Random, scenario: str) -> State:
    """Some month of the war: cities that have changed hands, countries that are weary, or conquered, or late."""
    state = deployed(scenario)
    first, last = (3, len(state.printed.calendar)) if scenario == "campaign" else (state.turn, state.turn + 8)
    wars = dict(state.wars)
    for entry in state.card.entries.values():
        if entry.side and rng.randrange(3):
            wars[entry.nation] = War(entry.side, 2)
    for nation in wars:
        if not rng.randrange(8):
            wars[nation] = wars[nation]._replace(conquered=2)
    state = follow(state, replace(state, wars=wars, turn=rng.randint(first, last)))
    control = dict(state.control)
    for city in state.printed.places.cities.values():
        side = state.allegiance.get(city.country)
        if city.hex and side and not rng.randrange(5):
            control[city.hex] = FOES[side]
    if rng.randrange(2) and "TU" in wars:
        control |= dict.fromkeys(STRAITS, "allied")
    effects = ("", "", "R10", "R20", "R30", "M", "D")
    spirits = {n: Spirit(rng.randrange(3), rng.choice(effects), state.turn + rng.randint(-1, 2)) for n in wars}
    short = {purse: rng.randint(1, 3) for purse in state.printed.limits if not rng.randrange(4)}
    return follow(state, replace(state, control=control, spirits=spirits, short=short))


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 1), ("1918", 2)])
def test_replacement_points_agree_with_the_second_program(scenario: str, seed: int) -> None:
    """§17.23, §18.32, §19.0, §2.67, §21.32."""
    rng, wrong = random.Random(seed), []
    for _ in range(POSITIONS):
        state = _by_chance(rng, scenario)
        found = {side: supplies(state, side) for side in FOES}
        for purse in (purse for side in FOES for purse in purses_of(state, side)):
            mine, theirs = points(state, purse, found), tuple(total(income(state, purse)))
            if mine != theirs:
                wrong.append((purse, state.date.id, theirs, mine, income(state, purse)))
    assert not wrong, wrong[:4]
