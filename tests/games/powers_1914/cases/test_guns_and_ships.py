"""§3.3.12 shooting, §3.3.14 ships against guns, §3.8 shipyards from the sea."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.powers_1914.combat.artillery import score_needed
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import State, Works
from tests.games.powers_1914.kit import at, changes, denied, dice, go, offer, order, position, price, told

GUN, SHIP = "GE.artillery.1", "GE.ship.1"


def shoot(state: State, face: int, target: str, area: str = "champagne", gun: str = GUN) -> State:
    """One shot of a Central gun."""
    return order(state, "central", "shoot", dice(face), unit=gun, area=area, target=target)


# --- shooting (§3.3.12) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "chief", "face", "hit"), [
    (0, "", 5, False), (0, "", 6, True), (1, "", 4, False), (1, "", 5, True), (2, "", 3, False), (2, "", 4, True),
    (0, "falkenhayn", 4, False), (0, "falkenhayn", 5, True), (2, "falkenhayn", 2, False), (2, "falkenhayn", 3, True),
])  # fmt: skip
def test_3_3_12_the_die_decides_at_the_printed_scores(level: int, chief: str, face: int, hit: bool) -> None:
    """§3.3.12, §3.9, §3.11.1: six; five or four for modern guns; one less beside Falkenhayn."""
    places = {"alsace": f"GE 1 artillery {chief}", "champagne": "FR 2 infantry"}
    state = position(places, modern={"GE.artillery": level})
    assert (at(shoot(state, face, "FR.infantry.1"), "FR.infantry.1") is None) is hit


def test_3_3_1_infantry_that_joins_a_raid_ends_the_time_for_guns_and_aircraft_alone_do_not() -> None:
    """§3.3.1: guns shoot before infantry fights, however the battle began."""
    places = {"alsace": "GE 1 artillery 1 infantry 1 aircraft", "champagne": "FR 2 infantry 1 aircraft"}
    raid = order(position(places), "central", "move", units=["GE.aircraft.1"], path=["champagne"])
    alone = order(raid, "central", "withdraw")
    assert at(shoot(alone, 6, "FR.infantry.1"), "FR.infantry.1") is None
    joined = order(raid, "central", "reinforce", units=["GE.infantry.1"], path=["champagne"])
    joined = order(joined, "central", "withdraw")
    shot = {"unit": GUN, "area": "champagne", "target": "FR.infantry.1"}
    denied(joined, "central", "too-late", "3.3.1", "shoot", **shot)
    assert offer(joined, "central", "shoot") is None


def test_3_15_1_a_tactical_card_helps_guns_that_shoot_into_its_field() -> None:
    """§3.15.1, §3.3.12: they attack it; both cards lower the score by two, and there alone."""
    places = {"alsace": "GE 1 artillery", "champagne": "FR 2 infantry", "luxembourg": "FR 1 infantry"}
    state = position(places, flags={"luxembourg": "FR"})
    state = order(state, "central", "tactic", area="champagne")
    assert cast(Any, offer(state, "central", "shoot"))["guns"][GUN]["needed"] == {"champagne": 5, "luxembourg": 6}
    assert at(shoot(state, 5, "FR.infantry.1"), "FR.infantry.1") is None
    assert at(shoot(state, 5, "FR.infantry.3", "luxembourg"), "FR.infantry.3") == "luxembourg"
    state = order(state, "central", "tactic", area="champagne")
    assert at(shoot(state, 4, "FR.infantry.1"), "FR.infantry.1") is None


def test_3_3_11_six_prisoners_help_guns_that_shoot() -> None:
    """§3.3.11, §3.9: +1 in combat is one less on the die that hits; the sixth infantry is taken here."""
    places = {"alsace": "GE 1 artillery 1 infantry", "champagne": "FR 1 infantry", "paris": "FR 1 infantry",
              "bavaria": "GE 1 artillery", "tyrol": "IT 1 infantry"}  # fmt: skip
    state = position(places, captured={"central": 5, "entente": 0})
    assert score_needed(state, "GE.artillery.2", "tyrol") == 6
    state = order(state, "central", "move", units=["GE.infantry.1"], path=["champagne"])
    pair = {"unit": "GE.infantry.1", "target": "FR.infantry.1", "capture": True}
    state = order(state, "central", "fight", dice(6, 1), **pair)
    assert at(shoot(state, 5, "IT.infantry.1", "tyrol", "GE.artillery.2"), "IT.infantry.1") is None


@pytest.mark.parametrize(("revolution", "level", "face", "hit"), [
    (2, 0, 6, True), (3, 0, 6, False), (3, 1, 5, False), (3, 1, 6, True),
])  # fmt: skip
def test_3_14_3_russian_guns_need_one_more_in_the_revolution(revolution: int, level: int, face: int, hit: bool) -> None:
    """§3.14.3: all Russian troops have one less in combat; those of its allies do not."""
    places = {"poland": "RU 1 artillery; SE 1 artillery", "galicia": "AH 2 infantry"}
    state = position(places, step="entente.action", turn=3, revolution=revolution, modern={"RU.artillery": level})
    shot = {"area": "galicia", "target": "AH.infantry.1"}
    state = order(state, "entente", "shoot", dice(face), unit="RU.artillery.1", **shot)
    assert (at(state, "AH.infantry.1") is None) is hit
    assert score_needed(state, "SE.artillery.1", "galicia") == 6


def test_3_3_12_falkenhayn_helps_allied_guns_beside_him_and_none_elsewhere() -> None:
    """§3.11.1: whoever's gun it is, in his field only."""
    state = position({"alsace": "AH 1 artillery; GE falkenhayn", "bavaria": "GE 1 artillery"})
    assert (score_needed(state, "AH.artillery.1", "champagne"), score_needed(state, GUN, "tyrol")) == (5, 6)


