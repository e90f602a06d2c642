"""decisions/0033, 0052: small decisions of a fight, and steps that mostly go one way, answered by standing orders."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances import standing
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.control import rail_side
from rules.empires_alliances.position.state import State
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided
from rules.kernel.standing import StandingOrder
from tests.games.empires_alliances.fields import GERMANS, GUN, A, B, T, attack, duel, field, fight, stood, where
from tests.games.empires_alliances.table import deployed, passed_to, put, sent, told
from tests.games.empires_alliances.test_combat_after import CITY, STORM, driven, storming
from tests.games.empires_alliances.test_combat_results import SIX, attacked, joined_example
from tests.games.empires_alliances.test_railheads import advancing


def says(state: State, seat: str, kind: str, answer: str, lane: str = "", **conditions: str) -> dict[str, Any] | None:
    """What a seat's order answers to the question that is put to it."""
    orders = {kind: StandingOrder(kind, answer, conditions)}
    found: Any = GAME.answer_in(state, seat, lane or next(iter(GAME.lanes(state, seat)), ""), orders)
    return None if found is None else {k: v for k, v in found.items() if k != "lane"}


def done(state: State, seat: str, answer: dict[str, Any] | None, dice: tuple[int, ...] = ()) -> State:
    """The position after an answer, which the rules must take."""
    assert answer is not None
    arguments = {k: v for k, v in answer.items() if k != "kind"}
    return told(state, seat, answer["kind"], dice, **arguments)


def test_every_kind_names_steps_that_a_policy_answers() -> None:
    assert {step for kind in standing.KINDS for step in kind.steps} == {*standing.POLICIES}


def test_nobody_is_answered_for_without_an_order() -> None:
    state = attacked(duel([*GERMANS], ["fr-a1"]), [*GERMANS], 0)
    assert fight(state).result == "AX"
    assert GAME.answer_in(state, "central", T, {}) is None
    assert says(state, "central", "defender-losses", "fewest", T) is None, "this is the attacker's question"


# --- losses (13.7) ----------------------------------------------------------------------------------------------------


def test_13_7_losses_are_the_fewest_factors_that_are_enough() -> None:
    """AX against seven factors; the corps have six each, the cavalry fewer."""
    state = attacked(duel([*GERMANS, "ge-cav1"], ["fr-a1"]), [*GERMANS, "ge-cav1"], 0)
    assert fight(state).result == "AX"
    assert fight(state).owed == (7, 0)
    answer = says(state, "central", "attacker-losses", "fewest", T)
    assert answer == {"kind": "lose", "units": ["ge-a1", "ge-cav1"]}, "ten factors, not twelve"
    assert where(done(state, "central", answer), "ge-a1", "ge-a2", "ge-cav1") == ["pool", A, "pool"]


def test_13_7_guns_are_spared_where_told() -> None:
    state = joined_example()
    assert fight(state).owed == (0, 6)
    cheap = says(state, "allied", "defender-losses", "fewest", T)
    spared = says(state, "allied", "defender-losses", "spare-guns", T)
    assert spared == {"kind": "lose", "units": ["fr-32"]}
    assert cheap is not None
    done(state, "allied", cheap)
    assert where(done(state, "allied", spared), "fr-art-1", "fr-32") == [T, "pool"]


# --- who fights and who goes ------------------------------------------------------------------------------------------


def test_13_62_artillery_joins_the_strongest_defender() -> None:
    state = duel([*GERMANS], ["fr-32", "fr-a1", "fr-art-1"])
    state = told(state, "central", "attack", hex=T, units=[*GERMANS])
    strongest = max(("fr-32", "fr-a1"), key=lambda unit: state.counter(unit).figures.defence)
    answer = says(state, "allied", "defend-together", "strongest", T)
    assert answer == {"kind": "defend_together", "units": {strongest: ["fr-art-1"]}}
    done(state, "allied", answer)


def test_13_7_the_largest_corps_are_demoralised() -> None:
    state = attacked(duel([*GERMANS, "ge-r1"], ["fr-32"]), [*GERMANS, "ge-r1"], 1)
    assert fight(state).result == "AD"
    answer = says(state, "central", "demoralise", "largest", T)
    assert answer is not None
    assert answer["units"][0] in GERMANS
    done(state, "central", answer)


@pytest.mark.parametrize(("answer", "dig"), [("stay", False), ("most", True)])
def test_13_9_an_advance_with_all_or_nobody(answer: str, dig: bool) -> None:
    state = driven(["fr-32", "fr-cav1"])
    state = done(state, "allied", says(state, "allied", "retreat", "rear", T))
    assert fight(state).step == "advance"
    after = done(state, "central", says(state, "central", "advance", answer, T))
    assert (where(after, *GERMANS) == [T, T, T]) == dig


def test_13_81_retreat_goes_to_the_hex_that_is_furthest_from_the_enemy() -> None:
    state = driven(["fr-32", "fr-cav1"], {"ge-a4": "2464"})
    answer = says(state, "allied", "retreat", "rear", T)
    assert answer is not None
    assert answer["units"] == ["fr-32", "fr-cav1"], "together"
    ways: Any = GAME.consult(
        state, "allied", {"kind": "slot", "order": "retreat", "slot": "path", "chosen": {"units": ["fr-32"]}}
    )
    foes = {state.units[unit].at for unit in state.on_map("central")}
    far = {end: min(state.board.lattice.distance(end, foe) for foe in foes) for end in ways["options"]["ways"]}
    assert far[answer["path"][-1]] == max(far.values())
    done(state, "allied", answer)


