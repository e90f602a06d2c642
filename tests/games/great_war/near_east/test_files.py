"""May 1915 in the Near East as its files are read: variant, counters, charts, chits, the scenario."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from rules.great_war.printed.charts import WEATHER
from rules.great_war.printed.data import FOLDER, MADE_FOR_EUROPE, Printed, hexes_on
from rules.great_war.printed.fronts import FRONTS
from rules.great_war.printed.plans import AUGUST_1914, PLANS
from rules.great_war.printed.variants import read_variants
from tests.games.great_war.near_east.kit import MAY_1915

PRINTED = PLANS[AUGUST_1914].of(MAY_1915)
EUROPE = PLANS[AUGUST_1914].variant("europe")
HEXES = hexes_on(FOLDER / "boards", FRONTS)


def test_the_variant_has_its_own_fronts_units_and_trains() -> None:
    """§19.8: three fronts on the atlas that Europe shares; nobody who is only in Europe."""
    assert [*PRINTED.board.fronts] == ["caucasus", "egypt", "iraq"]
    assert PRINTED.board.atlas is EUROPE.board.atlas
    assert {c.nation for c in PRINTED.counters.values()} == {"TU", "GE", "BR", "RU", "FR", "AB"}
    assert "ge-8bvr" not in PRINTED.counters
    assert {t.id: PRINTED.charts.capacity[t.id].units for t in PRINTED.variant.transports} == {
        "near-east-central": 4, "caucasus": 2, "egypt": 4, "iraq": 4, "near-east-sea": 3,
    }  # fmt: skip


def test_charts_are_added_to_those_of_europe() -> None:
    """§8.32, §12.12, §19.8: desert, heat, four zones; points are the Near East's alone. Europe's are as they were."""
    charts = PRINTED.charts
    assert [charts.terrain["desert"].cost(weather, False) for weather in WEATHER] == [2, 2, 2, 2]
    assert charts.terrain["clear"].mp[WEATHER.index("hot")] == charts.terrain["clear"].mp[WEATHER.index("fair")]
    assert charts.turns[11].further == {"south": "hot", "caucasus": "hot"}
    assert charts.income("TU", "E") == 2
    assert charts.income("FR", "E") == 0
    assert not charts.resource_hexes
    assert "desert" not in EUROPE.charts.terrain
    assert not EUROPE.charts.turns[11].further
    assert EUROPE.charts.income("FR", "E")


def test_3_26_pools_have_the_chits_of_the_near_east() -> None:
    """§21.27, §21.28: those of C without what has been played; Europe's enter no pool here, nor these one there."""
    card = PRINTED.scenarios[MAY_1915]
    assert card.pools["allied"].chits("allied", PRINTED.chits, MAY_1915) == {
        "allied-no-event-c": 2, "russian-winter-offensive": 1, "townshend": 1, "russian-points-c": 1,
    }  # fmt: skip
    central = {**PRINTED.chits.entering("central", "C"), **PRINTED.chits.entering("central", "G")}
    shared = {"central-no-event-c": 2, "kemal": 1, "turkish-determination-c": 1, "turkish-determination-g": 1}
    assert {id_: n for id_, n in central.items() if PRINTED.chits.events[id_].mark == ""} == shared
    assert all(EUROPE.chits.events[id_].mark == "" for id_ in EUROPE.chits.entering("allied", "C"))


@pytest.mark.parametrize(
    ("file", "was", "slip", "why"),
    [
        ("units-near-east.csv", ",E,FR,,rulebook 17.21", ",X,FR,,rulebook 17.21", "none of"),
        ("order-near-east.csv", "start,A,,tu-21", "start,Q,,tu-21", "set-up code"),
        ("chits-near-east.toml", 'mark = "NE"', 'mark = "EN"', "none of"),
        ("charts-near-east.toml", "number = 51", "number = 52", "weather track"),
        ("charts-near-east.toml", "[untried]", "[untired]", "untired"),
        ("charts-near-east.toml", '"2-2-4"]', '"0-2-4"]', "0-2-4 is no strength"),
        ("charts-near-east.toml", "armenian = [", "arminian = [", "none of"),
        ("places-near-east.toml", 'hex = "NI2552"', 'hex = "NI9999"', "no hex"),
        ("scenarios/near-east-1915.toml", "count = 8", "count = 80", "not 80"),
        ("scenarios/near-east-1915.toml", 'region = "West', 'region = "East', "none of"),
        ("scenarios/near-east-1915.toml", 'central = ["TU", "GE"]', 'central = ["TU"]', "each nation"),
        ("scenarios/near-east-1915.toml", 'ru-arm-1 = "1-1-4"', 'ru-arm-1 = "strong"', "strong"),
    ],
)  # fmt: skip
def test_a_slip_names_its_file(folder: Path, file: str, was: str, slip: str, why: str) -> None:
    """A word that cannot be, and a count that does not come out."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert was in text
    path.write_text(text.replace(was, slip, 1), encoding="utf-8")
    variant = read_variants(folder, MADE_FOR_EUROPE)["near-east"]
    with pytest.raises(ValueError, match=rf"^{re.escape(path.name)}:.*{why}"):
        Printed.read(folder, HEXES, variant)


def test_21_24_21_25_the_lists() -> None:
    """§21.24, §21.25: units by nation that are set up, in the boxes and in the dead pile."""
    card = PRINTED.scenarios[MAY_1915]
    assert Counter(group.nation for group in card.groups) == {"BR": 5, "RU": 5, "TU": 9}
    assert (card.surrender, card.reserve, card.turn, card.west) == (1, 6, 10, "allied")
