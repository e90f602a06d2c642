"""What the first page says of a game in one minute: there for every game, and true where numbers stand in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.catalogue import GAMES
from rules.kernel.gauge import is_late

ROOT = Path(__file__).resolve().parents[3]
MINUTES: dict[str, Any] = json.loads((ROOT / "static/games/minutes.json").read_text(encoding="utf-8"))
MOST_WORDS = 40
"""In a line: it is one minute, and one screen."""


def test_every_game_has_its_minute_and_its_picture() -> None:
    assert MINUTES.keys() == GAMES.keys()
    for game, minute in MINUTES.items():
        picture = ROOT / "static/games" / game / "armies.webp"
        assert picture.stat().st_size < 32_000, game
        parts = [minute, *({**minute, **own} for own in minute.get("variants", {}).values())]
        for part in parts:
            for key in ("goal", "turn", "advice"):
                assert 2 <= len(part[key]) <= 4, (game, key)
                assert all(len(line.split()) <= MOST_WORDS for line in part[key]), (game, key)


@pytest.mark.parametrize("game", GAMES)
def test_the_lengths_are_those_of_the_scenarios(game: str) -> None:
    """From the turn in which each begins to the last that it can have."""
    found, minute = GAMES[game], MINUTES[game]
    own = [s for s in found.scenarios if not s.shares]
    assert minute["scenarios"].keys() == {s.id for s in own}
    turns = {}
    for scenario in own:
        view: Any = found.view(found.new_match(scenario.id, {}), "spectator")
        turns[scenario.id] = view["turns"] - view["turn"] + 1
        assert view["first_turn"] == max(1, view["turn"]), scenario.id
        assert not is_late(view), f"{scenario.id} has only begun"
    assert {id_: length["turns"] for id_, length in minute["scenarios"].items()} == turns
    told = {int(number) for number in re.findall(r"\d+", minute["length"])}
    assert told <= {*turns.values()}, "what the card says of the game"
    variants = {s.variant or found.title for s in own}
    assert minute.get("variants", {}).keys() <= variants
