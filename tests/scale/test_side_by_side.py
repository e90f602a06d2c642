"""A site is updated while people play: the program from before a migration and today's serve side by side.

The earlier one plays; the schema is brought up to date under it; today's starts beside it; both move in the same
matches; the earlier one leaves. Every command that was answered stands in its match once, whoever watched has seen it
all, and no answer was an error.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import shutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import httpx
import pytest

from app.database import migrate, revisions
from tests.app.players import END, HIDE, Player, table
from tests.conftest import Server, fetch
from tests.scale.chaos import Audience
from tests.scale.earlier import Earlier, commit_before, migrations_since
from tests.soak.guests import Party
from tests.soak.kills import UNFORESEEN
from tests.soak.ledger import UNAVAILABLE, Ledger
from tests.soak.reckoning import Reckoning
from tests.soak.server import ALL
from tests.thorough import in_the_sweep

RELEASED = "0035"
"""The last migration of version 1.0.0: since then hosts update without a stop."""
MIGRATIONS = migrations_since(RELEASED)
TABLES = (("toy", "endless"), ("toy", "short"), ("powers-1914", "classic-1"))
TAKEN = 25
"""Commands that each program takes, in every stage in which it serves."""
PATIENCE = 120.0
ALL_OF_TODAY = [sys.executable, "-m", "tests.soak.server", "PORT"]


class Update:
    """Where players come in: whichever servers stand just now, the earliest first."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.servers: list[Server] = []

    @property
    def urls(self) -> list[str]:
        """Their addresses."""
        return [server.url for server in [*self.servers]]


