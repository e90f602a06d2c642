"""A draft tells no more than giving orders and taking them back, and sent it comes to what it showed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from rules.kernel import drafting
from rules.kernel.drafting import FITS, REFUSED, Drafted, LooksAhead, Trial, next_turn_position, try_next
from rules.kernel.game import Game, Seat
from rules.kernel.messages import Chance, JsonObject, Refusal
from rules.kernel.teams.game import Teams
from tests.contract import hooks
from tests.contract.catalogue import game
from tests.contract.table import Decision, at_least, bytes_of, chance_of, examine, games_from, one_in
from tests.contract.twins import answered
from tests.thorough import THOROUGH

LONGEST = 8
"""Orders of a draft."""
LEAST = 10 if THOROUGH else 5
"""At least this many drafts are compared in each game that hides anything, and orders given and refused."""


def tried(played: Game[Any, Any], state: Any, seat: Seat, draft: Sequence[Drafted]) -> Trial:
    """A draft on a position."""
    trial = Trial(state)
    for one in draft:
        trial = try_next(played, trial, seat.id, seat.viewpoint, one)
    return trial


def drafted(played: Game[Any, Any], state: Any, seat: Seat, rng: random.Random) -> list[Drafted]:
    """Orders that might be given one after the other, as far as they can be tried; some of them against the rules."""
    draft: list[Drafted] = []
    strangers = hooks.strangers(played.id)
    trial = Trial(state)
    while len(draft) < LONGEST and seat.id in played.deciders(trial.state) and not trial.barred:
        wrong = rng.randrange(6) == 0 and [*strangers.unoffered(played, trial.state, seat.id, rng)]
        command: JsonObject = rng.choice(wrong) if wrong else played.random_command(trial.state, seat.id, rng)
        draft.append(Drafted(played.ask(trial.state, seat.id), command))
        trial = try_next(played, trial, seat.id, seat.viewpoint, draft[-1])
    if trial.barred:
        draft.append(draft[0])
    return draft


def told(played: Game[Any, Any], trial: Trial, seat: Seat) -> bytes:
    """All that a trial tells its seat."""
    came: list[Any] = [
        [one.status, one.why, one.refusal and one.refusal.json(), [*one.lines], one.settles, one.passed, one.later]
        for one in trial.tried
    ]
    shown = [
        played.view(trial.state, seat.viewpoint),
        played.legal(trial.state, seat.id),
        [*played.deciders(trial.state)],
    ]
    return bytes_of([*came, *shown])


def least_of(game_id: str, scenario: str) -> int:
    """How many drafts must be compared in a game."""
    return at_least(game_id, scenario, LEAST) * hooks.hidden(game_id).HIDES


def apart(game_id: str, step: int) -> int:
    """How far positions lie apart that are compared: in a game that hides nothing only an order could tell."""
    return step if THOROUGH or hooks.hidden(game_id).HIDES else 4 * step


def look_ahead(game_id: str, scenario: str, seed: int, step: int) -> int:
    """Compare drafts of seats that wait, on positions and their twins; how many. AssertionError where they differ."""
    played, fog, rng = game(game_id), hooks.hidden(game_id), random.Random(seed)
    seats = played.seats(scenario, {})
    picked = one_in(apart(game_id, step), game_id, scenario)
    least = least_of(game_id, scenario)
    compared = 0

    def watch(decision: Decision) -> None:
        nonlocal compared
        state = decision.before
        if not picked(decision):
            return
        for seat in seats:
            here = next_turn_position(played, state, seat.id)
            if here is None:
                continue
            assert seat.id in played.deciders(here), "nobody would be asked"
            other = fog.disguise(state, seat.viewpoint, rng, frozenset())
            if other is None:
                continue
            there = next_turn_position(played, other, seat.id)
            assert there is not None, f"{seat.id} could tell that the twin is another position"
            draft = drafted(played, here, seat, rng)
            found = [tried(played, one, seat, draft) for one in (here, there)]
            assert told(played, found[0], seat) == told(played, found[1], seat), f"{seat.id} drafts {draft}"
            for question in fog.questions(played, found[0].state, seat.id, rng):
                answers = (answered(played.consult(t.state, seat.id, question)) for t in found)
                assert len({*answers}) == 1, f"{seat.id} drafts {draft} and asks {question}"
            compared += 1

    examine(played, scenario, seed, watch, enough=lambda: compared >= least)
    return compared


@games_from(range(5064, 5067))
def test_what_the_draft_of_a_next_turn_tells_does_not_depend_on_what_is_hidden(
    game_id: str, scenario: str, seed: int
) -> None:
    played = game(game_id)
    # The layer for shared sides looks ahead where the game below it does.
    if not isinstance(played.game if isinstance(played, Teams) else played, LooksAhead):
        opening = played.new_match(scenario, {})
        assert {next_turn_position(played, opening, s.id) for s in played.seats(scenario, {})} == {None}
        return
    compared = look_ahead(game_id, scenario, seed, 6)
    assert compared >= least_of(game_id, scenario), f"only {compared} drafts were compared"


def compare(game_id: str, scenario: str, seed: int, step: int) -> int:
    """Try drafts on positions and on their twins; how many. AssertionError where the seat could tell them apart."""
    played, fog, rng = game(game_id), hooks.hidden(game_id), random.Random(seed)
    seats = {s.id: s for s in played.seats(scenario, {})}
    picked = one_in(apart(game_id, step), game_id, scenario)
    least = least_of(game_id, scenario)
    compared = 0

    def watch(decision: Decision) -> None:
        nonlocal compared
        if not picked(decision):
            return
        for seat in map(seats.__getitem__, played.deciders(decision.before)):
            # Commands follow, so what is exchanged must be of one kind to the rules.
            other = fog.disguise(decision.before, seat.viewpoint, rng, frozenset())
            if other is None:
                continue
            draft = drafted(played, decision.before, seat, rng)
            here, there = (tried(played, state, seat, draft) for state in (decision.before, other))
            assert told(played, here, seat) == told(played, there, seat), f"{seat.id} drafts {draft}"
            for question in fog.questions(played, here.state, seat.id, rng):
                answers = (answered(played.consult(t.state, seat.id, question)) for t in (here, there))
                assert len({*answers}) == 1, f"{seat.id} drafts {draft} and asks {question}"
            compared += 1

    examine(played, scenario, seed, watch, enough=lambda: compared >= least)
    return compared


@games_from(range(5060, 5066))
def test_what_a_draft_tells_does_not_depend_on_what_is_hidden(game_id: str, scenario: str, seed: int) -> None:
    compared = compare(game_id, scenario, seed, 4)
    assert compared >= least_of(game_id, scenario), f"only {compared} drafts were compared"


def carried_out(played: Game[Any, Any], state: Any, seat: str, command: JsonObject, chance: Chance) -> Any:
    """What a command leads to by the match's own dice, none of which may fall."""
    answer = played.decide(state, seat, command, chance)
    assert not isinstance(answer, Refusal), f"it fitted and is refused: {answer}"
    assert not any(map(played.bars_undo, answer)), "it fitted and cannot be taken back"
    for event in answer:
        state = played.evolve(state, event)
    return state


