"""The set-ups of 1916, 1917 and 1918: what each side holds, one click a side, and a turn by random commands."""

from __future__ import annotations

import random
from collections import Counter as Tally
from functools import cache
from typing import Any

import pytest

from rules.great_war.game import GAME, start_match
from rules.great_war.position.control import controller, forts
from rules.great_war.position.state import AVAILABLE, DEAD, OUT, POOL, State
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.printed.plans import AUGUST_1914
from rules.great_war.printed.setup_lines import hexes_of
from rules.great_war.setup.assigning import other_groups
from rules.great_war.setup.orders import grounds, unmanned_hexes
from rules.great_war.stacking import crowded_hexes
from rules.great_war.strategic.victory import lost_cities, points, victory_hexes
from rules.great_war.supply.starving import unsupplied_units
from rules.great_war.supply.tracing import is_supplied_hex
from rules.kernel.messages import Refusal
from tests.games.great_war.invariants import check, check_numbers
from tests.games.great_war.kit import at, at_random, lots, or_enough, refused, set_up, told, told_with

pytestmark = pytest.mark.xdist_group("great-war-set-ups")
LATER = ("1916", "1917", "1918")


@cache
def opened(id_: str) -> State:
    """A scenario at its first question."""
    return start_match(id_, AUGUST_1914)


@cache
def stood(id_: str) -> State:
    """Both sides set up in one click each, at the first question of the first turn."""
    state = opened(id_)
    for seat in (ALLIED, CENTRAL):
        state = told(told(state, seat, "deal"), seat, "end_phase")
    return state


def on(state: State, nation: str, front: str, *, hqs: bool = False) -> list[str]:
    """The units of a nation on a front map: those that can fight, or its headquarters."""
    board = state.printed.board
    return [
        u
        for u in state.on_map()
        if state.counter(u).nation == nation
        and board.front[board.index[at(state, u)]] == front
        and state.counter(u).is_combat != hqs
    ]


def in_country(state: State, nation: str, *countries: str) -> list[str]:
    """The units of a nation that can fight and stand in some countries."""
    board = state.printed.board
    return [
        u
        for u in state.on_map()
        if state.counter(u).nation == nation
        and state.counter(u).is_combat
        and board.country[board.index[at(state, u)]] in countries
    ]


@pytest.mark.parametrize("id_", LATER)
def test_21_3_the_lines_give_the_points_on_the_track(id_: str) -> None:
    """§18.11, §21.36, §21.46, §21.56: what lies behind the lines is worth 9, 10 and 11 points, and no city is lost."""
    state = opened(id_)
    assert (points(state), lost_cities(state)) == (state.card.victory_points, ())
    assert "E1709" in victory_hexes(state)


@pytest.mark.parametrize("id_", LATER)
def test_21_12_a_click_a_side(id_: str) -> None:
    """§21.12, §7.21, §11.1: everyone stands in supply, no hex is crowded, and the lines are manned."""
    state = stood(id_)
    assert state.phase.key == "declare-events"
    assert state.boxes[POOL] == ()
    assert unsupplied_units(state) == ()
    for side in SIDES:
        assert crowded_hexes(state, side) == ()
        assert unmanned_hexes(state, side) == ()


@pytest.mark.parametrize(
    ("id_", "allied", "central"),
    [
        ("1916", {"west", "italy", "east"}, {"west", "east"}),
        ("1917", {"west", "italy"}, {"west", "east", "salonika"}),
        ("1918", {"west", "italy"}, set()),
    ],
)
def test_21_34_fronts_that_must_be_held(id_: str, allied: set[str], central: set[str]) -> None:
    """§21.34, §21.35, §21.44, §21.45, §21.54, §21.55: in 1918 the Central Powers are free."""
    ground = grounds(opened(id_))
    south = {h for country in ("AL", "SE", "GK", "BU") for h in ground.board.by_country[country]}
    found = []
    for side in (ALLIED, CENTRAL):
        hexes = ground.hexes_to_man(side)
        found.append({"salonika" if i in south else ground.board.front[i] for i in hexes})
        assert not ground.board.alpine & {*hexes}
    assert found == [allied, central]


