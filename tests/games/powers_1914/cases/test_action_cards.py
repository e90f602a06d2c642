"""§3.15 Action cards: tactical advantage and gas."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, cast

import pytest

from rules.kernel.messages import Refusal
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import State
from tests.contract.games.powers_1914 import invariants
from tests.contract.table import chance_of
from tests.games.powers_1914.kit import at, changes, denied, dice, drawn, fight, go, offer, options, order, position
from tests.thorough import sample_of

ONE, FOE = "GE.infantry.1", "FR.infantry.1"
FOE_TWO = "FR 2 infantry"
GAS = {"area": "champagne", "first": "infantry"}


def front(ours: str = "GE 2 infantry", theirs: str = "FR 3 infantry", **more: Any) -> State:
    """Alsace against Champagne."""
    return position({"alsace": ours, "champagne": theirs, "paris": "FR 1 infantry"}, **more)


# --- tactical advantage (§3.15.1) ---------------------------------------------------------------------------------


def test_3_15_1_it_may_be_laid_in_the_middle_of_a_battle_and_lasts_for_later_attacks_there() -> None:
    """§3.15.1: all attacks on that field in this turn."""
    state = order(go(front(), "central", ONE, "champagne"), "central", "tactic", area="champagne")
    _, events = fight(state, "central", ONE, FOE, 3, 3)
    assert changes(events, "attacker")["3.15.1"] == 1
    state = go(order(state, "central", "withdraw"), "central", "GE.infantry.2", "champagne")
    _, events = fight(state, "central", "GE.infantry.2", FOE, 3, 3)
    assert changes(events, "attacker")["3.15.1"] == 1


def test_3_15_1_it_does_not_help_the_same_units_when_they_defend_there_later() -> None:
    """§3.15.1: for attacking only, even in the same turn."""
    state = position({"champagne": "GE 1 infantry", "paris": "FR 1 infantry"}, step="entente.action",
                     flags={"champagne": "GE"}, tactics={"central": ("champagne",), "entente": ()})  # fmt: skip
    state = go(state, "entente", FOE, "champagne")
    _, events = fight(state, "entente", FOE, ONE, 3, 3)
    assert "3.15.1" not in changes(events, "defender")
    assert "3.15.1" not in changes(events, "attacker")


def test_3_15_1_both_sides_have_their_own_two() -> None:
    """§3.15.1: each may lay one in the same field."""
    state = order(order(front(), "central", "tactic", area="champagne"), "central", "end_phase")
    state = order(state, "entente", "tactic", area="champagne")
    assert state.tactics == {"central": ("champagne",), "entente": ("champagne",)}


def test_3_15_1_allies_share_the_sides_cards() -> None:
    """§3.15.1: what one seat has laid is laid."""
    state = position({}, scenario="classic-1-6")
    state = order(state, "central-1", "tactic", area="poland")
    state = order(state, "central-2", "tactic", area="champagne")
    denied(state, "central-3", "cards-used", "3.15.1", "tactic", area="belgrade")
    assert offer(state, "central-3", "tactic") is None


def test_3_15_1_at_sea_too_and_not_in_a_duel_of_ship_and_gun() -> None:
    """§3.15.1, §3.3.14: the duel has its own short list of modifiers."""
    state = position({"north-sea": "GE 1 ship", "channel": "BR 1 ship"})
    state = go(order(state, "central", "tactic", area="channel"), "central", "GE.ship.1", "channel")
    _, events = fight(state, "central", "GE.ship.1", "BR.ship.1", 3, 3)
    assert changes(events, "attacker") == {"3.15.1": 1}


# --- gas (§3.15.2) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "left"), [(1, 2), (2, 1), (3, 0), (6, 0)])
def test_3_15_2_as_many_as_the_die_shows_as_far_as_there_are(die: int, left: int) -> None:
    """§3.15.2: from one to six land units."""
    state = order(front(), "central", "gas", dice(die), unit=ONE, **GAS)
    assert len(state.troops("champagne", "entente")) == left
    assert state.control["champagne"] == "FR", "nobody has entered"


@pytest.mark.parametrize(("first", "left"), [("infantry", "FR.artillery.1"), ("artillery", FOE)])
def test_3_15_2_the_user_says_which_arm_goes_first(first: str, left: str) -> None:
    """§3.15.2: infantry or guns, then the others."""
    state = front(theirs="FR 1 infantry 1 artillery")
    state = order(state, "central", "gas", dice(1), unit=ONE, area="champagne", first=first)
    assert state.troops("champagne", "entente") == [left]


def test_3_15_2_it_spares_chiefs_and_aircraft() -> None:
    """§3.15.2: it is for land units."""
    state = order(front(theirs="FR 1 infantry 1 aircraft petain"), "central", "gas", dice(6), unit=ONE, **GAS)
    assert [*state.at("champagne")] == ["FR.aircraft.1", "FR.general.petain"]


def test_3_15_2_it_is_not_wasted_on_a_field_without_land_units() -> None:
    """§3.15.2: aircraft alone are no target."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 1 aircraft petain"})
    assert offer(state, "central", "gas") is None
    denied(state, "central", "no-such-target", "3.15.2", "gas", unit=ONE, **GAS)


