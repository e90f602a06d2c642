"""Pictures of every board, whole and close, as a browser shows them: python tools/screens.py [board ...]

They go to docs/screens. It needs the development packages and a Chromium, and no server: the page of the boards reads
files alone.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
STATIC, SCREENS = ROOT / "static", ROOT / "docs" / "screens"
SIZE = {"width": 1440, "height": 900}
PRESSES = {"empires-alliances": 7, "great-war-east": 7, "great-war-west": 5, "schlieffens-war": 5, "powers-1914": 4}
"""How many presses on + are close; three on the other boards."""
QUALITY = 62


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


def picture(page: Page, name: str) -> None:
    """The page as it is now."""
    with Image.open(io.BytesIO(page.screenshot())) as shot:
        shot.convert("RGB").save(SCREENS / f"{name}.webp", quality=QUALITY, method=6)


def main(boards: list[str]) -> int:
    """0 when the pictures are there."""
    known = [b["id"] for b in json.loads((STATIC / "boards" / "boards.json").read_text(encoding="utf-8"))["boards"]]
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(STATIC)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found)
        page = browser.new_page(viewport={"width": SIZE["width"], "height": SIZE["height"]}, color_scheme="light")
        for board in boards or known:
            page.goto(f"http://127.0.0.1:{server.server_address[1]}/boards.html?board={board}")
            page.wait_for_selector("svg.base.lines")
            page.wait_for_load_state("networkidle")
            page.evaluate("() => document.fonts.ready")
            picture(page, f"board-{board}-whole")
            page.focus("#map")
            for _ in range(PRESSES.get(board, 3)):
                page.keyboard.press("+")
            page.wait_for_timeout(600)
            picture(page, f"board-{board}-close")
        browser.close()
    server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