def test_21_44_the_italian_line_of_1917_is_what_is_not_alpine() -> None:
    """§21.44: the hexes that the scenario lists one by one."""
    ground = grounds(opened("1917"))
    listed = hexes_of("2412-2417, 2618, 2920, 3021, 3022, 2927, 2829, 2729, 2629, 2529-2328")
    italian = ground.board.names([i for i in ground.hexes_to_man(ALLIED) if ground.board.front[i] == "italy"])
    assert {*italian} == {f"W{h}" for h in listed}


def test_21_34_the_allies_of_1916() -> None:
    """§21.34: five British, four French and two Italian divisions at Salonika with the Serbian headquarters; the
    Serbian army and fifteen Russian divisions are dead; Montenegro has nobody."""
    state = stood("1916")
    assert [len(on(state, n, "east")) for n in ("BR", "FR", "IT", "SE")] == [5, 4, 2, 0]
    assert all(state.printed.board.lattice.distance("E1116", at(state, u)) <= 2 for u in on(state, "BR", "east"))
    assert at(state, "se-hq-se") == "E1116"
    dead = Tally(state.counter(u).nation for u in state.boxes[DEAD])
    assert (dead["RU"], dead["FR"], dead["BR"]) == (15, 4, 6)
    assert not any(state.units[u].back for u in state.boxes[DEAD] if state.counter(u).nation == "BR"), "§10.63"
    assert all(at(state, u) == OUT for u in state.units if state.counter(u).nation == "MN")
    assert all(state.units[u].back for u in on(state, "BR", "west") if state.counter(u).turned == "reduced")
    board = state.printed.board
    assert all(int(at(state, u)[1:3]) >= 58 for u in on(state, "BR", "west"))
    assert board.index["E1116"] in {i for i in range(len(board.ids)) if is_supplied_hex(state, "BR", i)}


def test_21_35_the_central_powers_of_1916() -> None:
    """§21.35: 19 Austrians and a headquarters in Italy, three in Montenegro, four at Salonika and four at most
    north of row 46; 47 Germans in the east; four Bulgarians at home; ten Turks."""
    state = stood("1916")
    assert (len(on(state, "AH", "italy")), len(on(state, "AH", "italy", hqs=True))) == (19, 1)
    assert len(in_country(state, "AH", "MN")) == 3
    assert len(in_country(state, "AH", "SE", "AL", "GK")) == 4
    assert len(in_country(state, "GE", "SE", "AL", "GK")) == 4
    assert len(in_country(state, "BU", "BU")) == 4
    east = [u for u in on(state, "AH", "east") if int(at(state, u)[1:3]) > 46]
    assert len(east) <= 4
    germans = in_country(state, "GE", "RU", "GE", "AH")
    assert sum(at(state, u)[0] == "E" for u in germans) == 47
    assert sum(at(state, u)[0] == "E" and int(at(state, u)[1:3]) <= 45 for u in germans) <= 6
    assert len(on(state, "TU", "east")) == 10


def test_21_45_the_central_powers_of_1917() -> None:
    """§21.45: 151, 72 and three German divisions and twelve dead, half of those in the east with a defence of three;
    13 headquarters, seven of them in the west; 20 Austrians with the 88th in Italy; ten Bulgarians, ten Turks."""
    state = stood("1917")
    germans = in_country(state, "GE", "RU", "GE", "AH", "RO", "FR", "BE", "LU")
    west = [u for u in germans if at(state, u)[0] == "W"]
    east = [u for u in germans if at(state, u)[0] == "E"]
    assert (len(west), len(east)) == (151, 72)
    assert sum(state.counter(u).front.defence >= 3 for u in east) >= 36
    assert len(in_country(state, "GE", "SE", "AL", "GK", "BU")) == 3
    assert sum(state.counter(u).nation == "GE" for u in state.boxes[DEAD]) == 12
    assert [len(on(state, "GE", f, hqs=True)) for f in ("west", "east")] == [7, 6]
    assert len(on(state, "AH", "italy")) == 20
    assert at(state, "ah-88kb")[0] == "W"
    assert [len(in_country(state, "BU", "RO")), len(on(state, "BU", "east"))] == [2, 10]
    assert [len(in_country(state, "TU", "RO")), len(on(state, "TU", "east"))] == [4, 10]


