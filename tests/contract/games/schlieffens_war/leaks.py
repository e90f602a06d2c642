"""Leaks that the game once had, or could have: each put back must be found by the suites."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from rules.kernel.procedure.options import SomeOf
from rules.schlieffens_war import game as doors
from rules.schlieffens_war import procedure
from rules.schlieffens_war.facts.supply import AttritionRolled
from rules.schlieffens_war.movement import orders as movement
from rules.schlieffens_war.play import Play
from rules.schlieffens_war.position.state import OUT_OF_SUPPLY, State
from rules.schlieffens_war.supply import judge


def attrition_by_name(patch: pytest.MonkeyPatch) -> None:
    """§8.8: the dice fall in the order of names, so that a line between two that are named narrows the third down."""

    def phase(play: Play, side: str) -> None:
        judged = judge(play.state, side)
        for unit in sorted(
            u for u, s in judged.items() if s == OUT_OF_SUPPLY and play.state.counter(u).kind != "depot"
        ):
            draw, die = play.next_die()
            play.emit(AttritionRolled(unit, draw, die, play.state.printed.charts.attrition[die - 1]))

    patch.setattr(procedure, "administrative_phase", phase)


def lists_by_coming(patch: pytest.MonkeyPatch) -> None:
    """§6.6: lists go in the order in which hexes were filled."""
    patch.setattr(State, "hexes", property(lambda state: tuple(state.stacks)))


def marches_by_name(patch: pytest.MonkeyPatch) -> None:
    """§10.6: who marches together is put in the order of names."""

    def by_name(self: SomeOf, raw: object, section: str) -> tuple[str, ...]:
        return tuple(sorted(SomeOf.read(self, raw, section)))

    patch.setattr(movement.Movers, "read", by_name)


def set_up_in_the_open(patch: pytest.MonkeyPatch) -> None:
    """§3.1: each unit is seen as it is placed."""
    patch.setattr(doors, "open_to", lambda state, viewer: state)


LEAKS: Mapping[str, Callable[[pytest.MonkeyPatch], None]] = {
    leak.__name__: leak for leak in (attrition_by_name, lists_by_coming, marches_by_name, set_up_in_the_open)
}
