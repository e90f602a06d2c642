"""§5.1: what a strategic turn brings, resource hexes, transfers, emergency replacements."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.pre_war_state import PreWarState
from rules.great_war.position.state import AVAILABLE, LATER, State
from rules.great_war.pre_war.terms import HESITANT_TURKEY
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.strategic.emergency import why_none
from rules.great_war.strategic.income import collect, income, units_due
from rules.great_war.strategic.resource_hexes import judge_resource_hexes, resource_points
from rules.great_war.strategic.transfers import points_left, ways
from rules.great_war.strategic.u_boats import close
from rules.great_war.strategic.us_entry import us_joins
from rules.kernel.fast_replace import replace
from rules.kernel.game import REFEREE, SPECTATOR
from tests.games.chance import Dice
from tests.games.great_war.kit import at, before_set_up, position, refused, set_up, told, told_with
from tests.games.great_war.strategic.kit import holding, played, strategic

RESOURCES = ("W6316", "W6312", "W6310", "W5425", "E2623", "E4129")


# --- units, chits and points ------------------------------------------------------------------------------------------


def test_5_11_the_units_of_the_turn_come_to_the_box() -> None:
    """§5.11: those of E and no others; those of nations that are neutral do not come."""
    state = strategic("E")
    due = {u for u, a in state.printed.arrivals.items() if a.turn == "E" and state.counter(u).nation in state.sides}
    after, _ = played(collect, state)
    assert due
    assert {*after.boxes[AVAILABLE]} == due
    assert all(at(after, u) == LATER for u, a in state.printed.arrivals.items() if a.turn == "F")


def test_5_12_chits_enter_on_their_letter() -> None:
    """§5.12: the chits of G go into both pools beside what is there; on E none do."""
    for letter in ("E", "G"):
        state = strategic(letter)
        after, _ = played(collect, state)
        for side in (ALLIED, CENTRAL):
            new = state.printed.chits.entering(side, letter, "1915")
            before = state.chits[f"{side}.pool"]
            assert after.chits[f"{side}.pool"] == {c: before.get(c, 0) + new.get(c, 0) for c in {**before, **new}}
            assert bool(new) == (letter == "G")


def test_5_12_points_of_the_chart_for_nations_at_war() -> None:
    """§5.12: what stands on the chart is added, to nobody who is neutral and to nobody who has collapsed (§16.11)."""
    state = strategic("F", points={"FR": 2}, strategic_state={"collapsed": ("SE",)})
    after, _ = played(collect, state)
    charts = state.printed.charts
    assert after.points["FR"] == 2 + charts.income("FR", "F")
    assert after.points["AH"] == charts.income("AH", "F")
    assert not {"SE", "RO", "BU", "GK", "US"} & after.points.keys()


def test_5_14_supplied_headquarters_get_their_guns_back() -> None:
    """§5.14: depleted ones in supply; not out of supply, not on B and C, not Russia's once the Czar has fallen."""
    stacks = {"W6526": "ge-hq-1*", "W4908": "ge-hq-2* ", "E4816": "ru-hq-1*", "W5018": "fr-hq-1*"}
    board = before_set_up().printed.board
    everywhere = {"taken": frozenset()}
    after, _ = played(collect, strategic("E", stacks, **everywhere))
    back = {u: after.units[u].back for u in ("ge-hq-1", "ge-hq-2", "ru-hq-1", "fr-hq-1")}
    assert back == {"ge-hq-1": False, "ge-hq-2": True, "ru-hq-1": False, "fr-hq-1": False}
    assert board.country[board.index["W4908"]] == "FR"
    for letter, strategic_state, still in (("C", {}, True), ("L", {"czar": "K"}, True), ("L", {}, False)):
        after, _ = played(collect, strategic(letter, stacks, strategic_state=strategic_state, **everywhere))
        assert after.units["ru-hq-1"].back == still


