"""Files of the Great War that hold a slip are refused by file and line when they are read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.great_war.printed.data import FOLDER, Printed, hexes_on
from rules.great_war.printed.fronts import EAST, FRONTS, ITALY, WEST

HEXES = hexes_on(FOLDER / "boards", {id_: FRONTS[id_] for id_ in (WEST, ITALY, EAST)})
UNITS, ORDER = "units.csv", "order_of_appearance.csv"


def line_of(file: Path, found: str) -> int:
    """The number of the first line with these words."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if found in line)


@pytest.mark.parametrize(
    ("file", "was", "slip", "why"),
    [
        (UNITS, "ge-8bvr,GE,infantry", "ge-8bvr,GR,infantry", "none of GE"),
        (UNITS, "3-4-4,6-4-5,shock,back,0,,rulebook 3.22", "3-4,6-4-5,shock,back,0,,rulebook 3.22", "cannot support"),
        (UNITS, "3-4-4,6-4-5,shock,back,0,,rulebook 3.22", "3-4-4,,shock,back,0,,rulebook 3.22", "back without"),
        (UNITS, "br-29,BR,infantry,,29", "br-28,BR,infantry,,29", "stands twice"),
        (UNITS, "2-2-3,,,,2,", "2-2-3,,,,0,", "modifier"),
        (ORDER, "start,E,ge-hq-8", "start,E,ge-hq-88", "no unit"),
        (ORDER, "start,E,ge-hq-8", "start,Q,ge-hq-8", "set-up code"),
        (ORDER, "C,,ge-8bvr", "V,,ge-8bvr", "no turn"),
        (ORDER, "C,,ge-8bvr", "C,W,ge-8bvr", "place to set up"),
        (ORDER, "start,W6221,be-4", "start,W9921,be-4", "no hex"),
    ],
)  # fmt: skip
def test_a_slip_is_named_by_file_and_line(folder: Path, file: str, was: str, slip: str, why: str) -> None:
    """A word that cannot be, a unit that is not there, a hex that no board has."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert was in text
    line = line_of(path, was)
    path.write_text(text.replace(was, slip, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^{re.escape(file)}:{line}: .*{why}"):
        Printed.read(folder, HEXES)


@pytest.mark.parametrize(
    ("was", "slip", "why"),
    [
        ("C,,ge-8bvr,europe,rulebook 3.22\n", "", "ge-8bvr never"),
        ("start,E,ge-hq-8", "start,F,ge-hq-8", "has no code F"),
        ("start,E,ge-hq-8", "start,,ge-hq-8", "has no code"),
        ("C,,ge-8bvr", "+3,,ge-8bvr", "after the U.S. entry"),
    ],
)
def test_the_order_must_fit_the_units(folder: Path, was: str, slip: str, why: str) -> None:
    """Each unit comes once, by a code of its own nation."""
    path = folder / ORDER
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, slip, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^{ORDER}: .*{why}"):
        Printed.read(folder, HEXES)


@pytest.mark.parametrize(
    ("file", "was", "slip", "why"),
    [
        ("chits.toml", 'id = "fonck"\ntitle', 'id = "fonck"\ntitel', "keys"),
        ("chits.toml", 'id = "experimental-tanks"', 'id = "experimental-tanks"\nkilled = [7]', "falls"),
        ("chits.toml", 'id = "german-tanks"\n', 'id = "paris-gun"\n', "paris-gun stands twice"),
        ("charts.toml", 'name = "alpine"\n', 'name = "marsh"\n', "marsh stands twice"),
        ("chits.toml", 'id = "mine"\n', 'id = "mine"\ngas = "mustard"\n', "gas has a type"),
        ("chits.toml", 'id = "french-mutiny"\n', 'id = "french-mutiny"\nmaps = ["west"]\n', "no front"),
        ("chits.toml", 'id = "the-tiger"\n', 'id = "the-tiger"\nunits = ["fr-999"]\n', "no unit"),
        ("charts.toml", 'name = "marsh"', 'name = "marsh"\ndepth = 2', "keys"),
        ("charts.toml", 'name = "marsh"\nmp = [2, 2, 2]', 'name = "marsh"\nmp = [2, 2]', "2 figures and not 3"),
        ("charts.toml", 'hex = "W6316"', 'hex = "W9999"', "no hex"),
        (
            "charts.toml",
            'number = 28\ndate = "Mar 1917"\nwest = "variable"',
            'number = 28\ndate = "Mar 1917"\nwest = "hot"',
            "none of",
        ),
        ("chits.toml", 'id = "allied-7"\n', 'id = "allied-7"\nannounced = 1\n', "neither true"),
    ],
)
def test_a_slip_in_a_table_of_tables(folder: Path, file: str, was: str, slip: str, why: str) -> None:
    """The line is that of the table's heading."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert was in text
    line = line_of(path, was.splitlines()[0]) - 1
    path.write_text(text.replace(was, slip, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^{re.escape(file)}:{line}: .*{why}"):
        Printed.read(folder, HEXES)


@pytest.mark.parametrize(
    ("table", "was", "slip", "why"),
    [
        ("combat", '"0/E", "0/E", "0/E"]', '"0/E", "0/E", "0:E"]', "no combat result"),
        ("combat", '["4/0", "4/0", "3/0", "3/0", "3/1", "2/1"]', '["4/0", "4/0"]', "2 figures and not 6"),
        ("resources", "BR = [1, 1, ", "BR = [1, ", "20 figures and not 21"),
        ("resources", "BR = [1, 1, ", "GB = [1, 1, ", "'GB' is none of"),
        ("spending", "carried = 10", "carried = 10.5", "no whole number"),
        ("spending", "emergency_dice = 2", "emergency_dice = 3", "two are rolled"),
        ("warfare", "u_boat_dice = 1", "u_boat_dice = 2", "one is rolled"),
        ("stacking", "units = 6\n", "", "units"),
    ],
)
def test_a_slip_in_a_chart(folder: Path, table: str, was: str, slip: str, why: str) -> None:
    """The line is that of the chart's heading."""
    path = folder / "charts.toml"
    text = path.read_text(encoding="utf-8")
    assert was in text
    line = line_of(path, f"[{table}]")
    path.write_text(text.replace(was, slip, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^charts.toml:{line}: .*{why}"):
        Printed.read(folder, HEXES)


@pytest.mark.parametrize(
    ("was", "slip", "why"),
    [
        ('count = 151\n', 'count = 152\n', "GE has"),
        ('count = 36\n', 'count = 35\n', "set up nowhere"),
        ('GE = 8', 'GE = -8', "less than nothing"),
        ('turn = 29', 'turn = 52', "no turn 52"),
        ('neutral = ["GK"]', 'neutral = []', "each nation stands once"),
        ('also.shock-troops = 2', 'also.shock-troops = 3', "cannot hold 3"),
        ('also.mine = 1', 'also.mines = 1', "no chit"),
        ('fallen = ["immelmann", ', 'fallen = ["guynemer", ', "no chit"),
        ('6811-6612, 6612-6411', '6811-6613, 6612-6411', "not a straight row"),
        ('"W5813", "W5711"', '"W5813", "W9911"', "no hex"),
        ('french = -2', '', "some group"),
    ],
)  # fmt: skip
def test_a_slip_in_a_scenario(folder: Path, was: str, slip: str, why: str) -> None:
    """Counts that do not come out, words that cannot be: the scenario is named."""
    path = folder / "scenarios" / "1917.toml"
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, slip, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^1917.toml: .*{why}"):
        Printed.read(folder, HEXES)


@pytest.mark.parametrize(
    ("was", "slip", "why"),
    [
        ('units = ["ro-cav-1"]', 'units = ["ro-cav-2"]', "no unit"),
        ('nation = "RO"\nto = "around"\n', 'nation = "RO"\nto = "around"\nlot = 1\n', "neither true"),
        ('nation = "RO"\nto = "around"\n', 'nation = "RO"\nto = "home"\n', "but not both"),
        ('nation = "RO"\nto = "around"\n', 'nation = "RO"\nto = "around"\ncount = 1\n', "one of these"),
    ],
)
def test_a_slip_in_a_group(folder: Path, was: str, slip: str, why: str) -> None:
    """A group has a line of its own."""
    path = folder / "scenarios" / "1917.toml"
    text = path.read_text(encoding="utf-8")
    assert was in text
    line = text[: text.index(was)].count("\n") + 1
    heading = max(n for n, row in enumerate(text.splitlines()[:line], 1) if row == "[[groups]]")
    path.write_text(text.replace(was, slip, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^1917.toml:{heading}: .*{why}"):
        Printed.read(folder, HEXES)


PLACES = "places.toml"


@pytest.mark.parametrize(
    ("was", "slip", "why"),
    [
        ('hex = "W6819"', 'hex = "W9919"', "W9919 is no hex"),
        ('hexes = ["W4908", "W5008", "W5009"]', 'hexes = ["W4908", "E9908"]', "E9908 is no hex"),
        ('name = "Russian Poland"', 'name = "Polish Russia"', "no hex is in a region"),
        ('hex = "W6819"', "", "missing"),
        ('id = "berlin"', 'id = "antwerp"', "stands twice"),
    ],
)
def test_a_place_is_where_the_boards_have_hexes(folder: Path, was: str, slip: str, why: str) -> None:
    """A hex or region that no board has is named with the line of its table."""
    path = folder / PLACES
    text = path.read_text(encoding="utf-8")
    assert text.count(was) == 1
    path.write_text(text.replace(was, slip), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^{PLACES}:[0-9]+: .*{why}"):
        Printed.read(folder, HEXES)


@pytest.mark.parametrize("slip", ["antwerpen", ""])
def test_a_place_is_one_that_rules_name(folder: Path, slip: str) -> None:
    """One that is missing and one that nobody asks for are told by their names."""
    path = folder / PLACES
    text = path.read_text(encoding="utf-8")
    table = '[[places]]\nid = "antwerp"\nhex = "W6819"\nsection = "11.52"\n'
    assert text.count(table) == 1
    path.write_text(text.replace(table, table.replace("antwerp", slip) if slip else ""), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^{PLACES}: .*'antwerp'.* unknown or missing in places"):
        Printed.read(folder, HEXES)


def test_a_folder_of_before_has_the_places_of_before(folder: Path) -> None:
    """decisions/0023: a plan of someone's own that has no file of places keeps its digest, and is played on."""
    (folder / PLACES).unlink()
    assert Printed.read(folder, HEXES).places.paris == ("W4908", "W5008", "W5009")


def test_a_plan_has_places_of_its_own(folder: Path) -> None:
    """Its Berlin is where its file has it."""
    path = folder / PLACES
    path.write_text(path.read_text(encoding="utf-8").replace('hex = "E5102"', 'hex = "E5205"'), encoding="utf-8")
    places = Printed.read(folder, HEXES).places
    assert (places.berlin, places.depots[0]) == ("E5205", "E5205")
