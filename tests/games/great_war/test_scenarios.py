"""The scenarios of the Great War in Europe against the lists of chapters 19 and 21."""

from __future__ import annotations

import itertools
from collections import Counter as Tally
from functools import cache

import pytest

from rules.great_war.printed.arrivals import START, STRATEGIC
from rules.great_war.printed.counters import Counter, Face
from rules.great_war.printed.data import FOLDER, Printed
from rules.great_war.printed.scenarios import Group, Scenario, deal, forces
from rules.great_war.printed.setup_lines import hexes_of
from tests.games.great_war.boards import Board, apart, front
from tests.games.great_war.test_boards_east import LINES as EASTERN
from tests.games.great_war.test_boards_east import SALONIKA
from tests.games.great_war.test_boards_italy import LINE_1916, LINE_1918
from tests.games.great_war.test_boards_west import LINES as WESTERN
from tests.thorough import at_least_one

PRINTED = Printed.read(FOLDER)
DATES = {"1915": "May 1915", "1916": "January 1916", "1917": "April 1917", "1918": "January 1918"}
LATER = tuple(DATES)


def scenario(id_: str) -> Scenario:
    """A scenario by its id."""
    return PRINTED.scenarios[id_]


def force(id_: str, nation: str) -> tuple[Counter, ...]:
    """The units of a nation that have come."""
    return forces(scenario(id_), nation, PRINTED.counters, PRINTED.arrivals, PRINTED.chits)


@cache
def dealt(id_: str, nation: str) -> tuple[tuple[Group, tuple[Counter, ...]], ...]:
    """Its groups, filled in one way."""
    return deal(scenario(id_).of(nation), force(id_, nation), scenario(id_).stood)


def sent(id_: str, nation: str, *to: str) -> list[Counter]:
    """The combat units of a nation that go to some place."""
    return [unit for group, units in dealt(id_, nation) if group.to in to for unit in units if unit.is_combat]


def hqs(id_: str, nation: str, *to: str) -> list[Counter]:
    """Its headquarters there."""
    return [unit for group, units in dealt(id_, nation) if group.to in to for unit in units if unit.kind == "hq"]


def at(id_: str, nation: str, hex_: str) -> set[str]:
    """The units that go to one named hex alone."""
    return {u.id for group, units in dealt(id_, nation) if group.hexes == (hex_,) for u in units}


# --- all four ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", LATER)
def test_21_11_lines(id_: str) -> None:
    """§21.23, §21.33, §21.43, §21.53: hex by hex as the boards were drawn to, and every one of them on a board."""
    lines = scenario(id_).lines
    assert [h[1:] for h in lines["west"]] == front(WESTERN[DATES[id_]])
    assert [h[1:] for h in lines["east"]] == front(EASTERN[DATES[id_]])
    italian = {"1916": LINE_1916, "1917": LINE_1916, "1918": LINE_1918}
    assert [h[1:] for h in lines.get("italy", ())] == (front(italian[id_]) if id_ in italian else [])
    assert [h[1:] for h in lines.get("salonika", ())] == (front(SALONIKA) if id_ in ("1917", "1918") else [])


def test_21_11_a_dash_is_a_straight_row() -> None:
    """§21.11: both ends counted, no hex twice; a row that is bent is refused."""
    assert hexes_of("6811-6612, 6612-6411, 6311") == ("6811", "6711", "6612", "6511", "6411", "6311")
    with pytest.raises(ValueError, match="6811-6613 is not a straight row"):
        hexes_of("6811-6613")


@pytest.mark.parametrize("id_", LATER)
def test_21_12_every_unit_is_somewhere(id_: str) -> None:
    """§21.24 to §21.55: the counts of each nation come out: nobody is missing, nobody is left over."""
    for nation in (*scenario(id_).central, *scenario(id_).allied):
        units = [u.id for _, group in dealt(id_, nation) for u in group]
        assert sorted(units) == sorted(u.id for u in force(id_, nation)), nation
        assert units or (nation, id_) == ("US", "1917"), nation


@pytest.mark.parametrize("id_", LATER)
def test_21_12_there_are_units_for_the_western_line(id_: str) -> None:
    """§21.24 to §21.55: one for each hex of the Allied line, and for each hex beside it on the other side."""
    west = Board("great-war-west")
    line = [h[1:] for h in scenario(id_).lines["west"]]
    allied = sum(len(sent(id_, n, "west")) for n in ("BR", "FR")) + len(sent(id_, "BE", "hexes"))
    assert allied >= len(line)
    behind = west.behind(line, "5008")
    facing = {n for h in line for n in west.on(h)} - behind
    german = len(sent(id_, "GE", "west")) or 190
    assert german >= len(facing) >= len(line) // 2


