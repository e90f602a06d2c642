"""§3.1 Initial placement: by hand with every refusal, and the historical set-up in one click."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import cast

import pytest

from rules.kernel.messages import Refusal, Refused
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.position.state import POOL, TURN_3, TURN_7, State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from rules.schlieffens_war.setup import allowed_hexes, check_place
from tests.games.schlieffens_war import kit
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import (
    Steady,
    at,
    board,
    counter,
    denied,
    field,
    loaded,
    morale,
    offer,
    order,
    plain,
    position,
    printed,
)

FRANCE = plain(range(16, 26), "F. F. F. F. F. F. F. F. F. F. F. F.")


PRINTED_HEXES = {
    "fr-hq-1": "2207", "fr-hq-2": "2108", "fr-hq-5": "1612", "ge-hq-2": "1107", "ge-hq-3": "1307", "ge-hq-5": "1706",
}  # fmt: skip
"""The hexes on the HQ counters of the drawn fields, whatever the set-up card says."""


@pytest.fixture
def lay(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> Lay:
    """A drawn board, with HQ counters whose printed hexes lie on it."""
    counters = {u: replace(c, setup=PRINTED_HEXES.get(u, c.setup)) for u, c in printed().counters.items()}
    monkeypatch.setattr(kit, "PLAN", kit.with_printed(counters=counters))
    return lay


def waiting(step: str, units: str, stacks: dict[str, str] | None = None) -> State:
    """A set-up in which only ``units`` (with those on the map) have still to be placed."""
    return position(step, stacks or {}, turn=1, boxes=dict.fromkeys(units.split(), POOL))


def placed(state: State, seat: str, unit: str, hex_: str) -> State:
    return order(state, seat, "place", unit=unit, hex=hex_)


def wrong(state: State, seat: str, unit: str, hex_: str, code: str = "wrong-place", section: str = "3.1") -> None:
    denied(state, seat, code, section, "place", unit=unit, hex=hex_)


def may_stand(state: State, seat: str, unit: str) -> set[str]:
    """The hexes that are offered for a unit."""
    offered = offer(state, seat, "place")
    assert offered is not None
    choices = offered["choices"]
    assert isinstance(choices, dict)
    hexes = choices[unit]
    assert isinstance(hexes, list)
    return {str(h) for h in hexes}


def set_up(state: State, seat: str) -> State:
    """The historical set-up of a side, and its end."""
    return order(order(state, seat, "historical"), seat, "end_phase", Steady(6))


# --- the beginning ------------------------------------------------------------------------------------------------


def test_the_entente_sets_up_first() -> None:
    """§3.1: the Entente places its units before the Germans place theirs."""
    state = GAME.new_match("campaign", {})
    assert GAME.deciders(state) == (ENTENTE,)
    denied(state, GERMAN, "not-your-turn", "5.0", "historical")
    state = set_up(state, ENTENTE)
    assert GAME.deciders(state) == (GERMAN,)
    denied(state, ENTENTE, "not-your-turn", "5.0", "unplace", unit="fr-1")


def test_markers_begin_at_nought() -> None:
    """§3.1: turn 1, no attacks of Plan XVII, no German points."""
    state = GAME.new_match("campaign", {})
    assert (state.turn, state.plan_xvii, state.vp) == (1, 0, 0)
    assert not state.paris_endangered


def test_forts_stand_in_their_printed_hexes() -> None:
    """§3.1: a fort is in the hex on its counter from the beginning, and nobody moves it."""
    state = GAME.new_match("campaign", {})
    forts = {u: c.setup for u, c in printed().counters.items() if c.kind == "fort"}
    assert {u: at(state, u) for u in forts} == forts
    assert set(state.on_map()) == set(forts)
    wrong(state, ENTENTE, "fr-fort-verdun", "2010", "not-placed-now")
    denied(state, ENTENTE, "not-placed", "3.1", "unplace", unit="fr-fort-verdun")


def test_reinforcements_wait_on_the_turn_track() -> None:
    """§3.1: the BEF waits in the box of turn 3, the 6th Army with its four corps in that of turn 7."""
    state = GAME.new_match("campaign", {})
    assert set(state.in_box(TURN_3)) == {u for u, c in printed().counters.items() if c.nation == "BR"}
    sixth = [counter(u) for u in state.in_box(TURN_7)]
    assert sorted(c.kind for c in sixth) == ["hq", "infantry", "infantry", "infantry", "infantry"]
    assert {(c.nation, c.army) for c in sixth} == {("FR", "6")}
    wrong(state, ENTENTE, "br-i", "0918", "not-placed-now")
    wrong(state, ENTENTE, "fr-hq-6", "2010", "not-placed-now")
    denied(state, ENTENTE, "not-placed", "3.1", "unplace", unit="br-i")
    offered = offer(state, ENTENTE, "place")
    assert offered is not None
    assert not {"br-i", "fr-hq-6", "fr-fort-verdun"} & set(offered["choices"])  # type: ignore[call-overload,arg-type]


def test_german_corps_begin_with_elan() -> None:
    """§3.1: every German corps has an élan marker, and nobody else."""
    state = GAME.new_match("campaign", {})
    eager = {u for u, s in state.units.items() if s.morale == 1}
    assert eager == {u for u, c in printed().counters.items() if c.nation == "GE" and c.is_corps}
    assert {s.morale for u, s in state.units.items() if u not in eager} == {0}


# --- HQs and their corps ------------------------------------------------------------------------------------------


def test_an_hq_stands_in_or_next_to_its_printed_hex(lay: Lay) -> None:
    """§3.1: an army's HQ is placed in the hex on its counter or in one of the six around it."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "fr-hq-1")
    ring = {"2207", "2206", "2208", "2107", "2108", "2307", "2308"}
    assert may_stand(state, ENTENTE, "fr-hq-1") == ring
    for hex_ in ring:
        assert at(placed(state, ENTENTE, "fr-hq-1", hex_), "fr-hq-1") == hex_
    wrong(state, ENTENTE, "fr-hq-1", "2205")
    wrong(state, ENTENTE, "fr-hq-1", "2407")


