"""§2.63, §4.1, §22.2: neutral countries enter the war and deploy their forces."""

from __future__ import annotations

import pytest

from rules.empires_alliances.arrivals.withdrawals import candidates, rows_due, still_due
from rules.empires_alliances.countries.morale import months_at_war
from rules.empires_alliances.game import GAME
from rules.empires_alliances.movement.railheads import why_not
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.frames import NationFrame
from rules.empires_alliances.position.state import State
from rules.empires_alliances.setup.areas import where_of_group
from rules.empires_alliances.setup.deployment import words
from rules.empires_alliances.setup.stations import units_in_place, units_to_deploy, unwatched_hexes, why_not_done
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Decided
from rules.kernel.procedure.orders import At
from tests.games.empires_alliances.politics import arriving, before_arrivals, held, in_the_war, settled
from tests.games.empires_alliances.table import decided, deployed, passed_to, put, refused, told

DATES = [
    ("TU", "central", "1914-11"),
    ("IT", "allied", "1915-05"),
    ("BU", "central", "1915-10"),
    ("RO", "allied", "1916-08"),
    ("GK", "allied", "1917-06"),
]
OTHERS = {nation: side for nation, side, _ in DATES} | {"US": "allied"}


def entering(nation: str, side: str, turn: str, state: State | None = None) -> State:
    """The position in which a country is to deploy its forces, all others having entered."""
    others = {other: its for other, its in OTHERS.items() if other != nation}
    return arriving(turn, side, in_the_war(deployed("campaign") if state is None else state, **others))


def deployment(nation: str) -> tuple[State, str]:
    """That position by date, and whose it is to deploy."""
    side, turn = next((side, turn) for name, side, turn in DATES if name == nation)
    return entering(nation, side, turn), side


@pytest.mark.parametrize(("nation", "side", "turn"), DATES)
def test_2_63_a_country_enters_on_its_turn_in_the_phase_of_the_side_joined(nation: str, side: str, turn: str) -> None:
    state = entering(nation, side, turn)
    assert state.top == NationFrame("deployment", nation)
    assert (state.wars[nation].side, state.wars[nation].since) == (side, state.turn)
    assert GAME.deciders(state) == (side,)
    earlier = state.printed.calendar[state.turn - 2].id
    assert nation not in entering(nation, side, earlier).wars
    other = {"central": "allied", "allied": "central"}[side]
    assert nation not in entering(nation, other, turn).wars


def test_4_1_its_hexes_are_the_sides_at_once_but_where_the_enemy_stands() -> None:
    state, _ = deployment("GK")
    ids = state.board.lattice.ids
    assert {controller(state, ids[i]) for i in state.board.home["GK"]} == {"allied"}
    before = in_the_war(deployed("campaign"), **{n: s for n, s in OTHERS.items() if n != "GK"})
    before = held(put(before, {"ge-a1": "5830"}), "central", "5830", "6628")
    after = entering("GK", "allied", "1917-06", before)
    assert controller(after, "5830") == "central"
    assert controller(after, "6628") == "allied"


def test_2_63_america_has_no_units_to_deploy() -> None:
    state = arriving("1917-04", "allied", in_the_war(deployed("campaign"), TU="central", IT="allied", BU="central",
                                                    RO="allied"))  # fmt: skip
    assert state.wars["US"].since == state.turn
    assert len(state.cursor) == 1


@pytest.mark.parametrize("nation", [name for name, _, _ in DATES])
def test_2_63_one_click_deploys_as_the_card_demands(nation: str) -> None:
    state, side = deployment(nation)
    assert refused(state, side, "end_deployment") == ("still-to-place", "2.63")
    after = told(state, side, "set_up_all")
    assert {*units_in_place(after, nation)} == {*units_to_deploy(after, nation)}
    assert refused(after, side, "set_up_all") == ("all-placed", "2.63")
    done = told(after, side, "end_deployment")
    assert done.phase.step == f"{side}.arrivals"
    assert len(done.cursor) == 1


def test_2_63c_the_fort_of_sofia_stands_from_the_entry_on() -> None:
    assert "bu-fort-5328" not in deployed("campaign").forts
    assert "bu-fort-5328" in deployment("BU")[0].forts
    assert "bu-fort-5328" not in deployment("IT")[0].forts, "it is not Italy that enters with it"


