"""The pictures of one turn of the Great War for the page turn.html: python tools/turn_in_pictures.py [--url http://127.0.0.1:8000]

They go to static/turn. Two guests of a server (its own, if none is named) play May 1915 up to each moment, and the page
is taken as the Central Powers see it. The page speaks of the dice of its pictures: read its captions after a new run.
It needs the development packages and a Chromium.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.browser.great_war import pass_by
from tests.browser.player import Player
from tests.browser.setting import begun, open_table
from tools.match_pages import browser, served

FOLDER = Path(__file__).resolve().parents[1] / "static" / "turn"
CENTRAL, ALLIED = "central", "allied"
WIDE, HIGH = 1180, 760
QUALITY = 58
MOST_WAIT = 2500
"""Until the ground is a bitmap, in milliseconds."""
GORLICE = "E3915"
"""The hex of the Russians before the 11th Army, and a hex from which it attacks."""
ELEVENTH = "E3914"


def at(step: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a seat is told that this step is being taken."""
    return lambda told: any(p["key"] == step and p["state"] == "now" for p in told["view"]["phases"])


def picture(who: Player, match: str, name: str, act: Callable[[Player], None]) -> None:
    """The page in a step of the match, after something was done on it."""
    page = who.page
    page.evaluate("() => sessionStorage.clear()") if page.url.startswith("http") else None
    page.goto("about:blank")
    open_table(who, match, CENTRAL)
    for seen in page.get_by_role("button", name="Got it").all():
        seen.click()
    act(who)
    who.settle()
    page.wait_for_timeout(MOST_WAIT)
    with Image.open(io.BytesIO(page.screenshot())) as shot:
        shot.convert("RGB").save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)


def east(who: Player) -> None:
    """The Eastern Front at Gorlice, as close as it is read."""
    who.page.locator("#tab-great-war-east").click()
    who.settle()
    who.page.locator("#map").focus()
    for _ in range(3):
        who.page.keyboard.press("+")
    who.settle()
    who.bring(GORLICE, 420, 380)


def tapped(*hexes: str) -> Callable[[Player], None]:
    """The same with hexes tapped one after another."""

    def act(who: Player) -> None:
        east(who)
        for hex_ in hexes:
            who.tap(hex_)
            who.settle()

    return act


def turn(who: Player) -> None:
    """The card of the turn."""
    who.page.locator("#top .turn, [data-key=turn]").first.click()


def main() -> int:
    """0 when all pictures are there."""
    parser = argparse.ArgumentParser(description="One turn of the Great War in pictures")
    parser.add_argument("--url", help="of a running server; without it one is started")
    given = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    with served(given.url) as url, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser())
        size = {"width": WIDE, "height": HIGH}
        players = {CENTRAL: Player(chromium, url, "Erich", drawn=True, viewport=size, color_scheme="light")}
        players[ALLIED] = Player(chromium, url, "Joseph")
        match = begun(players, "1915", "great-war")
        who = players[CENTRAL]
        pass_by(players, match, at("central.new-units"))
        picture(who, match, "new-units", east)
        pass_by(players, match, at("first-movement"))
        picture(who, match, "movement", tapped(ELEVENTH))
        pass_by(players, match, at("first.east.attacks"))
        picture(who, match, "attack", tapped(GORLICE))
        who.press("order-go")
        who.settle()
        pass_by(players, match, lambda told: told["view"]["battle"] is None)
        picture(who, match, "battle", east)
        pass_by(players, match, at("second-movement"))
        picture(who, match, "second-movement", lambda _: None)
        pass_by(players, match, at("central.rail"))
        picture(who, match, "trains", tapped(ELEVENTH))
        pass_by(players, match, at("declare-events"))
        picture(who, match, "events", lambda _: None)
        picture(who, match, "tracks", turn)
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
