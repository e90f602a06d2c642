"""§13.28 to §13.3, §17.21, §17.31, §17.4: where units of the Near East may be, and how they come there."""

from __future__ import annotations

import pytest

from rules.great_war.combat.advance import why_not_advance, why_not_into
from rules.great_war.combat.battle import ways_back
from rules.great_war.combat.declaring import why_not_attack
from rules.great_war.new_units.orders import entry, ways_in
from rules.great_war.position.changes import dead, relocate, with_near_east
from rules.great_war.position.state import AVAILABLE, BattleFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.national import off_limits_of
from rules.great_war.strategic.replacements import check_return
from rules.great_war.supply.tracing import IN, feeds, supply_of
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refused
from tests.games.great_war.kit import refused, told
from tests.games.great_war.near_east.kit import placed, set_up, to_movement, until

SINAI = {"NE3309": "tu-36", "NE3308": "tu-37", "NE3408": "tu-38"}
MAY, JULY = 10, 12


def boxed(state: State, *units: str) -> State:
    """These units in the Available Units Box, as if they had been destroyed and bought back."""
    state = relocate(state, units, AVAILABLE)
    return with_near_east(state, returned=state.returned | {*units})


def why_no_entry(state: State, units: list[str], hex_: str) -> str:
    """The section of the refusal to place units in a hex; empty if they may come."""
    try:
        entry(state, units, hex_)
    except Refused as found:
        return found.refusal.section
    return ""


# --- three Turks in Egypt (§17.31) ------------------------------------------------------------------------------------


def test_17_31_no_fourth_turk_marches_into_egypt() -> None:
    """§17.31: the Sinai is Egypt; those who are there move about in it, and another may come when a unit has gone."""
    state = until(placed(to_movement(), {**SINAI, "NE2909": "tu-27"}), "second-movement")
    found = refused(state, CENTRAL, "move", units=["tu-27"], path=["NE3009"])
    assert (found.code, found.section) == ("too-many-there", "17.31")
    assert told(state, CENTRAL, "move", units=["tu-36"], path=["NE3209"]).units["tu-36"].at == "NE3209"
    fewer = placed(state, {"NE2711": "tu-38"})
    assert told(fewer, CENTRAL, "move", units=["tu-27"], path=["NE3009"]).units["tu-27"].at == "NE3009"


def test_17_31_nor_by_advance_or_riding_back() -> None:
    """§17.31, §10.71, §15.52: after an attack neither."""
    state = placed(set_up(), {**SINAI, "NE2909": "tu-27 tu-cav-1bd"})
    for found in (why_not_advance(state, "tu-27", "NE3009"), why_not_into(state, ["tu-27"], "NE3009")):
        assert found is not None
        assert found.section == "17.31"
    assert why_not_advance(placed(state, {"NE2711": "tu-38"}), "tu-27", "NE3009") is None
    frame = BattleFrame(ALLIED, ("br-6bd",), ("NE2910",), "NE2909", ("tu-cav-1bd",), "cavalry-retreat")
    egypt = {state.printed.board.ids[i] for i in state.printed.board.by_country["EG"]}
    assert not egypt & {*ways_back(state, frame)}
    assert ways_back(state, frame)


def test_17_31_nor_as_new_units() -> None:
    """§17.31, §13.3: headquarters count among the three."""
    state = placed(set_up(), {"NE3309": "tu-36", "NE3308": "tu-37", "NE3109": "tu-hq-yag"})
    state = boxed(placed(state, {"NE2711": "tu-38"}), "tu-27")
    assert supply_of(state, "tu-hq-yag") == IN
    assert why_no_entry(state, ["tu-27"], "NE3109") == "17.31"
    assert why_no_entry(placed(state, {"NE2909": "tu-37"}), ["tu-27"], "NE3109") == ""


# --- by area, by advance, by attack (§17.21, §17.4) -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "at", "enemy"),
    [
        ("ru-pc", "NC2841", "tu-1"), ("ru-arm-1", "NC3141", "tu-1"),
        ("br-spr", "NI1939", "tu-1"), ("tu-gndm", "NI1939", "br-10in"),
    ],
)  # fmt: skip
def test_17_21_units_of_one_area_neither_advance_nor_attack_out_of_it(unit: str, at: str, enemy: str) -> None:
    """§17.21, §17.4, §10.71 (docs/rulings)."""
    state = placed(set_up(), {"NE2711": "tu-36 tu-37", at: unit})
    board = state.printed.board
    beside = [b for b in board.beside(board.index[at]) if b not in board.alpine and board.ids[b] not in state.stacks]
    out = [b for b in beside if b in off_limits_of(state, [unit])]
    inside = [b for b in beside if b not in out]
    for b, shut in ((out[0], True), (inside[0], False)):
        there = placed(state, {board.ids[b]: enemy})
        found = why_not_attack(there, unit, board.ids[b])
        assert (found is not None and found.code == "off-limits") == shut
        found = why_not_advance(state, unit, board.ids[b])
        assert (found is not None and found.code == "off-limits") == shut


