"""§13.8, §13.9, §15.12, §6.3, §16.42, §22.9, §22.13: retreats, advances, aircraft, infiltration."""

from __future__ import annotations

from typing import Any

import pytest

from rules.empires_alliances.combat.infiltration import front_of
from rules.empires_alliances.combat.modifiers import modifiers_of
from rules.empires_alliances.combat.no_way_back import refused_around
from rules.empires_alliances.combat.retreats import in_fort, legal_hexes, points_back, ways_back
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import DEMORALISED, THIS_SEGMENT, Points, State, War
from rules.empires_alliances.restrictions.bans import why_entry_forbidden
from rules.empires_alliances.supply.lengths import supply_lengths
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from tests.games.empires_alliances import moving
from tests.games.empires_alliances.fields import (
    BEHIND,
    FRENCH,
    GERMANS,
    GUN,
    GUN2,
    A,
    B,
    C,
    T,
    attack,
    duel,
    field,
    fight,
    phase,
    stood,
    where,
)
from tests.games.empires_alliances.table import decided, opened, put, refused, sent, told
from tests.games.empires_alliances.test_combat_results import SIX, attacked

AROUND = (A, B, C, *BEHIND)
"""All hexes beside T."""
EDGE = "4126"
"""In Austria-Hungary at the edge of the Balkan Front (§22.3)."""
FORT, NEAR_FORT = "2851", "2750"
"""Verdun, with a fort of level 2, and a hex beside it."""


def driven(defenders: list[str], besides: dict[str, str] | None = None) -> State:
    """Defenders in T who have to retreat: three corps attacked them from A, and the die was a 10."""
    state = put(duel([*GERMANS], defenders), besides or {})
    state = attacked(state, [*GERMANS], 10)
    assert not state.lanes or fight(state).result == "DD"
    return state


def ways(state: State, side: str, unit: str) -> dict[str, Any]:
    """The ways that are offered to a unit that retreats."""
    asked = {"kind": "slot", "order": "retreat", "slot": "path", "chosen": {"units": [unit]}}
    answer: Any = GAME.consult(state, side, asked)
    found: dict[str, Any] = answer["options"]["ways"]
    return found


# --- 13.81 to 13.84 -----------------------------------------------------------------------------------------------


def test_13_81_the_owner_retreats_all_his_units_one_hex() -> None:
    state = driven(["fr-32", "fr-cav1"])
    assert GAME.deciders(state) == ("allied",)
    end = next(iter(ways(state, "allied", "fr-32")))
    after = told(state, "allied", "retreat", units=["fr-32", "fr-cav1"], path=[end])
    assert where(after, "fr-32", "fr-cav1") == [end, end]
    assert fight(after).step == "advance"
    assert refused(state, "allied", "retreat", units=["fr-32"], path=[A]) == ("wrong-retreat", "13.83")
    assert refused(state, "allied", "retreat", units=["fr-32"], path=["2464"]) == ("wrong-retreat", "13.81")
    assert refused(state, "allied", "retreat", units=["fr-30"], path=[end]) == ("not-retreating", "13.81")


def proposed(state: State) -> tuple[str, ...]:
    """Who retreats together unless the player says otherwise."""
    legal: Any = GAME.legal(state, GAME.deciders(state)[0])
    return tuple(legal["offers"][0]["slots"][0]["options"].get("proposed", ()))


def test_13_81_as_many_as_one_hex_takes_are_proposed_together() -> None:
    assert proposed(driven(["fr-32", "fr-cav1"])) == ("fr-32", "fr-cav1")
    # A hex takes one gun with its corps: the second one goes by itself.
    state = duel((*GERMANS, GUN, GUN2), ["fr-32", "fr-33", "fr-30"])
    state = told(state, "central", "attack", hex=T, units=[*GERMANS, GUN, GUN2])
    state = told(state, "central", "together", (3,))
    assert fight(state).step == "retreat"
    first = proposed(state)
    assert len(first) in range(1, 5)
    assert not ways_back(state, (*first, next(u for u in fight(state).going if u not in first)))


def test_13_81_units_of_one_fight_may_go_to_different_hexes() -> None:
    state = driven(["fr-32", "fr-cav1"])
    ends = [*ways(state, "allied", "fr-32")]
    after = told(state, "allied", "retreat", units=["fr-32"], path=[ends[0]])
    after = told(after, "allied", "retreat", units=["fr-cav1"], path=[ends[1]])
    assert where(after, "fr-32", "fr-cav1") == ends[:2]


H, NEARER, FARTHER = "2463", ("2562", "2462", "2362", "2363"), ("2464", "2563")
"""A hex of France, those beside it with a line of supply that is no longer, and those with a longer one."""


def test_13_82_towards_supply_if_possible() -> None:
    state = field({**stood(GERMANS, "2562"), "fr-32": H, "fr-cav1": H})
    state = told(told(state, "central", "attack", hex=H, units=[*GERMANS]), "central", "together", (10,))
    assert fight(state, H).result == "DD"
    lengths = supply_lengths(state, "allied")
    assert {*legal_hexes(state, "fr-32", H)} == {"2464", "2362", "2363"}
    assert lengths[state.board.index("2464")] > lengths[state.board.index(H)]
    assert {*ways(state, "allied", "fr-32")} == {"2362", "2363"}


def test_13_82_where_none_is_as_near_any_hex_will_do() -> None:
    """Demoralised enemies without zones hold the hexes that are nearer."""
    cut = put(field({"fr-32": H}), {f"ge-a{n}": hex_ for n, hex_ in enumerate(NEARER, 1)}, shaken=1)
    assert {*legal_hexes(cut, "fr-32", H)} == {*FARTHER}
    assert {*ways_back(cut, ["fr-32"])} == {*FARTHER}


def reasons(state: State, *units: str) -> dict[str, str]:
    """The sections that keep units that retreat from the hexes around them."""
    found = refused_around(state, units, ways_back(state, units))
    return {hex_: refusal.section for hex_, refusal in found.items()}


