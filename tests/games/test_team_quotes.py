"""Every section that is quoted to commanders of a shared side has its text, in every game and layout."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.catalogue import GAMES
from rules.kernel.messages import Refusal
from tests.games.great_war.near_east.test_help import quoted, told_by
from tests.thorough import at_least_one, sample_of

COMMANDS = 25
LAYOUTS = [(g, s.id) for g, game in GAMES.items() for s in game.scenarios if s.shares]


@pytest.mark.parametrize(("game_id", "scenario"), sample_of([LAYOUTS[-1], *random.Random(27).sample(LAYOUTS, 4)], 3))
def test_what_is_quoted_in_a_shared_match_has_its_text(game_id: str, scenario: str) -> None:
    """In questions, lines, views, and in what is refused to each seat out of turn."""
    game, rng, sections = GAMES[game_id], random.Random(scenario), set[str]()
    state: Any = game.new_match(scenario, {})
    seats = [seat.id for seat in game.seats(scenario, {})]
    for _ in range(COMMANDS):
        for seat in seats:
            sections.update(quoted(game.legal(state, seat)))
            for kind in ("end_phase", "end_for_all", "lend", "appoint"):
                answer = game.decide(state, seat, {"kind": kind}, lambda _, sides: rng.randint(1, sides))
                sections.update({answer.section} if isinstance(answer, Refusal) else ())
        seat = rng.choice(game.deciders(state))
        found = game.decide(state, seat, game.random_command(state, seat, rng), lambda _, sides: rng.randint(1, sides))
        assert not isinstance(found, Refusal), found
        for before, event, after in found.facts(state):
            for viewer in seats:
                sections.update(quoted(game.narrate(before, event, after, viewer)))
        state = found.states[-1]
    book: Any = game.rulebook("", scenario)
    rules = {rule["section"]: rule for chapter in book["chapters"] for rule in chapter["rules"]}
    assert sections - {""}
    assert {section for section in sections - {""} if not told_by(section, rules)} == set()


@pytest.mark.parametrize("game_id", sorted({game for game, _ in LAYOUTS}))
def test_what_the_layer_itself_quotes_has_its_text(game_id: str) -> None:
    """§3.13, §6.7, §20.1: in every layout, whatever is laid over the rules in short of its variant."""
    game: Any = GAMES[game_id]
    for layout in at_least_one(game.layouts):
        book = game.rulebook("", layout)
        assert told_by(
            game.commanders.policy.section,
            {rule["section"]: rule for chapter in book["chapters"] for rule in chapter["rules"]},
        )
