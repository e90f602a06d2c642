"""What standing orders answer: a policy for each small decision of an attack, and of a hex that holds too many."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.messages import JsonObject
from rules.kernel.standing import StandingOrder
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war.arena import (
    EAST,
    NORTH_EAST,
    NORTH_WEST,
    PLAIN,
    SOUTH_WEST,
    TARGET,
    WEST,
    assault,
    before_battle,
    with_result,
)
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import Steady, field, loaded, order, position
from tests.games.schlieffens_war.test_stacking import LAND, RAILS

CLEAR, CITY = PLAIN.format(target="F."), PLAIN.format(target="Fc")
TO_THE_WEST = [("1206", "1205")]
WIDE_WEST = [("1006", "1005"), ("1206", "1205"), ("1406", "1405")]


def ahead(state: State, seat: str, *orders: str, **conditions: str) -> JsonObject | None:
    """What these orders (``kind=answer``) answer, all under the same conditions."""
    given = [StandingOrder(*word.split("="), conditions) for word in orders]
    return GAME.answer_ahead(state, seat, {o.kind: o for o in given})


def carried_out(state: State, seat: str, *orders: str) -> State:
    """The position when these orders have answered as long as they had something to say."""
    given = {o.kind: o for o in (StandingOrder(*word.split("=")) for word in orders)}
    while (command := GAME.answer_ahead(state, seat, given)) is not None:
        arguments = {k: v for k, v in command.items() if k != "kind"}
        state = order(state, seat, str(command["kind"]), loaded(), **arguments)
    return state


# --- §11.2 who defends --------------------------------------------------------------------------------------------


def test_the_strongest_or_the_weakest_defend(lay: Lay) -> None:
    """§11.2: fatigued corps come last among the strongest; in a city the condition may have you asked."""
    lay(field(CITY))
    state, _ = assault(before_battle({EAST: "ge-gd", TARGET: "fr-3 fr-1 fr-grd1"}, fatigued=["fr-1"]), "ge-gd")
    assert ahead(state, ENTENTE, "choose_defenders=strongest") == {"kind": "defend", "units": ["fr-3", "fr-grd1"]}
    assert ahead(state, ENTENTE, "choose_defenders=weakest") == {"kind": "defend", "units": ["fr-grd1", "fr-3"]}
    assert ahead(state, ENTENTE, "choose_defenders=weakest", where="country") is None
    assert ahead(state, ENTENTE, "choose_defenders=weakest", where="city") is not None
    assert ahead(state, ENTENTE, "defender_losses=cheapest") is None, "another decision"
    assert ahead(state, GERMAN, "choose_defenders=strongest") is None, "someone else's decision"


# --- §11.20 who loses a step --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "unit"), [("cheapest", "fr-3"), ("full", "fr-3"), ("tired", "fr-1")])
def test_the_unit_that_loses_a_step(lay: Lay, answer: str, unit: str) -> None:
    """§11.20: of a fatigued corps of 4 and a fresh one of 3; the HQ goes after both."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-3 fr-hq-1"}, fatigued=["fr-1"])
    state = with_result(state, "ge-gd", "0/1")
    assert ahead(state, ENTENTE, f"defender_losses={answer}") == {"kind": "lose", "units": [unit]}