def test_13_82_13_83_13_84_each_hex_says_why_units_do_not_retreat_there() -> None:
    """Who has to retreat sees it beside each hex, by the section that forbids it."""
    lines = field({"fr-32": H, "ge-a1": "2562", "ge-a2": "2264"})
    assert reasons(lines, "fr-32") == {**dict.fromkeys(("2562", "2462", "2563", "2363"), "13.83"), "2464": "13.82"}
    crowded = put(field({"fr-32": H}), full([*NEARER[:2]]))
    assert reasons(crowded, "fr-32")[NEARER[0]] == "13.84"
    fort = field({"ge-a1": NEAR_FORT})
    assert reasons(fort, "ge-a1")[FORT] == "13.651"
    coast = field({"ru-1": "2126"})
    assert reasons(coast, "ru-1")["2125"] == "13.83"
    sector = field({"gb-1": "2656"})
    assert reasons(sector, "gb-1")["2655"] == "18.43"
    beside = field({"gb-1": T, "fr-32": A})
    assert reasons(beside, "gb-1")[A] == "18.41"


def test_13_83_an_enemy_zone_is_closed_even_where_friends_stand() -> None:
    state = driven(["fr-32", "fr-cav1"])
    assert not {A, B, "2560"} & {*legal_hexes(state, "fr-32", T)}
    assert B not in ways(state, "allied", "fr-32")
    beside = put(duel([*GERMANS], ["fr-32"]), {"fr-33": B, "ge-a4": "2360"})
    assert B not in legal_hexes(beside, "fr-32", T)


def test_13_83_a_unit_that_can_only_retreat_into_enemy_zones_is_eliminated() -> None:
    ring = {"ge-cav1": "2563", "ge-cav2": "2363", "ge-cav3": "2464"}
    after = driven(["fr-32", "fr-cav1"], ring | {"ge-cav4": "2661"})
    assert where(after, "fr-32", "fr-cav1") == ["pool", "pool"]
    assert fight(after).step == "advance", "the hex is clear by DD nonetheless"


def test_13_83_no_unit_retreats_across_sea_or_into_a_neutral_country() -> None:
    coast = field({"ru-1": "2126", "ge-a1": "2226"})
    assert "2125" not in legal_hexes(coast, "ru-1", "2126")
    border = field({"fr-32": "3350"})
    swiss = {h for h in border.board.lattice.around("3350") if border.board.country[border.board.index(h)] == "CH"}
    assert not swiss & {*legal_hexes(border, "fr-32", "3350")}


def test_13_83_no_unit_retreats_into_a_fort_of_the_enemy() -> None:
    state = field({"ge-a1": NEAR_FORT})
    assert FORT not in legal_hexes(state, "ge-a1", NEAR_FORT)
    assert FORT in legal_hexes(field({"fr-32": "2852"}), "fr-32", "2852")


def full(hexes: list[str]) -> dict[str, str]:
    """Three French corps in each of these hexes."""
    corps = iter(f"fr-a{n}" for n in range(1, 19))
    return {next(corps): hex_ for hex_ in hexes for _ in range(3)}


def test_13_83_6_3_a_hex_with_enemy_aircraft_alone_is_open_to_a_retreat_and_they_fly() -> None:
    """§5.2: they project no zone, and §13.83 names nothing else that could close the hex. The attack goes on then."""
    here, base, cities = BEHIND[1], "2662", ["2159", "2357"]
    places = {**stood(GERMANS, T), **stood(["fr-32", "fr-cav1"], here), "ge-air-1": base}
    state = field(places, control=dict.fromkeys((base, *cities), "central"))
    state = told(told(state, "central", "attack", hex=here, units=[*GERMANS]), "central", "together", (10,))
    assert base in ways(state, "allied", "fr-32")
    state = told(state, "allied", "retreat", units=["fr-32"], path=[base])
    assert (GAME.deciders(state), where(state, "fr-32")) == (("central",), [base])
    state = told(state, "central", "flee", unit="ge-air-1", base=cities[0])
    assert where(state, "ge-air-1") == [cities[0]]
    state = told(state, "allied", "retreat", units=["fr-cav1"], path=[base])
    assert told(state, "central", "advance", units=["ge-a1"]).units["ge-a1"].at == here


def test_13_84_a_full_hex_is_entered_only_where_none_has_room_and_left_again() -> None:
    state = put(duel([*GERMANS], ["fr-32"]), full([*BEHIND[1:]]))
    assert {*ways_back(state, ["fr-32"])} <= {C, BEHIND[0]}
    crowded = put(duel([*GERMANS], ["fr-32"]), full([C, *BEHIND]))
    found = ways_back(crowded, ["fr-32"])
    assert found
    assert all(len(way) == 2 and way[0] in {C, *BEHIND} and way[1] == end != T for end, way in found.items())


def test_13_84_a_unit_without_room_after_two_hexes_is_eliminated() -> None:
    state = put(duel([*GERMANS], ["fr-32", "fr-cav1"]), full([C, *BEHIND]))
    lanes = {h for hex_ in (C, *BEHIND) for h in legal_hexes(state, "fr-32", hex_)} - {T, C, *BEHIND}
    for n, hex_ in enumerate(sorted(lanes)):
        more = [f"ru-{3 * n + k}" for k in range(1, 4)]
        state = put(state, dict.fromkeys(more, hex_))
    after = attacked(state, [*GERMANS], 10)
    assert fight(after).result == "DD"
    assert where(after, "fr-32", "fr-cav1") == ["pool", "pool"]
    grouped = told(state, "central", "attack", hex=T, units=[*GERMANS])
    events = decided(grouped, "central", "together", (10,)).events
    assert [e.section for e in events if e.kind == "scattered"] == ["13.84"]


def test_13_84_a_hex_with_room_goes_before_a_shorter_line_of_supply() -> None:
    """docs/rulings."""
    found = ways_back(put(field({"fr-32": H}), full([*NEARER])), ["fr-32"])
    assert dict(found) == {hex_: (hex_,) for hex_ in FARTHER}


