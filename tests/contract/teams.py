"""The hooks of a game, for its matches with shared sides: what they say of the position below holds of the whole."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.kernel.game import Scenario
from rules.kernel.messages import Chance, JsonObject
from rules.kernel.teams.game import Teams
from rules.kernel.teams.state import OURS, TeamState
from tests.contract import derived
from tests.contract.catalogue import game as game_of

CODES = frozenset(
    {"not-your-command", "you-are-ready", "chief", "no-seat", "no-change", "kept", "not-that-many", "no-proposal"}
    | {"you-have-ended", "ends-separately", "not-all-placed", "nothing-to-place", "not-your-turn"}
)
"""Codes of the layer itself."""


def shared_options(scenario: Scenario, rng: random.Random, *known: str) -> JsonObject:
    """What the commanders of a scenario can settle, each by lot: choices that a game does not know as its own."""
    choices = (o for o in scenario.options if o["kind"] == "choice" and o["id"] not in known)
    return {str(o["id"]): rng.choice(sorted(o["choices"])) for o in choices}  # type: ignore[arg-type]


def inner(state: Any) -> Any:
    """The position below."""
    return state.inner if isinstance(state, TeamState) else state


@dataclass(frozen=True, slots=True)
class Lifted:
    """Hooks of a game whose sides can be shared."""

    game_id: str
    below: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.below, name)

    def _seat(self, state: Any, seat: str) -> str:
        """What the game below calls a seat or a viewer."""
        if not isinstance(state, TeamState):
            return seat
        teams = game_of(self.game_id)
        assert isinstance(teams, Teams)
        return next((p.seat.side for p in teams.layouts[state.layout].posts if p.seat.id == seat), seat)

    def check_position(self, state: Any) -> None:
        """Of invariants."""
        self.below.check_position(inner(state))

    def check_fact(self, before: Any, event: Any, after: Any) -> None:
        """Of invariants. What commanders arrange changes nothing on the board."""
        if isinstance(event, OURS):
            assert inner(before) is inner(after)
        else:
            self.below.check_fact(inner(before), event, inner(after))

    @property
    def CODES(self) -> frozenset[str]:
        """Of strangers."""
        return frozenset(self.below.CODES) | CODES

    def secrets(self, state: Any, viewer: str) -> frozenset[str]:
        """Of hidden."""
        return frozenset(self.below.secrets(inner(state), self._seat(state, viewer)))

    def disguise(self, state: Any, viewer: str, rng: random.Random, spare: frozenset[str] | None = None) -> Any:
        """Of hidden."""
        found = self.below.disguise(inner(state), self._seat(state, viewer), rng, spare)
        return found if found is None or not isinstance(state, TeamState) else replace(state, inner=found)

    def involved(self, states: Sequence[Any], viewer: str) -> frozenset[str]:
        """Of hidden."""
        return frozenset(self.below.involved([inner(s) for s in states], self._seat(states[0], viewer)))

    def comparable(self, state: Any, seat: str, viewer: str) -> bool:
        """Of hidden."""
        return bool(self.below.comparable(inner(state), self._seat(state, seat), self._seat(state, viewer)))

    def renaming(self, states: Sequence[Any], viewer: str, rng: random.Random) -> Mapping[str, str]:
        """Of hidden: units of one command only, since each obeys its own."""
        names = self.below.renaming([inner(s) for s in states], self._seat(states[0], viewer), rng)
        if not isinstance(states[0], TeamState):
            return dict(names)
        teams = game_of(self.game_id)
        assert isinstance(teams, Teams)
        alike = {a: b for a, b in names.items() if teams.commander(states[0], a) == teams.commander(states[0], b)}
        return {a: b for a, b in alike.items() if alike.get(b) == a}

    def renamed(self, state: Any, names: Mapping[str, str]) -> Any:
        """Of hidden."""
        below = self.below.renamed(inner(state), names)
        if not isinstance(state, TeamState):
            return below
        lent = {names.get(u, u): to for u, to in state.lent.items()}
        proposals = {s: replace(p, command=_renamed(p.command, names)) for s, p in state.proposals.items()}
        return replace(state, inner=below, lent=lent, proposals=proposals)

    def shuffled(self, state: Any, rng: random.Random) -> Any:
        """Of hidden."""
        below = self.below.shuffled(inner(state), rng)
        return replace(state, inner=below) if isinstance(state, TeamState) else below

    def dice(self, events: Sequence[Any], before: Any, twin: Any, chance: Chance) -> Chance:
        """Of hidden."""
        found: Chance = self.below.dice(events, inner(before), inner(twin), chance)
        return found

    def questions(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterator[JsonObject]:
        """Of hidden."""
        yield from self.below.questions(_As(game, state, seat), inner(state), self._seat(state, seat), rng)

    def offered(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterable[dict[str, Any]]:
        """Of offers: those on the wire, and of what the engine below takes those that are this command's to give."""
        if not isinstance(state, TeamState):
            yield from self.below.offered(game, state, seat, rng)
            return
        apart = getattr(self.below, "APART", ())
        yield from derived.offered(game, state, seat, rng, apart)
        post = game.layouts[state.layout].post(seat)
        for command in self.below.offered(
            _As(game, state, seat), game.commanders.within(state, seat), post.seat.side, rng
        ):
            if game.shared.decisions.forbids(state, post, command) is None:
                yield command

    def unoffered(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterable[dict[str, Any]]:
        """Of strangers. What no one is offered alone may be a deed to propose, or the end of a commander's part."""
        for command in self.below.unoffered(_As(game, state, seat), inner(state), self._seat(state, seat), rng):
            if not (_is_joint(game, state, seat, command) or _ends_apart(game, state, seat, command)):
                yield command

    def astray(self, game: Any, state: Any, seat: str, rng: random.Random) -> Iterable[tuple[dict[str, Any], bool]]:
        """Of strangers: as above."""
        for command, is_offered in self.below.astray(
            _As(game, state, seat), inner(state), self._seat(state, seat), rng
        ):
            if not _is_joint(game, state, seat, command):
                yield command, is_offered


def _is_joint(game: Any, state: Any, seat: str, command: Mapping[str, Any]) -> bool:
    """Whether a command is one to propose to other commanders."""
    if not isinstance(state, TeamState):
        return False
    return bool(game.shared.decisions.is_joint(state, game.layouts[state.layout].post(seat), command))


def _ends_apart(game: Any, state: Any, seat: str, command: Mapping[str, Any]) -> bool:
    """Whether a command ends a step for one commander of several: the side may still be bound to it."""
    if not isinstance(state, TeamState) or command.get("kind") != game.commanders.policy.ending(state.inner):
        return False
    return bool(game.shared.decisions.others_open(state, game.layouts[state.layout].post(seat)))


def _renamed(command: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    def named(value: Any) -> Any:
        return [names.get(v, v) for v in value] if isinstance(value, list) else names.get(value, value)

    return {name: named(value) for name, value in command.items()}


@dataclass(frozen=True, slots=True)
class _As:
    """The game as one seat of a match finds it, whatever the hooks call position and seat."""

    game: Any
    state: Any
    seat: str

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def legal(self, _state: Any, _seat: str) -> Any:
        """The question put to the seat."""
        return self.game.legal(self.state, self.seat)

    def consult(self, _state: Any, _seat: str, question: Mapping[str, object]) -> Any:
        """An answer to the seat."""
        return self.game.consult(self.state, self.seat, question)
