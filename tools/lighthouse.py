"""What Lighthouse says of the match pages: python tools/lighthouse.py [--runs 5] [--url http://127.0.0.1:8000]

A guest of a running server sets up a match of each game at one screen, and Lighthouse opens its page at a desk and on a
phone. Printed is the median of the runs, whose times are noise while the machine does anything else. It needs a
Chromium and Lighthouse, which is no part of the development packages:

    npm install --prefix ~/lighthouse lighthouse@13.5
    python tools/lighthouse.py --lighthouse ~/lighthouse/node_modules/.bin/lighthouse
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rules.kernel import dice

FLAGS = "--headless=new --no-sandbox --disable-dev-shm-usage"
GAMES = {
    "schlieffens-war": ("campaign", "german", ("entente", "german"), "historical"),
    "powers-1914": ("classic-1", "central", ("central", "entente"), "standard"),
}
"""A game's scenario, whose page is opened, who sets up in turn, and with what."""
SCORES = ("performance", "accessibility", "best-practices")
FIGURES = {
    "first paint s": ("first-contentful-paint", 1000),
    "largest paint s": ("largest-contentful-paint", 1000),
    "speed s": ("speed-index", 1000),
    "blocked ms": ("total-blocking-time", 1),
    "shift": ("cumulative-layout-shift", 1),
    "kB": ("total-byte-weight", 1024),
}


def match(client: httpx.Client, game: str) -> str:
    """The address of a set-up match, with the guest's seat."""
    scenario, seat, seats, order = GAMES[game]

    def call(method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = client.request(method, f"/api{path}", json=body)
        answer.raise_for_status()
        return answer.json()

    made = call("POST", "/matches", {"game": game, "scenario": scenario, "seat": seat, "hotseat": True})
    at = f"/matches/{made['id']}"
    words = {each["seat"]: secrets.token_hex(32) for each in made["seats"]}
    seals = {each: dice.seal(made["id"], each, word) for each, word in words.items()}
    sealed = call("POST", f"{at}/seals", {"seals": seals})
    call("POST", f"{at}/words", {"commitment": sealed["commitment"], "words": words})
    for each in seats:
        for kind in (order, "end_phase"):
            ask = call("GET", f"{at}/state?seat={each}")["legal"]["ask"]
            body = {"id": secrets.token_hex(8), "seat": each, "ask": ask, "command": {"kind": kind}}
            call("POST", f"{at}/commands", body)
    return f"{client.base_url}/match.html?m={made['id']}&seat={seat}"


def look(program: str, url: str, cookie: str, desk: bool) -> dict[str, Any]:
    """One run's report."""
    with tempfile.TemporaryDirectory() as folder:
        headers, report = Path(folder, "headers.json"), Path(folder, "report.json")
        headers.write_text(json.dumps({"Cookie": cookie}))
        command = [program, url, "--quiet", "--output=json", f"--output-path={report}", f"--chrome-flags={FLAGS}"]
        command += [f"--extra-headers={headers}", f"--only-categories={','.join(SCORES)}"]
        if desk:
            command.append("--preset=desktop")
        chromium = os.environ.get("CHROME_PATH") or shutil.which("chromium") or ""
        while subprocess.run(command, env={**os.environ, "CHROME_PATH": chromium}).returncode:
            print("A run failed, as they do now and then while the machine is busy; once more.", file=sys.stderr)
        found: dict[str, Any] = json.loads(report.read_text())
        return found


def main() -> int:
    """0 when all pages have been looked at."""
    parser = argparse.ArgumentParser(description="Lighthouse on the match pages of a running server")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--only", choices=("desk", "phone"))
    parser.add_argument("--lighthouse", default="lighthouse", help="where it is, unless on the PATH")
    parser.add_argument("--keep", type=Path, help="a folder for the reports")
    given = parser.parse_args()
    with httpx.Client(base_url=given.url, timeout=30) as client:
        client.post("/api/guests", json={"name": "Lighthouse"}).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        pages = {game: match(client, game) for game in given.game or GAMES}
    for game, url in pages.items():
        for place in [given.only] if given.only else ["desk", "phone"]:
            reports = [look(given.lighthouse, url, cookie, place == "desk") for _ in range(given.runs)]
            if given.keep:
                for n, report in enumerate(reports):
                    (given.keep / f"{game}-{place}-{n}.json").write_text(json.dumps(report))
            scores = [[round(r["categories"][s]["score"] * 100) for r in reports] for s in SCORES]
            said = [f"{median_:.0f}" for median_ in map(statistics.median, scores)]
            for name, (audit, unit) in FIGURES.items():
                middle = statistics.median(r["audits"][audit]["numericValue"] / unit for r in reports)
                said.append(f"{name} {middle:.{0 if unit == 1024 else 2}f}")
            load = os.getloadavg()[0]
            print(f"{game}, {place}: {', '.join(said)} (load {load:.1f}; performance {scores[0]})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