@pytest.mark.parametrize(("fort", "kind"), [("", "hold"), ("stay", "hold"), ("leave", "retreat")])
def test_15_12_a_garrison_stays_in_its_fort_unless_told_to_leave(fort: str, kind: str) -> None:
    state = fort_beaten()
    answer = says(state, "allied", "retreat", "rear", FORT, **({"fort": fort} if fort else {}))
    assert answer is not None
    assert answer["kind"] == kind
    done(state, "allied", answer)


FORT, NEAR_FORT = "2851", "2750"


def fort_beaten() -> State:
    """Defenders of Verdun who retreat or stay."""
    state = field({**stood(SIX[:3], NEAR_FORT), **stood(SIX[3:], "2950"), **stood(["fr-32", "fr-33"], FORT)})
    state = follow(state, replace(state, forts=state.forts - {"fr-fort-2950"}))
    state = told(state, "central", "attack", (10,), hex=FORT, units=SIX)
    return told(state, "central", "together", (10,)) if state.lanes[FORT][-1].step == "group" else state


# --- aircraft, guns, steps --------------------------------------------------------------------------------------------


def test_6_3_aircraft_fly_to_the_nearest_city() -> None:
    six = [*SIX, "ge-a7"]
    state = field({**stood(six[:3], "1111"), **stood(six[3:], "1212"), "ru-1": CITY, "fr-air-1": CITY})
    state = told(state, "central", "attack", (10,), hex=CITY, units=six)
    if fight(state, CITY).step == "losses":
        state = told(state, "central", "lose", units=["ge-a1"])
    state = told(state, "central", "advance", units=["ge-a4"])
    answer = says(state, "allied", "aircraft", "nearest")
    assert answer is not None
    options: Any = GAME.consult(
        state, "allied", {"kind": "slot", "order": "flee", "slot": "hex", "chosen": {"unit": "fr-air-1"}}
    )
    lattice = state.board.lattice
    assert lattice.distance(CITY, answer["hex"]) == min(lattice.distance(CITY, c) for c in options["options"]["of"])
    done(state, "allied", answer)


def test_10_2_railheads_go_as_far_as_they_can() -> None:
    state = advancing()
    answer = says(state, "central", "railheads", "all")
    assert answer is not None
    assert rail_side(done(state, "central", answer), "2449") == "central"


def test_14_4_supply_is_taken_as_proposed() -> None:
    """§14.53: in August-1 the Allies are asked whether ships are kept for units beyond the sea."""
    state = passed_to(deployed(), "allied.supply")
    assert says(state, "allied", "railheads", "all") is None, "this is another step"
    after = done(state, "allied", says(state, "allied", "supply", "proposed"))
    assert (after.phase.step, dict(after.kept)) == ("allied.move", {})


def test_16_42_aircraft_land_in_the_nearest_city() -> None:
    near = SIX[:3]
    state = sent(field({**stood(near, "3248"), "fr-32": "3249", "ge-air-1": "3146"}), ["ge-air-1"], "3249")
    state = told(state, "central", "attack_with_air", (7,), hex="3249", units=near, air=["ge-air-1"])
    orders = {
        kind.key: StandingOrder(kind.key, kind.answers[0].key) for kind in standing.KINDS if kind.key != "aircraft"
    }
    while state.lanes["3249"][-1].step != "landing":
        seat = GAME.deciders(state)[0]
        found: Any = GAME.answer_in(state, seat, "3249", orders)
        state = done(state, seat, {k: v for k, v in found.items() if k != "lane"})
    assert GAME.answer_in(state, "central", "3249", orders) is None, "of aircraft nothing is said"
    answer = says(state, "central", "aircraft", "nearest", "3249")
    assert answer == {"kind": "land", "unit": "ge-air-1", "hex": "3146"}, "its own base"
    assert done(state, "central", answer).lanes == {}


def test_22_13_guns_take_part_in_the_attack_instead() -> None:
    places = {**stood([*STORM, GUN, "ge-siege-305"], A), **stood(["fr-32", "fr-art-1", "fr-art-2"], T)}
    state = told(storming(places), "central", "infiltrate", hex=T, units=[*STORM, GUN, "ge-siege-305"], air=[])
    assert attack(state).step == "neutralise"
    after = done(state, "central", says(state, "central", "neutralise", "nothing", T))
    assert attack(after).step != "neutralise"
    assert not attack(after).idle


def test_a_turn_with_every_order_is_played_by_few_answers() -> None:
    """docs/asynchronous.md: with the orders that the page proposes, fights wait for the player whose decision it is."""
    orders = {k.key: StandingOrder(k.key, k.sensible) for k in standing.KINDS if k.sensible}
    state = duel([*GERMANS, GUN], ["fr-32", "fr-art-1"])
    state = put(state, {"fr-33": B})
    state = told(state, "central", "attack", hex=T, units=[*GERMANS, GUN])
    asked = 0
    while state.lanes:
        seat = GAME.deciders(state)[0]
        [lane] = GAME.lanes(state, seat)[:1]
        found: Any = GAME.answer_in(state, seat, lane, orders)
        if found is None:
            asked += 1
            found = {"kind": {"group": "together", "advance": "stay"}[state.lanes[T][-1].step]}
        answer = GAME.decide(state, seat, found, lambda _, __: 10)
        assert isinstance(answer, Decided), answer
        state = answer.states[-1]
    assert asked <= 2, "how to divide the attack, and whether to advance"
