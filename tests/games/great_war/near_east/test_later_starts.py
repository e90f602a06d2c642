"""The other four beginnings of the Near East alone: ground, lists, and both sides' set-up."""

from __future__ import annotations

import pytest

from rules.great_war.game import GAME
from rules.great_war.position.control import controlled_hexes, controller
from rules.great_war.position.state import ARABIA, AVAILABLE, DEAD, LATER, OUT, RESERVE, TRANSIT
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.event_bans import lasts
from rules.great_war.supply.tracing import is_supplied_hex
from rules.great_war.units.peoples import is_turkish_division
from tests.games.great_war.kit import refused, told
from tests.games.great_war.near_east.kit import before_set_up, named, set_up, stood
from tests.games.great_war.near_east.lists import ALLIES, CENTRAL_POWERS, listed, standing

STARTS = ("near-east-campaign", "near-east-1916", "near-east-1917", "near-east-1918")


@pytest.mark.parametrize(
    ("scenario", "allied", "central"),
    [
        ("near-east-campaign", "NI2252 NI2552 NC4042 NC3045 NE4313 NE4011", "NI1845 NI1540 NC2941 NC3338 NE2913"),
        # §21.33: a row from Erzurum to the Persian border, itself Turkish; Kut is British.
        ("near-east-1916", "NI1845 NI2147 NC4042 NC4235", "NC4234 NC2841 NI1641 NI1744 NI2040 NE4011 NE2913"),
        # §21.43: Van, Erzurum and Baghdad are lost, and the Sinai.
        ("near-east-1917", "NI1540 NI1845 NC4235 NC4234 NE3311", "NC4331 NC2839 NI1040 NI1336 NE2913 NE2711"),
        # §21.62: Jerusalem and Gaza with the line before them; Russia and Persia beyond a column.
        ("near-east-1918", "NE2618 NE2316 NE2315 NE2913 NI1540 NC3653", "NE1728 NE2219 NE2619 NC3338 NC3045 NI1336"),
    ],
)  # fmt: skip
def test_21_33_control_of_named_hexes(scenario: str, allied: str, central: str) -> None:
    """§19.22, §21.33, §21.43, §21.62: lines as areas; the row that is named in the Caucasus is Turkish."""
    state = before_set_up(scenario)
    if scenario == "near-east-1918":
        central = central.replace("NC3045", "NC2941")  # Tabriz has the Persian Cossacks
    assert {h: controller(state, h) for h in allied.split()} == dict.fromkeys(allied.split(), ALLIED)
    assert {h: controller(state, h) for h in central.split()} == dict.fromkeys(central.split(), CENTRAL)


@pytest.mark.parametrize("scenario", STARTS)
def test_7_1_every_hex_in_play_is_one_sides(scenario: str) -> None:
    state = before_set_up(scenario)
    mine, theirs = (controlled_hexes(state, side) for side in (ALLIED, CENTRAL))
    assert mine.isdisjoint(theirs)
    assert mine | theirs == {i for i, land in enumerate(state.printed.board.land) if land}


@pytest.mark.parametrize(
    ("scenario", "fronts"),
    [
        ("near-east-campaign", "caucasus RU 14, caucasus TU 10, egypt BR 6, egypt TU 2, iraq BR 3, iraq TU 5"),
        ("near-east-1916", "caucasus RU 15, caucasus TU 16, egypt BR 6, egypt TU 7, iraq BR 7, iraq TU 6"),
        ("near-east-1917", "caucasus RU 19, caucasus TU 15, egypt BR 18, egypt TU 10, iraq BR 11, iraq TU 5"),
        ("near-east-1918", "caucasus RU 7, caucasus TU 10, egypt AB 1, egypt BR 17, egypt GE 1, egypt TU 13, "
                           "iraq BR 14, iraq TU 6"),
    ],
)  # fmt: skip
def test_21_34_one_click_sets_both_sides_up(scenario: str, fronts: str) -> None:
    """§19.22, §19.32, §21.34 to §21.64: as many units of each nation on each front as the lists have."""
    state = set_up(scenario)
    assert not state.boxes["pool"]
    assert ", ".join(f"{front} {nation} {n}" for (front, nation), n in sorted(stood(state).items())) == fronts


@pytest.mark.parametrize("year", ALLIES)
def test_21_24_everyone_stands_where_the_lists_have_them(year: str) -> None:
    """§21.24 to §21.64: line by line, by name where the rulebook names units, and nobody else is in the Near East; in
    1918 before the British name whom the offensive takes. Headquarters begin with support."""
    scenario = f"near-east-{year}"
    allies, central = told(before_set_up(scenario), ALLIED, "deal"), set_up(scenario)
    assert standing(allies, "BR RU FR AB", ALLIES[year]) == listed(ALLIES[year])
    assert standing(central, "TU GE", CENTRAL_POWERS[year]) == listed(CENTRAL_POWERS[year])
    assert not [u for u in central.units if central.counter(u).kind == "hq" and central.units[u].back]


