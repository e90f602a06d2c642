"""decisions/0085: a staff tries its plans out, by what its seat is told alone, and gives the orders of the best."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import Program, SeatClient
from rules.kernel.programs.reasons import Notebook
from rules.kernel.programs.search import Tried
from rules.kernel.told_game import ToldGame, client_of, noted_for
from rules.powers_1914.game import GAME
from rules.powers_1914.imagined import HELD
from rules.powers_1914.players import prospects, staff
from rules.powers_1914.players.courses import COURSES, USUAL
from rules.powers_1914.players.greedy import Greedy
from rules.powers_1914.players.habits import OFFICER
from rules.powers_1914.players.staff import Staff, StaffHabits
from rules.powers_1914.position.state import State
from tests.contract.table import chance_of

DUEL, BRIEF = "austria-russia", {"positions": 1, "turns": 1}
"""One deal for each plan, to the end of the turn."""


def planner(**habits: object) -> Staff:
    """A staff that has begun just now."""
    made = GAME.players["planner"]
    assert isinstance(made, Program)
    assert made.looks_ahead
    player = made.varied({**BRIEF, **habits})()
    assert isinstance(player, Staff)
    return player


def after(state: State, seat: str, command: JsonObject | None) -> State:
    """The position after an order."""
    assert command is not None
    decided = GAME.decide(state, seat, command, chance_of(85))
    assert not isinstance(decided, Refusal), f"{command}: {decided}"
    return decided.states[-1]


@pytest.fixture(scope="module")
def second_turn() -> State:
    """The duel between officers as the second turn's purchases begin; the Entente holds a card."""
    state, rng = GAME.new_match(DUEL, {}), random.Random(1)
    sitting = {seat: Greedy(OFFICER) for seat in state.seats}
    while (state.turn, state.phase.key) != (2, "purchase"):
        seat = GAME.deciders(state)[0]
        state = after(state, seat, sitting[seat].command(SeatClient(GAME, state, seat), rng))
    held = next(card for card in state.deck if state.printed.cards[card].effect in HELD)
    deck = tuple(card for card in state.deck if card != held)
    return replace(state, deck=deck, hands={**state.hands, "entente": (held,)})


def told(state: State, seat: str) -> ToldGame:
    """What the worker is told, through its pipe."""

    def consult(question: Mapping[str, object]) -> JsonObject | Refusal:
        answer = GAME.consult(state, seat, json.loads(json.dumps(question)))
        return answer if isinstance(answer, Refusal) else json.loads(json.dumps(answer))

    plan, noted = GAME.plan(state), noted_for(GAME, "planner", state, seat)
    view, question, sent = json.loads(json.dumps([GAME.view(state, seat), GAME.legal(state, seat), noted]))
    return ToldGame(plan, GAME.plans[plan], view, question, consult, sent)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[list[Tried]]:
    """Whatever is tried out."""
    found: list[list[Tried]] = []
    weigh = staff.weigh

    def note(*asked: Any) -> list[Tried]:
        found.append(weigh(*asked))
        return found[-1]

    monkeypatch.setattr(staff, "weigh", note)
    return found


def test_only_a_program_that_looks_ahead_is_told_what_its_seat_has_noted(second_turn: State) -> None:
    assert noted_for(GAME, "bold", second_turn, "central") is None
    noted = noted_for(GAME, "planner", second_turn, "central")
    assert noted == GAME.note(second_turn, "central")
    (held,) = second_turn.hands["entente"]
    assert held not in json.dumps([noted, GAME.view(second_turn, "central")])


def test_a_staff_tries_its_plans_out_as_purchases_and_moves_begin(second_turn: State, tried: list[list[Tried]]) -> None:
    """And not in between, where it follows the plan that it took."""
    state, rng, player, begun = second_turn, random.Random(1), planner(), list[str]()
    other = Greedy(OFFICER)
    while state.turn == 2 and len(begun) < 3:
        before, seat = len(tried), GAME.deciders(state)[0]
        who = player if seat == "central" else other
        step = state.phase.key
        state = after(state, seat, who.command(SeatClient(GAME, state, seat), rng))
        if len(tried) > before:
            begun.append(step)
    assert begun == ["purchase", "central.action"]
    assert all({one.plan.name for one in found} == {*COURSES} for found in tried)


def test_it_gives_the_same_order_by_json_from_a_twin_and_the_position_is_untouched(second_turn: State) -> None:
    """§3.1.1: the cards that will be drawn lie otherwise, which nobody can know."""
    twin = replace(second_turn, deck=second_turn.deck[::-1])
    before = json.dumps(GAME.dump_state(second_turn))
    clients = [
        SeatClient(GAME, second_turn, "central"),
        *(client_of(told(s, "central"), "central") for s in (second_turn, twin)),
    ]
    books = [Notebook() for _ in clients]
    orders = [
        planner().command(dataclasses.replace(client, notebook=book), random.Random(3))
        for client, book in zip(clients, books, strict=True)
    ]
    assert orders[0] == orders[1] == orders[2]
    assert books[0].reasons == books[1].reasons == books[2].reasons
    assert json.dumps(GAME.dump_state(second_turn)) == before