@pytest.mark.parametrize(("answer", "unit"), [("cheapest", "fr-1"), ("full", "fr-1"), ("tired", "fr-3")])
def test_a_last_step_is_spared_or_asked_for(lay: Lay, answer: str, unit: str) -> None:
    """§11.20: a reduced corps goes first only if it is tired and that is what counts."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-3"}, reduced=["fr-3"], fatigued=["fr-3"])
    state = with_result(state, "ge-gd", "0/1")
    assert ahead(state, ENTENTE, f"defender_losses={answer}") == {"kind": "lose", "units": [unit]}
    asked = ahead(state, ENTENTE, f"defender_losses={answer}", last="ask")
    assert (asked is None) == (unit == "fr-3")


def test_attackers_lose_by_an_order_of_their_own(lay: Lay) -> None:
    """§11.20: what you answer in defence says nothing of your attacks."""
    lay(field(CLEAR))
    state = with_result(before_battle({EAST: "ge-ii ge-iiir", TARGET: "fr-1"}), "ge-ii ge-iiir", "1/0")
    assert ahead(state, GERMAN, "defender_losses=cheapest", "extra_loss=cheapest") is None
    assert ahead(state, GERMAN, "attacker_losses=cheapest") == {"kind": "lose", "units": ["ge-ii"]}
    assert ahead(state, GERMAN, "attacker_losses=full") == {"kind": "lose", "units": ["ge-ii"]}


def test_among_like_units_it_does_not_matter(lay: Lay) -> None:
    """§11.20: two corps of one army at the same strength; as soon as they differ you are asked."""
    lay(field(CLEAR))
    like, other = "defender_losses=alike", "defender_losses=cheapest"
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-10 fr-11"}), "ge-gd", "0/1")
    assert ahead(state, ENTENTE, like) == {"kind": "lose", "units": ["fr-10"]}
    for conditions in ({"reduced": ["fr-10"]}, {"fatigued": ["fr-11"]}, {"out": ["fr-11"]}):
        state = before_battle({EAST: "ge-gd", TARGET: "fr-10 fr-11"}, **conditions)
        state = with_result(state, "ge-gd", "0/1")
        assert ahead(state, ENTENTE, like) is None
        assert ahead(state, ENTENTE, other) is not None
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = order(with_result(before_battle({EAST: "ge-gd", TARGET: "fr-10 fr-11"}), "ge-gd", "0/2"),
                  ENTENTE, "lose", units=["fr-10"])  # fmt: skip
    assert ahead(state, ENTENTE, like) is None, "it could retreat"
    assert ahead(state, ENTENTE, like, "retreat=save") == {"kind": "lose", "units": ["fr-11"]}, "one alone is left"


def test_every_loss_is_answered_in_turn(lay: Lay) -> None:
    """§11.20: each step is a question of its own; none loses two before all have lost one."""
    lay(field(CLEAR))
    state = with_result(before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-3"}), "ge-gd", "0/3")
    state = carried_out(state, ENTENTE, "defender_losses=cheapest", "retreat=stand")
    assert [state.units[u].steps for u in ("fr-1", "fr-3")] == [0, 1]


# --- §11.21 retreat -----------------------------------------------------------------------------------------------


def beaten(lay: Lay, ground: str, result: str = "0/2", **conditions: list[str]) -> State:
    """Two corps have lost the first step of a result, and may retreat."""
    lay(field(ground, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2"}, **conditions)
    return order(with_result(state, "ge-gd", result), ENTENTE, "lose", units=["fr-1"])


def test_a_retreat_waits_for_an_order_of_its_own(lay: Lay) -> None:
    """§11.21: where the stack could retreat, an order about losses alone leaves the question open; so does one about
    retreats alone, for whether there is a way back may hang on who is concealed behind."""
    state = beaten(lay, CLEAR)
    assert ahead(state, ENTENTE, "defender_losses=cheapest") is None
    assert ahead(state, ENTENTE, "retreat=stand") is None, "to stand is to lose steps, and nobody has said whose"
    assert ahead(state, ENTENTE, "retreat=stand", "defender_losses=cheapest") == {"kind": "lose", "units": ["fr-2"]}
    assert ahead(state, ENTENTE, "retreat=retreat") is None
    assert ahead(state, ENTENTE, "retreat=retreat", "defender_losses=full") == {"kind": "retreat", "path": [WEST]}


def test_a_unit_is_saved_by_retreating(lay: Lay) -> None:
    """§11.21: as long as a whole corps is left it stands; it goes before the last step of one is lost."""
    orders = ("retreat=save", "defender_losses=cheapest")
    assert ahead(beaten(lay, CLEAR), ENTENTE, *orders) == {"kind": "lose", "units": ["fr-2"]}
    weak = beaten(lay, CLEAR, reduced=["fr-2"])
    assert ahead(weak, ENTENTE, *orders) == {"kind": "retreat", "path": [WEST]}
    assert ahead(weak, ENTENTE, "retreat=save", "defender_losses=cheapest", last="ask") is None, "asked before"


def test_a_city_may_be_another_matter(lay: Lay) -> None:
    """§11.21: the condition has you asked there, or only elsewhere."""
    state, orders = beaten(lay, CITY), ("retreat=retreat", "defender_losses=cheapest")
    assert ahead(state, ENTENTE, *orders, where="country") is None
    assert ahead(state, ENTENTE, *orders, where="city") == {"kind": "retreat", "path": [WEST]}
    assert ahead(beaten(lay, CLEAR), ENTENTE, *orders, where="city") is None


def test_of_two_ways_back_it_goes_where_friends_stand(lay: Lay) -> None:
    """§11.21: among the ways that the rules leave."""
    lay(field(CLEAR, rails=WIDE_WEST))
    for friends in (NORTH_WEST, SOUTH_WEST):
        state = before_battle({EAST: "ge-gd", TARGET: "fr-1", WEST: "fr-2 fr-3 fr-4", friends: "fr-5"})
        state = with_result(state, "ge-gd", "0/2")
        found = ahead(state, ENTENTE, "retreat=retreat", "defender_losses=cheapest")
        assert found == {"kind": "retreat", "path": [friends]}


def test_one_more_step_after_a_retreat(lay: Lay) -> None:
    """§11.20: all were tired; the order for that step answers, no other."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2 fr-3"}, fatigued=["fr-1", "fr-2"])
    state, orders = (
        with_result(state, "ge-gd", "0/2", defenders="fr-1 fr-2"),
        ("retreat=retreat", "defender_losses=full"),
    )
    state = carried_out(order(state, ENTENTE, "lose", units=["fr-2"]), ENTENTE, *orders)
    assert GAME.legal(state, ENTENTE)["step"] == "extra_loss"
    assert ahead(state, ENTENTE, "defender_losses=cheapest") is None
    assert ahead(state, ENTENTE, "extra_loss=cheapest") == {"kind": "lose", "units": ["fr-3"]}


