"""The page of one turn of the Great War in pictures: they and the sections to which it leads are there."""

from __future__ import annotations

import json
import re
from typing import Any

from PIL import Image

from app.settings import ROOT
from rules.catalogue import GAMES

STATIC = ROOT / "static"
PAGE = (STATIC / "turn.html").read_text(encoding="utf-8")
LARGEST, ALL = 110_000, 800_000
"""Bytes of a picture, and of all."""


def test_every_section_has_its_place_in_the_rules() -> None:
    cited = re.findall(r'href="/rules\.html\?game=great-war#s([\d.]+)">§([\d.]+)<', PAGE)
    book: Any = GAMES["great-war"].rulebook("")
    told = {rule["section"] for chapter in book["chapters"] for rule in chapter["rules"]}
    assert len(cited) >= 10
    assert all(to == shown and to in told for to, shown in cited)


def test_pictures_are_there_small_and_as_large_as_the_page_says() -> None:
    sizes = 0
    shown = re.findall(
        r'<img src="(turn/[\w-]+\.webp)" alt="([^"]+)" width="(\d+)" height="(\d+)" loading="lazy">', PAGE
    )
    assert len(shown) == PAGE.count("<img ")
    for source, said, wide, high in shown:
        file = STATIC / source
        with Image.open(file) as image:
            assert image.size == (int(wide), int(high)), source
        assert len(said) > 20, f"{source} is described"
        assert file.stat().st_size < LARGEST, source
        sizes += file.stat().st_size
    assert sizes < ALL
    assert {STATIC / source for source, *_ in shown} == {*(STATIC / "turn").glob("*.webp")}


def test_the_lobby_and_the_rules_know_the_page() -> None:
    minutes: Any = json.loads((STATIC / "games" / "minutes.json").read_text(encoding="utf-8"))
    assert [game for game, minute in minutes.items() if minute.get("pictures") == "/turn.html"] == ["great-war"]