def test_15_91_the_russians_of_1917_and_1918_are_provisional() -> None:
    """§15.91, §21.54: after the fall of the Czar every division shows that side; 80 of them are left in 1918."""
    for id_ in ("1917", "1918"):
        state = stood(id_)
        russians = [u for u in on(state, "RU", "east") if state.counter(u).turned == "provisional"]
        assert all(state.units[u].back for u in russians)
        assert state.strategic_state.czar
    assert len(on(stood("1918"), "RU", "east")) == 80
    assert stood("1918").strategic_state.bolsheviks == "N"


def test_21_54_the_allies_of_1918() -> None:
    """§21.54: one American division in the west, two Italians there and two at Salonika, the Greeks at Salonika."""
    state = stood("1918")
    assert (len(on(state, "US", "west")), len(on(state, "IT", "west")), len(on(state, "IT", "east"))) == (1, 2, 2)
    assert on(state, "GK", "east")
    assert len(on(state, "BR", "east")) <= 6
    assert len(on(state, "FR", "italy")) <= 4
    assert all(int(at(state, u)[1:3]) >= 54 for u in on(state, "BR", "west"))
    assert all(int(at(state, u)[1:3]) <= 55 for u in on(state, "FR", "west"))


def test_21_55_the_central_powers_of_1918() -> None:
    """§21.55, §15.4, §17.31: 190 Germans at most in the west and twelve in Italy, all that can be are shock troops;
    30 Austrians in the front line in Italy; four at most north of row 48 and in the west."""
    state = stood("1918")
    assert len(on(state, "GE", "west")) <= 190
    assert len(on(state, "GE", "italy")) <= 12
    assert all(state.units[u].back for u in on(state, "GE", "west") if state.counter(u).turned == "shock")
    assert sum(state.counter(u).turned == "shock" for u in on(state, "GE", "west")) > 40
    front = {state.printed.board.ids[i] for i in grounds(state).front_of(CENTRAL)}
    assert sum(at(state, u) in front for u in on(state, "AH", "italy")) >= 30
    assert sum(int(at(state, u)[1:3]) > 48 for u in on(state, "AH", "east")) <= 4
    assert len(on(state, "AH", "west")) <= 4


def test_21_46_forts_and_the_hindenburg_line() -> None:
    """§14.31, §21.11, §21.45, §21.53: the four hexes are forts; Lutsk and Przemyśl are gone in 1918."""
    state = opened("1917")
    board = state.printed.board
    held = {board.ids[i] for i in forts(state, CENTRAL)}
    assert {"W5913", "W5814", "W5713", "W5614"} <= held
    assert not {"W5913"} & {board.ids[i] for i in forts(opened("1916"), CENTRAL)}
    assert {"E4222", "E3918"} <= opened("1918").destroyed


def test_17_4_albania_and_greece_once_the_allies_are_at_salonika() -> None:
    """§6.53, §17.4, ruling on §7.1: both sides may enter; what nobody has entered counts as the Allies', so that
    Valona supplies Italians until the Central Powers take it."""
    early = told(opened("1916"), ALLIED, "deal")
    assert controller(early, "E1210") == ALLIED
    assert controller(early, "E1015") == ALLIED
    assert controller(early, "E1509") == CENTRAL
    assert {"E1116", "E1210"} <= {
        early.printed.board.ids[i] for i in range(len(early.printed.board.ids)) if is_supplied_hex(early, "IT", i)
    }


@pytest.mark.parametrize("id_", LATER)
def test_6_53_one_click_garrisons_salonika(id_: str) -> None:
    """§6.53: without a unit that fights there it would supply nobody while Greece is neutral."""
    state = stood(id_)
    assert any(state.counter(u).is_combat for u in state.stacks[state.places.salonika])


