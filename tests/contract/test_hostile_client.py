"""Thousands of commands that no honest client sends: each is refused in words, nothing changes, nothing is betrayed."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from rules.kernel.game import Scenario
from rules.kernel.messages import Refusal
from tests.contract import hooks
from tests.contract.catalogue import game
from tests.contract.table import (
    Decision,
    at_least,
    bytes_of,
    chance_of,
    every_scenario,
    examine,
    games_from,
    one_in,
    viewers,
)

SEEDS = range(6000, 6012)
LEAST_IN_A_GAME = 1000
"""Twelve games with this many make more than ten thousand commands."""
POSITIONS = 12
"""One position in this many is put to the test."""
LONGEST_TEXT = 300


def nested(depth: int) -> Any:
    """An object in an object in an object."""
    body: Any = {}
    for _ in range(depth):
        body = {"units": [body]}
    return body


ALIENS: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 10**30, 0.5, math.nan, math.inf, "", "\x00", "x" * 5000, "units", [], [[]], [None],
    ["x"] * 10_000, [{}], [math.nan], {}, {"kind": "end_phase"}, nested(200), b"bytes", (1, 2),
)  # fmt: skip
KINDS: tuple[Any, ...] = (
    None,
    True,
    0,
    math.nan,
    "",
    "nothing",
    "END_PHASE",
    "end_phase ",
    [],
    ["end_phase"],
    {},
    nested(5),
)
UNKNOWN = {"kind": "slot", "order": "nothing", "slot": "nothing", "chosen": {}}
"""What a planner could ask where nothing that is offered has a second slot."""
STRANGE_SEATS = ("", "spectator", "referee", "nobody", "GERMAN", "\x00")
ID = "no such thing"


def family(value: Any) -> str:
    """The JSON type of a value; whole and broken numbers are one."""
    if isinstance(value, bool) or value is None:
        return str(type(value))
    return "number" if isinstance(value, int | float) else str(type(value))


def malformed(command: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A good command with something wrong in its shape."""
    for kind in KINDS:
        yield {**command, "kind": kind}
    yield {k: v for k, v in command.items() if k != "kind"}
    yield {**command, "extra": 1}
    yield {**command, "": None}
    yield {**command, "seat": "referee", "chance": 6}
    for key, value in command.items():
        if key == "kind":
            continue
        # Without a lane the first question of the seat is meant: that may be left out.
        if key != "lane":
            yield {k: v for k, v in command.items() if k != key}
        yield {**{k: v for k, v in command.items() if k != key}, key.upper(): value}
        for alien in ALIENS:
            if family(alien) != family(value):
                yield {**command, key: alien}
        if isinstance(value, str):
            yield {**command, key: ID}
            yield {**command, key: f"{value} "}
        if isinstance(value, list):
            for alien in ALIENS:
                if not isinstance(alien, str) or alien not in value:
                    yield {**command, key: [*value, alien]}
            yield {**command, key: [*value, ID]}
            yield {**command, key: [[*value]]}
            yield {**command, key: [*value] * 1000 if value else [ID] * 1000}


def check(answer: Any, strangers: hooks.Strangers, secrets: frozenset[str], what: str) -> None:
    """A refusal with a known code, a known section and words that betray nothing."""
    assert isinstance(answer, Refusal), f"taken: {what}"
    assert answer.code in strangers.CODES, f"the code {answer.code!r} is unknown: {what}"
    assert answer.section in strangers.SECTIONS, f"the section {answer.section!r} is unknown: {what}"
    assert 0 < len(answer.text) <= LONGEST_TEXT, f"{len(answer.text)} characters: {what}"
    betrayed = [s for s in secrets if s in answer.text and re.search(rf"(?<!\w){re.escape(s)}(?!\w)", answer.text)]
    assert not betrayed, f"{answer.text!r} betrays {betrayed}: {what}"