def test_5_14_each_hears_only_of_the_headquarters_that_he_sees() -> None:
    """§5.14, §7.25: which of the others below a stack have support again only their side knows, and how many."""
    state = strategic("E", {"W6526": "ge-3 ge-hq-1*", "E4816": "ru-hq-1*"}, taken=frozenset())
    _, facts = played(collect, state)
    restored = next(f for f in facts if f.kind == "restored")
    after = GAME.evolve(state, restored)

    def number(viewer: str, before: State = state) -> str:
        line = GAME.narrate(before, restored, after, viewer)
        return "" if line is None else str(line["text"]).split()[0]

    assert [number(viewer) for viewer in (CENTRAL, ALLIED, SPECTATOR, REFEREE)] == ["2", "One", "One", "2"]
    alone = replace(restored, units=("ge-hq-1",))
    assert GAME.narrate(state, alone, GAME.evolve(state, alone), ALLIED) is None


def test_17_31_the_turkish_19th_is_a_weaker_one_from_n() -> None:
    """§17.31: wherever it is."""
    for letter, back in (("M", False), ("N", True)):
        after, _ = played(collect, strategic(letter, {"E1328": "tu-19"}))
        assert after.units["tu-19"].back == back
    assert after.face("tu-19").attack == 2


def test_5_71_the_united_states_join_on_the_turn_of_their_marker() -> None:
    """§5.71: on O, or where the marker has come; not before, and only once."""
    assert "US" not in played(us_joins, strategic("N"))[0].sides
    for letter, marker in (("O", "O"), ("M", "M"), ("M", "L")):
        after, _ = played(us_joins, strategic(letter, strategic_state={"us_entry": marker}))
        assert after.sides["US"] == ALLIED
        assert after.strategic_state.us_since == letter
        assert played(us_joins, after)[1] == []


def test_5_72_a_unit_of_plus_five_comes_on_m_after_entry_on_h() -> None:
    """§5.72: the example."""
    fives = {u for u, a in before_set_up().printed.arrivals.items() if a.after_entry == 5}
    assert fives
    for letter, come in (("L", False), ("M", True)):
        state = strategic(letter, strategic_state={"us_since": "H"}, sides={**before_set_up().sides, "US": ALLIED})
        after, _ = played(close, state)
        assert (fives <= {*after.boxes[AVAILABLE]}) == come
    neutral, _ = played(close, strategic("M"))
    assert not fives & {*neutral.boxes[AVAILABLE]}


# --- resource hexes ---------------------------------------------------------------------------------------------------


def test_5_16_on_the_fourth_strategic_turn_after_the_capture() -> None:
    """§5.16: a hex that is found held on F was taken before it, and gives from I on."""
    state = strategic("F", taken=frozenset({"W6310"}), strategic_state={"working": {}})
    after, _ = played(judge_resource_hexes, state)
    assert after.strategic_state.working == {"W6310": "I"}
    for letter, points in (("H", 0), ("I", 1), ("K", 1)):
        assert resource_points(replace(after, strategic_state=replace(after.strategic_state, turn=letter))) == points


@pytest.mark.parametrize(
    ("hex_", "turn", "last", "works"),
    [
        ("W6316", 2, "", "D"),
        ("W6312", 3, "A", "E"),
        ("W6312", 6, "B", "F"),
        ("E2623", 26, "J", "N"),
        ("E4129", 42, "Q", "U"),
        ("E4129", 44, "R", ""),
        ("E4129", 47, "S", ""),
    ],
)
def test_5_16_the_wait_is_that_of_the_markers(hex_: str, turn: int, last: str, works: str) -> None:
    """§5.16, §21.26, §21.46: the wait runs from the operational turn of the capture, and counts the strategic turns
    after it: with A gone by a hex works on E, as in the scenario of 1915; Ploesti, taken at the end of 1916, on N."""
    state = position({}, "second.attrition", turn=turn, strategic=last, taken=frozenset({hex_, *before_set_up().taken}))
    state = replace(
        state, strategic_state=replace(state.strategic_state, turn="", working={}), sides={**state.sides, "RO": ALLIED}
    )
    assert played(judge_resource_hexes, state)[0].strategic_state.working[hex_] == works


