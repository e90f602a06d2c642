"""The slopes under the map: the coarse relief, ridged where hexes are rough, cut by rivers, lit from the north-west."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage
from shapely.geometry import LineString

from tools.maps.geography import Geography
from tools.maps.lattice import Grid, Point
from tools.maps.projection import Array

SUN = (-0.62, -0.62, 0.55)
STEEPNESS = 1.05
SNOW = 0.86
"""How much of the land's own colour snow takes away."""
VALLEY = 9.0
"""Width of the valleys that rivers cut, in board units."""
QUALITY = 58
USUAL_SCALE = 1.2
"""Pixels a board unit for which ``STEEPNESS`` is meant; on a coarser picture each pixel climbs more."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of one theme: of heights, of shadow and of light, and how strong these are."""

    name: str
    heights: tuple[tuple[float, str], ...]
    shadow: tuple[int, int, int]
    light: tuple[int, int, int]
    shade: float
    shine: float
    snow: str


THEMES = (
    Theme(
        "light",
        (
            (0, "F1ECDD"),
            (4, "EFE8D5"),
            (9, "E9DEC4"),
            (16, "E0D0AE"),
            (30, "D3BD95"),
            (60, "CDB48C"),
            (95, "BFA27A"),
            (140, "AD8D66"),
        ),
        (74, 58, 38),
        (255, 253, 246),
        0.80,
        0.62,
        "F7F6F2",
    ),
    Theme(
        "dark",
        (
            (0, "2C302F"),
            (4, "2F322F"),
            (9, "383832"),
            (16, "423F35"),
            (30, "4E4739"),
            (60, "585042"),
            (95, "63573F"),
            (140, "6F6046"),
        ),
        (12, 13, 14),
        (196, 182, 150),
        0.95,
        0.34,
        "737D82",
    ),
)


