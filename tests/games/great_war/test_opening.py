"""Chapter 21: what had happened before a scenario begins, and what it leaves behind."""

from __future__ import annotations

import pytest

from rules.great_war.position.control import controlled_hexes
from rules.great_war.position.state import POOL
from rules.great_war.printed.nations import CENTRAL
from tests.games.great_war.kit import before_set_up


@pytest.mark.parametrize(
    ("id_", "used"),
    [("campaign", set()), ("1915", {"chlorine"}), ("1917", {"chlorine", "phosgene"}),
     ("1918", {"chlorine", "phosgene", "mustard"})],
)  # fmt: skip
def test_6_13_21_28_gas_that_has_been_used_before_the_scenario(id_: str, used: set[str]) -> None:
    """§6.13, §21.28: the Central Powers have used chlorine by May 1915, so the Allied chit in the pool is worthless."""
    state = before_set_up(id_)
    assert {*state.chit_state.gas} == used
    assert state.chits["allied.pool"].get("allied-chlorine", 0) == (id_ == "1915")


@pytest.mark.parametrize(("id_", "lost"), [("1915", 0), ("1916", 9), ("1917", 9)])
def test_11_71_serbian_towns_that_have_been_taken_are_lost_as_sources(id_: str, lost: int) -> None:
    """§11.71: Serbia's towns feed Serbians from within; those that the enemy has taken do so no more. Nor does
    Bucharest in 1917."""
    state = before_set_up(id_)
    board = state.printed.board
    spoiled = {board.index[h] for h in state.spoiled}
    serbian = board.towns & board.by_country["SE"]
    assert spoiled & serbian == serbian & controlled_hexes(state, CENTRAL)
    assert len(spoiled - {board.index["W6819"]}) == lost
    assert ("E2423" in state.spoiled) == (id_ == "1917")


@pytest.mark.parametrize(
    ("id_", "called_off"), [("1915", False), ("campaign", False), ("1916", True), ("1917", True), ("1918", True)]
)
def test_5_22_u_boats_that_are_neither_at_sea_nor_to_come_were_called_off(id_: str, called_off: bool) -> None:
    """§5.22, §21.28: those of 1915 sail in May 1915, and may still come in the campaign."""
    assert before_set_up(id_).strategic_state.withdrawn is called_off


BELGIAN = {"W6312": "E", "W5425": "E", "W6316": "E"}


@pytest.mark.parametrize(
    ("id_", "working"), [("campaign", {}), ("1915", BELGIAN), ("1916", BELGIAN), ("1917", {**BELGIAN, "E2623": "N"})]
)
def test_21_26_from_when_resources_that_were_taken_work_for_the_taker(id_: str, working: dict[str, str]) -> None:
    """§5.16, §21.26: those of Belgium and France from strategic turn E on, Romania’s from N on."""
    assert before_set_up(id_).strategic_state.working == working


@pytest.mark.parametrize(("id_", "depleted"), [("1915", {"RU"}), ("1916", set())])
def test_21_24_whose_headquarters_begin_depleted(id_: str, depleted: set[str]) -> None:
    """§21.24: those of Russia in May 1915, all of them, and nobody else's."""
    state = before_set_up(id_)
    hqs = [u for u in state.units if state.counter(u).kind == "hq" and state.units[u].at == POOL]
    assert {u for u in hqs if state.units[u].back} == {u for u in hqs if state.counter(u).nation in depleted}