def test_3_15_2_transports_before_your_coast_are_gassed_and_their_ships_and_aircraft_are_not() -> None:
    """§3.15.2: any adjacent field; navy and aircraft alone are safe."""
    state = position({"kiel": "GE 1 infantry", "north-sea": "BR 2 infantry 1 ship 1 aircraft"})
    assert options(state, "central", "gas", "area", unit=ONE)["of"] == ["north-sea"]
    state = order(state, "central", "gas", dice(6), unit=ONE, area="north-sea", first="infantry")
    assert [*state.at("north-sea")] == ["BR.ship.1", "BR.aircraft.1"]


def test_3_15_2_ships_alone_are_no_target() -> None:
    """§3.15.2: never against the navy."""
    state = position({"kiel": "GE 1 infantry", "north-sea": "BR 1 ship"})
    assert offer(state, "central", "gas") is None
    denied(state, "central", "no-such-target", "3.15.2", "gas", unit=ONE, area="north-sea", first="infantry")


def test_3_15_2_any_land_unit_uses_it_at_sea_too() -> None:
    """§3.15.2: against a coast, and against land units in the next sea; never into its own field."""
    state = position({"channel": "GE 1 infantry; BR 1 infantry", "picardy": FOE_TWO, "irish-sea": "BR 1 infantry"})
    assert cast(Any, offer(state, "central", "gas"))["units"] == {ONE: ["irish-sea", "picardy"]}
    assert set(options(state, "central", "gas", "area", unit=ONE)["of"]) == {"picardy", "irish-sea"}
    for area, lost in (("picardy", FOE), ("irish-sea", "BR.infantry.2")):
        after = order(state, "central", "gas", dice(1), unit=ONE, area=area, first="infantry")
        assert at(after, lost) is None
    denied(state, "central", "not-adjacent", "3.15.2", "gas", unit=ONE, area="channel", first="infantry")


def test_3_15_2_units_that_have_moved_or_shot_still_use_it_and_move_after_it() -> None:
    """§3.15.2: it is no move."""
    state = front("GE 1 infantry 1 artillery", spent=["GE.artillery.1"])
    state = order(state, "central", "gas", dice(1), unit="GE.artillery.1", **GAS)
    state = order(state, "central", "gas", dice(1), unit=ONE, **GAS)
    assert at(go(state, "central", ONE, "champagne"), ONE) == "champagne"


def test_3_15_2_two_for_a_side_in_the_whole_game() -> None:
    """§3.15.2: allies share them; a new turn brings none back."""
    state = front(scenario="classic-1-6", gas={"central": 1, "entente": 2})
    state = order(state, "central-2", "gas", dice(1), unit=ONE, **GAS)
    assert state.gas == {"central": 0, "entente": 2}
    assert offer(state, "central-2", "gas") is None
    denied(state, "central-2", "cards-used", "3.15.2", "gas", unit=ONE, **GAS)