def test_it_says_what_it_weighed_and_decides_the_same_unasked(second_turn: State) -> None:
    book = Notebook()
    asked = planner().command(SeatClient(GAME, second_turn, "entente", notebook=book), random.Random(5))
    unasked = planner().command(SeatClient(GAME, second_turn, "entente"), random.Random(5))
    assert asked == unasked
    first, others = (reason.text for reason in book.reasons[:2])
    assert first.startswith("Played on for one enemy move, the plan to ")
    assert first.endswith(" of 100.")
    assert others.count(" in ") >= 2


def test_the_best_of_the_plans_is_followed(second_turn: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hand has the habits of whatever came out first."""
    monkeypatch.setattr(staff, "weigh", lambda _, plans, *__: [Tried(plans[1], [0.5]), Tried(plans[0], [0.4])])
    player = planner()
    player.command(SeatClient(GAME, second_turn, "entente"), random.Random(1))
    assert isinstance(player.hand, Greedy)
    second = [*COURSES][1]
    assert player.hand.habits == COURSES[second].habits != COURSES[USUAL].habits


def test_a_position_is_judged_once_the_enemy_has_answered(second_turn: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """§3.1: after the Entente's moves the enemy's answer comes in the next turn, and in all other steps in this one."""
    asked: list[Any] = []

    def note(outlook: Any, plans: Any, *_: Any) -> list[Tried]:
        asked.append(outlook)
        return [Tried(plan, [0.5]) for plan in plans]

    monkeypatch.setattr(staff, "weigh", note)
    state, rng = second_turn, random.Random(1)
    sitting, judged = {seat: planner() for seat in state.seats}, list[tuple[str, str, int]]()
    while state.turn == 2:
        seat, many = GAME.deciders(state)[0], len(asked)
        command = sitting[seat].command(SeatClient(GAME, state, seat), rng)
        if len(asked) > many:
            step = state.phase.key.rpartition(".")[2]
            first = min(n for n in (2, 3, 4) if asked[-1].is_far_enough(replace(second_turn, turn=n)))
            judged.append((seat, step, first))
        state = after(state, seat, command)
    assert judged == [
        ("central", "purchase", 3), ("entente", "purchase", 3), ("central", "action", 3), ("entente", "action", 4),
    ]  # fmt: skip


def test_where_nothing_was_fitted_a_staff_plays_as_an_officer(tried: list[list[Tried]]) -> None:
    state, rng = GAME.new_match("classic-2", {}), random.Random(1)
    player, officer = planner(), Greedy(OFFICER)
    assert "classic-2" not in prospects.MODELS
    for _ in range(20):
        seat = GAME.deciders(state)[0]
        one, two = (who.command(SeatClient(GAME, state, seat), rng) for who in (player, officer))
        assert one == two
        state = after(state, seat, one)
    assert tried == []


def test_a_capital_in_danger_and_lost_men_count_against_a_side(second_turn: State) -> None:
    """§3.10.2: with Petrograd's garrison gone the Central Powers are likelier to win."""
    view, printed = GAME.view(second_turn, "spectator"), second_turn.printed
    units = {u: unit for u, unit in second_turn.units.items() if unit.at != "petrograd"}
    bare = GAME.view(replace(second_turn, units=units), "spectator")
    before, now = (prospects.chance(v, "central", printed) for v in (view, bare))
    assert now > before
    assert prospects.chance(bare, "entente", printed) == pytest.approx(1 - now)
    ahead, later = (prospects.measures(v, printed) for v in (view, bare))
    assert later["danger"] <= ahead["danger"]
    assert later["men"] > ahead["men"]


@pytest.mark.parametrize("scenario", [*prospects.MODELS])
def test_every_model_weighs_all_that_is_measured(scenario: str) -> None:
    """As a match begins neither side has won or lost."""
    state = GAME.new_match(scenario, {})
    view, printed = GAME.view(state, "spectator"), state.printed
    assert prospects.measures(view, printed).keys() == prospects.MODELS[scenario].weights.keys()
    central, entente = (prospects.chance(view, side, printed) for side in ("central", "entente"))
    assert 0.05 < central < 0.95
    assert entente == pytest.approx(1 - central)


def test_habits_of_a_staff_are_data() -> None:
    assert planner(positions=7).habits == StaffHabits(positions=7, turns=1)
