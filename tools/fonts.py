"""The letters that most pages need, in small files of their own: python tools/fonts.py

Of each font under static/vendor/fonts ``NAME-latin-WEIGHT.woff2`` becomes ``NAME-common-WEIGHT.woff2``, two thirds of
its size, with what the pages, the boards and the rules themselves say (tests/app/web/test_first_load.py). A browser
asks for the whole font only when a page has another letter, say in someone's name: static/core/theme.css has the two
side by side. Needs fontTools and brotli, which the packages for drawing the boards include.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset

FONTS = Path(__file__).resolve().parents[1] / "static" / "vendor" / "fonts"
COMMON = (
    "U+20-7E,U+A0,U+A7,U+A9,U+B0,U+B7,U+C4,U+C9,U+D6-D7,U+DC,U+DF,U+E1-E2,U+E4,U+E7-EB,U+F3-F4,U+F6,U+FC,"
    "U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+2212"
)
"""As theme.css says it too."""
FEATURES = "ccmp,kern,liga,locl,mark,mkmk,pnum,tnum"


def main() -> int:
    """0 when they are there."""
    for font in sorted(FONTS.glob("*-latin-*.woff2")):
        made = font.with_name(font.name.replace("-latin-", "-common-"))
        how = [f"--unicodes={COMMON}", f"--layout-features={FEATURES}", "--flavor=woff2", f"--output-file={made}"]
        subset.main([str(font), *how])
        print(f"{made.name}: {made.stat().st_size} of {font.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
