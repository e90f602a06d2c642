"""All hooks of a game that an engine drives, made from what is hidden in its stored positions.

A game says in one function which values of a position a viewer may not know (``concealed``), by where they stand in
``dump_state``. The twins of a position follow from it: those values dealt out in another way, ids exchanged, and every
object written in another order. A game that hides more than values, or whose orders have hands of their own, brings
modules of its own (``tests.contract.hooks``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.kernel.game import Game, Scenario
from rules.kernel.messages import Chance, Json, JsonObject
from rules.kernel.procedure.engine import Engine
from rules.kernel.procedure.steps import Step
from tests.contract import derived
from tests.contract.option_sets import alone_and_together
from tests.contract.rewriting import other_order, placed, stands_at, value_at, with_other_names

Path = tuple[str, ...]
"""The members that lead from a stored position to a value."""


@dataclass(frozen=True, slots=True)
class Among:
    """A hidden value that stands alone, as a place that was written down: it could be any of some."""

    path: Path
    values: Sequence[Json]


Hidden = Sequence[Path] | Among
"""Values that could be dealt out otherwise among them, or one that could be another."""


def _paths(hidden: Hidden) -> Sequence[Path]:
    return [hidden.path] if isinstance(hidden, Among) else hidden


def _nothing(_: Any) -> None:
    return None


def _nothing_of(_: Any, __: Any, ___: Any) -> None:
    return None


def _nowhere(_: Any, __: str) -> tuple[str, ...]:
    return ()


def _no_place(_: Any, __: str) -> str | None:
    return None


@dataclass(frozen=True)
class SmallGame:
    """The hooks of a small game.

    ``concealed(state, viewer)``: groups of values that they may not know, each of which could be dealt otherwise, and
    values that could be others (``Among``). Name all that is hidden: of what is not named nothing is tried. The last
    member that leads to a value names the thing that it belongs to. ``names``: ids that commands may bear.
    ``at(state, name)``: where a unit stands; ``around(state, place)``: the places next to one.
    """

    game: Game[Any, Any]
    engine: Engine[Any, Any]
    BUDGETS: Mapping[str, Any]
    concealed: Callable[[Any, str], Iterable[Hidden]]
    names: Sequence[str]
    check_position: Callable[[Any], None] = _nothing
    check_fact: Callable[[Any, Any, Any], None] = _nothing_of
    at: Callable[[Any, str], str | None] = _no_place
    around: Callable[[Any, str], Sequence[str]] = _nowhere
    codes: frozenset[str] = frozenset()
    LEAKS: Mapping[str, Callable[[pytest.MonkeyPatch], None]] = field(default_factory=dict)
    HIDES: bool = True

    # --- offers and strangers -------------------------------------------------------------------------------------

    def options(self, scenario: Scenario, rng: random.Random) -> JsonObject:
        """Some that go together, of those on offer."""
        sets = alone_and_together(scenario)
        return rng.choice(sets) if sets else {}

    def offered(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterator[dict[str, Any]]:
        """What the general form sends, and the orders filled by the engine."""
        yield from derived.offered(game, state, seat, rng)
        yield from derived.filled(self.engine, state, seat, rng)

    def unoffered(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterator[dict[str, Any]]:
        """Every slot spoilt, and the orders of other steps."""
        yield from derived.spoilt(self.engine, state, seat, rng, self.names)
        yield from derived.forbidden(self.engine, state, seat, rng)

    def beside(self, state: Any, place: str) -> Sequence[str]:
        """The places next to one."""
        return self.around(state, place)

    def astray(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterator[tuple[dict[str, Any], bool]]:
        """Orders that go elsewhere."""
        yield from derived.astray(
            self.engine, state, seat, rng, lambda place: self.around(state, place), lambda name: self.at(state, name)
        )

    @property
    def CODES(self) -> frozenset[str]:
        """The engine's, and those of the game's own refusals."""
        return derived.CODES | self.codes

    @property
    def SECTIONS(self) -> frozenset[str]:
        """All that its steps and orders name."""
        steps = [*self.engine.tree.steps()]
        orders = {order.section for step in steps for order in step.orders}
        return frozenset({*orders, *_sections(steps), self.engine.section})

    # --- what is hidden -------------------------------------------------------------------------------------------

    def secrets(self, state: Any, viewer: str) -> frozenset[str]:
        """None: values are no words that a sentence could betray."""
        return frozenset()

    def disguise(self, state: Any, viewer: str, rng: random.Random, spare: frozenset[str] | None = None) -> Any | None:
        """The hidden values of each group dealt out in another way."""
        data: Json = self.game.dump_state(state)
        for group in self.concealed(state, viewer):
            paths = [path for path in _paths(group) if path[-1] not in (spare or ())]
            values = [rng.choice(group.values) if isinstance(group, Among) else value_at(data, path) for path in paths]
            rng.shuffle(values)
            for path, value in zip(paths, values, strict=True):
                data = placed(data, path, value)
        other = self._loaded(data)
        return None if other == state else self.shuffled(other, rng)

    def ways(self, state: Any, viewer: str) -> frozenset[Path]:
        """Where all that stands which they may not know."""
        return frozenset(path for group in self.concealed(state, viewer) for path in _paths(group))

    def retold(
        self, before: Any, event: Any, after: Any, viewer: str, rng: random.Random
    ) -> tuple[Any, Any, Any] | None:
        """A fact of another position, with the positions before and after it, of which they must be told the same; None
        where nothing is hidden from them, or where more follows from it than the fact says."""
        other = self.disguise(after, viewer, rng)
        if other is None:
            return None
        was, is_now = self.game.dump_state(after), self.game.dump_state(other)
        twins: list[Any] = [self.game.dump_state(before), self.game.dump_event(event)]
        for way in self.ways(after, viewer):
            for n, data in enumerate(twins):
                if stands_at(data, way) and value_at(data, way) == value_at(was, way):
                    twins[n] = placed(data, way, value_at(is_now, way))
        before, event = self._loaded(twins[0]), self.game.load_event(twins[1])
        return (before, event, other) if self.game.evolve(before, event) == other else None

    def involved(self, states: Sequence[Any], viewer: str) -> frozenset[str]:
        """Things of which a value comes to light."""
        hidden = [{path[-1] for path in self.ways(s, viewer)} for s in states]
        return frozenset(hidden[0].difference(set.intersection(*hidden)))

    def comparable(self, state: Any, seat: str, viewer: str) -> bool:
        """Their own commands: what others order depends on what they have."""
        return seat == viewer

    def renaming(self, states: Sequence[Any], viewer: str, rng: random.Random) -> Mapping[str, str]:
        """None: everyone sees which thing is which."""
        return {}

    def renamed(self, state: Any, names: Mapping[str, str]) -> Any:
        """The position with ids exchanged wherever they are stored."""
        return self._loaded(with_other_names(self.game.dump_state(state), names)) if names else state

    def shuffled(self, state: Any, rng: random.Random) -> Any:
        """The members of every stored object in another order."""
        return self._loaded(other_order(self.game.dump_state(state), rng))

    def _loaded(self, data: Any) -> Any:
        return self.game.load_state(data)

    def dice(self, events: Sequence[Any], before: Any, twin: Any, chance: Chance) -> Chance:
        """The same: a die means the same whatever is hidden."""
        return chance

    def questions(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterator[JsonObject]:
        """What the general form asks of later slots."""
        yield from derived.slot_questions(game, state, seat, rng)


def _sections(steps: Sequence[Step[Any]]) -> set[str]:
    return {section for step in steps for section in (step.section, step.chapter) if section}
