"""Turns of a small game: what comes as one step of its tree ends and the next begins.

For positions whose cursor begins with a ``StepFrame``, with ``turn`` and ``done``, the units that have nothing left to
do in the step, and for trees in which the steps of a turn stand in a group ``turn``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from rules.kernel.frames import StepFrame
from rules.kernel.messages import JsonObject
from rules.kernel.procedure.steps import Step, Tree

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Began:
    """The next step of the sequence."""

    kind: ClassVar[str] = "began"
    step: str
    turn: int

    def apply(self, state: Any) -> Any:
        """The position at the beginning of it: nobody has done anything yet."""
        return replace(state, cursor=(StepFrame(self.step),), turn=self.turn, done=frozenset())


class Turns(Generic[S]):
    """``tree``: gives the sequence of play. A function, since orders that end a step stand in the tree themselves."""

    def __init__(self, tree: Callable[[], Tree[S]]) -> None:
        self._tree = tree

    def _steps(self) -> list[str]:
        return [step.key for step in self._tree().step("turn").leaves()]

    def begin(self, play: Any, step: Step[S] | None) -> None:
        """On to a step, in the next turn if it does not come later in the turn. RuntimeError for none: the sequence
        must end with a verdict."""
        if step is None:
            raise RuntimeError("the last step of the sequence ends with a verdict")
        steps, now = self._steps(), play.state.cursor[0].step
        again = now in steps and step.key in steps and steps.index(step.key) <= steps.index(now)
        play.emit(Began(step.key, play.state.turn + again))

    def end_step(self, play: Any, *_: object) -> None:
        """The step of the sequence ends, by an order or by itself, and the next one begins."""
        self.begin(play, self._tree().after(play.state.cursor[0].step, play.state))

    def opened(self, before: Any, event: object) -> JsonObject | None:
        """The line of the log that opens a turn; None for any other fact."""
        if not isinstance(event, Began):
            return None
        steps = self._steps()
        if event.turn == before.turn and (before.cursor[0].step in steps or event.step not in steps):
            return None
        section = self._tree().step("turn").section
        return {"kind": "phase", "section": section, "side": None, "text": f"Turn {event.turn}", "turn": event.turn}


def turn_of(line: JsonObject) -> int | None:
    """The turn that such a line opens; None for any other."""
    opened = line.get("turn")
    return opened if isinstance(opened, int) else None
