"""§5.4 in the Near East alone: the track by which the Czar falls, and the Bolsheviks after him."""

from __future__ import annotations

import pytest

from rules.great_war.position.changes import russians_fought
from rules.great_war.position.state import State, UnitState
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.strategic.revolutions import bolshevik_modifiers, cities_taken, czar_modifiers, enough, may_come
from rules.kernel.fast_replace import replace
from tests.games.great_war.near_east.kit import set_up

TIFLIS = "NC4243"


def on(letter: str, **ledger: object) -> State:
    """The set-up while a strategic turn is taken."""
    state = set_up()
    return replace(state, ledger=replace(state.ledger, turn=letter, **ledger))


@pytest.mark.parametrize(("letter", "least"), [("E", None), ("I", None), ("J", 6), ("L", 3), ("N", 1)])
def test_5_43_the_czar_falls_by_the_track(letter: str, least: int | None) -> None:
    """§5.43: a die from J on, with a range that grows; cities of Russia in the enemy's hands alone are added."""
    state = on(letter)
    assert may_come(state) == (least is not None)
    if least is not None:
        assert enough(state) == least
    assert czar_modifiers(state) == ()
    lost = replace(state, taken=state.taken | {TIFLIS})
    assert czar_modifiers(lost) == (("Russian cities", 1),)


def test_5_44_the_bolsheviks_come_on_seven() -> None:
    """§5.44: on every turn after his fall; Turkish cities that Russians hold count against it."""
    state = on("L", czar="J")
    assert may_come(state)
    assert enough(state) == 7
    assert not may_come(on("M", czar="J", bolsheviks="L"))
    board = state.printed.board
    before, trebizond = cities_taken(state), board.index["NC4332"]
    taken = replace(state, taken=state.taken | {"NC4332"})
    assert cities_taken(taken) == before | {trebizond}
    assert ("cities in Russian hands", -len(before) - 1) in bolshevik_modifiers(taken)


@pytest.mark.parametrize(("hex_", "counts"), [("NC3338", False), (TIFLIS, True)])
def test_5_44_attacks_on_russians_count_in_russia(hex_: str, counts: bool) -> None:
    """§5.44: on those elsewhere in the Near East they do not."""
    state = set_up()
    state = replace(state, units={**state.units, "ru-4tks": UnitState(hex_)})
    fought = russians_fought(state, ["tu-1"], ["ru-4tks"])
    assert (state.turn in fought.ledger.attacked) == counts
    assert state.sides["TU"] == CENTRAL