def test_13_84_13_82_18_43_the_second_hex_is_chosen_like_the_first() -> None:
    """docs/rulings."""
    state = field({"fr-32": T})
    crowded = put(state, full([*legal_hexes(state, "fr-32", T)]))
    lengths, now = supply_lengths(state, "allied"), supply_lengths(state, "allied")[state.board.index(T)]
    longer = {"2464", "2563"}
    assert longer <= {h for over in BEHIND for h in legal_hexes(crowded, "fr-32", over)}
    assert all(lengths[state.board.index(h)] > now for h in longer)
    ends = ways_back(crowded, ["fr-32"])
    assert ends
    assert all(lengths[state.board.index(h)] <= now for h in ends)
    sector = field({"gb-1": "2656"})
    sector = put(sector, full([*legal_hexes(sector, "gb-1", "2656")]))
    assert not {"2855", "2857"} & {*ways_back(sector, ["gb-1"])}
    assert "2855" in ways_back(put(sector, {"gb-1": "pool", "fr-30": "2656"}), ["fr-30"])


def test_13_82_14_51_a_unit_fed_by_sea_retreats_towards_the_port() -> None:
    """docs/rulings: Serbia is lost, and a long way to no source leads on through Bulgaria."""
    taken = {**moving.held_by("central", "SE"), "5830": "allied"}
    at_war = {"BU": "central", "TU": "central"}
    state = moving.phase(
        "allied", {"fr-a1": "5729", "bu-1": "5628"}, "1916-06", scenario="campaign", at_war=at_war, taken=taken
    )
    assert {*legal_hexes(state, "fr-a1", "5729")} == {"5630", "5830"}
    assert {*ways_back(state, ["fr-a1"])} == {"5830"}


def test_18_41_british_do_not_retreat_onto_french_while_there_is_another_way() -> None:
    state = field({"gb-1": T, "fr-a1": C, "fr-a2": BEHIND[0]})
    assert not {C, BEHIND[0]} & {*ways_back(state, ["gb-1"])}
    everywhere = put(state, {f"fr-r{n}": h for n, h in enumerate(AROUND, 1)})
    assert ways_back(everywhere, ["gb-1"])


@pytest.mark.parametrize(
    ("unit", "from_", "closed"),
    [("gb-1", "2555", "2655"), ("in-ind1", "2758", "2858"), ("us-1", "2560", "2460")],
)
def test_18_43_18_51_no_unit_retreats_out_of_a_sector_that_has_another_way(unit: str, from_: str, closed: str) -> None:
    state = field({unit: from_}, wars={**phase("central.attacks").wars, "US": War("allied", 1)})
    assert closed in legal_hexes(state, unit, from_)
    assert closed not in ways_back(state, [unit])
    others = [h for h in legal_hexes(state, unit, from_) if h != closed]
    forced = put(state, {f"ge-r{n}": h for n, h in enumerate(others, 3)}, shaken=1)
    assert {*ways_back(forced, [unit])} == {closed}


@pytest.mark.parametrize("order", [("ge-a1", "ah-1"), ("ah-1", "ge-a1")])
def test_22_31_units_of_two_countries_retreat_together_where_both_may(order: tuple[str, str]) -> None:
    """§22.31: Germany is not at war with Italy yet; Austria-Hungary is."""
    before = phase("central.attacks")
    wars = {**before.wars, "IT": War("allied", 1)}
    state = field({**stood(order, "4042")}, options={**before.options, "national-fronts": "on"}, wars=wars)
    italian = {h for h in legal_hexes(state, order[0], "4042") if state.board.country[state.board.index(h)] == "IT"}
    assert italian
    assert not italian & {*ways_back(state, order)}


def test_22_3_no_unit_retreats_off_the_fronts_of_its_country_that_has_another_way() -> None:
    """§22.3: Serbs fight in the Balkans alone."""
    before = phase("central.attacks")
    state = field({"se-m1": EDGE}, options={**before.options, "national-fronts": "on"})
    off = [
        h
        for h in legal_hexes(state, "se-m1", EDGE)
        if why_entry_forbidden(state, "se-m1", state.board.index(h)) is not None
    ]
    assert off
    assert not {*off} & {*ways_back(state, ["se-m1"])}
    others = [h for h in legal_hexes(state, "se-m1", EDGE) if h not in off]
    assert others
    forced = put(state, {f"ge-r{n}": h for n, h in enumerate(others, 3)}, shaken=1)
    assert {*ways_back(forced, ["se-m1"])} <= {*off}
    assert ways_back(forced, ["se-m1"])


def test_13_81_attackers_retreat_from_their_own_hexes_after_ad() -> None:
    state = field({"ge-a1": A, "ge-a2": B, "fr-32": T})
    after = attacked(state, ["ge-a1", "ge-a2"], 2)
    assert fight(after).result == "AD"
    after = told(after, "central", "demoralise", units=["ge-a1"])
    assert refused_slot(after, ["ge-a1", "ge-a2"]) == ("retreat-apart", "13.81")
    while after.lanes:
        unit = fight(after).going[0]
        after = told(after, "central", "retreat", units=[unit], path=[next(iter(ways(after, "central", unit)))])
    ends = where(after, "ge-a1", "ge-a2")
    assert all(h in after.board.lattice.around(from_) for h, from_ in zip(ends, (A, B), strict=True))
    assert {controller(after, end) for end in ends} == {"central"}, "§4.2: who retreats enters a hex"
    assert [after.units[u].shaken for u in ("ge-a1", "ge-a2")] == [THIS_SEGMENT, 0]


def refused_slot(state: State, units: list[str]) -> tuple[str, str]:
    """Why these units have no ways together."""
    answer: Any = GAME.consult(
        state, "central", {"kind": "slot", "order": "retreat", "slot": "path", "chosen": {"units": units}}
    )
    return answer.code, answer.section


def test_15_12_units_in_a_fort_may_stay_demoralised_when_they_would_retreat() -> None:
    state = field({**stood(SIX[:3], NEAR_FORT), **stood(SIX[3:], "2950"), **stood(["fr-32", "fr-33"], FORT)})
    state = follow(state, replace(state, forts=state.forts - {"fr-fort-2950"}))
    state = told(state, "central", "attack", (10,), hex=FORT, units=SIX)
    state = told(state, "central", "together", (10,)) if state.lanes[FORT][-1].step == "group" else state
    top = fight(state, FORT)
    assert (top.result, top.step) == ("DD", "retreat")
    held = told(state, "allied", "hold", units=["fr-32"])
    assert where(held, "fr-32") == [FORT]
    assert held.units["fr-32"].shaken == DEMORALISED
    assert fight(held, FORT).going == ("fr-33",)
    stayed = told(held, "allied", "hold", units=["fr-33"])
    assert not stayed.lanes, "nobody has left, so nobody advances"