@pytest.mark.parametrize(("arguments", "code"), [
    ({"unit": ONE, "area": "champagne", "first": "aircraft"}, "not-offered"),
    ({"unit": ONE, "area": "champagne"}, "malformed"),
    ({"unit": FOE, "area": "champagne", "first": "infantry"}, "not-your-unit"),
    ({"unit": ONE, "area": "berlin", "first": "infantry"}, "not-adjacent"),
    ({"unit": ONE, "area": "bavaria", "first": "infantry"}, "no-such-target"),
    ({"unit": ONE, "area": "nowhere", "first": "infantry"}, "no-such-area"),
])  # fmt: skip
def test_3_15_2_what_is_refused(arguments: dict[str, object], code: str) -> None:
    """§3.15.2: not on friends, not far away, not with someone else's unit."""
    section = {"not-your-unit": "3.1", "no-such-area": "3.2"}.get(code, "3.15.2")
    denied(front(), "central", code, section, "gas", **arguments)


def test_3_15_2_gas_thins_a_field_before_or_during_its_attack_from_behind() -> None:
    """§3.15.2: the attackers inside cannot gas their own field, a unit next door can."""
    state = go(front(), "central", ONE, "champagne")
    denied(state, "central", "not-adjacent", "3.15.2", "gas", unit=ONE, **GAS)
    state = order(state, "central", "gas", dice(2), unit="GE.infantry.2", **GAS)
    assert len(state.troops("champagne", "entente")) == 1
    asked = cast(Any, offer(state, "central", "fight"))
    assert [*asked["pairs"]] == [ONE]


# --- gas at any time (§3.15.2) ------------------------------------------------------------------------------------


BACK = {"unit": FOE, "area": "alsace", "first": "infantry"}


@pytest.mark.parametrize("step", ["central.action", "purchase"])
def test_3_15_2_the_other_side_uses_it_in_your_own_moves_and_both_in_the_purchases(step: str) -> None:
    """§3.15.2: any time a player wants; nobody is asked and nobody waits."""
    state = front(step=step)
    asked = GAME.deciders(state)
    for seat, arguments in (("entente", BACK), ("central", {"unit": ONE, **GAS})):
        offered = cast(Any, offer(state, seat, "gas"))
        assert offered["any_time"]
        ((unit, areas),) = offered["units"].items()
        assert areas == [arguments["area"]]
        state = order(state, seat, "gas", dice(1), **{**arguments, "unit": unit})
        assert GAME.deciders(state) == asked
    assert len(state.troops("alsace", "central")) == 1
    assert len(state.troops("champagne", "entente")) == 2


def test_3_15_2_defenders_gas_those_who_attack_next_door() -> None:
    """§3.15.2: from Paris into the battle of Champagne; with its last attacker gone it is over."""
    state = go(front(), "central", ONE, "champagne")
    state = order(state, "entente", "gas", dice(6), unit="FR.infantry.4", area="champagne", first="infantry")
    assert state.battle is None
    assert at(state, ONE) is None
    assert len(state.troops("champagne", "entente")) == 3


def test_3_15_2_an_ally_gases_in_a_battle_that_he_does_not_lead() -> None:
    """§3.15.2: and it can win the field."""
    state = position({"alsace": "GE 1 infantry", "rhineland": "AH 1 infantry", "champagne": "GE 1 infantry",
                      "brussels": "BE 1 infantry", "paris": "FR 1 infantry"}, scenario="classic-1-6",
                     flags={"champagne": "GE"}, spent=["AH.infantry.1"])  # fmt: skip
    state = go(state, "central-2", "GE.infantry.2", "brussels")
    assert GAME.deciders(state) == ("central-2",)
    state = order(state, "central-1", "gas", dice(1), unit="AH.infantry.1", area="brussels", first="infantry")
    assert state.battle is None
    assert state.control["brussels"] == "GE"