@pytest.mark.parametrize(
    ("behind", "is_open"), [(("fr-hq-1", "", ""), True), (("fr-4 fr-5", "fr-8 fr-9", "fr-12 fr-13"), False)]
)
@pytest.mark.parametrize(("way", "paid"), [("retreat", "cheapest"), ("save", "tired"), ("stand", "full")])
def test_6_6_whether_there_is_a_way_back_is_not_told_by_a_question(
    lay: Lay, behind: tuple[str, ...], way: str, paid: str, is_open: bool
) -> None:
    """§6.6, §11.21: the hex behind may be too full, and only its own side knows."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    friends = {h: units for h, units in zip((WEST, NORTH_WEST, SOUTH_WEST), behind, strict=True) if units}
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2 fr-3", **friends})
    state = order(with_result(state, "ge-gd", "0/2", defenders="fr-1 fr-2"), ENTENTE, "lose", units=["fr-1"])
    offers: Any = GAME.legal(state, ENTENTE)["offers"]
    assert ("retreat" in [o["kind"] for o in offers]) is is_open
    assert ahead(state, ENTENTE, f"retreat={way}", f"defender_losses={paid}") is not None
    for alone in (f"retreat={way}", f"defender_losses={paid}"):
        assert ahead(state, ENTENTE, alone) is None


@pytest.mark.parametrize("reduced", [[], ["fr-3"], ["fr-2", "fr-3"]])
def test_6_6_an_order_that_looks_closely_asks_where_someone_is_concealed(lay: Lay, reduced: list[str]) -> None:
    """§6.6, §11.20: a third corps lies below the two that defend. Whether you are asked says nothing of it."""
    lay(field(CLEAR, rails=TO_THE_WEST))
    state = before_battle({EAST: "ge-gd", TARGET: "fr-1 fr-2 fr-3"}, reduced=reduced)
    state = order(with_result(state, "ge-gd", "0/2", defenders="fr-1 fr-2"), ENTENTE, "lose", units=["fr-1"])
    assert ahead(state, ENTENTE, "retreat=stand", "defender_losses=cheapest", last="ask") is None
    assert ahead(state, ENTENTE, "retreat=stand", "defender_losses=alike") is None
    assert ahead(state, ENTENTE, "retreat=save", "defender_losses=cheapest", last="ask") is None
    assert ahead(state, ENTENTE, "retreat=save", "defender_losses=cheapest") is not None


# --- §11.22, §11.23, §6.5 -----------------------------------------------------------------------------------------


def test_which_units_advance(lay: Lay) -> None:
    """§11.22: all that may stand there, the strongest alone, or nobody."""
    lay(field(CLEAR))
    state = before_battle({EAST: "ge-ii ge-gd ge-hq-1", NORTH_EAST: "ge-iv ge-x", TARGET: "fr-1"}, reduced=["fr-1"])
    state = with_result(state, "ge-ii ge-gd ge-hq-1 ge-iv ge-x", "0/1")
    units = {a: ahead(state, GERMAN, f"advance={a}") for a in ("all", "one", "nobody")}
    assert units["one"] == {"kind": "advance", "units": ["ge-gd"]}
    assert units["nobody"] == {"kind": "advance", "units": []}
    assert units["all"] is not None
    assert len(order(state, GERMAN, "advance", units=units["all"]["units"]).stacks[TARGET]) == 4
    assert ahead(state, GERMAN, "advance=all", where="city") is None


def test_11_22_the_strongest_are_those_with_the_most_strength_left(lay: Lay) -> None:
    """§11.22, §6.2: losses count. A reduced corps neither goes alone nor takes the place of a whole one."""
    lay(field(CLEAR))
    attackers = "ge-gd ge-ii ge-iv ge-x"
    stacks = {EAST: "ge-gd ge-ii", NORTH_EAST: "ge-iv ge-x", TARGET: "fr-1"}
    beaten = with_result(before_battle(stacks, reduced=["ge-gd", "fr-1"]), attackers, "0/1")
    assert ahead(beaten, GERMAN, "advance=all") == {"kind": "advance", "units": ["ge-ii", "ge-iv", "ge-x"]}
    beaten = with_result(before_battle(stacks, reduced=["ge-gd", "fr-1"]), "ge-gd ge-ii", "0/1")
    assert ahead(beaten, GERMAN, "advance=one") == {"kind": "advance", "units": ["ge-ii"]}


def test_guns_fire_as_ordered(lay: Lay) -> None:
    """§11.23: what is ready and named; below the odds of the condition you are asked."""
    lay(field(PLAIN.format(target="Bh")))
    state, _ = assault(before_battle({EAST: "ge-gd ge-ii ge-iii", TARGET: "be-fort-liege"}), "ge-gd ge-ii ge-iii")
    fired = {a: ahead(state, GERMAN, f"heavy_artillery={a}") for a in ("all", "guns", "coup", "keep")}
    assert fired == {
        "all": {"kind": "bombard", "coup": True, "artillery": True},
        "guns": {"kind": "bombard", "coup": False, "artillery": True},
        "coup": {"kind": "bombard", "coup": True, "artillery": False},
        "keep": {"kind": "bombard", "coup": False, "artillery": False},
    }
    assert ahead(state, GERMAN, "heavy_artillery=guns", odds="1:1") is not None, "13 against 4 is 1:1 at a fortress"
    assert ahead(state, GERMAN, "heavy_artillery=guns", odds="2:1") is None


def test_a_crowded_hex_is_left_by_the_weakest(lay: Lay) -> None:
    """§6.5: a unit that has somewhere to go; nobody is ever given up."""
    lay(field(LAND, rails=RAILS))
    state = position("german.movement", {"1003": "ge-gd ge-ii ge-iii ge-xr", "1102": "ge-hq-7"})
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert GAME.legal(state, GERMAN)["step"] == "overstack"
    for answer, unit in (("weakest", "ge-xr"), ("strongest", "ge-gd")):
        command = ahead(state, GERMAN, f"overstack={answer}")
        assert command is not None
        assert (command["kind"], command["unit"]) == ("displace", unit)
        assert command["hex"] == "1002", "towards supply, where nobody stands"
