"""§5.3 in the Near East: who is bought back, by whom, how many, and where they come in."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.great_war.new_units.regions import entry_hexes_there
from rules.great_war.position.changes import dead
from rules.great_war.position.state import AVAILABLE, PhaseFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import at, refused, told
from tests.games.great_war.near_east.kit import placed, set_up

CANAL, BASRA, NEAR_KUT = "NE4208", "NI2252", "NI2049"
ANZACS = ("br-1alhbd", "br-4alhbd", "br-nzbd", "br-5asbd")


def fallen(stacks: dict[str, str], **points: int) -> State:
    """April 1917 in its next Replacement Phase, after these units have fallen where they are said to stand."""
    state = placed(set_up("near-east-1917"), stacks)
    state = dead(state, [u for names in stacks.values() for u in names.split()])
    strategic_state = replace(state.strategic_state, turn="M")
    return replace(
        state,
        strategic_state=strategic_state,
        points={"BR": 5, "RU": 5, "TU": 5, **points},
        cursor=(PhaseFrame("replacement"),),
    )


@pytest.mark.parametrize(("first", "second"), [*permutations(ANZACS, 2)])
def test_5_36_one_step_of_australians_and_new_zealanders(first: str, second: str) -> None:
    """§5.36: one in a Replacement Phase, the light horse among them; others come besides."""
    state = told(fallen({CANAL: f"{first} {second} br-7ybd"}), ALLIED, "replace", unit=first, points=1)
    assert refused(state, ALLIED, "replace", unit=second, points=1).section == "5.36"
    assert at(told(state, ALLIED, "replace", unit="br-7ybd", points=1), "br-7ybd") == AVAILABLE


def test_5_36_a_unit_of_egypt_that_fell_in_iraq_comes_back_there() -> None:
    """§5.36: it re-enters where it was destroyed, wherever it first came in."""
    state = told(fallen({NEAR_KUT: "br-7ybd"}), ALLIED, "replace", unit="br-7ybd", points=1)
    state = replace(
        state, strategic_state=replace(state.strategic_state, turn=""), cursor=(PhaseFrame("allied.new-units"),)
    )
    assert refused(state, ALLIED, "place", units=["br-7ybd"], hex=CANAL).section == "5.36"
    assert at(told(state, ALLIED, "place", units=["br-7ybd"], hex=BASRA), "br-7ybd") == BASRA


@pytest.mark.parametrize("fell_in", ["", CANAL])
def test_13_28_a_brigade_that_the_scenario_counts_as_dead_comes_back_on_its_own_front(fell_in: str) -> None:
    """§13.28, §5.36, §21.44: nobody knows where the brigades fell that April 1917 has in the dead pile. They are Iraq's
    by their counters, and Egypt gets one of them only if it fell there."""
    state = fallen({fell_in: "br-16inbd"} if fell_in else {})
    state = told(state, ALLIED, "replace", unit="br-16inbd", points=1)
    state = replace(
        state, strategic_state=replace(state.strategic_state, turn=""), cursor=(PhaseFrame("allied.new-units"),)
    )
    there, elsewhere = (CANAL, BASRA) if fell_in else (BASRA, CANAL)
    assert refused(state, ALLIED, "place", units=["br-16inbd"], hex=elsewhere).section in ("5.36", "13.28")
    assert at(told(state, ALLIED, "place", units=["br-16inbd"], hex=there), "br-16inbd") == there


@pytest.mark.parametrize(
    ("unit", "hex_", "payer"),
    [("ru-pc", "NC3045", "RU"), ("ru-arm-1", "NC3338", "RU"), ("br-spr", "NI2545", "BR"), ("tu-gndm", "NI2040", "TU")],
)
def test_5_35_who_pays_for_peoples_without_points(unit: str, hex_: str, payer: str) -> None:
    """§5.35: Russia for Armenians and Cossacks, Britain for the Rifles, Turkey for the Gendarmes; nobody else does."""
    seat = CENTRAL if payer == "TU" else ALLIED
    state = told(fallen({hex_: unit}), seat, "replace", unit=unit, points=1)
    assert (at(state, unit), state.points[payer]) == (AVAILABLE, 4)
    assert refused(fallen({hex_: unit}, GE=5, **{payer: 0}), seat, "replace", unit=unit, points=1).section == "5.35"


def test_5_32_the_french_of_palestine_do_not_come_back() -> None:
    """§5.32, §17.21: nor do Germans (§5.37)."""
    state = fallen({CANAL: "fr-dfps", "NE1728": "ge-601bn"}, FR=5, GE=5)
    assert refused(state, ALLIED, "replace", unit="fr-dfps", points=1).section == "5.32"
    assert refused(state, CENTRAL, "replace", unit="ge-601bn", points=1).section == "5.37"


def test_13_29_in_syria_turks_come_to_damascus_and_the_edge_and_to_no_other_city() -> None:
    """§13.29: Jerusalem, Beirut and Aleppo are none of it; in the Caucasus and in Iraq every city is."""
    state = set_up()
    board, places = state.printed.board, state.printed.near_east
    assert places is not None
    doors, ottoman = entry_hexes_there(state, places, "TU"), board.cities & board.by_country["TU"]
    syria = board.by_front["egypt"]
    assert doors & syria == {board.index[places.damascus]} | frozenset(board.supply["CP"]) & syria
    assert ottoman & syria - doors
    assert ottoman & (board.by_front["caucasus"] | board.by_front["iraq"]) <= doors