def test_an_hq_stays_in_its_own_country(lay: Lay) -> None:
    """§3.1: an HQ sets up in its home country, though its ring of hexes reaches over the border."""
    lay(field("21 F. F. F. F. F. G. G. G. F.\n22 F. F. F. F. F. B. F. L. F.\n23 F. F. F. F. F. F. N. F. F."))
    state = waiting("entente.setup", "fr-hq-1")
    assert may_stand(state, ENTENTE, "fr-hq-1") == {"2207", "2308"}
    wrong(state, ENTENTE, "fr-hq-1", "2107")
    wrong(state, ENTENTE, "fr-hq-1", "2206")
    wrong(state, ENTENTE, "fr-hq-1", "2208")
    wrong(state, ENTENTE, "fr-hq-1", "2307", "no-such-hex", "3.2")


def test_corps_stand_within_the_radius_of_their_hq(lay: Lay) -> None:
    """§3.1: a corps is placed no further from its HQ than the HQ's command radius, a French one two hexes."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "fr-1", {"2006": "fr-hq-5"})
    for hex_ in ("2006", "2008", "1805", "2207"):
        assert at(placed(state, ENTENTE, "fr-1", hex_), "fr-1") == hex_
    for hex_ in ("2009", "2003", "2305"):
        wrong(state, ENTENTE, "fr-1", hex_)
    assert may_stand(state, ENTENTE, "fr-1") == board().lattice.within("2006", 2)


def test_german_hqs_reach_three_hexes(lay: Lay) -> None:
    """§3.1: the radius is the combat factor of the HQ, three for the Germans."""
    lay(field(plain(range(17, 25), "G. G. G. G. G. G. G. G. G. G.")))
    state = waiting("german.setup", "ge-v", {"2106": "ge-hq-5"})
    assert may_stand(state, GERMAN, "ge-v") == board().lattice.within("2106", 3)
    wrong(state, GERMAN, "ge-v", "2110")


def test_radius_is_plain_distance_while_setting_up(lay: Lay) -> None:
    """§3.1: nobody has moved yet, so enemy zones of control do not shorten an HQ's reach (ruling)."""
    lay(field("16 G. G. G. G. F. F. F.\n17 G. G. G. G. G. G. F.\n18 G. G. G. G. F. F. F."))
    state = waiting("german.setup", "ge-v", {"1703": "ge-hq-5", "1605": "fr-1", "1805": "fr-2"})
    assert "1706" in may_stand(state, GERMAN, "ge-v")
    assert at(placed(state, GERMAN, "ge-v", "1706"), "ge-v") == "1706"