@pytest.mark.parametrize("id_", ["1915", "1916"])
def test_21_12_there_are_units_for_the_eastern_line(id_: str) -> None:
    """§21.24, §21.25, §21.34, §21.35: the same in the east."""
    line = scenario(id_).lines["east"]
    assert len(sent(id_, "RU", "east")) >= len(line)
    assert len(sent(id_, "GE", "east")) + len(sent(id_, "AH", "east")) >= len(line)


@pytest.mark.parametrize("id_", LATER)
def test_21_11_set_up_hexes_are_on_the_right_side(id_: str) -> None:
    """§21.12, §21.13: named hexes lie on or behind the line for the Allies, beyond it for the others."""
    s = scenario(id_)
    held: set[str] = set()
    for prefix, name, source in (("W", "west", "5008"), ("E", "east", "7030")):
        board = Board(f"great-war-{name}")
        line = [h[1:] for h in s.lines[name]]
        closed = {*s.neutral, *s.eliminated, "SE", "TU", "IT"}
        barred = {*line, *(h for h in board.land if board.hexes[h]["country"] in closed)}
        held |= {prefix + h for h in board.flood(source, barred) | set(line)}
    landings = {"E1022", "E1122", "E1116", "E1023", "E1024"}
    named = ((group.nation, hex_) for group in s.groups for hex_ in set(group.hexes) - landings)
    for nation, hex_ in at_least_one(named):
        assert (hex_ in held) == (nation in s.allied), (nation, hex_)


@pytest.mark.parametrize("id_", LATER)
def test_5_13_points_in_hand_can_have_been_earned(id_: str) -> None:
    """§5.13: no more than ten carried, nor than the chart gave by then."""
    through = STRATEGIC.index(scenario(id_).through) + 1
    for nation, points in at_least_one(scenario(id_).resources.items()):
        earned = sum(PRINTED.charts.income(nation, turn) for turn in STRATEGIC[:through])
        assert points <= min(PRINTED.charts.spending.carried, earned), nation


@pytest.mark.parametrize(
    ("id_", "figures"),
    [
        ("1915", {"BE": 1, "BR": 0, "FR": 3, "IT": 0, "RU": 0, "SE": 0, "AH": 0, "GE": 2, "TU": 2}),
        ("1916", {"BE": 2, "BR": 3, "FR": 0, "IT": 0, "RU": 0, "SE": 0, "AH": 0, "BU": 0, "GE": 3, "TU": 3}),
        (
            "1917",
            {"BE": 2, "BR": 4, "FR": 4, "IT": 0, "RO": 0, "RU": 0, "SE": 0, "AH": 0, "BU": 0, "GE": 8, "TU": 0},
        ),
        (
            "1918",
            {"BE": 5, "BR": 6, "FR": 3, "GK": 2, "IT": 0, "RO": 0, "SE": 1, "AH": 0, "BU": 0, "GE": 3, "TU": 0},
        ),
    ],
)
def test_21_resource_points(id_: str, figures: dict[str, int]) -> None:
    """§21.24, §21.25 and those that follow: points at the start."""
    assert scenario(id_).resources == figures


@pytest.mark.parametrize(
    ("id_", "expected"),
    [
        ("campaign", ("Aug I 1914", 0, 0, "central", "O", False)),
        ("1915", ("May 1915", 6, 1, "allied", "O", False)),
        ("1916", ("Jan/Feb 1916", 9, 0, "central", "N", False)),
        ("1917", ("Apr 1917", 10, 0, "allied", "L", True)),
        ("1918", ("Jan/Feb 1918", 11, 0, "central", "L", True)),
    ],
)
def test_21_tracks(id_: str, expected: tuple[str, int, int, str, str, bool]) -> None:
    """§19.51, §21.21 to §21.56: the turn, points, captured cities, the initiative in the west, the United States."""
    s = scenario(id_)
    date = PRINTED.charts.turns[s.turn - 1].date
    assert (date, s.victory_points, s.allied_cities, s.west, s.us_entry, s.us_entered) == expected