def test_15_12_a_unit_outside_a_fort_cannot_stay() -> None:
    state = driven(["fr-32", "fr-cav1"])
    assert refused(state, "allied", "hold", units=["fr-32"]) == ("no-fort", "15.12")


def test_13_85_demoralised_units_have_no_zone_and_do_not_attack() -> None:
    state = driven(["fr-32", "fr-cav1"])
    end = next(iter(ways(state, "allied", "fr-32")))
    after = told(state, "allied", "retreat", units=["fr-32", "fr-cav1"], path=[end])
    after = told(after, "central", "stay")
    assert ways_back(after, ["ge-a1"])
    again = put(field({"ge-a1": A}, "allied.attacks"), {"fr-32": T}, shaken=DEMORALISED)
    assert refused(again, "allied", "attack", hex=A, units=["fr-32"])[0] in ("nobody-near", "demoralised")


# --- 13.9 ---------------------------------------------------------------------------------------------------------


def test_13_9_infantry_and_cavalry_of_the_attack_may_advance_or_stay() -> None:
    state = attacked(field({**stood([*SIX[:3], GUN], A), **stood(SIX[3:], B), "fr-a1": T}), [*SIX, GUN], 11)
    assert fight(state).step == "advance"
    assert refused(state, "central", "advance", units=[GUN]) == ("not-advancing", "13.9")
    assert refused(state, "central", "advance", units=["ge-a1", "ge-a2", "ge-a4", "ge-a5"]) == ("overstacked", "6.1")
    assert refused(state, "central", "advance", units=[])[0] == "too-little"
    after = told(state, "central", "advance", units=["ge-a1", "ge-a4"])
    assert where(after, "ge-a1", "ge-a4", "ge-a2") == [T, T, A]
    assert controller(after, T) == "central"
    stays = told(state, "central", "stay")
    assert (where(stays, "ge-a1"), controller(stays, T), stays.lanes) == ([A], "allied", {})


def test_13_9_only_those_of_the_attack_that_cleared_the_hex_may_advance() -> None:
    state = field({**stood(SIX[:3], A), **stood(SIX[3:], B), "fr-cav1": T, "fr-cav2": T})
    state = told(state, "central", "attack", hex=T, units=SIX)
    state = told(
        state, "central", "divide",
        targets={"1": ["fr-cav1"], "2": ["fr-cav2"]}, units={"1": SIX[:3], "2": SIX[3:]},
    )  # fmt: skip
    state = told(state, "central", "resolve", (11, 11), attack="0")
    assert fight(state).pairing == 1, "the first did not clear the hex, so nobody was asked"
    assert refused(state, "central", "advance", units=["ge-a1"]) == ("not-advancing", "13.9")
    assert where(told(state, "central", "advance", units=["ge-a4"]), "ge-a4") == [T]


def test_2_8_no_unit_advances_or_retreats_where_only_trains_go() -> None:
    state = field({"ru-1": "4709", "ru-2": "4709", "ge-cav1": "4810"}, "allied.attacks")
    after = told(state, "allied", "attack", (10,), hex="4810", units=["ru-1", "ru-2"])
    if after.lanes:
        assert fight(after, "4810").step == "retreat"
        end = next(iter(ways(after, "central", "ge-cav1")))
        after = told(after, "central", "retreat", units=["ge-cav1"], path=[end])
    assert not after.lanes, "nobody is asked whether to advance"
    assert where(after, "ru-1", "ru-2") == ["4709", "4709"]
    assert "4810" not in legal_hexes(field({"ru-1": "4709"}), "ru-1", "4709")


def test_13_9_nd_and_ax_are_no_results_to_advance_after() -> None:
    state = attacked(duel(["ge-a1", "ge-a2"], ["fr-cav1"]), ["ge-a1", "ge-a2"], 3)
    assert fight(state).result == "ND"
    after = told(state, "central", "lose", units=["ge-a1"])
    assert where(after, "fr-cav1") == ["pool"]
    assert not after.lanes


def test_13_9_a_fort_and_entrenchments_are_gone_when_the_attacker_advances() -> None:
    """docs/rulings: an entrenchment belongs to the unit that dug it, and goes with it."""
    alone = field({**stood(SIX[:3], NEAR_FORT)})
    state = told(alone, "central", "attack", hex=FORT, units=SIX[:3])
    assert fight(state, FORT).step == "advance"
    assert "fr-fort-2851" not in told(state, "central", "advance", units=["ge-a1"]).forts
    held = put(field({**stood(SIX[:3], A), **stood(SIX[3:], B)}), {"fr-a1": T}, trench=1)
    beaten = attacked(held, SIX, 7)
    end = next(iter(ways(beaten, "allied", "fr-a1")))
    cleared = told(beaten, "allied", "retreat", units=["fr-a1"], path=[end])
    assert (where(cleared, "fr-a1"), cleared.units["fr-a1"].trench) == ([end], 0)
    assert cleared.units["ge-a1"].trench == 0


def test_13_651_a_lone_fort_falls_without_a_die() -> None:
    """docs/rulings 12.1: it is neither marched through nor overrun."""
    state = field(stood(GERMANS, NEAR_FORT))
    after = told(state, "central", "attack", hex=FORT, units=["ge-a1"])
    assert after.draws == state.draws
    assert "fr-fort-2851" not in after.forts
    stays = told(after, "central", "stay")
    assert "fr-fort-2851" not in stays.forts


