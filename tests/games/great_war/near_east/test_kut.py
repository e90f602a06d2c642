"""§14.2 Kut: its fort, the siege, and who is fed in it and round it."""

from __future__ import annotations

from random import Random

import pytest

from rules.great_war.combat.battle import ways_back
from rules.great_war.combat.declaring import why_not_fight
from rules.great_war.combat.odds import odds_of_attack
from rules.great_war.facts.fortresses import FortressRolled
from rules.great_war.facts.kut import KutEntered
from rules.great_war.game import GAME
from rules.great_war.movement.eligibility import why_not_move
from rules.great_war.movement.rails import why_no_ship
from rules.great_war.new_units.orders import entry
from rules.great_war.position.changes import relocate, with_near_east
from rules.great_war.position.control import controller
from rules.great_war.position.kut import siege_of_kut
from rules.great_war.position.state import AVAILABLE, DEAD, BattleFrame, State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.printed.phases import FIRST_MOVEMENT, SECOND_MOVEMENT
from rules.great_war.strategic.fortresses import besieged_forts, roll_fortresses
from rules.great_war.supply.starving import starved_units, unsupplied_units
from rules.great_war.supply.tracing import FORTRESS, IN, supply_of
from rules.kernel.fast_replace import replace
from rules.kernel.messages import Refusal, Refused
from tests.games.great_war.kit import refused, told, told_with
from tests.games.great_war.near_east.kit import before_set_up, placed, set_up, to_movement, until
from tests.games.great_war.strategic.kit import played

KUT = "NI1845"
ROUND = ("NI1744", "NI1844", "NI1944")
BRITISH = "br-16inbd br-17inbd br-18inbd"


def in_kut(state: State, besiegers: int = 1) -> State:
    """The British in Kut, and Turks in that many of the hexes round it."""
    turks = ("tu-27", "tu-cav-1bd", "tu-38")
    elsewhere = dict(zip(("NI1643", "NI1642", "NI1543"), turks, strict=True))
    state = placed(placed(state, elsewhere), {KUT: BRITISH})
    return placed(state, dict(zip(ROUND, turks[:besiegers], strict=False)))


def attack_on_kut(state: State, defenders: str) -> dict[str, int]:
    """Shifts by section of an attack by the two Turks in the north."""
    state = placed(state, {"NI1744": "tu-27", "NI1945": "tu-38"})
    odds = odds_of_attack(state, CENTRAL, ["tu-27", "tu-38"], KUT, defenders.split(), {})
    return {section: columns for text, section, columns in odds.shifts if text == "Fortification"}


def test_14_21_the_fort_is_there_once_an_allied_unit_has_been_in_it() -> None:
    """§14.21: not before; the log says so, everyone sees it, and it comes back with what is stored."""
    before = set_up()
    assert not before.near_east.kut
    assert not placed(placed(before, {"NI1643": "tu-27 tu-cav-1bd tu-38"}), {KUT: "tu-27"}).near_east.kut
    after = in_kut(before)
    assert after.near_east.kut
    line = GAME.narrate(before, KutEntered(), after, CENTRAL)
    assert line is not None
    assert (line["section"], line["hexes"]) == ("14.21", [KUT])
    for viewer in (ALLIED, CENTRAL, "spectator"):
        assert GAME.view(after, viewer)["near_east"]["kut"] == {"fort": True, "besieged": True}
    assert GAME.load_state(GAME.dump_state(after)) == after


def test_14_21_a_march_into_kut_builds_it() -> None:
    """§14.21: by an order, where nobody is in the way."""
    state = until(to_movement(), SECOND_MOVEMENT)
    state = placed(state, {"NI1643": "tu-27 tu-cav-1bd tu-38", "NI1846": "br-16inbd"})
    after, facts = told_with(state, ALLIED, "move", units=["br-16inbd"], path=[KUT])
    assert [fact for fact in facts if isinstance(fact, KutEntered)]
    assert after.near_east.kut
    back = told(after, ALLIED, "move", units=["br-16inbd"], path=["NI1846"])
    again, facts = told_with(back, ALLIED, "move", units=["br-16inbd"], path=[KUT])
    assert not [fact for fact in facts if isinstance(fact, KutEntered)]
    assert again.near_east.kut


@pytest.mark.parametrize(
    ("scenario", "fort"),
    [
        ("near-east-campaign", False),
        ("near-east-1915", False),
        ("near-east-1916", True),
        ("near-east-1917", True),
        ("near-east-1918", True),
    ],
)
def test_14_21_where_the_allies_begin_in_kut_it_has_its_fort(scenario: str, fort: bool) -> None:
    """§14.21, §21.24: by the scenario's ground."""
    assert before_set_up(scenario).near_east.kut == fort


