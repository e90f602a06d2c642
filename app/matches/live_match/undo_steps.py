"""What can be taken back: every seat's commands since the last bar (decisions/0022).

The server and ``greatwar verify`` go by this same rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeAlias, cast

from app.matches.facts import UNDONE, Numbers, ReceivedCommand
from rules.kernel.incremental import Remembering
from rules.kernel.messages import JsonObject

MAX_STEPS_PER_SEAT = 500
"""Commands of one seat that keep the earlier ones of all: what another does in secret does not end your undo."""
MAX_STEPS = 5000
"""Commands kept at most, whoever gave them, so that a snapshot is never kept waiting for ever."""
STEPS_PER_STATE = 16
"""Of this many steps one keeps the position before it: a state of a big game is tens of kilobytes, and a side may make
hundreds of moves before anything bars its undo. The others' positions are made from that one by their facts."""

Run: TypeAlias = tuple[int, int]
"""The first and the last event of a command, or of several that follow one another."""


@dataclass(frozen=True, slots=True)
class Origin:
    """How a position came about: it is the one after event ``base``, with the facts of ``again`` applied once more."""

    base: int
    again: tuple[Run, ...] = ()

    def then(self, run: Run) -> Origin:
        """With one more command."""
        if self.again and self.again[-1][1] + 1 == run[0]:
            return Origin(self.base, (*self.again[:-1], (self.again[-1][0], run[1])))
        return Origin(self.base, (*self.again, run))

    def payload(self) -> JsonObject:
        """The fact that the match stands here again."""
        plain: JsonObject = {"kind": UNDONE, "to": self.base}
        return plain if not self.again else {**plain, "again": [[*run] for run in self.again]}

    @staticmethod
    def read(payload: Mapping[str, Any]) -> Origin:
        """The inverse."""
        return Origin(payload["to"], tuple((first, last) for first, last in payload.get("again", ())))

    def rebuild(self, past: Callable[[int], Any], apply: Callable[[Any, int], Any]) -> Any:
        """The position, from the one after an event (``past``) and the events by their numbers (``apply``)."""
        state = past(self.base)
        for first, last in self.again:
            for number in range(first, last + 1):
                state = apply(state, number)
        return state