def central_set_up(id_: str) -> State:
    """The Allies stand, the Central Powers have still to be set up."""
    return told(told(opened(id_), ALLIED, "deal"), ALLIED, "end_phase")


def into(state: State, nation: str, to: str, kind: str) -> list[str]:
    """The units of a kind that are set up with a group of their nation."""
    mine = _group(state, nation, to)
    those = (u for u in state.boxes[POOL] if (state.counter(u).nation, state.counter(u).kind) == (nation, kind))
    return [u for u in those if state.groups.get(u) == mine]


def test_21_35_six_german_divisions_and_one_headquarters_in_the_south() -> None:
    """§21.35: south of row 46, and the Germans at Salonika are none of them."""
    state = told(central_set_up("1916"), CENTRAL, "deal")
    south = [u for u in on(state, "GE", "east") if int(at(state, u)[1:3]) < 46 and not in_the_balkans(state, u)]
    free = [u for u in on(state, "GE", "east") if int(at(state, u)[1:3]) >= 46]
    assert refused(state, CENTRAL, "place", unit="ge-hq-11", hex="E3815").section == "21.35"
    state = told(state, CENTRAL, "place", unit="ge-hq-sud", hex="E3815")
    for n, unit in enumerate(free[: 6 - len(south)]):
        state = told(state, CENTRAL, "place", unit=unit, hex=("E3914", "E3814")[n % 2])
    full = refused(state, CENTRAL, "place", unit=free[6], hex="E3813")
    assert full.code == "too-many-there"
    assert full.text == "No more than 6 German divisions are set up on that front in rows 10 to 45."


def in_the_balkans(state: State, unit: str) -> bool:
    """§3.13."""
    board = state.printed.board
    return board.country[board.index[at(state, unit)]] not in ("AH", "GE", "RU")


def test_21_45_two_austrian_infantry_divisions_north_of_row_45() -> None:
    """§21.45: no mountain unit and no headquarters there; south of row 46 as many as there are."""
    state = central_set_up("1917")
    foot, high = into(state, "AH", "east", "infantry"), into(state, "AH", "east", "mountain")
    for unit in foot[:2]:
        state = told(state, CENTRAL, "place", unit=unit, hex="E4822")
    assert refused(state, CENTRAL, "place", unit=foot[2], hex="E4822").code == "too-many-there"
    assert refused(central_set_up("1917"), CENTRAL, "place", unit=high[0], hex="E4822").section == "21.45"
    for unit in foot[2:6]:
        state = told(state, CENTRAL, "place", unit=unit, hex="E4521")
    state = told(state, CENTRAL, "exchange", unit=high[0], other=into(state, "AH", "salonika", "infantry")[0])
    asked = {"kind": "slot", "order": "exchange", "slot": "other"}
    for unit, offered in ((foot[0], False), (foot[2], True)):
        found = GAME.consult(state, CENTRAL, asked | {"chosen": {"unit": unit}})
        assert not isinstance(found, Refusal)
        assert (high[0] in found["options"]["of"]) == offered  # type: ignore[index, call-overload, operator]


def test_15_71_only_mountain_units_are_set_up_in_the_alps() -> None:
    """§15.71: at no set-up either."""
    state = opened("1917")
    board = state.printed.board
    peak = next(board.ids[i] for i in sorted(board.alpine & board.by_country["IT"] & grounds(state).of[ALLIED]))
    foot, high = into(state, "IT", "italy", "infantry")[0], "it-1alp"
    assert refused(state, ALLIED, "place", unit=foot, hex=peak).section == "15.71"
    assert at(told(state, ALLIED, "place", unit=high, hex=peak), high) == peak


