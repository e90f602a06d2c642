"""Tables and relief to the files that the client shows. The same input gives the same bytes."""

from __future__ import annotations

from tools.maps.boardjson import board_json
from tools.maps.borders import borders
from tools.maps.early import early
from tools.maps.ground import ground
from tools.maps.index import write_index
from tools.maps.lines import lines
from tools.maps.relief import THEMES, webp
from tools.maps.sheet import Sheet
from tools.maps.small import small
from tools.maps.survey import Survey
from tools.maps.tables import Tables

SMALL_QUALITY = 72


def drawn(survey: Survey, tables: Tables) -> dict[str, bytes]:
    """Every file of the board's static folder by name."""
    sheet = Sheet(survey, tables)
    frontiers = borders(sheet)
    pictures = {theme.name: sheet.relief.picture(theme) for theme in THEMES}
    reliefs = {name: webp(picture) for name, picture in pictures.items()}
    return {
        "ground.svg": ground(sheet, frontiers).encode(),
        "lines.svg": lines(sheet, frontiers).encode(),
        "board.json": board_json(sheet).encode(),
        "small.webp": webp(small(sheet, frontiers, pictures["light"]), SMALL_QUALITY),
        **{f"relief-{name}.webp": relief for name, relief in reliefs.items()},
        **{f"early-{name}.webp": early(relief) for name, relief in reliefs.items()},
    }


def draw(survey: Survey, tables: Tables, only_lines: bool = False) -> dict[str, int]:
    """Writes the board's static folder, or only what stands over the ground. Returns each file's size."""
    if only_lines:
        sheet = Sheet(survey, tables)
        files = {"lines.svg": lines(sheet, borders(sheet)).encode(), "board.json": board_json(sheet).encode()}
    else:
        files = drawn(survey, tables)
    folder = survey.spec.static
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    write_index()
    return {name: len(content) for name, content in files.items()}
