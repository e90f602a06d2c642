"""The campaign from August 1914: where its armies begin, what holds on the first turns, and turns by chance."""

from __future__ import annotations

import random
from collections import Counter as Tally
from functools import cache
from typing import Any

import pytest

from rules.great_war.combat.advance import why_not_advance
from rules.great_war.combat.battle import ways_back
from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.game import GAME, start_match
from rules.great_war.movement.orders import MOVE, check_march, may_move
from rules.great_war.movement.rails import why_no_train
from rules.great_war.movement.reach import can_step, ends_of, goes_nowhere, group_of, random_way, ways_of
from rules.great_war.position.changes import dead
from rules.great_war.position.control import controller, forts
from rules.great_war.position.pre_war_state import GAMBIT, PreWarState
from rules.great_war.position.state import LATER, POOL, BattleFrame, PhaseFrame, State, UnitState
from rules.great_war.printed.arrivals import START
from rules.great_war.printed.board import HOLLAND
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.printed.phases import FIRST_MOVEMENT
from rules.great_war.printed.plans import AUGUST_1914
from rules.great_war.restrictions.first_turns import GARRISONS, code_of
from rules.great_war.setup import auto_setup
from rules.great_war.setup.orders import unmanned_hexes
from rules.great_war.stacking import crowded_hexes
from rules.great_war.strategic.victory import points
from rules.great_war.supply.starving import unsupplied_units
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices
from tests.games.great_war.kit import FAIR, PLACES, at, at_random, moved, not_moved, or_enough, refused, told, ways

pytestmark = pytest.mark.xdist_group("great-war-set-ups")


@cache
def opened() -> State:
    """Before the Allied set-up."""
    return start_match("campaign", AUGUST_1914)


@cache
def halfway() -> State:
    """The Allies stand."""
    return told(told(opened(), ALLIED, "deal"), ALLIED, "end_phase")


@cache
def stood() -> State:
    """Both sides set up in one click each."""
    return told(told(halfway(), CENTRAL, "deal"), CENTRAL, "end_phase")


def placed(stacks: dict[str, str], key: str = FIRST_MOVEMENT, **fields: Any) -> State:
    """August 1914 with nobody on the map but these units."""
    start = opened()
    units = {u: UnitState(LATER) for u in start.units}
    there = {h: tuple(names.split()) for h, names in stacks.items()}
    for hex_, names in there.items():
        units |= {u: UnitState(hex_) for u in names}
    given: dict[str, Any] = {"weather": FAIR, **fields}
    return replace(start, units=units, stacks=there, groups={}, cursor=(PhaseFrame(key),), **given)


def coded(nation: str, code: str) -> list[str]:
    """The units of a nation that begin with a code and can fight."""
    start = opened()
    mine = [u for u in start.units if start.counter(u).nation == nation and code_of(start, u) == code]
    return [u for u in mine if start.counter(u).is_combat]


# --- set-up -----------------------------------------------------------------------------------------------------------


def test_19_2_a_click_a_side() -> None:
    """§19.2, §19.3: all that begin on the map stand, in supply, uncrowded; nobody has a point."""
    state = stood()
    assert state.boxes[POOL] == ()
    assert unsupplied_units(state) == ()
    assert [crowded_hexes(state, side) for side in SIDES] == [(), ()]
    assert [unmanned_hexes(state, side) for side in SIDES] == [(), ()]
    assert points(state) == 0
    begin = {u for u, arrival in state.printed.arrivals.items() if arrival.turn == START}
    assert {*state.on_map()} == begin
    assert (state.west, state.marker, state.turn, state.strategic) == (CENTRAL, "OberOst", 1, "")


def test_19_21_where_each_unit_stands() -> None:
    """§19.21, §19.31: Belgians in Antwerp and Namur, the British at Mons, the Russian armies; thirty German infantry
    divisions at least beyond row 59, ten French at most beyond row 53, two fortress units a hex."""
    state = stood()
    lattice = state.printed.board.lattice
    assert len(state.stacks["W6819"]) == 7
    assert state.stacks["W6221"] == ("be-4",)
    assert all(lattice.distance("W6316", at(state, u)) <= 1 for u in coded("BR", "B"))
    assert all(lattice.distance("E5620", at(state, u)) <= 1 for u in coded("RU", "1"))
    assert all(lattice.distance("E4816", at(state, u)) <= 1 for u in coded("RU", "2"))
    north = [u for u in coded("GE", "W") if int(at(state, u)[1:3]) > 59 and state.counter(u).kind == "infantry"]
    assert len(north) >= 30
    assert sum(int(at(state, u)[1:3]) > 53 for u in coded("FR", "F")) <= 10
    for nation, code in (("FR", "V"), ("RU", "V"), ("GE", "X")):
        assert max(Tally(at(state, u) for u in coded(nation, code)).values()) <= 2


