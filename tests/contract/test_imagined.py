"""Positions imagined from a view (rules/kernel/imagining.py): its side cannot tell them from the true ones.

They are made from the JSON of the view, so that nothing else can have come along.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rules.kernel.game import SPECTATOR
from rules.kernel.imagining import imagining, recall_all
from rules.kernel.messages import Refusal
from tests.contract import hooks
from tests.contract.catalogue import GAMES
from tests.contract.table import CASES, COMMON, Decision, bytes_of, chance_of, examine, one_in, start_of, viewers
from tests.contract.twins import answered
from tests.thorough import THOROUGH

IMAGINED = [
    (id_, scenario)
    for id_, scenario in CASES
    if imagining(GAMES[id_]) is not None and not next(s.shares for s in GAMES[id_].scenarios if s.id == scenario)
]
"""Of a shared match it is the game below that is imagined, so its scenarios are those of others."""
every_imagined = pytest.mark.parametrize(("game_id", "scenario"), IMAGINED, ids=["-".join(case) for case in IMAGINED])

ONE_IN = 8
IN_STRETCH = {"empires-alliances": 2, "great-war": 6}
"""Of long games, of which only a stretch is played."""
MANY = 20
DEALS = 2
"""Each position is imagined this number of times."""


def often(game_id: str) -> int:
    """One decision in this many is looked at."""
    return ONE_IN if THOROUGH else IN_STRETCH.get(game_id, ONE_IN)


def as_sent(played: Any, state: Any, viewer: str) -> dict[str, Any]:
    """The view as its side reads it, with what it has noted."""
    found: dict[str, Any] = json.loads(bytes_of(recall_all(played, state, viewer)))
    return found


@every_imagined
def test_the_side_sees_the_same_is_asked_the_same_and_answered_the_same(game_id: str, scenario: str) -> None:
    played, fog, known = GAMES[game_id], hooks.hidden(game_id), hooks.invariants(game_id)
    imagine, rng, picked = imagining(played), random.Random(27), one_in(often(game_id), game_id, scenario)
    assert imagine is not None
    looked = hidden = others = 0

    def look(decision: Decision) -> None:
        nonlocal looked, hidden, others
        for seat in viewers(played, scenario)[:-1] if picked(decision) else ():
            state = decision.after
            view = as_sent(played, state, seat)
            if view["noted"] is None:
                continue
            for _ in range(DEALS):
                other = imagine.imagine(view, rng)
                unknown = imagine.dealt(view, other)
                looked, hidden, others = looked + 1, hidden + bool(unknown), others + bool(unknown and other != state)
                assert as_sent(played, other, seat) == view, "the view"
                assert bytes_of(played.legal(other, seat)) == bytes_of(played.legal(state, seat)), "the question"
                known.check_position(other)
                shown = bytes_of(recall_all(played, state, seat)).decode()
                assert all(f'"{unit}"' not in shown for unit in unknown), "what was dealt is hidden"
            twin = fog.disguise(state, seat, rng)
            # Some may see from the odds of an attack what another place of a unit would make of it.
            if twin is not None and played.view(twin, seat) == played.view(state, seat):
                told, otherwise = (bytes_of(recall_all(played, one, seat)) for one in (state, twin))
                assert otherwise == told, "what is noted tells what is hidden, or the order of its members does"
            for question in fog.questions(played, state, seat, rng):
                assert answered(played.consult(other, seat, question)) == answered(
                    played.consult(state, seat, question)
                ), f"asked {question}"

    examine(played, scenario, COMMON, look)
    assert looked >= 8, "hardly a position was imagined"
    # Of a few cards in a hand the side may know which they are, by counting the others.
    assert others * 4 >= hidden or hidden < MANY, (
        "what is hidden is nearly always dealt as it truly is: the view tells it"
    )


@every_imagined
def test_what_is_imagined_can_be_played_on(game_id: str, scenario: str) -> None:
    """By all sides, with commands that the rules offer, and stored and loaded."""
    played = GAMES[game_id]
    imagine, rng, picked = imagining(played), random.Random(28), one_in(3 * often(game_id), game_id, scenario)
    assert imagine is not None
    chance = chance_of(28)
    given = 0

    def look(decision: Decision) -> None:
        nonlocal given
        for seat in viewers(played, scenario)[:-1] if picked(decision) else ():
            view = as_sent(played, decision.after, seat)
            if view["noted"] is None:
                continue
            other = imagine.imagine(view, rng)
            other = played.load_state(json.loads(bytes_of(played.dump_state(other))))
            for _ in range(12):
                deciders = played.deciders(other)
                if not deciders:
                    break
                answer = played.decide(other, deciders[0], played.random_command(other, deciders[0], rng), chance)
                assert not isinstance(answer, Refusal), f"offered and refused: {answer}"
                other, given = answer.states[-1], given + 1

    examine(played, scenario, COMMON, look)
    assert given > 10


@every_imagined
def test_the_same_view_and_the_same_chances_give_the_same_position(game_id: str, scenario: str) -> None:
    played = GAMES[game_id]
    imagine = imagining(played)
    assert imagine is not None
    # Some begin with a set-up of which nothing is noted.
    starts = (start_of(played, scenario, seed) for seed in range(COMMON, COMMON + len(viewers(played, scenario))))
    state = next(s for s in starts if imagine.note(s, viewers(played, scenario)[0]) is not None)
    for seat in viewers(played, scenario)[:-1]:
        view = as_sent(played, state, seat)
        one, two = (imagine.imagine(view, random.Random(5)) for _ in range(2))
        assert bytes_of(played.dump_state(one)) == bytes_of(played.dump_state(two))
    with pytest.raises(ValueError, match="side"):
        imagine.imagine(as_sent(played, state, SPECTATOR), random.Random(5))