@pytest.mark.parametrize(
    ("unit", "sent_to"),
    [("ge-hq-8", {"west": 9}), ("ge-3", {"salonika": 4, "west": 122}), ("bu-1", {"salonika": 6}), ("tu-5", {}),
     ("ah-47", {"italy": 19, "salonika": 4, "east": 47}), ("br-32na", {"salonika": 4, "west": 39})],
)  # fmt: skip
def test_21_12_with_whom_a_unit_of_1916_may_change_places(unit: str, sent_to: dict[str, int]) -> None:
    """§21.12: with units of its nation in other groups whose places it may take: headquarters with headquarters, a dead
    British division with those of Salonika and the west, Austrian mountain units with none of the dead cavalry."""
    state = told(opened("1916"), ALLIED, "deal")
    seat = state.side(unit)
    if seat == CENTRAL:
        state = told(told(state, ALLIED, "end_phase"), CENTRAL, "deal")
    found: Any = GAME.consult(
        state, seat, {"kind": "slot", "order": "exchange", "slot": "other", "chosen": {"unit": unit}}
    )
    others, mine = found["options"]["of"], state.counter(unit)
    assert {(state.counter(u).nation, state.counter(u).is_combat) for u in others} <= {(mine.nation, mine.is_combat)}
    groups = state.card.of(mine.nation)
    assert Tally(groups[state.groups[u]].to for u in others) == sent_to


def test_21_54_no_anzacs_canadians_or_portuguese_at_salonika() -> None:
    """§21.54: of the British in 1918; Italy is open to them."""
    state = opened("1918")
    there = str(_group(state, "BR", "salonika"))
    for unit in ("br-nz", "br-2cnd", "br-1pt"):
        assert there not in other_groups(state, unit)
    regular = next(u for u in state.groups if u.startswith("br-") and there in other_groups(state, u))
    assert str(told(state, ALLIED, "assign", unit=regular, to=there).groups[regular]) == there


def test_21_33_the_central_powers_before_salonika() -> None:
    """§21.33: in Albania, Serbia and the north of Greece, where nobody else stands and they are in supply."""
    state = told(told(opened("1916"), ALLIED, "deal"), ALLIED, "end_phase")
    german = next(u for u in state.boxes[POOL] if state.groups[u] == _group(state, "GE", "salonika"))
    taken = next(h for h in state.stacks if h.startswith("E13") or h.startswith("E12"))
    assert refused(state, CENTRAL, "place", unit=german, hex=taken).code == "outside"
    assert refused(state, CENTRAL, "place", unit=german, hex="E1015").code == "outside"
    assert at(told(state, CENTRAL, "place", unit=german, hex="E1313"), german) == "E1313"


def _group(state: State, nation: str, to: str) -> int:
    return next(n for n, group in enumerate(state.card.of(nation)) if group.to == to)


def test_21_33_a_unit_in_greece_holds_its_hex() -> None:
    """§7.13, §21.33: what the Central Powers occupy when both sides stand is theirs."""
    state = told(told(opened("1916"), ALLIED, "deal"), ALLIED, "end_phase")
    german = next(u for u in state.boxes[POOL] if state.groups[u] == _group(state, "GE", "salonika"))
    state = told(state, CENTRAL, "deal")
    free = next(h for h in ("E1318", "E1319", "E1214") if h not in state.stacks)
    state = told(state, CENTRAL, "place", unit=german, hex=free)
    assert controller(state, free) == ALLIED
    assert controller(told(state, CENTRAL, "end_phase"), free) == CENTRAL


@pytest.mark.parametrize("id_", LATER)
def test_4_2_a_turn_by_random_commands(id_: str) -> None:
    """§4.2, §7.1, §17.2: from the Event Phase to the next one: someone can always do something, and nobody is where
    he may not be."""
    rng = random.Random(int(id_))
    state, first, left, key = stood(id_), stood(id_).turn, 6, ""
    while state.turn == first and not state.strategic_state.turn and state.ended is None:
        if state.phase.key != key:
            key, left = state.phase.key, 6
            check(state)
        left -= 1
        state, _ = (at_random if left >= 0 else or_enough)(state, rng)
    check_numbers(state)
    assert GAME.load_state(GAME.dump_state(state)) == state