def test_19_21_one_click_keeps_the_codes_where_no_army_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """§19.21, §19.31: two fortress units a hex, ten French in the north and thirty Germans, all in supply."""
    monkeypatch.setattr(auto_setup.DealtByCard, "muster", lambda *_: None)
    state = told(told(GAME.new_match("campaign", {}), ALLIED, "deal"), ALLIED, "end_phase")
    state = told(told(state, CENTRAL, "deal"), CENTRAL, "end_phase")
    for nation, code in (("FR", "V"), ("RU", "V"), ("GE", "X")):
        assert max(Tally(at(state, u) for u in coded(nation, code)).values()) <= 2
    assert sum(int(at(state, u)[1:3]) > 53 for u in coded("FR", "F")) <= 10
    assert unsupplied_units(state) == ()
    assert [crowded_hexes(state, side) for side in SIDES] == [(), ()]


def test_19_21_two_fortress_units_a_hex() -> None:
    """§19.21: a third is refused; so is an eleventh unit in the north of the French border."""
    state = opened()
    one, two, three, *_ = coded("FR", "V")
    state = told(told(state, ALLIED, "place", unit=one, hex="W5122"), ALLIED, "place", unit=two, hex="W5122")
    assert refused(state, ALLIED, "place", unit=three, hex="W5122").code == "too-many-there"
    state = told(state, ALLIED, "place", unit=three, hex="W4824")
    border = coded("FR", "F")
    for n, unit in enumerate(border[:10]):
        state = told(state, ALLIED, "place", unit=unit, hex=("W5425", "W5423")[n // 5])
    assert refused(state, ALLIED, "place", unit=border[10], hex="W5425").code == "too-many-there"
    assert refused(state, ALLIED, "place", unit=border[10], hex="W6413").code == "outside"


def test_19_31_thirty_divisions_in_the_north() -> None:
    """§19.31: the set-up does not end with fewer."""
    state = told(halfway(), CENTRAL, "deal")
    north = [u for u in coded("GE", "W") if int(at(state, u)[1:3]) > 59 and state.counter(u).kind == "infantry"]
    spare = [f"W{row}{col}" for row in range(47, 56) for col in range(30, 33)]
    for n, unit in enumerate(north[: len(north) - 29]):
        state = told(state, CENTRAL, "place", unit=unit, hex=spare[n])
    assert refused(state, CENTRAL, "end_phase").code == "too-few-there"


def test_19_31_a_click_mans_the_north_again() -> None:
    """§19.31, §20.3: where Germany has given up divisions of the north, others come from farther south."""

    def north(state: State) -> list[str]:
        mine = (u for u in coded("GE", "W") if u in state.on_map() and state.counter(u).kind == "infantry")
        return [u for u in mine if int(at(state, u)[1:3]) > 59]

    gone = [u for u in north(told(halfway(), CENTRAL, "deal")) if halfway().face(u).attack == 4][:7]
    state = told(dead(halfway(), gone), CENTRAL, "deal")
    assert len(north(state)) == 30
    assert crowded_hexes(state, CENTRAL) == ()
    assert told(state, CENTRAL, "end_phase").phase.key != state.phase.key


def test_19_31_austrians_look_to_the_russians() -> None:
    """§19.31: A units stand within three hexes of a Russian of the Southwest Front, wherever he has been set up."""
    state, unit = halfway(), coded("AH", "A")[0]
    assert at(told(state, CENTRAL, "place", unit=unit, hex="E3918"), unit) == "E3918"
    assert refused(state, CENTRAL, "place", unit=unit, hex="E2309").code == "outside", "that is near Serbians"
    far = opened()
    for n, russian in enumerate(coded("RU", "S")):
        far = told(far, ALLIED, "place", unit=russian, hex=("E4216", "E4316", "E4317", "E4218", "E4219", "E4220",
                                                            "E4221", "E4122")[n // 6])  # fmt: skip
    far = replace(far, cursor=(PhaseFrame("central.set-up"),))
    assert refused(far, CENTRAL, "place", unit=unit, hex="E3522").code == "outside"
    assert at(told(far, CENTRAL, "place", unit=unit, hex="E4118"), unit) == "E4118"


def test_19_31_not_into_liege() -> None:
    """§8.22, §19.31, §7.11: Germans begin in Belgium near Aachen, which is theirs then, but in no Belgian fort."""
    unit = coded("GE", "W")[0]
    assert refused(halfway(), CENTRAL, "place", unit=unit, hex="W6324").code == "outside"
    state = told(told(halfway(), CENTRAL, "deal"), CENTRAL, "place", unit=unit, hex="W6425")
    assert controller(told(state, CENTRAL, "end_phase"), "W6425") == CENTRAL
    assert controller(stood(), "W6425") == ALLIED
    assert state.printed.board.index["W6324"] in forts(state, ALLIED)


# --- the first turns --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_19_52_french_and_russians_are_unready(turn: int) -> None:
    """§19.52: until September a column to the left when they attack, to the right when they defend, but in a fort."""
    there = {"W5125": "ge-1gd ge-2gd", "W5124": "fr-12", "W5122": "fr-13", "W5223": "ge-3"}
    state = placed({**there, "W6517": "be-4", "W6518": "ge-4"}, turn=turn)

    def early(units: list[str], target: str) -> list[int]:
        found = odds_of_attack(
            state, state.side(units[0]), units, target, state.stacks[target], {ALLIED: "", CENTRAL: ""}
        )
        return [n for _, section, n in found.shifts if section == "19.52"]

    assert early(["ge-1gd", "ge-2gd"], "W5124") == ([1] if turn < 3 else [])
    assert early(["fr-12"], "W5125") == ([-1] if turn < 3 else [])
    assert early(["ge-3"], "W5122") == []
    assert (early(["ge-4"], "W6517"), early(["be-4"], "W6518")) == ([], []), "Belgians are ready"


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_19_53_fortress_troops_stay(turn: int) -> None:
    """§19.53: units with V, X and Y neither move nor attack in August."""
    state = replace(stood(), turn=turn, weather=FAIR, cursor=(PhaseFrame(FIRST_MOVEMENT),))
    garrison = next(u for u in coded("GE", "X"))
    assert code_of(state, garrison) in GARRISONS
    assert may_move(state, garrison, "west") == (turn > 2)
    field = placed({"W5125": "fr-12", "W5126": garrison}, "first.west.attacks", turn=turn, west=CENTRAL)
    if turn < 3:
        assert refused(field, CENTRAL, "attack", units=[garrison], target="W5125")
    else:
        told_attack = GAME.decide(
            field, CENTRAL, {"kind": "attack", "units": [garrison], "target": "W5125"}, lambda d, s: 3
        )
        assert not isinstance(told_attack, Refusal)


@pytest.mark.parametrize("turn", [2, 3])
def test_19_54_two_russian_armies(turn: int) -> None:
    """§19.54: the 1st and the 2nd neither stack nor attack together in August."""
    first, second = coded("RU", "1")[0], coded("RU", "2")[0]
    together = placed({"E5318": first, "E5218": second, "E5317": "ge-3"}, "first.east.attacks", turn=turn, west=CENTRAL)
    order = {"kind": "attack", "units": [first, second], "target": "E5317"}
    answer = GAME.decide(together, ALLIED, order, lambda d, s: 3)
    assert isinstance(answer, Refusal) == (turn == 2)
    if isinstance(answer, Refusal):
        assert answer.code == "two-armies"
    stacked = placed({"E5318": f"{first} {second}"}, turn=turn)
    assert crowded_hexes(stacked, ALLIED) == (("E5318",) if turn == 2 else ())


def test_19_55_no_trains_on_the_first_turn() -> None:
    """§19.55: from the second on they run."""
    for turn, runs in ((1, False), (2, True)):
        state = replace(stood(), turn=turn, weather=FAIR, cursor=(PhaseFrame("central.rail"),))
        answer = GAME.decide(
            state, CENTRAL, {"kind": "rail", "units": [state.stacks["W6526"][0]], "to": "W6529"}, lambda d, s: 1
        )
        assert isinstance(answer, Refusal) != runs


def test_19_55_ships_sail_on_the_first_turn() -> None:
    """§19.55, by ruling: what it forbids is strategic movement, which 9.0 keeps apart from that by sea."""
    state = replace(placed({"W6709": "fr-12"}, turn=1), weather=FAIR, cursor=(PhaseFrame("allied.rail"),))
    order = {"kind": "sail", "units": ["fr-12"], "to": "W6707"}
    answer = GAME.decide(state, ALLIED, order, lambda d, s: 1)
    assert not isinstance(answer, Refusal), answer
    assert answer.states[-1].units["fr-12"].at == "W6707"


def test_19_56_belgians() -> None:
    """§19.56: nobody of them moves on the first turn; those in Antwerp stay, and are not attacked, until October."""
    for turn, namur, antwerp in ((1, False, False), (2, True, False), (4, True, False), (5, True, True)):
        state = placed({"W6819": "be-1", "W6221": "be-4"}, turn=turn, west=ALLIED)
        assert (may_move(state, "be-4", "west"), may_move(state, "be-1", "west")) == (namur, antwerp)
        field = placed({"W6819": "be-1", "W6820": "ge-3"}, "first.west.attacks", turn=turn, west=CENTRAL)
        answer = GAME.decide(field, CENTRAL, {"kind": "attack", "units": ["ge-3"], "target": "W6819"}, lambda d, s: 3)
        assert isinstance(answer, Refusal) != antwerp
        british = placed({"W6819": "br-1", "W6820": "ge-3"}, "first.west.attacks", turn=turn, west=CENTRAL)
        answer = GAME.decide(british, CENTRAL, {"kind": "attack", "units": ["ge-3"], "target": "W6819"}, lambda d, s: 3)
        assert not isinstance(answer, Refusal), "nothing is said of others there"


def test_19_56_10_71_belgians_who_may_not_move_do_not_advance() -> None:
    """§19.56 (docs/rulings): those in Antwerp attack and stay there until October, all others on the first turn."""
    for turn, unit, start, target, may in (
        (2, "be-1", "W6819", "W6820", False), (4, "be-1", "W6819", "W6820", False), (5, "be-1", "W6819", "W6820", True),
        (1, "be-4", "W6221", "W6222", False), (2, "be-4", "W6221", "W6222", True),
    ):  # fmt: skip
        state = placed({start: unit}, "first.west.attacks", turn=turn, west=ALLIED)
        no = why_not_advance(state, unit, target)
        assert (no.section if no is not None else "") == ("" if may else "19.56")


def test_20_2_7_15_52_british_cavalry_does_not_ride_away_on_the_turn_of_the_landing() -> None:
    """§20.2 No. 7: the British may not move then; later they may."""
    for turn, rides in ((1, False), (2, True)):
        state = placed({PLACES.pomerania: "br-cav-1", "E5304": "ge-3"}, "first.east.attacks", turn=turn,
                       pre_war=PreWarState(played=(GAMBIT,)))  # fmt: skip
        state = replace(state, landings=state.landings | {PLACES.pomerania})
        frame = BattleFrame(CENTRAL, ("ge-3",), ("E5304",), PLACES.pomerania, ("br-cav-1",), "cavalry-retreat")
        assert bool(ways_back(state, frame)) == rides


def test_19_56_belgians_go_through_holland_in_october() -> None:
    """§19.56: out of Antwerp, in October 1914 alone, past Germans, to a hex near a port; nobody stays in Holland."""
    besiegers = {h: f"ge-{n}" for n, h in enumerate(("W6718", "W6719", "W6818", "W6820", "W6919", "W6714"), 3)}
    coast = ["W6918", "W6917", "W6916", "W6915", "W6914", "W6913"]

    def october(turn: int = 5, **more: str) -> State:
        return placed({"W6819": "be-1", **besiegers, **more}, turn=turn, west=ALLIED)

    assert "W6913" in ways(october(), ALLIED, "be-1")
    gone = moved(october(), ALLIED, "be-1", " ".join(coast))
    assert at(gone, "be-1") == "W6913"
    assert not gone.taken - october().taken
    halfway = moved(placed({"W6819": "be-1", "W6820": "ge-4"}, turn=5, west=ALLIED), ALLIED, "be-1", coast[0])
    assert at(moved(halfway, ALLIED, "be-1", " ".join(coast[1:])), "be-1") == "W6913", "it began in Antwerp"
    assert not_moved(october(), ALLIED, "be-1", " ".join(coast[:3])).section == "19.56"
    assert "W6916" not in ways(october(), ALLIED, "be-1")
    assert not_moved(october(turn=6), ALLIED, "be-1", " ".join(coast)).section == "17.4"
    other = october(W6918="be-2")
    assert not_moved(other, ALLIED, "be-2", " ".join(coast[1:])).section == "17.4"
    lost = october(W6912="ge-20", W6709="ge-21", W6707="ge-22")
    assert not_moved(lost, ALLIED, "be-1", " ".join(coast)).section == "19.56"


def test_19_56_what_is_reached_around_holland_is_offered_by_that_way() -> None:
    """§19.56, §8.26: one way to a hex far from the Channel leads over a Dutch one, and nobody may end there by it; the
    one that keeps to Belgium is offered and taken."""
    besiegers = {"W6718": "ge-3", "W6820": "ge-4", "W6717": "ge-5"}
    state = placed({"W6819": "be-1", **besiegers}, turn=5, west=ALLIED)
    over, around = "W6919 W6920 W6921 W6922 W6823", "W6919 W6920 W6921 W6822 W6823"
    board = state.printed.board
    assert board.country[board.index["W6922"]] == "NL"
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": ["be-1"]}}
    shown: Any = GAME.consult(state, ALLIED, asked)
    assert shown["options"]["ways"]["W6823"] == around.split()
    assert at(moved(state, ALLIED, "be-1", around), "be-1") == "W6823"
    assert not_moved(state, ALLIED, "be-1", over).section == "19.56"


def test_19_56_a_program_at_random_finds_the_way_through_holland() -> None:
    """§19.56: though the Belgians can end in no hex beside Antwerp; it never ends in Holland, nor past the ports."""
    besiegers = {h: f"ge-{n}" for n, h in enumerate(("W6718", "W6719", "W6818", "W6820", "W6919", "W6714"), 3)}
    state = placed({"W6819": "be-1", **besiegers}, turn=5, west=ALLIED)
    board, group = state.printed.board, group_of(state, ["be-1"], ALLIED, "west")
    assert not can_step(state, group)
    assert not goes_nowhere(state, group)
    units = MOVE.slots[0].options(At(state, ALLIED, scope="west"), Choices({}))
    assert units.pick(random.Random(1)) == ["be-1"]
    dutch, ends = board.by_country[HOLLAND], {i for i, _ in ends_of(state, group, ways_of(state, group))}
    rng = random.Random(1914)
    found = {random_way(state, group, rng, 4, to_enemy=to_enemy) for to_enemy in (False, True) for _ in range(150)}
    found.discard(())
    assert found
    assert {path[-1] for path in found} <= ends
    for path in found:
        assert path[-1] not in dutch
        assert check_march(state, group, tuple(board.ids[i] for i in path))


def test_19_53_19_56_nor_do_they_go_by_rail() -> None:
    """§19.53, §19.56: fortress troops in August, and Belgians in Antwerp before October."""
    garrison = coded("GE", "X")[0]
    for turn, goes in ((2, False), (3, True)):
        state = placed({"W6526": f"{garrison} ge-3"}, "central.rail", turn=turn)
        refusal = why_no_train(state, garrison)
        assert (refusal is None) == goes, refusal
        assert why_no_train(state, "ge-3") is None
    for turn, goes in ((2, False), (4, False), (5, True)):
        state = placed({"W6819": "be-1", "W6715": "be-4"}, "allied.rail", turn=turn)
        refusal = why_no_train(state, "be-1")
        assert (refusal is None) == goes, refusal
        assert why_no_train(state, "be-4") is None


# --- the course of it -------------------------------------------------------------------------------------------------


def test_4_1_the_first_turns_by_random_commands() -> None:
    """§4.1, §17.1: through August, strategic turn A and September; in October the Ottoman Empire is at war."""
    rng, state, left, key = random.Random(1914), stood(), 4, ""
    assert "TU" not in state.sides
    letters = set()
    while state.turn < 5 and state.outcome is None:
        if state.phase.key != key:
            key, left = state.phase.key, 4
        left -= 1
        state, _ = (at_random if left >= 0 else or_enough)(state, rng)
        letters.add(state.strategic)
    assert letters == {"", "A", "B"}
    assert state.sides["TU"] == CENTRAL
    assert GAME.load_state(GAME.dump_state(state)) == state