@pytest.mark.parametrize("conquered", [0, 1])
def test_15_1_18_21_forts_outlast_their_country(conquered: int) -> None:
    """docs/rulings: Przemyśl bars the Russians, and shelters Germans, whether Austria-Hungary is in the war or not."""
    fort, hex_, russians = "ah-fort-3526", "3526", stood(["ru-9", "ru-10"], "3427")
    standing = frozenset({fort})
    wars = opened().wars
    fallen = {**wars, "AH": wars["AH"]._replace(conquered=conquered)}
    marching = moving.phase("allied", russians, forts=standing, wars=fallen)
    assert refused(marching, "allied", "move", units=["ru-9"], path=[hex_]) == ("enemy-fort", "13.651")
    state = field(russians, "allied.attacks", forts=standing, wars=fallen)
    taken = told(state, "allied", "attack", hex=hex_, units=["ru-9"])
    assert fort not in told(taken, "allied", "advance", units=["ru-9"]).forts
    german = put(state, {"ge-a1": hex_})
    assert ("fort", "15.12", -2) in modifiers_of(german, hex_, ["ru-9"], ["ge-a1"])
    assert in_fort(german, "ge-a1"), "and may ignore retreats"
    begun = moving.phase("central", {"ge-a1": hex_}, forts=standing, wars=fallen)
    assert fort not in told(begun, "central", "remove_fort", hex=hex_).forts


def test_13_651_aircraft_by_themselves_are_lost_without_a_die() -> None:
    """docs/rulings 13.2."""
    state = field({"ge-a1": A, "fr-air-1": T, "fr-air-2": T})
    after = told(state, "central", "attack", hex=T, units=["ge-a1"])
    assert (after.draws, where(after, "fr-air-1", "fr-air-2")) == (state.draws, ["pool", "pool"])
    assert fight(after).step == "advance"


def test_13_651_an_attack_on_aircraft_by_themselves_is_not_divided() -> None:
    """§13.63: two could attack one each, but there is no die to divide; the hex falls once."""
    state = field({"ge-a1": A, "ge-a2": A, "fr-air-1": T, "fr-air-2": T})
    after = told(state, "central", "attack", hex=T, units=["ge-a1", "ge-a2"])
    assert (after.draws, where(after, "fr-air-1", "fr-air-2")) == (state.draws, ["pool", "pool"])
    assert fight(after).step == "advance"
    assert told(after, "central", "stay").lanes == {}


def test_13_652_a_fort_is_attacked_by_infantry_or_cavalry_only() -> None:
    state = field({GUN: NEAR_FORT})
    assert refused(state, "central", "attack", hex=FORT, units=[GUN]) == ("no-foot", "13.652")


CITY = "1112"
"""Petrograd, where two aircraft may be based."""


def test_6_3_aircraft_beside_other_units_count_for_nothing_and_fly_when_the_enemy_enters() -> None:
    """docs/rulings 13.2: they are not attacked; the owner chooses among cities within eight hexes."""
    six = [*SIX, "ge-a7"]
    state = field({**stood(six[:3], "1111"), **stood(six[3:], "1212"), "ru-1": CITY, "fr-air-1": CITY})
    state = told(state, "central", "attack", (10,), hex=CITY, units=six)
    assert attack(state, CITY).defenders == ("ru-1",)
    if fight(state, CITY).step == "losses":
        state = told(state, "central", "lose", units=["ge-a1"])
    assert where(state, "ru-1") == ["pool"]
    state = told(state, "central", "advance", units=["ge-a4"])
    assert GAME.deciders(state) == ("allied",)
    assert refused(state, "allied", "flee", unit="fr-air-1", hex=CITY) == ("no-base", "6.3")
    assert refused(state, "allied", "flee", unit="fr-air-2", hex=CITY) == ("not-fleeing", "6.3")
    options: Any = GAME.consult(
        state, "allied", {"kind": "slot", "order": "flee", "slot": "hex", "chosen": {"unit": "fr-air-1"}}
    )
    city = options["options"]["of"][0]
    after = told(state, "allied", "flee", unit="fr-air-1", hex=city)
    assert where(after, "fr-air-1", "ge-a4") == [city, CITY]


def test_16_42_after_combat_aircraft_land_within_four_hexes_of_the_attack() -> None:
    near = ["ge-a1", "ge-a2"]
    state = field({**stood(near, "3248"), "fr-32": "3249", "ge-air-1": "3146"})
    assert state.board.city[state.board.index("3146")]
    state = sent(state, ["ge-air-1"], "3249")
    state = told(state, "central", "attack_with_air", (7,), hex="3249", units=near, air=["ge-air-1"])
    while state.lanes["3249"][-1].step == "losses":
        state = told(state, "central", "lose", units=["ge-a1"])
    while state.lanes["3249"][-1].step == "retreat":
        asked = {"kind": "slot", "order": "retreat", "slot": "path", "chosen": {"units": ["fr-32"]}}
        found: Any = GAME.consult(state, "allied", asked)
        state = told(state, "allied", "retreat", units=["fr-32"], path=next(iter(found["options"]["ways"].values())))
    if state.lanes["3249"][-1].step == "advance":
        state = told(state, "central", "stay")
    assert (state.lanes["3249"][-1].step, GAME.deciders(state)) == ("landing", ("central",))
    assert refused(state, "central", "land", unit="ge-air-1", hex="2745") == ("no-landing", "16.42")
    assert refused(state, "central", "land", unit="ge-air-2", hex="3148") == ("has-landed", "16.42")
    after = told(state, "central", "land", unit="ge-air-1", hex="3148")
    assert (where(after, "ge-air-1"), after.lanes) == (["3148"], {})


# --- 22.9 ---------------------------------------------------------------------------------------------------------


def test_22_9_half_the_factors_come_back_where_a_friend_holds_the_hex() -> None:
    """The worked example: two 5-7-4 and a 3-3-3 bring five infantry points and one of artillery."""
    lost = ["ge-r1", "ge-r3", GUN]
    ring = {"fr-a1": A, "fr-a2": B, "fr-a3": C, "fr-a4": "2563", "fr-a5": "2661", "ge-a1": BEHIND[1]}
    others = {"fr-a6": BEHIND[0], "fr-a7": "2661", "fr-a8": BEHIND[2]}
    places = {**stood(lost, T), **ring, **others}
    changed = {"purses": {"GE": Points(1, 1, 0)}}
    french = ["fr-a1", "fr-a2", "fr-a3", "fr-a6", "fr-a8"]
    for options, points in (({"retreat-into-zones": "on"}, Points(6, 2, 0)), ({}, Points(1, 1, 0))):
        state = field(places, "allied.attacks", options=options, **changed)
        state = put(state, dict.fromkeys(("fr-r1", "fr-r2"), A))
        state = told(state, "allied", "attack", hex=T, units=[*french, "fr-r1", "fr-r2"])
        assert attack(state).step == "join"
        state = told(state, "central", "defend_together", units={})
        state = told(state, "allied", "together", (9,))
        assert where(state, *lost) == ["pool"] * 3, fight(state).result
        assert state.purses["GE"] == points


