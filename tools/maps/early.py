"""``early-<theme>.webp``: the relief as a phone shows it behind "Loading the map…", in a tenth of its bytes."""

from __future__ import annotations

import io

from PIL import Image, ImageFilter

from tools.maps.relief import webp

TALL_PX = 800
"""As high as the window of a phone, in the pixels that its pages are laid out by."""
QUALITY = 20
BLUR_PX = 1.0
"""It is paled, and seen for a second. What is a little soft takes fewer bytes, and shows less that they are few."""


def early(relief: bytes) -> bytes:
    """The bytes of the small picture, made of those of the large one."""
    with Image.open(io.BytesIO(relief)) as whole:
        tall = min(TALL_PX, whole.height)
        size = (round(whole.width * tall / whole.height), tall)
        picture = whole.convert("RGB").resize(size, Image.Resampling.LANCZOS)
        return webp(picture.filter(ImageFilter.GaussianBlur(BLUR_PX)), QUALITY)