@games_from(range(5070, 5076))
def test_sending_what_fits_leads_to_the_drafted_position(game_id: str, scenario: str, seed: int) -> None:
    played, rng, chance = game(game_id), random.Random(seed), chance_of(seed)
    seats = {s.id: s for s in played.seats(scenario, {})}
    picked = one_in(3, game_id, scenario)
    sent = refused = 0

    def watch(decision: Decision) -> None:
        nonlocal sent, refused
        if not picked(decision):
            return
        for seat in map(seats.__getitem__, played.deciders(decision.before)):
            draft = drafted(played, decision.before, seat, rng)
            trial, state = tried(played, decision.before, seat, draft), decision.before
            for one, came in zip(draft, trial.tried, strict=True):
                if came.passed:
                    break  # what comes after it is tried on what may come, and not on what does
                if came.status == FITS:
                    state = carried_out(played, state, seat.id, one.command, chance)
                    sent += 1
                elif came.status == REFUSED:
                    answer = played.decide(state, seat.id, one.command, chance)
                    assert answer == came.refusal
                    refused += 1
            assert state == trial.state or trial.later

    least = at_least(game_id, scenario, LEAST)
    examine(played, scenario, seed, watch, enough=lambda: min(sent, refused) >= least)
    assert min(sent, refused) >= least, f"{sent} orders were carried out and {refused} refused"


def test_a_trial_that_goes_on_where_nothing_can_be_taken_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison's own power, in a game where orders without a die show what is hidden."""

    def without_bars(played: Game[Any, Any], state: Any, seat: str, command: JsonObject) -> Any:
        try:
            return played.decide(state, seat, command, drafting.no_die)
        except drafting.DieAsked:
            return None

    monkeypatch.setattr(drafting, "attempt", without_bars)
    for seed in range(5080, 5086):
        try:
            compare("schlieffens-war", "campaign", seed, 2)
        except AssertionError:
            return
    pytest.fail("nobody noticed")
