"""Hidden things stay hidden: were they otherwise, a viewer would see, read and be answered the very same."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import pytest

from rules.kernel.game import Game
from rules.kernel.messages import Refusal
from tests.contract import hooks
from tests.contract.catalogue import game
from tests.contract.small import SmallGame
from tests.contract.table import (
    CASES,
    COMMON,
    LONG,
    Decision,
    at_least,
    bytes_of,
    chance_of,
    common_game,
    decisions,
    examine,
    games_from,
    length,
    one_in,
    viewers,
)
from tests.contract.twins import Twins, answered, stretches
from tests.thorough import THOROUGH

LEAST = 100
"""This many things are compared in each game that hides any."""
OPEN_STEP = 24
"""One command in this many has a twin in a sample of an open game, where only an order could tell anything."""


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

    least = at_least(game_id, scenario, LEAST) * fog.HIDES
    examine(played, scenario, seed, watch, enough=lambda: compared >= least)
    assert compared >= least, f"only {compared} positions were compared"


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

    least = at_least(game_id, scenario, LEAST) * fog.HIDES
    examine(played, scenario, seed, watch, enough=lambda: refusals >= least)
    assert refusals >= least, f"only {refusals} refusals were compared"


@games_from(range(5020, 5023))
def test_a_game_decided_on_twins_of_the_same_kind_is_told_alike(game_id: str, scenario: str, seed: int) -> None:
    """Units in each other's places, with the condition that belongs to the place: nothing may go by their names."""
    compared, told = 0, 0
    for number, twins in enumerate(everyones_twins(game_id, scenario, seed)):
        for stretch in stretches_of(game_id, scenario, seed, number):
            twins.of_the_same_kind(stretch)
        compared, told = compared + twins.compared, told + twins.told
    assert min(compared, told) >= at_least(game_id, scenario, LEAST) * hooks.hidden(game_id).HIDES, (
        f"{compared} commands, {told} lines compared"
    )


@games_from(range(5030, 5033))
def test_your_own_commands_are_told_alike_whatever_is_hidden(game_id: str, scenario: str, seed: int) -> None:
    """Taken or refused, told and shown: a viewer's own moves lead them to the same, whatever the others hide."""
    compared = 0
    for number, twins in enumerate(everyones_twins(game_id, scenario, seed)):
        for stretch in stretches_of(game_id, scenario, seed, number):
            twins.of_another_kind(stretch)
        compared += twins.compared
    assert compared >= at_least(game_id, scenario, LEAST // 2) * hooks.hidden(game_id).HIDES, (
        f"only {compared} commands were compared"
    )


def compare_facts(
    played: Game[Any, Any], fog: hooks.Hidden, everyone: Sequence[str], decision: Decision, rng: random.Random
) -> int:
    """What each viewer is told of the facts of a command, whoever gave it, with what is hidden otherwise in them and in
    the positions; how many such facts there are. None of a game whose hidden things have natures of their own."""
    compared = 0
    for viewer in everyone if isinstance(fog, SmallGame) else ():
        for before, event, after in decision.facts():
            twin = fog.retold(before, event, after, viewer, rng)
            if twin is not None:
                compared += 1
                line, other = played.narrate(before, event, after, viewer), played.narrate(*twin, viewer)
                assert bytes_of(other) == bytes_of(line), f"the line of {event.kind} for {viewer}"
    return compared


SMALL = [case for case in CASES if hooks.in_one_file(case[0])]


@pytest.mark.parametrize(("game_id", "scenario"), SMALL)
def test_what_others_do_is_told_alike_whatever_is_hidden_in_it(game_id: str, scenario: str) -> None:
    """A strength that is dealt, a place that is written down, a move of a hidden unit: their lines tell nothing."""
    played, rng = game(game_id), random.Random(COMMON)
    everyone = viewers(played, scenario)
    fog = hooks.hidden(game_id)
    compared = sum(
        compare_facts(played, fog, everyone, decision, rng) for decision in decisions(played, scenario, COMMON)
    )
    assert compared >= at_least(game_id, scenario, LEAST) * fog.HIDES, f"only {compared} lines were compared"


def everyones_twins(game_id: str, scenario: str, seed: int) -> Iterator[Twins]:
    """For each viewer the comparisons of the random game of that seed. Of an open game all see the same: one does."""
    played, rng = game(game_id), random.Random(seed)
    everyone = viewers(played, scenario)
    for viewer in everyone if THOROUGH or hooks.hidden(game_id).HIDES else everyone[:1]:
        yield Twins(played, hooks.hidden(game_id), viewer, chance_of(seed), rng)


def stretches_of(game_id: str, scenario: str, seed: int, number: int) -> Iterator[Sequence[Decision]]:
    """The part of that game on which twins are decided for the viewer of that number."""
    budget = hooks.budget(game_id, scenario)
    share = budget.whole if THOROUGH else 2 * budget.stride
    if hooks.stretch(game_id) is None and length(game_id, scenario) < LONG:
        share = 1  # a short game is looked at from end to end
    step = 1 if THOROUGH or hooks.hidden(game_id).HIDES else OPEN_STEP
    return (stretch[::step] for stretch in stretches(game_of(game_id, scenario, seed), share, number))


@lru_cache(maxsize=1)
def game_of(game_id: str, scenario: str, seed: int) -> tuple[Decision, ...]:
    """The random game of a seed, every position of it."""
    if seed == COMMON and not THOROUGH:
        return common_game(game_id, scenario)
    return tuple(decisions(game(game_id), scenario, seed))
