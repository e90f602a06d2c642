"""Random games to their end: nobody is ever left without a way on, and nothing impossible comes about."""

from __future__ import annotations

import pytest

from rules.catalogue import game
from rules.kernel.messages import Refusal
from tests.contract import hooks
from tests.contract.table import Decision, chance_of, every_scenario, examine, viewers

GAMES_IN_A_CHUNK = 10
CHUNKS = 20


@every_scenario
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_end_and_keep_the_invariants(game_id: str, scenario: str, chunk: int) -> None:
    played, known = game(game_id), hooks.invariants(game_id)
    sides = {seat.side for s in played.scenarios if s.id == scenario for seat in s.seats}

    def watch(decision: Decision) -> None:
        for before, event, after in decision.facts():
            known.check_fact(before, event, after)
        known.check_position(decision.after)

    for seed in range(chunk * GAMES_IN_A_CHUNK, (chunk + 1) * GAMES_IN_A_CHUNK):
        last = examine(played, scenario, seed, watch)
        outcome = played.outcome(last)
        assert outcome is not None, f"seed {seed} ended without an outcome"
        assert outcome.section
        assert outcome.reason
        assert outcome.winner is None or outcome.winner in sides, f"{outcome.winner} is no side of this table"


@every_scenario
@pytest.mark.parametrize("seed", range(1000, 1004))
def test_the_one_who_decides_has_offers_and_nobody_else_has(game_id: str, scenario: str, seed: int) -> None:
    played = game(game_id)
    seats = viewers(played, scenario)[:-1]

    def watch(decision: Decision) -> None:
        state = decision.before
        deciding = played.deciders(state)
        assert deciding
        assert set(deciding) <= set(seats)
        assert played.outcome(state) is None
        for seat in seats:
            question = played.legal(state, seat)
            assert question["yours"] is (seat in deciding)
            offers = question["offers"]
            assert isinstance(offers, list)
            open_ = [o for o in offers if isinstance(o, dict) and o.get("refusal") is None]
            assert bool(open_) is (seat in deciding), f"{seat} is offered {offers}"

    last = examine(played, scenario, seed, watch)
    assert played.deciders(last) == ()
    for seat in seats:
        assert played.legal(last, seat)["offers"] == []
        answer = played.decide(last, seat, {"kind": "end_phase"}, chance_of(seed))
        assert isinstance(answer, Refusal), "a command after the end"


@every_scenario
@pytest.mark.parametrize("seed", range(1010, 1013))
def test_a_question_changes_its_name_when_the_seat_changes(game_id: str, scenario: str, seed: int) -> None:
    """``ask`` lets the server tell a late command from a due one: two seats never answer under one name in a row."""
    played = game(game_id)

    def watch(decision: Decision) -> None:
        (before,) = played.deciders(decision.before)[:1]
        after = played.deciders(decision.after)[:1]
        if after and after[0] != before:
            asked = played.legal(decision.before, before)["ask"]
            assert played.legal(decision.after, after[0])["ask"] != asked

    examine(played, scenario, seed, watch)