def test_only_the_hq_of_the_own_army_counts(lay: Lay) -> None:
    """§3.1: during set-up a corps belongs to its army: another army's HQ does not serve it."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "fr-1 fr-hq-5", {"2108": "fr-hq-2"})
    wrong(state, ENTENTE, "fr-1", "2108", "hq-first")
    state = waiting("entente.setup", "fr-1", {"2108": "fr-hq-2", "2102": "fr-hq-5"})
    wrong(state, ENTENTE, "fr-1", "2108")


def test_corps_set_up_in_their_own_country(lay: Lay) -> None:
    """§3.1: a corps within the radius but over the border is refused, in Luxembourg and Belgium as well."""
    lay(field("20 F. F. F. F. L. G.\n21 F. F. F. F. B. G."))
    state = waiting("entente.setup", "fr-1", {"2004": "fr-hq-5"})
    assert at(placed(state, ENTENTE, "fr-1", "2002"), "fr-1") == "2002"
    wrong(state, ENTENTE, "fr-1", "2005")
    wrong(state, ENTENTE, "fr-1", "2105")
    wrong(state, ENTENTE, "fr-1", "2006")


def test_the_first_french_army_is_free_in_the_south(lay: Lay) -> None:
    """§3.1: its corps may stand anywhere in France on row 22 or south of it, far from their HQ."""
    lay(field(FRANCE.replace("24 F. F.", "24 G. F.")))
    state = waiting("entente.setup", "fr-21 fr-16", {"2207": "fr-hq-1", "2108": "fr-hq-2"})
    for hex_ in ("2201", "2212", "2512"):
        assert at(placed(state, ENTENTE, "fr-21", hex_), "fr-21") == hex_
        wrong(state, ENTENTE, "fr-16", hex_)
    wrong(state, ENTENTE, "fr-21", "2112")
    wrong(state, ENTENTE, "fr-21", "2401")


def test_the_first_french_army_need_not_wait_for_its_hq(lay: Lay) -> None:
    """§3.1: freed of the radius, its corps can be placed before their HQ, but only in the south."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "fr-21 fr-hq-1")
    assert at(placed(state, ENTENTE, "fr-21", "2412"), "fr-21") == "2412"
    wrong(state, ENTENTE, "fr-21", "2106", "hq-first")


