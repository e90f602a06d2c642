"""Draws the board of The Ford: ``python -m examples.board`` writes ``static/boards/the-ford/``.

A real board is made from a map by ``tools/maps``. What the client asks of any is the same: ``board.json`` with the
middle of each hex, and two drawings whose classes get their colours from ``static/boards/map.css``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from examples.the_ford import FORD, LATTICE, WOODS
from rules.kernel.messages import Json

if TYPE_CHECKING:
    from PIL import Image

FOLDER = Path(__file__).resolve().parent.parent / "static" / "boards" / "the-ford"
WIDE = 48
RADIUS = WIDE / math.sqrt(3)
MARGIN = 40.0
ROWS, COLUMNS = 5, 7
WIDTH = 2 * MARGIN + (COLUMNS - 0.5) * WIDE
HEIGHT = 2 * MARGIN + (ROWS - 1) * 1.5 * RADIUS
TREES = ((-11, 6), (-4, -2), (4, 8), (11, 0), (1, -12), (-13, -9), (13, 12))


def centre(hex_: str) -> tuple[float, float]:
    """The middle of a hex, from the lattice that the rules move on."""
    row, column = int(hex_[:2]), int(hex_[2:])
    x = MARGIN + (LATTICE.grain.doubled_x(row, column) - 2) * WIDE / 2
    return round(x, 1), round(MARGIN + (row - 1) * 1.5 * RADIUS, 1)


def corners(hex_: str, radius: float = RADIUS) -> list[tuple[float, float]]:
    """Its six corners, or points between them and the middle."""
    x, y = centre(hex_)
    turns = (math.radians(60 * n - 90) for n in range(6))
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns]


def outline(hex_: str, radius: float = RADIUS) -> str:
    """The path along its sides."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners(hex_, radius)) + "z"


def board() -> Mapping[str, Json]:
    """What the client knows of each hex."""
    hexes: dict[str, Json] = {}
    for hex_ in LATTICE.ids:
        x, y = centre(hex_)
        terrain = "forest" if hex_ in WOODS else "clear"
        hexes[hex_] = {"x": x, "y": y, "name": "The Ford" if hex_ == FORD else "", "terrain": terrain}
    size: dict[str, Json] = {"id": "the-ford", "width": WIDTH, "height": round(HEIGHT, 1), "hex": {"w": WIDE}}
    return {**size, "hexes": hexes, "sides": {}}


def _drawing(kind: str, parts: Iterable[str]) -> str:
    box = f'viewBox="0 0 {WIDTH:g} {HEIGHT:.1f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} class="base {kind}">{"".join(parts)}</svg>\n'


def ground() -> str:
    """Land, woods and water, under the counters."""
    land = f'<path class="land" d="M0 0H{WIDTH:g}V{HEIGHT:.1f}H0z"/>'
    woods = "".join(outline(h, RADIUS * 0.94) for h in sorted(WOODS))
    trees = "".join(
        f"M{x + dx:.1f} {y + dy - 5:.1f}l4 8h-8z" for x, y in map(centre, sorted(WOODS)) for dx, dy in TREES
    )
    water = outline(FORD, RADIUS * 0.9)
    return _drawing(
        "ground",
        (land, f'<path class="forest" d="{woods}"/>', f'<path class="tree" d="{trees}"/>',
         f'<path class="lake" d="{water}"/>'),
    )  # fmt: skip


def lines() -> str:
    """The grid, the numbers of the hexes and the one name."""
    grid = "".join(outline(h) for h in LATTICE.ids)
    numbers = "".join(
        f'<text x="{x:g}" y="{y - RADIUS + 9:.1f}">{h}</text>' for h in LATTICE.ids for x, y in (centre(h),)
    )
    x, y = centre(FORD)
    place = f'x="{x:g}" y="{y + 3:.1f}" font-size="9" text-anchor="middle"'
    name = f'<text class="city" data-hex="{FORD}" {place}>The Ford</text>'
    return _drawing(
        "lines", (f'<path class="grid" d="{grid}"/>', f'<g class="nums">{numbers}</g>', f'<g class="lab">{name}</g>')
    )


def files() -> Mapping[str, str]:
    """Name to content."""
    return {"board.json": json.dumps(board()) + "\n", "ground.svg": ground(), "lines.svg": lines()}


def picture() -> Image.Image:
    """The board for the lobby, large enough for its list."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (round(WIDTH), round(HEIGHT)), "#F1ECDD")
    draw = ImageDraw.Draw(image)
    for hex_ in LATTICE.ids:
        ground = "#B9C49A" if hex_ in WOODS else "#BFD3D6" if hex_ == FORD else "#F1ECDD"
        draw.polygon(corners(hex_), fill=ground, outline="#C9C2AE")
    return image


def main() -> None:
    """Write them; the picture needs what ``tools/maps`` needs."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    from PIL import Image

    for name, content in files().items():
        (FOLDER / name).write_text(content, encoding="utf-8")
    picture().save(FOLDER / "small.webp", lossless=True)
    # It has no heights.
    for theme in ("light", "dark"):
        Image.new("RGBA", (1, 1)).save(FOLDER / f"relief-{theme}.webp", lossless=True)


if __name__ == "__main__":
    main()
