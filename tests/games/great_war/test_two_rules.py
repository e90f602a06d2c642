"""Where two rules meet: positions made from sentences of chapters 7 to 18 that two sections have a say in."""

from __future__ import annotations

from typing import Any

import pytest

from rules.great_war.combat.advance import further
from rules.great_war.combat.battle import way_forward
from rules.great_war.combat.declaring import ATTACKED
from rules.great_war.combat.losses import may_lose
from rules.great_war.combat.odds import odds_of_attack, shifts_of
from rules.great_war.game import GAME
from rules.great_war.position.state import DEAD, BattleFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import ADVANCE, ATTACKER_LOSSES
from rules.great_war.units.cooperation import cooperate
from rules.great_war.works.trenches import drm_against
from rules.kernel.fast_replace import replace
from tests.games.great_war.field import AROUND, TARGET, WEST, Once, die_for, field, fight, resolved
from tests.games.great_war.kit import at, position, refused, told, told_with

_, _, _, W_, SW, _ = AROUND
START, TRENCH, REIMS = "W5117", "W5217", "W5216"
"""Clear hexes of the Western Front, and a fortified city beside them."""
LINE, NO_LINE = frozenset({TRENCH}), frozenset[str]()
"""The Hindenburg Line in one of them, and none."""
IN_1917 = 30
"""An operational turn of that year."""
SIX, FOUR = "ge-3 ge-4 ge-5 ge-6 ge-7 ge-8", "ge-9 ge-10 ge-11 ge-12"
FORT, BEFORE_IT, BESIDE_IT, ELSEWHERE = "E5620", "E5519", "E5520", "E5521"
"""Kovno, a heavy fort of Russia, two hexes from which it is attacked, and one with another enemy."""


def lost(state: State) -> State:
    """The attack under way with the first unit that may be lost each time."""
    while state.battle is not None and state.battle.stage.endswith("losses"):
        (seat,) = GAME.deciders(state)
        state = told_with(state, seat, "lose", unit=may_lose(state, state.battle, seat)[0])[0]
    return state


# --- attacked once (10.14), and the unit that a fort has of its own (14.11) -------------------------------------------


def garrison_lost() -> State:
    """Kovno's only division has fallen in an attack over the Niemen, and its fort stands."""
    state = field({BEFORE_IT: SIX, BESIDE_IT: FOUR, FORT: "ru-26", ELSEWHERE: "ru-27"})
    state = lost(fight(state, SIX, die_for(state, "a", 2, "1/1"), target=FORT)[0])
    assert (at(state, "ru-26"), FORT in state.destroyed) == (DEAD, False)
    return state


def test_10_14_14_11_a_fort_whose_garrison_has_fallen_is_not_attacked_a_second_time() -> None:
    """§10.14, §14.11: its own unit has been attacked with the garrison, and no unit is attacked twice in a phase."""
    assert refused(garrison_lost(), CENTRAL, "attack", units=FOUR.split(), target=FORT) == ATTACKED


# --- cooperation (7.24) in attack and defence (10.45) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategic", "units", "together"),
    [
        ("F", "br-rtc br-8", True),
        ("F", "br-rtc br-1cnd", True),
        ("F", "br-rtc br-8 br-1cnd", False),
        ("F", "br-exp br-1cnd", False),
        ("F", "br-rtc fr-12", False),
        ("E", "br-rtc fr-12", False),
        ("F", "br-rtc br-1cnd fr-12", False),
        ("F", "br-rtc", True),
    ],
)
def test_7_24_the_tank_corps_is_of_the_canadians_and_of_the_british_and_of_no_others(
    strategic: str, units: str, together: bool
) -> None:
    """§7.24, §10.45: after strategic turn F it stands beside either; beside the French it is British, as before."""
    assert cooperate(field({"W5117": units}, WEST, strategic=strategic), units.split()) == together


@pytest.mark.parametrize(
    ("units", "together"),
    [("us-1 us-2 fr-12", True), ("us-tc us-1", True), ("us-tc us-1 fr-12", False), ("us-tc us-1 br-rtc", False)],
)
def test_7_24_15_22_american_tanks_are_no_division_that_fights_beside_anyone(units: str, together: bool) -> None:
    """§7.24: before their first army is due American divisions do, whatever their number."""
    sides = {**position({}).sides, "US": ALLIED}
    assert cooperate(field({START: units}, WEST, sides=sides), units.split()) == together