@pytest.mark.parametrize("id_", LATER)
def test_21_trenches(id_: str) -> None:
    """§21.26, §21.36, §21.46, §21.56: as the turns give them, but for the British, Belgians and French of 1915."""
    s = scenario(id_)
    by_chart = {name: trench.drm(s.boxes_after) for name, trench in PRINTED.charts.trenches.items()}
    differing = {name for name, drm in s.trenches.items() if drm != by_chart[name]}
    assert differing == ({"anglo-belgian", "french"} if id_ == "1915" else set())
    assert all(s.trenches[name] == -1 for name in differing)


def test_21_markers() -> None:
    """§21.26 to §21.56: resource hexes, the Hindenburg Line as a chain, devastated hexes, forts that are gone."""
    known = {h.hex for h in PRINTED.charts.resource_hexes}
    for id_ in LATER:
        s = scenario(id_)
        assert s.active_from.keys() <= known
        assert {s.active_from[h] for h in ("W6316", "W6312", "W5425")} == {"E"}
        assert s.active_from.get("E2623") == ("N" if id_ in ("1917", "1918") else None)
        assert len(s.hindenburg) == (PRINTED.charts.markers.hindenburg if id_ in ("1917", "1918") else 0)
        assert len(s.devastated) == (8 if id_ in ("1917", "1918") else 0)
    chain = scenario("1917").hindenburg
    west = Board("great-war-west")
    assert all(b[1:] in west.near(a[1:]) for a, b in itertools.pairwise(chain))
    forts = Board("great-war-east").hexes
    assert all(forts[h[1:]]["fortress"] for h in scenario("1918").destroyed)


@pytest.mark.parametrize("id_", ["1917", "1918"])
def test_21_45_the_hindenburg_line_is_german(id_: str) -> None:
    """§14.31, §21.45: beyond the Allied line."""
    west = Board("great-war-west")
    held = west.behind([h[1:] for h in scenario(id_).lines["west"]], "5008")
    assert not held & {h[1:] for h in scenario(id_).hindenburg}


@pytest.mark.parametrize("id_", LATER)
def test_21_44_every_hex_of_the_western_line_is_someones(id_: str) -> None:
    """§21.24, §21.44: British and French rows and the Belgian hexes leave no hex of the line unheld."""
    rows = [g.rows or (36, 70) for g in scenario(id_).groups if g.nation in ("BR", "FR") and g.to == "west"]
    belgian = {h for g in scenario(id_).of("BE") for h in g.hexes}
    for hex_ in at_least_one(scenario(id_).lines["west"]):
        assert hex_ in belgian or any(low <= int(hex_[1:3]) <= high for low, high in rows), hex_


@pytest.mark.parametrize("id_", ["1916", "1917", "1918"])
def test_6_12_no_events_never_leave(id_: str) -> None:
    """§6.12, §21.47: two a side."""
    for side, pool in at_least_one(scenario(id_).pools.items()):
        assert pool.chits(side, PRINTED.chits, id_)[f"{side}-no-event-c"] == 2


@pytest.mark.parametrize(("id_", "nation"), [("1917", "RO"), ("1918", "RO"), ("1918", "RU")])
def test_16_11_collapsed_nations_have_no_headquarters(id_: str, nation: str) -> None:
    """§16.11: all of them are out of the game."""
    assert nation in scenario(id_).collapsed
    assert hqs(id_, nation, "removed") == [u for u in force(id_, nation) if u.kind == "hq"] != []


@pytest.mark.parametrize("id_", LATER)
def test_7_23_named_hexes_have_room(id_: str) -> None:
    """§7.23, §21.12: six combat units to a hex, tanks and headquarters apart, in the hexes that groups share."""
    load: Tally[tuple[str, ...]] = Tally()
    for nation in (*scenario(id_).central, *scenario(id_).allied):
        for group, units in dealt(id_, nation):
            if group.to == "hexes":
                load[group.hexes] += sum(u.is_combat and u.kind != "tank" for u in units)
    assert all(units <= PRINTED.charts.stacking.units * len(hexes) for hexes, units in load.items())
    assert load


@pytest.mark.parametrize("id_", ["1917", "1918"])
def test_21_44_the_romanians_have_room(id_: str) -> None:
    """§21.44: within two hexes of E2726, on their own side of the line."""
    east = Board("great-war-east")
    line = [h[1:] for h in scenario(id_).lines["east"]]
    held = east.flood("7030", line) | set(line)
    (group,) = (g for g in scenario(id_).of("RO") if g.to == "around")
    (centre,) = group.hexes
    room = [h for h in held if apart(h, centre[1:]) <= group.within]
    assert len(sent(id_, "RO", "around")) <= PRINTED.charts.stacking.units * len(room)


