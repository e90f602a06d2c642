"""The set-ups that docs/balance.md measured: what SOURCES.md says of them, and that either side can win."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter

from app.programs.selfplay import play
from rules.kernel import dice
from rules.kernel.messages import Decided
from rules.kernel.players import SeatClient
from rules.powers_1914.game import GAME
from rules.powers_1914.players import PLAYERS
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.pieces import CENTRAL, ENTENTE, SIDES
from rules.powers_1914.printed.plans import FOLDER
from tests.games.powers_1914.kit import PRINTED
from tests.thorough import in_the_sweep, sample_of
from tools import course_of_powers

BOTH = {CENTRAL: "greedy", ENTENTE: "greedy"}
COLUMNS = ("infantry", "artillery", "aircraft", "ship", "generals")


def test_sources_tell_how_many_units_each_side_begins_with() -> None:
    """§2.3: the table of the set-ups in SOURCES.md, Central Powers first in each scenario."""
    text = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    section = text.split("## Set-up", 1)[1].split("\n## ", 1)[0]
    told = [tuple(int(n) for n in re.findall(r"\d+", row)[-5:]) for row in re.findall(r"^\|.*\d \|$", section, re.M)]
    found = []
    for plan in PRINTED.settings.values():
        for side in SIDES:
            count: Counter[str] = Counter()
            for muster in plan.setup:
                if plan.side_of(muster.nation) == side:
                    count.update(muster.counts)
                    count["generals"] += bool(muster.general)
            found.append(tuple(count[c] for c in COLUMNS))
    assert told == found


@in_the_sweep
def test_either_side_can_win_the_duel() -> None:
    """§3.13: the first games of the series in docs/balance.md. One infantry too many wins four games of five."""
    winners = Counter(play(GAME, "austria-russia", "1914", n, players=BOTH).winner for n in range(20))
    assert min(winners[side] for side in SIDES) >= 6, winners


def after(turns: int, scenario: str, number: int) -> State:
    """The position when a game of the series with the seed 1914 has gone on for that many turns."""
    name = f"1914/{number}"
    rng = random.Random(name)
    chance = dice.chance(dice.key(hashlib.sha256(name.encode()).digest(), f"selfplay-{number}", {}))
    state = GAME.new_match(scenario, {})
    sitting = {s.id: PLAYERS["greedy"]() for s in GAME.seats(scenario, {})}
    while state.turn <= turns:
        seat = rng.choice(GAME.deciders(state))
        partners = frozenset(state.seats_of(state.seats[seat])) - {seat}
        command = sitting[seat].command(SeatClient(GAME, state, seat, partners=partners), rng)
        if command is not None:
            decided = GAME.decide(state, seat, command, chance)
            assert isinstance(decided, Decided), (command, decided)
            state = decided.states[-1]
    return state


@in_the_sweep
def test_russia_stands_through_the_first_four_turns_with_four_seats() -> None:
    """§3.10.2: with one infantry in Minsk Petrograd fell in half of these games, and nobody can lend Russia troops."""
    fallen = [n for n in sample_of(range(6), 2) if after(4, "classic-1-4", n).nations["RU"].fallen]
    assert len(fallen) <= 1, fallen


def test_the_tables_count_first_falls_and_early_ones() -> None:
    """§3.10: a nation that fell twice fell once, and nobody is early from turn 5 on."""
    told = [(2, "fell", "SE"), (4, "fell", "RU"), (6, "freed", "RU"), (9, "fell", "RU")]
    one = {
        "milestones": [dict(zip(("turn", "kind", "what"), m, strict=True)) for m in told],
        "winner": CENTRAL, "section": "3.13.3", "turns": 16,
    }  # fmt: skip
    two = {**one, "milestones": [{"turn": 5, "kind": "fell", "what": "RU"}], "winner": ENTENTE}
    assert course_of_powers.first_falls(one) == {"SE": 2, "RU": 4}
    assert course_of_powers.early([one, two], course_of_powers.GREAT) == 1
    assert course_of_powers.early([one, two], ["SE"]) == 1
    assert "- the Central Powers win 1 (50 %)" in course_of_powers.summary("classic-1", [one, two])
    assert "| Russia | 2 | 4 |" in course_of_powers.falls([one, two])


def test_the_tables_count_fields_taken_by_turn_and_who_fell_at_once() -> None:
    """§3.5, §3.10: a turn counts for the games that came so far."""
    marks = [(1, "taken", "alsace"), (2, "taken", "poland"), (2, "taken", "kiev"), (1, "fell", "SE"), (3, "fell", "BE")]
    told = [{"turn": turn, "kind": kind, "what": what} for turn, kind, what in marks]
    long = {"milestones": told, "winner": CENTRAL, "section": "3.13.3", "turns": 16}
    short = {"milestones": [], "winner": ENTENTE, "section": "3.13.2", "turns": 1}
    assert "| 1 to 2 | 1.0 |" in course_of_powers.changes([long, short])
    lines = [*course_of_powers.summary("classic-1", [long, short])]
    assert "- Serbia falls on turn 1: 1 (50 %)" in lines
    assert "- Belgium falls on turn 1: 0 (0 %)" in lines