def test_the_first_french_army_keeps_its_radius_too(lay: Lay) -> None:
    """§3.1: the exemption takes no hex away: near its HQ a corps may stand north of row 22 (ruling)."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "fr-21", {"2107": "fr-hq-1"})
    assert at(placed(state, ENTENTE, "fr-21", "1906"), "fr-21") == "1906"
    wrong(state, ENTENTE, "fr-21", "1806")


# --- Belgians and depots ------------------------------------------------------------------------------------------

BELGIUM = "10 G. B. B. B. B. B. B. F.\n11 G. B. B. B. B. B. B. F.\n12 G. B. B. B. B. B. B. F."


def test_the_belgian_hq_stands_anywhere_in_belgium(lay: Lay) -> None:
    """§3.1: the Belgian HQ has no printed hex, only its country."""
    lay(field(BELGIUM))
    state = waiting("entente.setup", "be-hq be-1")
    assert may_stand(state, ENTENTE, "be-hq") == board().homes["BE"]
    wrong(state, ENTENTE, "be-hq", "1008")
    wrong(state, ENTENTE, "be-hq", "1101")
    wrong(state, ENTENTE, "be-1", "1003", "hq-first")


def test_belgian_corps_stand_near_their_hq_one_to_a_hex(lay: Lay) -> None:
    """§3.1: Belgian corps set up within two hexes of their HQ, in Belgium, and no two together."""
    lay(field(BELGIUM))
    state = waiting("entente.setup", "be-1 be-2", {"1107": "be-hq", "1106": "be-3"})
    wrong(state, ENTENTE, "be-1", "1104")
    wrong(state, ENTENTE, "be-1", "1108")
    wrong(state, ENTENTE, "be-1", "1106", "one-corps")
    assert "1106" not in may_stand(state, ENTENTE, "be-1")
    state = placed(state, ENTENTE, "be-1", "1107")
    wrong(state, ENTENTE, "be-2", "1107", "one-corps")
    assert at(placed(state, ENTENTE, "be-2", "1105"), "be-2") == "1105"


def test_a_belgian_corps_may_join_a_fort(lay: Lay) -> None:
    """§3.1: the limit is one corps to a hex; a fort in it is none."""
    lay(field(BELGIUM))
    state = waiting("entente.setup", "be-1", {"1106": "be-hq", "1105": "be-fort-namur"})
    assert at(placed(state, ENTENTE, "be-1", "1105"), "be-1") == "1105"


def test_depots_stand_on_rails_near_the_hq_of_their_army(lay: Lay) -> None:
    """§3.1: a depot sets up on a rail hex in Germany within two hexes of its army's HQ (ruling)."""
    lay(field(plain(range(10, 14), "G. G. G. G. G. B. B."), rails=[("1101", "1102", "1103", "1104", "1105", "1106")]))
    state = waiting("german.setup", "ge-depot-2 ge-depot-3 ge-hq-3", {"1104": "ge-hq-2"})
    assert may_stand(state, GERMAN, "ge-depot-2") == {"1102", "1103", "1104", "1105"}
    wrong(state, GERMAN, "ge-depot-2", "1101")
    wrong(state, GERMAN, "ge-depot-2", "1106")
    wrong(state, GERMAN, "ge-depot-2", "1003")
    wrong(state, GERMAN, "ge-depot-3", "1103", "hq-first")


# --- stacking -----------------------------------------------------------------------------------------------------


def test_stacking_limits_hold_at_once(lay: Lay) -> None:
    """§3.1: a fourth corps equivalent and a second HQ are refused while setting up."""
    lay(field(FRANCE))
    state = waiting(
        "entente.setup", "fr-10 fr-hq-2", {"2006": "fr-1 fr-2 fr-3", "2007": "fr-hq-5 fr-11 fr-grd4 fr-fort-toul"}
    )
    wrong(state, ENTENTE, "fr-10", "2006", "overstacked", "6.2")
    wrong(state, ENTENTE, "fr-10", "2007", "overstacked", "6.2")
    assert not {"2006", "2007"} & may_stand(state, ENTENTE, "fr-10")
    state = waiting("entente.setup", "fr-hq-2", {"2107": "fr-hq-1"})
    wrong(state, ENTENTE, "fr-hq-2", "2107", "overstacked", "6.2")
    assert "2107" not in may_stand(state, ENTENTE, "fr-hq-2")


def test_nations_do_not_mix_while_setting_up(lay: Lay) -> None:
    """§3.1: stacking restrictions include those on nations (§6.3)."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "fr-1", {"2006": "fr-hq-5", "2007": "be-fort-namur"})
    wrong(state, ENTENTE, "fr-1", "2007", "other-nation", "6.3")
    assert "2007" not in may_stand(state, ENTENTE, "fr-1")


def test_depots_find_room_in_a_full_hex(lay: Lay) -> None:
    """§3.1: a depot does not count for stacking (ruling on §6.4)."""
    lay(field(plain(range(10, 13), "G. G. G. G."), rails=[("1101", "1102")]))
    state = waiting("german.setup", "ge-depot-2", {"1102": "ge-hq-2 ge-vii ge-x ge-gd"})
    assert at(placed(state, GERMAN, "ge-depot-2", "1102"), "ge-depot-2") == "1102"


# --- taking back --------------------------------------------------------------------------------------------------


def test_a_placed_unit_can_be_placed_anew(lay: Lay) -> None:
    """§3.1: until the set-up is ended a unit may go elsewhere, or back into the pool."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "fr-1", {"2006": "fr-hq-5"})
    state = placed(placed(state, ENTENTE, "fr-1", "2007"), ENTENTE, "fr-1", "2008")
    assert state.stacks == {"2006": ("fr-hq-5",), "2008": ("fr-1",)}
    state = order(state, ENTENTE, "unplace", unit="fr-1")
    assert at(state, "fr-1") == POOL
    denied(state, ENTENTE, "not-placed", "3.1", "unplace", unit="fr-1")