def test_14_21_one_column_and_no_unit_of_its_own() -> None:
    """§14.21, §14.12: Allied units have the shift, without a factor of the fort or an attack from all sides; the
    Central Powers have none, ever."""
    state = in_kut(set_up(), 0)
    assert attack_on_kut(state, BRITISH) == {"10.42": -1}
    near = placed(state, {"NI1744": "tu-27"})
    odds = odds_of_attack(near, CENTRAL, ["tu-27"], KUT, BRITISH.split(), {})
    assert (odds.defence, odds.defenders) == (3, 3)
    beside = placed(near, {"NI1844": "br-16inbd"})
    odds = odds_of_attack(beside, CENTRAL, ["tu-27"], "NI1844", ["br-16inbd"], {})
    assert not [text for text, *_ in odds.shifts if text == "Fortification"], "of Kut, and of no hex beside it"
    turkish = placed(placed(state, {"NI2049": BRITISH}), {KUT: "tu-38"})
    turkish = placed(turkish, {"NI1846": "br-6bd"})
    odds = odds_of_attack(turkish, ALLIED, ["br-6bd"], KUT, ["tu-38"], {})
    assert not [text for text, *_ in odds.shifts if text == "Fortification"]


def test_14_21_no_unit_attacks_the_empty_fort() -> None:
    """§14.21, §14.14: it blocks nobody, and stands again for the Allies who come back."""
    state = placed(in_kut(set_up(), 0), {"NI2049": BRITISH})
    assert controller(state, KUT) == ALLIED
    state = placed(state, {KUT: "tu-38"})
    assert KUT not in state.destroyed
    back = placed(placed(state, {"NI1643": "tu-38"}), {KUT: "br-16inbd"})
    assert attack_on_kut(back, "br-16inbd") == {"10.42": -1}


def test_15_54_turkish_cavalry_alone_attacks_no_fort() -> None:
    """§15.54, §14.21: nor this one, even where only cavalry defends it."""
    state = placed(in_kut(set_up(), 0), {"NI2049": BRITISH, KUT: "br-6bd"})
    state = until(placed(told(told(state, ALLIED, "end_phase"), CENTRAL, "end_phase"), {"NI1844": "tu-cav-1bd"}),
                  "first.east.attacks")  # fmt: skip
    assert refused(state, CENTRAL, "attack", units=["tu-cav-1bd"], target=KUT).section == "15.54"


# --- the siege --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("besiegers", [1, 2, 3])
def test_14_22_any_one_of_the_hexes_will_do(besiegers: int) -> None:
    """§14.22, §14.23: the units are on Fortress Supply despite a line to Basra, and neither leave nor attack."""
    free, shut = in_kut(set_up(), 0), in_kut(set_up(), besiegers)
    for unit in BRITISH.split():
        assert supply_of(free, unit) == IN
        assert why_not_move(free, unit, "east") is None
        assert supply_of(shut, unit) == FORTRESS
        told_ = (why_not_move(shut, unit, "east"), why_not_fight(shut, unit))
        assert [refusal and refusal.section for refusal in told_] == ["14.23", "14.23"]
        assert why_no_ship(shut, unit) is not None
    assert set(BRITISH.split()) <= {u for u, how in starved_units(shut, ALLIED) if how == FORTRESS}
    assert not set(BRITISH.split()) & {*unsupplied_units(shut)}


def test_14_22_there_is_no_siege_without_allied_units_in_it() -> None:
    """§14.22: of Turks in Kut, or of an empty one, into which the Allies still come."""
    turks = placed(set_up(), {ROUND[0]: "tu-38"})
    assert turks.holder(KUT) == CENTRAL
    assert not siege_of_kut(turks)
    empty = relocate(turks, turks.stacks[KUT], DEAD)
    assert not siege_of_kut(empty)
    assert siege_of_kut(placed(empty, {KUT: "br-16inbd"}))


def test_14_22_other_hexes_lay_no_siege() -> None:
    """§14.22: a Turk beside Kut on another side besieges nobody; and the Turks in Kut are never besieged."""
    state = placed(in_kut(set_up(), 0), {"NI1745": "tu-27", "NI1846": "tu-38"})
    assert why_not_move(state, "br-16inbd", "east") is None
    assert why_not_move(placed(set_up(), {"NI1744": "tu-38"}), "tu-27", "east") is None


def test_14_23_orders_out_of_besieged_kut_are_refused() -> None:
    """§14.23: a march, an attack; and nobody marches in."""
    state = until(placed(in_kut(to_movement()), {"NI1846": "br-6bd"}), SECOND_MOVEMENT)
    assert refused(state, ALLIED, "move", units=["br-16inbd"], path=["NI1846"]).section == "14.23"
    assert refused(state, ALLIED, "move", units=["br-6bd"], path=[KUT]).section == "14.23"
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": ["br-6bd"]}}
    found = GAME.consult(state, ALLIED, asked)
    assert not hasattr(found, "section")
    assert KUT not in found["options"]["costs"]  # type: ignore[index, call-overload, operator]
    fighting = until(state, "second.east.attacks")
    assert refused(fighting, ALLIED, "attack", units=["br-16inbd"], target="NI1744").section == "14.23"