@games_from(SEEDS)
def test_whatever_a_client_sends_is_refused_in_words_and_changes_nothing(
    game_id: str, scenario: str, seed: int
) -> None:
    played, rng, chance = game(game_id), random.Random(seed), chance_of(seed)
    strangers, fog = hooks.strangers(game_id), hooks.hidden(game_id)
    seats = viewers(played, scenario)[:-1]
    picked = one_in(POSITIONS // 2, game_id, scenario)
    sent = 0

    def attack(state: Any, seat: str, command: Any, secrets: frozenset[str]) -> None:
        nonlocal sent
        sent += 1
        check(played.decide(state, seat, command, chance), strangers, secrets, f"{seat}: {str(command)[:300]}")

    def watch(decision: Decision) -> None:
        if not picked(decision):
            return
        state, seat = decision.before, decision.seat
        kept = bytes_of(played.dump_state(state))
        secrets = fog.secrets(state, seat)
        for command in malformed(decision.command):
            attack(state, seat, command, secrets)
        deciding = played.deciders(state)
        for asked in deciding:
            for unoffered in strangers.unoffered(played, state, asked, rng):
                attack(state, asked, unoffered, fog.secrets(state, asked))
        for other in (*seats, *STRANGE_SEATS):
            if other not in deciding:
                attack(state, other, decision.command, fog.secrets(state, other) if other in seats else frozenset())
        assert bytes_of(played.dump_state(state)) == kept, "a refused command changed the state"
        assert played.decide(state, seat, decision.command, chance).events == decision.events

    least = at_least(game_id, scenario, LEAST_IN_A_GAME)
    examine(played, scenario, seed, watch, enough=lambda: sent >= least)
    assert sent >= least, f"only {sent} commands"


@games_from(range(6030, 6034))
def test_destinations_that_were_never_offered_are_refused(game_id: str, scenario: str, seed: int) -> None:
    """Into places beside those on offer and along ways that nobody showed: what is refused changes nothing; what is
    taken goes to a place that was on offer, and leaves all in order."""
    played, rng, chance = game(game_id), random.Random(seed), chance_of(seed)
    strangers, known = hooks.strangers(game_id), hooks.invariants(game_id)
    picked = one_in(1, game_id, scenario)
    refused = taken = 0

    def attempt(state: Any, seat: str, command: dict[str, Any], *, is_offered: bool) -> None:
        nonlocal refused, taken
        answer = played.decide(state, seat, command, chance)
        if isinstance(answer, Refusal):
            refused += 1
            assert answer.code in strangers.CODES, f"the code {answer.code!r} is unknown: {command}"
            return
        assert is_offered, f"{seat}: {bytes_of(command).decode()} was taken and never offered"
        taken += 1
        for event in answer:
            after = played.evolve(state, event)
            known.check_fact(state, event, after)
            state = after
        known.check_position(state)

    def watch(decision: Decision) -> None:
        if not picked(decision):
            return
        state = decision.before
        kept = bytes_of(played.dump_state(state))
        for seat in played.deciders(state):
            for command, is_offered in strangers.astray(played, state, seat, rng):
                attempt(state, seat, command, is_offered=is_offered)
        assert bytes_of(played.dump_state(state)) == kept, "a command that was tried changed the state"

    least = at_least(game_id, scenario, 1000)
    examine(played, scenario, seed, watch, enough=lambda: refused >= least)
    assert refused >= least, f"only {refused} commands were refused, and {taken} taken"
    assert taken, "no way but those shown was taken"


@games_from(range(6020, 6023))
def test_whatever_a_client_asks_is_answered_or_refused_in_words(game_id: str, scenario: str, seed: int) -> None:
    played, rng = game(game_id), random.Random(seed)
    strangers, fog = hooks.strangers(game_id), hooks.hidden(game_id)
    seats = viewers(played, scenario)[:-1]
    picked = one_in(POSITIONS, game_id, scenario)
    asked = 0

    def ask(state: Any, seat: str, question: Any, secrets: frozenset[str], *, must_refuse: bool) -> None:
        nonlocal asked
        asked += 1
        answer = played.consult(state, seat, question)
        if must_refuse or isinstance(answer, Refusal):
            check(answer, strangers, secrets, f"{seat} asks {str(question)[:300]}")

    def watch(decision: Decision) -> None:
        if not picked(decision):
            return
        state = decision.before
        kept = bytes_of(played.dump_state(state))
        for seat in seats:
            secrets = fog.secrets(state, seat)
            for question in fog.questions(played, state, decision.seat, rng):
                ask(state, seat, question, secrets, must_refuse=False)
                for stranger in STRANGE_SEATS:
                    ask(state, stranger, question, frozenset(), must_refuse=True)
            for wrong in malformed(rng.choice([*fog.questions(played, state, decision.seat, rng)] or [UNKNOWN])):
                ask(state, seat, wrong, secrets, must_refuse=True)
        assert bytes_of(played.dump_state(state)) == kept, "a question changed the state"

    least = at_least(game_id, scenario, LEAST_IN_A_GAME)
    examine(played, scenario, seed, watch, enough=lambda: asked >= least)
    assert asked >= least, f"only {asked} questions"


def wrong_options(scenario: Scenario) -> Iterator[dict[str, Any]]:
    """Options for a new match that no lobby would send: unknown ones, and known ones of another shape."""
    yield {ID: True}
    for option in scenario.options:
        id_, default = str(option["id"]), option["default"]
        yield {id_: default, ID: default}
        for alien in ALIENS:
            if alien is not None and family(alien) != family(default):
                yield {id_: alien}
        if isinstance(default, dict):
            yield {id_: {}}
            yield {id_: {**default, ID: next(iter(default.values()))}}
            for key in default:
                yield {id_: {k: v for k, v in default.items() if k != key}}
                for alien in ALIENS:
                    yield {id_: {**default, key: alien}}


@every_scenario
def test_a_match_is_not_made_with_options_that_do_not_fit(game_id: str, scenario: str) -> None:
    played = game(game_id)
    offered = next(s for s in played.scenarios if s.id == scenario)
    for options in wrong_options(offered):
        with pytest.raises(ValueError, match=r"\w"):
            played.new_match(scenario, options)
    with pytest.raises(ValueError, match=r"\w"):
        played.new_match(ID, {})
    defaults = {str(o["id"]): o["default"] for o in offered.options}
    assert played.new_match(scenario, defaults) == played.new_match(scenario, {})