def test_21_36_nobody_of_a_later_turn_is_there() -> None:
    """§21.14: units of later turns are still to come; the boxes are empty."""
    for id_ in LATER:
        state = stood(id_)
        assert state.boxes[AVAILABLE] == ()
        through = state.card.through
        assert all(
            state.printed.arrivals[u].turn <= through
            for u in state.on_map()
            if len(state.printed.arrivals[u].turn) == 1
        )


# --- where the player is free -----------------------------------------------------------------------------------------


def places(state: State, seat: str, unit: str) -> dict[str, str]:
    """Where a unit may be sent: label to number."""
    asked = {"kind": "slot", "order": "assign", "slot": "to", "chosen": {"unit": unit}}
    found = GAME.consult(state, seat, asked)
    if isinstance(found, Refusal):
        return {}
    return {label: number for number, label in found["options"]["labels"].items()}  # type: ignore[index, call-overload, union-attr]


def test_21_55_germans_are_sent_to_another_front() -> None:
    """§21.55: from the fronts that are left free to the west, up to 190; and up to twelve to Italy."""
    state = told(told(opened("1918"), ALLIED, "deal"), ALLIED, "end_phase")
    state = told(state, CENTRAL, "deal")
    unit = next(u for u in on(state, "GE", "east") if state.counter(u).kind == "infantry")
    free = next(h for h in ("W5530", "W5430", "W5330") if h not in state.stacks)
    assert refused(state, CENTRAL, "place", unit=unit, hex=free).code == "outside"
    sent = told(state, CENTRAL, "assign", unit=unit, to=places(state, CENTRAL, unit)["Western Front"])
    assert at(sent, unit) == POOL
    assert refused(sent, CENTRAL, "end_phase").code == "not-all-placed"
    assert at(told(sent, CENTRAL, "place", unit=unit, hex=free), unit) == free
    assert "Italian Front" in places(sent, CENTRAL, unit)


def test_21_55_headquarters_go_where_their_divisions_may() -> None:
    """§21.55: the limits of the west and of Italy are of German divisions, so headquarters are free to go there; seven
    stand in the west as in 1917, and Austrian ones in Italy."""
    state = stood("1918")
    assert (len(on(state, "GE", "west", hqs=True)), len(on(state, "AH", "italy", hqs=True))) == (7, 3)
    state = told(told(told(opened("1918"), ALLIED, "deal"), ALLIED, "end_phase"), CENTRAL, "deal")
    hq = on(state, "GE", "east", hqs=True)[0]
    assert places(state, CENTRAL, hq).keys() == {"Western Front", "Italian Front"}
    sent = told(state, CENTRAL, "assign", unit=hq, to=places(state, CENTRAL, hq)["Western Front"])
    free = next(h for h in ("W5530", "W5430", "W5330") if h not in state.stacks)
    assert at(told(sent, CENTRAL, "place", unit=hq, hex=free), hq) == free


def test_21_54_a_headquarters_is_one_of_the_units_that_go_to_salonika() -> None:
    """§21.54: six British units, of whatever kind; four stand there in one click."""
    state = told(opened("1918"), ALLIED, "deal")
    assert not on(state, "BR", "east", hqs=True)
    hq = on(state, "BR", "west", hqs=True)[0]
    assert "Salonika Front" in places(state, ALLIED, hq)


@pytest.mark.parametrize(("id_", "rows", "apart"), [("1916", (59, 64), True), ("1918", (54, 55), False)])
def test_21_34_21_54_french_and_british_share_a_hex_in_1918(id_: str, rows: tuple[int, int], apart: bool) -> None:
    """§21.34, §21.54: the French set up apart from the British in 1916; nothing says so of 1918."""
    state = told(opened(id_), ALLIED, "deal")
    british = [h for h, units in sorted(state.stacks.items()) if units[0].startswith("br-") and len(units) < 6]
    where = next(h for h in british if h.startswith("W") and rows[0] <= int(h[1:3]) <= rows[1])
    french = next(u for u in on(state, "FR", "west") if state.counter(u).kind == "infantry")
    found = GAME.decide(state, ALLIED, {"kind": "place", "unit": french, "hex": where}, lambda draw, sides: 1)
    assert (isinstance(found, Refusal) and found.code == "not-together") == apart


