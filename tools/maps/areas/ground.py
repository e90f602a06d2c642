"""``ground.svg`` of an area board: washes, sea and coast over the relief bitmap."""

from __future__ import annotations

from shapely.ops import unary_union

from tools.maps.areas.sheet import AreaSheet
from tools.maps.areas.spec import CLOSED
from tools.maps.paths import area, number, outlines, polygons, strokes

BAND = 8.0
"""How wide the stronger wash along a border is."""
SHORE_LINES = (2.8, 6.4)
SMALLEST_LAKE = 160.0
COARSE = 0.8


def ground(sheet: AreaSheet) -> str:
    """The SVG text."""
    part = sheet.partition
    width, height = part.projection.grid.size
    coast = unary_union([part.coast, *(part.land[a] for a in part.roundels)])
    lakes = [g.intersection(part.frame) for g in part.geography.lakes if g.area > SMALLEST_LAKE]
    parts = ['<g class="wash nations">']
    for nation, shape in sheet.nations.items():
        parts.append(f'<path class="n-{nation}" d="{area(shape, COARSE)}"/>')
    parts.append('</g><g class="wash rims">')
    for nation, shape in sheet.nations.items():
        if nation != "neutral":
            rim = shape.difference(shape.buffer(-BAND))
            parts.append(f'<path class="n-{nation}" d="{area(rim, COARSE)}"/>')
    parts.append("</g>")
    if CLOSED in part.land:
        parts.append(f'<path class="neutral" d="{area(part.land[CLOSED], COARSE)}"/>')
    sea = part.frame.difference(coast)
    parts.append(f'<path class="sea" d="{area(sea, 0.55)}"/>')
    solid = [p for p in polygons(coast) if p.area > 120]
    for i, off in enumerate(SHORE_LINES):
        line = outlines(unary_union(solid).simplify(1.2).buffer(off).simplify(0.9)).intersection(part.frame)
        parts.append(f'<path class="shore s{i}" d="{strokes(line, 0.6)}"/>')
    shore = outlines(coast).intersection(part.frame.buffer(-0.5))
    parts.append(f'<path class="coast thin" d="{strokes(shore, 0.55)}"/>')
    parts.append(f'<path class="lake" d="{"".join(area(g, 0.5) for g in lakes)}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}"'
        f' class="base ground areas">{"".join(parts)}</svg>\n'
    )
