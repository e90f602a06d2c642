"""The variants of the game: what their files say, slips in these, and folders that have none."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rules.great_war.game import GAME
from rules.great_war.movement.railways import capacity_of
from rules.great_war.printed.data import FOLDER, MADE_FOR_EUROPE, Printed
from rules.great_war.printed.nations import NATIONS
from rules.great_war.printed.plans import AUGUST_1914, HISTORY, PLANS, PrintedFolder
from rules.great_war.printed.variants import EUROPE, read_variants
from tests.games.great_war.kit import position

FILE = "europe.toml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of variants, and no others."""
    shutil.copytree(FOLDER / "variants", tmp_path / "variants")
    return tmp_path


def test_europe_is_a_variant_of_every_plan() -> None:
    """The same in both: what was printed before has it too."""
    ours, before = (PLANS[plan].variants[EUROPE] for plan in (AUGUST_1914, HISTORY))
    assert ours == before
    assert [*ours.fronts] == ["west", "italy", "east"]
    assert ours.nations == tuple(nation for nation in NATIONS if nation in ours.nations)
    assert {*ours.scenarios} <= {scenario.id for scenario in GAME.scenarios}


def test_a_folder_without_variants_is_europe(tmp_path: Path) -> None:
    """§1.0: one of someone's own that was made before there were any."""
    for file in FOLDER.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    for part in ("scenarios", "boards"):
        shutil.copytree(FOLDER / part, tmp_path / part)
    found = PrintedFolder(tmp_path)
    assert [*found.variants] == [EUROPE]
    assert found.of("1915").variant == PLANS[HISTORY].variants[EUROPE]
    with pytest.raises(ValueError, match="no variant 'near-east'"):
        found.variant("near-east")
    with pytest.raises(ValueError, match="no scenario 'near-east-1915'"):
        found.of("near-east-1915")


def test_scenarios_of_a_variant_share_what_is_printed() -> None:
    """§1.0: one board and one set of counters; and ids of scenarios are unique over the variants."""
    plan = PLANS[AUGUST_1914]
    assert plan.of("1915") is plan.of("campaign") is plan.variant(EUROPE)
    ids = [id_ for variant in plan.variants.values() for id_ in variant.scenarios]
    assert len(ids) == len({*ids})


@pytest.mark.parametrize(
    ("was", "slip", "why"),
    [
        ('id = "europe"', 'id = "asia"', "it is called asia"),
        ('"west", "italy", "east"', '"west", "italy", "south"', "no front is called 'south'"),
        ('nations = ["GE"', 'nations = ["XX"', "none of"),
        ("draws = 1\n", "", "['draws'] are unknown or missing"),
        ("draws = 1", "dice = 1", "['dice', 'draws'] are unknown or missing"),
        ("first = 1", "first = 52", "from 52 to 51"),
        ('central = ["GE"]\n', "", "each side"),
        ('revolution = "cities"', 'revolution = "dice"', "none of cities"),
    ],
)  # fmt: skip
def test_a_slip_names_the_file(folder: Path, was: str, slip: str, why: str) -> None:
    """A word that cannot be, a key too many or too few."""
    file = folder / "variants" / FILE
    text = file.read_text(encoding="utf-8")
    assert was in text
    file.write_text(text.replace(was, slip, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^{FILE}: .*{re.escape(why)}"):
        read_variants(folder, MADE_FOR_EUROPE)


@pytest.mark.parametrize(
    ("was", "slip", "why"),
    [
        ("last = 51", "last = 52", "there is no turn 52"),
        ('id = "russian"', 'id = "danish"', "no capacity is called danish"),
    ],
)
def test_a_variant_must_fit_the_charts(folder: Path, was: str, slip: str, why: str) -> None:
    """§4.1, §9.22: turns on the track, rows of capacities."""
    file = folder / "variants" / FILE
    file.write_text(file.read_text(encoding="utf-8").replace(was, slip, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^{FILE}: {why}"):
        Printed.read(FOLDER, variant=read_variants(folder, MADE_FOR_EUROPE)[EUROPE])


def test_9_22_each_unit_has_the_trains_of_its_nation_or_side() -> None:
    """§9.11, §9.21, §9.22."""
    state = position({"W6311": "ge-8bvr", "W6511": "be-4", "E4816": "ru-1gd"})
    assert [capacity_of(state, unit).id for unit in ("ge-8bvr", "be-4", "ru-1gd")] == ["central", "allied", "russian"]


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_4_3_a_strategic_turn_follows_the_last_turn(scenario: str) -> None:
    """§4.3: plans of a whole turn end with it, so that none goes on after the match (``next_step``)."""
    printed = GAME.new_match(scenario, {}).printed
    assert printed.charts.turns[printed.variant.last - 1].then