# --- May 1915 ---------------------------------------------------------------------------------------------------------


def test_21_24_allies_of_1915() -> None:
    """§21.24: the landings, Calais, the dead, those reduced; 106 Russians by lot and every headquarters depleted."""
    assert at("1915", "BR", "E1122") == {"br-1as", "br-nz"}
    assert at("1915", "BR", "E1022") == {"br-29", "br-63rn"}
    assert at("1915", "BR", "W6707") == {"br-42t", "br-52t"}
    assert at("1915", "FR", "E1022") == {"fr-1"}
    assert at("1915", "FR", "W6707") == {"fr-2"}
    assert len(sent("1915", "BR", "dead")) == 2
    assert len(sent("1915", "FR", "dead")) == 5
    reduced = {u.id for group, units in dealt("1915", "BR") if group.reduced for u in units}
    assert reduced == {"br-29", *(f"br-{n}" for n in range(1, 8))}
    assert len(sent("1915", "RU", "east")) == 106
    assert [group.count for group in scenario("1915").of("RU") if group.lot] == [106]
    assert all(group.depleted for group in scenario("1915").of("RU") if group.headquarters)
    assert sent("1915", "RU", "dead")


def test_21_25_central_powers_of_1915() -> None:
    """§21.25: Austria's 15, 1, 10 and 7, its headquarters and the Poles; Germany's 51, 3 and six; Turks."""
    assert (len(sent("1915", "AH", "italy")), len(sent("1915", "AH", "serbian-border"))) == (15, 10)
    assert Tally(u.kind for u in sent("1915", "AH", "dead"))["cavalry"] == 3
    assert len(sent("1915", "AH", "dead")) == 7
    assert len(at("1915", "AH", "E2912")) == 1
    assert "ah-po" in {u.id for u in sent("1915", "AH", "east")}
    assert len(hqs("1915", "AH", "hexes")) == 4
    assert (len(sent("1915", "GE", "east")), len(sent("1915", "GE", "dead"))) == (51, 3)
    assert at("1915", "GE", "E3914") == {"ge-hq-11"}
    assert at("1915", "GE", "E3418") == {"ge-hq-sud"}
    assert len(hqs("1915", "GE", "hexes")) == 6
    assert (len(at("1915", "TU", "E1024")), len(at("1915", "TU", "E1023"))) == (6, 3)
    assert [(limit.rows, limit.most) for limit in scenario("1915").limits] == [((51, 70), 20)]


def test_21_26_the_units_of_turn_d() -> None:
    """§21.24, §21.26: in this scenario alone a turn lies between its units and its boxes; it waits."""
    between = {id_: scenario(id_).waiting for id_ in LATER}
    assert between == {"1915": ("D",), "1916": (), "1917": (), "1918": ()}
    for id_ in LATER:
        s = scenario(id_)
        assert STRATEGIC.index(s.boxes_after) - STRATEGIC.index(s.through) == len(s.waiting)
    assert [a for a in PRINTED.arrivals.values() if a.turn == "D"]


def test_21_27_pools_of_1915() -> None:
    """§21.27, §21.28: what is left of C after what has been played."""
    for side in ("allied", "central"):
        left = scenario("1915").pools[side].chits(side, PRINTED.chits, "1915")
        all_c = PRINTED.chits.entering(side, "C")
        assert sum(all_c.values()) - sum(left.values()) == {"allied": 3, "central": 5}[side]
    assert scenario("1915").pools["allied"].chits("allied", PRINTED.chits, "1915")["hurricane-bombardment-c"] == 1
    assert "italian-entry" not in scenario("1915").pools["allied"].chits("allied", PRINTED.chits, "1915")


# --- January 1916 -----------------------------------------------------------------------------------------------------