def test_an_hq_that_moves_sends_back_whom_it_no_longer_reaches(lay: Lay) -> None:
    """§3.1: corps must be within the radius at the end, so those left behind by their HQ return to the pool."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "", {"2106": "fr-hq-2", "2104": "fr-16", "2107": "fr-15", "2004": "fr-1"})
    state = placed(state, ENTENTE, "fr-hq-2", "2109")
    assert {u: at(state, u) for u in ("fr-hq-2", "fr-16", "fr-15", "fr-1")} == {
        "fr-hq-2": "2109", "fr-16": POOL, "fr-15": "2107", "fr-1": "2004",
    }  # fmt: skip


def test_without_their_hq_corps_go_back_but_not_the_free_ones(lay: Lay) -> None:
    """§3.1: an HQ taken back takes its corps along; those of the 1st Army that stand in the south stay."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "", {"2207": "fr-hq-1 fr-7", "2108": "fr-8", "2412": "fr-13"})
    state = order(state, ENTENTE, "unplace", unit="fr-hq-1")
    assert (at(state, "fr-7"), at(state, "fr-13"), at(state, "fr-8")) == ("2207", "2412", POOL)


# --- the end of the set-up ----------------------------------------------------------------------------------------


def test_the_set_up_ends_when_everyone_stands(lay: Lay) -> None:
    """§3.1: as long as a unit waits the side cannot finish."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "fr-1", {"2006": "fr-hq-5"})
    denied(state, ENTENTE, "not-all-placed", "3.1", "end_phase")
    ending = offer(state, ENTENTE, "end_phase")
    assert ending is not None
    assert ending["refusal"]["code"] == "not-all-placed"  # type: ignore[index,call-overload]
    state = placed(state, ENTENTE, "fr-1", "2007")
    assert offer(state, ENTENTE, "end_phase")["refusal"] is None  # type: ignore[index]
    state = order(state, ENTENTE, "end_phase")
    assert GAME.deciders(state) == (GERMAN,)


@pytest.mark.parametrize(
    "arguments", [{}, {"unit": "fr-1"}, {"unit": "fr-1", "hex": "2007", "x": 1}, {"unit": 1, "hex": "2007"}]
)
def test_malformed_placements_are_refused(lay: Lay, arguments: dict[str, object]) -> None:
    """§3.1: a request without its unit or hex, or with more, changes nothing."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "fr-1", {"2006": "fr-hq-5"})
    denied(state, ENTENTE, "malformed", "3.1", "place", **arguments)


@pytest.mark.parametrize("hex_", ["9999", "", "20x7", None, 2007])
def test_hexes_that_do_not_exist_are_refused(lay: Lay, hex_: object) -> None:
    """§3.1: a place must be a hex of the playing area."""
    lay(field(FRANCE))
    state = waiting("entente.setup", "fr-1", {"2006": "fr-hq-5"})
    code = ("no-such-hex", "3.2") if isinstance(hex_, str) else ("malformed", "3.1")
    denied(state, ENTENTE, *code, "place", unit="fr-1", hex=hex_)


def test_what_is_offered_is_what_is_taken(lay: Lay) -> None:
    """§3.1: for every unit and hex of a crowded corner the offer and the answer agree."""
    lay(field(plain((20, 21), "G. F. F. F. F. F. F. F.") + "\n" + plain((22, 23), "G. F. F. F. F. F. F. B.")))
    state = waiting(
        "entente.setup", "fr-8 fr-16 fr-hq-1", {"2105": "fr-hq-2 fr-15 fr-18", "2206": "fr-9 fr-20 fr-grd2"}
    )
    for unit in ("fr-8", "fr-16", "fr-hq-1", "fr-15", "fr-9", "fr-hq-2"):
        taken: set[str] = set()
        for hex_ in board().lattice.ids:
            answer = GAME.decide(state, ENTENTE, {"kind": "place", "unit": unit, "hex": hex_}, loaded())
            if not isinstance(answer, Refusal):
                taken.add(hex_)
        assert may_stand(state, ENTENTE, unit) == taken, unit