@pytest.mark.parametrize(("year", "divisions"), [("1915", 29), ("1916", 44), ("1917", 51), ("1918", 54)])
def test_21_25_turkish_infantry_divisions(year: str, divisions: int) -> None:
    """§21.25 to §21.64: on the maps and in the boxes, the Gendarmes not counted, who are Persian."""
    state = set_up(f"near-east-{year}")
    come = [u for u in state.units if state.printed.arrivals[u].turn not in state.card.waiting]
    there = [u for u in come if state.units[u].at not in (OUT, LATER)]
    assert sum(is_turkish_division(state.counter(u)) for u in there) == divisions


@pytest.mark.parametrize(
    ("scenario", "boxes"),
    [
        ("near-east-campaign", {ARABIA: 4, RESERVE: 10, TRANSIT: 0, DEAD: 0}),
        ("near-east-1916", {ARABIA: 4, RESERVE: 11, TRANSIT: 0, DEAD: 9}),
        ("near-east-1917", {ARABIA: 4, RESERVE: 6, TRANSIT: 0, DEAD: 26}),
        ("near-east-1918", {ARABIA: 5, RESERVE: 5, TRANSIT: 3, DEAD: 21}),
    ],
)
def test_21_35_boxes(scenario: str, boxes: dict[str, int]) -> None:
    """§19.32, §21.35, §21.45, §21.64: who waits where; nobody is called up before the sixth turn of the war."""
    state = before_set_up(scenario)
    assert {box: len(state.boxes[box]) for box in boxes} == boxes
    assert bool(state.boxes[AVAILABLE]) == (scenario != "near-east-campaign")


def test_19_32_towns_of_iraq_and_the_hexes_of_palestine() -> None:
    """§19.22, §19.32: the codes of November 1914."""
    state = set_up("near-east-campaign")
    board = state.printed.board
    at = {u: state.units[u].at for u in state.on_map(CENTRAL)}
    code = {u: state.printed.arrivals[u].setup for u in at}
    assert {at[u] for u in at if code[u] == "P"} == {"NE2913"}
    assert {at[u] for u in at if code[u] == "S"} == {"NE1728"}
    assert all(board.index[at[u]] in board.towns and at[u] != "NI2252" for u in at if code[u] == "I")
    assert all(board.column[board.index[at[u]]] > 35 for u in at if code[u] == "C")
    state = before_set_up("near-east-campaign")
    for kind in ("deal", "end_phase"):
        state = told(state, ALLIED, kind)
    turk = next(u for u in code if code[u] == "C")
    turkish = sorted(board.by_front["caucasus"] & board.by_country["TU"])
    west = next(board.ids[i] for i in turkish if board.column[i] == 35)
    assert refused(state, CENTRAL, "place", unit=turk, hex=west).section == "19.32"


def test_21_35_three_turks_in_egypt_and_none_by_the_canal() -> None:
    """§21.35: by hand and by a click."""
    state = set_up("near-east-1916")
    board = state.printed.board
    sinai = [h for h, s in state.stacks.items() if board.country[board.index[h]] == "EG" and s[0].startswith("tu")]
    assert sum(len(state.stacks[h]) for h in sinai) <= 3
    west = board.west_of_the_canal
    banks = {b for i in west for b in board.neighbours[i]} - west
    assert all(board.index[h] not in banks for h in sinai)
    state = before_set_up("near-east-1916")
    for kind in ("deal", "end_phase"):
        state = told(state, ALLIED, kind)
    turks = [u for u in state.boxes["pool"] if state.card.of("TU")[state.groups[u]].to == "egypt"]
    beside = min(board.ids[i] for i in banks if board.country[i] == "EG")
    assert refused(state, CENTRAL, "place", unit=turks[0], hex=beside).section == "21.35"
    sinai_left = board.by_country["EG"] - west - banks
    farther = [board.ids[i] for i in sorted(sinai_left & controlled_hexes(state, CENTRAL))]
    for unit, hex_ in zip(turks[:3], farther, strict=False):
        state = told(state, CENTRAL, "place", unit=unit, hex=hex_)
    refusal = refused(state, CENTRAL, "place", unit=turks[3], hex=farther[4])
    assert refusal.section in ("21.35", "17.31")


