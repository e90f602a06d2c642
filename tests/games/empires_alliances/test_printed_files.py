"""Files that hold a slip are refused by file and line when they are read; so is an owner's chart with a row missing."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rules.empires_alliances.printed.data import FOLDER, Printed
from rules.empires_alliances.printed.places import Places
from tests.thorough import sample_of

PLACES = Places.read(FOLDER)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the files, without the board: an owner's folder of charts."""
    for file in FOLDER.iterdir():
        if file.is_file() and file.name not in ("hexes.csv", "hexsides.csv", "rails.csv"):
            shutil.copy(file, tmp_path)
    shutil.copytree(FOLDER / "scenarios", tmp_path / "scenarios")
    return tmp_path


def changed(folder: Path, file: str, was: str, slip: str) -> int:
    """Puts a slip into a file, and says on which line."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, slip, 1), encoding="utf-8")
    return text[: text.index(was)].count("\n") + 1


def refused(folder: Path, file: str, line: int | None, why: str) -> None:
    name = Path(file).name
    where = f"{name}:{line}: " if line else f"{name}: "
    with pytest.raises(ValueError, match=rf"^{re.escape(where)}.*{why}"):
        Printed.read(folder, PLACES)


def test_the_copy_itself_is_read(folder: Path) -> None:
    assert len(Printed.read(folder, PLACES).units) == len(Printed.read().units)


@pytest.mark.parametrize(
    ("file", "was", "slip", "why"),
    [
        ("units.csv", "ge-gd,GE,infantry", "ge-gd,GR,infantry", "no country"),
        ("units.csv", "ge-gd,GE,infantry", "ge-gd,GE,guards", "none of"),
        ("units.csv", "GD,6-8-4", "GD,6-8", "not attack-defence-movement"),
        ("units.csv", "ge-gd,GE", "ge-a1,GE", "stands twice"),
        ("units.csv", "AIR 1,1-0-4", "AIR 1,1-1-4", "no defence"),
        ("units.csv", "tank,,TANK 1", "tank,XXX,TANK 1", "no size"),
        ("forts.csv", "GE,2850,2", "GE,9950,2", "no land hex"),
        ("forts.csv", "GE,2850,2", "GE,2850,3", "none of"),
        ("order_of_appearance.csv", "gb-t42,1914-09", "gb-t42,1914-13", "no turn"),
        ("order_of_appearance.csv", "gk-nd,1916-10,arrive,Salonika", "gk-nd,1916-10,arrive,Saloniki", "no city"),
        ("order_of_appearance.csv", "gb-t42,1914-09,arrive,,", "gb-t42,,arrive,,", "do not go together"),
        ("order_of_appearance.csv", "weaker,,ge-a1,", "weaker,,ge-a2,", "another unit"),
        ("order_of_appearance.csv", "upgrade,,infantry XXX 4-6-4", "upgrade,,infantry XXX 464", "not attack"),
        ("withdrawals.csv", "FR,1915-12,cavalry", "FR,1915-12,horse", "no kind"),
        ("releases.csv", "fr-r11", "fr-r13", "no unit"),
        ("breakdowns.csv", "infantry XX 3-4-4/infantry XX 3-4-4", "infantry XX 3-4-4/infantry XX 2-3-4", "break down"),
        ("replacements.csv", "GE,Berlin,infantry,3", "GE,Bärlin,infantry,3", "no city"),
        ("replacements.csv", "GE,Berlin,infantry,3", "GE,Berlin,infantry,3.5", "no number"),
        ("capacity.csv", "RU,9,", "RU,10,", "one of"),
        ("capacity.csv", "Baltic/Black Sea", "Baltic/Red Sea", "none of"),
        ("weather.csv", "march,clear", "march,fair", "none of"),
        ("terrain.csv", "forest,hex,2", "forest,hex,two", "no number"),
        ("combat.csv", "8,AX,AX,AX,AD,ND", "8,AX,AX,AX,AD,NR", "none of"),
    ],
)  # fmt: skip
def test_a_slip_is_named_by_file_and_line(folder: Path, file: str, was: str, slip: str, why: str) -> None:
    """A word that cannot be, a unit that is not there, a hex that the board does not have."""
    refused(folder, file, changed(folder, file, was, slip), why)


@pytest.mark.parametrize("file", ["combat.csv", "weather.csv", "terrain.csv", "capacity.csv", "weariness.csv",
                                  "turns.csv", "limits.csv", "order_of_appearance.csv"])  # fmt: skip
@pytest.mark.parametrize("where", sample_of([3, 1, -1], 3))
def test_a_missing_row_is_named_by_file_and_line(folder: Path, file: str, where: int) -> None:
    """The line is the one where the row should stand."""
    lines = (folder / file).read_text(encoding="utf-8").splitlines(keepends=True)
    at = where % len(lines)
    gone = lines.pop(at)
    (folder / file).write_text("".join(lines), encoding="utf-8")
    refused(folder, file, at + 1, re.escape(gone.split(",")[0]))


@pytest.mark.parametrize("file", ["combat.csv", "weather.csv", "capacity.csv", "weariness.csv", "turns.csv"])
def test_rows_out_of_order_are_named_by_file_and_line(folder: Path, file: str) -> None:
    lines = (folder / file).read_text(encoding="utf-8").splitlines(keepends=True)
    lines[4], lines[5] = lines[5], lines[4]
    (folder / file).write_text("".join(lines), encoding="utf-8")
    refused(folder, file, 5, "stands where")


def test_a_row_too_many_is_named_by_file_and_line(folder: Path) -> None:
    path = folder / "combat.csv"
    text = path.read_text(encoding="utf-8")
    last = text.splitlines()[-1]
    path.write_text(f"{text}13{last[2:]}\n", encoding="utf-8")
    refused(folder, "combat.csv", 16, "too many")


def test_13_7_a_table_that_is_kinder_to_the_defender_further_on(folder: Path) -> None:
    """A row below, and a column to the right, never help the defender."""
    line = changed(folder, "combat.csv", "9,AX,AX,AD,AD,DD,DD", "9,AX,AX,AD,AD,DD,ND")
    refused(folder, "combat.csv", line, "kinder")


def test_21_2_a_higher_total_that_is_milder(folder: Path) -> None:
    refused(folder, "weariness.csv", changed(folder, "weariness.csv", "12,R30", "12,R10"), "milder")


@pytest.mark.parametrize(
    ("file", "was", "slip", "why"),
    [
        ("charts.toml", '[combat]\ndrm_cap = 3\n', '[combat]\ndrm_cap = "3"\n', "no whole number"),
        ("charts.toml", '[stacking]\nunits = 3\n', '[stacking]\n', "missing"),
        ("charts.toml", '[[weathers]]\nid = "mud"', '[[weathers]]\nid = "rain"', "none of"),
        ("charts.toml", '[[economy]]\nid = "murmansk"', '[[economy]]\nid = "archangel"', "stands twice"),
        ("nations.toml", '[[nations]]\nid = "FR"', '[[nations]]\nid = "GE"', "stands twice"),
        ("optional.toml", '[[fronts]]\nid = "eastern"\ncountries = ["RU"]',
         '[[fronts]]\nid = "eastern"\ncountries = ["RS"]', "no country"),
        ("optional.toml", '[plan_17]\ngroups = [\n    "fr-army-1"', '[plan_17]\ngroups = [\n    "fr-1"', "no group"),
        ("options.toml", '[[options]]\nid = "argonne"\ntitle', '[[options]]\nid = "argonne"\ntitel', "keys"),
        ("scenarios/1918.toml", '[[groups]]\nid = "J"\nnation = "FR"\nname = "3rd Army"\nhexes = ["2555"',
         '[[groups]]\nid = "J"\nnation = "FR"\nname = "3rd Army"\nhexes = ["2599"', "no land hex"),
        ("scenarios/campaign.toml", '[[commitments]]\nbox = "caucasus"', '[[commitments]]\nbox = "kaukasus"', "no box"),
        ("scenarios/1918.toml", '[[extra]]\nturn = "1918-04"', '[[extra]]\nturn = "1918-4"', "none of"),
    ],
)  # fmt: skip
def test_a_slip_in_a_table_of_tables(folder: Path, file: str, was: str, slip: str, why: str) -> None:
    """The line is that of the table's heading."""
    refused(folder, file, changed(folder, file, was, slip), why)