def test_5_16_kiev_is_worth_two() -> None:
    """§5.16: the others one each; in 1915 three hexes give from E on."""
    state = strategic("E")
    assert dict(state.strategic_state.working) == {"W6312": "E", "W5425": "E", "W6316": "E"}
    assert resource_points(state) == 3
    assert resource_points(replace(state, strategic_state=replace(state.strategic_state, working={"E4129": "D"}))) == 2
    held = strategic("E", taken=before_set_up().taken)
    after, _ = played(collect, held)
    assert after.points["GE"] == held.points["GE"] + held.printed.charts.income("GE", "E") + 3


def test_5_16_a_line_that_is_cut_or_a_hex_that_is_lost_begins_again() -> None:
    """§5.16: Allied units round Lens end its wait; held again, it waits as long again."""
    board = before_set_up().printed.board
    ring = [board.ids[i] for i in board.beside(board.index["W6312"])]
    units = [u for u, c in before_set_up().printed.counters.items() if c.nation == "BR" and c.is_division]
    cut = strategic("F", dict(zip(ring, units, strict=False)), strategic_state={"turn": ""})
    after, _ = played(judge_resource_hexes, cut)
    assert "W6312" not in after.strategic_state.working
    assert after.strategic_state.working["W5425"] == "E"
    again = replace(strategic("H"), strategic_state=replace(after.strategic_state, turn="H"))
    assert played(judge_resource_hexes, again)[0].strategic_state.working["W6312"] == "K"
    lost = strategic("F", taken=before_set_up().taken - {"W5425"})
    assert "W5425" not in played(judge_resource_hexes, lost)[0].strategic_state.working


def test_5_16_lines_are_judged_in_every_attrition_phase() -> None:
    """§5.16: also between strategic turns, when no marker is placed."""
    state = set_up()
    assert {*state.strategic_state.working} == {"W6312", "W5425", "W6316"}
    lost = replace(
        state,
        taken=state.taken - {"W6312"},
        strategic_state=replace(state.strategic_state, working=state.strategic_state.working),
    )
    after, facts = played(judge_resource_hexes, lost)
    assert {*after.strategic_state.working} == {"W5425", "W6316"}
    assert len(facts) == 1


ROMANIA_JOINS = {**before_set_up().sides, "RO": CENTRAL, "BU": CENTRAL}


def test_5_16_ploesti_gives_at_once_when_romania_joins_the_central_powers() -> None:
    """§5.16: on the first strategic turn after that; as any other where it is conquered."""
    state = position({}, "first.attrition", turn=23, strategic="I", sides=ROMANIA_JOINS, frozen=frozenset({"RO"}))
    assert played(judge_resource_hexes, state)[0].strategic_state.working["E2623"] == "J"
    conquered = strategic("J", sides={**ROMANIA_JOINS, "RO": ALLIED}, taken=frozenset({"E2623"}))
    assert played(judge_resource_hexes, conquered)[0].strategic_state.working["E2623"] == "M"


def test_5_16_ploesti_lost_and_retaken_waits_like_any_other() -> None:
    """§5.16: Russians take it from a Romania of the Central Powers; from the day on which it is theirs again it waits,
    even if nobody looks at its line in between."""
    state = position({"E2624": "ru-26"}, "second.movement", turn=27, strategic="K", sides=ROMANIA_JOINS)
    state = replace(state, strategic_state=replace(state.strategic_state, working={"E2623": "J"}))
    lost, _ = played(lambda play, _: play.enter(["E2623"], ALLIED), state)
    assert "E2623" not in lost.strategic_state.working
    won, _ = played(lambda play, _: play.enter(["E2623"], CENTRAL), lost)
    assert played(judge_resource_hexes, won)[0].strategic_state.working["E2623"] == "O"


