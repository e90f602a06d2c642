"""The Near East's units and their order of appearance: no rule reads these files yet. Held to the lists of chapter 21."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from rules.great_war.printed.arrivals import STRATEGIC
from rules.great_war.printed.counters import Face
from rules.great_war.printed.data import FOLDER

Row = dict[str, str]


def rows(file: str) -> dict[str, Row]:
    """The rows of a file by their ids."""
    with (FOLDER / file).open(encoding="utf-8", newline="") as text:
        return {row["id"]: row for row in csv.DictReader(text)}


OURS = rows("units-near-east.csv")
UNITS = {**rows("units.csv"), **OURS}
ALONE = {**rows("order-near-east.csv"), **rows("order-near-east-alone.csv")}
COMBINED = {**rows("order_of_appearance.csv"), **rows("order-near-east.csv"), **rows("order-combined.csv")}


def come(order: dict[str, Row], letter: str) -> list[Row]:
    """§3.26: the units that are there by a strategic turn."""
    return [
        UNITS[id_] for id_, row in order.items()
        if row["turn"] == "start" or (row["turn"] in STRATEGIC and row["turn"] <= letter)
    ]  # fmt: skip


def divisions(order: dict[str, Row], letter: str) -> Counter[str]:
    """§5.38: Turkish infantry divisions by their figures; the Gendarmerie is Persian."""
    found = [u for u in come(order, letter) if u["nation"] == "TU" and u["kind"] == "infantry"]
    return Counter(u["front"] for u in found if u.get("people", "TU") == "TU")


def test_every_unit_comes_once_and_none_is_europes_too() -> None:
    """§19.12: a unit of both games is one counter."""
    assert not OURS.keys() & rows("units.csv").keys()
    assert OURS.keys() <= ALONE.keys()
    assert ALONE.keys() <= UNITS.keys()
    assert OURS.keys() - COMBINED.keys() == {"tu-46", "tu-50"}
    assert all(Face.read(face) for unit in OURS.values() for face in (unit["front"], unit["back"]) if face)


@pytest.mark.parametrize(
    ("letter", "wanted"),
    [
        ("C", {"1-2-4": 4, "2-2-4": 25}),
        ("G", {"1-2-4": 7, "2-2-4": 37}),
        ("L", {"1-2-4": 9, "1-1-4": 4, "2-2-4": 38}),
        # §21.64: one 1-2-4 and two 1-4 fewer are on the list of 1918.
        ("O", {"1-2-4": 8 + 1, "1-1-4": 4 + 2, "2-2-4": 42}),
    ],
)
def test_21_25_turkish_divisions_add_up(letter: str, wanted: dict[str, int]) -> None:
    """§21.25, §21.35, §21.45, §21.64: by figures, alone; in May 1915 two more than combined."""
    assert divisions(ALONE, letter) == wanted


def test_21_25_the_combined_game_has_two_fewer_of_its_own() -> None:
    """§19.12, §21.25, §21.35: the 46th and 50th are none of them."""
    own = {id_: row for id_, row in COMBINED.items() if id_ in OURS}
    assert divisions(own, "C") == {"1-2-4": 4, "2-2-4": 23}
    assert divisions(own, "G") == {"1-2-4": 7, "2-2-4": 35}


@pytest.mark.parametrize(("letter", "brigades", "many"), [("C", 8, 6), ("G", 10, 12), ("L", 10, 12)])
def test_21_24_russians_of_the_caucasus(letter: str, brigades: int, many: int) -> None:
    """§21.24, §21.34, §21.44: brigades and divisions, the 6th among them from G on."""
    russians = [u for u in come(ALONE, letter) if u["nation"] == "RU" and u.get("people", "RU") == "RU"]
    assert sum(u["size"] == "BD" for u in russians) == brigades
    assert sum(u["kind"] == "infantry" and not u["size"] for u in russians) == many


def test_21_44_british_of_april_1917_by_label() -> None:
    """§21.34, §21.44: those that are set aside for the Near East; the 13NA is in the combined game alone."""
    labels = {u["id"].removeprefix("br-") for u in come(ALONE, "L") if u["nation"] == "BR"}
    divisions_ = "3in 7in 10in 11in 13in 14in 42t 52t 53t 54t 60t 74t 75t spr y"
    brigades = "12inbd 16inbd 17inbd 18inbd 30inbd 33inbd 34inbd 42inbd icbd"
    mounted = "6bd 7bd 7ybd nzbd 5asbd 1alhbd 2alhbd 3alhbd 4alhbd"
    others = "cd-1 cd-2 cd-3 cd-4 hq-13crp hq-18crp"
    assert labels == set(f"{divisions_} {brigades} {mounted} {others}".split())


def test_19_32_set_up_codes() -> None:
    """§5.62, §19.22, §19.32: who begins where; four are in Arabia."""
    codes = Counter((UNITS[id_]["nation"], row["setup"]) for id_, row in ALONE.items() if row["turn"] == "start")
    assert {code for nation, code in codes if nation == "TU"} == {"A", "C", "I", "P", "S", "T"}
    assert {(n, c) for n, c in codes if n != "TU"} == {("BR", "E"), ("BR", "I"), ("RU", "C")}
    assert codes["TU", "A"] == 4


def test_13_29_turks_enter_in_a_region() -> None:
    """§13.29: every Turkish unit that comes later has one; the Gendarmerie enters in Persia."""
    for id_, row in ALONE.items():
        unit = UNITS[id_]
        late = unit["nation"] == "TU" and unit.get("people") == "TU" and row["turn"] != "start"
        assert bool(row["region"]) == late, id_