@dataclass(frozen=True, slots=True)
class UndoStep:
    """A command that its seat may still take back: its facts and the position before it."""

    seat: str
    before: int
    """The event before its first."""
    state: Any
    """None where the position follows from the step before it."""
    events: tuple[JsonObject, ...] = ()
    command_id: str = ""
    order: ReceivedCommand | None = None
    """As it was sent; None while that was not asked of the database, or was not kept."""
    origin: Origin = field(default=Origin(0))
    texts: Mapping[str, str] = field(default_factory=dict)
    """What each viewpoint read of it, if anything."""
    numbers: Numbers = field(default_factory=dict)
    """How much each viewpoint had been told before it."""
    told: Numbers = field(default_factory=dict)
    """And after it."""

    @property
    def run(self) -> Run:
        """Its events."""
        return self.before + 1, self.before + len(self.events)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What comes of taking back a step: the position, how it comes about, and the steps that are left."""

    step: UndoStep
    state: Any
    origin: Origin
    left: tuple[UndoStep, ...]


@dataclass(frozen=True, slots=True)
class Stands:
    """A later command stands on the one that was to be taken back."""

    step: UndoStep
    on_it: UndoStep


Again: TypeAlias = Callable[[Any, UndoStep], Any]
"""``again(state, step)``: the position after a command given once more; None when it would not be the same."""


class UndoSteps:
    """The commands that can be taken back now, the last one last."""

    def __init__(self, folded: Again) -> None:
        self._steps: list[UndoStep] = []
        self._newest: dict[str, UndoStep] = {}
        """The last of each seat, which everyone who is told of a move is told: nobody looks through all for it."""
        self._folded = folded
        """The position after a step, by its facts."""

    def __len__(self) -> int:
        return len(self._steps)

    def __iter__(self) -> Iterator[UndoStep]:
        return iter(self._steps)

    @property
    def earliest(self) -> UndoStep | None:
        """The first of them; the position before it is one that stands in the match."""
        return self._steps[0] if self._steps else None

    def of(self, seat: str) -> UndoStep | None:
        """The command that this seat can take back now, unless a later one stands on it."""
        return self._newest.get(seat)

    def after(self, step: UndoStep) -> Sequence[UndoStep]:
        """Those that came after a step."""
        return self._steps[self._steps.index(step) + 1 :]

    def seats_without_undo(self, seat: str, barred: bool) -> frozenset[str]:
        """The other seats that can take back nothing any more once ``seat`` has given one more command."""
        if not barred and len(self._steps) < MAX_STEPS_PER_SEAT:
            return frozenset()
        left = [] if barred else self._trim([*self._steps, UndoStep(seat, 0, None)])
        return frozenset(self._newest) - {s.seat for s in left} - {seat}

    @staticmethod
    def _trim(steps: list[UndoStep]) -> list[UndoStep]:
        if len(steps) <= MAX_STEPS_PER_SEAT:
            return steps
        first = max(0, len(steps) - MAX_STEPS)
        count = Counter(step.seat for step in islice(steps, first, None))
        while count[steps[first].seat] > MAX_STEPS_PER_SEAT:
            count[steps[first].seat] -= 1
            first += 1
        # The first must stand on a position of the match: there the snapshot is that leads to all of them.
        while first and steps[first].origin.again:
            first += 1
        return steps[first:]

    def remember(self, step: UndoStep, barred: bool) -> None:
        """A command was carried out; ``barred`` when nothing up to its end can be taken back any more."""
        if barred:
            self.clear()
            return
        if any(s.state is not None for s in islice(reversed(self._steps), STEPS_PER_STATE - 1)):
            step = replace(step, state=None)
        elif isinstance(step.state, Remembering):
            step.state.forget()
        steps = self._trim([*self._steps, step])
        if len(steps) == len(self._steps) + 1:
            # None has gone, as nearly always.
            self._steps.append(step)
            self._newest[step.seat] = step
            return
        if steps[0].state is None:
            steps[0] = replace(steps[0], state=self._position(len(self._steps) + 1 - len(steps)))
        self._keep(steps)

    def _keep(self, steps: list[UndoStep]) -> None:
        """Have these and no others from now on."""
        self._steps, self._newest = steps, {step.seat: step for step in steps}

    def _position(self, at: int) -> Any:
        """The position before one of them, from the last that is kept before it."""
        # Before the one that comes next, too: it may be the first that is left, and follow from those that go.
        first = next(n for n in range(min(at, len(self._steps) - 1), -1, -1) if self._steps[n].state is not None)
        state = self._steps[first].state
        for step in self._steps[first:at]:
            state = self._folded(state, step)
        return state

    def learn(self, orders: Mapping[str, ReceivedCommand]) -> None:
        """Note how commands were sent, by their ids."""
        self._keep([replace(s, order=orders.get(s.command_id, s.order)) for s in self._steps])

    def taken_back(self, seat: str, again: Again) -> TakenBack | Stands | None:
        """What comes of taking back this seat's last command: what was done since is done once more without it.

        None when there is nothing to take back. Nothing is changed yet.
        """
        step = self.of(seat)
        if step is None:
            return None
        at, origin = self._steps.index(step), step.origin
        state = self._position(at)
        left, keeps = self._steps[:at], step.state is not None
        for later in self._steps[at + 1 :]:
            after = again(state, later)
            if after is None:
                return Stands(step, later)
            keeps = keeps or later.state is not None
            left.append(replace(later, state=state if keeps else None, origin=origin))
            state, origin, keeps = after, origin.then(later.run), False
        return TakenBack(step, state, origin, tuple(left))

    def take(self, taken: TakenBack) -> None:
        """It was taken back."""
        self._keep([*taken.left])

    def clear(self) -> None:
        """Nothing can be taken back any more."""
        self._keep([])


def origin_of(payload: JsonObject) -> Origin:
    """To where an undone fact goes back."""
    return Origin.read(cast("Mapping[str, Any]", payload))