# --- transfers --------------------------------------------------------------------------------------------------------


def test_5_17_one_point_a_phase_to_russia() -> None:
    """§5.17: a British or a French one; six together once Constantinople is Allied."""
    state = strategic("E", key="transfers", points={"BR": 5, "FR": 5})
    legal: Any = GAME.legal(state, ALLIED)
    (offer,) = (o for o in legal["offers"] if o["kind"] == "transfer")
    assert offer["slots"][0]["options"]["labels"] == {"BR": "British points", "FR": "French points"}
    asked = {"kind": "slot", "order": "transfer", "slot": "taker", "chosen": {"giver": "BR"}}
    answered: Any = GAME.consult(state, ALLIED, asked)
    assert answered["options"]["labels"] == {"RU": "to the Russian treasury"}
    after = told(state, ALLIED, "transfer", giver="BR", taker="RU", points=1)
    assert (after.points["BR"], after.points["RU"]) == (4, 1)
    assert points_left(after, "FR", "RU") == points_left(after, "BR", "RU") == 0
    assert refused(state, ALLIED, "transfer", giver="FR", taker="RU", points=2).code == "not-that-many"
    straits = strategic("E", key="transfers", points={"BR": 5, "FR": 5}, taken=frozenset({"E1328"}))
    after = told(straits, ALLIED, "transfer", giver="BR", taker="RU", points=4)
    assert points_left(after, "FR", "RU") == 2


def test_5_17_serbia_over_salonika() -> None:
    """§5.17: six French or six British, while a way through Greece and Serbia leads to the Serbian headquarters."""
    hq = next(u for u, c in before_set_up().printed.counters.items() if c.nation == "SE" and c.kind == "hq")
    fields = {"key": "transfers", "points": {"BR": 9, "FR": 9}, "landings": frozenset({"E1116"})}
    state = strategic("E", {"E2014": hq, "E1116": "fr-12"}, **fields)
    assert points_left(state, "FR", "SE") == points_left(state, "BR", "SE") == 6
    after = told(state, ALLIED, "transfer", giver="FR", taker="SE", points=2)
    assert (points_left(after, "FR", "SE"), points_left(after, "BR", "SE")) == (4, 0)
    assert points_left(strategic("E", {}, **fields), "FR", "SE") == 0
    assert points_left(strategic("E", {"E2014": hq, "E1116": "ge-3"}, **fields), "FR", "SE") == 0
    assert points_left(strategic("E", {"E2014": hq}, **{**fields, "landings": frozenset()}), "FR", "SE") == 0


def test_5_17_the_allies_are_asked_wherever_the_serbian_headquarters_lies() -> None:
    """§5.17, §7.25: it may be concealed, and a step that passed by itself would tell the other side where it is not."""
    fields = {
        "key": "transfers",
        "points": {"FR": 9},
        "landings": frozenset({"E1116"}),
        "strategic_state": {"called": ("FR",)},
    }
    fields["sides"] = {"FR": ALLIED, "SE": ALLIED, "GE": CENTRAL}
    near, far = (
        strategic("M", {"E2014": f"se-1don {hq}", "E1116": "fr-12"}, **fields) for hq in ("se-hq-se", "fr-hq-1")
    )
    assert GAME.view(near, CENTRAL) == GAME.view(far, CENTRAL)
    assert not [*ways(far, ALLIED)], "nobody can be helped"
    assert ALLIED in GAME.deciders(near)
    assert GAME.deciders(near) == GAME.deciders(far)
    assert (points_left(near, "FR", "SE"), points_left(far, "FR", "SE")) == (6, 0)