def test_3_3_12_several_guns_shoot_one_after_the_other_at_what_is_left() -> None:
    """§3.3.12: each once, each at a unit of its own choice."""
    state = position({"alsace": "GE 2 artillery", "champagne": "FR 1 infantry 1 artillery"})
    state = shoot(state, 6, "FR.artillery.1")
    denied(state, "central", "no-such-target", "3.3", "shoot", unit="GE.artillery.2", area="champagne",
           target="FR.artillery.1")  # fmt: skip
    state = shoot(state, 6, "FR.infantry.1", gun="GE.artillery.2")
    assert not state.at("champagne")
    assert state.control["champagne"] == "FR", "shots take no land"
    assert offer(state, "central", "shoot") is None


def test_3_3_12_a_gun_that_shot_still_defends() -> None:
    """§3.3.12: it may not move; who attacks it is fought."""
    state = position({"alsace": "GE 1 artillery", "champagne": "FR 2 infantry"})
    state = order(shoot(state, 1, "FR.infantry.1"), "central", "end_phase")
    state = go(state, "entente", "FR.infantry.1", "alsace")
    assert state.battle is not None
    state, events = told(state, "entente", "fight", dice(1, 6), unit="FR.infantry.1", target=GUN, capture=False)
    assert changes(events, "defender")["3.3.7"] == 3
    assert at(state, GUN) == "alsace"


def test_3_3_12_a_gun_bought_this_turn_shoots_this_turn() -> None:
    """§3.3.12, §3.2.4: it has not moved."""
    state = position({"brussels": "BE 1 infantry"}, step="purchase", money=price("artillery"))
    state = order(state, "central", "buy", nation="GE", unit="artillery", area="rhineland", count=1)
    state = order(order(state, "central", "end_phase"), "entente", "end_phase")
    assert at(shoot(state, 6, "BE.infantry.1", "brussels"), "BE.infantry.1") is None


def test_3_3_12_guns_reach_transports_and_do_not_shoot_from_them() -> None:
    """§3.3.12, §3.2.7: a gun ashore reaches the sea beside it; one at sea is cargo."""
    state = position({"kiel": "GE 1 artillery", "north-sea": "BR 1 infantry"})
    assert at(shoot(state, 6, "BR.infantry.1", "north-sea"), "BR.infantry.1") is None
    state = position({"channel": "GE 1 artillery", "picardy": "FR 1 infantry", "biscay": "BR 1 ship"})
    for area, target in (("picardy", "FR.infantry.1"), ("biscay", "BR.ship.1")):
        denied(state, "central", "afloat", "3.2.7", "shoot", unit=GUN, area=area, target=target)
    assert offer(state, "central", "shoot") is None


