"""Positions in which someone moves: units where a test wants them, on a turn, in a weather, with land in hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from rules.empires_alliances.facts.procedure import MOVEMENT, StepBegan
from rules.empires_alliances.game import GAME
from rules.empires_alliances.movement.journeys import ways_of
from rules.empires_alliances.movement.on_foot import group_of
from rules.empires_alliances.position.state import State, War
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances.table import empty, put

ALONE = {"fr-r7": "4353", "ah-13": "4242"}
"""§18.33: one French and one Austro-Hungarian corps keep watch on Italy, so that nobody else must."""


@cache
def _nobody(scenario: str) -> State:
    return empty(GAME.new_match(scenario, {}))


def phase(
    side: str,
    places: Mapping[str, str],
    turn: str = "1914-10",
    *,
    scenario: str = "1914",
    weather: tuple[str, str] = ("clear", "clear"),
    at_war: Mapping[str, str] | None = None,
    taken: Mapping[str, str] | None = None,
    rails: Iterable[str] = (),
    forts: frozenset[str] = frozenset(),
    options: Iterable[str] = (),
    **more: Any,
) -> State:
    """A side's Movement Phase. ``taken``: hex to the side that has it; ``rails``: lines that the side's railheads have
    passed; ``at_war``: countries that have joined a side besides."""
    state = _nobody(scenario)
    wars = {**state.wars, **{nation: War(to, 1) for nation, to in (at_war or {}).items()}}
    key = "central_rails" if side == "central" else "allied_rails"
    state = follow(
        state,
        replace(
            state,
            **{
                "wars": wars,
                "control": dict(taken or {}),
                "weather": weather,
                "forts": forts,
                "options": {**state.options, **dict.fromkeys(options, "on")},
                key: frozenset(rails),
                **more,
            },
        ),
    )
    state = put(state, {**ALONE, **places})
    return GAME.evolve(state, StepBegan(f"{side}.move", state.printed.turns[turn].number, MOVEMENT))


def land_of(state: State, *countries: str) -> list[str]:
    """All hexes of some countries."""
    board = state.board
    return [board.lattice.ids[i] for country in countries for i in sorted(board.home[country])]


def held_by(side: str, *countries: str) -> dict[str, str]:
    """These countries in the hands of a side."""
    return dict.fromkeys(land_of(_nobody("1914"), *countries), side)


def ends(state: State, *units: str) -> dict[str, int]:
    """Where units can go, and for how many MP."""
    ids = state.board.lattice.ids
    return {ids[i]: way.cost for i, way in ways_of(state, group_of(state, units)).best.items()}
