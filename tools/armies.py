"""Pictures of maps with armies on them, for the first page: python tools/armies.py [game ...]

They go to ``static/games/<game>/armies.webp``. A match of the game is set up on a server of its own and looked at as
its players see it. It needs the development packages and a Chromium.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rules.catalogue import GAMES
from tools.match_pages import ROOT, browser, guest, served, set_up

SIZE = (420, 280)
LOOKS = {"schlieffens-war": ("campaign", 2), "powers-1914": ("classic-1", 2), "great-war": ("campaign", 3)}
"""By game the scenario, and how often + is pressed."""
DEFAULT = ("", 3)
QUALITY = 62
INNER = 0.84
CLEAR = """() => {
  const map = document.querySelector('#map').getBoundingClientRect();
  return [map.left, map.top, map.width, map.height];
}"""


def picture(page: Page, file: Path) -> None:
    """The middle of the map, in the size of the cards; at twice the size for sharp screens it would weigh too much."""
    left, top, width, height = page.evaluate(CLEAR)
    # Without what lies over the edges of the map.
    wide = INNER * min(width, height * SIZE[0] / SIZE[1])
    tall = wide * SIZE[1] / SIZE[0]
    clip = {"x": left + (width - wide) / 2, "y": top + (height - tall) / 2, "width": wide, "height": tall}
    with Image.open(io.BytesIO(page.screenshot(clip=clip))) as shot:
        shot.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS).save(file, quality=QUALITY, method=6)


def main(games: list[str]) -> int:
    """0 when the pictures are there."""
    with served(None) as url, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser(), args=["--no-sandbox"])
        for game in games or GAMES:
            scenario, presses = LOOKS.get(game, DEFAULT)
            with guest(url, "Painter") as client:
                address = set_up(client, game, scenario or None)
                context = chromium.new_context(viewport={"width": 1000, "height": 760}, color_scheme="light")
                context.add_cookies([{"name": c.name, "value": c.value or "", "url": url} for c in client.cookies.jar])
            page = context.new_page()
            page.goto(address)
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(4000)
            page.focus("#map")
            for _ in range(presses):
                page.keyboard.press("+")
            page.wait_for_timeout(2500)
            picture(page, ROOT / "static" / "games" / game / "armies.webp")
            context.close()
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