def test_21_34_allies_of_1916() -> None:
    """§21.34: Salonika's garrison by face, the dead, those who leave; the Serbian headquarters alone."""
    british = Tally(u.back or u.front for u in sent("1916", "BR", "salonika"))
    assert british == {Face(3, 4, 4): 1, Face(3, 3, 4): 4}
    assert Tally(u.front for u in sent("1916", "FR", "salonika")) == {Face(2, 3, 4): 4}
    assert Tally(u.kind for u in sent("1916", "BR", "dead")) == {"cavalry": 2, "infantry": 4}
    assert (len(sent("1916", "FR", "dead")), len(sent("1916", "RU", "dead"))) == (4, 15)
    assert len(sent("1916", "IT", "salonika")) == 2
    assert {u.id for u in sent("1916", "BR", "aside")} == {
        "br-7in", "br-13na", "br-42t", "br-52t", "br-53t", "br-54t",
    }  # fmt: skip
    assert at("1916", "SE", "E1116") == {"se-hq-se"}
    assert len(sent("1916", "SE", "dead")) == len([u for u in force("1916", "SE") if u.is_combat])


def test_21_35_central_powers_of_1916() -> None:
    """§21.35: Austria's 19, 3, 4 and 2; Germany's 47 and four hqs, and 4; Bulgaria's four at home; ten Turks."""
    austrian = {to: len(sent("1916", "AH", to)) for to in ("italy", "montenegro", "salonika", "dead")}
    assert austrian == {"italy": 19, "montenegro": 3, "salonika": 4, "dead": 2}
    assert len(hqs("1916", "AH", "italy")) == 1
    assert (len(sent("1916", "GE", "east")), len(hqs("1916", "GE", "east"))) == (47, 4)
    assert len(sent("1916", "GE", "salonika")) == 4
    assert (len(sent("1916", "BU", "home")), len(sent("1916", "BU", "salonika"))) == (4, 6)
    assert len(sent("1916", "TU", "home")) == 10


# --- April 1917 -------------------------------------------------------------------------------------------------------


def test_21_44_allies_of_1917() -> None:
    """§21.44: Salonika, the dead, Russia's lost headquarters, Romania within two hexes, no Americans yet."""
    assert Tally(u.front for u in sent("1917", "FR", "salonika")) == {Face(2, 3, 4): 4, Face(2, 2, 4): 2}
    assert Tally(u.front for u in sent("1917", "IT", "salonika")) == {Face(2, 2, 4): 2}
    assert Tally(u.kind for u in sent("1917", "RO", "dead")) == {"infantry": 6, "cavalry": 1}
    assert sent("1917", "RO", "around")
    assert {u.label for u in hqs("1917", "RU", "removed")} == {"7", "8", "9", "11", "GD"}
    assert Tally(u.kind for u in sent("1917", "SE", "dead")) == {"mountain": 5, "cavalry": 1}
    assert sent("1917", "SE", "salonika")
    assert force("1917", "US") == ()


def test_21_45_central_powers_of_1917() -> None:
    """§21.45: 151, 72, 3 and 12 Germans and nobody else; Austria's 20 with the 88th; Bulgarians and Turks."""
    german = {to: len(sent("1917", "GE", to)) for to in ("west", "east", "salonika", "dead")}
    assert german == {"west": 151, "east": 72, "salonika": 3, "dead": 12}
    assert sum(german.values()) == len([u for u in force("1917", "GE") if u.is_combat])
    assert {u.label for u in hqs("1917", "GE", "west")} == set("1234567")
    assert {u.label for u in hqs("1917", "GE", "east")} == {"8", "9", "10", "11", "12", "SUD"}
    assert len(sent("1917", "AH", "italy")) == 20
    assert "ah-88kb" in {u.id for u in sent("1917", "AH", "italy")}
    assert (len(sent("1917", "BU", "salonika")), len(sent("1917", "BU", "romania"))) == (8, 2)
    assert (len(sent("1917", "TU", "romania")), len(sent("1917", "TU", "home"))) == (4, 6)


@pytest.mark.parametrize(("side", "chits"), [("allied", 11), ("central", 12)])
def test_21_47_pools_of_1917(side: str, chits: int) -> None:
    """§21.47, §21.48: eleven and twelve."""
    assert sum(scenario("1917").pools[side].chits(side, PRINTED.chits, "1917").values()) == chits


def test_21_47_where_every_chit_of_1917_is() -> None:
    """§21.47, §21.48: chits of C, G and K that stay in play are in play, in hand, fallen or in a pool."""
    s = scenario("1917")
    pools = {id_ for side, pool in s.pools.items() for id_ in pool.chits(side, PRINTED.chits, "1917")}
    aircraft = {c.id for c in PRINTED.chits.events.values() if c.kind in ("air", "ace") and c.pool != "O"}
    assert aircraft <= pools | {*s.play, *s.fallen}
    assert not pools & {*s.play, *s.hand, *s.fallen}
    assert s.fallen == ("immelmann", "boelcke")