def test_14_23_the_siege_is_lifted_with_the_last_of_them() -> None:
    """§14.23: then the units are as free and as fed as before; what was kept of supply is found again."""
    shut = in_kut(to_movement())
    starved_units(shut, ALLIED)
    free = placed(shut, {"NI1643": "tu-27"})
    assert supply_of(free, "br-16inbd") == IN
    assert why_not_move(free, "br-16inbd", "east") is None
    assert starved_units(free, ALLIED) == starved_units(GAME.load_state(GAME.dump_state(free)), ALLIED)
    again = placed(free, {"NI1944": "tu-27"})
    assert starved_units(again, ALLIED) == starved_units(GAME.load_state(GAME.dump_state(again)), ALLIED)
    assert supply_of(again, "br-16inbd") == FORTRESS


def test_14_23_no_new_unit_comes_into_besieged_kut() -> None:
    """§14.23, §13.3: not by a headquarters either."""
    state = placed(in_kut(set_up()), {"NI1846": "br-hq-13crp"})
    state = replace(state, units={**state.units, "br-30inbd": state.units["br-30inbd"]._replace(at=AVAILABLE)})
    with pytest.raises(Refused) as found:
        entry(state, ["br-30inbd"], KUT)
    assert found.value.refusal.section == "14.23"
    assert supply_of(state, "br-hq-13crp") == IN
    assert entry(state, ["br-30inbd"], "NI1846").hex == "NI1846"


def test_14_23_cavalry_does_not_ride_out() -> None:
    """§14.23, §15.52: out of besieged Kut there is no way back."""
    state = placed(in_kut(set_up(), 0), {"NI2049": BRITISH, KUT: "br-6bd"})
    frame = BattleFrame(CENTRAL, ("tu-38",), ("NI1945",), KUT, ("br-6bd",), "cavalry-retreat")
    assert ways_back(placed(state, {"NI1945": "tu-38"}), frame)
    assert not ways_back(placed(state, {"NI1945": "tu-38", "NI1744": "tu-27"}), frame)


# --- surrender (§5.5, §14.15) -----------------------------------------------------------------------------------------


def on(letter: str, state: State) -> State:
    """The same while a strategic turn is taken."""
    return replace(state, strategic_state=replace(state.strategic_state, turn=letter))


@pytest.mark.parametrize(("besiegers", "dice"), [(1, False), (2, False), (3, True)])
def test_14_15_kut_counts_no_unit_of_its_own(besiegers: int, dice: bool) -> None:
    """§14.15, §14.21: three British need three enemy units beside them, and no more."""
    assert (KUT in besieged_forts(in_kut(set_up(), besiegers))) == dice


@pytest.mark.parametrize(("letter", "die", "falls"), [("C", None, False), ("D", 3, False), ("D", 4, True)])
def test_14_15_kut_surrenders_on_four(letter: str, die: int | None, falls: bool) -> None:
    """§5.5, §14.15, §14.23: after C, and its walls are there for the next Allies."""
    state = on(letter, in_kut(set_up(), 3))
    after, facts = played(roll_fortresses, state, *([] if die is None else [die]))
    assert ({after.units[u].at for u in BRITISH.split()} == {DEAD}) == falls
    assert KUT not in after.destroyed
    assert after.near_east.kut
    rolled = [fact for fact in facts if isinstance(fact, FortressRolled)]
    assert len(rolled) == (die is not None)
    assert GAME.load_state(GAME.dump_state(after)) == after


def test_14_15_cut_off_without_a_siege() -> None:
    """§14.21, §11.51 (docs/rulings): Kut on Fortress Supply for want of a line surrenders too; with one it does not."""
    free = placed(in_kut(set_up(), 0), {"NI1945": "tu-27 tu-38 tu-cav-1bd"})
    assert supply_of(free, "br-16inbd") == IN
    assert KUT not in besieged_forts(free)
    cut = placed(free, {"NI2252": "tu-35", "NI2552": "tu-36"})
    assert supply_of(cut, "br-16inbd") == FORTRESS
    assert KUT in besieged_forts(cut)
    assert supply_of(placed(set_up(), {"NI2252": "tu-35", "NI2552": "tu-36"}), "br-6bd") != FORTRESS
    assert KUT not in besieged_forts(set_up()), "Turks in Kut have no fort to surrender"
    board = free.printed.board
    edges = {board.ids[i] for i in board.supply["CP"] if board.front[i] == "iraq"}
    starving = placed(replace(set_up(), taken=set_up().taken | edges), {"NI1745": "tu-38 tu-36", "NI1944": "tu-37"})
    starving = with_near_east(starving, kut=True)
    assert supply_of(starving, "tu-27") != IN
    assert KUT not in besieged_forts(starving), "nor have those who starve in it"