class Relief:
    """Heights of one board on a pixel grid, and the pictures made of them."""

    def __init__(
        self,
        grid: Grid,
        geography: Geography,
        rough: Iterable[str],
        rivers: Iterable[LineString],
        seed: int,
        scale: float,
        ridged: Mapping[str, float] | None = None,
        slopes: float = 1.0,
        incline: float = 1.0,
        browns: float = 1.0,
        snow: Iterable[str] = (),
    ) -> None:
        """``scale``: pixels a board unit. ``ridged``: how strongly a rough hex is ridged, 1 where it does not say.

        ``slopes``: how much of the land's own slopes is lit. ``incline``: how steep a pixel's step is taken to be.
        ``browns``: how many times higher the land is tinted than it is. ``snow``: hexes that are white, slopes and all.
        """
        self.grid = grid
        self.scale = scale
        width, height = grid.size
        self.shape = (int(height * self.scale), int(width * self.scale))
        self._rng = np.random.default_rng(seed)
        ys, xs = (np.mgrid[0 : self.shape[0], 0 : self.shape[1]] + 0.5) / self.scale
        self.plain: Array = geography.height(xs, ys)
        self._rough = {h: (ridged or {}).get(h, 1.0) for h in rough}
        self._slopes_lit = slopes
        self._incline = incline
        self._browns = browns
        self._rivers = list(rivers)
        self._snow = list(snow)

    def _noise(self, wavelength: float) -> Array:
        """Smooth noise of unit size."""
        rows, cols = (int(n / (wavelength * self.scale)) + 4 for n in self.shape)
        field = ndimage.zoom(self._rng.standard_normal((rows, cols)), wavelength * self.scale, order=3)
        return np.asarray(field[: self.shape[0], : self.shape[1]])

    def _painted(self) -> tuple[Image.Image, ImageDraw.ImageDraw]:
        image = Image.new("L", (self.shape[1], self.shape[0]), 0)
        return image, ImageDraw.Draw(image)

    @cached_property
    def heights(self) -> Array:
        """With ridges and valleys; only for the drawing, no rule reads it."""
        image, draw = self._painted()
        for river in self._rivers:
            draw.line([(x * self.scale, y * self.scale) for x, y in river.coords], fill=255, width=2)
        far = np.asarray(ndimage.distance_transform_edt(np.asarray(image) == 0)) / self.scale
        image, draw = self._painted()
        for h, share in self._rough.items():
            corners = [(x * self.scale, y * self.scale) for x, y in self.grid.corners(h)]
            draw.polygon(corners, fill=round(255 * share))
        rough = ndimage.gaussian_filter(np.asarray(image) / 255.0, 9 * self.scale)
        z = self.plain
        ridges = sum(size * (1 - np.abs(self._noise(wave))) for wave, size in ((34, 1.0), (16, 0.62), (8, 0.30)))
        ridges = ridges + 0.10 * self._noise(4)
        strength = np.clip((z - 3.5) / 16, 0, 1.8) * (0.20 + 0.95 * rough)
        out = z * self._slopes_lit + strength * ridges * 4.6 + self._noise(26) * 0.35 + self._noise(11) * 0.18
        out -= np.exp(-((far / VALLEY) ** 2)) * np.clip(z, 1.5, 26) * 0.42
        return np.asarray(ndimage.gaussian_filter(out, 0.8))

    @cached_property
    def _lit(self) -> Array:
        """How much brighter than flat ground."""
        dy, dx = (g * self._incline for g in np.gradient(self.heights))
        nx, ny, nz = -dx * STEEPNESS, -dy * STEEPNESS, np.ones_like(dx)
        sun = np.array(SUN) / np.linalg.norm(SUN)
        return np.asarray((nx * sun[0] + ny * sun[1] + nz * sun[2]) / np.sqrt(nx**2 + ny**2 + nz**2) - sun[2])

    def picture(self, theme: Theme) -> Image.Image:
        """The shaded relief in a theme's colours, opaque."""
        stops = [h for h, _ in theme.heights]
        colours = np.array([[int(c[i : i + 2], 16) for i in (0, 2, 4)] for _, c in theme.heights], float)
        z = ndimage.gaussian_filter(self.plain, 4 * self.scale / USUAL_SCALE) * self._browns
        out = np.dstack([np.interp(z, stops, colours[:, i]) for i in range(3)])
        if self._snow:
            white = self._white[..., None]
            out = out * (1 - white) + np.array([int(theme.snow[i : i + 2], 16) for i in (0, 2, 4)], float) * white
        shade = np.minimum(np.clip(-self._lit, 0, 1) * theme.shade, 0.62)[..., None]
        shine = np.minimum(np.clip(self._lit, 0, 1) * theme.shine, 0.5)[..., None]
        out = out * (1 - shade) + np.array(theme.shadow) * shade
        out = out * (1 - shine) + np.array(theme.light) * shine
        return Image.fromarray(out.clip(0, 255).astype("uint8"))

    @cached_property
    def _white(self) -> Array:
        """How much of a pixel is snow: up to the hexsides, so that every hex is certain."""
        image, draw = self._painted()
        for h in self._snow:
            draw.polygon([(x * self.scale, y * self.scale) for x, y in self.grid.corners(h)], fill=255)
        return np.asarray(ndimage.gaussian_filter(np.asarray(image) / 255.0, 1.2 * self.scale)) * SNOW

    @cached_property
    def _slopes(self) -> tuple[Array, Array]:
        dy, dx = np.gradient(ndimage.gaussian_filter(self.heights, 3.4))
        return np.asarray(dx), np.asarray(dy)

    def slope(self, x: float, y: float) -> Point:
        """Which way and how steeply the drawn ground rises at a point."""
        i = min(self.shape[0] - 1, max(0, int(y * self.scale)))
        j = min(self.shape[1] - 1, max(0, int(x * self.scale)))
        return float(self._slopes[0][i, j]), float(self._slopes[1][i, j])

    def steep(self) -> float:
        """The slope that counts as steep: few points are steeper."""
        size = np.hypot(*self._slopes)
        return float(np.percentile(size[size > 0.05], 88))


def webp(image: Image.Image, quality: int = QUALITY) -> bytes:
    """The bytes of a WebP file."""
    out = io.BytesIO()
    image.save(out, "WEBP", quality=quality, method=6)
    return out.getvalue()
