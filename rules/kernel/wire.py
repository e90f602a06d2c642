"""The shapes that every game puts on the wire (docs/architecture.md §3 to §6), as types.

The checker holds what the kernel builds to them; ``tools/wire_types.py`` makes the client's types of them. A game may
add members to a view, an offer and a line of the log, and says in its own client what they are.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class RefusalJson(TypedDict):
    """Why something is not allowed: a sentence for the player, the section that says so, and the units that must do
    something first, if it names any."""

    code: str
    section: str
    text: str
    units: NotRequired[list[str]]


class OutcomeJson(TypedDict):
    """How a match ended. The winner is a side, or null for a draw."""

    winner: str | None
    reason: str
    section: str


class Warning(TypedDict):
    """What a player should know before going on."""

    text: str
    section: str
    hex: NotRequired[str]
    late: NotRequired[bool]
    """True while it is hardly worth saying before the phase is ended."""


class OneOf(TypedDict):
    """One name of ``of``."""

    of: list[str]
    refused: dict[str, RefusalJson]
    labels: NotRequired[dict[str, str]]
    notes: NotRequired[dict[str, str]]


class SomeOf(TypedDict):
    """Some names of ``of``, in order; one may come more than once if ``repeats``."""

    of: list[str]
    least: int
    most: int
    repeats: bool
    refused: dict[str, RefusalJson]
    labels: NotRequired[dict[str, str]]
    proposed: NotRequired[list[str]]
    """They are chosen at first."""


class Path(TypedDict):
    """A way to one of some ends, the start left out; ``others``: further ways to an end that has several."""

    ways: dict[str, list[str]]
    costs: dict[str, int]
    refused: dict[str, RefusalJson]
    others: NotRequired[dict[str, list[list[str]]]]


class Count(TypedDict):
    """A whole number."""

    least: int
    most: int


class Flag(TypedDict):
    """Yes or no; ``refusal`` says why it cannot be yes, ``needed`` why it must be. ``even``: neither is proposed."""

    refusal: RefusalJson | None
    needed: RefusalJson | None
    labels: NotRequired[dict[str, str]]
    even: NotRequired[bool]


class Limit(TypedDict):
    """Of ``these`` at most ``most`` more than of ``than``; ``refusal`` is what is said of more."""

    these: list[str]
    than: list[str]
    most: int
    refusal: RefusalJson


class Need(TypedDict):
    """What chosen names come to: a total of their weights within bounds, and limits. ``most`` is null without one.

    One that is ``optional`` may be left without a name.
    """

    weights: dict[str, int]
    least: int
    most: int | None
    limits: list[Limit]
    title: str
    optional: bool


class Sum(TypedDict):
    """Some names of ``of``, none twice, that come to what ``need`` says, counted in ``what``.

    ``sparing``: none of them may be one without which the others would do. ``proposed``: such a choice.
    """

    of: list[str]
    need: Need
    what: str
    sparing: bool
    proposed: list[str]
    refused: dict[str, RefusalJson]
    labels: NotRequired[dict[str, str]]


class Allotment(TypedDict):
    """Names of ``of`` given to ``groups``, each to one at most, and to exactly one if ``every``.

    What is sent has the names of each group, without the groups that get none.
    """

    of: list[str]
    groups: dict[str, Need]
    what: str
    every: bool
    refused: dict[str, RefusalJson]
    labels: NotRequired[dict[str, str]]


Options: TypeAlias = OneOf | SomeOf | Path | Count | Flag | Sum | Allotment
Shape: TypeAlias = Literal["unit", "units", "hex", "path", "choice", "count", "flag"]
"""How a client asks for what stands in a slot."""


class Slot(TypedDict):
    """One argument of an order. The options of the first stand here; those of the others are asked for."""

    name: str
    shape: Shape
    prompt: NotRequired[str]
    place: NotRequired[str]
    """Where chosen units go, if the options name no place."""
    options: NotRequired[Options]


class MatchOptionJson(TypedDict):
    """What players may choose when they make a match.

    ``refusal``: why the scenario does not let them. ``excludes``: the options that do not go together with it, and what
    is said of that.
    """

    id: str
    kind: Literal["flag", "choice"]
    title: str
    help: str
    section: NotRequired[str]
    default: bool | str
    choices: NotRequired[dict[str, str]]
    compulsory: NotRequired[bool]
    """The scenario is always played with it."""
    refusal: NotRequired[RefusalJson | None]
    excludes: NotRequired[dict[str, RefusalJson]]


class Offer(TypedDict):
    """What may be ordered now. With a ``refusal`` it may not, and that is why."""

    kind: str
    label: str
    section: str
    note: NotRequired[str]
    refusal: NotRequired[RefusalJson | None]
    slots: NotRequired[list[Slot]]
    warnings: NotRequired[list[Warning]]
    unready: NotRequired[list[str]]
    """Of the end of a step for a whole side: its other commanders who have not said that they are ready."""
    warns: NotRequired[bool]
    at_once: NotRequired[bool]
    """The last choice gives the order: nothing has to be confirmed."""
    rare: NotRequired[bool]
    """Its form is not laid open until the player asks for it."""
    help: NotRequired[str]
    """What the rules say of it that the prompts do not ask."""
    grave: NotRequired[str]
    """What comes of it, to be read and said yes to before it is given."""


class Legal(TypedDict):
    """The question put to a seat. ``ask`` is its name, which a command carries back."""

    ask: str
    step: str
    section: str
    seat: str
    yours: bool
    title: str
    prompt: str
    detail: str
    offers: list[Offer]
    why_not: dict[str, RefusalJson]
    also: NotRequired[list[str]]
    lane: NotRequired[str]
    """The lane that it stands in, which a command carries back, where the seat has any."""
    lanes: NotRequired[list[Legal]]
    """The seat's questions in other lanes."""


class Phase(TypedDict):
    """A step of the turn, for the top of the screen."""

    key: str
    side: str | None
    title: str
    section: str
    state: Literal["done", "now", "todo", "skipped"]


class StepJson(TypedDict):
    """Where the match stands, and whom it waits for."""

    key: str
    title: str
    section: str
    side: str | None
    deciders: list[str]


class View(TypedDict):
    """What every game's view has."""

    game: str
    scenario: str
    viewer: str
    turn: int
    first_turn: int
    """The number of the scenario's first turn: it may begin late in a calendar that all scenarios share."""
    turns: int
    """The number of its last."""
    date: NotRequired[str]
    phases: list[Phase]
    step: StepJson
    outcome: OutcomeJson | None


Rolled = TypedDict("Rolled", {"die": int, "for": str, "sides": NotRequired[int]})
"""A die in the log, what it was for, and its sides unless it has six."""


class News(TypedDict):
    """A sentence of a bulletin, and the places that it is about."""

    text: str
    areas: list[str]


class Bulletin(TypedDict):
    """News too great for a line of the log: everyone is shown a card."""

    title: str
    lines: list[News]


class LogLine(TypedDict):
    """What a game tells of an event. Places are ``hexes``, or ``areas`` on a board of areas.

    ``means`` says in a word of the game's what a client may want to find again whatever the sentence is.
    """

    kind: str
    section: str
    side: str | None
    text: str
    means: NotRequired[str]
    dice: NotRequired[list[Rolled]]
    hexes: NotRequired[list[str]]
    areas: NotRequired[list[str]]
    path: NotRequired[list[str]]
    bulletin: NotRequired[Bulletin]
