"""``python -m tests.floods.report``: every flood for some seconds, and what another player's moves took meanwhile."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

from app import postgres
from app.settings import ROOT
from tests.conftest import REAL, Server, start_server
from tests.floods.calm import Calm
from tests.floods.flooder import FLOODS

SCHLIEFFEN, GREAT_WAR = "schlieffens-war", "great-war"
FLOODER, CALM = "127.0.0.66", "127.0.0.77"
CONNECTIONS = ("sockets", "half_heads", "half_bodies", "giant_heads", "nonsense", "files")
CALLS = ("guests", "matches", "commands", "consults", "states", "logs", "exports")
DEFAULTS: dict[str, object] = {
    **{"rate_limit": "400/10 seconds", "address_limit": "2000/10 seconds", "guest_limit": "40/minute;400/day"},
    **{"match_limit": "60/minute;400/day", "move_limit": "60000/day", "event_limit": "20000/day"},
    **{"socket_limit": "240/minute", "work_share": 0.6, "calls_at_once": 8, "connections_per_address": 256},
    **{"sockets_per_address": 128, "matches_per_guest": 100, "refusal_seconds": 0.01, "calls_in_all": 16},
}
"""The server's own limits, which other tests take off."""
MANY_GUESTS: dict[str, object] = {**DEFAULTS, "guest_limit": "1000/minute"}
"""The same, when a household of two hundred has come in over time."""


def flooded(
    server: Server,
    kinds: tuple[str, ...],
    seconds: float,
    guests: int,
    source: str = FLOODER,
    game: str = SCHLIEFFEN,
) -> dict[str, Any]:
    """Play while a household at ``source`` floods in these ways at once.

    Gives the moves' figures, and what the flood was answered.
    """
    calm = Calm(server, CALM, seconds, game)
    arguments = [server.url, source, str(seconds), str(guests), game, *kinds]
    flood = subprocess.Popen(
        [sys.executable, "-m", "tests.floods.flooder", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert flood.stdout is not None
    assert flood.stdout.readline() == "flooding\n"
    process = psutil.Process(server.process.pid)
    most = {"descriptors": 0, "megabytes": 0}
    going = threading.Event()

    def watch() -> None:
        while not going.wait(0.05):
            most["descriptors"] = max(most["descriptors"], process.num_fds())
            most["megabytes"] = max(most["megabytes"], process.memory_info().rss // 2**20)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        moves = calm.play_while(lambda: flood.poll() is None)
    finally:
        going.set()
        watcher.join()
        told, _ = flood.communicate()
    return {**moves.figures(), **most, "faulty": moves.faults[:5], "flood": json.loads(told)}


def quiet(server: Server, seconds: float, game: str = SCHLIEFFEN) -> dict[str, Any]:
    """Play with nobody else about."""
    calm, over = Calm(server, CALM, seconds, game), threading.Event()
    threading.Timer(seconds, over.set).start()
    return calm.play_while(lambda: not over.is_set()).figures()


def report(seconds: float, say: Callable[[str, dict[str, Any]], None]) -> int:
    """Every flood by one guest, then all by one, then all by two hundred, at the largest board too.

    Gives how many moves went wrong.
    """
    faults = 0
    with tempfile.TemporaryDirectory() as folder, postgres.running(ROOT / "var" / "floods") as url:
        for number, (name, settings, guests, floods, game) in enumerate(
            (
                ("one guest", DEFAULTS, 1, [(k,) for k in FLOODS] + [CONNECTIONS, CALLS, tuple(FLOODS)], SCHLIEFFEN),
                ("200 guests", MANY_GUESTS, 200, [CONNECTIONS, CALLS, tuple(FLOODS)], SCHLIEFFEN),
                ("one guest, Great War", DEFAULTS, 1, [*((k,) for k in CALLS), tuple(FLOODS)], GREAT_WAR),
                ("200 guests, Great War", MANY_GUESTS, 200, [CALLS, tuple(FLOODS)], GREAT_WAR),
            )
        ):
            server = start_server(REAL, url, Path(folder) / f"{number}.log", **settings)
            try:
                say("nobody", quiet(server, seconds, game))
                for kinds in floods:
                    figures = flooded(server, kinds, seconds, guests, game=game)
                    faults += figures["faults"]
                    what = kinds[0] if len(kinds) == 1 else f"{len(kinds)} floods ({kinds[0]} ...)"
                    say(f"{name}: {what}", figures)
                say("nobody, after", quiet(server, seconds, game))
            finally:
                server.stop()
            log = (Path(folder) / f"{number}.log").read_text()
            say("log", {"lines": log.count("\n"), "tracebacks": log.count("Traceback")})
    return faults


def main() -> None:
    """Print the report, a line a flood."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10)
    faults = report(
        parser.parse_args().seconds, lambda what, told: print(json.dumps({"what": what, **told}), flush=True)
    )
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
