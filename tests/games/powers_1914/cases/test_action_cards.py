"""§3.15 Action cards: tactical advantage and gas."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.powers_1914.state import State
from tests.games.powers_1914.kit import at, changes, denied, dice, fight, go, offer, order, position

ONE, FOE = "GE.infantry.1", "FR.infantry.1"
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


def test_3_15_2_transports_at_sea_are_out_of_its_reach_and_do_not_use_it() -> None:
    """§3.15.2: land to land."""
    state = position({"kiel": "GE 1 infantry", "north-sea": "BR 1 infantry", "channel": "GE 1 infantry",
                      "picardy": "FR 1 infantry"})  # fmt: skip
    for unit, area in ((ONE, "north-sea"), ("GE.infantry.2", "picardy")):
        denied(state, "central", "not-adjacent", "3.15.2", "gas", unit=unit, area=area, first="infantry")
    assert offer(state, "central", "gas") is None


def test_3_15_2_units_that_have_moved_or_shot_still_use_it_and_move_after_it() -> None:
    """§3.15.2: at any time of one's own moves; it is no move."""
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
    ({"unit": ONE, "area": "champagne", "first": "aircraft"}, "malformed"),
    ({"unit": ONE, "area": "champagne"}, "malformed"),
    ({"unit": FOE, "area": "champagne", "first": "infantry"}, "not-your-unit"),
    ({"unit": ONE, "area": "berlin", "first": "infantry"}, "not-adjacent"),
    ({"unit": ONE, "area": "bavaria", "first": "infantry"}, "no-such-target"),
    ({"unit": ONE, "area": "nowhere", "first": "infantry"}, "no-such-area"),
])  # fmt: skip
def test_3_15_2_what_is_refused(arguments: dict[str, object], code: str) -> None:
    """§3.15.2: not on friends, not far away, not with somebody else's unit."""
    section = {"malformed": "3.1", "not-your-unit": "3.1", "no-such-area": "3.2"}.get(code, "3.15.2")
    denied(front(), "central", code, section, "gas", **arguments)


def test_3_15_2_gas_thins_a_field_before_or_during_its_attack_from_behind() -> None:
    """§3.15.2: the attackers inside cannot gas their own field, a unit next door can."""
    state = go(front(), "central", ONE, "champagne")
    denied(state, "central", "not-adjacent", "3.15.2", "gas", unit=ONE, **GAS)
    state = order(state, "central", "gas", dice(2), unit="GE.infantry.2", **GAS)
    assert len(state.troops("champagne", "entente")) == 1
    asked = cast(Any, offer(state, "central", "fight"))
    assert [*asked["pairs"]] == [ONE]