class Clerk(Ledger):
    """Notes which server took how many commands, of which match, and who was asked to come again."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: Counter[str] = Counter()
        self.moved_at: set[tuple[str, str]] = set()
        self.refused: dict[str, str] = {}

    def note(self, response: httpx.Response) -> None:
        """Note it."""
        super().note(response)
        url = str(response.request.url.copy_with(path="/")).rstrip("/")
        path = response.request.url.path
        if response.status_code == httpx.codes.OK and path.endswith("/commands"):
            self.taken[url] += 1
            self.moved_at.add((path.split("/")[3], url))
        elif response.status_code == UNAVAILABLE:
            response.read()
            self.refused[response.json()["error"]["code"]] = url
            print(f"{url}: {response.text}")

    def wait_for_more(self, *servers: Server) -> None:
        """Wait until each has taken some more commands, of those that are sent from now on."""
        before, deadline = Counter(self.taken), time.monotonic() + PATIENCE
        while any(self.taken[server.url] < before[server.url] + TAKEN for server in servers):
            assert not self.faults, self.faults
            assert time.monotonic() < deadline, f"nobody moves: {self.taken}, {self.report()}"
            time.sleep(0.02)


@in_the_sweep
@pytest.mark.parametrize("migration", MIGRATIONS)
def test_the_program_from_before_a_migration_and_todays_play_on_one_database(
    migration: str, serving: Callable[..., Server], empty_database: Callable[[], str], tmp_path: Path
) -> None:
    empty = empty_database()
    earlier = Earlier(commit_before(migration), tmp_path / "earlier")
    assert not earlier.knows(migration)
    house, clerk, over = Update(empty), Clerk(), threading.Event()
    old = earlier.serve(empty, tmp_path / "earlier.log")
    try:
        house.servers = [old]
        # Some watch at whichever has served longest and come back elsewhere, others at the newest.
        audiences = [Audience(house, clerk, lambda: house.urls[0]), Audience(house, clerk, lambda: house.urls[-1])]
        movers = [
            threading.Thread(target=Party(house, clerk, ALL, random.Random(n)).play, args=(*game, over), daemon=True)
            for n, game in enumerate(TABLES)
        ]
        for mover in movers:
            mover.start()
        clerk.wait_for_more(old)
        begun = _what_players_do(old, old)

        with _backup(empty):
            updating = threading.Thread(target=migrate, args=(empty,))
            updating.start()
            clerk.wait_for_more(old)
        updating.join()
        (stored,) = asyncio.run(fetch(empty, "SELECT version_num FROM alembic_version"))
        assert stored["version_num"] == revisions()[0]
        assert httpx.get(f"{old.url}/readyz").json()["parts"]["schema"] == "newer"
        clerk.wait_for_more(old)

        new = serving(ALL_OF_TODAY, empty, snapshot_every=20)
        house.servers = [old, new]
        clerk.wait_for_more(old, new)
        _goes_on(begun, old, new)
        for made_at, played_at in ((old, new), (new, old)):
            _what_players_do(made_at, played_at)

        house.servers = [new]
        assert old.stop() == 0
        clerk.wait_for_more(new)
        _goes_on(begun, new, new)
        over.set()
        for mover in movers:
            mover.join()
        for audience in audiences:
            audience.check(clerk)
        reckoning = Reckoning(house, clerk, ALL)
        reckoning.run()
    finally:
        over.set()
        old.process.kill()
        shutil.rmtree(tmp_path / "earlier")
    assert clerk.faults == []
    assert (reckoning.lost, reckoning.doubled) == (0, 0)
    assert reckoning.verified == len(clerk.tables) >= len(TABLES)
    assert {match for match, at in clerk.moved_at if at == old.url} & {m for m, at in clerk.moved_at if at == new.url}
    # An earlier program asks for patience where today's has stored what it cannot read; nobody else may ask for any.
    assert clerk.refused in ({}, {"newer_version": old.url}), old.log.read_text(errors="replace")[-5000:]
    for server in (old, new):
        said = server.log.read_text(errors="replace").splitlines()
        assert [line for line in said if any(word in line for word in UNFORESEEN)] == [], server.log.name


@contextlib.contextmanager
def _backup(url: str) -> Iterator[None]:
    """Keep a table that every move needs as a backup does: others may use it, and nobody may change it."""
    loop = asyncio.new_event_loop()
    connection = loop.run_until_complete(asyncpg.connect(url))
    loop.run_until_complete(connection.execute("BEGIN; SELECT FROM match"))
    try:
        yield
    finally:
        loop.run_until_complete(connection.close())
        loop.close()


def _what_players_do(made_at: Server, played_at: Server) -> tuple[Player, Player, dict[str, object]]:
    """What people do besides moving, at a table that one server made and another serves."""
    red, blue, match = table(made_at, scenario="endless")
    red, blue = red.elsewhere(played_at), blue.elsewhere(made_at)
    watch = blue.watch(match, seat="blue")
    red.play(match, "red", HIDE, END)
    assert blue.undo(match, "blue").status_code in (200, 422)
    draft = {
        "seat": "blue",
        "revision": 0,
        "commands": [{"ask": blue.state(match, "blue")["legal"]["ask"], "command": HIDE}],
    }
    kept = blue.http.put(f"/matches/{match['id']}/draft", json=draft)
    assert kept.status_code == 200, kept.text
    sending = {"id": secrets.token_hex(8), "seat": "blue", "revision": 1}
    sent = blue.elsewhere(played_at).http.post(f"/matches/{match['id']}/draft/send", json=sending)
    assert sent.status_code == 200, sent.text
    watch.until(blue.play(match, "blue", END))
    watch.close()
    said = {"id": secrets.token_hex(8), "seat": "red", "room": "table", "text": "Hallo"}
    assert red.http.post(f"/matches/{match['id']}/chat", json=said).status_code in (200, 201)
    assert "Hallo" in blue.http.get(f"/matches/{match['id']}/chat", params={"seat": "blue"}).text
    assert match["id"] in red.http.get("/matches").text
    return red, blue, match


def _goes_on(begun: tuple[Player, Player, dict[str, object]], here: Server, there: Server) -> None:
    """A table that was left for a while is played on, by one player here and the other there."""
    red, blue, match = begun
    red, blue = red.elsewhere(here), blue.elsewhere(there)
    watch = blue.watch(match, seat="blue")
    watch.until(red.play(match, "red", HIDE, END))
    assert blue.state(match, "blue")["view"] == watch.view
    watch.until(blue.play(match, "blue", END))
    watch.close()