# --- the printed scenario -----------------------------------------------------------------------------------------


def historical(side: str) -> dict[str, tuple[str, ...]]:
    """The stacks of the historical set-up, top first, as the file has them."""
    found: dict[str, tuple[str, ...]] = {}
    for unit, hex_ in printed().scenario.historical:
        if counter(unit).side == side:
            found[hex_] = (*found.get(hex_, ()), unit)
    return found


def stacks_of(state: State, side: str) -> dict[str, tuple[str, ...]]:
    return {h: units for h, units in state.stacks.items() if state.holder(h) == side}


@pytest.fixture
def before_germans() -> State:
    """The printed board with the Entente set up."""
    return set_up(GAME.new_match("campaign", {}), ENTENTE)


def test_the_historical_set_up_is_one_click(before_germans: State) -> None:
    """§3.1: one command places a whole side as in August 1914, legally, in order, and the game begins."""
    assert stacks_of(before_germans, ENTENTE) == historical(ENTENTE)
    state = set_up(before_germans, GERMAN)
    assert stacks_of(state, GERMAN) == historical(GERMAN)
    assert state.in_box(POOL) == ()
    assert (state.turn, state.phase.key, GAME.deciders(state)) == (1, "german.movement", (GERMAN,))


def test_the_click_keeps_the_order_of_the_card() -> None:
    """§3.1: the units of a hex lie as the set-up card has them, though HQs must be placed before their corps."""
    card = printed().scenario
    hq_hex = dict(card.historical)["fr-hq-5"]
    turned = sorted(card.historical, key=lambda p: (p[1], p[0] != "fr-hq-5" if p[1] == hq_hex else 0))
    plan = kit.with_printed(scenario=replace(card, historical=tuple(turned)))
    state = order(GAME.new_match("campaign", {"plan": plan}), ENTENTE, "historical")
    assert state.stacks[hq_hex] == tuple(u for u, h in turned if h == hq_hex)
    assert state.stacks[hq_hex][0] == "fr-hq-5"
    assert len(state.stacks[hq_hex]) > 1


def test_the_click_undoes_what_was_placed_by_hand() -> None:
    """§3.1: whatever stood elsewhere, the historical set-up puts it right."""
    state = GAME.new_match("campaign", {})
    ring = sorted(may_stand(state, ENTENTE, "fr-hq-5"))
    state = placed(state, ENTENTE, "fr-hq-5", next(h for h in ring if h != counter("fr-hq-5").setup))
    state = placed(state, ENTENTE, "fr-1", at(state, "fr-hq-5"))
    state = placed(state, ENTENTE, "fr-21", max(may_stand(state, ENTENTE, "fr-21")))
    once = order(state, ENTENTE, "historical")
    assert stacks_of(once, ENTENTE) == historical(ENTENTE)
    assert stacks_of(order(once, ENTENTE, "historical"), ENTENTE) == historical(ENTENTE)


@pytest.mark.parametrize("side", [ENTENTE, GERMAN])
def test_the_historical_set_up_can_be_placed_by_hand(side: str) -> None:
    """§3.1: each unit may stand where history had it by the rule itself, HQs first; then the side may finish."""
    state = GAME.new_match("campaign", {})
    if side == GERMAN:
        state = set_up(state, ENTENTE)
    plan = [(u, h) for h, units in historical(side).items() for u in units if counter(u).kind != "fort"]
    for unit, hex_ in sorted(plan, key=lambda p: counter(p[0]).kind != "hq"):
        assert hex_ in may_stand(state, side, unit), unit
        state = placed(state, side, unit, hex_)
    assert {h: set(u) for h, u in stacks_of(state, side).items()} == {h: set(u) for h, u in historical(side).items()}
    assert GAME.deciders(order(state, side, "end_phase", Steady(6))) == (GERMAN,)