@pytest.mark.parametrize(("unit", "code"), [("GE.infantry.1", "no-gun"), (SHIP, "no-gun")])
def test_3_3_12_nobody_but_guns_shoots(unit: str, code: str) -> None:
    """§3.3.12: infantry and ships fight."""
    state = position({"alsace": "GE 1 infantry", "north-sea": "GE 1 ship", "champagne": "FR 1 infantry"})
    denied(state, "central", code, "3.3.12", "shoot", unit=unit, area="champagne", target="FR.infantry.1")


def test_3_3_12_a_captured_gun_is_silent_until_the_next_turn() -> None:
    """§3.3.12: it has fought."""
    state = position({"alsace": "GE 2 infantry", "champagne": "FR 1 artillery", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1 GE.infantry.2", "champagne")
    pair = {"unit": "GE.infantry.1", "target": "FR.artillery.1", "capture": True}
    state = order(state, "central", "fight", dice(6, 1), **pair)
    denied(state, "central", "has-moved", "3.3.12", "shoot", unit=GUN, area="paris", target="FR.infantry.1")


# --- ships against guns (§3.3.14) ---------------------------------------------------------------------------------


def test_3_3_14_a_declined_player_may_still_move_or_shoot() -> None:
    """§3.3.14: nothing was fought."""
    state = position({"channel": "GE 1 ship", "picardy": "FR 1 artillery"}, works={})
    state = order(state, "central", "challenge", unit=SHIP, target="FR.artillery.1")
    state = order(state, "entente", "respond", accept=False)
    assert at(go(state, "central", SHIP, "biscay"), SHIP) == "biscay"
    state = position({"kiel": "GE 1 artillery", "north-sea": "BR 1 ship"}, works={})
    state = order(state, "central", "challenge", unit=GUN, target="BR.ship.1")
    state = order(state, "entente", "respond", accept=False)
    assert at(shoot(state, 6, "BR.ship.1", "north-sea"), "BR.ship.1") is None


def test_3_3_14_a_player_who_declined_is_not_asked_again_this_turn() -> None:
    """§3.3.14: by no other ship either; next turn you may ask again."""
    deck = ("winter-1", "winter-2", "winter-3")
    state = position({"channel": "GE 2 ship", "picardy": "FR 2 artillery"}, works={}, deck=deck)
    state = order(state, "central", "challenge", unit=SHIP, target="FR.artillery.1")
    state = order(state, "entente", "respond", accept=False)
    again = {"unit": "GE.ship.2", "target": "FR.artillery.1"}
    denied(state, "central", "cannot-challenge", "3.3.14", "challenge", **again)
    assert cast(Any, offer(state, "central", "challenge"))["pairs"] == {"GE.ship.2": ["FR.artillery.2"]}
    state = order(order(state, "central", "end_phase"), "entente", "end_phase", dice(1, 1))
    state = order(order(state, "central", "end_phase"), "entente", "end_phase")
    assert GAME.deciders(order(state, "central", "challenge", **again)) == ("entente",)


def test_3_3_14_units_that_have_fought_stay() -> None:
    """§3.3.14, §3.3.15: no move after the fight, and no shot."""
    state = position({"channel": "GE 1 ship", "picardy": "FR 1 artillery"}, works={})
    state = order(state, "central", "challenge", unit=SHIP, target="FR.artillery.1")
    state = order(state, "entente", "respond", dice(6, 1), accept=True)
    denied(state, "central", "has-moved", "3.2.3", "move", units=[SHIP], path=["biscay"])
    state = position({"kiel": "GE 1 artillery", "north-sea": "BR 2 ship"}, works={})
    state = order(state, "central", "challenge", unit=GUN, target="BR.ship.1")
    state = order(state, "entente", "respond", dice(6, 1), accept=True)
    shot = {"unit": GUN, "area": "north-sea", "target": "BR.ship.2"}
    denied(state, "central", "has-moved", "3.3.12", "shoot", **shot)


def test_3_3_14_a_ship_fights_the_guns_that_protect_a_shipyard_one_after_the_other() -> None:
    """§3.3.14, §3.8: they have no choice, and are not asked: neither a refusal nor a fight before that bars it."""
    places = {"channel": "GE 1 ship", "picardy": "FR 1 artillery", "brittany": "FR 2 artillery"}
    state = order(position(places), "central", "challenge", unit=SHIP, target="FR.artillery.1")
    state = order(state, "entente", "respond", accept=False)
    assert cast(Any, offer(state, "central", "challenge"))["pairs"] == {SHIP: ["FR.artillery.2", "FR.artillery.3"]}
    for gun in ("FR.artillery.2", "FR.artillery.3"):
        state = order(state, "central", "challenge", dice(6, 1), unit=SHIP, target=gun)
    assert {*state.units} == {SHIP, "FR.artillery.1"}
    assert offer(state, "central", "challenge") is None
    state = order(state, "central", "raid", unit=SHIP, area="brittany", take=True)
    assert state.works["brittany"] == (Works("shipyard", "GE"),)


def test_3_3_14_a_ship_that_has_asked_asks_no_other_gun() -> None:
    """§3.3.14: once a turn; where it may still force a fight it is told so of the others."""
    places = {"channel": "GE 1 ship", "picardy": "FR 2 artillery", "brittany": "FR 1 artillery"}
    state = order(position(places), "central", "challenge", unit=SHIP, target="FR.artillery.1")
    state = order(state, "entente", "respond", accept=False)
    again = {"unit": SHIP, "target": "FR.artillery.2"}
    said = denied(state, "central", "cannot-challenge", "3.3.14", "challenge", **again)
    assert said.text == "German ship has already asked for a fight this turn."


def test_3_3_14_a_ship_may_come_and_then_ask() -> None:
    """§3.1.4, §3.3.14: fighting after moving is allowed, moving after fighting is not."""
    state = go(position({"north-sea": "GE 1 ship", "picardy": "FR 1 artillery"}, works={}), "central", SHIP, "channel")
    state = order(state, "central", "challenge", unit=SHIP, target="FR.artillery.1")
    assert GAME.deciders(state) == ("entente",)


@pytest.mark.parametrize(("faces", "left"), [((5, 2), []), ((6, 2), [SHIP]), ((4, 2), ["FR.artillery.1"])])
def test_3_3_14_higher_wins_and_a_tie_costs_both(faces: tuple[int, int], left: list[str]) -> None:
    """§3.3.14, §3.3.4: as in any fight, three more for the gun that defends."""
    state = position({"channel": "GE 1 ship", "picardy": "FR 1 artillery"}, works={})
    state = order(state, "central", "challenge", unit=SHIP, target="FR.artillery.1")
    assert [*order(state, "entente", "respond", dice(*faces), accept=True).units] == left


def test_3_3_14_what_counts_in_such_a_fight() -> None:
    """§3.3.14: three more for a gun only when it defends; aircraft and the admiral, prisoners and revolution too."""
    places = {"kiel": "GE 1 artillery 1 aircraft falkenhayn", "north-sea": "RU 1 ship 1 aircraft"}
    state = position(places, works={}, modern={"GE.artillery": 2, "RU.ship": 2}, revolution=3,
                     captured={"central": 6, "entente": 0})  # fmt: skip
    state = order(state, "central", "challenge", unit=GUN, target="RU.ship.1")
    state, events = told(state, "entente", "respond", dice(3, 3), accept=True)
    assert changes(events, "attacker") == {"3.3.6": 1, "3.3.11": 1}
    assert changes(events, "defender") == {"3.3.6": 1, "3.3.8": 2, "3.14.3": -1}


def test_3_3_14_not_over_a_distance_not_against_infantry() -> None:
    """§3.3.14: a ship and a gun on neighbouring fields, nobody else."""
    state = position({"channel": "GE 1 ship", "picardy": "FR 1 infantry", "paris": "FR 1 artillery"})
    for target in ("FR.infantry.1", "FR.artillery.1"):
        denied(state, "central", "no-such-target", "3.3.14", "challenge", unit=SHIP, target=target)
    assert offer(state, "central", "challenge") is None


def test_3_3_14_the_seat_of_the_one_asked_answers() -> None:
    """§3.3.14: not its allies."""
    state = position({"channel": "GE 1 ship", "picardy": "FR 1 artillery"}, scenario="classic-1-6", works={})
    state = order(state, "central-2", "challenge", unit=SHIP, target="FR.artillery.1")
    assert GAME.deciders(state) == ("entente-2",)
    denied(state, "entente-1", "not-your-turn", "3.1", "respond", accept=True)


# --- shipyards (§3.8) ---------------------------------------------------------------------------------------------


def test_3_8_a_guard_is_fought_by_ships_until_it_is_gone_and_then_the_yard_is_theirs() -> None:
    """§3.8: one ship clears the way, another takes the yard; infantry there does not matter."""
    state = position({"biscay": "GE 2 ship", "brittany": "FR 1 artillery 3 infantry"})
    state = order(state, "central", "challenge", dice(6, 1), unit=SHIP, target="FR.artillery.1")
    state = order(state, "central", "raid", unit="GE.ship.2", area="brittany", take=True)
    assert state.works["brittany"] == (Works("shipyard", "GE"),)


def test_3_8_a_raid_is_no_fight_and_leaves_the_ship_its_move() -> None:
    """§3.8, §3.3.15: only after a fight no unit moves; nor twice (§3.2.3), whatever it does in between."""
    state = order(position({"biscay": "GE 1 ship"}), "central", "raid", unit=SHIP, area="brittany", take=False)
    state = go(state, "central", SHIP, "channel")
    state = order(state, "central", "raid", unit=SHIP, area="england", take=False)
    denied(state, "central", "has-moved", "3.2.3", "move", units=[SHIP], path=["biscay"])


def test_3_8_no_ship_raids_its_own_side_or_a_neutral() -> None:
    """§3.8: opponents' yards only."""
    state = position({"baltic": "GE 1 ship"})
    for area in ("kiel", "gothenburg"):
        denied(state, "central", "no-shipyard", "3.8", "raid", unit=SHIP, area=area, take=False)
    assert offer(state, "central", "raid") is None


def test_3_8_the_ground_holder_gets_his_yard_back_with_ships_of_his_own() -> None:
    """§3.8: a yard taken from the sea can be taken again the same way, or demolished from the land."""
    works = {"brittany": (Works("shipyard", "GE"),)}
    state = position({"channel": "FR 1 ship", "brittany": "FR 1 infantry"}, step="entente.action", works=works)
    back = order(state, "entente", "raid", unit="FR.ship.1", area="brittany", take=True)
    assert back.works["brittany"] == (Works("shipyard", "FR"),)
    assert "brittany" not in order(state, "entente", "raze", works="shipyard", area="brittany").works


def test_3_8_with_the_ground_the_yard_changes_hands() -> None:
    """§3.8, §3.10: land units that take the field take the yard, whoever had it."""
    state = position({"picardy": "GE 1 infantry", "paris": "FR 1 infantry"}, flags={"picardy": "GE"})
    state = go(state, "central", "GE.infantry.1", "brittany")
    assert state.works["brittany"] == (Works("shipyard", "GE"),)


def test_3_8_a_shipyard_built_on_an_allys_shore_builds_the_allys_ships() -> None:
    """§3.8: by the ground it stands on."""
    state = position({"varna": "GE 1 infantry"}, step="purchase", money=60)
    state = order(state, "central", "build", works="shipyard", area="varna")
    assert state.works["varna"] == (Works("shipyard", "BU"),)
    shelf = cast(Any, offer(state, "central", "buy"))
    assert not [i for i in shelf["items"] if i["unit"] == "ship" and i["nation"] == "BU"], "Bulgaria has no ships"
    assert not [i for i in shelf["items"] if (i["unit"], i["nation"], i["area"]) == ("ship", "GE", "west-black")]
