"""§3.2 Movement: how far, through whom, over water and over the straits (§3.3.15)."""

from __future__ import annotations

import pytest

from rules.powers_1914.position.state import State
from tests.games.powers_1914.kit import (
    at,
    beat,
    cannot_go,
    changes,
    denied,
    dice,
    fight,
    go,
    offer,
    options,
    order,
    position,
)

OPEN: dict[str, object] = {"works": {}}


@pytest.mark.parametrize(("unit", "start", "path", "far"), [
    ("GE.artillery.1", "berlin", ("silesia", "bohemia"), "vienna"),
    ("GE.ship.1", "north-sea", ("channel", "biscay"), "lusitania"),
    ("GE.general.mackensen", "berlin", ("silesia", "bohemia"), "vienna"),
    ("GE.general.richthofen", "berlin", ("silesia", "bohemia", "vienna", "trieste", "bosnia"), ""),
    ("GE.aircraft.1", "berlin", ("silesia", "bohemia", "vienna", "trieste"), "bosnia"),
])  # fmt: skip
def test_3_2_1_each_kind_has_its_reach(unit: str, start: str, path: tuple[str, ...], far: str) -> None:
    """§3.2.1, §3.11.3: two fields, four for aircraft, five for Richthofen, and not one more."""
    nation, kind, label = unit.split(".")
    what = f"{nation} {label}" if kind == "general" else f"{nation} 1 {kind}"
    state = position({start: what, "bosnia": "AH 1 infantry"} if start == "berlin" else {start: what})
    assert at(go(state, "central", unit, *path), unit) == path[-1]
    more = (*path, far) if far else (*path, "budapest")
    cannot_go(state, "central", "too-far", "3.2.1", unit, *more)


def test_3_2_1_a_mixed_stack_goes_as_far_as_its_slowest() -> None:
    """§3.2.1: aircraft that travel with infantry go two fields."""
    state = position({"berlin": "GE 1 infantry 1 aircraft"})
    cannot_go(state, "central", "too-far", "3.2.1", [*state.units], "silesia", "bohemia", "vienna")
    asked = offer(state, "central", "move")
    assert asked is not None
    assert asked["units"] == ["GE.infantry.1", "GE.aircraft.1"]


@pytest.mark.parametrize("who", ["BE 1 infantry", "BE 1 artillery", "BE 1 aircraft"])
def test_3_2_2_any_enemy_unit_bars_the_way(who: str) -> None:
    """§3.2.2: one is enough, whatever it is."""
    state = position({"rhineland": "GE 1 infantry", "brussels": who, "paris": "FR 1 infantry"})
    cannot_go(state, "central", "enemy-there", "3.2.2", "GE.infantry.1", "brussels", "picardy")


