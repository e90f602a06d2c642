"""``small.webp``: the board as a picture for lists, painted without a browser so that it is the same everywhere."""

from __future__ import annotations

from PIL import Image, ImageDraw
from shapely.geometry.base import BaseGeometry

from tools.maps.borders import Borders
from tools.maps.paths import lines, outlines, polygons
from tools.maps.sheet import Sheet

WIDTH = 420
FINER = 3
"""Painted this many times larger, then reduced."""
SEA, COAST, NEUTRAL, FOREST = (0xBF, 0xD3, 0xD6), (0x4F, 0x74, 0x80), (0xD9, 0xD5, 0xCB), (0xA9, 0xB8, 0x8A)
RIVER, BORDER, CITY, FORT = (0x4E, 0x87, 0xA3), (0x8E, 0x3B, 0x2E), (0x2A, 0x26, 0x20), (0xA3, 0x3A, 0x2A)


def small(sheet: Sheet, borders: Borders, relief: Image.Image) -> Image.Image:
    """In the light theme's colours."""
    width, height = sheet.grid.size
    k = WIDTH * FINER / width
    image = relief.resize((WIDTH * FINER, round(height * k)), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(image)

    def fill(shape: BaseGeometry, colour: tuple[int, int, int]) -> None:
        for part in polygons(shape):
            draw.polygon([(x * k, y * k) for x, y in part.exterior.coords], fill=colour)

    def stroke(shape: BaseGeometry, colour: tuple[int, int, int], size: float) -> None:
        for line in lines(shape):
            points = [(x * k, y * k) for x, y in line.coords]
            draw.line(points, fill=colour, width=max(1, round(size * k)), joint="curve")

    board = sheet.geography.board
    fill(sheet.cover(sheet.of_terrain("forest")).buffer(-8).buffer(7), FOREST)
    fill(sheet.coast.intersection(board).difference(sheet.cover(sheet.playable, 0.4)), NEUTRAL)
    for part in polygons(board.difference(sheet.coast)):
        fill(part, SEA)
        stroke(outlines(part), COAST, 2.0)
    shown = sheet.cover(sheet.playable).intersection(board)
    for river in sheet.spec.rivers:
        stroke(sheet.rivers[river.name].intersection(shown), RIVER, river.width * 1.2)
    for line in borders.lines:
        stroke(line, BORDER, 2.4)
    for sign in sheet.signs:
        if sign.rank != "town":
            (x, y), r = sign.at, 8.0 if sign.rank == "cap" else 5.5
            draw.rectangle([(x - r) * k, (y - r) * k, (x + r) * k, (y + r) * k], fill=FORT if sign.fortress else CITY)
    return image.resize((WIDTH, round(height / width * WIDTH)), Image.Resampling.LANCZOS)
