"""§18.11, §18.14: who would win by the present points, and by how much: what charts and programs that give up go by."""

from __future__ import annotations

from typing import Any

from rules.great_war.game import GAME
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.shown.gauge import ahead, lead
from rules.kernel.fast_replace import replace
from tests.games.great_war.kit import before_set_up


def shown(points: int, scenario: str = "1915") -> Any:
    """What everyone sees when the war at sea alone has brought this number of points."""
    start = before_set_up(scenario)
    state: State = replace(start, chit_state=replace(start.chit_state, victory=0))
    own = GAME.view(state, "spectator")["ledger"]
    assert isinstance(own, dict)
    counted: Any = own["score"]
    return GAME.view(
        replace(state, chit_state=replace(state.chit_state, victory=points - counted["points"])), "spectator"
    )


def test_18_11_who_would_win_by_points() -> None:
    """The Central Powers from what they need on, the Allies below nothing, and between them nobody."""
    needs = shown(0)["ledger"]["score"]["needs"]
    assert needs == 20
    assert [ahead(shown(n)) for n in (needs, needs - 1, 0, -1)] == [CENTRAL, "", "", ALLIED]


def test_21_59_in_1918_the_allies_win_unless_the_central_powers_do() -> None:
    needs = shown(0, "1918")["ledger"]["score"]["needs"]
    assert [ahead(shown(n, "1918")) for n in (needs, needs - 1, 0)] == [CENTRAL, ALLIED, ALLIED]
    assert lead(shown(0, "1918")) is None
    assert lead(shown(needs, "1918")) is not None


def test_18_11_by_how_many_points_a_side_is_ahead_of_a_draw() -> None:
    needs = shown(0)["ledger"]["score"]["needs"]
    found = {n: lead(shown(n)) for n in (needs + 3, needs, 5, -4)}
    told = {n: (given.side, given.by) if given else None for n, given in found.items()}
    assert told == {needs + 3: (CENTRAL, 4), needs: (CENTRAL, 1), 5: None, -4: (ALLIED, 4)}