# --- 22.13 --------------------------------------------------------------------------------------------------------

STORM = ["ge-s1", "ge-s2", "ge-s3"]


def storming(places: dict[str, str], **changes: Any) -> State:
    """A field on which infiltration is played."""
    return field(places, options={"infiltration": "on"}, **changes)


def test_22_13_infiltration_is_declared_where_the_option_is_played() -> None:
    order = {"hex": T, "units": STORM, "air": []}
    assert refused(duel(STORM, ["fr-32"]), "central", "infiltrate", **order) == ("not-played", "22.13")
    state = storming({**stood(STORM, A), "fr-32": T})
    assert attack_kinds(state, **order)[0] == "hex-attacked"


def attack_kinds(state: State, dice: tuple[int, ...] = (10,), **order: Any) -> list[str]:
    """The kinds of what comes of an infiltration."""
    return [event.kind for event in decided(state, "central", "infiltrate", dice, **order).events]


@pytest.mark.parametrize(
    ("places", "units", "hex_", "weather", "code"),
    [
        ({"ge-s1": A, "ge-a1": B, "fr-32": T}, ["ge-s1", "ge-a1"], T, "clear", "stosstruppen-in-each-hex"),
        ({"ge-s1": A, "fr-32": T}, ["ge-s1"], T, "snow", "snow"),
        ({"ge-s1": NEAR_FORT, "fr-32": FORT}, ["ge-s1"], FORT, "clear", "fort-there"),
        ({"ge-a1": A, "fr-32": T}, ["ge-a1"], T, "clear", "no-stosstruppen"),
    ],
)
def test_22_13_what_an_infiltration_needs(
    places: dict[str, str], units: list[str], hex_: str, weather: str, code: str
) -> None:
    state = storming(places, weather=(weather, weather))
    assert refused(state, "central", "infiltrate", hex=hex_, units=units, air=[]) == (code, "22.13")


def test_22_13_stosstruppen_must_be_in_supply() -> None:
    state = put(storming({"fr-32": T}), {"ge-s1": A}, unsupplied=1)
    assert refused(state, "central", "infiltrate", hex=T, units=["ge-s1"], air=[]) == ("no-stosstruppen", "22.13")


def test_22_13_1_guns_neutralise_guns_one_for_one() -> None:
    places = {**stood([*STORM, GUN, "ge-siege-305"], A), **stood(["fr-32", "fr-art-1", "fr-art-2"], T)}
    state = told(storming(places), "central", "infiltrate", hex=T, units=[*STORM, GUN, "ge-siege-305"], air=[])
    assert attack(state).step == "neutralise"
    assert refused(state, "central", "neutralise", units=[GUN], targets=["fr-art-1", "fr-art-2"])[0] == "too-many"
    assert refused(state, "central", "neutralise", units=["ge-s1"], targets=["fr-art-1"])[0] == "not-offered"
    after = told(state, "central", "neutralise", units=[GUN], targets=["fr-art-1"])
    assert attack(after).idle == (GUN, "fr-art-1")
    assert attack(after).attackers == (*STORM, "ge-siege-305")
    assert sorted(attack(after).defenders) == ["fr-32", "fr-art-2"]
    kept = told(state, "central", "decline")
    assert attack(kept).idle == ()


def test_22_13_2_the_rest_retreat_when_a_defender_was_eliminated_and_4_the_attackers_advance() -> None:
    """ND costs the defender a unit; the other goes back, and Stosstruppen enter the hex first."""
    places = {**stood(STORM, A), **stood(["ge-s4", "ge-a1", "ge-a2"], B), **stood(["fr-32", "fr-33", "fr-30"], T)}
    attackers = [*STORM, "ge-s4", "ge-a1", "ge-a2"]
    state = told(storming(places), "central", "infiltrate", hex=T, units=attackers, air=[])
    state = told(state, "central", "together", (4,))
    assert fight(state).result == "ND"
    state = told(state, "central", "lose", units=["ge-s1"])
    state = told(state, "allied", "lose", units=["fr-32"])
    assert (fight(state).step, sorted(fight(state).going)) == ("retreat", ["fr-30", "fr-33"])
    end = next(iter(ways(state, "allied", "fr-33")))
    state = told(state, "allied", "retreat", units=["fr-33", "fr-30"], path=[end])
    assert [state.units[u].shaken for u in ("fr-33", "fr-30")] == [0, 0], "ruptured, and not demoralised"
    assert refused(state, "central", "stay") == ("must-advance", "22.13")
    assert refused(state, "central", "advance", units=["ge-s2"]) == ("must-advance", "22.13")
    assert refused(state, "central", "advance", units=["ge-s2", "ge-s3", "ge-a1"]) == ("stosstruppen-advance", "22.13")
    after = told(state, "central", "advance", units=["ge-s2", "ge-s3", "ge-s4"])
    assert (where(after, "ge-s2", "ge-s3", "ge-s4"), after.lanes) == ([T, T, T], {})


