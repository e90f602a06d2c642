"""§18.1, §18.11, §2.63f, §2.65: declarations of war on neutral countries."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.countries.conditions import holds
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.frames import NationFrame
from rules.empires_alliances.setup.stations import units_in_place
from rules.empires_alliances.victory import score
from rules.kernel.messages import JsonObject
from tests.games.empires_alliances.politics import arriving, in_the_war
from tests.games.empires_alliances.table import deployed, opened, passed_to, refused, told


def kinds(question: JsonObject) -> set[str]:
    """The orders of a question."""
    return {offer["kind"] for offer in question["offers"]}  # type: ignore[union-attr,index,call-overload,misc]


def test_18_11_the_country_joins_the_other_side_which_deploys_at_once_in_the_declarers_phase() -> None:
    state = arriving("1914-10", "central")
    assert GAME.deciders(state) == ("central",)
    after = told(state, "central", "declare_war", nation="NL")
    war = after.wars["NL"]
    assert (war.side, war.since, war.declared) == ("allied", after.turn, True)
    assert after.top == NationFrame("deployment", "NL")
    assert after.player == "central"
    assert GAME.deciders(after) == ("allied",)
    offers: Any = GAME.legal(after, "allied")["offers"]
    assert {offer["section"] for offer in offers} == {"2.65"}, "that of the Netherlands"
    assert controller(after, "2048") == "allied"
    done = told(told(after, "allied", "set_up_all"), "allied", "end_deployment")
    assert GAME.deciders(done) == ("central",)


def test_2_65a_a_dutch_division_in_amsterdam_and_in_rotterdam_the_others_anywhere() -> None:
    state = told(arriving("1914-10", "central"), "central", "declare_war", nation="NL")
    assert refused(state, "allied", "end_deployment") == ("still-to-place", "2.65")
    state = told(state, "allied", "set_up_all")
    places = units_in_place(state, "NL")
    assert len(places) == 4
    assert {"2048", "2149"} <= {*places.values()}
    rotterdam = next(u for u, at in places.items() if at == "2149")
    state = told(state, "allied", "take_back", unit=rotterdam)
    state = told(state, "allied", "place", unit=rotterdam, place="1947")
    assert refused(state, "allied", "end_deployment") == ("station-empty", "2.65")


def test_2_65c_and_d_a_declaration_of_war_on_the_dutch_is_remembered() -> None:
    central = told(arriving("1914-10", "central"), "central", "declare_war", nation="NL")
    assert holds(central, "central-declared-on-netherlands")
    state = arriving("1914-10", "allied")
    allied = told(state, "allied", "declare_war", nation="NL")
    assert not holds(allied, "central-declared-on-netherlands")
    count = allied.card.counts["december-1918"]
    assert score(allied, count) == score(state, count) + 2
    italy = told(arriving("1914-10", "central"), "central", "declare_war", nation="IT")
    assert not italy.deeds


def test_18_11_war_on_italy_brings_its_army_before_its_date() -> None:
    state = told(arriving("1914-10", "central"), "central", "declare_war", nation="IT")
    done = told(told(state, "allied", "set_up_all"), "allied", "end_deployment")
    assert sum(at == "5146" for at in units_in_place(done, "IT").values()) == 1
    assert "IT" not in {f.nation for f in done.cursor if isinstance(f, NationFrame)}


@pytest.mark.parametrize(
    ("side", "nation", "code", "section"),
    [
        ("central", "CH", "always-neutral", "18.1"),
        ("allied", "ES", "always-neutral", "18.1"),
        ("central", "FR", "not-neutral", "18.11"),
        ("central", "LU", "not-neutral", "18.11"),
        ("central", "nowhere", "not-neutral", "18.11"),
        ("central", "AL", "italy-first", "2.63"),
        ("allied", "AL", "italy-first", "2.63"),
        ("allied", "US", "no-ports", "17.31"),
    ],
)
def test_18_1_on_whom_war_is_not_declared(side: str, nation: str, code: str, section: str) -> None:
    assert refused(arriving("1914-10", side), side, "declare_war", nation=nation) == (code, section)


def test_2_63f_albania_has_no_units_and_may_be_attacked_once_italy_has_entered() -> None:
    state = arriving("1915-06", "central", in_the_war(deployed("campaign"), TU="central", IT="allied"))
    after = told(state, "central", "declare_war", nation="AL")
    assert len(after.cursor) == 1
    assert after.wars["AL"].side == "allied"


def test_18_11_a_country_that_was_attacked_does_not_enter_again_by_its_date() -> None:
    state = told(arriving("1915-04", "central", in_the_war(deployed("campaign"), TU="central")), "central",
                 "declare_war", nation="IT")  # fmt: skip
    done = told(told(state, "allied", "set_up_all"), "allied", "end_deployment")
    later = arriving("1915-05", "allied", done)
    assert len(later.cursor) == 1
    assert later.wars["IT"] == done.wars["IT"]


def test_18_11_a_declaration_of_war_is_offered_and_not_put_to_a_player_with_nothing_else_to_do() -> None:
    question: Any = GAME.legal(arriving("1914-10", "central"), "central")
    assert [offer.get("rare", False) for offer in question["offers"] if offer["kind"] == "declare_war"] == [True]
    assert question["prompt"] == "Place reinforcements and rebuild units"
    august: Any = GAME.legal(arriving("1914-08-1", "central"), "central")
    assert kinds(august) == {"declare_war", "end_arrivals"}
    assert august["prompt"] == "You have no units to place"


def test_18_11_in_1914_nobody_is_asked_and_nobody_may() -> None:
    assert opened("1914").card.declarations is False
    state = passed_to(deployed("1914"), "central.move")
    while not (state.phase.step == "central.arrivals" and GAME.deciders(state)):
        state = told(state, GAME.deciders(state)[0], next(k for k in kinds(GAME.legal(state, GAME.deciders(state)[0]))
                                                        if k.startswith("end_")))  # fmt: skip
    assert "declare_war" not in kinds(GAME.legal(state, "central"))
    assert refused(state, "central", "declare_war", nation="NL") == ("no-declarations", "1.63")