# --- January 1918 -----------------------------------------------------------------------------------------------------


def test_21_54_allies_of_1918() -> None:
    """§21.54: 80 Russian divisions and no other unit, one American, the Greeks, the tanks that are there."""
    assert len(sent("1918", "RU", "east")) == 80
    assert {u.back for u in sent("1918", "RU", "east")} == {Face(1, 2, 3)}
    assert [u.id for u in force("1918", "US")] == ["us-1"]
    assert len(sent("1918", "GK", "salonika")) == len([u for u in force("1918", "GK") if u.is_combat])
    assert {"br-rtc", "br-exp"} <= {u.id for u in force("1918", "BR")}
    assert "fr-aac" in {u.id for u in force("1918", "FR")}
    assert scenario("1918").bolsheviks == "N"


def test_21_55_central_powers_of_1918() -> None:
    """§21.55: limits in the west and Italy, thirty Austrians there, the 19th Turks gone, shock troops converted."""
    german = {g.to: g.most for g in scenario("1918").of("GE") if g.most and not g.headquarters}
    assert german == {"west": 190, "italy": 12}
    assert [g.least for g in scenario("1918").of("AH") if g.to == "italy" and not g.headquarters] == [30]
    assert {u.id for u in sent("1918", "TU", "removed")} == {"tu-19"}
    assert scenario("1918").shock_troops
    assert not scenario("1918").draw


def test_21_57_pools_of_1918() -> None:
    """§21.57, §21.58: all of O and two No Events a side; the Turkish surrender is in."""
    for side in ("allied", "central"):
        pool = scenario("1918").pools[side].chits(side, PRINTED.chits, "1918")
        assert pool[f"{side}-no-event-c"] == 2
        assert {PRINTED.chits.events[id_].pool for id_ in pool} == {"C", "O"}
    assert "turkish-surrender" in scenario("1918").pools["allied"].chits("allied", PRINTED.chits, "1918")
    assert "ball" in scenario("1918").fallen


# --- what the figures are meant to say --------------------------------------------------------------------------------


def attack(id_: str, *nations: str) -> int:
    """Attack factors in play, each unit with the face that the scenario has up."""
    total = 0
    for nation in nations:
        for group, units in dealt(id_, nation):
            for unit in units if group.to not in ("dead", "removed", "aside") else ():
                shock = id_ == "1918" and unit.turned == "shock"
                turned = shock or (nation == "RU" and scenario(id_).czar_fallen) or (group.reduced and unit.steps == 2)
                total += (unit.back if turned and unit.back else unit.front).attack
    return total


def test_21_balance_of_attack() -> None:
    """SOURCES.md: Germany is stronger than the west in 1915, less so in 1917, and never than all its enemies."""
    west = ("FR", "BR", "BE")
    assert attack("1915", *west) < attack("1915", "GE") < attack("1915", *west, "RU")
    assert attack("1917", "GE") / attack("1917", *west) < attack("1915", "GE") / attack("1915", *west)
    assert attack("1917", "GE", "AH") < attack("1917", *west, "IT", "RU", "RO", "SE")
    assert attack("1918", "GE") > attack("1917", "GE")
    assert attack("1918", *west, "IT", "US") < attack("1918", "GE")
    assert attack("1918", "RU") < attack("1917", "RU") < attack("1916", "RU")


# --- the whole war ----------------------------------------------------------------------------------------------------


def test_19_21_every_code_has_its_area() -> None:
    """§19.21, §19.31: and every unit that begins in 1914 has a code with one."""
    s = scenario("campaign")
    areas = {(area.nation, area.code) for area in s.areas}
    begin = {(PRINTED.counters[a.id].nation, a.setup) for a in PRINTED.arrivals.values() if a.turn == START}
    assert begin == areas
    assert {nation for nation, _ in areas} == {*s.central, *s.allied}


def test_19_31_the_german_west() -> None:
    """§19.31: 30 infantry divisions north of row 59; Belgium within three hexes of Aachen, not through Holland."""
    west = [area for area in scenario("campaign").areas if (area.nation, area.code) == ("GE", "W")]
    assert [area.least_north for area in west if area.north_of == 59] == [30]
    assert [(a.around, a.within) for a in west if a.around] == [(("W6526",), 3)]
    assert all("NL" not in area.over for area in west)
