"""Chapter 17 and what is said elsewhere of who may be where: tanks, anti-tank units, and countries that have just
entered the war."""

from __future__ import annotations

import pytest

from rules.great_war.combat.declaring import why_not_attack
from rules.great_war.combat.odds import tank_drm
from rules.great_war.game import GAME
from rules.great_war.position.control import barred_hexes
from rules.great_war.position.state import AVAILABLE, State, UnitState
from rules.great_war.printed.fronts import EAST, ITALY, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.national import off_limits_of
from rules.great_war.supply.tracing import IN, UNSUPPLIED, supply_of
from rules.great_war.works.trenches import is_hampered
from rules.hexes.occupied import change
from rules.kernel.facts import follow
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from tests.games.great_war.field import fight
from tests.games.great_war.kit import at, moved, not_moved, position, refused, told

IN_1917 = 28
"""An operational turn of that year."""


def in_box(state: State, *units: str) -> State:
    """These units in the Available Units Box."""
    return change(state, {u: UnitState(AVAILABLE) for u in units})


def test_15_25_tanks_keep_to_their_fronts() -> None:
    """§15.25: those of the Allies to the west, the Germans' to west and east, however they come there."""
    ports = in_box(position({}, "allied.new-units", turn=IN_1917), "br-rtc", "br-5")
    assert refused(ports, ALLIED, "place", units=["br-rtc"], hex="W2022").section == "15.25"
    assert at(told(ports, ALLIED, "place", units=["br-5"], hex="W2022"), "br-5") == "W2022"
    assert at(told(ports, ALLIED, "place", units=["br-rtc"], hex="W6707"), "br-rtc") == "W6707"
    train = position({"W4908": "fr-aac fr-12"}, "allied.rail", turn=IN_1917)
    assert refused(train, ALLIED, "rail", units=["fr-aac"], to="W2117").code == "off-limits"
    assert at(told(train, ALLIED, "rail", units=["fr-12"], to="W2117"), "fr-12") == "W2117"
    ship = position({"W6707": "br-rtc br-5"}, "allied.rail", turn=IN_1917, balkans=True, landings=frozenset({"E1116"}))
    assert refused(ship, ALLIED, "sail", units=["br-rtc"], to="E1116").code == "off-limits"
    german = in_box(position({}, "central.new-units", turn=IN_1917), "ge-pz")
    assert at(told(german, CENTRAL, "place", units=["ge-pz"], hex="E5102"), "ge-pz") == "E5102"
    board = german.printed.board
    assert off_limits_of(german, ["ge-pz"]) >= board.by_front[ITALY]
    assert not off_limits_of(german, ["ge-pz"]) & (board.by_front[WEST] | board.by_front[EAST])


def test_15_31_anti_tank_units_are_placed_in_the_west() -> None:
    """§15.31: nowhere else, after their destruction too."""
    state = in_box(position({}, "central.new-units", turn=IN_1917), "ge-at-1")
    assert refused(state, CENTRAL, "place", units=["ge-at-1"], hex="E5102").section == "15.31"
    assert at(told(state, CENTRAL, "place", units=["ge-at-1"], hex="W6529"), "ge-at-1") == "W6529"


def test_17_11_no_unit_sails_to_a_country_that_has_just_entered() -> None:
    """§17.11: its hexes are shut to both sides for that turn, Salonika among them when Greece enters."""
    there = {"W6707": "br-5", "E1116": "br-27"}
    landed = {"turn": IN_1917, "balkans": True, "landings": frozenset({"E1116"})}
    greek = {**position({}).sides, "GK": ALLIED}
    for frozen, goes in ((frozenset[str](), True), (frozenset({"GK"}), False)):
        state = position(there, "allied.rail", sides=greek, frozen=frozen, **landed)
        if goes:
            assert at(told(state, ALLIED, "sail", units=["br-5"], to="E1116"), "br-5") == "E1116"
        else:
            assert refused(state, ALLIED, "sail", units=["br-5"], to="E1116").section == "17.11"