def test_21_63_arabs_stand_near_the_british_and_one_division_near_baku() -> None:
    """§21.63: the Arab army within four hexes of a British unit in supply; of the Russian divisions one round Baku."""
    state = set_up("near-east-1918")
    board = state.printed.board
    arabs = state.units["ab-army"].at
    assert board.region[board.index[arabs]] == "Palestine"
    assert any(
        state.counter(units[0]).nation == "BR" and is_supplied_hex(state, "BR", board.index[hex_])
        for hex_ in board.lattice.within(arabs, 4)
        if (units := state.stacks.get(hex_, ()))
    )
    around = board.lattice.within("NC3653", 6)
    assert sum(state.units[u].at in around for u in state.on_map(ALLIED) if state.counter(u).nation == "RU") <= 1
    start = before_set_up("near-east-1918")
    far = next(h for h in state.stacks if h.startswith("NI") and state.counter(state.stacks[h][0]).nation == "BR")
    assert refused(start, ALLIED, "place", unit="ab-army", hex=far).section == "21.63"
    russians = [u for u in start.boxes["pool"] if state.counter(u).nation == "RU" and u != "ru-pc"]
    start = told(start, ALLIED, "place", unit=russians[0], hex="NC3653")
    assert refused(start, ALLIED, "place", unit=russians[1], hex="NC3652").section == "21.63"


def test_21_63_six_factors_of_infantry_and_three_of_cavalry_are_not_there_any_more() -> None:
    """§21.63, §21.67, §6.64: the British name them when they are set up; neither the canal's nor those of Iraq go."""
    state = before_set_up("near-east-1918")
    for kind in ("deal", "end_phase"):
        state = told(state, ALLIED, kind)
    assert GAME.deciders(state) == (ALLIED,)
    assert GAME.view(state, CENTRAL)["step"]["title"] == "British units that leave"
    fronts = {state.printed.board.front[state.printed.board.index[state.units[u].at]] for u in named(state)}
    assert fronts == {"egypt"}
    assert not [u for u in named(state) if u.startswith("br-cd-") or state.counter(u).kind == "hq"]
    assert refused(state, ALLIED, "withdraw", unit="br-3in").section == "6.64"
    assert refused(state, ALLIED, "end_phase").code
    begun = state
    for unit in ("br-52t", "br-53t"):
        state = told(state, ALLIED, "withdraw", unit=unit)
    # Six factors of infantry have gone: what is left is cavalry, one division or three brigades.
    assert {state.counter(u).kind for u in named(state)} == {"cavalry"}
    assert "br-y" in named(state)
    mounted = told(state, ALLIED, "withdraw", unit="br-icbd")
    assert "br-y" not in named(mounted)
    mounted_first = told(begun, ALLIED, "withdraw", unit="br-y")
    assert {state.counter(u).kind for u in named(mounted_first)} == {"infantry"}
    state = told(state, ALLIED, "withdraw", unit="br-y")
    assert GAME.deciders(state) == (CENTRAL,)
    assert {u for u in state.units if state.units[u].at == OUT} >= {"br-52t", "br-53t", "br-y"}
    assert lasts(set_up("near-east-1918"), "kaiserschlacht-near-east")


def test_21_44_russians_of_april_1917_have_turned() -> None:
    """§21.44, §15.91: all divisions are 1-2-3, though they are once listed as 2-3-4."""
    state = set_up("near-east-1917")
    mine = (u for u in state.units if state.counter(u).nation == "RU" and state.counter(u).is_division)
    divisions = [u for u in mine if state.counter(u).turned == "provisional"]
    stand = [state.face(u) for u in divisions if state.units[u].at in state.stacks]
    assert len(stand) >= 12
    assert {(face.attack, face.defence, face.ma) for face in stand} == {(1, 2, 3)}


@pytest.mark.parametrize("scenario", ["near-east-1915", *STARTS])
def test_5_88_neither_ohl_nor_oberost_alone(scenario: str) -> None:
    """§5.88, §19.8: no marker, at the start and after a strategic turn."""
    state = set_up(scenario)
    assert state.marker == ""
    assert "choose-marker" in state.printed.variant.without


def test_21_63_the_seventy_fourth_leaves_by_no_event() -> None:
    """§21.63, §6.63: it has left by January 1918; in a campaign nothing takes it."""
    chits = before_set_up("near-east-campaign").printed.chits
    assert not [c.id for c in chits.events.values() if "br-74t" in c.units and c.mark in chits.marks]
    assert before_set_up("near-east-1918").units["br-74t"].at == OUT
    assert before_set_up("near-east-campaign").printed.arrivals["br-74t"].turn == "K"


def test_21_64_cavalry_in_palestine_in_1918() -> None:
    """§21.64: the unit with six points of movement is the cavalry division of 1917."""
    state = set_up("near-east-1918")
    board = state.printed.board
    at = state.units["tu-cav-3"].at
    assert state.counter("tu-cav-3").kind == "cavalry"
    assert board.front[board.index[at]] == "egypt"