@pytest.mark.parametrize("alone", [False, True])
def test_22_13_4_the_attackers_advance_once_all_is_over_and_not_before(alone: bool) -> None:
    """Though the hex is vacant earlier: with the result of the only attack, or because aircraft alone were there.

    There as many as can stack have to go; after an attack that is none, one may go, or nobody.
    """
    places = {**stood(STORM, A), "ge-s4": B, **({"fr-air-1": T} if alone else {"fr-32": T})}
    for order in ("infiltrate", "attack"):
        whole = order == "infiltrate"
        dice, chosen = () if alone else (4,), {"hex": T, "units": [*STORM, "ge-s4"], **({"air": []} if whole else {})}
        state = told(storming(places), "central", order, dice, **chosen)
        if not alone:
            assert fight(state).result == "DD"
            end = next(iter(ways(state, "allied", "fr-32")))
            state = told(state, "allied", "retreat", units=["fr-32"], path=[end])
        assert (attack(state).over, fight(state).pairing) == (((0,), 1) if whole else ((), 0))
        if whole:
            assert refused(state, "central", "stay") == ("must-advance", "22.13")
            assert refused(state, "central", "advance", units=["ge-s1"]) == ("must-advance", "22.13")
        else:
            assert told(state, "central", "stay").lanes == {}
            assert where(told(state, "central", "advance", units=["ge-s1"]), "ge-s1", "ge-s2") == [T, A]
        after = told(state, "central", "advance", units=STORM)
        assert (where(after, *STORM), after.lanes) == ([T] * 3, {})


def test_22_13_4_attackers_who_had_to_retreat_do_not_advance_demoralised_or_not() -> None:
    places = {**stood(["ge-s1", "ge-s2", "ge-a1"], A), **stood(["ge-s3", "ge-s4", "ge-a2"], B)}
    every = [*places]
    state = storming({**places, **stood(["fr-32", "fr-33"], T)})
    state = told(state, "central", "infiltrate", hex=T, units=every, air=[])
    groups = {"1": ["ge-s1", "ge-a1"], "2": ["ge-s2", "ge-s3", "ge-s4", "ge-a2"]}
    state = told(state, "central", "divide", targets={"1": ["fr-32"], "2": ["fr-33"]}, units=groups)
    state = told(state, "central", "resolve", (2,), attack="0")
    assert fight(state).result == "AD"
    state = told(state, "central", "demoralise", units=["ge-a1"])
    for unit in groups["1"]:
        end = next(iter(ways(state, "central", unit)))
        state = told(state, "central", "retreat", units=[unit], path=[end])
    assert (state.units["ge-s1"].shaken, fight(state).result) == (0, "ND")
    state = told(state, "central", "lose", units=["ge-s2"])
    state = told(state, "allied", "retreat", units=["fr-32"], path=[next(iter(ways(state, "allied", "fr-32")))])
    assert refused(state, "central", "advance", units=["ge-s1", "ge-s3", "ge-s4"]) == ("not-advancing", "13.9")
    after = told(state, "central", "advance", units=["ge-s3", "ge-s4", "ge-a2"])
    assert where(after, "ge-s3", "ge-s4", "ge-a2") == [T] * 3


def test_22_13_4_18_33_the_last_corps_on_watch_does_not_have_to_advance() -> None:
    """All three would have to advance, and one of the two Austro-Hungarian corps has to stay by Italy: two go."""
    nice, near = "4353", "4354"
    state = storming({**stood(["ge-s1", "ah-1", "ah-2"], nice), "be-cav1": near})
    state = told(state, "central", "infiltrate", (10,), hex=near, units=["ge-s1", "ah-1", "ah-2"], air=[])
    assert refused(state, "central", "advance", units=["ge-s1", "ah-1", "ah-2"]) == ("italian-border", "18.33")
    assert refused(state, "central", "advance", units=["ge-s1"]) == ("must-advance", "22.13")
    assert refused(state, "central", "advance", units=["ah-1"]) == ("must-advance", "22.13")
    assert refused(state, "central", "stay") == ("must-advance", "22.13")
    legal: Any = GAME.legal(state, "central")
    assert [offer["kind"] for offer in legal["offers"]] == ["advance"]
    after = told(state, "central", "advance", units=["ge-s1", "ah-2"])
    assert where(after, "ge-s1", "ah-1", "ah-2") == [near, nice, near]


def test_22_13_3_in_the_first_month_on_a_front_units_that_would_retreat_before_aircraft_are_eliminated() -> None:
    places = {**stood(STORM, A), "fr-32": T, "ge-air-1": A}
    order = {"hex": T, "units": STORM, "air": ["ge-air-1"]}

    def flying(**more: Any) -> State:
        return sent(storming(places, **more), ["ge-air-1"], T)

    first = flying()
    kinds = attack_kinds(first, (7,), **order)
    assert "scattered" in kinds
    later = flying(deeds=frozenset({"infiltration.western.0"}))
    assert "scattered" not in attack_kinds(later, (7,), **order)
    same_month = flying(deeds=frozenset({f"infiltration.western.{first.turn}"}))
    assert "scattered" in attack_kinds(same_month, (7,), **order)
    elsewhere = flying(deeds=frozenset({"infiltration.eastern.0"}))
    assert "scattered" in attack_kinds(elsewhere, (7,), **order)
    without = storming({**stood(STORM, A), "fr-32": T})
    assert "scattered" not in attack_kinds(without, (8,), hex=T, units=STORM, air=[])


def test_22_13_3_surprise_is_the_defenders_and_attackers_who_are_repelled_go_back() -> None:
    places = {**stood(STORM, A), **stood(["fr-32", "fr-33"], T), "ge-air-1": A}
    state = sent(storming(places), ["ge-air-1"], T)
    state = told(state, "central", "infiltrate", hex=T, units=STORM, air=["ge-air-1"])
    state = told(state, "central", "together", (1,))
    assert (fight(state).result, attack(state).surprise) == ("AD", True)
    state = told(state, "central", "demoralise", units=STORM[:2])
    assert (fight(state).step, fight(state).going) == ("retreat", (*STORM,))
    assert where(state, *STORM) == [A] * 3


def test_22_13_2_an_elimination_in_place_of_a_retreat_ruptures_the_line() -> None:
    places = {**stood(["ge-s1", "ge-s2", "ge-a1"], A), "ge-s3": B, **stood(["fr-32", "fr-33"], T), "ge-air-1": A}
    every = ["ge-s1", "ge-s2", "ge-a1", "ge-s3"]
    state = sent(storming(places), ["ge-air-1"], T)
    state = told(state, "central", "infiltrate", hex=T, units=every, air=["ge-air-1"])
    parts = {"targets": {"1": ["fr-32"], "2": ["fr-33"]}, "units": {"1": every[:3], "2": ["ge-s3"]}}
    state = told(state, "central", "divide_air", **parts, air={"1": ["ge-air-1"]})
    state = told(state, "central", "resolve", (5, 1), attack="0")
    assert where(state, "fr-32", "fr-33", "ge-s3") == ["pool"] * 3, "DD before aircraft, then AX, then the rupture"


