"""Views, questions and log lines of every game have the shapes of ``rules.kernel.wire``; a game may add members."""

from __future__ import annotations

import random
import types
import typing
from typing import Any

import pytest

from rules.kernel import wire
from rules.kernel.game import SPECTATOR, Game, Glance
from tests.contract.catalogue import GAMES
from tests.contract.table import CASES, decisions, viewers
from tests.thorough import THOROUGH

AT_MOST = 40 if THOROUGH else 15
"""Decisions of a game that are looked at."""
ONE_IN = 5


def fits(value: Any, kind: Any, where: str) -> None:
    """AssertionError with the place at which a value is not of its type."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.NotRequired:
        fits(value, parts[0], where)
    elif origin in (typing.Union, types.UnionType):
        assert any(_fits(value, part) for part in parts), f"{where}: {value!r} is none of {parts}"
    elif origin is typing.Literal:
        assert value in parts, f"{where}: {value!r} is not in {parts}"
    elif origin is list:
        assert isinstance(value, list), f"{where}: {value!r}"
        for n, item in enumerate(value):
            fits(item, parts[0], f"{where}[{n}]")
    elif origin is dict:
        assert isinstance(value, dict), f"{where}: {value!r}"
        for name, item in value.items():
            fits(item, parts[1], f"{where}.{name}")
    elif typing.is_typeddict(kind):
        assert isinstance(value, dict), f"{where}: {value!r}"
        for name, inner in typing.get_type_hints(kind, include_extras=True).items():
            if name in value:
                fits(value[name], inner, f"{where}.{name}")
            else:
                assert typing.get_origin(inner) is typing.NotRequired, f"{where} lacks {name}"
    else:
        assert type(value) is kind, f"{where}: {value!r} is no {kind}"


def _fits(value: Any, kind: Any) -> bool:
    try:
        fits(value, kind, "")
    except AssertionError:
        return False
    return True


def assert_one_line_says_what_the_view_says(game: Game[Any, Any], state: Any) -> None:
    """The lobby tells everyone a glance of the match: it must be no more than what a spectator reads in the view."""
    view: Any = game.view(state, SPECTATOR)
    seen = Glance(view["turn"], view["step"]["title"], tuple(view["step"]["deciders"]))
    assert game.glance(state) == seen


@pytest.mark.parametrize(("game_id", "scenario"), CASES)
def test_every_game_speaks_the_common_shapes(game_id: str, scenario: str) -> None:
    game = GAMES[game_id]
    rng = random.Random(1914)
    looked = 0
    for decision in decisions(game, scenario, 1914):
        if rng.randrange(ONE_IN):
            continue
        looked += 1
        assert_one_line_says_what_the_view_says(game, decision.before)
        for viewer in viewers(game, scenario):
            fits(game.view(decision.before, viewer), wire.View, "view")
            for before, event, after in decision.facts():
                line = game.narrate(before, event, after, viewer)
                if line is not None:
                    fits(line, wire.LogLine, f"line of {line['kind']}")
        for seat in (s.id for s in game.seats(scenario, {})):
            fits(game.legal(decision.before, seat), wire.Legal, "legal")
        if looked == AT_MOST:
            return
    assert looked
