"""A primary dies while people play and its standby takes over: nothing that was answered is lost or doubled."""

from __future__ import annotations

import random
import threading
import time
from itertools import pairwise
from pathlib import Path

import httpx

from tests.scale.conftest import Bouncer, Nats
from tests.scale.pair import Pair
from tests.scale.site import Site
from tests.soak.guests import Party
from tests.soak.ledger import UNAVAILABLE, Ledger
from tests.soak.reckoning import Reckoning
from tests.soak.server import ALL
from tests.thorough import in_the_sweep

MOVERS = 16
DEATHS = 2
PLAY_SECONDS = 3.0
GOES_ON_SECONDS = 30.0
"""How long movers wait at most, on a machine that does much besides."""


class Clerk(Ledger):
    """Notes when commands were answered, and what those are told who have to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.taken_at: list[float] = []
        self.refused = 0

    def note(self, response: httpx.Response) -> None:
        """Note it."""
        super().note(response)
        if response.status_code == httpx.codes.OK and response.request.url.path.endswith("/commands"):
            self.taken_at.append(time.monotonic())
        elif response.status_code == UNAVAILABLE:
            self.refused += 1
            response.read()
            error = response.json()["error"]
            if not (error["code"] == "unavailable" and error["text"].endswith(".") and response.headers["retry-after"]):
                self.fault(f"not a clear answer: {response.text}")


@in_the_sweep
def test_a_primary_killed_under_sixteen_movers_loses_and_doubles_nothing(open_folder: Path, pair: Pair) -> None:
    _dies_and_nothing_is_lost(Site(open_folder, pair, servers=2), pair)


@in_the_sweep
def test_the_same_over_a_pooler_which_a_balancer_leads_to_the_primary(
    open_folder: Path, pair: Pair, pooled_pair: Bouncer, nats: Nats
) -> None:
    """PgBouncer knows no primary; HAProxy asks Patroni for it (docs/haproxy.cfg)."""
    _dies_and_nothing_is_lost(Site(open_folder, pair, servers=2, nats=nats.port, pooler=pooled_pair.url), pair)


def _dies_and_nothing_is_lost(site: Site, pair: Pair) -> None:
    """Play; kill the primary and wait until the other has taken over, twice; compare what was told with what stands."""
    clerk, over = Clerk(), threading.Event()
    try:
        site.settle()
        parties = [Party(site, clerk, ALL, random.Random(n)) for n in range(MOVERS)]
        movers = [threading.Thread(target=p.play, args=("toy", "endless", over), daemon=True) for p in parties]
        for mover in movers:
            mover.start()
        _wait_for_answers(clerk, MOVERS)
        for _ in range(DEATHS):
            time.sleep(PLAY_SECONDS)
            dead = pair.primary
            dead.kill_postgres()
            died = time.monotonic()
            _wait_for_answers(clerk, MOVERS)
            assert pair.primary is not dead
            around = sorted(at for at in [*clerk.taken_at] if at > died - PLAY_SECONDS)
            stood = max(later - earlier for earlier, later in pairwise(around))
            print(f"nobody moved for {stood:.1f} s")
            assert stood < GOES_ON_SECONDS
            time.sleep(PLAY_SECONDS)
            # The dead one comes back as the standby, with what it had not told the other taken back.
            pair.wait_until_synchronous()
        over.set()
        for mover in movers:
            mover.join()
        site.settle()
        reckoning = Reckoning(site, clerk, ALL)
        reckoning.run()
    finally:
        site.close()
    assert clerk.faults == []
    assert len(clerk.tables) == MOVERS
    assert clerk.refused > 0, "nobody was told to come again"
    assert reckoning.verified == MOVERS


def _wait_for_answers(clerk: Clerk, more: int) -> None:
    """Wait until that many more commands were taken, of those sent from now on."""
    since, deadline = time.monotonic() + 0.5, time.monotonic() + 2 * GOES_ON_SECONDS
    while sum(at > since for at in [*clerk.taken_at]) < more:
        assert time.monotonic() < deadline, f"nobody moves: {clerk.report()} {clerk.faults[:3]}"
        time.sleep(0.05)
