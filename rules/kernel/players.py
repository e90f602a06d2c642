"""Players that are programs. They come in as people do and see no more than a person in that seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from itertools import islice
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from rules.kernel.messages import Json, JsonObject, Refusal
from rules.kernel.programs.reasons import MOST_OTHERS, Course, Notebook, Reason


class Rng(Protocol):
    """What a bot may draw from; ``random.Random`` fits. The rules themselves never use it."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to ``stop`` - 1."""
        ...


class Playable(Protocol):
    """What a program's client asks of a game (``rules.kernel.game.Game``)."""

    @property
    def plans(self) -> Any:
        """What is printed, by plan."""
        ...

    def plan(self, state: Any) -> str:
        """The plan that a position is played by."""
        ...

    def view(self, state: Any, viewer: str) -> JsonObject:
        """What a viewer may know."""
        ...

    def legal(self, state: Any, seat: str) -> JsonObject:
        """The question put to a seat."""
        ...

    def consult(self, state: Any, seat: str, question: Mapping[str, object], /) -> JsonObject | Refusal:
        """Detail asked while planning."""
        ...

    def random_command(self, state: Any, seat: str, rng: Rng) -> JsonObject:
        """Some legal command."""
        ...

    def note(self, state: Any, viewer: str) -> JsonObject | None:
        """What a viewer knows beside the view (``rules.kernel.imagining``)."""
        ...


@dataclass(frozen=True, slots=True)
class SeatClient:
    """A program's access to a match: what its seat may see and ask now, and nothing of the position besides.

    ``viewpoint``: whose view it has, if seats that know the same share one. ``partners``: the seats that the same
    program plays for the same hand; a person is never among them. ``notebook``: where it writes down why it does
    something, if a player has asked it for advice.
    """

    _game: Playable
    _state: Any
    seat: str
    viewpoint: str = ""
    partners: frozenset[str] = frozenset()
    notebook: Notebook | None = None

    @property
    def advises(self) -> bool:
        """Whether someone wants to know why: what is only said and not done need not be worked out otherwise."""
        return self.notebook is not None

    def because(self, *reasons: Reason, odds: str = "", worth: str = "") -> None:
        """Say what speaks for the order that is about to be given, to whoever wants to know."""
        if self.notebook is not None:
            self.notebook.because(reasons, odds, worth)

    def weighed(self, course: Course) -> None:
        """Say what could be done as well."""
        if self.notebook is not None:
            self.notebook.weighed(course)

    def rejected(self, courses: Iterable[Course]) -> None:
        """Say what could be done as well, and is not worth it: the best few of them."""
        if self.notebook is not None:
            for course in islice(courses, MOST_OTHERS):
                self.notebook.reject(course)

    @property
    def side(self) -> str:
        """The side that it plays for, in games where those who share a view are a side."""
        return self.viewpoint or self.seat

    @property
    def printed(self) -> Any:
        """What is printed for the match, as it lies before everyone at the table."""
        return self._game.plans[self._game.plan(self._state)]

    def view(self) -> JsonObject:
        """The table as this seat may see it (docs/architecture.md §5)."""
        return self._game.view(self._state, self.viewpoint or self.seat)

    def recalled(self) -> JsonObject:
        """The view with what the seat has noted besides: what a position is imagined from."""
        return {**self.view(), "noted": self._game.note(self._state, self.viewpoint or self.seat)}

    def legal(self) -> JsonObject:
        """The question put to this seat now (§3)."""
        return self._game.legal(self._state, self.seat)

    def consult(self, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail asked while planning (§4)."""
        return self._game.consult(self._state, self.seat, question)

    def within(self, wrapped: Callable[[Playable], Playable]) -> SeatClient:
        """The same access to a game that is asked through something else."""
        return replace(self, _game=wrapped(self._game))

    def options(self, order: str, slot: str, **chosen: Json) -> dict[str, Any]:
        """What may be chosen in a later slot of an order on offer. ValueError for what cannot come before it."""
        answer = self.consult({"kind": "slot", "order": order, "slot": slot, "chosen": {**chosen}})
        if isinstance(answer, Refusal):
            raise ValueError(answer.text)
        found: Any = answer["options"]
        return dict(found)

    def some_command(self, rng: Rng) -> JsonObject:
        """Some legal command, for decisions that a player has no plan for."""
        return self._game.random_command(self._state, self.seat, rng)


def first_options(offer: Mapping[str, Any]) -> dict[str, Any]:
    """What may be chosen in the first slot of an offer."""
    return dict(offer["slots"][0]["options"])


class Player(Protocol):
    """One who plays one seat through one match; it may remember between commands."""

    def command(self, client: SeatClient, rng: Rng) -> JsonObject | None:
        """The command for the decision that this seat has now; None to leave it to an ally who may decide as well.

        When all who may decide leave it to each other, each is asked once more in the same position.
        """
        ...


PlayerMaker: TypeAlias = Callable[[], Player]
"""Makes a player for a new match."""

H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Program(Generic[H]):
    """A program with its constants as data: a variant of it is the same program with other ones.

    ``habits``: a frozen dataclass of numbers, truths and words.
    """

    play: Callable[[H], Player]
    habits: H
    looks_ahead: bool = False
    """Whether it imagines positions, and has to be told what its seat has noted."""

    def __call__(self) -> Player:
        """A player for a new match."""
        return self.play(self.habits)

    def varied(self, changes: Mapping[str, object]) -> Program[H]:
        """The variant with these constants. ValueError for one that there is not, or that is of another kind."""
        habits: Any = self.habits
        known = {f.name: getattr(habits, f.name) for f in fields(habits)}
        for name, value in changes.items():
            if name not in known:
                raise ValueError(f"no constant {name!r}; there are: {', '.join(known)}")
            kind = type(known[name])
            if type(value) is not kind and (kind, type(value)) != (float, int):
                raise ValueError(f"{name} is of the kind {kind.__name__}, which {value!r} is not")
        return replace(self, habits=replace(habits, **changes))


RECRUIT = "recruit"
"""The first strength of an opponent: a plain program that knows the game and looks no turn ahead."""
OFFICER = "officer"
"""The second: it dares and plans more, and thinks no longer."""
STAFF = "staff"
"""The third: it tries its plans out before it takes one."""


class RandomPlayer:
    """Something legal, for every game."""

    def command(self, client: SeatClient, rng: Rng) -> JsonObject:
        """Some legal command."""
        return client.some_command(rng)
