"""What a match page asks for before a player can move: how much, in how many rounds, and letters it has no need of."""

from __future__ import annotations

import re
from pathlib import Path

import brotli
import pytest

from app.brotli_files import QUICK_QUALITY
from app.packs import Packs
from app.settings import ROOT, Settings

CLIENT = Settings().static
THEME = (CLIENT / "core" / "theme.css").read_text(encoding="utf-8")
FACES = re.findall(r"src:url\(\.\./(vendor/fonts/[^)]+)\)[^}]*unicode-range:([^}]+)\}", THEME)
COMMON = [(path, ranges) for path, ranges in FACES if "-common-" in path]
SHOWN = ("*.js", "*.html", "lines.svg", "board.json", "*.toml", "*.csv")
HAD = "U+20-7E,U+A0-FF,U+2013-2026,U+2212"
"""What our fonts have; of other signs the system's are taken."""
BUDGET = {"schlieffens-war": 458_500, "powers-1914": 631_500}
"""Bytes, compressed: what there was on 23 November 2026 (docs/performance.md), and a twentieth more; for what-ifs,
programs and drafts that are sent ahead Schlieffen's War has 12 kB besides since 28 November, and both have 3 kB more
for calendars, trench lines, cards of chits and chances since 29 November, and 3 kB for plans that can be read step by
step, the place in the programs' queue, counters that are laid out in slices, and drafts that lose no order since
30 November, and 3 kB for names of cities that keep clear of counters, and answers that come late, and 2 kB for a board
that is read piece by piece. A phone loads a small picture of the land before the relief since 1 December: 6 and 21
kB; half a kB is for set-ups that open where your first army goes."""


def covered(ranges: str) -> set[int]:
    """The letters of a unicode-range."""
    ends = [part.removeprefix("U+").split("-") for part in ranges.split(",")]
    return {letter for each in ends for letter in range(int(each[0], 16), int(each[-1], 16) + 1)}


def compressed(data: bytes) -> int:
    """As the server sends it to whoever comes first. Later it packs it better, by a tenth."""
    return len(brotli.compress(data, quality=QUICK_QUALITY))


@pytest.mark.parametrize("game", BUDGET)
def test_the_first_load_is_no_heavier_than_it_was(game: str) -> None:
    packs = Packs(CLIENT)
    texts = [packs.page("match.html"), packs.sheet("match"), packs.script("match.js")]
    texts.append(packs.part("match.js", f"games/{game}/index.js"))
    texts += [path.read_text(encoding="utf-8") for path in (CLIENT / "games" / game).glob("*.css")]
    board = CLIENT / "boards" / game
    files = [board / name for name in ("board.json", "ground.svg", "lines.svg")]
    files.append(CLIENT / "boards" / "map.css")
    whole = [board / "relief-light.webp", board / "early-light.webp", *(CLIENT / path for path, _ in COMMON)]
    bytes_ = sum(compressed(text.encode()) for text in texts)
    bytes_ += sum(compressed(path.read_bytes()) for path in files) + sum(path.stat().st_size for path in whole)
    assert BUDGET[game] / 2 < bytes_ < BUDGET[game]


def test_what_a_page_wants_of_its_match_is_asked_for_beside_its_script() -> None:
    head = Packs(CLIENT).page("match.html").partition("</head>")[0]
    scripts = re.findall(r"<script ([^>]*)>", head)
    assert [bool(re.search(r"type=\"module\"|async", s)) for s in scripts] == [False, True, True]
    # A browser puts async scripts last: behind the page's own this one finds nothing left to ask for.
    assert 'fetchpriority="high"' in scripts[1]
    boot = (CLIENT / "core" / "match-boot.js").read_text(encoding="utf-8")
    assert all(name in boot for name in ("board.json", "ground.svg", "lines.svg", "'relief'", "'early'", "/state?"))


def test_our_own_words_need_the_common_letters_only() -> None:
    """The whole of a font is asked for when someone's name has another letter, and not before."""
    assert len(COMMON) == len(FACES) / 2 == 9
    shown = (CLIENT, ROOT / "scenarios", ROOT / "rules")
    files = [p for folder in shown for form in (*SHOWN, "*.py") for p in folder.rglob(form) if "vendor" not in p.parts]
    said = set().union(*(path.read_text(encoding="utf-8") for path in files))
    letters = {ord(letter) for letter in said} & covered(HAD)
    assert len(files) > 300
    for path, ranges in COMMON:
        assert letters - covered(ranges) == set(), path


@pytest.mark.parametrize(("path", "ranges"), FACES)
def test_each_face_is_there(path: str, ranges: str) -> None:
    font = Path(CLIENT / path)
    assert font.is_file()
    assert (font.stat().st_size < 17_000) == (ord("A") in covered(ranges))
