"""The sequence of play as a literal tree of steps, read like the rulebook's own list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.kernel.messages import JsonObject
from rules.kernel.procedure.orders import Order

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that a step puts to a seat. ``scope`` is the theatre or area it is about.

    ``serial`` tells one question of the step from the next. It counts what the seat itself did, or what its own
    battle came to, never what another did meanwhile: the seat's answer must stay good.
    """

    seat: str
    scope: str = ""
    serial: int | str = 0
    optional: bool = False
    """The seat may answer; the match goes on without it as soon as nobody is left who must."""


def _nobody(_: Any, __: Any) -> tuple[Ask, ...]:
    return ()


def _always(_: Any) -> bool:
    return True


def _never(_: Any) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """A place in the sequence of play, or an interruption of it.

    A step with ``parts`` groups them. One without is where the match can stand: it asks, and when it has nothing
    (more) to ask, ``onward`` lets happen what follows by itself.
    """

    key: str
    title: str
    section: str
    parts: tuple[Step[S], ...] = ()
    prompt: str = ""
    detail: str = ""
    side: str | None = None
    orders: tuple[Order[S], ...] = ()
    asks: Callable[[S, Any], tuple[Ask, ...]] = _nobody
    """(state, frame): who is asked now. Nobody: the match goes on by itself."""
    happens: Callable[[Any, Any], bool] | None = None
    """(play, frame): lets happen what comes before anyone is asked; says whether anything did."""
    onward: Callable[[Any, Any], None] | None = None
    """(play, frame): emits at least one fact. Left out: the next step of the tree begins."""
    closes: Callable[[Any, Any], None] | None = None
    """(play, frame): what happens as the step ends, before the next of the tree begins."""
    name: str = ""
    """What the client calls the step: several sides' steps of one kind share it. Its key if left out."""
    chapter: str = ""
    """The section that its questions and refusals name, where ``section`` is the place in the outline."""
    words: Callable[[Any], tuple[str, str]] | None = None
    """(at): prompt and detail where they depend on the position."""
    why_not: Callable[[Any], JsonObject] | None = None
    """(at): places and units of which no order of the step can be given, with the reason, for the map."""
    when: Callable[[S], bool] = _always
    """Whether the step takes place now; one that does not is passed over."""
    again: Callable[[S], bool] = _never
    """Asked after the last part of a group: whether it begins once more."""

    @property
    def called(self) -> str:
        """The step's name on the wire."""
        return self.name or self.key

    @property
    def governed(self) -> str:
        """The section of the rules that govern it."""
        return self.chapter or self.section

    def leaves(self) -> Iterator[Step[S]]:
        """The steps below this one that the match can stand on, in order."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.leaves()


class Tree(Generic[S]):
    """A sequence of play and the interruptions that may stand on top of its steps, with look-ups by key."""

    def __init__(self, root: Step[S], interruptions: tuple[Step[S], ...] = ()) -> None:
        self.root = root
        self._by_key: dict[str, Step[S]] = {}
        self._above: dict[str, Step[S]] = {}
        for step in (root, *interruptions):
            self._list(step)

    def _list(self, step: Step[S]) -> None:
        if step.key in self._by_key:
            raise ValueError(f"two steps are called {step.key!r}")
        self._by_key[step.key] = step
        for part in step.parts:
            self._above[part.key] = step
            self._list(part)

    def steps(self) -> Iterator[Step[S]]:
        """All of them: the groups, where the match can stand, and the interruptions."""
        yield from self._by_key.values()

    def step(self, key: str) -> Step[S]:
        """The step of that key. KeyError when there is none."""
        return self._by_key[key]

    def above(self, key: str) -> tuple[Step[S], ...]:
        """The groups that a step belongs to, the innermost first."""
        found: list[Step[S]] = []
        while key in self._above:
            found.append(self._above[key])
            key = found[-1].key
        return tuple(found)

    def first(self, state: S) -> Step[S]:
        """Where the sequence begins. ValueError when nothing in it takes place."""
        found = self._enter(self.root, state)
        if found is None:
            raise ValueError("no step of the sequence takes place")
        return found

    def after(self, key: str, state: S) -> Step[S] | None:
        """The step that follows in this position; None after the last."""
        here = self._by_key[key]
        for group in self.above(key):
            place = next(i for i, part in enumerate(group.parts) if part is here)
            for part in group.parts[place + 1 :]:
                if (found := self._enter(part, state)) is not None:
                    return found
            if group.again(state) and (found := self._enter(group, state)) is not None:
                return found
            here = group
        return None

    def _enter(self, step: Step[S], state: S) -> Step[S] | None:
        if not step.when(state):
            return None
        if not step.parts:
            return step
        return next((found for part in step.parts if (found := self._enter(part, state)) is not None), None)