def test_21_34_the_french_set_up_apart_at_salonika_too() -> None:
    """§21.34: the sentence names no front; dealt out they stand apart everywhere."""
    state = told(opened("1916"), ALLIED, "deal")
    for units in state.stacks.values():
        assert not {"FR"} < {state.counter(u).nation for u in units} & {"FR", "BR", "BE"}
    british = next(u for u in on(state, "BR", "east") if state.counter(u).is_combat)
    french = next(u for u in on(state, "FR", "east") if state.counter(u).is_combat)
    assert refused(state, ALLIED, "place", unit=french, hex=at(state, british)).code == "not-together"


def test_21_24_those_whom_the_scenario_puts_together_stay_together() -> None:
    """§21.24: British and French share Calais and Cape Hellas, where it names both."""
    state = set_up()
    for hex_ in ("W6707", "E1022"):
        assert {"BR", "FR"} <= {state.counter(u).nation for u in state.stacks[hex_]}


def test_21_24_the_french_stand_apart_whoever_comes_first() -> None:
    """§21.24: a hex that the scenario names for the Belgians alone is none for the French, before them or after; nor do
    other French join those in Calais."""
    state = told(opened("1915"), ALLIED, "draw_lots", lots(opened("1915")))
    french = told(state, ALLIED, "place", unit="fr-5", hex="W6811")
    assert refused(french, ALLIED, "place", unit="be-1", hex="W6811").code == "not-together"
    assert at(told(french, ALLIED, "place", unit="be-1", hex="W6810"), "be-1") == "W6810"
    french = told(state, ALLIED, "place", unit="fr-5", hex="W6707")
    assert refused(french, ALLIED, "place", unit="br-42t", hex="W6707").code == "not-together"
    both = told(told(state, ALLIED, "place", unit="fr-2", hex="W6707"), ALLIED, "place", unit="br-42t", hex="W6707")
    assert {*both.stacks["W6707"]} == {"fr-2", "br-42t"}
    assert refused(both, ALLIED, "place", unit="fr-5", hex="W6707").code == "not-together"


def test_21_34_north_of_a_row_leaves_the_row_out() -> None:
    """§21.33, §21.34: row 58 is not the British army's in 1916, and row 12 of Greece nobody's of the Central Powers;
    in 1917, where nobody else may stand in row 58, it is the British army's (§21.44)."""
    state = told(opened("1916"), ALLIED, "deal")
    british = next(u for u in on(state, "BR", "west") if state.counter(u).is_combat)
    assert refused(state, ALLIED, "place", unit=british, hex="W5811").code == "outside"
    free = next(h for h in ("W5909", "W5908", "W5907") if h not in state.stacks)
    assert at(told(state, ALLIED, "place", unit=british, hex=free), british) == free
    state = told(state, ALLIED, "end_phase")
    german = next(u for u in state.boxes[POOL] if state.groups[u] == _group(state, "GE", "salonika"))
    assert refused(state, CENTRAL, "place", unit=german, hex="E1214").code == "outside"
    in_1917 = told(opened("1917"), ALLIED, "deal")
    assert in_1917.stacks["W5813"][0].startswith("br-")


def test_15_25_tanks_begin_in_the_west() -> None:
    """§15.25, §21.54: they are none of the six units that go to Salonika, nor do they change places with those."""
    state = told(opened("1918"), ALLIED, "deal")
    assert places(state, ALLIED, "br-rtc").keys() == {"Available Units Box"}
    south = on(state, "BR", "east")[0]
    assert refused(state, ALLIED, "exchange", unit="br-rtc", other=south).code == "no-exchange"


def test_21_54_no_more_than_the_scenario_lets_go() -> None:
    """§21.54: four French are in Italy, so no fifth goes there; one comes back to France, and then there is room."""
    state = told(opened("1918"), ALLIED, "deal")
    other, there = on(state, "FR", "west")[0], on(state, "FR", "italy")[0]
    assert len(on(state, "FR", "italy")) == 4
    assert "Italian Front" not in places(state, ALLIED, other)
    state = told(state, ALLIED, "assign", unit=there, to=places(state, ALLIED, there)["Western Front"])
    assert "Italian Front" in places(state, ALLIED, other)