# --- a second hex of advance (10.72), and the first four attacks of shock troops (15.45) ------------------------------


@pytest.mark.parametrize(("terrain", "goes_on"), [("alpine", True), ("mountain", False), ("rough", True)])
def test_10_72_15_46_the_alpine_corps_goes_on_out_of_alpine_ground_and_not_out_of_mountains(
    terrain: str, goes_on: bool
) -> None:
    """§10.72: marsh, mountains and passes end an advance; alpine ground is named only where it may not lead."""
    board = position({}).printed.board
    here = board.ids[min(i for i in board.by_front["italy"] if board.terrain[i] == terrain)]
    state = position({here: "ge-ak*"}, "first.west.attacks")
    frame = BattleFrame(CENTRAL, ("ge-ak",), (here,), here, (), ADVANCE, advanced=("ge-ak",))
    assert bool(further(state, frame)) == goes_on


def test_15_45_15_53_an_attack_before_which_cavalry_rides_away_is_none_of_the_first_four() -> None:
    """§15.45, §15.53: it was not fought, and the shock troops may make the first of them instead."""
    shock = "ge-3* ge-4* ge-5* ge-6*"
    state = field({"W5217": shock, "W5117": "fr-cav-1", "W5116": "fr-12"}, "first.west.attacks",
                  west=CENTRAL)  # fmt: skip
    state = replace(state, chit_state=replace(state.chit_state, shock=2, offensive=state.turn))
    units = shock.replace("*", "").split()
    state = told(state, CENTRAL, "attack", units=units, target="W5117")
    (away, *_) = GAME.legal(state, ALLIED)["offers"][0]["slots"][0]["options"]["of"]  # type: ignore[index, call-overload]
    state = told(told(state, ALLIED, "ride_back", hex=away), CENTRAL, "hold")
    state = told(state, CENTRAL, "attack", units=units, target="W5116")
    assert told_with(state, CENTRAL, "kaiserschlacht", Once(3))[0].chit_state.struck == 1


# --- who counts for the table (10.33), and whose trenches they have (14.4) --------------------------------------------


@pytest.mark.parametrize(
    ("defenders", "line", "number"),
    [
        ("ge-3 ge-4 ge-5 ge-at-1", False, 4),
        ("ge-3 ge-4 ge-5 ge-pz", False, 4),
        ("ge-3 ge-4 ge-5 ge-hq-1", False, 3),
        ("ge-3 ge-4 ge-5 ge-hq-1", True, 4),
    ],
)
def test_10_33_14_31_whatever_fights_counts_for_the_table_and_the_unit_of_the_hindenburg_line(
    defenders: str, line: bool, number: int
) -> None:
    """§10.33, §7.23: anti-tank units and tanks too, though they take no room; of headquarters none."""
    state = field({START: "fr-12", TRENCH: defenders}, WEST, hindenburg=LINE if line else NO_LINE)
    assert odds_of_attack(state, ALLIED, ["fr-12"], TRENCH, defenders.split(), {}).defenders == number


@pytest.mark.parametrize(
    ("hex_", "units", "strategic", "drm"),
    [
        (TRENCH, "ge-at-1", "D", -2),
        (TRENCH, "ge-3 ah-8", "E", 0),
        (TRENCH, "ge-3 ah-8", "F", -1),
        (START, "be-1 fr-12", "E", -2),
        (START, "us-1 fr-12", "E", 0),
        (START, "us-1 fr-12", "F", -1),
        (START, "br-cav-1 br-8", "C", -1),
        (START, "br-cav-1 br-8", "E", 0),
        ("W2627", "it-1", "F", -1),
        (FORT, "ru-26 ru-cav-1", "F", 0),
        (FORT, "ru-26 ru-hq-1", "F", -1),
    ],
)
def test_14_46_15_54_the_worst_trenches_of_a_stack_count_and_none_beside_cavalry(
    hex_: str, units: str, strategic: str, drm: int
) -> None:
    """§14.44 to §14.46, §14.12, §15.54: by nation and strategic turn; in a fort as elsewhere."""
    state = field({hex_: units}, WEST, strategic=strategic, sides={**position({}).sides, "US": ALLIED})
    assert drm_against(state, units.split(), hex_) == drm