def test_5_17_six_german_points_in_all() -> None:
    """§5.17: to all friends together, over land from Berlin: none to Turkey while the Balkans lie between."""
    state = strategic("E", key="transfers", points={"GE": 9})
    assert points_left(state, "GE", "AH") == 6
    assert points_left(state, "GE", "TU") == 0
    assert refused(state, CENTRAL, "transfer", giver="GE", taker="TU", points=1).code == "not-offered"
    sides = {**before_set_up().sides, "BU": CENTRAL, "RO": CENTRAL}
    joined = strategic("E", key="transfers", points={"GE": 9}, sides=sides)
    after = told(joined, CENTRAL, "transfer", giver="GE", taker="AH", points=4)
    assert points_left(after, "GE", "TU") == points_left(after, "GE", "AH") == 2
    gone = replace(after, strategic_state=replace(after.strategic_state, collapsed=("AH",)))
    assert points_left(gone, "GE", "AH") == 0
    out = replace(after, strategic_state=replace(after.strategic_state, surrendered=("TU",)))
    assert (points_left(out, "GE", "TU"), points_left(out, "GE", "AH")) == (0, 2)


# --- emergency replacements -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "points"), [((2, 3), 5), ((6, 6), 7)])
def test_5_18_emergency_replacements(dice: tuple[int, int], points: int) -> None:
    """§5.18: two dice, seven at most; once a phase; a point up for the French, one down for the Germans."""
    state = strategic("E", key="transfers", points={"FR": 1, "GE": 1})
    for side, nation, victory in ((ALLIED, "FR", 1), (CENTRAL, "GE", -1)):
        after, facts = told_with(state, side, "emergency", Dice(dice))
        assert after.points[nation] == 1 + points
        assert after.strategic_state.emergencies == victory
        assert after.draws == state.draws + 2
        assert [f.kind for f in facts] == ["emergency", "emergency-points"]
        assert refused(after, side, "emergency").code in ("called-before", "not-your-turn")


def test_5_18_not_after_the_mutiny_and_not_before_1915() -> None:
    """§5.18: France before the French Mutiny, Germany from 1915 to 1917: D to O."""
    rich = {"FR": 3, "BR": 3, "GE": 3}
    mutiny = holding(strategic("M", key="transfers", points=rich), "french-mutiny")
    assert refused(mutiny, ALLIED, "emergency").code == "after-mutiny"
    for letter, answer in (("C", "not-these-years"), ("P", "not-these-years")):
        assert refused(strategic(letter, key="transfers", points=rich), CENTRAL, "emergency").code == answer
    for letter in ("D", "O"):
        assert (
            told(strategic(letter, key="transfers", points=rich), CENTRAL, "emergency", Dice([1, 1])).points["GE"] == 5
        )


def test_16_11_a_collapsed_nation_gets_no_points_and_no_headquarters() -> None:
    """§16.11, §5.12, §5.18: neither from the chart nor from the Reinforcement Box, and it calls nobody up."""
    start = before_set_up()
    hq = next(
        u for u, a in start.printed.arrivals.items()
        if start.counter(u).kind == "hq" and start.counter(u).nation in ("FR", "GE", "AH", "RU") and a.turn in "EFGHIJK"
        and a.turn
    )  # fmt: skip
    nation, letter = start.counter(hq).nation, start.printed.arrivals[hq].turn
    state = strategic(letter)
    fallen = replace(state, strategic_state=replace(state.strategic_state, collapsed=(nation,)))
    assert hq in units_due(state)
    assert hq not in units_due(fallen)
    assert nation in income(state)
    assert nation not in income(fallen)
    france = replace(state, strategic_state=replace(state.strategic_state, collapsed=("FR",)))
    assert why_none(state, ALLIED) is None
    refusal = why_none(france, ALLIED)
    assert refusal is not None
    assert refusal.code == "no-nation"


def test_5_12_chits_of_a_scenario_alone() -> None:
    """§5.12, §6.36: the Turkish surrender lies in the pool of 1918, and comes on O in no other game."""
    for scenario, comes in (("1918", True), ("1917", False)):
        after, _ = played(collect, replace(strategic("O"), scenario=scenario))
        assert ("turkish-surrender" in after.chits["allied.pool"]) == comes