def test_2_63_a_unit_goes_where_the_card_has_units_of_its_kind_and_comes_back() -> None:
    state, side = deployment("TU")
    assert refused(state, side, "place", unit="tu-art-1", place="caucasus") == ("wrong-place", "2.63")
    assert refused(state, side, "place", unit="tu-1", place="6521") == ("wrong-place", "2.63")
    assert refused(state, side, "place", unit="ge-a1", place="5919") == ("not-set-up", "2.63")
    assert refused(state, side, "take_back", unit="tu-1") == ("not-placed", "2.63")
    after = told(state, side, "place", unit="tu-1", place="5919")
    assert refused(after, side, "place", unit="tu-1", place="5919") == ("there-already", "2.63")
    assert told(after, side, "take_back", unit="tu-1").units["tu-1"].at == "set-up"


def test_6_1_stacking_holds_in_a_deployment() -> None:
    state, side = deployment("IT")
    for unit in ("it-1", "it-2", "it-3"):
        state = told(state, side, "place", unit=unit, place="5146")
    assert refused(state, side, "place", unit="it-4", place="5146") == ("overstacked", "6.1")


def test_2_63_what_you_have_placed_stays_unless_nothing_lawful_comes_of_it() -> None:
    state, side = deployment("IT")
    stays = told(told(state, side, "place", unit="it-9", place="5146"), side, "set_up_all")
    assert stays.units["it-9"].at == "5146"
    for unit in [u for u in units_to_deploy(state, "IT") if state.counter(u).kind == "infantry"]:
        hex_ = next(h for h in ("5146", "5246", "5345", "5344", "5045", "5046") if len(state.stacks.get(h, ())) < 3)
        state = told(state, side, "place", unit=unit, place=hex_)
    assert refused(state, side, "end_deployment")[1] == "2.63"
    told(told(state, side, "set_up_all"), side, "end_deployment")


def test_2_63a_a_station_that_is_empty_is_named() -> None:
    state, side = deployment("TU")
    state = told(state, side, "set_up_all")
    smyrna = next(u for u, at in units_in_place(state, "TU").items() if at == "6522")
    moved = told(told(state, side, "take_back", unit=smyrna), side, "place", unit=smyrna, place="5721")
    answer = decided(moved, side, "end_deployment")
    assert (answer.code, answer.section) == ("station-empty", "2.63")
    assert answer.text == "Still missing: infantry corps in Smyrna."


def test_2_63d_stations_on_a_border_and_divisions_are_told_in_plain_words() -> None:
    state, side = deployment("RO")
    missing = why_not_done(state, "RO", dict.fromkeys(units_to_deploy(state, "RO"), "4423"))
    assert missing is not None
    assert missing.text == (
        "Still missing: infantry corps on the border of Austria-Hungary, infantry corps on the border of Bulgaria, "
        "infantry corps in Bucharest and more."
    )
    title, detail = words(At(state, side))
    assert title == "Deploy the forces of Rumania"
    assert "On the border of Bulgaria: at least 1 infantry corps or 2 infantry divisions" in detail
    boxes, _ = deployment("TU")
    assert where_of_group(boxes, boxes.card.groups["tu-caucasus"]) == "in the Caucasus"


def test_2_63b_every_hex_of_the_austrian_border_is_held_or_watched_by_infantry_corps() -> None:
    state, side = deployment("IT")
    state = told(state, side, "set_up_all")
    assert not unwatched_hexes(state, "IT", units_in_place(state, "IT"))
    on_border = [u for u, at in units_in_place(state, "IT").items() if at in ("3746", "3847") and u.startswith("it-")]
    for unit in on_border:
        state = told(told(state, side, "take_back", unit=unit), side, "place", unit=unit, place=_free_in_south(state))
    assert refused(state, side, "end_deployment") == ("border-open", "2.63")
    cavalry = told(told(state, side, "take_back", unit="it-cav1"), side, "place", unit="it-cav1", place="3746")
    assert refused(cavalry, side, "end_deployment") == ("border-open", "2.63"), "cavalry does not count"


def _free_in_south(state: State) -> str:
    return next(h for h in ("5246", "5345", "5344", "5045") if len(state.stacks.get(h, ())) < 2)