# --- shifts that meet (10.4) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stacks", "devastated", "target", "expected"),
    [
        ({START: "fr-12 br-8", TRENCH: "ge-3 ah-8"}, "", TRENCH, {"10.45": 0}),
        ({START: "fr-12", "W5218": "fr-13", TRENCH: "ge-3"}, START, TRENCH, {"14.63": -1}),
        ({START: "fr-12 br-hq-1", TRENCH: "ge-3"}, "", TRENCH, {}),
        ({TRENCH: "ge-3", REIMS: "fr-12"}, "", REIMS, {"10.42": -2, "10.44": -1}),
        ({TRENCH: "ge-3", REIMS: "fr-12"}, REIMS, REIMS, {"10.42": -1, "10.44": -1}),
    ],
)
def test_10_41_14_63_what_several_sections_say_of_one_attack_adds_up(
    stacks: dict[str, str], devastated: str, target: str, expected: dict[str, int]
) -> None:
    """§10.41: nations on both sides cancel out; one hex that is devastated is enough; a devastated city is none, and
    its fort stands; a headquarters of another nation is no unit that fights."""
    state = field(stacks, WEST, devastated=frozenset({devastated} - {""}))
    attackers = [u for hex_, units in stacks.items() if hex_ != target for u in units.split() if "hq" not in u]
    found: dict[str, int] = {}
    for _, section, columns in shifts_of(
        state, state.side(attackers[0]), attackers, target, stacks[target].split(), {}
    ):
        found[section] = found.get(section, 0) + columns
    assert found == expected


def test_10_46_10_48_a_headquarters_is_worn_by_an_attack_for_which_nobody_rolls() -> None:
    """§10.46, §10.48: it has given its support, even if the odds stay below the table."""
    state = field({W_: "ge-3 ge-hq-1", TARGET: "ru-26 ru-27 ru-28 ru-29 ru-30 ru-31"})
    state, events = fight(state, "ge-3", support={CENTRAL: "ge-hq-1"})
    assert (resolved(events).die, resolved(events).attacker) == (None, 4)
    assert state.units["ge-hq-1"].back


# --- losses (10.64) and the way forward (10.71) -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "target", "taken", "may"),
    [
        ("ge-pz ge-3* ge-4", START, False, "ge-pz"),
        ("ge-3* ge-4", START, False, "ge-3"),
        ("ge-3* ge-4", START, True, "ge-3 ge-4"),
        ("ge-ak ge-4", START, False, "ge-ak ge-4"),
        ("ge-ak ge-4", TARGET, False, "ge-ak"),
    ],
)
def test_10_64_15_46_the_first_step_is_of_tanks_and_then_of_shock_troops(
    attackers: str, target: str, taken: bool, may: str
) -> None:
    """§10.64, §15.24, §15.43: the second of whoever is chosen; the Alpine Corps is shock troops in the east alone as
    long as no event has been played."""
    start = TRENCH if target == START else W_
    state = field({start: attackers, target: "fr-12" if target == START else "ru-26"})
    units = tuple(attackers.replace("*", "").split())
    frame = BattleFrame(CENTRAL, units, (start,), target, state.stacks[target], ATTACKER_LOSSES, attacker_due=1)
    assert may_lose(state, replace(frame, first=(CENTRAL,) if taken else ()), CENTRAL) == tuple(may.split())


@pytest.mark.parametrize(
    ("attackers", "defenders", "strategic", "line", "way"),
    [
        ("br-rtc br-8", "ge-3", "E", False, True),
        ("br-rtc br-8", "ge-3 ge-at-1", "E", False, False),
        ("br-8", "ge-3", "E", True, False),
        ("fr-12", "", "E", True, False),
        ("fr-12", "ge-3 ah-8", "F", False, True),
    ],
)
def test_10_71_14_31_what_keeps_attackers_out_of_strong_trenches(
    attackers: str, defenders: str, strategic: str, line: bool, way: bool
) -> None:
    """§10.71, §15.33, §14.44: anti-tank units answer tanks; the Hindenburg Line digs as Germans do, with nobody in it
    too; Austrians beside Germans make a stack's trenches shallower."""
    stacks = {START: attackers, **({TRENCH: defenders} if defenders else {})}
    state = field(stacks, WEST, strategic=strategic, hindenburg=LINE if line else NO_LINE)
    frame = BattleFrame(ALLIED, (*attackers.split(),), (START,), TRENCH, (*defenders.split(),), ADVANCE)
    assert way_forward(state, frame) == way


