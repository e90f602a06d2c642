"""Random games to their end: nobody is ever left without a way on, and nothing impossible comes about."""

from __future__ import annotations

from rules.kernel.messages import Refusal
from rules.kernel.teams.arrangements import APPOINT, END_FOR_ALL, LEND, QUOTA, READY
from rules.kernel.teams.joint_orders import CALL_OFF, JOIN
from tests.contract import hooks
from tests.contract.catalogue import game
from tests.contract.table import Decision, chance_of, examine, games_from, has_played, playouts, viewers
from tests.contract.teams import inner
from tests.thorough import THOROUGH, at_least_one

ARRANGED = (READY, LEND, QUOTA, JOIN, CALL_OFF, APPOINT, END_FOR_ALL)


@playouts
def test_random_games_end_and_keep_the_invariants(game_id: str, scenario: str, seeds: range) -> None:
    played, known = game(game_id), hooks.invariants(game_id)
    sides = {seat.side for s in played.scenarios if s.id == scenario for seat in s.seats}

    def watch(decision: Decision) -> None:
        for before, event, after in decision.facts():
            known.check_fact(before, event, after)
        known.check_position(decision.after)

    for seed in at_least_one(seeds):
        last = examine(played, scenario, seed, watch, whole=THOROUGH)
        assert has_played(played, last), f"seed {seed} ended without an outcome"
        outcome = played.outcome(last)
        if outcome is None:
            continue
        assert outcome.section
        assert outcome.reason
        assert outcome.winner is None or outcome.winner in sides, f"{outcome.winner} is no side of this table"


@games_from(range(1000, 1004))
def test_the_one_who_decides_has_offers_and_others_only_what_stands_beside_every_question(
    game_id: str, scenario: str, seed: int
) -> None:
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
            assert played.ask(state, seat) == question["ask"]
            offers = question["offers"]
            assert isinstance(offers, list)
            answers = [o for o in offers if isinstance(o, dict) and not o.get("any_time")]
            open_ = [o for o in answers if o.get("refusal") is None]
            if seat not in deciding:
                # What commanders arrange among themselves stands beside every question of their side.
                open_ = [o for o in open_ if o["kind"] not in ARRANGED]
            assert bool(open_) is (seat in deciding), f"{seat} is offered {offers}"

    last = examine(played, scenario, seed, watch)
    if played.outcome(last) is None:
        last = played.end_by_agreement(last, None, "They agreed.")
    assert played.deciders(last) == ()
    for seat in seats:
        question = played.legal(last, seat)
        assert (question["offers"], question["ask"]) == ([], played.ask(last, seat))
        answer = played.decide(last, seat, {"kind": "end_phase"}, chance_of(seed))
        assert isinstance(answer, Refusal), "a command after the end"


@games_from(range(1010, 1013))
def test_a_question_changes_its_name_when_the_seat_changes(game_id: str, scenario: str, seed: int) -> None:
    """``ask`` lets the server tell a late command from a due one: two seats never answer under one name in a row."""
    played = game(game_id)
    changes = 0

    def watch(decision: Decision) -> None:
        nonlocal changes
        before, after = played.deciders(decision.before), played.deciders(decision.after)
        asked = {played.legal(decision.before, seat)["ask"] for seat in before}
        for fresh in set(after) - set(before):
            changes += 1
            assert played.legal(decision.after, fresh)["ask"] not in asked

    examine(played, scenario, seed, watch)
    assert changes


@games_from(range(1020, 1024))
def test_two_interruptions_are_asked_about_under_two_names(game_id: str, scenario: str, seed: int) -> None:
    """A command answers the question of its name: one that comes late must not answer the next of the same kind."""
    played = game(game_id)
    asked: dict[tuple[int, str, str], int] = {}
    number = game_number = 0

    def watch(decision: Decision) -> None:
        nonlocal number, game_number
        game_number += decision.number == 0
        if len(inner(decision.before).cursor) > 1:
            for seat in played.deciders(decision.before):
                named = game_number, seat, played.ask(decision.before, seat)
                assert asked.setdefault(named, number) == number, f"{named} was an earlier interruption's name"
        # An interruption is over as soon as the match is back at its step, whatever a command leads to after that.
        number += sum(len(inner(state).cursor) == 1 for state in decision.states[1:])

    examine(played, scenario, seed, watch)
