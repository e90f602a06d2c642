"""§6.16 The nations whose points buy events."""

from __future__ import annotations

from rules.great_war.position.state import State
from rules.great_war.printed.nations import NAME_OF
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Slot


def payers(state: State, side: str) -> tuple[str, ...]:
    """§6.16, §6.16N: the nations of a side with a point to spend on events."""
    return tuple(
        n for n in state.printed.variant.payers[side] if state.sides.get(n) == side and state.points.get(n, 0) > 0
    )


def _nations(at: At[State], _: Choices) -> OneOf:
    found = payers(at.state, at.seat)
    return OneOf(found, labels={n: f"Pay a {NAME_OF[n]} point" for n in found})


NATION: Slot[State] = Slot("nation", "choice", _nations, "Draw an event?")
