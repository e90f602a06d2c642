"""Draws a plain field of hexes: clear land, woods, hills, water and names, for a small game's board.

What the client asks of any board is the same: ``board.json`` with the middle of each hex, and two drawings whose
classes get their colours from ``static/boards/map.css``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rules.kernel.lattice import Lattice
from rules.kernel.messages import Json

if TYPE_CHECKING:
    from PIL import Image

WIDE = 48
RADIUS = WIDE / math.sqrt(3)
MARGIN = 40.0
HEIGHTS = (0.94, 0.68, 0.42)
TREES = ((-11, 6), (-4, -2), (4, 8), (11, 0), (1, -12), (-13, -9), (13, 12))


@dataclass(frozen=True)
class PlainBoard:
    """A board, with the hexes that are not clear and those that have a name."""

    id: str
    lattice: Lattice
    woods: frozenset[str] = frozenset()
    hills: frozenset[str] = frozenset()
    water: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def width(self) -> float:
        """Of the drawing."""
        return 2 * MARGIN + (max(self.lattice.columns) - 0.5) * WIDE

    @property
    def height(self) -> float:
        """Of the drawing."""
        return 2 * MARGIN + (max(self.lattice.rows) - 1) * 1.5 * RADIUS

    def centre(self, hex_: str) -> tuple[float, float]:
        """The middle of a hex, from the lattice that the rules move on."""
        across, row = self.lattice.place(hex_)
        return round(MARGIN + (across - 2) * WIDE / 2, 1), round(MARGIN + (row - 1) * 1.5 * RADIUS, 1)

    def corners(self, hex_: str, radius: float = RADIUS) -> list[tuple[float, float]]:
        """Its six corners, or points between them and the middle."""
        x, y = self.centre(hex_)
        turns = (math.radians(60 * n - 90) for n in range(6))
        return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns]

    def outline(self, hexes: Iterable[str], radius: float = RADIUS) -> str:
        """The path along the sides of hexes."""
        rings = ("L".join(f"{x:.1f} {y:.1f}" for x, y in self.corners(h, radius)) for h in hexes)
        return "".join(f"M{ring}z" for ring in rings)

    def json(self) -> Mapping[str, Json]:
        """What the client knows of each hex."""
        hexes: dict[str, Json] = {}
        for hex_ in self.lattice.ids:
            x, y = self.centre(hex_)
            terrain = "forest" if hex_ in self.woods else "hill" if hex_ in self.hills else "clear"
            hexes[hex_] = {"x": x, "y": y, "name": self.names.get(hex_, ""), "terrain": terrain}
        size: dict[str, Json] = {"id": self.id, "width": self.width, "height": round(self.height, 1)}
        return {**size, "hex": {"w": WIDE}, "hexes": hexes, "sides": {}}

    def _drawing(self, kind: str, *parts: str) -> str:
        box = f'viewBox="0 0 {self.width:g} {self.height:.1f}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {box} class="base {kind}">{"".join(parts)}</svg>\n'

    def ground(self) -> str:
        """Land, woods and water, under the counters."""
        woods = sorted(self.woods)
        trees = "".join(
            f"M{x + dx:.1f} {y + dy - 5:.1f}l4 8h-8z" for x, y in map(self.centre, woods) for dx, dy in TREES
        )
        hills = [
            f'<path class="massif" d="{self.outline(sorted(self.hills), RADIUS * r)}"/>' for r in HEIGHTS if self.hills
        ]
        return self._drawing(
            "ground",
            f'<path class="land" d="M0 0H{self.width:g}V{self.height:.1f}H0z"/>',
            *hills,
            f'<path class="forest" d="{self.outline(woods, RADIUS * 0.94)}"/><path class="tree" d="{trees}"/>',
            f'<path class="lake" d="{self.outline(sorted(self.water), RADIUS * 0.9)}"/>',
        )

    def lines(self) -> str:
        """The grid, the numbers of the hexes and the names."""
        at = {hex_: self.centre(hex_) for hex_ in self.lattice.ids}
        numbers = "".join(f'<text x="{x:g}" y="{y - RADIUS + 9:.1f}">{h}</text>' for h, (x, y) in at.items())
        style = 'font-size="9" text-anchor="middle"'
        names = "".join(
            f'<text class="city" data-hex="{h}" x="{at[h][0]:g}" y="{at[h][1] + 3:.1f}" {style}>{name}</text>'
            for h, name in self.names.items()
        )
        grid = f'<path class="grid" d="{self.outline(self.lattice.ids)}"/>'
        return self._drawing("lines", grid, f'<g class="nums">{numbers}</g>', f'<g class="lab">{names}</g>')

    def files(self) -> Mapping[str, str]:
        """Name to content."""
        return {"board.json": json.dumps(self.json()) + "\n", "ground.svg": self.ground(), "lines.svg": self.lines()}

    def picture(self) -> Image.Image:
        """The board for the lobby, large enough for its list."""
        from PIL import Image, ImageDraw

        image = Image.new("RGB", (round(self.width), round(self.height)), "#F1ECDD")
        draw = ImageDraw.Draw(image)
        for hex_ in self.lattice.ids:
            ground = (
                "#D8C7A6"
                if hex_ in self.hills
                else "#B9C49A"
                if hex_ in self.woods
                else "#BFD3D6"
                if hex_ in self.water
                else "#F1ECDD"
            )
            draw.polygon(self.corners(hex_), fill=ground, outline="#C9C2AE")
        return image

    def write(self, folder: Path) -> None:
        """Write it all; the picture needs what ``tools/maps`` needs. It has no heights."""
        from PIL import Image

        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files().items():
            (folder / name).write_text(content, encoding="utf-8")
        self.picture().save(folder / "small.webp", lossless=True)
        for theme in ("light", "dark"):
            for name in ("relief", "early"):
                Image.new("RGBA", (1, 1)).save(folder / f"{name}-{theme}.webp", lossless=True)
