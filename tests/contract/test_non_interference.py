"""Hidden things stay hidden: were they otherwise, a viewer would see, read and be answered the very same."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from rules.catalogue import game
from rules.kernel.game import Game
from rules.kernel.messages import Json, Refusal
from tests.contract import hooks
from tests.contract.table import Decision, bytes_of, chance_of, examine, games_from, one_in, viewers

LEAST = 100
"""So many things are compared in each game that hides any."""


def with_other_names(data: Json, names: Mapping[str, str]) -> Json:
    """JSON in which every id, as value or key, is exchanged."""
    if isinstance(data, dict):
        return {names.get(k, k): with_other_names(v, names) for k, v in data.items()}
    if isinstance(data, list):
        return [with_other_names(v, names) for v in data]
    return names.get(data, data) if isinstance(data, str) else data


def answered(answer: Any) -> bytes:
    """What a question got, as bytes."""
    return bytes_of(answer.json() if isinstance(answer, Refusal) else answer)


def compare_position(
    played: Game[Any, Any], fog: hooks.Hidden, everyone: Sequence[str], state: Any, rng: random.Random
) -> int:
    """Disguise a position for each viewer (the spectator last) and look for a difference; how many had a disguise."""
    compared = 0
    for viewer in everyone:
        other = fog.disguise(state, viewer, rng)
        if other is None:
            continue
        compared += 1
        assert other != state
        assert bytes_of(played.view(other, viewer)) == bytes_of(played.view(state, viewer)), f"the view of {viewer}"
        if viewer == everyone[-1]:
            continue
        assert bytes_of(played.legal(other, viewer)) == bytes_of(played.legal(state, viewer)), f"offers to {viewer}"
        for question in fog.questions(played, state, viewer, rng):
            told, otherwise = played.consult(state, viewer, question), played.consult(other, viewer, question)
            assert answered(told) == answered(otherwise), f"{viewer} asks {question}"
    return compared


@games_from(range(5000, 5006))
def test_views_questions_and_answers_do_not_depend_on_what_is_hidden(game_id: str, scenario: str, seed: int) -> None:
    played, fog, rng = game(game_id), hooks.hidden(game_id), random.Random(seed)
    everyone = viewers(played, scenario)
    picked = one_in(3, game_id, scenario)
    compared = 0

    def watch(decision: Decision) -> None:
        nonlocal compared
        if not picked(decision):
            return
        compared += compare_position(played, fog, everyone, decision.before, rng)

    examine(played, scenario, seed, watch)
    assert compared >= LEAST * fog.HIDES, f"only {compared} positions were compared"


@games_from(range(5010, 5013))
def test_whether_a_command_is_refused_does_not_depend_on_what_is_hidden(game_id: str, scenario: str, seed: int) -> None:
    played, fog, rng = game(game_id), hooks.hidden(game_id), random.Random(seed)
    strangers, chance = hooks.strangers(game_id), chance_of(seed)
    picked = one_in(4, game_id, scenario)
    refusals = 0

    def watch(decision: Decision) -> None:
        nonlocal refusals
        if not picked(decision):
            return
        other = fog.disguise(decision.before, decision.seat, rng)
        if other is None:
            return
        tries = [decision.command, *strangers.unoffered(played, decision.before, decision.seat, rng)]
        for command in tries:
            here = played.decide(decision.before, decision.seat, command, chance)
            there = played.decide(other, decision.seat, command, chance)
            if isinstance(here, Refusal) or isinstance(there, Refusal):
                assert here == there, f"{command}"
                refusals += 1

    examine(played, scenario, seed, watch)
    assert refusals >= LEAST * fog.HIDES, f"only {refusals} refusals were compared"


@games_from(range(5020, 5026))
def test_the_log_does_not_tell_who_stayed_hidden(game_id: str, scenario: str, seed: int) -> None:
    played, fog, rng = game(game_id), hooks.hidden(game_id), random.Random(seed)
    told = 0

    def watch(decision: Decision) -> None:
        nonlocal told
        for viewer in viewers(played, scenario):
            names = fog.renaming(decision.states, viewer, rng)
            if not names:
                continue
            state = fog.renamed(decision.before, names)
            for before, event, after in decision.facts():
                renamed: Any = with_other_names(played.dump_event(event), names)
                other_event = played.load_event(renamed)
                other_after = played.evolve(state, other_event)
                assert other_after == fog.renamed(after, names), f"{event} does more than its words say"
                line = played.narrate(before, event, after, viewer)
                assert line == played.narrate(state, other_event, other_after, viewer), f"{viewer} is told of {event}"
                told += line is not None
                state = other_after

    examine(played, scenario, seed, watch)
    assert told >= LEAST * fog.HIDES, f"only {told} lines were compared"