# --- cavalry (15.5) ---------------------------------------------------------------------------------------------------


def test_15_51_cavalry_with_a_headquarters_in_its_hex_does_not_ride_away() -> None:
    """§15.51, §15.63: a headquarters is no cavalry unit, and only cavalry may be in the hex. Tanks are none either, so
    cavalry rides away before them."""
    state = field({W_: "ge-3", TARGET: "ru-cav-1 ru-hq-1*"})
    assert told(state, CENTRAL, "attack", Once(3), units=["ge-3"], target=TARGET).battle is None
    west = field({START: "br-rtc br-8", TRENCH: "ge-cav-2"}, WEST)
    battle = told(west, ALLIED, "attack", units=["br-rtc", "br-8"], target=TRENCH).battle
    assert battle is not None
    assert battle.stage == "cavalry-retreat"


def test_15_53_whose_target_rode_away_may_stay_and_attack_another_hex() -> None:
    """§15.53, §10.14: the attack that was not fought was none of theirs."""
    state = field({W_: "ge-3 ge-4", TARGET: "ru-cav-1", SW: "ru-26"})
    state = told(state, CENTRAL, "attack", units=["ge-3"], target=TARGET)
    (away, *_) = GAME.legal(state, ALLIED)["offers"][0]["slots"][0]["options"]["of"]  # type: ignore[index, call-overload]
    state = told(told(state, ALLIED, "ride_back", hex=away), CENTRAL, "hold")
    assert refused(state, CENTRAL, "attack", units=["ge-3"], target=TARGET).code == "no-enemy"
    assert resolved(fight(state, "ge-3", target=SW)[1])


# --- how many of a nation go together (17.21, 17.31) by rail and sea (9.0) --------------------------------------------


@pytest.mark.parametrize(
    ("there", "units", "section"),
    [
        ("ah-2 ah-3 ah-4", "ah-1", ""),
        ("ah-2 ah-3 ah-4", "ah-1 ah-6", "17.31"),
        ("ah-2 ah-3 ah-4 ah-5", "ah-hq-1", "17.31"),
    ],
)
def test_17_31_9_11_four_austrians_in_the_west_are_counted_with_those_on_the_train(
    there: str, units: str, section: str
) -> None:
    """§17.31: units of one train together, and a headquarters as one of them."""
    state = position({"E3606": units, "W6529": there}, "central.rail", turn=IN_1917)
    order: dict[str, Any] = {"units": units.split(), "to": "W6529"}
    if section:
        assert refused(state, CENTRAL, "rail", **order).section == section
    else:
        assert at(told(state, CENTRAL, "rail", **order), units) == "W6529"


@pytest.mark.parametrize(("collapsed", "taken"), [((), False), (("AH",), True)])
def test_17_21_16_5_a_seventh_italian_goes_east_after_the_fall_of_austria(
    collapsed: tuple[str, ...], taken: bool
) -> None:
    """§17.21: six may be away from the Italian Front; after the collapse more, if those beyond six are in the east."""
    stacks = {"W6606": "it-1 it-2 it-3 it-4 it-5 it-6", "W2022": "it-7", "E1116": "fr-12"}
    fields: dict[str, Any] = {"turn": IN_1917, "landings": frozenset({"E1116"}), "balkans": True}
    state = position(stacks, "allied.rail", **fields)
    state = replace(state, strategic_state=replace(state.strategic_state, collapsed=collapsed))
    assert refused(state, ALLIED, "sail", units=["it-7"], to="W5801").section == "17.21"
    if taken:
        assert at(told(state, ALLIED, "sail", units=["it-7"], to="E1116"), "it-7") == "E1116"
    else:
        assert refused(state, ALLIED, "sail", units=["it-7"], to="E1116").section == "17.21"
