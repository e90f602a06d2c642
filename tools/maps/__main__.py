"""``python -m tools.maps survey|draw|letter BOARD --geo FOLDER``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.maps import spec as specs
from tools.maps import tables
from tools.maps.areas import draw as areas
from tools.maps.areas.spec import is_area_board
from tools.maps.boardfile import write_board
from tools.maps.draw import draw
from tools.maps.geography import Geography
from tools.maps.lattice import Grid
from tools.maps.projection import Projection
from tools.maps.survey import Survey


def main(arguments: list[str] | None = None) -> int:
    """0 when the files are written; 2 (from argparse) for a command that does not exist."""
    parser = argparse.ArgumentParser(prog="python -m tools.maps", description=__doc__)
    parser.add_argument("action", choices=("survey", "draw", "letter", "residuals"))
    parser.add_argument("board")
    parser.add_argument("--geo", type=Path, required=True, help="folder with the geography")
    given = parser.parse_args(arguments)
    if is_area_board(given.board):
        return _areas(given.action, given.board, given.geo)
    spec = specs.load(given.board)
    grid = Grid(spec.lattice)
    projection = Projection(spec.projection, grid)
    survey = Survey(spec, grid, projection, Geography(given.geo, spec, projection))
    if given.action == "residuals":
        for r in projection.residuals():
            print(f"{r.anchor.name:<16} {r.anchor.hex}  {r.before:5.2f}  {r.after:5.2f}  falls in {r.falls_in}")
    elif given.action == "survey":
        tables.write(spec.scenario, survey.tables())
        write_board(spec)
    else:
        # To letter is to draw all but the ground and its pictures, which take most of the time.
        for name, size in draw(survey, tables.read(spec.scenario), given.action == "letter").items():
            print(f"{name:<20} {size:>8} bytes")
    return 0


def _areas(action: str, board: str, geo: Path) -> int:
    """A board of areas has no tables to survey; its residuals are where links and drawing disagree."""
    if action == "draw":
        for name, size in areas.draw(board, geo).items():
            print(f"{name:<20} {size:>8} bytes")
        return 0
    if action == "residuals":
        print("\n".join(areas.report(board, geo)) or "links and drawing agree")
        return 0
    print(f"{board} is a board of areas: its tables are the game's own")
    return 2


if __name__ == "__main__":
    sys.exit(main())
