"""What standing orders answer to cards, allies and challenges."""

from __future__ import annotations

import pytest

from rules.kernel.messages import JsonObject
from rules.kernel.standing import StandingOrder
from rules.powers_1914.game import GAME
from rules.powers_1914.position.state import State
from tests.games.powers_1914.cases.test_conquest import vienna_and_budapest
from tests.games.powers_1914.kit import drawn, go, order, position


def ahead(state: State, seat: str, *orders: str, **conditions: str) -> JsonObject | None:
    """What these orders (``kind=answer``) answer, all under the same conditions."""
    given = [StandingOrder(*word.split("="), conditions) for word in orders]
    return GAME.answer_ahead(state, seat, {o.kind: o for o in given})


@pytest.mark.parametrize(
    ("answer", "gun", "ship"), [("guns", True, False), ("fight", True, True), ("decline", False, False)]
)
def test_3_3_14_a_challenge_is_answered(answer: str, gun: bool, ship: bool) -> None:
    """§3.3.14: a gun that a ship challenges, and a ship that a gun challenges."""
    state = position({"channel": "GE 1 ship", "picardy": "FR 1 artillery"})
    state = order(state, "central", "challenge", unit="GE.ship.1", target="FR.artillery.1")
    assert ahead(state, "entente", f"challenge={answer}") == {"kind": "respond", "accept": gun}
    assert ahead(state, "central", f"challenge={answer}") is None, "someone else is asked"
    state = position({"kiel": "GE 1 artillery", "north-sea": "BR 1 ship"})
    state = order(state, "central", "challenge", unit="GE.artillery.1", target="BR.ship.1")
    assert ahead(state, "entente", f"challenge={answer}") == {"kind": "respond", "accept": ship}


def test_3_14_1_a_card_takes_what_is_missed_least() -> None:
    """§3.14.1: infantry before guns, nobody's last unit while others can go; the fullest field where that is said."""
    places = {"berlin": "GE 3 infantry 1 artillery", "kiel": "GE 1 infantry", "bavaria": "GE 5 artillery"}
    state = drawn("famine-1", places)
    cheap = ahead(state, "central", "lose=cheapest")
    assert cheap == {"kind": "give_up", "units": ["GE.infantry.1"]}
    crowded = ahead(state, "central", "lose=crowded")
    assert crowded is not None
    (unit,) = crowded["units"]
    assert state.units[unit].at == "bavaria"
    assert ahead(state, "central", "lose=crowded", precious="ask") is None, "that would be a gun"
    for left in (2, 1):
        command = ahead(state, "central", "lose=cheapest")
        assert command is not None
        state = order(state, "central", "give_up", units=command["units"])
        assert GAME.legal(state, "central")["step"] == "lose", f"{left} more"


def test_3_14_1_a_fields_last_man_is_kept_before_dearer_units_of_others() -> None:
    """§3.14.1: of two guns in one field one goes before the only infantry of another."""
    state = drawn("famine-1", {"berlin": "GE 1 infantry", "kiel": "GE 2 artillery", "bavaria": "GE 1 artillery"})
    command = ahead(state, "central", "lose=cheapest")
    assert command is not None
    (unit,) = command["units"]
    assert state.units[unit].at == "kiel"


def test_3_14_8_the_colonies_are_paid_as_far_as_money_goes() -> None:
    """§3.14.8: 12 now; asked if nothing would be left; declined where there is not enough."""
    rich, bare, poor = (drawn("colonies-1", money=money) for money in (15, 12, 3))
    assert ahead(rich, "central", "colonies=pay", left="ask") == {"kind": "pay"}
    assert ahead(bare, "central", "colonies=pay", left="ask") is None
    assert ahead(bare, "central", "colonies=pay") == {"kind": "pay"}
    assert ahead(poor, "central", "colonies=pay") == {"kind": "decline"}
    assert ahead(rich, "central", "colonies=decline") == {"kind": "decline"}


def test_3_14_10_the_enemy_rises_where_most_of_yours_stand() -> None:
    """§3.14.10: and it is the poorest of their nations."""
    state = drawn("nationalism-1", {"galicia": "AH 2 infantry", "vienna": "AH 1 infantry"})
    command = ahead(state, "central", "rise=strong")
    assert command is not None
    assert (command["kind"], command["area"]) == ("rise", "galicia")
    order(state, "central", "rise", area="galicia", nation=command["nation"])


def test_3_14_5_america_lands_among_friends_or_alone() -> None:
    """§3.14.5: of the seas that are open to it."""
    state = drawn("usa-1", {"atlantic": "GE 1 ship", "lusitania": "BR 2 ship"})
    assert ahead(state, "entente", "usa=friends") == {"kind": "land_usa", "area": "lusitania"}
    alone = ahead(state, "entente", "usa=open")
    assert alone is not None
    assert alone["area"] not in ("atlantic", "lusitania")


def test_5_1_a_flag_of_yours_goes_up() -> None:
    """§5.1: of two nations of yours the richer; without one of yours you are asked."""
    state = position({"alsace": "GE 1 infantry; AH 1 infantry", "paris": "FR 1 infantry"})
    state = go(state, "central", "GE.infantry.1 AH.infantry.1", "champagne")
    for answer in ("mine", "richest"):
        assert ahead(state, "central", f"flag={answer}") == {"kind": "flag", "nation": "GE"}


def test_5_1_a_conquered_country_is_shared_out_as_it_lies() -> None:
    """§5.1: who is asked first proposes that; who is proposed something agrees, whatever it is."""
    state = vienna_and_budapest("classic-1-6")
    italy, russia = state.nations["IT"].seat, state.nations["RU"].seat
    proposed = ahead(state, russia, "share=agree")
    assert proposed is not None
    flags = proposed["flags"]
    assert isinstance(flags, dict)
    assert flags == {area: state.control[area] for area in flags}
    state = order(state, russia, "share", flags=dict.fromkeys(flags, "RU"))
    assert ahead(state, italy, "share=agree") == {"kind": "agree"}
    assert ahead(state, italy, "flag=mine") is None


def test_a_player_without_allies_is_not_asked_about_them() -> None:
    """§3.3.2: but two nations of one seat may share out a country (§5.1)."""
    kinds = {scenario: {k.key for k in GAME.standing(scenario, {})} for scenario in ("classic-1", "classic-1-6")}
    assert kinds["classic-1-6"] - kinds["classic-1"] == {"help"}
    assert "share" in kinds["classic-1"]


def test_3_3_2_a_battle_is_left_to_the_ally_who_leads_it() -> None:
    """§3.3.2: its leader never leaves it."""
    places = {"tyrol": "AH 2 infantry", "bavaria": "GE 1 infantry", "venetia": "IT 2 infantry"}
    state = position(places, scenario="classic-1-6")
    state = order(state, "central-1", "move", units=["AH.infantry.1", "AH.infantry.2"], path=["venetia"])
    assert ahead(state, "central-2", "help=leave") == {"kind": "leave"}
    assert ahead(state, "central-1", "help=leave") is None
