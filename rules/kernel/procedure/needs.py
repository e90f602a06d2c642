"""What names have to come to together: a total of their weights, and how many of some there may be beside others.

A ``Need`` judges a choice, tells a client what it judges by, and is what ``Search`` looks for when a program chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.kernel import wire as shapes
from rules.kernel.messages import Refusal
from rules.kernel.players import Rng

T = TypeVar("T")

NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Limit:
    """Of ``these`` at most ``most`` more may be chosen than of ``than``. ``refusal``: what is said of more."""

    refusal: Refusal
    these: Container[str] = NOBODY
    than: Container[str] = NOBODY
    most: int = 0

    def step(self, name: str) -> int:
        """By how much a name brings a choice nearer to the limit, or leads it away (-1)."""
        return (name in self.these) - (name in self.than)

    def over(self, names: Iterable[str]) -> bool:
        """Whether a choice breaks it."""
        return sum(map(self.step, names)) > self.most

    def told(self, names: Iterable[str]) -> shapes.Limit:
        """The limit for a client that knows these names."""
        known = [*names]
        return {
            "these": [n for n in known if n in self.these],
            "than": [n for n in known if n in self.than],
            "most": self.most,
            "refusal": self.refusal.shape(),
        }


def at_least(number: int, of: Container[str], refusal: Refusal) -> Limit:
    """That many of some have to be chosen."""
    return Limit(refusal, than=of, most=-number)


def at_most(number: int, of: Container[str], refusal: Refusal) -> Limit:
    """No more than that number of some may be chosen."""
    return Limit(refusal, of, most=number)


def never_more(these: Container[str], than: Container[str], refusal: Refusal) -> Limit:
    """No more of these may be chosen than of the others."""
    return Limit(refusal, these, than)


@dataclass(frozen=True, slots=True)
class Need:
    """What a choice of names has to come to: a total of ``weigh`` within bounds, and limits that it keeps.

    No weight is below 0. ``title``: what a person calls it, if there are several. ``optional``: it may be left without
    any name, and then nothing is asked of it.
    """

    weigh: Callable[[str], int]
    least: int = 0
    most: int | None = None
    limits: tuple[Limit, ...] = ()
    title: str = ""
    optional: bool = False

    def total(self, names: Iterable[str]) -> int:
        """What names come to."""
        return sum(map(self.weigh, names))

    def unmet(self, names: Collection[str], what: str, section: str) -> Refusal | None:
        """Why a choice does not fulfil it; ``what`` is counted. None when it does."""
        total = self.total(names)
        comes = f"That comes to {in_words(total, what)}"
        if total < self.least:
            return Refusal("too-little", section, f"{comes}; at least {self.least} needed.")
        if self.most is not None and total > self.most:
            return Refusal("too-much", section, f"{comes}; at most {self.most} allowed.")
        return next((limit.refusal for limit in self.limits if limit.over(names)), None)

    def told(self, names: Collection[str]) -> shapes.Need:
        """The need for a client that knows these names."""
        return {
            "weights": {name: self.weigh(name) for name in names},
            "least": self.least,
            "most": self.most,
            "limits": [limit.told(names) for limit in self.limits],
            "title": self.title,
            "optional": self.optional,
        }


def in_words(number: int, what: str) -> str:
    """A number of something, in words: ``1 factor``, ``2 factors``, ``2 half corps``."""
    return f"{number} {what}" if number == 1 or what.endswith("s") else f"{number} {what}s"


@dataclass(frozen=True, slots=True)
class _Filled:
    """What one need has so far: how many names, their total, and where each limit stands."""

    names: int = 0
    total: int = 0
    steps: tuple[int, ...] = ()


_State = tuple[_Filled, ...]


class _GivenUp(Exception):
    """A beginning led nowhere for too long."""


MAX_TRIALS = 5
"""Beginnings that are tried at random."""
FIRST_TRIAL_STEPS = 60
"""Partial choices that may prove wrong before the first of them is given up; the next one has twice as many."""


class Search:
    """Looks for a way to give names to needs, and finds one if there is one.

    ``every``: none may be left over. ``bare``: of each need, whether it is fulfilled by no name at all. ``names`` are
    tried in order, each first with a need that lacks something. With ``rng`` it is all left to chance, as long as that
    leads to an end soon enough: a bad beginning is given up, and only after some of them is it done in order.

    What cannot lead to an end is seen early: by what the names that are left could still add. Partial choices that
    come to the same are looked into once.
    """

    def __init__(
        self,
        names: Collection[str],
        needs: Sequence[Need],
        bare: Sequence[bool],
        *,
        every: bool = False,
        rng: Rng | None = None,
    ) -> None:
        self._given_names = names
        self._needs, self._bare, self._every, self._rng = needs, bare, every, rng
        self._begin(None)

    def _begin(self, rng: Rng | None) -> None:
        """Afresh, with the names in another order."""
        needs = self._needs
        self._names = _shuffle(self._given_names, rng)
        self._dead: set[tuple[int, _State]] = set()
        self._weights = [[need.weigh(name) for need in needs] for name in self._names]
        self._steps = [[tuple(limit.step(name) for limit in need.limits) for need in needs] for name in self._names]
        self._rest, self._best, self._relief = self._what_is_left()
        self._relievers = [0]
        for steps in reversed(self._steps):
            self._relievers.insert(0, self._relievers[0] + any(s < 0 for by in steps for s in by))

    def _what_is_left(self) -> tuple[list[list[int]], list[int], list[list[tuple[int, ...]]]]:
        """From each place on: what the names could add to each need, to all together, and by how much they could
        relieve each limit."""
        rest: list[list[int]] = [[0] * len(self._needs)]
        best = [0]
        relief: list[list[tuple[int, ...]]] = [[(0,) * len(need.limits) for need in self._needs]]
        for weights, steps in zip(reversed(self._weights), reversed(self._steps), strict=True):
            rest.append([a + b for a, b in zip(rest[-1], weights, strict=True)])
            best.append(best[-1] + max(weights, default=0))
            relief.append([
                tuple(r + min(0, s) for r, s in zip(by, step, strict=True))
                for by, step in zip(relief[-1], steps, strict=True)
            ])  # fmt: skip
        return rest[::-1], best[::-1], relief[::-1]

    def found(self) -> list[list[str]] | None:
        """The names of each need, or None when there is no way."""
        if self._rng is not None:
            for trial in range(MAX_TRIALS):
                self._begin(self._rng)
                try:
                    return self._end(self._rng, FIRST_TRIAL_STEPS << trial)
                except _GivenUp:
                    continue
            self._begin(None)
        return self._end(None, None)

    def _end(self, rng: Rng | None, patience: int | None) -> list[list[str]] | None:
        start = tuple(_Filled(steps=(0,) * len(need.limits)) for need in self._needs)
        given: list[int | None] = []
        if not self._go_on(0, start, given, rng, patience):
            return None
        return [[name for name, to in zip(self._names, given, strict=True) if to == n] for n in range(len(self._needs))]

    def _go_on(self, place: int, state: _State, given: list[int | None], rng: Rng | None, patience: int | None) -> bool:
        if (place, state) in self._dead:
            return False
        if self._hopeless(place, state):
            return False
        if place == len(self._names):
            return True
        if patience is not None and len(self._dead) > patience:
            raise _GivenUp
        for to in self._ways(state, rng):
            after = state if to is None else self._with(place, state, to)
            if after is None:
                continue
            given.append(to)
            if self._go_on(place + 1, after, given, rng, patience):
                return True
            given.pop()
        self._dead.add((place, state))
        return False

    def _ways(self, state: _State, rng: Rng | None) -> Sequence[int | None]:
        ways: list[int | None] = [*range(len(self._needs))]
        if not self._every:
            ways.append(None)
        if rng is not None:
            return _shuffle(ways, rng)
        return sorted(ways, key=lambda to: to is None or state[to].total >= self._needs[to].least)

    def _with(self, place: int, state: _State, to: int) -> _State | None:
        """The state after a need got the name of a place; None when that is too much for it."""
        had, most = state[to], self._needs[to].most
        total = had.total + self._weights[place][to]
        if most is not None and total > most:
            return None
        steps = tuple(a + b for a, b in zip(had.steps, self._steps[place][to], strict=True))
        return (*state[:to], _Filled(had.names + 1, total, steps), *state[to + 1 :])

    def _hopeless(self, place: int, state: _State) -> bool:
        """Whether a need can no longer be fulfilled by the names from a place on."""
        missing = over = 0
        for n, (need, had) in enumerate(zip(self._needs, state, strict=True)):
            if not had.names and self._bare[n]:
                continue
            if not had.names and place == len(self._names):
                return True
            if had.total + self._rest[place][n] < need.least:
                return True
            relief = self._relief[place][n]
            if any(s + r > limit.most for s, r, limit in zip(had.steps, relief, need.limits, strict=True)):
                return True
            missing += max(0, need.least - had.total)
            over += max(0, *(s - limit.most for s, limit in zip(had.steps, need.limits, strict=True)), 0)
        # A name goes to one need alone: what they lack together must be left.
        return missing > self._best[place] or over > self._relievers[place]


def _shuffle(things: Iterable[T], rng: Rng | None) -> list[T]:
    left = [*things]
    return left if rng is None else [left.pop(rng.randrange(len(left))) for _ in range(len(left))]


def leave_out(names: Sequence[str], holds: Callable[[Sequence[str]], bool]) -> list[str]:
    """What is left of names when each that can be left out is, the last of them first."""
    left = [*names]
    while (one := could_go(left[::-1], holds)) is not None:
        left.remove(one)
    return left


def could_go(names: Sequence[str], holds: Callable[[Sequence[str]], bool]) -> str | None:
    """The first name without which the others hold; None when none can be left out."""
    return next((name for name in names if holds([n for n in names if n != name])), None)


def by_name(needs: Mapping[str, Need], found: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    """What a search found, by the names of the needs, without those that got nothing."""
    return {group: [*names] for group, names in zip(needs, found, strict=True) if names}