def test_17_21_17_31_greeks_and_bulgarians_stay_in_the_balkans() -> None:
    """§17.21, §17.31, §3.13: they neither go nor attack into Austria-Hungary, Germany or Russia."""
    sides = {**position({}).sides, "GK": ALLIED, "BU": CENTRAL, "RO": ALLIED}
    there = {"E2417": "bu-1", "E2516": "ge-3"}
    state = position(there, sides=sides, taken=frozenset({"E2417"}))
    assert not_moved(state, CENTRAL, "bu-1", "E2516").code == "off-limits"
    assert at(moved(state, CENTRAL, "bu-1", "E2416"), "bu-1") == "E2416"
    greek = position({"E2414": "gk-1", "E2513": "ah-3"}, "first.east.attacks", sides=sides, west=CENTRAL)
    assert refused(greek, ALLIED, "attack", units=["gk-1"], target="E2513")
    serb = position({"E2414": "se-1don", "E2513": "ah-3"}, "first.east.attacks", sides=sides, west=CENTRAL)
    order = {"kind": "attack", "units": ["se-1don"], "target": "E2513"}
    assert not isinstance(GAME.decide(serb, ALLIED, order, lambda draw, sides_: 1), Refusal)


@pytest.mark.parametrize(
    ("unit", "closed", "open_"),
    [
        ("be-1", (EAST, ITALY), WEST),
        ("se-1don", (WEST, ITALY), EAST),
        ("ru-25", (WEST, ITALY), EAST),
        ("ro-1", (WEST, ITALY), EAST),
        ("gk-1", (WEST, ITALY), EAST),
        ("bu-1", (WEST, ITALY), EAST),
        ("mn-1", (WEST, ITALY), EAST),
        ("tu-5", (WEST, ITALY), EAST),
    ],
)
def test_17_21_17_31_17_4_nations_of_one_front(unit: str, closed: tuple[str, ...], open_: str) -> None:
    """§17.21, §17.31, §17.4: in no year do they go to another front."""
    state = position({}, turn=50, sides={**position({}).sides, "RO": ALLIED, "GK": ALLIED, "BU": CENTRAL})
    board, shut = state.printed.board, off_limits_of(state, [unit])
    assert all(board.by_front[front] <= shut for front in closed)
    assert not board.by_front[open_] <= shut


def test_17_21_17_31_the_italian_front_opens_with_the_first_turn_of_1917() -> None:
    """§17.21, §17.31: until the last turn of 1916 only Italians and Austrians go there, and no Austrians to the
    west."""
    start = position({})
    first = next(turn.number for turn in start.printed.charts.turns if turn.date.endswith("1917"))
    for turn, early in ((first - 1, True), (first, False)):
        state = position({}, turn=turn)
        board = state.printed.board
        assert (board.by_front[ITALY] <= off_limits_of(state, ["fr-12"])) == early
        assert (board.by_front[WEST] <= off_limits_of(state, ["ah-3"])) == early
        assert not board.by_front[ITALY] & off_limits_of(state, ["it-1"])


def test_17_21_montenegrins_attack_out_of_montenegro_and_stay_in_it() -> None:
    """§17.21: they neither march out nor advance after their attack."""
    there = {"E1908": "mn-1 mn-2 mn-3 mn-snd", "E2008": "ah-cav-1"}
    march = position({"E1908": "mn-1"}, west=CENTRAL)
    assert not_moved(march, ALLIED, "mn-1", "E2008").code == "off-limits"
    state = position(there, "first.east.attacks", west=CENTRAL)
    after, _ = fight(state, there["E1908"], 6, target="E2008", seat=ALLIED)
    assert "E2008" not in after.stacks
    assert after.battle is None, "nobody may advance"


def test_17_31_four_turks_outside_the_balkans() -> None:
    """§17.31: a fifth goes no further than Romania, and none to the Western Front map."""
    turks = [u for u in position({}).units if u.startswith("tu-") and position({}).counter(u).is_combat][:5]
    sides = {**position({}).sides, "RO": ALLIED}
    state = position({"E2417": " ".join(turks[:3]), "E2516": turks[3], "E2416": turks[4]}, sides=sides,
                     taken=frozenset({"E2417", "E2416"}), turkey=True)  # fmt: skip
    three = moved(state, CENTRAL, " ".join(turks[:3]), "E2516")
    assert not_moved(three, CENTRAL, turks[4], "E2516 E2515").section == "17.31"
    assert off_limits_of(state, turks) >= state.printed.board.by_front[WEST] | state.printed.board.by_front[ITALY]


