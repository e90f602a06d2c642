"""Chapter 10: who attacks, odds, shifts, modifiers, losses, advance, second attacks; with 14.4 and 15.5."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.great_war.combat.battle import ways_back
from rules.great_war.combat.declaring import why_not_attack, why_not_attackable, why_not_fight
from rules.great_war.combat.headquarters import no_support, supporters
from rules.great_war.combat.odds import attack_of, defence_of, odds_of, odds_of_attack, seen_drms, shifts_of
from rules.great_war.facts.combat import CombatResolved, StepLost, SupportGiven
from rules.great_war.game import GAME
from rules.great_war.movement.marker import in_range, may_attack_again, places_for_marker
from rules.great_war.play import Play, name_of
from rules.great_war.position.control import controller
from rules.great_war.position.fog_of_war import is_visible
from rules.great_war.position.state import AVAILABLE, DEAD, BattleFrame, UnitState
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import COUNTER_SUPPORT, FIRST_MOVEMENT, SUPPORT
from rules.great_war.shown.narrate import narrate
from rules.great_war.supply.tracing import FORTRESS, IN, PLAIN, UNSUPPLIED, supply_of
from rules.great_war.units.cooperation import cooperate
from rules.great_war.works.trenches import cavalry_digs, drm_against, group_drm, trench_drm, trenches_now
from rules.kernel.messages import Refusal
from tests.games.great_war.field import (
    AROUND,
    EAST,
    TARGET,
    WEST,
    Once,
    die_for,
    drms,
    field,
    fight,
    resolved,
    shifts,
)
from tests.games.great_war.kit import FAIR, at, position, refused, told, told_with
from tests.games.great_war.strategic.test_fortresses import VERDUN, siege

E_, NE, NW, W_, SW, SE = AROUND
SNOW, WET = {"west": "snow", "east": "snow"}, {"west": "wet", "east": "wet"}


# --- who attacks (10.1, 10.2) -----------------------------------------------------------------------------------------


def test_10_11_only_the_side_that_has_moved_there_attacks() -> None:
    """§10.11, §4.2: first the west with one attacker, then the east with the other."""
    state = field({W_: "ge-3", TARGET: "ru-26", "W5117": "fr-12", "W5217": "ge-4"}, WEST)
    assert GAME.deciders(state) == (ALLIED,)
    assert refused(state, ALLIED, "attack", units=["ru-26"], target=W_).code == "nobody"
    state = told(state, ALLIED, "end_phase")
    assert GAME.deciders(state) == (CENTRAL,)


def test_10_11_only_units_beside_the_hex_attack_it() -> None:
    """§10.11, §15.63: others do not, nor do headquarters, nor is an empty hex attacked."""
    state = field({W_: "ge-3 ge-hq-1", "E4920": "ge-4", TARGET: "ru-26"})
    assert refused(state, CENTRAL, "attack", units=["ge-4"], target=TARGET).code == "not-adjacent"
    assert refused(state, CENTRAL, "attack", units=["ge-hq-1"], target=TARGET).code == "no-combat-unit"
    assert refused(state, CENTRAL, "attack", units=["ge-3"], target=NW).code == "no-enemy"


def test_10_0_the_question_says_whether_there_is_anything_to_attack() -> None:
    """§10.12: a side without an enemy beside it has only to end its attacks."""
    found = [GAME.legal(field(stacks), CENTRAL) for stacks in ({W_: "ge-3", TARGET: "ru-26"}, {W_: "ge-3"})]
    assert [(question["prompt"], question["detail"]) for question in found] == [
        ("Attack, or end your combat phase", "Each unit attacks once, and each hex is attacked once."),
        ("Nothing to attack", "End your combat phase."),
    ]


def test_10_14_each_attacks_once_and_is_attacked_once() -> None:
    """§10.14, §10.22: another unit of the same hex may attack elsewhere."""
    state = field({W_: "ge-3 ge-4 ge-5", TARGET: "ru-26", SW: "ru-30"})
    state, _ = fight(state, "ge-3 ge-4", target=TARGET)
    state = told(state, CENTRAL, "lose", unit="ge-3")
    assert (at(state, "ge-4"), at(state, "ru-26")) == (W_, TARGET)
    assert refused(state, CENTRAL, "attack", units=["ge-5"], target=TARGET).code == "attacked"
    assert refused(state, CENTRAL, "attack", units=["ge-4", "ge-5"], target=SW).code == "has-fought"
    assert resolved(fight(state, "ge-5", target=SW)[1])


def test_10_15_no_unit_attacks_alpine_hexes_in_snow() -> None:
    """§10.15, §15.71: in fair weather only mountain units do."""
    board = field({}).printed.board
    a, b = next(
        (board.ids[a], board.ids[b]) for b in sorted(board.alpine) for a in board.beside(b)
        if board.front[b] == "italy" and a not in board.alpine and board.country[a] == "IT" and board.country[b] == "AH"
    )  # fmt: skip
    stacks = {b: "ah-59"}
    unit = next(c.id for c in field({}).printed.counters.values() if c.nation == "IT" and c.kind == "mountain")
    stacks[a] = f"it-1 {unit}"
    fair = field(stacks, WEST)
    assert refused(fair, ALLIED, "attack", units=["it-1"], target=b).code == "alpine"
    fight(fair, unit, 3, target=b, seat=ALLIED)
    snow = field(stacks, WEST, weather=SNOW)
    assert refused(snow, ALLIED, "attack", units=[unit], target=b).code == "nobody"


@pytest.mark.parametrize(("start", "target"), [("W2517", "W2518"), ("W2518", "W2517")])
def test_10_15_in_snow_no_unit_attacks_out_of_alpine_hexes_either(start: str, target: str) -> None:
    """§10.15: mountain units that stand in one stay there; in wet weather they come down, or go up."""
    stacks = {start: "it-1alp", target: "ah-59"}
    assert told(field(stacks, WEST, weather=WET), ALLIED, "attack", Once(3), units=["it-1alp"], target=target)
    refusal = why_not_attack(field(stacks, WEST, weather=SNOW), "it-1alp", target)
    assert refusal is not None
    assert (refusal.code, refusal.section) == ("snow", "10.15")


def test_17_11_a_new_belligerent_is_not_attacked_and_does_not_attack() -> None:
    """§17.11: in May 1915 the Italian border is quiet."""
    board = field({}).printed.board
    a, b = next(
        (board.ids[a], board.ids[b]) for a in sorted(board.by_country["AH"]) for b in board.beside(a)
        if board.country[b] == "IT" and not {a, b} & board.alpine and a in board.by_front["italy"]
    )  # fmt: skip
    state = field({a: "ah-8", b: "it-1"}, "second.west.attacks", frozen=frozenset({"IT"}))
    assert refused(state, CENTRAL, "attack", units=["ah-8"], target=b).code == "nobody"
    other = field({a: "ah-8", b: "it-1"}, WEST, frozen=frozenset({"IT"}))
    assert refused(other, ALLIED, "attack", units=["it-1"], target=a).code == "nobody"


def test_7_25_an_attack_shows_the_stack_and_cannot_be_called_off() -> None:
    """§7.25: from the declaration on both sides see who fights; nothing takes it back."""
    state = field({W_: "ge-3 ge-4", NW: "ge-hq-1", TARGET: "ru-26 ru-27"})
    assert not is_visible(state, "ru-27", CENTRAL)
    assert not is_visible(state, "ge-4", ALLIED)
    state, events = told_with(state, CENTRAL, "attack", units=["ge-4"], target=TARGET)
    assert is_visible(state, "ru-27", CENTRAL)
    assert is_visible(state, "ge-4", ALLIED)
    assert is_visible(state, "ge-3", ALLIED), "the top of its stack, as before"
    assert any(GAME.bars_undo(event) for event in events)
    assert refused(state, CENTRAL, "end_phase").code == "wrong-step"


# --- odds (10.3, 11.12) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "defence", "odds"), [(21, 6, "3:1"), (4, 5, "1:2"), (7, 7, "1:1"), (9, 5, "1:1")])
def test_10_31_odds_are_rounded_for_the_defender(attack: int, defence: int, odds: str) -> None:
    """§10.31: the rulebook's own examples, and two more."""
    table = odds_of(field({}))
    assert table.ratio(table.column_of(attack, defence)) == odds


