"""Boards made again: the same geography and board file give the same bytes, so nothing was changed by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.thorough import at_least_one, in_the_sweep

pytest.importorskip("shapely", reason="the map builder's own dependencies: requirements-maps.lock")

from tests.maps.geography import GEOGRAPHY, needs_geography
from tests.thorough import THOROUGH
from tools.maps import spec, tables
from tools.maps.areas.spec import is_area_board
from tools.maps.boardfile import board_toml
from tools.maps.draw import drawn
from tools.maps.geography import Geography
from tools.maps.lattice import Grid
from tools.maps.projection import Projection
from tools.maps.survey import Survey

REDRAWN = "great-war-iraq"
"""Drawing a large board takes a minute; this small one goes through the same code."""
BOARDS = [file.stem for file in sorted(spec.BOARDS.glob("*.toml")) if not is_area_board(file.stem)]


def _surveyed(board: str) -> Survey:
    """A board over its geography, as the program does it."""
    assert GEOGRAPHY is not None
    kept = spec.load(board)
    grid = Grid(kept.lattice)
    projection = Projection(kept.projection, grid)
    return Survey(kept, grid, projection, Geography(GEOGRAPHY, kept, projection))


SURVEYED = BOARDS if THOROUGH else ["great-war-italy"]
"""The smallest by itself; ``make sweep`` surveys all. ``REDRAWN`` is surveyed anyway, for its drawing."""


@in_the_sweep
@needs_geography
@pytest.mark.parametrize("board", SURVEYED)
def test_the_survey_makes_these_tables_again(board: str, tmp_path: Path) -> None:
    """Nothing is random, and nothing is read but the geography and the board's file."""
    check_tables(_surveyed(board), tmp_path)


def check_tables(survey: Survey, made: Path) -> None:
    """AssertionError where a table of the board is not what the survey gives."""
    kept = survey.spec
    tables.write(made, survey.tables())
    for name in ("hexes.csv", "hexsides.csv", "rails.csv", "towns.csv"):
        assert (made / name).read_bytes() == (kept.scenario / name).read_bytes(), name


@pytest.mark.parametrize("board", BOARDS)
def test_the_lattice_file_is_the_board_files(board: str) -> None:
    """``board.toml`` says what the builder's file says."""
    kept = spec.load(board)
    assert (kept.scenario / "board.toml").read_text(encoding="utf-8") == board_toml(kept)


@in_the_sweep
@needs_geography
def test_the_drawing_is_made_again(tmp_path: Path) -> None:
    """Every file of the drawing, pictures too, byte for byte; the tables that it is drawn from before it."""
    survey = _surveyed(REDRAWN)
    check_tables(survey, tmp_path)
    for name, content in at_least_one(drawn(survey, tables.read(survey.spec.scenario)).items()):
        assert content == (survey.spec.static / name).read_bytes(), name
