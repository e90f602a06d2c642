"""The protocol every game meets; see docs/architecture.md §1 for the sense of each function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from rules.kernel.gauge import Gauge
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal
from rules.kernel.plans import Plans
from rules.kernel.players import PlayerMaker, Rng
from rules.kernel.pools import Pools
from rules.kernel.standing import Orders, StandingKind

S = TypeVar("S")
E = TypeVar("E")

SPECTATOR = "spectator"
REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table: ``id`` on the wire, ``title`` for people, ``side`` for whom it wins (its id if alone).

    Seats that know the same share a ``viewpoint`` (the seat's own id if no other seat knows all that it does): views
    and log lines are made and kept once for it, while each seat has questions of its own. ``chief``: it is the supreme
    commander of its side. ``in_text`` and ``side_in_text`` are what sentences call the seat and its side, such as "the
    Entente" or "the German side": "the" and its title if left out; the seat's own words where it is alone.
    ``strengths``: those of the programs that are offered for it in this scenario; empty for all of the game's.
    ``boards``: the ids of those on which it commands, where others of its side command on the rest; empty for all.
    """

    id: str
    title: str
    side: str = ""
    viewpoint: str = ""
    chief: bool = False
    in_text: str = ""
    side_in_text: str = ""
    strengths: frozenset[str] = frozenset()
    boards: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        alone = not self.side or self.side == self.id
        object.__setattr__(self, "side", self.side or self.id)
        object.__setattr__(self, "viewpoint", self.viewpoint or self.id)
        object.__setattr__(self, "in_text", self.in_text or f"the {self.title}")
        side = self.in_text if alone else f"the {self.side.title()} side"
        object.__setattr__(self, "side_in_text", self.side_in_text or side)