def test_10_31_all_factors_are_added() -> None:
    """§10.21, §10.31: those of the attackers chosen, against all in the hex."""
    _, events = fight(field({W_: "ge-3 ge-4", NW: "ge-5", TARGET: "ru-26 ru-27"}), "ge-3 ge-5", 3)
    assert (resolved(events).attack, resolved(events).defence) == (8, 6)


@pytest.mark.parametrize(("units", "table"), [("ru-26 ru-27 ru-28", "a"), ("ru-26 ru-27 ru-28 ru-29", "b")])
def test_10_33_three_defenders_or_more(units: str, table: str) -> None:
    """§10.33: up to three units table A, from four on table B; headquarters do not count."""
    six = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-8"
    state = field({W_: six, TARGET: f"{units} ru-hq-1*"})
    _, events = fight(state, six, 4)
    found = resolved(events)
    result = getattr(state.printed.charts.combat, table).rows[4][found.column]
    assert (found.attacker, found.defender) == (result.attacker, result.defender)


def test_10_33_a_fort_counts_as_a_unit() -> None:
    """§10.33, §14.11: a fort is the fourth; it has a factor of one and is stormed alone as well."""
    six = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-8"
    held = {"E5519": six, "E5620": "ru-26 ru-27 ru-28"}
    state = field(held)
    _, events = fight(state, six, target="E5620")
    found = resolved(events)
    assert found.defence == 10
    assert found.column < 0
    assert found.attacker == state.printed.charts.combat.b.below.attacker
    alone = field({"E5519": six})
    after, events = fight(alone, six, 6, target="E5620")
    assert resolved(events).defence == 1
    assert "E5620" in after.destroyed


def test_15_22_tanks_by_themselves_attack_nobody() -> None:
    """§15.22: though there is nothing but cavalry in the hex; with infantry of their nation beside them they may."""
    for defender in ("ge-3", "ge-cav-1"):
        alone = field({"W5117": "br-rtc", "W5217": defender}, WEST)
        assert why_not_attackable(alone, ALLIED, "west")["W5217"].code == "tanks-alone"
        assert refused(alone, ALLIED, "attack", units=["br-rtc"], target="W5217").section in ("10.11", "15.22")
    both = field({"W5117": "br-rtc br-8", "W5217": "ge-3"}, WEST)
    assert not why_not_attackable(both, ALLIED, "west")


def test_10_34_the_die_is_told_and_the_next_one_is_another() -> None:
    """§10.34: what was rolled is kept with the attack, and it is the next die of the match that is rolled next."""
    state = field({W_: "ge-3", TARGET: "ru-26"})
    after, events = fight(state, "ge-3", 4)
    assert (resolved(events).die, resolved(events).draw) == (4, state.draws)
    assert after.draws == state.draws + 1


def test_10_48_below_the_table_nobody_rolls() -> None:
    """§10.48: worse than 1:2 costs two steps against three units or less, four against more."""
    _, events = fight(field({W_: "ge-3", TARGET: "ru-26 ru-27 ru-28"}), "ge-3")
    assert (resolved(events).die, resolved(events).attacker, resolved(events).defender) == (None, 2, 0)
    _, events = fight(field({W_: "ge-3", TARGET: "ru-26 ru-27 ru-28 ru-29"}), "ge-3")
    assert (resolved(events).die, resolved(events).attacker, resolved(events).defender) == (None, 4, 0)


def test_11_12_factors_out_of_supply_are_halved_together() -> None:
    """§11.12, §11.83: half of the sum of those without supply, rounded up."""
    stacks = {W_: "ge-3 ge-4 ge-cav-1*", TARGET: "ru-26"}
    units = "ge-3 ge-4 ge-cav-1"
    starved = position(stacks, EAST, taken=frozenset())
    assert [resolved(fight(state, units, 3)[1]).attack for state in (field(stacks), starved)] == [9, 5]


def test_11_12_no_factor_is_halved_to_less_than_one() -> None:
    """§11.12: three cavalry divisions of one count as three without supply, however they are added up."""
    riders = ("ge-cav-1", "ge-cav-2", "ge-cav-3")
    starved = position({W_: " ".join(riders), TARGET: "ru-26"}, EAST, taken=frozenset())
    assert [starved.face(u).attack for u in riders] == [1, 1, 1]
    assert {supply_of(starved, u) for u in riders} == {UNSUPPLIED}
    assert attack_of(starved, riders) == 3
    assert attack_of(starved, riders[:1]) == 1
    threes = ("ge-5r", "ge-6r")
    infantry = position({W_: " ".join(threes), TARGET: "ru-26"}, EAST, taken=frozenset())
    assert [infantry.face(u).attack for u in threes] == [3, 3]
    assert attack_of(infantry, threes) == 3, "one each is the least, not what they keep besides"


