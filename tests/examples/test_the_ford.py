"""The example game through the suites' own eyes: it ends, replays, hides what it hides, and takes nothing unoffered."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from examples.the_ford import BLUE, ENGINE, GAME, RED, State
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.procedure.orders import At, Order
from tests.contract.table import Decision, bytes_of, chance_of, decisions, examine, viewers

SEEDS = range(30)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_ends_and_replays_to_the_same_state(seed: int) -> None:
    def watch(decision: Decision) -> None:
        state = GAME.load_state(GAME.dump_state(decision.before))
        for event in decision.events:
            state = GAME.evolve(state, GAME.load_event(GAME.dump_event(event)))
        assert state == decision.after

    last = examine(GAME, "ford", seed, watch)
    assert GAME.outcome(last) is not None
    assert GAME.deciders(last) == ()


def other_strengths(state: State, viewer: str, rng: random.Random) -> State | None:
    """The strengths that the viewer was not shown, dealt in another way."""
    hidden = [u for u in state.strength if not u.startswith(viewer) and u not in state.shown and u in state.at]
    mixed = [state.strength[u] for u in hidden]
    rng.shuffle(mixed)
    other = replace(state, strength={**state.strength, **dict(zip(hidden, mixed, strict=True))})
    return None if other == state else other


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_command_on_a_twin_tells_its_giver_the_same(seed: int) -> None:
    """Nobody learns from view, question or refusal how strong a concealed enemy is; only a die shows it."""
    rng, chance = random.Random(seed), chance_of(seed)
    compared = 0
    for decision in decisions(GAME, "ford", seed):
        for viewer in viewers(GAME, "ford"):
            twin = other_strengths(decision.before, viewer, rng)
            if twin is None:
                continue
            compared += 1
            assert bytes_of(GAME.view(twin, viewer)) == bytes_of(GAME.view(decision.before, viewer))
            for seat in (RED, BLUE) if viewer == "spectator" else (viewer,):
                assert bytes_of(GAME.legal(twin, seat)) == bytes_of(GAME.legal(decision.before, seat))
            answer = GAME.decide(twin, decision.seat, decision.command, chance)
            assert not isinstance(answer, Refusal)
    assert compared > 10


def spoiled(command: JsonObject, rng: random.Random) -> list[dict[str, Any]]:
    """A legal command with one part that nobody offered."""
    found: list[dict[str, Any]] = [{**command, "extra": 1}]
    for name in [n for n in command if n != "kind"]:
        without = {k: v for k, v in command.items() if k != name}
        found += [without, *({**command, name: v} for v in (None, 7, "", "0000", [], ["0000"], {"a": 1}, True))]
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_was_not_offered_is_taken(seed: int) -> None:
    rng, chance = random.Random(seed), chance_of(seed)
    refused = 0
    for decision in decisions(GAME, "ford", seed):
        for command in spoiled(decision.command, rng):
            answer = GAME.decide(decision.before, decision.seat, command, chance)
            assert isinstance(answer, Refusal), f"{command} was taken"
            refused += 1
        other = RED if decision.seat == BLUE else BLUE
        answer = GAME.decide(decision.before, other, decision.command, chance)
        assert isinstance(answer, Refusal)
        assert answer.code == "not-your-turn"
    assert refused > 50


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_offered_is_taken(seed: int) -> None:
    rng, chance = random.Random(seed), chance_of(seed)
    for decision in decisions(GAME, "ford", seed):
        for open_ in ENGINE.open_asks(decision.before):
            at: At[State] = open_.at(decision.before)
            for order in open_.place.step.orders:
                if order.when(at) is None:
                    check_taken(at, order, rng, chance)


def check_taken(at: At[State], order: Order[State], rng: random.Random, chance: Any) -> None:
    command = ENGINE.fill(at, order, rng)
    assert command is not None, f"{order.kind} is offered and cannot be filled"
    assert not isinstance(GAME.decide(at.state, at.seat, command, chance), Refusal)


def test_a_later_slot_is_asked_for_with_what_was_chosen_before() -> None:
    rng = random.Random(1)
    state = GAME.new_match("ford", {})
    for _ in range(2):
        seat = GAME.deciders(state)[0]
        for event in GAME.decide(state, seat, GAME.random_command(state, seat, rng), chance_of(1)):  # type: ignore[union-attr]
            state = GAME.evolve(state, event)
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"unit": "red-1"}}
    answer: Any = GAME.consult(state, RED, asked)
    assert answer["options"]["ways"]["0202"] == ["0202"]
    assert isinstance(GAME.consult(state, RED, {**asked, "chosen": {"unit": "blue-1"}}), Refusal)
    assert isinstance(GAME.consult(state, BLUE, asked), Refusal)


def test_every_question_has_a_name_of_its_own() -> None:
    names = {}
    for decision in decisions(GAME, "ford", 3):
        for open_ in ENGINE.open_asks(decision.before):
            name = ENGINE.name(decision.before, open_)
            assert names.setdefault(name, decision.number) == decision.number, "two questions of one name"
