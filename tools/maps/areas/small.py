"""``small.webp`` of an area board: a picture for lists, painted without a browser."""

from __future__ import annotations

from PIL import Image, ImageDraw
from shapely.geometry.base import BaseGeometry

from tools.maps.areas.sheet import AreaSheet
from tools.maps.areas.spec import CLOSED
from tools.maps.paths import polygons
from tools.maps.small import BORDER, CITY, COAST, FINER, NEUTRAL, SEA, WIDTH

NATIONS = {
    "GE": (0x7C, 0x83, 0x7F), "AH": (0xA5, 0x8B, 0xB0), "BU": (0x4F, 0x8C, 0x8C), "OT": (0x9A, 0xA0, 0x48),
    "BR": (0xCF, 0xA6, 0x5A), "FR": (0x5B, 0x86, 0xB8), "RU": (0x7F, 0x9C, 0x5C), "IT": (0x66, 0xB0, 0x84),
    "BE": (0xD9, 0x8B, 0x3A), "SE": (0xB8, 0x66, 0x74), "MO": (0x7A, 0x52, 0x30), "neutral": (0xC9, 0xC4, 0xB6),
}  # fmt: skip
SHARE = 0.5
"""How strong a nation's colour lies over the relief."""


def small(sheet: AreaSheet, relief: Image.Image) -> Image.Image:
    """In the light theme's colours."""
    part = sheet.partition
    width, height = part.projection.grid.size
    k = WIDTH * FINER / width
    size = (WIDTH * FINER, round(height * k))
    base = relief.resize(size, Image.Resampling.LANCZOS)
    colours = base.copy()

    def fill(image: Image.Image, shape: BaseGeometry, colour: tuple[int, int, int]) -> None:
        draw = ImageDraw.Draw(image)
        for p in polygons(shape):
            draw.polygon([(x * k, y * k) for x, y in p.exterior.coords], fill=colour)

    for nation, shape in sheet.nations.items():
        fill(colours, shape, NATIONS[nation])
    image = Image.blend(base, colours, SHARE)
    if CLOSED in part.land:
        fill(image, part.land[CLOSED], NEUTRAL)
    for p in polygons(part.water):
        fill(image, p, SEA)
    draw = ImageDraw.Draw(image)
    for line in sheet.limits(True):
        draw.line([(x * k, y * k) for x, y in line.coords], fill=BORDER, width=4)
    for p in polygons(part.coast):
        draw.line([(x * k, y * k) for x, y in p.exterior.coords], fill=COAST, width=2)
    for city in sheet.cities:
        (x, y), r = city.at, city.radius * (0.9 if city.area.capital else 0.6)
        draw.ellipse([(x - r) * k, (y - r) * k, (x + r) * k, (y + r) * k], fill=CITY)
    return image.resize((WIDTH, round(height / width * WIDTH)), Image.Resampling.LANCZOS)
