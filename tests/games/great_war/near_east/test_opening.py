"""May 1915 in the Near East: control by hex, boxes, and both sides' set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.great_war.game import GAME
from rules.great_war.play import name_of
from rules.great_war.position.control import controlled_hexes, controller, printed_side
from rules.great_war.position.state import ARABIA, AVAILABLE, DEAD, RESERVE
from rules.great_war.printed.counters import Face
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.national import off_limits_of
from tests.games.great_war.kit import refused, told
from tests.games.great_war.near_east.kit import before_set_up, set_up, to_movement


@pytest.mark.parametrize(
    ("hex_", "side"),
    [
        ("NI2252", ALLIED), ("NI2552", ALLIED), ("NI2149", ALLIED), ("NI2436", ALLIED), ("NI1845", CENTRAL),
        ("NI1949", CENTRAL), ("NI2040", CENTRAL), ("NI1540", CENTRAL), ("NI2137", CENTRAL), ("NC3338", ALLIED),
        ("NC3045", ALLIED), ("NC2941", CENTRAL), ("NC2841", CENTRAL), ("NC2940", CENTRAL), ("NC4332", CENTRAL),
        ("NC4042", ALLIED), ("NE4313", ALLIED), ("NE4011", CENTRAL), ("NE2913", CENTRAL),
    ],
)  # fmt: skip
def test_21_23_control_of_named_hexes(hex_: str, side: str) -> None:
    """§7.12, §21.23: lines as areas, Persian towns and the ring of two ports by the hex."""
    state = before_set_up()
    assert controller(state, hex_) == side
    assert state.printed.board.index[hex_] in controlled_hexes(state, side)


def test_7_1_every_hex_in_play_is_one_sides() -> None:
    """§7.1: of Persia and Kuwait too, whose open hexes are the Allies' (ruling 3)."""
    state = before_set_up()
    board = state.printed.board
    mine, theirs = (controlled_hexes(state, side) for side in (ALLIED, CENTRAL))
    assert mine.isdisjoint(theirs)
    assert mine | theirs == {i for i, land in enumerate(board.land) if land}
    assert board.by_country["KW"] <= mine
    assert {board.country[i] for i in mine if printed_side(state, i) == CENTRAL} == {"TU"}


def test_21_25_boxes_and_tracks() -> None:
    """§21.24 to §21.26: six are asked for and eight in reserve, four in Arabia; the dead; who is due on D waits."""
    state = before_set_up()
    assert (state.near_east.required, len(state.boxes[RESERVE]), len(state.boxes[ARABIA])) == (6, 8, 4)
    assert Counter(state.counter(u).nation for u in state.boxes[DEAD]) == {"TU": 2, "RU": 2}
    assert {state.printed.arrivals[u].turn for u in state.boxes[AVAILABLE]} == {"D"}
    assert state.face("ru-arm-1") == Face(1, 1, 4)
    stored = GAME.dump_state(state)
    assert GAME.load_state(stored) == state
    assert GAME.load_state(stored).printed is state.printed


def test_21_24_one_click_sets_both_sides_up() -> None:
    """§21.24, §21.25: everyone stands where the lists say; Turks in the Caucasus beside no Russian in Turkey."""
    state = set_up()
    board = state.printed.board
    assert not state.boxes["pool"]
    assert Counter(board.front[board.index[state.units[u].at]] for u in state.on_map(CENTRAL)) == {
        "caucasus": 12, "egypt": 2, "iraq": 4,
    }  # fmt: skip
    assert {state.units[f"br-cd-{n}"].at for n in range(1, 5)} <= {board.ids[i] for i in board.west_of_the_canal}
    russians = {board.index[h] for h, stack in state.stacks.items() if state.counter(stack[0]).nation == "RU"}
    near = {b for i in russians if board.country[i] == "TU" for b in board.neighbours[i]}
    turks = {board.index[state.units[u].at] for u in state.on_map(CENTRAL)}
    assert not near & turks


def test_21_24_units_are_set_up_in_their_areas() -> None:
    """§21.24, §21.25: by hand as by a click: Persians in Persia, no Turk beside a Russian in Turkey."""
    state = before_set_up()
    assert refused(state, ALLIED, "place", unit="ru-pc", hex="NC4042").section == "21.24"
    assert refused(state, ALLIED, "place", unit="br-10in", hex="NI2252").section == "21.24"
    for kind in ("deal", "end_phase"):
        state = told(state, ALLIED, kind)
    board = state.printed.board
    russian = next(h for h in state.hexes if state.counter(state.stacks[h][0]).nation == "RU" and h[:4] == "NC35")
    mine = controlled_hexes(state, CENTRAL)
    beside = [b for b in board.neighbours[board.index[russian]] if b in mine and b not in board.forts]
    assert beside
    assert refused(state, CENTRAL, "place", unit="tu-1", hex=board.ids[beside[0]]).section == "21.25"


@pytest.mark.parametrize(
    ("unit", "closed", "open_"),
    [
        ("br-10in", "NC4042", "NI2252"), ("br-cd-1", "NE4011", "NE4206"), ("ru-pc", "NC4042", "NC3045"),
        ("ru-arm-1", "NC3045", "NC3338"), ("tu-gndm", "NI1845", "NI2040"), ("ru-4tks", "NI2040", "NC3338"),
        ("br-12inbd", "NC3338", "NE4206"), ("tu-1", "NI2436", "NI1845"), ("fr-dfps", "NI2252", "NE4206"),
    ],
)  # fmt: skip
def test_17_21_units_keep_to_their_ground(unit: str, closed: str, open_: str) -> None:
    """§3.26, §17.21, §17.31, §17.4: by nation, letters and people; nobody goes to Hamadan yet."""
    state = set_up()
    index = state.printed.board.index
    shut = off_limits_of(state, [unit])
    assert index[closed] in shut
    assert index[open_] not in shut


def test_3_26_units_are_named_by_their_people() -> None:
    """§3.26: Persians and Armenians are not called Russian."""
    state = set_up()
    assert [name_of(state, unit).split()[0] for unit in ("ru-pc", "ru-4tks")] == ["Persian", "Russian"]
    assert "Armenian" in name_of(state, "ru-arm-1")


def test_4_21_the_question_names_the_boards_where_europe_is_not_played() -> None:
    """§4.21, §3.12: a player who sees three maps is not told of an Eastern Theatre."""
    state = to_movement()
    asked = {GAME.legal(state, side)["detail"] for side in (ALLIED, CENTRAL)}
    assert asked == {"Your opponent moves in Egypt.", "Your opponent moves in the Caucasus and Iraq."}
    titles = [phase["title"] for phase in GAME.view(state, ALLIED)["phases"]]
    assert {"Combat, Egypt", "Combat, the Caucasus and Iraq"} <= {*titles}
    assert not [title for title in titles if "Theatre" in title]