@dataclass(frozen=True, slots=True)
class Board:
    """A drawn board: its id, its name, what the ids of its places begin with, and what people read instead of that."""

    id: str
    title: str
    prefix: str = ""
    letters: str = ""
    earlier: tuple[str, ...] = ()
    """The plans whose matches are shown a drawing of their own: that of the map on which they were begun."""

    def folder(self, plan: str) -> str:
        """Where the drawing for matches of a plan lies under ``static/boards``."""
        return f"earlier/{plan}/{self.id}" if plan in self.earlier else self.id

    @property
    def folders(self) -> tuple[str, ...]:
        """All drawings of it, today's first."""
        return (self.id, *(self.folder(plan) for plan in self.earlier))


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way to begin a game, as the lobby lists it."""

    id: str
    title: str
    summary: str
    seats: tuple[Seat, ...]
    options: tuple[JsonObject, ...] = ()
    boards: tuple[Board, ...] = ()
    """What it is played on, where that is not what the game is; empty for all of the game's."""
    pictures: tuple[str, ...] = ()
    """The ids of the boards whose pictures stand for it in the lobby; empty for the first of its boards."""
    variant: str = ""
    """The title of the variant that it belongs to, where that is not the game's own: the lobby lists them apart."""
    shares: str = ""
    """The scenario whose sides it shares out among more people; empty for one of its own."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """What a table of many games tells of one: in turn 3 (``turn``) a city or country (``what``) fell (``kind``) to a
    ``side``. The words are the game's own. ``names`` are there where several fell at once, ``figures`` where something
    was counted or measured.
    """

    turn: int
    kind: str
    what: str
    side: str
    names: tuple[str, ...] = ()
    figures: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Glance:
    """A match in one line, for a list of matches: its turn, the ``title`` of its step, the seats that are to decide.

    All of it as a spectator sees it, so that it can be told to anyone.
    """

    turn: int
    title: str
    deciders: tuple[str, ...]


class Game(Protocol[S, E]):
    """A game: pure functions over a state ``S`` and events ``E``."""

    id: str
    title: str
    summary: str
    missing: str
    """Of a game under construction what is still to be built, in sentences for players; empty for one that is whole.

    Its state may change shape from one day to the next, and matches of it with it.
    """
    boards: tuple[Board, ...]
    """What the game is played on; the first is shown first."""
    version: int
    scenarios: tuple[Scenario, ...]
    players: Mapping[str, PlayerMaker]
    """Programs that play with a purpose, by name. Every game has the random one besides."""
    opponents: Mapping[str, Mapping[str, str]]
    """Which of them sits in a seat against people: by strength (``RECRUIT``), then by side."""
    plans: Plans[Any]
    """What is printed for its matches. A folder of someone's own can be added; ``options`` may name it (``plan``)."""
    gauge: Gauge
    """How a match is measured from what a viewpoint was told: charts, and the page of a result."""
    pools: Pools
    """What its players draw from; ``NO_POOLS`` where there is nothing of the kind."""

    def rulebook(self, plan: str, scenario: str = "") -> JsonObject:
        """The rules in our own words with the charts of a plan, the game's own if it is empty (``rulebook_json``).

        ``scenario``: by the charts of its variant. UnknownPlan for any other plan.
        """
        ...

    def seats(self, scenario: str, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        """The seats of a match: those of its scenario, their titles as the options have it."""
        ...

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> S:
        """The opening position, advanced to the first decision. ValueError for an unknown scenario."""
        ...

    def plan(self, state: S) -> str:
        """The name of the plan that the match is played by; empty in a game that reads none."""
        ...

    def deciders(self, state: S) -> tuple[str, ...]:
        """The seats that the match waits for; empty when it is over."""
        ...

    def ask(self, state: S, seat: str) -> str:
        """The name of the question put to ``seat`` now: ``legal``'s ``ask``, without the work of the question."""
        ...

    def legal(self, state: S, seat: str) -> JsonObject:
        """The question put to ``seat`` now (docs/architecture.md §3)."""
        ...

    def consult(self, state: S, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        """Detail asked while planning (§4). Never changes anything, never tells what is hidden."""
        ...

    def standing(self, scenario: str, options: Mapping[str, Json]) -> tuple[StandingKind, ...]:
        """The small decisions of a match that can be answered beforehand."""
        ...

    def answer_ahead(self, state: S, seat: str, orders: Orders) -> JsonObject | None:
        """The command that a seat's standing orders give now, or None: the seat has to be asked.

        It comes from the seat's own view and question alone, and is one of those that are offered.
        """
        ...

    def phase(self, state: S) -> str:
        """The step of the turn in which the match stands, whatever interrupts it. Everyone knows it."""
        ...

    def decide(self, state: S, seat: str, command: Command, chance: Chance) -> Decided[S, E] | Refusal:
        """Verify a command completely and say what follows from it: one fact at least, and the state after each.

        A command from which nothing would follow is refused: it would leave nothing that undo could take back.
        """
        ...

    def evolve(self, state: S, event: E) -> S:
        """Apply one fact."""
        ...

    def view(self, state: S, viewer: str) -> JsonObject:
        """What ``viewer`` (a viewpoint, ``spectator`` or ``referee``) may know (§5)."""
        ...

    def glance(self, state: S) -> Glance:
        """Turn, step and deciders of a spectator's view, without the work of the rest."""
        ...

    def narrate(self, before: S, event: E, after: S, viewer: str) -> JsonObject | None:
        """The log line of ``event`` for ``viewer`` (§6), or None."""
        ...

    def milestone(self, before: S, event: E, after: S) -> Milestone | None:
        """What selfplay notes down of an event, or None: what the tables of docs/balance.md count."""
        ...

    def bars_undo(self, event: E) -> bool:
        """Whether nothing up to and including this event can be taken back any more."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""
        ...

    def end_by_agreement(self, state: S, winner: str | None, reason: str) -> S:
        """The position when the players end the match themselves: ``winner`` is a side, or None for a draw."""
        ...

    def draws(self, state: S) -> int:
        """The running number of the next die."""
        ...

    def with_dice_from(self, state: S, draws: int) -> S:
        """The position with that as the number of its next die."""
        ...

    def dump_state(self, state: S) -> JsonObject:
        """The state as JSON, complete."""
        ...

    def load_state(self, data: JsonObject) -> S:
        """The inverse of ``dump_state``; brings older shapes forward. UnknownShape for an unknown one or plan."""
        ...

    def dump_event(self, event: E) -> JsonObject:
        """The event as JSON, with its ``kind``."""
        ...

    def load_event(self, data: JsonObject) -> E:
        """The inverse of ``dump_event``, as ``load_state``."""
        ...

    def random_command(self, state: S, seat: str, rng: Rng) -> JsonObject:
        """Some legal command for a seat that decides."""
        ...

    def note(self, state: S, viewer: str) -> JsonObject | None:
        """What a viewer knows beside the view (``rules.kernel.imagining``). TypeError where nothing can be imagined."""
        ...