def test_17_21_canal_companies_stay_west_of_it() -> None:
    """§17.21: by march and by advance."""
    state = placed(to_movement(), {"NE2711": "tu-36 tu-37", "NE4208": "br-cd-1"})
    assert refused(state, ALLIED, "move", units=["br-cd-1"], path=["NE4108"]).section == "17.21"
    assert told(state, ALLIED, "move", units=["br-cd-1"], path=["NE4308"]).units["br-cd-1"].at == "NE4308"
    found = why_not_advance(state, "br-cd-1", "NE4108")
    assert found is not None
    assert found.section == "17.21"
    assert why_not_advance(state, "br-10in", "NE4108") is None


def test_17_21_arabs_and_french_keep_to_egypts_map() -> None:
    """§17.21: Arabs to the Ottoman part of it; both to that front."""
    state = set_up()
    board = state.printed.board
    for unit, open_, shut in (("ab-army", "NE2110", "NE3311"), ("fr-dfps", "NE3311", "NI2252")):
        assert board.index[open_] not in off_limits_of(state, [unit])
        assert board.index[shut] in off_limits_of(state, [unit])


def test_17_21_the_french_of_palestine_are_not_replaced() -> None:
    """§17.21: nor can they be once they are destroyed."""
    state = dead(placed(set_up(), {"NE4206": "fr-dfps"}), ["fr-dfps"])
    state = replace(state, points={**state.points, "FR": 5, "BR": 5})
    with pytest.raises(Refused) as found:
        check_return(state, "fr-dfps")
    assert found.value.refusal.section == "5.32"


# --- new units (§13.28, §13.29, §13.3) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "front", "town"),
    [("ru-pc", "caucasus", "NC3045"), ("br-spr", "iraq", "NI2549"), ("tu-gndm", "iraq", "NI2137")],
)
def test_13_28_persians_come_to_towns_of_their_country(unit: str, front: str, town: str) -> None:
    """§13.28, §13.29: towns of Persia on their own front that their side holds, and nothing else."""
    state = boxed(set_up(), unit)
    board = state.printed.board
    open_ = {board.index[h] for h in ways_in(state, (unit,)) if why_no_entry(state, [unit], h) == ""}
    assert board.index[town] in open_
    assert all(board.country[i] == "PN" and board.front[i] == front and i in board.towns for i in open_)
    taken = replace(state, taken=state.taken ^ {town})
    assert why_no_entry(taken, [unit], town) == "13.11"


def test_13_28_persians_come_by_no_headquarters() -> None:
    """§13.28: not even to one of their nation in Persia."""
    state = boxed(placed(set_up(), {"NI2550": "br-hq-13crp"}), "br-spr", "br-16inbd")
    assert why_no_entry(state, ["br-16inbd"], "NI2550") == ""
    assert why_no_entry(state, ["br-spr"], "NI2550") == "13.28"


def test_11_33_the_cossacks_are_russian_for_supply() -> None:
    """§11.32, §11.33: Rifles and Gendarmes are fed anywhere in Persia, the Cossacks only as other Russians are."""
    state = set_up()
    lost = replace(state, taken=state.taken | {state.printed.board.ids[i] for i in state.printed.board.supply["RU"]})
    assert supply_of(lost, "ru-pc") != IN
    assert supply_of(lost, "tu-gndm") == IN
    far = state.printed.board.index["NI2738"]
    assert feeds(lost, ["br-spr"], far)
    assert not feeds(replace(lost, taken=lost.taken | {"NI2252", "NI2552"}), ["br-16inbd"], far)