def test_3_15_2_a_seat_that_has_finished_moving_may_still_use_it() -> None:
    """§3.15.2: at any time."""
    state = front(scenario="classic-1-6")
    state = order(state, "central-2", "end_phase")
    assert "central-2" not in GAME.deciders(state)
    assert len(order(state, "central-2", "gas", dice(1), unit=ONE, **GAS).troops("champagne", "entente")) == 2


def test_3_15_2_a_challenged_gun_that_gas_takes_answers_no_more() -> None:
    """§3.15.2, §3.3.14: there is no fight left to have."""
    state = position({"channel": "GE 1 ship", "picardy": "FR 1 artillery", "champagne": "GE 1 infantry"}, works={},
                     flags={"champagne": "GE"})  # fmt: skip
    state = order(state, "central", "challenge", unit="GE.ship.1", target="FR.artillery.1")
    state = order(state, "central", "gas", dice(1), unit=ONE, area="picardy", first="artillery")
    assert GAME.deciders(state) == ("central",)
    assert not state.units["GE.ship.1"].spent


def test_3_15_2_gas_while_a_card_asks_for_losses_can_leave_no_more_than_it_asks_for() -> None:
    """§3.15.2, §3.14.2: then those go, and the turn goes on."""
    state = drawn("disease-1", {"alsace": "GE 4 infantry", "champagne": "FR 1 infantry"}, rest=("famine-1",))
    assert GAME.deciders(state) == ("central",)
    state = order(state, "entente", "gas", dice(2, 1), **BACK)
    assert not state.at("alsace")
    assert state.phase.key == "purchase"
    state = drawn("disease-1", {"alsace": "GE 4 infantry", "champagne": "FR 1 infantry"}, rest=("famine-1",))
    state = order(state, "entente", "gas", dice(1), **BACK)
    assert options(state, "central", "give_up")["most"] == 2


def test_3_15_2_not_before_the_first_turn_and_not_after_the_end() -> None:
    """§3.15.2: gas takes units off the map, and in the set-up there is no war yet."""
    state = front(step="entente.setup", turn=1)
    assert offer(state, "entente", "gas") is None
    denied(state, "entente", "wrong-step", "3.15.2", "gas", **BACK)
    over = front(ended=("central", "over", "3.13"))
    assert offer(over, "entente", "gas") is None
    denied(over, "entente", "over", "3.13", "gas", **BACK)


@pytest.mark.parametrize("seed", sample_of(range(6, 9), 2, 1))
def test_3_15_2_whoever_uses_gas_whenever_he_can_breaks_nothing(seed: int) -> None:
    """§3.15.2: in whole random games every seat uses it in others' decisions too; positions stay possible."""
    rng, chance = random.Random(seed), chance_of(seed)
    state = GAME.new_match(("classic-1-6", "classic-2", "austria-russia")[seed % 3], {})
    drifts = 0
    while seats := GAME.deciders(state):
        seat = seats[rng.randrange(len(seats))]
        command: Any = None
        for other in sorted(state.seats):
            offered = cast(Any, offer(state, other, "gas"))
            if offered is not None and not rng.randrange(40):
                seat, unit = other, rng.choice(sorted(offered["units"]))
                command = {"kind": "gas", "unit": unit, "area": rng.choice(offered["units"][unit]), "first": "infantry"}
                drifts += seat not in seats
                break
        answer = GAME.decide(state, seat, command or GAME.random_command(state, seat, rng), chance)
        assert not isinstance(answer, Refusal), (command, answer)
        for event in answer:
            after = GAME.evolve(state, event)
            invariants.check_fact(state, event, after)
            state = after
        invariants.check_position(state)
        if command:
            state = replace(state, gas={"central": 2, "entente": 2})
    assert drifts


def test_3_15_1_the_offer_says_what_the_card_does() -> None:
    """§3.15.1: the sentence comes with the order, since the browser knows no rule."""
    assert cast("dict[str, Any]", offer(front(), "central", "tactic"))["help"].startswith("+1 to every unit")