@pytest.mark.parametrize(
    ("key", "was", "slip", "why"),
    [
        ("allied", 'allied = ["FR", "GB", ', 'allied = ["FR", "UK", ', "no country"),
        ("forts", '"ge-fort-3148", ', '"ge-fort-3149", ', "no fort"),
        ("railheads", 'railheads.western = ["2045", ', 'railheads.western = ["2044", "9999", ', "no land hex"),
        ("features", 'features = ["august-1914"]', 'features = ["august"]', "none of"),
    ],
)
def test_a_slip_at_the_head_of_a_card(folder: Path, key: str, was: str, slip: str, why: str) -> None:
    file = "scenarios/1914.toml"
    text = (folder / file).read_text(encoding="utf-8")
    changed(folder, file, was, slip)
    line = next(n for n, row in enumerate(text.splitlines(), 1) if row.startswith((f"{key} =", f"{key}.")))
    refused(folder, file, line, why)


@pytest.mark.parametrize(
    ("file", "was", "slip", "why"),
    [
        ("1914.toml", '"ge-a2", ', "", "ge-a2 is set up nowhere"),
        ("1914.toml", '"ge-a2", ', '"ge-a2", "ge-a2", ', "twice"),
        ("1914.toml", '"ge-a2", ', '"fr-a2", "ge-a2", ', "fr-a2 is not of GE"),
        ("1914.toml", '"draw 10", ', "", "levels"),
        ("1914.toml", '"draw 10", ', '"draw 7", ', "levels"),
        ("1914.toml", 'neutral = ["TU"', 'neutral = ["GE", "TU"', "two sides"),
        ("campaign.toml", 'nation = "GK"\nrest = true', 'nation = "GK"\ncounts = { "infantry XXX" = 2 }',
         "gk-rest: there are too few"),
        ("campaign.toml", 'id = "gk-rest"\nnation = "GK"', 'id = "gk-rest"\nnation = "NL"', "gk-5 is set up nowhere"),
        ("1918.toml", '"stosstruppen XXX 5-7-4" = 5', '"stosstruppen XXX 5-7-4" = 6', "too few of stosstruppen"),
    ],
)  # fmt: skip
def test_a_card_whose_counts_do_not_come_out(folder: Path, file: str, was: str, slip: str, why: str) -> None:
    """The card is named, and the group where it is one."""
    changed(folder, f"scenarios/{file}", was, slip)
    refused(folder, file, None, why)


def test_1_2_a_counter_too_many_is_refused(folder: Path) -> None:
    changed(folder, "markers.csv", "Royal Navy,1,", "Royal Navy,2,")
    with pytest.raises(ValueError, match="897 counters, and 896"):
        Printed.read(folder, PLACES)


def test_22_1_an_exclusion_that_only_one_side_knows(folder: Path) -> None:
    changed(folder, "options.toml", 'excludes = ["flexible-mobilisation"]', "excludes = []")
    refused(folder, "options.toml", None, "does not exclude it")
