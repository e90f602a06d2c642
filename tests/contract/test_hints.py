"""Hints are made of what a seat is told: two positions that it cannot tell apart give the same, and every one can be
followed."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from rules.kernel.game import Game, Seat
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import RECRUIT, Player, SeatClient
from rules.kernel.programs.advice import advise, tell
from rules.kernel.programs.reasons import MOST_OTHERS
from rules.kernel.told_game import ToldGame, client_of, noted_for
from tests.contract import hooks
from tests.contract.catalogue import GAMES
from tests.contract.table import bytes_of, chance_of
from tests.thorough import THOROUGH

CASES = [
    ("schlieffens-war", "campaign", 26, 2),
    ("powers-1914", "classic-1", 24, 3),
    ("great-war", "near-east-1915", 32, 2),
    ("empires-alliances", "1914", 30, 2),
]
"""A scenario of each game, how many positions are played there, and one in how many of them has a hint: in between a
program that remembers its plan goes on, which costs little. The officer of Powers tries its plans out, two seconds a
hint."""
ONE_IN = 6
"""One position in this many has twins."""


def hint(game: Game[Any, Any], state: Any, seat: str, side: str, viewpoint: str) -> list[Any]:
    """What the seat would be told, of what it is told in JSON."""

    def consult(question: Mapping[str, object]) -> JsonObject | Refusal:
        answer = game.consult(state, seat, json.loads(json.dumps(question)))
        return answer if isinstance(answer, Refusal) else json.loads(json.dumps(answer))

    plan = game.plan(state)
    program = game.opponents[[*game.opponents][-1]][side]
    told = [game.view(state, viewpoint), game.legal(state, seat), noted_for(game, program, state, viewpoint)]
    view, question, noted = json.loads(json.dumps(told))
    seen = ToldGame(plan, game.plans[plan], view, question, consult, noted)
    player = game.players[program]()
    courses = advise(player, client_of(seen, seat), random.Random(question["ask"]))
    return tell(courses, view, question)


def played(game: Game[Any, Any], state: Any, seat: Seat, players: dict[str, Player], rng: random.Random) -> Any:
    """The position after an order of the program of a seat, which remembers its plan."""
    player = players.setdefault(seat.id, game.players[game.opponents[RECRUIT][seat.side]]())
    command = player.command(SeatClient(game, state, seat.id, seat.viewpoint), rng)
    assert command is not None, "it leaves the decision to nobody"
    answer = game.decide(state, seat.id, command, chance_of(68))
    assert not isinstance(answer, Refusal), f"{command} was given and refused: {answer}"
    return answer.states[-1]


@pytest.mark.parametrize(("game_id", "scenario", "often", "advised"), CASES, ids=[case[0] for case in CASES])
def test_twins_are_given_the_same_hint_and_every_hint_can_be_followed(
    game_id: str, scenario: str, often: int, advised: int
) -> None:
    game, fog, rng, chance = GAMES[game_id], hooks.hidden(game_id), random.Random(68), chance_of(68)
    seats = {s.id: s for s in game.seats(scenario, {})}
    state, twins, going_on = game.new_match(scenario, {}), 0, dict[str, Player]()
    for number in range(often * (4 if THOROUGH else 1)):
        deciders = game.deciders(state)
        if not deciders:
            break
        seat = seats[deciders[0]]
        if number % advised:
            state = played(game, state, seat, going_on, rng)
            continue
        given = hint(game, state, seat.id, seat.side, seat.viewpoint)
        command = given[0]["command"]
        assert len(given) <= 1 + MOST_OTHERS
        assert given[0]["reasons"], f"nothing is said for {command}"
        assert all(reason["text"].endswith(".") for course in given for reason in course["reasons"])
        for other in given[1:]:
            assert not isinstance(game.decide(state, seat.id, other["command"], chance), Refusal), other
        if number % ONE_IN == 0:
            twin = fog.disguise(state, seat.id, rng)
            # Some may see from the odds of an attack what another place of a unit would make of it.
            if twin is not None and game.view(twin, seat.viewpoint) == game.view(state, seat.viewpoint):
                twins += 1
                same = hint(game, twin, seat.id, seat.side, seat.viewpoint)
                assert bytes_of([*same]) == bytes_of([*given]), "the hint tells what is hidden"
        answer = game.decide(state, seat.id, command, chance)
        assert not isinstance(answer, Refusal), f"{command} was advised and refused: {answer}"
        state = answer.states[-1]
    assert twins >= 2 * fog.HIDES, "hardly anything was hidden"
    assert number > 20
