"""Widths of lettering, from the fonts that the client serves."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import ImageFont

from tools.maps.spec import ROOT

FONTS = ROOT / "static" / "vendor" / "fonts"
FILES = {"roman": "spectral-latin-600-normal.woff2", "italic": "spectral-latin-500-italic.woff2"}
EM = 100


@lru_cache
def _font(style: str) -> ImageFont.FreeTypeFont:
    font = TTFont(Path(FONTS / FILES[style]))
    font.flavor = None
    out = io.BytesIO()
    font.save(out)
    out.seek(0)
    return ImageFont.truetype(out, EM)


def width(text: str, style: str, size: float, spacing: float = 0.0) -> float:
    """Board units that a text takes."""
    return _font(style).getlength(text) * size / EM + spacing * len(text)