# --- the hexes round it (§14.24, §11.54) ------------------------------------------------------------------------------


def test_14_24_the_hexes_feed_the_central_powers_in_them() -> None:
    """§11.54, §14.24 (docs/rulings): with a line or without; no unit beside them, and no Allied one."""
    state = set_up()
    board = state.printed.board
    sources = {board.ids[i] for i in board.supply["CP"] if board.front[i] == "iraq"}
    lost = replace(state, taken=state.taken | sources)
    assert supply_of(lost, "tu-27") != IN
    for hex_ in ROUND:
        assert supply_of(placed(lost, {hex_: "tu-27"}), "tu-27") == IN
    assert supply_of(placed(lost, {"NI1745": "tu-27"}), "tu-27") != IN
    assert supply_of(placed(lost, {"NI1744": "tu-38", "NI1743": "tu-27"}), "tu-27") != IN
    cut = placed(lost, {"NI2252": "tu-35", "NI2552": "tu-36", "NI1744": "br-16inbd"})
    assert supply_of(cut, "br-16inbd") != IN


def test_14_24_units_march_there_without_a_line() -> None:
    """§8.26, §14.24: the end of the march is in supply, so they may stay; one hex beside it they may not."""
    state = to_movement()
    board = state.printed.board
    sources = {board.ids[i] for i in board.supply["CP"] if board.front[i] == "iraq"}
    lost = replace(state, taken=state.taken | sources)
    assert state.phase.key == FIRST_MOVEMENT
    assert told(lost, CENTRAL, "move", units=["tu-27"], path=["NI1744"]).units["tu-27"].at == "NI1744"
    assert refused(lost, CENTRAL, "move", units=["tu-27"], path=["NI1745"]).section == "8.26"


def test_11_45_units_march_to_an_enemy_coast() -> None:
    """§8.26, §11.45: a hex of the coast feeds who has marched there, whoever held it before."""
    state = placed(to_movement(), {"NC4437": "tu-8"})
    state = replace(state, taken=state.taken | {h for h in map(state.printed.board.ids.__getitem__,
                    state.printed.board.supply["CP"]) if h.startswith("NC")})  # fmt: skip
    assert controller(state, "NC4537") == ALLIED
    after = told(state, CENTRAL, "move", units=["tu-8"], path=["NC4537"])
    assert supply_of(after, "tu-8") == IN
    assert refused(after, CENTRAL, "move", units=["tu-8"], path=["NC4538"]).section == "8.26"


# --- other forts, and what is kept ------------------------------------------------------------------------------------


def test_14_15_a_fort_of_the_caucasus_surrenders() -> None:
    """§5.5, §14.15: cut off and outnumbered, with its own unit counted; on a five it is no more."""
    state = set_up()
    board = state.printed.board
    kars = next(i for i in sorted(board.forts) if board.country[i] == "RU" and board.front[i] == "caucasus")
    turks = ("tu-1", "tu-10", "tu-13", "tu-14", "tu-2", "tu-23")
    around = placed(state, dict(zip([board.ids[b] for b in board.beside(kars)], turks, strict=False)))
    within = placed(around, {board.ids[kars]: "ru-4tks"})
    assert supply_of(within, "ru-4tks") == FORTRESS
    after, facts = played(roll_fortresses, on("E", within), 5)
    assert [fact.hex for fact in facts if isinstance(fact, FortressRolled)] == [board.ids[kars]]
    assert board.ids[kars] in after.destroyed
    assert after.units["ru-4tks"].at == DEAD


def test_14_23_what_is_kept_of_the_siege_is_what_is_found_again() -> None:
    """§14.22, §11.1: in a game of 1916 by players who do anything, supply, offers and views are those of a position
    that has just been read."""
    state, rng = set_up("near-east-1916"), Random(16)
    assert siege_of_kut(state)
    for number in range(160):
        seat = rng.choice(GAME.deciders(state))
        found = GAME.decide(state, seat, GAME.random_command(state, seat, rng), lambda _, sides: rng.randint(1, sides))
        assert not isinstance(found, Refusal), found
        state = found.states[-1]
        if number % 20:
            continue
        fresh = GAME.load_state(GAME.dump_state(state))
        for side in (ALLIED, CENTRAL):
            assert starved_units(state, side) == starved_units(fresh, side)
            assert GAME.view(state, side) == GAME.view(fresh, side)
            assert GAME.legal(state, side) == GAME.legal(fresh, side)
