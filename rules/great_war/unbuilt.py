"""Orders of chapters that are still to be written. The game is in no catalogue before none is left."""

from __future__ import annotations

from typing import NoReturn

from rules.great_war.play import Play
from rules.great_war.state import State
from rules.kernel.messages import Refusal
from rules.kernel.procedure.orders import At, Choices, Order


def not_yet(kind: str, label: str, section: str) -> Order[State]:
    """An order that stands in the question and is refused."""
    refusal = Refusal("not-built", section, f"{label}: this part of the game cannot be played yet.")
    return Order(kind, label, section, _never, when=lambda _: refusal, greyed=True)


def _never(play: Play, at: At[State], chosen: Choices) -> NoReturn:
    raise AssertionError("an order that is always refused")
