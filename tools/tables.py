"""Pictures of the tables, as a browser shows them: python tools/tables.py [--url http://127.0.0.1:8000]

They go to docs/screens. A guest of a running server plays both sides of a match of each game at one screen, up to what
is to be seen. It needs the development packages and a Chromium.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rules.empires_alliances.game import GAME
from rules.schlieffens_war.printed.sides import GERMAN
from tests.browser.great_war import pass_by, state
from tests.browser.player import Player
from tests.browser.setting import begin, call, command, one_screen, open_table, shown
from tests.games.empires_alliances.table import deployed, passed_to

SCREENS = Path(__file__).resolve().parents[1] / "docs" / "screens"
QUALITY = 62
SIZES = {"1440": (1440, 900), "1024": (1024, 768), "390": (390, 844)}
CENTRAL, ALLIED = "central", "allied"
TRIER = "1506"
MOST_WAIT = 2500
"""Until the ground is a bitmap, in milliseconds."""


def pictures(look: tuple[Player, str, str], name: str, act: Callable[[Player], None], *wanted: str) -> None:
    """A step of a match in some windows: ``1440-light`` and the like."""
    person, match, seat = look
    page = person.page
    for each in wanted:
        size, scheme = each.split("-")
        wide, high = SIZES[size]
        page.set_viewport_size({"width": wide, "height": high})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.evaluate("() => sessionStorage.clear()")
        page.goto("about:blank")
        open_table(person, match, seat)
        act(person)
        page.wait_for_timeout(MOST_WAIT)
        with Image.open(io.BytesIO(page.screenshot())) as shot:
            shot.convert("RGB").save(SCREENS / f"{name}-{each}.webp", quality=QUALITY, method=6)


def read(who: Player) -> None:
    """What has happened since is put away."""
    for seen in who.page.get_by_role("button", name="Got it").all():
        seen.click()


def nothing(_: Player) -> None:
    """The page as it opens."""


def schlieffens_war(browser: Browser, url: str) -> None:
    """A march and an attack of the first turn."""
    person = Player(browser, url, "Helmuth", drawn=True)
    match = one_screen(person)
    look = (person, match, GERMAN)
    open_table(*look)
    pictures(look, "movement", lambda p: p.tap(TRIER), "1440-light", "1024-dark", "390-light")
    command(person, match, GERMAN, {"kind": "end_phase"})
    offers = call(person, "GET", f"/matches/{match}/state?seat={GERMAN}")["legal"]["offers"]
    targets = next(offer for offer in offers if offer["kind"] == "attack")["targets"]
    most = max(sorted(targets), key=lambda target: len(targets[target]))
    pictures(look, "combat", lambda p: p.tap(most), "1440-dark", "1024-light", "390-dark")
    person.leave()


def powers_1914(browser: Browser, url: str) -> None:
    """Purchases, an attack planned, and the battle."""
    person = Player(browser, url, "Erich", drawn=True)
    call(person, "POST", "/guests", {"name": person.name})
    body = {"game": "powers-1914", "scenario": "classic-1", "seat": CENTRAL, "hotseat": True}
    match = str(call(person, "POST", "/matches", body)["id"])
    begin(match, person)
    for seat in (CENTRAL, "entente"):
        for kind in ("standard", "end_phase"):
            command(person, match, seat, {"kind": kind})
    look = (person, match, CENTRAL)
    open_table(*look)
    pictures(look, "powers-purchases", nothing, "1440-light")
    for seat in (CENTRAL, "entente"):
        command(person, match, seat, {"kind": "end_phase"})

    def planned(who: Player) -> None:
        who.open_list()
        who.press("from-berlin")
        who.press("go-poland")
        for also in ("galicia", "budapest", "silesia"):
            who.press(f"also-{also}")
        who.settle()
        who.wait("() => document.querySelector('#prompt .outlook .odds-bar') !== null")

    pictures(look, "powers-attack", planned, "1440-light", "390-dark")

    def fought(who: Player) -> None:
        planned(who)
        who.press("confirm")
        who.settle()

    pictures(look, "powers-battle", fought, "1440-light")
    person.leave()


def great_war(browser: Browser, url: str) -> None:
    """May 1915: the western front, an attack planned, a strategic turn."""
    person = Player(browser, url, "Joseph", drawn=True)
    call(person, "POST", "/guests", {"name": person.name})
    body = {"game": "great-war", "scenario": "1915", "seat": ALLIED, "hotseat": True}
    match = str(call(person, "POST", "/matches", body)["id"])
    begin(match, person)
    both = {ALLIED: person, CENTRAL: person}
    look = (person, match, ALLIED)
    pass_by(both, match, lambda told: told["view"]["step"]["part"] == "first-movement")
    open_table(*look)
    stacks = state(person, match, ALLIED)["view"]["stacks"]
    start = next(h for h, s in stacks.items() if h[0] == "W" and s[0].get("nation") == "FR" and len(s) == 2)
    pictures(look, "great-war-opening", lambda p: p.tap(start), "1440-light", "1024-dark")
    pictures(look, "great-war-opening", nothing, "390-dark")
    pass_by(both, match, lambda told: told["view"]["step"]["part"] == "first-combat")

    def planned(who: Player) -> None:
        read(who)
        targets = who.listed("target-")
        who.press(f"target-{targets[len(targets) // 2]}")
        who.settle()

    pictures(look, "great-war-attack", planned, "1440-light")
    pass_by(both, match, lambda told: told["view"]["step"]["part"] == "replacement")
    pictures(look, "great-war-strategic", read, "1440-dark", "390-light")
    person.leave()


def empires_alliances(browser: Browser, url: str) -> None:
    """August 1914: the march on Liège and the attack on it, as they would be after a set-up in one click."""
    person = Player(browser, url, "Paul", drawn=True)
    call(person, "POST", "/guests", {"name": person.name})
    body = {"game": "empires-alliances", "scenario": "1914", "seat": CENTRAL, "hotseat": True}
    match = str(call(person, "POST", "/matches", body)["id"])
    begin(match, person)
    look = (person, match, CENTRAL)
    for step, name, act, wanted in (
        ("central.move", "empires-movement", lambda p: p.tap("2548"), ("1024-dark",)),
        ("central.attacks", "empires-attack", lambda p: p.tap("2449"), ("1440-light", "390-dark")),
    ):
        shown(GAME, person, match, CENTRAL, passed_to(deployed(), step))
        pictures(look, name, act, *wanted)
    person.leave()


def main() -> int:
    """0 when the pictures are there."""
    parser = argparse.ArgumentParser(description="Pictures of the tables")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    url = parser.parse_args().url
    found = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        schlieffens_war(browser, url)
        powers_1914(browser, url)
        great_war(browser, url)
        empires_alliances(browser, url)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