@pytest.mark.parametrize(("hex_", "front"), [(T, "western"), ("2710", "eastern"), ("3247", "western")])
def test_22_13_3_a_hex_lies_on_the_front_of_its_country_or_of_the_nearest(hex_: str, front: str) -> None:
    assert front_of(phase("central.attacks"), hex_) == front


def test_22_13_the_french_do_not_infiltrate() -> None:
    state = field({"fr-a1": A, "ge-a1": T}, "allied.attacks", options={"infiltration": "on"})
    assert refused(state, "allied", "infiltrate", hex=T, units=["fr-a1"], air=[]) == ("not-played", "22.13")
    assert FRENCH[0] not in state.stacks.get(T, ())


def test_22_13_neutralised_guns_go_back_with_a_retreat_and_are_not_demoralised() -> None:
    """docs/rulings."""
    places = {**stood([*STORM, GUN], A), **stood(["fr-32", "fr-33", "fr-art-1"], T)}
    state = told(storming(places), "central", "infiltrate", hex=T, units=[*STORM, GUN], air=[])
    state = told(state, "central", "neutralise", units=[GUN], targets=["fr-art-1"])
    beaten = told(state, "central", "together", (6,))
    assert fight(beaten).result == "DD"
    assert sorted(fight(beaten).going) == ["fr-32", "fr-33", "fr-art-1"]
    assert [beaten.units[u].shaken for u in ("fr-32", "fr-art-1")] == [DEMORALISED, 0]
    repelled = told(state, "central", "together", (1,))
    assert fight(repelled).result == "AD"
    repelled = told(repelled, "central", "demoralise", units=STORM[:2])
    assert fight(repelled).going == (*STORM, GUN)
    assert [repelled.units[u].shaken for u in (STORM[0], GUN)] == [THIS_SEGMENT, 0]


def test_22_13_guns_without_whom_the_attack_would_be_too_weak_are_not_neutralised() -> None:
    state = storming({**stood(["ge-s1", GUN], A), **stood([*FRENCH, "gb-1", "fr-art-1"], T)})
    state = told(state, "central", "infiltrate", hex=T, units=["ge-s1", GUN], air=[])
    answer = refused(state, "central", "neutralise", units=[GUN], targets=["fr-art-1"])
    assert answer == ("odds-too-low", "13.641")


def test_22_9_a_full_purse_takes_no_more() -> None:
    """docs/rulings: §17.21 limits what is given back."""

    ring = {
        "fr-a1": A,
        "fr-a2": B,
        "fr-a3": C,
        "fr-a4": "2563",
        "fr-a5": "2661",
        "ge-a1": BEHIND[1],
        "fr-a6": BEHIND[0],
    }
    lost = ["ge-r1", "ge-r3", GUN]
    state = field({**stood(lost, T), **ring, "ge-a1": BEHIND[1], "fr-a8": BEHIND[2]}, "allied.attacks")
    assert not legal_hexes(state, "ge-r1", T)
    most = state.printed.limits["GE"]
    for had, then in (((most.infantry - 1, most.artillery), (most.infantry, most.artillery)), ((0, 0), (5, 1))):
        full_purse = follow(state, replace(state, purses={"GE": Points(*had)}))
        assert points_back(full_purse, lost)["GE"][:2] == then
    alone = put(state, {"ge-a1": "pool"})
    assert not legal_hexes(alone, "ge-r1", T)
    assert not points_back(alone, lost), "no friend holds a hex to which they could go"


def test_13_84_no_unit_is_lost_while_others_who_retreat_can_make_room() -> None:
    """docs/rulings: the attackers of two hexes retreat by AD; who stands in A has no way but through B."""
    divisions = ["ge-bd-2-3-4-1", "ge-bd-2-3-4-2", "ge-bd-2-3-4-3"]
    state = put(field({"ge-cav1xx": A, **stood(divisions, B)}), dict.fromkeys(("fr-cav1", "fr-cav2"), T), shaken=1)
    state = put(state, {"fr-32": "2560", "fr-33": "2260", "fr-30": "2263"})
    assert legal_hexes(state, "ge-cav1xx", A) == (B,)
    assert legal_hexes(state, divisions[0], B) == ()
    assert ways_back(state, ["ge-cav1xx"]) == {}, "B is full, and nothing leads on from there"
    after = attacked(state, ["ge-cav1xx", *divisions], 1)
    assert where(after, "ge-cav1xx", *divisions) == [B, "pool", "pool", "pool"]


def test_13_82_14_2_a_line_of_supply_is_as_long_as_its_part_over_land() -> None:
    """docs/rulings: C lies on a railway that leads to Paris, and is no city."""
    state = field({"fr-32": T})
    index = state.board.index
    lengths = supply_lengths(state, "allied")
    assert not state.board.city[index(C)]
    assert (lengths[index(C)], lengths[index(T)]) == (0, 2), "half hexes"


def test_18_41_a_hex_without_the_other_ally_goes_before_a_shorter_line_of_supply() -> None:
    """docs/rulings."""
    alone = {f"fr-a{n}": hex_ for n, hex_ in enumerate(NEARER, 1)}
    assert {*ways_back(field({"gb-1": H, **alone}), ["gb-1"])} == {*FARTHER}
    assert {*ways_back(field({"fr-32": H, **alone}), ["fr-32"])} == {*NEARER}


def test_16_41_an_aircraft_that_moved_to_another_base_supports_nothing() -> None:
    """docs/rulings."""
    for how in ({"spent": 1}, {"bound": True}):
        state = put(duel(["ge-a1"], ["fr-32"]), {"ge-air-1": A}, **how)
        answer = refused(state, "central", "attack_with_air", hex=T, units=["ge-a1"], air=["ge-air-1"])
        assert answer == ("air-too-far", "16.41")