def test_21_45_into_the_available_units_box() -> None:
    """§21.44, §21.45: ten British, and Germans of any front but Salonika, may wait in the box, and come back."""
    state = told(opened("1917"), ALLIED, "deal")
    for unit in on(state, "BR", "west")[:10]:
        state = told(state, ALLIED, "assign", unit=unit, to=places(state, ALLIED, unit)["Available Units Box"])
    assert len(state.boxes[AVAILABLE]) == 10
    assert places(state, ALLIED, on(state, "BR", "west")[0]) == {}
    state = told(told(state, ALLIED, "deal"), ALLIED, "end_phase")
    assert len(state.boxes[AVAILABLE]) == 10
    state = told(state, CENTRAL, "deal")
    german, south = on(state, "GE", "west")[0], in_country(state, "GE", "SE", "AL", "GK", "BU")[0]
    assert places(state, CENTRAL, south) == {}
    state = told(state, CENTRAL, "assign", unit=german, to=places(state, CENTRAL, german)["Available Units Box"])
    assert at(state, german) == AVAILABLE
    back = told(state, CENTRAL, "assign", unit=german, to=places(state, CENTRAL, german)["Western Front"])
    assert at(back, german) == POOL


@pytest.mark.parametrize("id_", ["1917", "1918"])
def test_21_45_german_cavalry_begins_on_foot(id_: str) -> None:
    """§21.45, §21.55: any of it, for good; the other side is not told; not in 1916."""
    state = central_set_up(id_)
    riders = [u for u in state.units if state.counter(u).turned == "infantry" and at(state, u) == POOL]
    assert riders
    after, facts = told_with(state, CENTRAL, "dismount", units=riders[:1])
    assert (after.units[riders[0]].back, after.face(riders[0])) == (True, after.counter(riders[0]).back)
    assert [GAME.narrate(state, fact, after, ALLIED) for fact in facts] == [None]
    assert refused(after, CENTRAL, "dismount", units=riders[:1])
    assert told(after, CENTRAL, "deal").units[riders[0]].back
    assert refused(central_set_up("1916"), CENTRAL, "dismount", units=riders[:1])


def test_21_45_a_unit_swapped_with_dismounted_cavalry_is_no_shock_troop() -> None:
    """§21.12, §21.45, §15.41: each unit shows the side with which its new group begins; the cavalry stays on foot."""
    state = told(central_set_up("1917"), CENTRAL, "deal")
    rider = next(u for u in on(state, "GE", "west") if state.counter(u).turned == "infantry")
    other = next(u for u in on(state, "GE", "east") if state.counter(u).turned == "shock")
    state = told(state, CENTRAL, "dismount", units=[rider])
    after = told(state, CENTRAL, "exchange", unit=rider, other=other)
    assert (at(after, rider), at(after, other)) == (at(state, other), at(state, rider))
    assert (after.units[rider].back, after.units[other].back) == (True, False)


def test_21_34_no_british_division_comes_to_full_strength_by_the_dead_pile() -> None:
    """§21.12, §21.34: whoever changes places with the dead, all British begin at one step."""
    state = told(opened("1916"), ALLIED, "deal")
    dead = next(u for u in state.boxes[DEAD] if u.startswith("br-") and state.counter(u).kind == "infantry")
    two_steps = [u for u in on(state, "BR", "west") if state.counter(u).turned == "reduced"]
    one_step = next(u for u in on(state, "BR", "west") if state.counter(u).kind == "infantry" and u not in two_steps)
    chosen = next(u for u in two_steps if state.counter(u).kind == "infantry")
    state = told(state, ALLIED, "exchange", unit=dead, other=chosen)
    state = told(state, ALLIED, "exchange", unit=chosen, other=one_step)
    assert (at(state, chosen).startswith("W"), state.units[chosen].back) == (True, True)
    assert not state.units[one_step].back