@pytest.mark.parametrize(("unit", "own", "other"), [("br-14in", "NI2252", "NE4206"), ("br-7ybd", "NE4206", "NI2252")])
def test_13_28_new_british_come_in_on_their_own_front(unit: str, own: str, other: str) -> None:
    """§13.28: by the colour of the counter; once it is on a map, the front where it falls decides (§5.36)."""
    state = relocate(set_up(), [unit], AVAILABLE)
    assert why_no_entry(state, [unit], own) == ""
    assert why_no_entry(state, [unit], other) == "13.28"
    fallen = boxed(dead(placed(state, {other: unit}), [unit]), unit)
    assert why_no_entry(fallen, [unit], other) == ""
    assert why_no_entry(fallen, [unit], own) == "5.36"


def test_13_23_the_42nd_comes_back_in_egypt_wherever_it_fell() -> None:
    """§13.23, §3.26: marked Vr, it is bound to no front where it was destroyed, but never comes in in Iraq."""
    new = relocate(set_up(), ["br-42t"], AVAILABLE)
    rebuilt = boxed(dead(placed(new, {"NI2252": "br-42t"}), ["br-42t"]), "br-42t")
    for state in (new, rebuilt):
        assert why_no_entry(state, ["br-42t"], "NE4206") == ""
        assert why_no_entry(state, ["br-42t"], "NI2252") in ("13.23", "13.28")
    assert why_no_entry(rebuilt, ["br-42t"], "NI2252") == "13.23"


def test_13_3_three_by_a_headquarters_and_all_to_one_hex() -> None:
    """§13.3: there; a second headquarters brings three more, to the same hex or to another."""
    units = ["br-12inbd", "br-16inbd", "br-17inbd", "br-18inbd", "br-30inbd", "br-33inbd"]
    state = boxed(placed(set_up(), {"NI2150": "br-hq-13crp"}), *units)
    assert why_no_entry(state, units[:4], "NI2150") == "13.3"
    after = told(state, ALLIED, "place", units=units[:2], hex="NI2150")
    assert why_no_entry(after, units[2:3], "NI2150") == ""
    assert why_no_entry(after, units[2:3], "NI2149") == "13.3"
    assert why_no_entry(after, units[2:4], "NI2150") == "13.3"
    second = placed(state, {"NI2149": "br-hq-18crp"})
    assert why_no_entry(second, units[:6], "NI2150") == ""
    third = told(second, ALLIED, "place", units=units[:3], hex="NI2150")
    assert why_no_entry(third, units[3:6], "NI2149") == ""
    assert refused(after, ALLIED, "place", units=units[2:4], hex="NI2150").code == "headquarters-busy"


def test_13_3_new_turks_come_by_no_headquarters() -> None:
    """§13.3, §13.29: only those that have been destroyed before."""
    state = placed(set_up(), {"NE2909": "tu-hq-yag"})
    new = relocate(state, ["tu-27"], AVAILABLE)
    assert supply_of(new, "tu-hq-yag") == IN
    assert why_no_entry(new, ["tu-27"], "NE2909") == "13.3"
    assert why_no_entry(boxed(state, "tu-27"), ["tu-27"], "NE2909") == ""


@pytest.mark.parametrize(("turn", "code"), [(MAY, ""), (JULY, "13.29")])
def test_12_11_new_units_come_to_no_headquarters_that_heat_has_cut_off(turn: int, code: str) -> None:
    """§12.2, §12.11, §11.85: the weather of a turn is that of the track from its first phase on; in July a headquarters
    in the midst of hot desert brings nobody."""
    state = boxed(placed(set_up(), {"NE2808": "tu-hq-yag"}), "tu-27")
    state = replace(state, turn=turn)
    assert not state.weather
    assert (supply_of(state, "tu-hq-yag") == IN) == (turn == MAY)
    assert why_no_entry(state, ["tu-27"], "NE2808") == code


@pytest.mark.parametrize("station", ["NE4208", "NE3611"])
def test_3_13_two_hexes_are_towns_for_supply_and_new_units_alone(station: str) -> None:
    """§3.13, §9.31: no train stops at Bitter Lake or at the Pipeline Station."""
    state = placed(until(to_movement(), "allied.rail"), {station: "br-10in", "NE4209": "br-11in", "NE4206": "br-cd-1"})
    state = with_near_east(state, pipeline="NE3611")
    assert supply_of(state, "br-10in") == IN
    assert refused(state, ALLIED, "rail", units=["br-10in"], to="NE4206").code == "no-town"
    assert refused(state, ALLIED, "rail", units=["br-11in"], to=station).code == "no-town"
    assert told(state, ALLIED, "rail", units=["br-11in"], to="NE4206").units["br-11in"].at == "NE4206"