def test_17_21_one_american_unit_outside_the_western_front() -> None:
    """§17.21: wherever they go; in the west there is no limit."""
    state = in_box(position({}, "allied.new-units", turn=IN_1917, sides={**position({}).sides, "US": ALLIED}),
                   "us-1", "us-2")  # fmt: skip
    board = state.printed.board
    south = next(board.ids[i] for i in sorted(board.american_edges & board.by_front[ITALY]))
    west = next(board.ids[i] for i in sorted(board.american_edges & board.by_front[WEST]))
    assert refused(state, ALLIED, "place", units=["us-1", "us-2"], hex=south).section == "17.21"
    one = told(state, ALLIED, "place", units=["us-1"], hex=south)
    assert refused(one, ALLIED, "place", units=["us-2"], hex=south).section == "17.21"
    assert told(state, ALLIED, "place", units=["us-1", "us-2"], hex=west).stacks[west]


def test_17_31_no_unit_goes_to_turkey_before_its_army_of_europe_stands() -> None:
    """§17.31: the Central Powers wait until then; Germans and Bulgarians may enter afterwards."""
    sides = {**position({}).sides, "BU": CENTRAL, "TU": CENTRAL}
    for turkey, goes in ((False, False), (True, True)):
        state = position({"E1623": "bu-1"}, sides=sides, turkey=turkey)
        board = state.printed.board
        turks = board.by_country["TU"] - {board.index[h] for h in board.places.beaches}
        assert (not turks & barred_hexes(state, CENTRAL)) == goes
        assert not turks & barred_hexes(state, ALLIED)


def test_17_31_that_turkey_is_set_up_is_seen_at_once() -> None:
    """§17.31: what was found shut before is looked for again, though nothing else of the position has changed."""
    sides = {**position({}).sides, "BU": CENTRAL, "TU": CENTRAL}
    before = position({"E1623": "bu-1"}, sides=sides, turkey=False)
    turks = before.printed.board.by_country["TU"] - {
        before.printed.board.index[h] for h in before.printed.board.places.beaches
    }
    assert turks <= barred_hexes(before, CENTRAL)
    assert not turks & barred_hexes(follow(before, replace(before, turkey=True)), CENTRAL)


def test_15_23_15_33_tanks_and_what_stops_them_work_in_supply_alone() -> None:
    """§15.23, §15.24, §15.33: a tank cut off adds nothing to the die, an anti-tank unit cut off cancels nothing."""
    state = position({"W6311": "br-rtc br-5", "W6414": "ge-at-1 ge-3", "W6830": "br-exp br-6", "W4503": "ge-at-2"})
    assert [supply_of(state, u) for u in ("br-rtc", "ge-at-1", "br-exp", "ge-at-2")] == [IN, IN, UNSUPPLIED, UNSUPPLIED]
    assert tank_drm(state, ["br-rtc"], ["ge-3"]) == 2
    assert tank_drm(state, ["br-exp"], ["ge-3"]) == 0
    assert tank_drm(state, ["br-rtc"], ["ge-at-1"]) == 0
    assert tank_drm(state, ["br-rtc"], ["ge-at-2"]) == 2


def test_15_54_british_cavalry_is_as_others_from_strategic_turn_d_on() -> None:
    """§15.54: before, it attacks infantry by itself and uses trenches; the French never do."""
    found = []
    for letter in ("C", "D"):
        state = position({"W6311": "br-cav-1", "W6310": "fr-cav-1"}, strategic=letter)
        found.append((is_hampered(state, "br-cav-1"), is_hampered(state, "fr-cav-1")))
    assert found == [(False, True), (True, True)]


def test_6_6_the_austrian_polish_division_attacks_nobody_in_the_balkans() -> None:
    """§6.6: it operates outside the Balkans alone, so it does not attack into Serbia, as others beside it do; Russians
    it attacks as they do."""
    state = position({"E2210": "ah-po ah-3", "E2110": "se-cav-1"}, "first.east.attacks", west=ALLIED)
    assert refused(state, CENTRAL, "attack", units=["ah-po"], target="E2110").section == "6.6"
    assert why_not_attack(state, "ah-3", "E2110") is None
    east = position({"E3915": "ah-po ah-3", "E4016": "ru-26"}, "first.east.attacks", west=ALLIED)
    assert why_not_attack(east, "ah-po", "E4016") is None
