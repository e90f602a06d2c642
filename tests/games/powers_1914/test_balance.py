"""The set-ups that docs/balance.md measured: what SOURCES.md says of them, and that either side can win."""

from __future__ import annotations

import re
from collections import Counter

from app.programs.selfplay import play
from rules.powers_1914.data import CENTRAL, ENTENTE, FOLDER, SIDES, printed
from rules.powers_1914.game import GAME
from tools import course_of_powers

BOTH = {CENTRAL: "greedy", ENTENTE: "greedy"}
COLUMNS = ("infantry", "artillery", "aircraft", "ship", "generals")


def test_sources_tell_how_many_units_each_side_begins_with() -> None:
    """§2.3: the table of the set-ups in SOURCES.md, Central Powers first in each scenario."""
    text = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
    section = text.split("## Set-up", 1)[1].split("\n## ", 1)[0]
    told = [tuple(int(n) for n in re.findall(r"\d+", row)[-5:]) for row in re.findall(r"^\|.*\d \|$", section, re.M)]
    found = []
    for plan in printed().plans.values():
        for side in SIDES:
            count: Counter[str] = Counter()
            for muster in plan.setup:
                if plan.side_of(muster.nation) == side:
                    count.update(muster.counts)
                    count["generals"] += bool(muster.general)
            found.append(tuple(count[c] for c in COLUMNS))
    assert told == found


def test_either_side_can_win_the_duel() -> None:
    """§3.13: the first games of the series in docs/balance.md. One infantry too many wins four games of five."""
    winners = Counter(play(GAME, "austria-russia", "1914", n, players=BOTH).winner for n in range(20))
    assert min(winners[side] for side in SIDES) >= 6, winners


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
