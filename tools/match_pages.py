"""Matches of every game, set up in one press each, and a server to play them on: for tools that look at their pages."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rules.catalogue import GAMES
from rules.kernel import dice

ROOT = Path(__file__).resolve().parents[1]
SETS_UP = ("historical", "standard", "deal", "set_up_all", "draw_lots")
"""Orders that set a side up, or begin to."""
ENDS = ("end_phase", "end_set_up")
MOST_ORDERS = 40
START_WITHIN_S = 120
"""Seconds in which a server must have started."""


def pages() -> dict[str, tuple[str, str]]:
    """Game and scenario of each page worth a look, by name: the first scenario of every game and of each variant."""
    found: dict[str, tuple[str, str]] = {}
    for game in GAMES.values():
        for variant in dict.fromkeys(scenario.variant for scenario in game.scenarios):
            chosen = next(s for s in game.scenarios if s.variant == variant)
            found[game.id if game.id not in {g for g, _ in found.values()} else chosen.id] = (game.id, chosen.id)
    return found


@contextlib.contextmanager
def served(url: str | None) -> Iterator[str]:
    """The address of a server: the one that is named, or one with a database of its own while this lasts."""
    if url is not None:
        yield url
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="gw-pages-") as folder:
        own = {**os.environ, "GREATWAR_VAR": folder, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "app", "serve", "--port", str(port), "--no-invitation"]
        log = Path(folder, "server.log")
        with log.open("wb") as out:
            server = subprocess.Popen(command, cwd=ROOT, env=own, stdout=out, stderr=out)
        try:
            _wait(server, f"http://127.0.0.1:{port}", log)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def _wait(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Until it answers. RuntimeError with its last words when it does not."""
    until = time.monotonic() + START_WITHIN_S
    while time.monotonic() < until and server.poll() is None:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{url}/healthz", timeout=5).is_success:
                return
        time.sleep(0.3)
    raise RuntimeError(f"no server: {log.read_text(errors='replace')[-2000:]}")


def browser() -> str:
    """Where a Chromium is. RuntimeError when there is none."""
    named = os.environ.get("CHROMIUM") or os.environ.get("CHROME_PATH")
    found = named or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if not found:
        raise RuntimeError("There is no Chromium: python tools/chromium.py, or set CHROMIUM to the path of one.")
    return found


@contextlib.contextmanager
def guest(url: str, name: str) -> Iterator[httpx.Client]:
    """Someone who plays there."""
    with httpx.Client(base_url=url, timeout=60) as client:
        client.post("/api/guests", json={"name": name}).raise_for_status()
        yield client


def set_up(client: httpx.Client, game: str, scenario: str | None = None) -> str:
    """The address of a match at one screen in which both sides stand, the game's first scenario unless one is named."""

    def call(method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = client.request(method, f"/api{path}", json=body)
        answer.raise_for_status()
        return answer.json()

    chosen = next(s for s in GAMES[game].scenarios if scenario in (None, s.id))
    made = call("POST", "/matches", {"game": game, "scenario": chosen.id, "seat": chosen.seats[0].id, "hotseat": True})
    at = f"/matches/{made['id']}"
    words = {each["seat"]: secrets.token_hex(32) for each in made["seats"]}
    seals = {each: dice.seal(made["id"], each, word) for each, word in words.items()}
    sealed = call("POST", f"{at}/seals", {"seals": seals})
    call("POST", f"{at}/words", {"commitment": sealed["commitment"], "words": words})
    given: set[tuple[str, str]] = set()
    seat = chosen.seats[0].id
    for _ in range(MOST_ORDERS):
        seat = call("GET", f"{at}/state?seat={seat}")["view"]["step"]["deciders"][0]
        legal = call("GET", f"{at}/state?seat={seat}")["legal"]
        kinds = [offer["kind"] for offer in legal["offers"] if not offer.get("refusal")]
        sets = next((k for k in SETS_UP if k in kinds and (seat, k) not in given), None)
        ends = next((k for k in ENDS if k in kinds), None)
        standing = any(k in SETS_UP for k in (o["kind"] for o in legal["offers"]))
        kind = sets or (ends if standing else None)
        if kind is None:
            return f"{client.base_url}/match.html?m={made['id']}&seat={seat}"
        given.add((seat, kind))
        command = {"id": secrets.token_hex(8), "seat": seat, "ask": legal["ask"], "command": {"kind": kind}}
        call("POST", f"{at}/commands", command)
    raise RuntimeError(f"{game} is not set up after {MOST_ORDERS} orders")
