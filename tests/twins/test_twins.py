"""What a viewer may not know changes nothing that a server tells them, in any game that hides something.

A random game gives positions and commands, the hooks of its suites give for each a position that must look the same to
a viewer. Matches begin in the one at one server, and in the other at another; the dice are those of the random game.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from itertools import islice

import pytest

from app.lobby.schemas import Delay
from rules.catalogue import GAMES
from rules.kernel.game import SPECTATOR
from tests.conftest import database_of, execute
from tests.contract.table import COMMON, decisions
from tests.thorough import in_the_sweep
from tests.twins.house import House
from tests.twins.pair import Pair
from tests.twins.runs import Run, runs
from tests.twins.servers import begin_in, make_matches, servers

PLAYED = 400
"""Commands of the random game among which runs are found."""
EACH = 4
"""Runs for a viewer of each kind."""
HOUR: Delay = 3600
LEAST = 100
"""Answers that are compared in a run at least."""


@in_the_sweep
@pytest.mark.parametrize("seed", [COMMON, 5001])
@pytest.mark.parametrize(
    ("game", "scenario"), [("powers-1914", "classic-1"), ("schlieffens-war", "campaign"), ("great-war", "1918")]
)
def test_no_answer_and_no_frame_tells_what_a_viewer_may_not_know(
    game: str, scenario: str, seed: int, fresh_database: Callable[[], str], postgres_url: str
) -> None:
    rng, played = random.Random(seed), tuple(islice(decisions(GAMES[game], scenario, seed), PLAYED))
    found = [*runs(GAMES[game], scenario, played, rng, EACH)]
    assert found, "nothing to compare"
    # Spectators are told at once, and once more an hour later.
    pairs: list[tuple[Run, Delay]] = [(run, 0) for run in found]
    pairs += [(run, HOUR) for run in found if run.viewer == SPECTATOR]
    assert pairs[-1][1], "no spectator is told later"
    compared = asyncio.run(_compare(pairs, game, scenario, seed, fresh_database(), postgres_url))
    assert min(compared) >= LEAST, compared


async def _compare(
    pairs: Sequence[tuple[Run, Delay]], game: str, scenario: str, seed: int, url: str, postgres_url: str
) -> list[int]:
    """Compare each run in a match of its own. Gives how many answers were, run by run."""
    played, copy = GAMES[game], f"twin_{secrets.token_hex(6)}"
    made = await make_matches(url, GAMES, [(game, scenario, delay) for _, delay in pairs])
    name = url.split("@/")[1].split("?")[0]
    await execute(postgres_url, f'CREATE DATABASE "{copy}" TEMPLATE "{name}"')
    there = database_of(postgres_url, copy)
    try:
        for (match, _, _), (run, _) in zip(made, pairs, strict=True):
            await begin_in(url, match, played, run.commands[0].before)
            await begin_in(there, match, played, run.twin)
        async with servers(url, there, GAMES) as both:
            compared = []
            for (match, spectate, people), (run, delay) in zip(made, pairs, strict=True):
                ours, theirs = (House(app, match, spectate, people, run.viewer) for app in both)
                compared.append(await Pair(played, run, ours, theirs, seed, later=delay > 0).compare())
        return compared
    finally:
        await execute(postgres_url, f'DROP DATABASE "{copy}" WITH (FORCE)')