def test_3_2_2_a_lone_chief_bars_it_too() -> None:
    """§3.11.2: to pass, a unit must end its move there and take him."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR petain", "paris": "FR 1 infantry"})
    cannot_go(state, "central", "enemy-there", "3.2.2", "GE.infantry.1", "champagne", "picardy")
    assert at(go(state, "central", "GE.infantry.1", "champagne"), "FR.general.petain") is None


def test_3_2_2_empty_enemy_land_is_no_obstacle_and_friends_are_none() -> None:
    """§3.2.2: through an empty field of the enemy's, and through an ally's army."""
    state = position({"alsace": "GE 1 infantry", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1", "champagne", "picardy")
    assert (state.control["champagne"], state.control["picardy"]) == ("FR", "GE")
    state = position({"bavaria": "GE 1 infantry", "tyrol": "AH 3 infantry"})
    assert at(go(state, "central", "GE.infantry.1", "tyrol", "trieste"), "GE.infantry.1") == "trieste"


def test_3_2_2_enemy_ships_bar_ships_and_transports_alike() -> None:
    """§3.2.2: no unit passes a sea with an enemy in it, not even a transport."""
    state = position({"north-sea": "GE 1 ship", "channel": "BR 1 ship"})
    cannot_go(state, "central", "enemy-there", "3.2.2", "GE.ship.1", "channel", "biscay")
    state = position({"north-sea": "GE 1 ship", "channel": "BR 1 infantry"})
    cannot_go(state, "central", "enemy-there", "3.2.2", "GE.ship.1", "channel", "biscay")


def test_3_2_3_a_fight_is_a_units_move() -> None:
    """§3.2.3: the victor stays where it won, and the one that went back stays there."""
    places = {"alsace": "GE 2 infantry", "champagne": "FR 1 infantry", "paris": "FR 1 infantry"}
    state = go(position(places), "central", "GE.infantry.1", "champagne")
    back = order(state, "central", "withdraw")
    cannot_go(back, "central", "has-moved", "3.2.3", "GE.infantry.1", "champagne")
    won = order(state, "central", "fight", dice(6, 1), unit="GE.infantry.1", target="FR.infantry.1", capture=False)
    cannot_go(won, "central", "has-moved", "3.2.3", "GE.infantry.1", "picardy")


@pytest.mark.parametrize("path", [[], ["berlin"], ["silesia", "berlin"], ["silesia", "bohemia", "silesia"]])
def test_3_2_a_move_goes_somewhere_and_not_in_a_ring(path: list[str]) -> None:
    """§3.2: no empty way, none that comes back."""
    state = position({"berlin": "GE 1 aircraft"})
    denied(state, "central", "malformed", "3.2", "move", units=["GE.aircraft.1"], path=path)


def test_3_2_5_a_ship_stays_on_the_sea_and_fields_that_only_look_close_do_not_touch() -> None:
    """§3.2.5: no ship ashore, no march over water."""
    state = position({"north-sea": "GE 1 ship", "kiel": "GE 1 infantry", "baltic": "GE 1 ship"})
    cannot_go(state, "central", "not-adjacent", "3.2.5", "GE.ship.1", "kiel")
    cannot_go(state, "central", "not-adjacent", "3.2.5", "GE.infantry.1", "east-prussia")
    cannot_go(state, "central", "not-adjacent", "3.2.5", "GE.ship.2", "north-sea")


def test_3_2_6_england_to_an_allys_shore_in_one_turn() -> None:
    """§3.2.6: into the sea and out of it are the two moves; two seas take two turns."""
    state = position({"england": "BR 2 infantry 1 artillery", "brussels": "BE 1 infantry"}, step="entente.action")
    state = go(state, "entente", "BR.infantry.1 BR.artillery.1", "north-sea", "brussels")
    assert at(state, "BR.artillery.1") == "brussels"
    cannot_go(state, "entente", "too-far", "3.2.1", "BR.infantry.2", "north-sea", "skagerrak", "copenhagen")


def test_3_2_6_units_wait_at_sea_and_land_in_the_next_turn_even_among_enemies() -> None:
    """§3.2.6: landing is a move like any other, so it may be an attack; who stops it is at sea again."""
    state = position({"aegean": "BR 1 infantry 1 artillery", "smyrna": "OT 2 infantry"}, step="entente.action")
    state = go(state, "entente", "BR.infantry.1", "smyrna")
    assert state.battle is not None
    assert at(order(state, "entente", "withdraw"), "BR.infantry.1") == "aegean"


def test_3_2_6_ships_and_troops_of_one_sea_sail_together_where_no_enemy_lies() -> None:
    """§3.2.6: side by side; into enemy ships the warships go first."""
    state = position({"channel": "BR 1 ship 2 infantry", "north-sea": "GE 1 ship"}, step="entente.action")
    assert at(go(state, "entente", [*state.at("channel")], "biscay"), "BR.infantry.1") == "biscay"
    cannot_go(state, "entente", "enemy-ships", "3.2.7", "BR.ship.1 BR.infantry.1", "north-sea")


def test_3_2_7_a_lost_escort_leaves_its_transports_to_the_victor() -> None:
    """§3.2.7: first the sea battle; then nobody protects them."""
    state = position({"west-med": "FR 1 ship 2 infantry", "tyrrhenian": "AH 1 ship"}, **OPEN)  # type: ignore[arg-type]
    state = go(state, "central", "AH.ship.1", "west-med")
    assert state.battle is not None
    assert offer(state, "central", "sink") is None
    state = order(state, "central", "fight", dice(6, 1), unit="AH.ship.1", target="FR.ship.1", capture=False)
    assert state.battle is None
    assert len(state.troops("west-med", "entente")) == 2
    assert order(state, "central", "sink", area="west-med", capture=True).captured["central"] == 2


def test_3_2_7_aircraft_protect_no_unit_and_fall_with_the_transport() -> None:
    """§3.2.7, §3.3.13: only ships do."""
    state = position({"west-med": "FR 1 infantry 1 aircraft; AH 1 ship"})
    assert not order(state, "central", "sink", area="west-med", capture=False).units_of("west-med", "entente")


def test_3_3_13_aircraft_may_stay_over_their_sides_transports_beside_enemy_ships() -> None:
    """§3.3.13, §3.2.7: with land units they are not alone, and there is nobody whom they could fight."""
    state = position({"kiel": "GE 1 aircraft", "north-sea": "GE 1 infantry; BR 1 ship"})
    state = go(state, "central", "GE.aircraft.1", "north-sea")
    assert (at(state, "GE.aircraft.1"), state.battle) == ("north-sea", None)


def test_3_3_13_aircraft_that_won_over_their_sides_transports_are_not_lost() -> None:
    """§3.3.13: lost are those left without the support of land units; these have it."""
    state = position({"kiel": "GE 1 aircraft", "north-sea": "GE 1 infantry; BR 1 ship"}, modern={"GE.aircraft": 2})
    state = beat(go(state, "central", "GE.aircraft.1", "north-sea"), "central")
    assert (at(state, "GE.aircraft.1"), at(state, "BR.ship.1")) == ("north-sea", None)


def test_3_11_3_a_general_joins_his_ships_in_a_battle_and_never_goes_alone_among_enemy_ships() -> None:
    """§3.11.3, §3.3.2: to friends, even while they fight."""
    state = position({"north-sea": "GE 1 ship", "kiel": "GE scheer", "channel": "BR 1 ship", "skagerrak": "BR 1 ship"})
    cannot_go(state, "central", "enemy-ships", "3.2.7", "GE.general.scheer", "north-sea", "skagerrak")
    state = go(state, "central", "GE.ship.1", "channel")
    path = ["north-sea", "channel"]
    assert options(state, "central", "reinforce", "path", units=["GE.general.scheer"])["ways"] == {"channel": path}
    state = order(state, "central", "reinforce", units=["GE.general.scheer"], path=path)
    _, events = fight(state, "central", "GE.ship.1", "BR.ship.1", 3, 3)
    assert changes(events, "attacker") == {"3.3.10": 1}


def test_3_3_13_richthofen_flies_with_aircraft_against_aircraft_at_sea() -> None:
    """§3.3.13, §3.11.1: as over land; when the last of the wing is lost he is back where he started."""
    state = position({"kiel": "GE 1 aircraft richthofen", "north-sea": "BR 1 ship 1 aircraft"})
    state = go(state, "central", "GE.aircraft.1 GE.general.richthofen", "north-sea")
    state, events = fight(state, "central", "GE.aircraft.1", "BR.aircraft.1", 1, 6)
    assert changes(events, "attacker")["3.3.10"] == 2
    assert (at(state, "GE.aircraft.1"), at(state, "GE.general.richthofen")) == (None, "kiel")


def test_3_2_7_only_a_warship_sinks_and_only_your_own() -> None:
    """§3.2.7: transports do not sink transports; an ally's ship is the ally's to use."""
    state = position({"west-med": "FR 1 infantry; AH 1 infantry"})
    denied(state, "central", "nobody-helpless", "3.2.7", "sink", area="west-med", capture=False)
    state = position({"west-med": "FR 1 infantry; AH 1 ship"}, scenario="classic-1-6")
    denied(state, "central-2", "nobody-helpless", "3.2.7", "sink", area="west-med", capture=False)
    assert offer(state, "central-1", "sink") is not None


def test_3_2_8_the_enemy_uses_the_bridge_too() -> None:
    """§3.2.8: it is land for everyone, and an attack may go over it."""
    state = position({"constantinople": "BR 2 infantry", "scutari": "OT 1 infantry"},
                     step="entente.action", flags={"constantinople": "BR"})  # fmt: skip
    assert go(state, "entente", "BR.infantry.1", "scutari").battle is not None


# --- straits (§3.3.15) --------------------------------------------------------------------------------------------


def narrows(guns: str, step: str = "entente.action", who: str = "RU 1 ship") -> State:
    """A ship in the Black Sea before the Bosphorus, guns on the bank."""
    return position({"west-black": who, **({guns: "OT 1 artillery"} if guns else {})}, step=step)


@pytest.mark.parametrize("bank", ["constantinople", "scutari"])
def test_3_3_15_the_bosphorus_from_the_black_sea(bank: str) -> None:
    """§3.3.15: guns on one bank are enough, in either direction."""
    cannot_go(narrows(bank), "entente", "strait-closed", "3.3.15", "RU.ship.1", "marmara")
    state = position({"marmara": "RU 1 ship", bank: "OT 1 artillery"}, step="entente.action")
    cannot_go(state, "entente", "strait-closed", "3.3.15", "RU.ship.1", "west-black")


@pytest.mark.parametrize(("guns", "path", "text"), [
    ("scutari", ("aegean", "marmara"), "Enemy guns in Scutari close the Dardanelles to ships: destroy them first."),
    ("morocco", ("lusitania", "west-med"),
     "Enemy guns in Morocco close the Strait of Gibraltar to ships: destroy them first."),
])  # fmt: skip
def test_3_3_15_the_refusal_names_the_strait_as_people_do(guns: str, path: tuple[str, str], text: str) -> None:
    """§3.3.15: and says what would open it."""
    state = position({path[0]: "BR 1 ship", guns: "GE 1 artillery"}, step="entente.action", flags={guns: "GE"})
    assert cannot_go(state, "entente", "strait-closed", "3.3.15", "BR.ship.1", path[1]).text == text


def test_3_3_15_your_allies_pass_under_your_guns() -> None:
    """§3.3.15: it is enemies that are stopped."""
    state = narrows("constantinople", "central.action", "GE 1 ship")
    assert at(go(state, "central", "GE.ship.1", "marmara"), "GE.ship.1") == "marmara"


def test_3_3_15_silencing_the_guns_opens_the_strait_for_others_only() -> None:
    """§3.3.15: the ship that fought has had its turn; another may pass."""
    state = position({"west-black": "RU 2 ship", "constantinople": "OT 1 artillery"}, step="entente.action")
    state = order(state, "entente", "challenge", dice(6, 1), unit="RU.ship.1", target="OT.artillery.1")
    assert at(state, "OT.artillery.1") is None
    cannot_go(state, "entente", "has-moved", "3.2.3", "RU.ship.1", "marmara")
    assert at(go(state, "entente", "RU.ship.2", "marmara"), "RU.ship.2") == "marmara"


def test_3_3_15_a_conquered_bank_closes_it_to_the_former_owner() -> None:
    """§3.3.15: whoever has guns there."""
    state = position({"marmara": "OT 1 ship", "constantinople": "BR 1 artillery"}, flags={"constantinople": "BR"})
    for sea in ("aegean", "west-black"):
        cannot_go(state, "central", "strait-closed", "3.3.15", "OT.ship.1", sea)


def test_3_3_15_spanish_guns_close_gibraltar_once_spain_is_attacked() -> None:
    """§3.3.15, §3.12.2: a neutral's do not; as the other side's army they do."""
    state = position({"lusitania": "GE 1 ship"})
    assert at(go(state, "central", "GE.ship.1", "west-med"), "GE.ship.1") == "west-med"
    state = order(state, "central", "announce", nation="SP")
    cannot_go(state, "central", "strait-closed", "3.3.15", "GE.ship.1", "west-med")


def test_3_3_15_no_other_water_is_closed() -> None:
    """§3.3.15: guns in Copenhagen or Dover stop nobody."""
    state = position({"north-sea": "GE 1 ship", "england": "BR 2 artillery", "picardy": "FR 2 artillery"})
    assert at(go(state, "central", "GE.ship.1", "channel", "biscay"), "GE.ship.1") == "biscay"


def test_3_3_15_enemy_infantry_and_ships_in_port_close_nothing() -> None:
    """§3.3.15: it takes heavy artillery."""
    state = position({"aegean": "BR 1 ship", "constantinople": "OT 3 infantry", "scutari": "OT 3 infantry"},
                     step="entente.action")  # fmt: skip
    assert at(go(state, "entente", "BR.ship.1", "marmara"), "BR.ship.1") == "marmara"
