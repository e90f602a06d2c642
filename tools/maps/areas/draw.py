"""An area board's files. The same input gives the same bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tools.maps.areas import spec as specs
from tools.maps.areas.agreement import disagreement
from tools.maps.areas.boardjson import board_json
from tools.maps.areas.ground import ground
from tools.maps.areas.lines import lines
from tools.maps.areas.partition import Partition
from tools.maps.areas.projection import AreaProjection
from tools.maps.areas.sheet import AreaSheet
from tools.maps.areas.small import small
from tools.maps.early import early
from tools.maps.geography import Geography
from tools.maps.projection import Array
from tools.maps.relief import THEMES, webp

QUALITY = 44
RIM, FADE = 59.0, 4.0
"""Longitude at which the relief has faded out, and over how many degrees it does so."""
SMALL_QUALITY = 72


class FlatGeography(Geography):
    """The geography, flat where the relief's picture ends."""

    def height(self, x: Array, y: Array) -> Array:
        """Relief at points of the board."""
        lon, _ = self.projection.to_lonlat(x, y)
        return super().height(x, y) * np.clip((RIM - lon) / FADE, 0, 1)


def sheet(board: str, folder: Path) -> AreaSheet:
    """The board's drawing in the making."""
    spec = specs.load(board)
    projection = AreaProjection(spec.shape)
    return AreaSheet(Partition(spec, projection, FlatGeography(folder, spec, projection)))  # type: ignore[arg-type]


def draw(board: str, folder: Path) -> dict[str, int]:
    """Writes the board's static folder. Returns the size of each file in bytes."""
    drawn = sheet(board, folder)
    pictures = {theme.name: drawn.relief.picture(theme) for theme in THEMES}
    reliefs = {name: webp(picture, QUALITY) for name, picture in pictures.items()}
    files = {
        "ground.svg": ground(drawn).encode(),
        "lines.svg": lines(drawn).encode(),
        "board.json": board_json(drawn).encode(),
        "small.webp": webp(small(drawn, pictures["light"]), SMALL_QUALITY),
        **{f"relief-{name}.webp": relief for name, relief in reliefs.items()},
        **{f"early-{name}.webp": early(relief) for name, relief in reliefs.items()},
    }
    static = drawn.partition.spec.static
    static.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (static / name).write_bytes(content)
    return {name: len(content) for name, content in files.items()}


def report(board: str, folder: Path) -> list[str]:
    """What the game's links and the drawing do not agree about, one sentence a pair."""
    part = sheet(board, folder).partition
    undrawn, unlinked = disagreement(part.shapes, part.spec.links)
    return [f"{a} and {b} are linked and do not touch" for a, b in undrawn] + [
        f"{a} and {b} touch and are not linked" for a, b in unlinked
    ]