def test_5_16_no_line_starts_at_a_depot_that_is_lost() -> None:
    """§5.16: with Berlin and the Ruhr in Allied hands no hex gives anything, though nobody stands in its way."""
    lost = frozenset({*before_set_up().places.depots})
    state = strategic("F", taken=before_set_up().taken | lost)
    assert before_set_up().strategic_state.working
    assert not played(judge_resource_hexes, state)[0].strategic_state.working


def test_5_17_what_the_serbs_get_is_not_taken_off_what_russia_gets() -> None:
    """§5.17: each line of the rule by itself: a French point to Russia leaves six for Serbia, and the other way round
    the six for Russia are whole."""
    fields = {"key": "transfers", "points": {"BR": 9, "FR": 9}, "landings": frozenset({"E1116"})}
    state = strategic("E", {"E2014": "se-hq-se", "E1116": "fr-12"}, **fields, taken=frozenset({"E1328"}))
    russia = told(state, ALLIED, "transfer", giver="FR", taker="RU", points=2)
    assert (points_left(russia, "FR", "SE"), points_left(russia, "FR", "RU")) == (6, 4)
    serbia = told(state, ALLIED, "transfer", giver="FR", taker="SE", points=2)
    assert (points_left(serbia, "FR", "SE"), points_left(serbia, "FR", "RU")) == (4, 6)


def test_5_17_the_way_to_the_serbs_leads_through_greece_and_serbia_alone() -> None:
    """§5.17: a headquarters that has fallen back into Albania gets nothing, nor one behind a hex of the enemy's."""
    fields = {"key": "transfers", "points": {"FR": 9}, "landings": frozenset({"E1116"})}
    board = before_set_up().printed.board
    assert board.country[board.index["E1709"]] == "AL"
    assert points_left(strategic("E", {"E1709": "se-hq-se", "E1116": "fr-12"}, **fields), "FR", "SE") == 0
    ring = board.names(board.lines[board.index["E2014"]])
    germans = [u for u, c in before_set_up().printed.counters.items() if c.nation == "GE" and c.is_division]
    shut = {"E2014": "se-hq-se", "E1116": "fr-12", **dict(zip(ring, germans, strict=False))}
    assert points_left(strategic("E", shut, **fields), "FR", "SE") == 0


def test_5_17_nothing_for_an_enemy_and_nothing_from_a_berlin_that_is_lost() -> None:
    """§5.17: Romania may be anyone's friend; the line begins at Berlin."""
    for side, points in ((ALLIED, 0), (CENTRAL, 6)):
        sides = {**before_set_up().sides, "RO": side, "BU": CENTRAL}
        assert points_left(strategic("E", key="transfers", points={"GE": 9}, sides=sides), "GE", "RO") == points
    lost = before_set_up().taken | {before_set_up().places.berlin}
    assert points_left(strategic("E", key="transfers", points={"GE": 9}, taken=lost), "GE", "AH") == 0


def test_5_17_what_opens_the_straits() -> None:
    """§5.17, §5.63: Constantinople in Allied hands, or a Turkey that has surrendered; a Turkey at war shuts them."""
    fields: Any = {"key": "transfers", "points": {"FR": 9}}
    assert points_left(strategic("E", **fields), "FR", "RU") == 1
    assert points_left(strategic("E", strategic_state={"surrendered": ("TU",)}, **fields), "FR", "RU") == 6
    hesitant = PreWarState(wanted=True, revealed=True, played=(HESITANT_TURKEY,))
    assert points_left(strategic("E", pre_war=hesitant, **fields), "FR", "RU") == 1
    sides = {nation: side for nation, side in before_set_up().sides.items() if nation != "TU"}
    assert points_left(strategic("E", pre_war=hesitant, sides=sides, **fields), "FR", "RU") == 6