def test_2_63d_with_central_units_in_bulgaria_less_of_the_border_is_watched() -> None:
    def border(state: State) -> set[str]:
        return {state.board.lattice.ids[i] for i in unwatched_hexes(state, "RO", {})}

    state, _ = deployment("RO")
    assert {"4322", "4825", "4828", "4727"} <= border(state)
    assert not {"4321", "4121"} & border(state)
    others = in_the_war(deployed("campaign"), **{n: s for n, s in OTHERS.items() if n != "RO"})
    shorter = entering("RO", "allied", "1916-08", put(others, {"ge-a1": "5328"}))
    assert border(state) - border(shorter) == {"4726", "4727", "4828"}
    bulgarian = entering("RO", "allied", "1916-08", put(others, {"bu-1": "5328"}))
    assert border(bulgarian) == border(state)


def test_2_63d_two_corps_and_two_divisions_do_for_three_corps() -> None:
    state, side = deployment("RO")
    done = told(state, side, "set_up_all")
    border = {u for u, at in units_in_place(done, "RO").items() if at in ("4422", "4722", "4727", "4825")}
    assert sorted(done.counter(u).size for u in border) == ["XX", "XX", "XXX", "XXX"]


def test_2_63_a_border_with_a_friend_needs_no_watch() -> None:
    """Rulings, 2.63: if Italy joins the Central Powers, its Austrian border is no border with an enemy."""
    before = before_arrivals("1914-11", "central", **{"variable-entry": "on"})
    before = replace(before, deeds=before.deeds | {"joins.central.IT"})
    state = settled(before, [1, 1])
    assert (state.top.kind, state.wars["IT"].side) == ("nation", "central")
    assert not unwatched_hexes(state, "IT", {})


def test_2_63_a_station_without_room_is_left_out() -> None:
    """Rulings, 2.63: three Allied corps fill Salonika, so the Greek corps of the city stands elsewhere."""
    others = in_the_war(deployed("campaign"), **{n: s for n, s in OTHERS.items() if n != "GK"})
    full = put(others, {"fr-a1": "5830", "fr-a2": "5830", "fr-a3": "5830"})
    state = entering("GK", "allied", "1917-06", full)
    after = told(state, "allied", "set_up_all")
    assert "5830" not in units_in_place(after, "GK").values()
    told(after, "allied", "end_deployment")


def test_21_1_months_at_war_count_from_the_entry() -> None:
    state, side = deployment("IT")
    assert months_at_war(state, "IT") == 0
    assert isinstance(decided(told(state, side, "set_up_all"), side, "end_deployment"), Decided)


# --- 2.64 ---------------------------------------------------------------------------------------------------------


def test_2_64_a_greek_corps_comes_to_salonika_while_the_allies_hold_it() -> None:
    others = in_the_war(deployed("campaign"), **{n: s for n, s in OTHERS.items() if n not in ("GK", "US")})
    sent = {unit: "middle-east" for row in others.card.commitments for unit in row.units}
    landed = held(put(others, {"fr-a1": "5830", **sent}), "allied", "5830")
    coming = {"unit": "gk-nd", "place": "5830", "gone": "none"}
    early = refused(arriving("1916-09", "allied", landed), "allied", "bring_on", **coming)
    assert early == ("not-due", "17.11")
    state = arriving("1916-10", "allied", landed)
    after = told(state, "allied", "bring_on", **coming)
    assert after.side_of("gk-nd") == "allied"
    assert "GK" not in after.wars
    for row in rows_due(after, "allied"):
        for _ in range(still_due(after, row)):
            after = told(after, "allied", "withdraw", unit=candidates(after, row)[0])
    moving = passed_to(after, "allied.move")
    assert (moving.units["gk-nd"].at, GAME.view(moving, "allied")["stacks"]["5830"]["side"]) == ("5830", "allied")  # type: ignore[index,call-overload]
    elsewhere = arriving("1916-10", "allied", others)
    assert refused(elsewhere, "allied", "bring_on", **coming) == ("no-place", "17.12")


def test_2_64_no_railhead_goes_on_into_greece_before_it_has_entered() -> None:
    state = deployed("campaign")
    ids, board = state.board.lattice.ids, state.board
    a, b = next(
        (a, b) for b in board.home["GK"] & board.on_rail for a, _ in board.rails[b] if a not in board.home["GK"]
    )
    state = held(put(state, {"fr-a1": ids[b]}), "allied", ids[b])
    state = follow(state, replace(state, trodden={ids[b]: ("fr-a1",)}))
    refusal = why_not(state, "allied", ids[a], ids[b])
    assert refusal is not None
    assert (refusal.code, refusal.section) == ("neutral-rails", "2.64")
    later = why_not(in_the_war(state, GK="central"), "allied", ids[a], ids[b])
    assert later is None or later.section == "10.2"