def test_11_12_11_51_what_its_fort_feeds_defends_whole_and_attacks_by_half() -> None:
    """§11.12, §11.51: two divisions in besieged Verdun; and those that nothing feeds defend by half as well."""
    units, state = ["fr-12", "fr-13"], siege(within="fr-12 fr-13")
    assert {supply_of(state, u) for u in units} == {FORTRESS}
    attack, defence = (sum(getattr(state.face(u), what) for u in units) for what in ("attack", "defence"))
    assert attack_of(state, units) == -(-attack // 2) < attack
    assert defence_of(state, units, fort=False) == defence
    starved = position({W_: "ge-3 ge-4", TARGET: "ru-26"}, EAST, taken=frozenset())
    whole = sum(starved.face(u).defence for u in ("ge-3", "ge-4"))
    assert defence_of(starved, ["ge-3", "ge-4"], fort=False) == -(-whole // 2) < whole


def test_14_12_a_fort_by_itself_has_the_trenches_of_its_country() -> None:
    """§14.12, §14.11: the unit of its own defends in the hex as any other does."""
    six = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-8"
    state = field({"E5519": six})
    _, events = fight(state, six, 6, target="E5620")
    assert "14.42" not in drms(events)
    later = field({"E5519": six}, strategic="F")
    _, events = fight(later, six, 6, target="E5620")
    assert drms(events)["14.42"] == group_drm(later, "allied") == -1
    line = field({}, WEST, hindenburg=frozenset({"W5217"}), strategic="L")
    assert drm_against(line, (), "W5217") == -2


def test_17_31_four_austrians_attack_in_the_north_when_kiev_or_odessa_is_lost_again() -> None:
    """§17.31: of those who stand there; Germans beside them and Austrians further south are free."""
    five = ["ah-3", "ah-8", "ah-1", "ah-4", "ah-10"]
    other = "E4822"
    state = field({W_: " ".join([*five, "ge-3"]), TARGET: "ru-26", SW: "ah-18", other: "ru-27"})
    assert refused(state, CENTRAL, "attack", units=five, target=TARGET).section == "17.31"
    fought = {u: state.units[u]._replace(fought=True) for u in five[:4]}
    after = replace(state, units={**state.units, **fought})
    assert refused(after, CENTRAL, "attack", units=["ah-10"], target=other).section == "17.31"
    for free in ("ge-3", "ah-18"):
        assert told_with(after, CENTRAL, "attack", Once(1), units=[free], target=other)[1]
    both = replace(state, taken=state.taken | {"E4129", "E3031"})
    assert told_with(both, CENTRAL, "attack", Once(1), units=five, target=TARGET)[1]
    gone_red = replace(state, strategic_state=replace(state.strategic_state, bolsheviks="N"))
    assert told_with(gone_red, CENTRAL, "attack", Once(1), units=five, target=TARGET)[1]


# --- shifts (10.4) ----------------------------------------------------------------------------------------------------


def test_10_41_terrain_and_headquarters_add_up() -> None:
    """§10.41: 4:1 into rough ground with a headquarters of two columns is 5:1."""
    state = field({"E4212": "ge-3 ge-4 ge-5 ge-6", "E4112": "ge-hq-11", "E4213": "ru-3gd"})
    assert state.face("ru-3gd").defence == 4
    _, events = fight(state, "ge-3 ge-4 ge-5 ge-6", 3, target="E4213", support={CENTRAL: "ge-hq-11"})
    assert shifts(events) == {"10.42": -1, "10.46": 2}
    table = odds_of(state)
    assert (table.ratio(table.column_of(16, 4)), table.ratio(resolved(events).column)) == ("4:1", "5:1")


def test_10_43_weather_makes_ground_stronger() -> None:
    """§10.42, §10.43, §12.2: a mountain is one column in fair weather, two in snow."""
    board = field({}).printed.board
    b = next(i for i in sorted(board.by_country["AH"]) if board.terrain[i] == "mountain" and board.front[i] == "east"
             and i not in board.towns and any(board.country[a] == "AH" for a in board.beside(i)))  # fmt: skip
    a = next(a for a in board.beside(b) if board.country[a] == "AH")
    stacks = {board.ids[a]: "ge-3 ge-4", board.ids[b]: "ru-26"}
    found = []
    for weather in (FAIR, SNOW):
        _, events = fight(field(stacks, weather=weather), "ge-3 ge-4", target=board.ids[b])
        found.append(shifts(events)["10.42"])
    assert found == [-1, -2]


def test_10_44_across_a_river_alone() -> None:
    """§10.44: a column if all attack across rivers, none as soon as any does not."""
    stacks = {"W5216": "fr-12 fr-13", "W5117": "fr-14", "W5217": "ge-1bvr"}
    _, events = fight(field(stacks, WEST), "fr-12 fr-13", target="W5217", seat=ALLIED)
    assert shifts(events) == {"10.44": -1}
    _, events = fight(field(stacks, WEST), "fr-12 fr-14", 3, target="W5217", seat=ALLIED)
    assert shifts(events) == {}


def test_10_45_nations_that_do_not_cooperate() -> None:
    """§10.45, §7.24: a column against them; none for Germans and Austrians near the army of the south."""
    stacks = {W_: "ge-3", NW: "ah-8", TARGET: "ru-26"}
    _, events = fight(field(stacks), "ge-3 ah-8", 3)
    assert shifts(events) == {"10.45": -1}
    _, events = fight(field({**stacks, "E4921": "ge-hq-sud*"}), "ge-3 ah-8", 3)
    assert shifts(events) == {}
    mixed = {"W5117": "fr-12 fr-13 fr-14", "W5217": "ge-1bvr ah-8"}
    _, events = fight(field(mixed, WEST), "fr-12 fr-13 fr-14", 3, target="W5217", seat=ALLIED)
    assert shifts(events) == {"10.45": 1}


def test_10_46_a_headquarters_a_side() -> None:
    """§10.46: attacker first, then defender; both are depleted by it and support nobody before the strategic turn."""
    stacks = {W_: "ge-3 ge-4 ge-hq-1", NW: "ge-5 ge-hq-2", TARGET: "ru-26 ru-hq-1", E_: "ru-27", "E4926": "ru-hq-2"}
    state = field(stacks)
    state = told(state, CENTRAL, "attack", units=["ge-3", "ge-4"], target=TARGET)
    assert GAME.deciders(state) == (CENTRAL,)
    offered = GAME.legal(state, CENTRAL)["offers"][0]["slots"][0]["options"]["of"]  # type: ignore[index, call-overload]
    assert offered == ["ge-hq-1", "ge-hq-2", "none"]
    state = told(state, CENTRAL, "support", hq="ge-hq-2")
    assert GAME.deciders(state) == (ALLIED,)
    assert refused(state, ALLIED, "support", hq="ru-hq-2").code == "not-offered"
    before = field(stacks)
    _, events = fight(before, "ge-3 ge-4", 3, support={CENTRAL: "ge-hq-2", ALLIED: "ru-hq-1"})
    assert shifts(events) == {"10.46": 0}
    after, _ = fight(before, "ge-3 ge-4", 3, support={CENTRAL: "ge-hq-2", ALLIED: "ru-hq-1"})
    assert after.units["ge-hq-2"].back
    assert after.units["ru-hq-1"].back


def test_10_46_7_25_nobody_is_asked_where_all_can_work_out_that_there_is_no_headquarters() -> None:
    """§7.25: someone is concealed near, but no headquarters of the nation is concealed on the map. Where one does,
    however far away, the question must be asked: passing over it would tell that it is not here."""
    near, far = {W_: "ge-3 ge-4 ge-5", TARGET: "ru-26"}, "E4508"
    for elsewhere in ({}, {far: "ge-hq-2"}, {far: "ah-8 ah-hq-1"}):
        state = field({**near, **elsewhere})
        _, events = told_with(state, CENTRAL, "attack", Once(3), units=["ge-3"], target=TARGET)
        assert resolved(events), elsewhere
    state = field({**near, far: "ge-6 ge-hq-2"})
    state = told(state, CENTRAL, "attack", units=["ge-3"], target=TARGET)
    assert GAME.deciders(state) == (CENTRAL,)
    question = GAME.legal(state, CENTRAL)
    assert question["prompt"] == "None of your headquarters can support the attack"
    assert "the other side learns nothing" in str(question["detail"])


def test_10_46_the_question_says_which_way_a_headquarters_moves_the_odds() -> None:
    """§10.46: to the right for the attacker, to the left for the defender; a side without any must answer as well."""
    stacks = {W_: "ge-3 ge-4", NW: "ge-5 ge-hq-2", TARGET: "ru-26 ru-hq-1", E_: "ru-27", "E4926": "ru-hq-2"}
    asked = []
    for gone in (
        {},
        {NW: "ge-5", "E4508": "ge-6 ge-hq-2", TARGET: "ru-26", "E4926": "ru-28 ru-hq-2", E_: "ru-27 ru-29"},
    ):
        state = told(field({**stacks, **gone}), CENTRAL, "attack", units=["ge-3"], target=TARGET)
        for seat in (CENTRAL, ALLIED):
            if GAME.deciders(state) == (seat,):
                question = GAME.legal(state, seat)
                asked.append((question["prompt"], str(question["detail"])))
                state = told(state, seat, "support", Once(3), hq="none")
    worn = "The headquarters is depleted afterwards."
    still = "You still confirm this, so the other side learns nothing. A standing order can answer for you."
    assert asked == [
        ("Support the attack?", f"Each column of support moves the odds to the right. {worn}"),
        ("Support the defence?", f"Each column of support moves the odds to the left. {worn}"),
        ("None of your headquarters can support the attack", still),
        ("None of your headquarters can support the defence", still),
    ]


def test_7_25_a_stack_is_searched_for_headquarters_where_these_could_support_from() -> None:
    """§10.46, §7.25: round the hexes that attack, for the attacker, and round the target, for the defender. Someone
    concealed elsewhere raises no question, though a headquarters is concealed on the map."""
    behind, far = "E4921", "E4508"
    assert behind in field({}).printed.board.lattice.around(W_)
    assert behind not in AROUND
    germans = {W_: "ge-3", TARGET: "ru-26", far: "ge-6 ge-hq-2"}
    for hidden, asked in (({behind: "ge-4 ge-5"}, True), ({E_: "ge-4 ge-5"}, False)):
        state = field({**germans, **hidden})
        after, _ = told_with(state, CENTRAL, "attack", Once(3), units=["ge-3"], target=TARGET)
        assert (GAME.deciders(after) == (CENTRAL,) and after.battle is not None) == asked, hidden
    russians = {W_: "ge-3", TARGET: "ru-26", "E5029": "ru-30 ru-hq-1"}
    for hidden, asked in (({behind: "ru-27 ru-28"}, False), ({E_: "ru-27 ru-28"}, True)):
        state = field({**russians, **hidden})
        after, _ = told_with(state, CENTRAL, "attack", Once(3), units=["ge-3"], target=TARGET)
        assert (GAME.deciders(after) == (ALLIED,)) == asked, hidden


def test_10_46_7_25_the_eleventh_army_concealed_somewhere_may_be_near_in_the_east_alone() -> None:
    """§10.46: it supports nobody in the west, so there all can work out that the Germans have no headquarters near."""
    hidden = {"E4508": "ge-6 ge-hq-11"}
    east = field({W_: "ge-3 ge-4 ge-5", TARGET: "ru-26", **hidden})
    west = field({"W5217": "ge-3 ge-4 ge-5", "W5117": "fr-12", **hidden}, "second.west.attacks")
    for state, target, asked in ((east, TARGET, True), (west, "W5117", False)):
        after, events = told_with(state, CENTRAL, "attack", Once(3), units=["ge-3"], target=target)
        assert (after.battle is not None and after.battle.stage == SUPPORT) == asked
        assert any(isinstance(event, CombatResolved) for event in events) != asked


def test_10_46_headquarters_are_offered_by_name_with_their_columns() -> None:
    """§10.46: and none, which is a choice as well."""
    state = field({W_: "ge-3 ge-4 ge-hq-1", TARGET: "ru-26"})
    state = told(state, CENTRAL, "attack", units=["ge-3"], target=TARGET)
    options = GAME.legal(state, CENTRAL)["offers"][0]["slots"][0]["options"]  # type: ignore[index, call-overload]
    assert options["labels"] == {"ge-hq-1": name_of(state, "ge-hq-1"), "none": "No support"}  # type: ignore[index, call-overload]
    assert options["notes"] == {"ge-hq-1": "1 column; depleted afterwards"}  # type: ignore[index, call-overload]


def test_10_46_a_headquarters_that_its_fort_alone_feeds_helps_in_defence_only() -> None:
    """§10.46, §11.51: in besieged Verdun it supports who is attacked there, and no attack out of it."""
    state = siege(within="fr-12 fr-hq-1")
    ring = sorted(h for h in state.stacks if h != VERDUN)
    besieger = state.stacks[ring[0]][0]
    assert supply_of(state, "fr-hq-1") == FORTRESS
    defends = BattleFrame(CENTRAL, (besieger,), (ring[0],), VERDUN, ("fr-12",), COUNTER_SUPPORT)
    sallies = BattleFrame(ALLIED, ("fr-12",), (VERDUN,), ring[0], (besieger,), SUPPORT)
    assert [supporters(state, frame, ALLIED) for frame in (defends, sallies)] == [("fr-hq-1",), ()]


@pytest.mark.parametrize(("stage", "side"), [(SUPPORT, CENTRAL), (COUNTER_SUPPORT, ALLIED)])
def test_10_46_a_stage_that_asks_nobody_is_skipped_without_a_headquarters(stage: str, side: str) -> None:
    """§10.46: that of the attacker, and that of the defender."""
    state = field({W_: "ge-3", TARGET: "ru-26"})
    frame = BattleFrame(CENTRAL, ("ge-3",), (W_,), TARGET, ("ru-26",), stage)
    play = Play(replace(state, cursor=(*state.cursor, frame)), Once(3))
    no_support(play, frame)
    assert play.events == [SupportGiven(side, "")]
    assert play.state.battle is not None
    assert play.state.battle.support == {side: ""}


def test_10_46_who_cannot_support() -> None:
    """§10.46: the depleted, those of a nation that does not fight here, and in the west the German 11th Army."""
    hidden = {"E4508": "ge-6 ge-hq-2"}
    state = field({W_: "ge-3 ge-4", NW: "ge-hq-1*", SW: "ah-hq-1", TARGET: "ru-26", **hidden})
    state = told(state, CENTRAL, "attack", units=["ge-3"], target=TARGET)
    for hq in ("ge-hq-1", "ah-hq-1"):
        assert refused(state, CENTRAL, "support", hq=hq).code == "not-offered"
    stacks = {"W5217": "ge-3 ge-hq-11", "W5117": "fr-12", "W5116": "fr-13 fr-14", **hidden}
    west = field(stacks, "second.west.attacks")
    west = told(west, CENTRAL, "attack", units=["ge-3"], target="W5117")
    assert refused(west, CENTRAL, "support", hq="ge-hq-11").code == "not-offered"


@pytest.mark.parametrize(
    ("stacks", "fields", "target", "named"),
    [
        ({W_: "ge-3", NW: "ah-8", TARGET: "ru-26"}, {}, TARGET, [("Attackers of several nations", "10.45", -1)]),
        ({W_: "ge-3", TARGET: "ru-26 ro-1"}, {}, TARGET, [("Defenders of several nations", "10.45", 1)]),
        ({"E5519": "ge-3", "E5620": "ru-26"}, {}, "E5620",
         [("City", "10.42", -1), ("Heavy fortification", "10.43", -2), ("All across rivers", "10.44", -1)]),
        ({W_: "ge-3", TARGET: "ru-26"}, {"devastated": frozenset({W_})}, TARGET,
         [("Out of devastated ground", "14.63", -1)]),
        ({"W5117": "fr-12", "W5217": "ge-3"}, {"hindenburg": frozenset({"W5217"})}, "W5217",
         [("Hindenburg Line", "10.43", -2)]),
        ({"W5216": "fr-12", "W5217": "ge-3"}, {}, "W5217", [("All across rivers", "10.44", -1)]),
    ],
)  # fmt: skip
def test_10_41_every_shift_is_told_by_name_and_section(
    stacks: dict[str, str], fields: dict[str, object], target: str, named: list[tuple[str, str, int]]
) -> None:
    """§10.41: players read what moved the odds, and why."""
    state = field(stacks, **fields)
    attackers = [u for hex_, units in stacks.items() if hex_ != target for u in units.split()]
    side = state.side(attackers[0])
    assert shifts_of(state, side, attackers, target, stacks[target].split(), {}) == (*named,)


def test_10_46_the_shifts_of_headquarters_name_the_side_that_they_help() -> None:
    """§10.46: the attacker's to the right, the defender's to the left."""
    state = field({W_: "ge-3 ge-hq-1", TARGET: "ru-26 ru-hq-1"})
    support = {CENTRAL: "ge-hq-1", ALLIED: "ru-hq-1"}
    columns = {side: state.counter(hq).front.support for side, hq in support.items()}
    assert shifts_of(state, CENTRAL, ["ge-3"], TARGET, ["ru-26"], support) == (
        ("Headquarters of the attacker", "10.46", columns[CENTRAL]),
        ("Headquarters of the defender", "10.46", -columns[ALLIED]),
    )


# --- modifiers (10.5, 14.4, 15) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "concentric"),
    [((W_,), False), ((W_, NW), False), ((W_, NW, SW), False), ((W_, E_), True), ((W_, NE, SE), True),
     ((W_, NW, NE, SW), True), ((NW, NE, SE), True)],
)  # fmt: skip
def test_10_53_concentric_attacks(hexes: tuple[str, ...], concentric: bool) -> None:
    """§10.53: from opposite hexes, from every other hex round it, or from four."""
    units = ("ge-3", "ge-4", "ge-5", "ge-6")
    stacks = dict(zip(hexes, units, strict=False))
    _, events = fight(field({**stacks, TARGET: "ru-26"}), " ".join(stacks.values()), 3)
    assert ("10.53" in drms(events)) == concentric


def test_10_54_odds_above_the_table() -> None:
    """§10.54: 7:1 is fought on the last column with two more on the die."""
    six = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-1bvr"
    state = field({W_: six, TARGET: "ru-26"})
    assert sum(state.face(u).attack for u in six.split()) // 3 == 7
    _, events = fight(state, six, 3)
    assert drms(events) == {"10.54": 2}
    assert resolved(events).everybody == state.printed.charts.combat.a.rows[5][-1].everybody


def test_10_54_what_is_above_the_table_is_counted_after_all_shifts() -> None:
    """§10.54, §10.47: of the two columns beyond it rough ground takes one."""
    six = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-1bvr"
    _, events = fight(field({"E4212": six, "E4213": "ru-26"}), six, 3, target="E4213")
    assert (shifts(events), drms(events)) == ({"10.42": -1}, {"10.54": 1})


def test_14_42_trenches_of_may_1915() -> None:
    """§14.42, §21.26: Germans subtract two, French, British and Belgians one until turn E, others nothing."""
    state = field({})
    assert [group_drm(state, g) for g in ("german", "central", "anglo-belgian", "french", "allied")] == [
        -2,
        0,
        -1,
        -1,
        0,
    ]
    later = field({}, strategic="E")
    assert [group_drm(later, g) for g in ("german", "anglo-belgian", "french")] == [-2, -2, -2]


def test_14_42_everyone_sees_which_nations_dig_by_now() -> None:
    """§14.42, §14.43, §15.54: by strategic turn alone, which says nothing of any stack; early British cavalry too."""
    may = position({})
    view: Any = GAME.view(may, "spectator")
    assert view["tracks"]["trenches"] == trenches_now(may) == {"GE": -2, "BR": -1, "BE": -1, "FR": -1}
    assert view["tracks"]["digging_cavalry"] == []
    first = replace(may, scenario="campaign", strategic="A")
    assert (trenches_now(first), cavalry_digs(first)) == ({}, ("BR",))


def test_14_46_the_worst_trenches_count_and_cavalry_has_none() -> None:
    """§14.44, §14.46, §15.54: mixed stacks dig as the worse of them; cavalry spoils it, British too since turn D."""
    for defenders, drm in (("ge-1bvr", -2), ("ge-1bvr ah-8", 0), ("ge-1bvr ge-cav-2", 0), ("ge-cav-2*", -2)):
        _, events = fight(
            field({"W5117": "fr-12 fr-13 fr-14 fr-15", "W5217": defenders}, WEST), "fr-12 fr-13 fr-14 fr-15", 3,
            target="W5217", seat=ALLIED,
        )  # fmt: skip
        assert drms(events).get("14.42", 0) == drm, defenders


def test_14_44_beside_the_army_of_the_south_all_dig_as_germans() -> None:
    """§14.44: Austrians stacked with it or next to it, alone or with Germans; one hex further they dig as Austrians."""
    here, beside, further = TARGET, AROUND[3], AROUND[0]
    for defenders in ("ah-8", "ah-8 ge-3"):
        for stacks, expected in (({here: f"{defenders} ge-hq-sud"}, -2), ({here: defenders, beside: "ge-hq-sud"}, -2),
                                 ({here: defenders, further: "ru-1", "E4921": "ge-hq-sud"}, 0)):  # fmt: skip
            assert trench_drm(field(stacks), defenders.split()) == expected


def test_14_12_10_45_14_44_germans_in_an_austrian_fort_are_of_one_nation_with_the_trenches_of_germans() -> None:
    """§14.12 (docs/rulings): the fort's own unit makes no second nation in its hex."""
    cracow = "E4113"
    board = position({}).printed.board
    beside = board.ids[board.beside(board.index[cracow])[0]]
    state = field({cracow: "ge-3", beside: "ru-26"})
    found = odds_of_attack(state, ALLIED, ["ru-26"], cracow, ["ge-3"], {})
    assert found.defence == state.face("ge-3").defence + 1
    assert "10.45" not in {section for _, section, _ in found.shifts}
    assert ("Trenches", "14.42", -2) in found.drms


def test_14_12_no_concentric_bonus_against_a_fort() -> None:
    """§14.12, §10.53: from two sides a town is attacked concentrically, and a fort only when it is destroyed."""
    board = field({}).printed.board
    fort = next(board.ids[i] for i in sorted(board.by_front["east"] & board.forts.keys())
                if board.country[i] == "RU" and len(board.beside(i)) == 6)  # fmt: skip
    around = board.lattice.around(fort)
    stacks = {around[0]: "ge-3", around[3]: "ge-4", fort: "ru-1"}
    for destroyed, drm in ((frozenset[str](), {}), (frozenset({fort}), {"10.53": 1})):
        state = field(stacks, destroyed=destroyed)
        found = odds_of_attack(state, CENTRAL, ["ge-3", "ge-4"], fort, ["ru-1"], {})
        assert seen_drms(state, CENTRAL, ["ge-3", "ge-4"], fort, ["ru-1"]) == found.drms
        assert {section: n for _, section, n in found.drms if section == "10.53"} == drm


def test_15_23_tanks_and_what_stops_them() -> None:
    """§15.22, §15.23, §15.24, §15.33: the best modifier, never alone, and none against supplied anti-tank units."""
    stacks = {"W5117": "br-rtc br-8 br-27 br-1", "W5217": "ge-1bvr"}
    state = field(stacks, WEST)
    assert refused(state, ALLIED, "attack", units=["br-rtc"], target="W5217").code == "tanks-alone"
    _, events = fight(state, "br-rtc br-8 br-27 br-1", 3, target="W5217", seat=ALLIED)
    assert drms(events)["15.23"] == 2
    _, events = fight(field({**stacks, "W5217": "ge-1bvr ge-at-1"}, WEST), "br-rtc br-8 br-27 br-1", 3, target="W5217",
                      seat=ALLIED)  # fmt: skip
    assert "15.23" not in drms(events)


def test_10_5_the_assessment_names_each_modifier_and_its_section() -> None:
    """§10.5: tanks and the trenches of the Germans, as both sides read them."""
    _, events = fight(field({"W5117": "br-rtc br-8", "W5217": "ge-1bvr"}, WEST), "br-rtc br-8", 3, target="W5217",
                      seat=ALLIED)  # fmt: skip
    assert resolved(events).drms == (("Tanks", "15.23", 2), ("Trenches", "14.42", -2))


@pytest.mark.parametrize(
    ("unit", "target", "found"),
    [
        ("fr-12", "W4232", ("Fortification", "10.42", -1)),
        ("ge-3", "E4815", ("Heavy fortification", "10.43", -2)),
    ],
)
def test_10_42_10_43_light_and_heavy_fortifications(unit: str, target: str, found: tuple[str, str, int]) -> None:
    """§10.42, §10.43: one column and two, of a fort on clear ground that no unit is in."""
    board = position({}).printed.board
    state = field({board.ids[board.beside(board.index[target])[0]]: unit})
    shifts_there = shifts_of(state, state.side(unit), [unit], target, [], {})
    assert [shift for shift in shifts_there if shift[1] != "10.44"] == [found]


@pytest.mark.parametrize(
    ("stacks", "units", "allowed"),
    [
        ({"W5117": "br-rtc br-8", "W5216": "br-27"}, "br-rtc br-27", True),
        ({"W5117": "br-rtc br-8", "W5216": "fr-12"}, "br-rtc fr-12", True),
        ({"W5117": "br-rtc br-8", "W5216": "br-27"}, "br-rtc", False),
        ({"W5117": "br-rtc", "W5216": "br-27"}, "br-rtc br-27", False),
        ({"W5117": "br-rtc fr-13", "W5216": "br-27"}, "br-rtc br-27", False),
        ({"W5117": "br-rtc br-hq-1", "W5216": "br-27"}, "br-rtc br-27", False),
    ],
)
def test_15_22_tanks_are_stacked_with_others_of_their_nation_who_may_stay_out_of_it(
    stacks: dict[str, str], units: str, allowed: bool
) -> None:
    """§15.22, §15.24: another combat unit of the nation is in their hex, and someone else attacks with them."""
    state = field({**stacks, "W5217": "ge-1bvr"}, WEST)
    if allowed:
        assert drms(fight(state, units, target="W5217", seat=ALLIED)[1])["15.23"] == 2
    else:
        assert refused(state, ALLIED, "attack", units=units.split(), target="W5217").code == "tanks-alone"


@pytest.mark.parametrize(("units", "drm"), [("ge-3* ge-4", 1), ("ge-3* ge-4* ge-5* ge-6*", 2)])
def test_15_44_shock_troops(units: str, drm: int) -> None:
    """§15.44: up to three units add one, four and more two."""
    _, events = fight(field({W_: units, TARGET: "ru-26"}), units.replace("*", ""), 3)
    assert drms(events)["15.44"] == drm


# --- losses (10.6) ----------------------------------------------------------------------------------------------------


def test_10_62_the_attacker_loses_first_and_chooses() -> None:
    """§10.62, §10.63: then the defender; a step at a time."""
    state = field({W_: "ge-3 ge-4 ge-5", TARGET: "ru-26 ru-27"})
    die = die_for(state, "a", 2, "1/1")
    state, events = fight(state, "ge-3 ge-4 ge-5", die)
    assert (resolved(events).attacker, resolved(events).defender) == (1, 1)
    assert GAME.deciders(state) == (CENTRAL,)
    state = told(state, CENTRAL, "lose", unit="ge-4")
    assert at(state, "ge-4") == DEAD
    assert GAME.deciders(state) == (ALLIED,)
    assert refused(state, CENTRAL, "lose", unit="ge-3").code == "not-your-turn"
    state = told(state, ALLIED, "lose", unit="ru-27")
    assert at(state, "ru-27") == DEAD
    assert state.battle is None


def test_10_62_what_is_due_beyond_is_ignored() -> None:
    """§10.62: one unit cannot lose two steps."""
    state, _ = fight(field({W_: "ge-3", TARGET: "ru-26 ru-27 ru-28"}), "ge-3")
    assert at(state, "ge-3") == DEAD
    assert state.battle is None


@pytest.mark.parametrize(
    ("units", "first"),
    [("br-rtc br-8 br-1as", ["br-rtc"]), ("br-8 br-1as br-1cnd", ["br-8"]), ("br-1as br-1cnd br-28", ["br-1as"])],
)
def test_10_64_whose_the_first_loss_is(units: str, first: list[str]) -> None:
    """§10.64: tanks, shock troops, full British, Anzac, Canadians, in this order; then whoever the player chooses."""
    reduced = units.replace("br-28", "br-28*")
    state = field({"W5117": reduced, "W5217": "ge-1bvr ge-5r ge-6r ge-9r"}, WEST)
    _, events = fight(state, units, target="W5217", seat=ALLIED)
    assert [e.unit for e in events if isinstance(e, StepLost)][:1] == first


def test_10_64_anti_tank_units_fall_first_and_forts_last() -> None:
    """§10.64, §14.11: the defender's first loss is an anti-tank unit; a fort is lost after all units."""
    many = "fr-1mrc fr-37af fr-38af fr-45af fr-12 fr-13"
    state = field({"W5117": many, "W5217": "ge-5r ge-at-1 ge-6r"}, WEST)
    state, events = fight(state, many, 6, target="W5217", seat=ALLIED)
    assert 0 < resolved(events).defender < 3
    while GAME.deciders(state) == (ALLIED,) and state.battle is not None:
        unit = GAME.legal(state, ALLIED)["offers"][0]["slots"][0]["options"]["of"][0]  # type: ignore[index, call-overload]
        state, more = told_with(state, ALLIED, "lose", unit=unit)
        events = [*events, *more]
    lost = [e.unit for e in events if isinstance(e, StepLost) and e.side == CENTRAL]
    assert lost[0] == "ge-at-1"
    assert at(state, "ge-at-1") == DEAD


def test_10_65_all_are_eliminated() -> None:
    """§10.65: 0/E takes units, headquarters and the fort."""
    six = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-8"
    state = field({W_: six, TARGET: "ru-26 ru-hq-1*"})
    state, events = fight(state, six, 6)
    assert resolved(events).everybody
    assert [at(state, u) for u in ("ru-26", "ru-hq-1")] == [DEAD, DEAD]


def test_10_63_a_two_step_unit_is_reduced() -> None:
    """§10.63, §3.26: a full British division turns over, a reduced one is destroyed."""
    six = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-8"
    state = field({"W5217": six, "W5117": "br-8"}, "second.west.attacks")
    assert state.printed.charts.combat.a.rows[3][4].defender == 1
    state, events = fight(state, six, 4, target="W5117")
    assert (resolved(events).column, resolved(events).defender) == (4, 1)
    while state.battle is not None and state.battle.stage == "attacker-losses":
        state = told(state, CENTRAL, "lose", unit="ge-3")
    assert state.units["br-8"].back
    assert at(state, "br-8") == "W5117"


# --- advance (10.7) ---------------------------------------------------------------------------------------------------


def wiped_out(stacks: dict[str, str], units: str, target: str, seat: str, key: str, **more: object) -> object:
    """An attack that leaves nobody in the hex, up to the question of the advance."""
    state, events = fight(field(stacks, key), units, 6, target=target, seat=seat, **more)  # type: ignore[arg-type]
    assert resolved(events).everybody, resolved(events)
    return state


def test_10_71_attackers_advance_as_many_as_the_hex_holds() -> None:
    """§10.71, §7.13, §15.63: some or all of them, or nobody; the hex is theirs."""
    six = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-8"
    state = wiped_out({W_: six, NW: "ge-9", TARGET: "ru-26"}, f"{six} ge-9", TARGET, CENTRAL, EAST)
    assert refused(state, CENTRAL, "advance", units=[*six.split(), "ge-9"]).section == "10.71"  # type: ignore[arg-type]
    after = told(state, CENTRAL, "advance", units=["ge-9", "ge-3"])  # type: ignore[arg-type]
    assert after.stacks[TARGET] == ("ge-9", "ge-3")
    assert controller(after, TARGET) == CENTRAL
    held = told(state, CENTRAL, "hold")  # type: ignore[arg-type]
    assert TARGET not in held.stacks
    assert held.battle is None


def test_10_71_no_advance_against_deep_trenches_in_the_west() -> None:
    """§10.46, §10.71: -2 in the west holds attackers back, unless a headquarters helped them and none the defender."""
    six = "fr-1mrc fr-37af fr-38af fr-45af fr-12 fr-13"
    stacks = {"W5117": f"{six} fr-hq-1", "W5116": "fr-14 fr-15 fr-16 fr-17 fr-18 fr-19", "W5217": "ge-cav-2*"}
    every = f"{six} fr-14 fr-15 fr-16 fr-17 fr-18 fr-19"
    plain, events = fight(field(stacks, WEST), every, 6, target="W5217", seat=ALLIED)
    assert resolved(events).everybody
    assert not resolved(events).may_advance
    assert plain.battle is None
    helped, events = fight(field(stacks, WEST), every, 6, target="W5217", seat=ALLIED, support={ALLIED: "fr-hq-1"})
    assert resolved(events).may_advance
    assert GAME.deciders(helped) == (ALLIED,)
    answered = {**stacks, "W5218": "ge-hq-1"}
    both, events = fight(field(answered, WEST), every, 6, target="W5217", seat=ALLIED,
                         support={ALLIED: "fr-hq-1", CENTRAL: "ge-hq-1"})  # fmt: skip
    assert not resolved(events).may_advance
    assert both.battle is None


def test_10_72_the_alpine_corps_goes_on_in_the_east() -> None:
    """§10.72, §15.46: shock troops advance a second hex, on open ground."""
    six = "ge-ak ge-4 ge-5 ge-6 ge-7 ge-8"
    state = wiped_out({W_: six, TARGET: "ru-26"}, six, TARGET, CENTRAL, EAST)
    state = told(state, CENTRAL, "advance", units=["ge-ak", "ge-4"])  # type: ignore[arg-type]
    assert GAME.deciders(state) == (CENTRAL,)
    assert refused(state, CENTRAL, "go_on", units=["ge-4"], hex=E_).code == "cannot-advance"
    after = told(state, CENTRAL, "go_on", units=["ge-ak"], hex=E_)
    assert at(after, "ge-ak") == E_
    assert at(told(state, CENTRAL, "hold"), "ge-ak") == TARGET


# --- cavalry (15.5) ---------------------------------------------------------------------------------------------------


def test_15_51_cavalry_retreats_before_combat() -> None:
    """§15.51 to §15.53: all of it, one hex; the attackers may follow, and fight on."""
    state = field({W_: "ge-3 ge-4", TARGET: "ru-cav-1 ru-cav-2"})
    state = told(state, CENTRAL, "attack", units=["ge-3"], target=TARGET)
    assert GAME.deciders(state) == (ALLIED,)
    back = GAME.legal(state, ALLIED)["offers"][0]["slots"][0]["options"]["of"]  # type: ignore[index, call-overload]
    assert W_ not in back
    state = told(state, ALLIED, "ride_back", hex=back[0])
    assert state.stacks[back[0]] == ("ru-cav-1", "ru-cav-2")
    state = told(state, CENTRAL, "advance", units=["ge-3"])
    again = told(state, CENTRAL, "attack", units=["ge-3"], target=back[0])
    assert again.battle is not None


def test_15_51_10_46_cavalry_decides_before_headquarters_are_announced() -> None:
    """§15.51 (docs/rulings): it retreats before combat, and headquarters support combat."""
    state = field({W_: "ge-3 ge-hq-8", TARGET: "ru-cav-1 ru-cav-2"})
    state = told(state, CENTRAL, "attack", units=["ge-3"], target=TARGET)
    assert (GAME.deciders(state), state.battle and state.battle.stage) == ((ALLIED,), "cavalry-retreat")
    stands = told(state, ALLIED, "stand")
    assert (GAME.deciders(stands), stands.battle and stands.battle.stage) == ((CENTRAL,), "attacker-support")


def test_15_51_not_before_other_cavalry_and_not_with_infantry() -> None:
    """§15.51: cavalry among the attackers rides after it, and infantry in the hex stays."""
    for attackers, defenders in (("ge-3 ge-cav-1", "ru-cav-1"), ("ge-3", "ru-cav-1 ru-26")):
        state = field({W_: attackers, TARGET: defenders})
        answer = GAME.decide(
            state, CENTRAL, {"kind": "attack", "units": attackers.split(), "target": TARGET}, lambda draw, sides: 3
        )
        assert not isinstance(answer, Refusal)
        assert resolved(answer.events), "it is fought out at once"


def test_15_51_cavalry_in_a_fort_stays() -> None:
    """§15.51, §14.11: the unit of the fort is with it; when the fort is down the cavalry may go."""
    stacks = {"W5121": "ge-3", "W5122": "fr-cav-1"}
    state = field(stacks, "second.west.attacks")
    assert told_with(state, CENTRAL, "attack", Once(3), units=["ge-3"], target="W5122")[0].battle is None
    fallen = told(replace(state, destroyed=frozenset({"W5122"})), CENTRAL, "attack", units=["ge-3"], target="W5122")
    assert fallen.battle is not None
    assert fallen.battle.stage == "cavalry-retreat"


def test_15_54_cavalry_does_not_attack_infantry_alone() -> None:
    """§15.54: only with infantry of its own hex; and alone where it sees nothing but cavalry."""
    state = field({W_: "ge-cav-1", NW: "ge-3", TARGET: "ru-26", SW: "ru-cav-1"})
    assert refused(state, CENTRAL, "attack", units=["ge-cav-1", "ge-3"], target=TARGET).code == "cavalry-alone"
    fight(state, "ge-cav-1", 3, target=SW)
    hidden = field({W_: "ge-cav-1", TARGET: "ru-cav-1 ru-cav-2"})
    assert refused(hidden, CENTRAL, "attack", units=["ge-cav-1"], target=TARGET).code == "nobody"


def test_15_54_15_55_cavalry_that_has_become_infantry_counts_as_infantry() -> None:
    """§15.54, §15.55: enemy cavalry does not attack it by itself, and cavalry of its own hex attacks with it."""
    mounted, foot = (field({W_: "ru-cav-1", TARGET: face}, "second.east.attacks") for face in ("ge-cav-2", "ge-cav-2*"))
    told(mounted, ALLIED, "attack", Once(3), units=["ru-cav-1"], target=TARGET)
    assert refused(foot, ALLIED, "attack", units=["ru-cav-1"], target=TARGET).code == "nobody"
    together = field({W_: "ge-cav-2* ge-cav-3", TARGET: "ru-26"})
    told(together, CENTRAL, "attack", Once(3), units=["ge-cav-2", "ge-cav-3"], target=TARGET)


def test_15_54_cavalry_has_support_when_infantry_is_stacked_with_it() -> None:
    """§15.54: infantry of its hex, though it does not fight along; no tanks in place of it."""
    for others, found in (("", ()), ("ge-3", ("ge-hq-8",)), ("ge-pz", ())):
        state = field({W_: f"ge-cav-2 ge-hq-8 {others}".strip(), TARGET: "ru-cav-1"})
        frame = BattleFrame(CENTRAL, ("ge-cav-2",), (W_,), TARGET, ("ru-cav-1",), SUPPORT)
        assert supporters(state, frame, CENTRAL) == found


def test_15_52_17_11_cavalry_does_not_retreat_into_barred_country() -> None:
    """§15.52, §17.11: with Germans in every other hex round it, and neutral Romania behind, it stands and fights."""
    here, others, romania = "E2728", ("E2729", "E2829", "E2828", "E2727"), {"E2628", "E2629"}
    germans = {hex_: f"ge-{n}" for n, hex_ in enumerate(others, 3)}
    stands = {"neutral": field({here: "ru-cav-1", **germans})}
    stands["at war"] = replace(stands["neutral"], sides={**stands["neutral"].sides, "RO": ALLIED})
    found = {}
    for name, state in stands.items():
        frame = BattleFrame(CENTRAL, ("ge-3",), (others[0],), here, ("ru-cav-1",), "cavalry-retreat")
        found[name] = {*ways_back(state, frame)}
    assert found == {"neutral": set(), "at war": romania}


def test_17_31_cavalry_does_not_ride_where_enough_of_its_nation_are() -> None:
    """§17.31: north of row 48, where four Austrians stand; elsewhere the Russians are."""
    round_it = ("E4712", "E4813", "E4811", "E4711", "E4713")
    russians = dict(zip(round_it, ("ru-26", "ru-27", "ru-28", "ru-29", "ru-30"), strict=True))
    order = {"kind": "attack", "units": ["ru-26"], "target": "E4812"}
    asked = []
    for others in ({}, {"E5110": "ah-3 ah-8 ah-1 ah-4"}):
        state = position({"E4812": "ah-cav-1", **russians, **others}, "first.east.attacks", west=CENTRAL)
        found = GAME.decide(state, ALLIED, order, lambda draw, sides: 1)
        assert not isinstance(found, Refusal), found
        battle = found.states[0].battle
        asked.append({h[:3] for h in ways_back(found.states[0], battle)} if battle else set())
    assert asked == [{"E49"}, set()]


# --- second attacks (10.8) --------------------------------------------------------------------------------------------


def test_10_82_units_near_oberost_attack_again() -> None:
    """§10.81, §10.82: placed in the Movement Phase, it lets supplied Germans within two hexes attack once more."""
    stacks = {W_: "ge-3 ge-4", "E4919": "ge-5", TARGET: "ru-26 ru-27 ru-28 ru-29", "E4920": "ah-8", "W5117": "fr-12"}
    state = field(stacks, FIRST_MOVEMENT)
    assert refused(state, ALLIED, "place_marker", hex="W5117").code == "no-marker"
    assert refused(state, CENTRAL, "place_marker", hex="E4920").code == "not-there"
    state = told(state, CENTRAL, "place_marker", hex=W_)
    for seat in (CENTRAL, ALLIED):
        state = told(state, seat, "end_phase")
    state = told(state, ALLIED, "end_phase")
    assert state.phase.key == EAST
    state, _ = fight(state, "ge-3")
    state = told(state, CENTRAL, "end_phase")
    assert state.phase.key == "first.east.again"
    assert refused(state, CENTRAL, "attack", units=["ah-8"], target=TARGET).code == "out-of-reach"
    state, events = fight(state, "ge-4")
    assert resolved(events)
    state = told(state, CENTRAL, "end_phase")
    assert (state.marker, state.marker_at) == ("", "")


IN_1917 = 28
"""An operational turn of that year."""


def test_10_83_mountain_units_attack_again_out_of_the_alps() -> None:
    """§10.83, §11.6: the range is traced as supply is, and lines of mountain units run into alpine hexes; those of
    others end before them."""
    stacks, marked = {"W2516": "ge-3", "W2517": "ge-ak ge-4"}, {"marker": "OHL", "marker_at": "W2516"}
    state = position(stacks, "second.west.again", west=ALLIED, turn=IN_1917, taken=frozenset(), **marked)
    assert {supply_of(state, u) for u in ("ge-3", "ge-ak")} == {IN}
    assert [may_attack_again(state, unit) for unit in ("ge-3", "ge-ak", "ge-4")] == [True, True, False]


def test_10_82_a_second_attack_opens_no_range_to_others() -> None:
    """§10.82: who attacks again is settled as the Combat Phase ends. The Russians between the marker and a German two
    hexes off are wiped out by a second attack; he is within two hexes then, and still does not attack again."""
    near, between, behind, beyond = "ge-3 ge-4 ge-6 ge-7", "E4921", "E4920", "E4919"
    state = field({W_: near, behind: "ge-5", between: "ru-26*", beyond: "ru-27", "W5117": "fr-12"}, FIRST_MOVEMENT)
    state = told(state, CENTRAL, "place_marker", hex=W_)
    for seat in (CENTRAL, ALLIED, ALLIED, CENTRAL):
        state = told(state, seat, "end_phase")
    assert state.phase.key == "first.east.again"
    assert (supply_of(state, "ge-5"), state.second) == (IN, tuple(near.split()))
    assert refused(state, CENTRAL, "attack", units=["ge-5"], target=beyond).code == "out-of-reach"
    state, _ = fight(state, near, die=6, target=between)
    while state.battle is not None:
        state = told(state, CENTRAL, "hold")
    assert at(state, "ru-26") == DEAD
    board = state.printed.board
    assert board.index[behind] in in_range(state, CENTRAL, PLAIN)
    refusal = why_not_fight(state, "ge-5")
    assert refusal is not None
    assert refusal.code == "out-of-reach"
    refused(state, CENTRAL, "attack", units=["ge-5"], target=beyond)
    state = told(state, CENTRAL, "end_phase")
    assert (state.marker_at, state.second) == ("", None)


def test_10_82_second_attacks_that_were_under_way_go_on_as_they_began() -> None:
    """§10.82: where a match stood in its second attacks before the units were noted, nearness is looked at now."""
    state = field({W_: "ge-3", "E4919": "ge-5", TARGET: "ru-26"}, "first.east.again", marker_at=W_)
    assert state.second is None
    assert may_attack_again(state, "ge-3")
    assert not may_attack_again(replace(state, second=("ge-5",)), "ge-3")


def test_10_82_out_of_supply_no_unit_attacks_again() -> None:
    """§10.82: beside the marker too, and though the unit attacks in the Combat Phase itself."""
    stacks = {W_: "ge-3", NW: "ge-4", TARGET: "ru-26"}
    fed = field(stacks, "first.east.again", marker_at=W_)
    cut_off = position(stacks, "first.east.again", taken=frozenset(), marker_at=W_)
    assert supply_of(cut_off, "ge-4") == UNSUPPLIED
    assert why_not_fight(fed, "ge-4") is None
    refusal = why_not_fight(cut_off, "ge-4")
    assert refusal is not None
    assert (refusal.code, refusal.section) == ("out-of-reach", "10.82")
    assert why_not_fight(position(stacks, EAST, taken=frozenset(), marker_at=W_), "ge-4") is None


def test_10_82_no_unit_attacks_again_further_off_than_two_hexes() -> None:
    """§10.82: a supplied German three hexes from the marker does not, one at two does, and none who is off the map."""
    lattice = field({}).printed.board.lattice
    far = min(lattice.within(W_, 3) - lattice.within(W_, 2))
    state = field({far: "ge-3", "E4920": "ge-4", W_: "ge-5"}, "first.east.again", marker_at=W_)
    assert lattice.distance(W_, "E4920") == 2
    assert [may_attack_again(state, unit) for unit in ("ge-3", "ge-4", "ge-5", "ge-6")] == [False, True, True, False]


def test_10_84_foch_goes_to_the_western_front_alone() -> None:
    """§10.84: not to Italy, though that is in the same theatre; the marker is offered by its name."""
    state = field({"W5117": "fr-12", "W2130": "it-1"}, FIRST_MOVEMENT, west=ALLIED)
    assert places_for_marker(state, ALLIED, "west") == frozenset()
    state = replace(state, chits={**state.chits, "allied.play": {"foch": 1}})
    assert places_for_marker(state, ALLIED, "west") == {"W5117"}
    offers = GAME.legal(field({W_: "ge-3"}, FIRST_MOVEMENT), CENTRAL)["offers"]
    notes = [offer["note"] for offer in offers if offer["kind"] == "place_marker"]  # type: ignore[union-attr, index, call-overload]
    assert notes == ["OberOst: units near it attack twice"]


def test_10_82_the_marker_is_placed_as_movement_ends() -> None:
    """§10.82: until then it may be put elsewhere, which is no second use of it."""
    state = field({W_: "ge-3", "E4919": "ge-5", "W5117": "fr-12"}, FIRST_MOVEMENT)
    state = told(state, CENTRAL, "place_marker", hex=W_)
    assert refused(state, CENTRAL, "place_marker", hex=W_).code == "placed"
    state = told(state, CENTRAL, "place_marker", hex="E4919")
    for seat in (CENTRAL, ALLIED):
        state = told(state, seat, "end_phase")
    assert (state.marker, state.marker_at) == ("OberOst", "E4919")


@pytest.mark.parametrize(("goes", "start", "end"), [("ge-3", W_, "E4921"), ("ah-8", "E4921", W_), ("", "", "")])
def test_10_82_a_marker_whose_germans_are_gone_has_not_been_placed(goes: str, start: str, end: str) -> None:
    """§10.82: it stands where supplied Germans alone are as the movement ends, not where they were before; the log says
    that it comes back, and it can be used on a later turn."""
    state = field({W_: "ge-3", "E4921": "ah-8", "W5117": "fr-12"}, FIRST_MOVEMENT)
    state = told(state, CENTRAL, "place_marker", hex=W_)
    if goes:
        assert state.units[goes].at == start
        state = told(state, CENTRAL, "move", units=[goes], path=[end])
    state = told(state, CENTRAL, "end_phase")
    after, facts = told_with(state, ALLIED, "end_phase")
    assert (after.marker, after.marker_at) == ("OberOst", "" if goes else W_)
    lines = [line["text"] for fact in facts if (line := narrate(state, fact, after, ALLIED)) is not None]
    assert any("comes back" in str(text) for text in lines) == bool(goes)


def test_10_81_ohl_needs_the_initiative() -> None:
    """§10.81: OHL is placed only where and when the Central Powers move first in the west."""
    stacks = {"W5217": "ge-3", "W5117": "fr-12"}
    state = field(stacks, "second-movement", marker="OHL")
    assert refused(state, CENTRAL, "place_marker", hex="W5217").code == "no-initiative"
    first = field(stacks, FIRST_MOVEMENT, marker="OHL", west=CENTRAL)
    assert told(first, CENTRAL, "place_marker", hex="W5217").marker_at == "W5217"


# --- national cooperation (7.24) --------------------------------------------------------------------------------------


def test_7_24_canadians_stand_apart_once_turn_f_is_over() -> None:
    """§7.24: from the operational turns after strategic turn F on, the tank corps excepted."""
    state = field({"W5117": "br-8 br-1cnd", "W5118": "br-2cnd br-rtc"}, WEST)
    assert cooperate(replace(state, strategic="E"), ["br-8", "br-1cnd"])
    assert not cooperate(replace(state, strategic="F"), ["br-8", "br-1cnd"])
    assert cooperate(replace(state, strategic="F"), ["br-2cnd", "br-rtc"])


def test_7_24_americans_fight_beside_anyone_until_their_first_army_is_due() -> None:
    """§7.24: its entry cannot be put off, and is not undone when the headquarters is lost."""
    state = field({"W5117": "us-1 fr-12"}, WEST)
    assert cooperate(state, ["us-1", "fr-12"])
    for box in (AVAILABLE, DEAD):
        units = {**state.units, "us-hq-1": UnitState(box)}
        assert not cooperate(replace(state, units=units), ["us-1", "fr-12"])


def test_10_83_the_range_of_a_marker_is_traced_as_supply_is() -> None:
    """§10.83, §11.6: not through neutral countries."""
    board = position({}).printed.board
    austria, romania = board.by_country["AH"], board.by_country["RO"]
    # Two hexes of the Central Powers that only Romania lies between.
    start, end = next(
        (a, c)
        for a in sorted(austria)
        for c in sorted(austria - {a} - {*board.lines[a]})
        if (between := {*board.lines[a]} & {*board.lines[c]}) and between <= romania
    )
    state = field({board.ids[start]: "ge-3", board.ids[end]: "ge-4"}, marker_at=board.ids[start])
    assert "RO" not in state.sides
    assert start in in_range(state, CENTRAL, PLAIN)
    assert end not in in_range(state, CENTRAL, PLAIN)
