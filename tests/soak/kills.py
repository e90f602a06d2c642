"""``python -m tests.soak.kills --minutes 10``: servers, backends and the postmaster are killed while people play.

Exit code 1 when anything was lost, doubled, answered with a 500 or answered differently, or when an export does not
verify. The report is one JSON object on the standard output.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.soak.guests import Party
from tests.soak.house import House
from tests.soak.ledger import Ledger
from tests.soak.reckoning import Reckoning
from tests.soak.server import ALL

SERVERS = 2
PEACE_SECONDS = 40.0
LEAST_KILLS, LEAST_RECEIPTS = 1, 20
"""What proves nothing: no more than these kills and answered commands."""
TABLES = (
    ("toy", "short"),
    ("toy", "endless"),
    ("schlieffens-war", "campaign"),
    ("powers-1914", "classic-1"),
    ("powers-1914", "classic-1-4"),
    ("great-war", "1915"),
    ("great-war", "1918"),
)
UNFORESEEN = ('"event": "unforeseen"', "Exception in ASGI application", '"event": "commands not stored"')
"""What must not be in a server's log, whatever was killed."""


def soak(seconds: float, seed: int, var: Path) -> dict[str, Any]:
    """Play and kill for so long in a folder; gives the report, with what was wrong in ``faults``."""
    rng = random.Random(seed)
    ledger, over = Ledger(), threading.Event()
    house = House(var, SERVERS, random.Random(rng.random()))
    try:
        parties = [Party(house, ledger, ALL, random.Random(rng.random())) for _ in TABLES]
        players = [
            threading.Thread(target=party.play, args=(*table, over), daemon=True)
            for party, table in zip(parties, TABLES, strict=True)
        ]
        began = time.monotonic()
        for player in players:
            player.start()
        _seated(ledger)
        house.kill_for(seconds, lambda: house.kills.total() > LEAST_KILLS and ledger.receipts > LEAST_RECEIPTS)
        over.set()
        for player in players:
            player.join()
        played = time.monotonic() - began
        house.settle()
        reckoning = Reckoning(house, ledger, ALL)
        reckoning.run()
    finally:
        house.close()
    for log in house.logs:
        said = log.read_text(errors="replace").splitlines()
        for line in [line for line in said if any(u in line for u in UNFORESEEN)][:5]:
            ledger.fault(f"in {log.name}: {line}")
    return {
        "seconds": round(played, 1),
        "seed": seed,
        "kills": dict(sorted(house.kills.items())),
        "starts_in_vain": house.starts_in_vain,
        **ledger.report(),
        "events": reckoning.events,
        "matches_over": reckoning.finished,
        "exports_verified": reckoning.verified,
        "by_game": reckoning.by_game,
        "faults": ledger.faults,
    }


def _seated(ledger: Ledger) -> None:
    """Wait until everyone plays, or for long enough: a dozen calls must be answered for that, and kills delay each."""
    end = time.monotonic() + PEACE_SECONDS
    while len(ledger.tables) < len(TABLES) and time.monotonic() < end:
        time.sleep(0.1)


def main() -> None:
    """Soak for this many minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1914)
    parser.add_argument("--keep", action="store_true", help="leave the data and the logs where they are")
    options = parser.parse_args()
    var = Path(tempfile.mkdtemp(prefix="greatwar-soak-"))
    var.chmod(0o755)
    try:
        report = soak(options.minutes * 60, options.seed, var)
    finally:
        if options.keep:
            print(f"data and logs: {var}", file=sys.stderr)
        else:
            shutil.rmtree(var)
    print(json.dumps(report, indent=2))
    sys.exit(1 if report["faults"] else 0)


if __name__ == "__main__":
    main()