def test_every_unit_has_a_hex_when_its_hq_stands_where_printed() -> None:
    """§3.1: with all HQs in their printed hexes no corps and no depot is without a place."""
    state = GAME.new_match("campaign", {})
    for side in (ENTENTE, GERMAN):
        hqs = [u for u in state.in_box(POOL, side) if counter(u).kind == "hq" and counter(u).nation != "BE"]
        for hq in hqs:
            assert counter(hq).setup in may_stand(state, side, hq), hq
            state = placed(state, side, hq, counter(hq).setup)
        if side == ENTENTE:
            state = placed(state, side, "be-hq", dict(printed().scenario.historical)["be-hq"])
        assert all(may_stand(state, side, u) for u in state.in_box(POOL, side))
        if side == ENTENTE:
            state = set_up(state, side)


# --- élan on turn 1 (§3.1, §11.20) --------------------------------------------------------------------------------

MARCH = "10 G. G. G. B. B. B.\n11 G. G. G. B. B. B."


def moved(turn: int, path: Iterable[str], forced: bool) -> State:
    state = position("german.movement", {"1003": "ge-ii"}, turn=turn, elan=["ge-ii"])
    dice = loaded(6) if forced and turn > 1 else loaded()
    state = order(state, GERMAN, "move", dice, units=["ge-ii"], path=[*path], forced=forced)
    return order(state, GERMAN, "end_phase", Steady(6))


def test_marching_costs_no_elan_on_turn_1(lay: Lay) -> None:
    """§3.1: on the first turn German corps keep their markers however far they go; later they do not."""
    lay(field(MARCH))
    assert morale(moved(1, ["1004", "1005", "1006"], False), "ge-ii") == 1
    assert morale(moved(2, ["1004", "1005", "1006"], False), "ge-ii") == 0


def test_a_forced_march_costs_no_elan_on_turn_1(lay: Lay) -> None:
    """§3.1: nor does a forced march, which rolls no die on that turn (§10.6)."""
    lay(field("10 G. G. G. B. B. B. B. B.\n11 G. G. G. B. B. B. B. B."))
    state = position("german.movement", {"1003": "ge-ii", "1002": "ge-hq-2"}, turn=1, elan=["ge-ii"])
    state = order(state, GERMAN, "move", units=["ge-ii"], path=["1004", "1005", "1006", "1007", "1008"], forced=True)
    state = order(state, GERMAN, "end_phase", Steady(6))
    assert (morale(state, "ge-ii"), at(state, "ge-ii")) == (1, "1008")


def test_a_failed_attack_costs_elan_even_on_turn_1(lay: Lay) -> None:
    """§3.1: it speaks of MP spent only, so an attack that fails takes the marker (ruling)."""
    lay(field("10 G. G. G. B. B. B.\n11 G. G. G. Bh B. B."))
    state = position("german.combat", {"1003": "ge-ii", "1104": "be-fort-liege"}, turn=1, elan=["ge-ii"])
    state = order(state, GERMAN, "attack", units=["ge-ii"], target="1104")
    state = order(state, GERMAN, "bombard", Steady(4), coup=False, artillery=False)
    assert morale(state, "ge-ii") == 0


@pytest.mark.parametrize("side", [ENTENTE, GERMAN])
def test_what_is_offered_in_a_set_up_is_what_each_unit_may_be_told(side: str) -> None:
    """Units that are alike are looked at together: a unit has room where it already stands, and one more may not."""
    rng, state = random.Random(1914), GAME.new_match("campaign", {})
    if side == GERMAN:
        state = set_up(state, ENTENTE)
    for number in range(24):
        if number % 8 == 7:
            for unit, hexes in choices_of(state, side).items():
                tried = {h for h in allowed_hexes(state, unit) if fits(state, unit, h)}
                assert hexes == sorted(tried), unit
        unit, hexes = rng.choice([(u, hexes) for u, hexes in choices_of(state, side).items() if hexes])
        state = placed(state, side, unit, rng.choice(hexes[:3]))
    standing = [u for u in state.on_map(side) if counter(u).is_corps]
    assert any(state.units[u].at in choices_of(state, side)[u] for u in standing), "crowded enough to tell"


def choices_of(state: State, side: str) -> dict[str, list[str]]:
    """What is offered for each unit."""
    offered = offer(state, side, "place")
    assert offered is not None
    return cast("dict[str, list[str]]", offered["choices"])


def fits(state: State, unit: str, hex_: str) -> bool:
    """Whether the rules let a unit be set up there."""
    try:
        check_place(state, unit, hex_)
    except Refused:
        return False
    return True
