"""How the sides of a match are shared: posts, and the layouts that have them (decisions/0028)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules.kernel.game import Scenario, Seat
from rules.kernel.teams.commands import command_named

STRANGER = "stranger"
"""The side of whoever sits at no seat of the match: no game has it, so every game refuses its orders."""


@dataclass(frozen=True, slots=True)
class Post:
    """A seat of a side and what it commands; ``chief`` is the commander in chief of the side, one in each."""

    seat: Seat
    commands: frozenset[str] = frozenset()
    chief: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """A scenario of this layer: ``scenario`` of the game below, its sides shared by these posts."""

    scenario: Scenario
    below: str
    posts: tuple[Post, ...]
    _commanders: Mapping[tuple[str, str], str] = field(init=False, repr=False, compare=False)
    _chiefs: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Of every unit it is asked whom it obeys, and a seat has few commands.
        commanders = {(p.seat.side, command): p.seat.id for p in reversed(self.posts) for command in p.commands}
        chiefs = {p.seat.side: p.seat.id for p in reversed(self.posts) if p.chief}
        object.__setattr__(self, "_commanders", commanders)
        object.__setattr__(self, "_chiefs", chiefs)

    def post(self, seat: str) -> Post:
        """The post of a seat; a stranger's has neither side nor commands."""
        return next((p for p in self.posts if p.seat.id == seat), Post(Seat(seat, seat, STRANGER, STRANGER)))

    def of_side(self, side: str) -> tuple[Post, ...]:
        """The posts of a side."""
        return tuple(p for p in self.posts if p.seat.side == side)

    def chief(self, side: str) -> str:
        """The seat of a side's commander in chief."""
        return self._chiefs[side]

    def commander(self, side: str, command: str) -> str:
        """The seat that has a command of a side: the chief's where nobody else has it."""
        return self._commanders.get((side, command)) or self._chiefs[side]

    def led_by(self, chiefs: Mapping[str, str]) -> Layout:
        """The same with other commanders in chief, by side."""
        posts = tuple(_as_chief(p, chiefs[p.seat.side]) if p.seat.side in chiefs else p for p in self.posts)
        seats = tuple(replace(p.seat, chief=p.chief and len(self.of_side(p.seat.side)) > 1) for p in posts)
        return replace(self, posts=posts, scenario=replace(self.scenario, seats=seats))


def post_of(
    alone: Seat, name: str, title: str, commands: Iterable[str], *, chief: bool, boards: Iterable[str] = ()
) -> Post:
    """A post of the side that one player has in a match for two: its seat is named after that player's. ``boards``: the
    ids of those on which it commands, if others command elsewhere."""
    seat = Seat(
        f"{alone.id}-{name}",
        title,
        alone.side,
        alone.side,
        chief,
        side_in_text=alone.in_text,
        strengths=alone.strengths,
        boards=tuple(boards),
    )
    return Post(seat, frozenset(command_named(alone.side, command) for command in commands), chief)


def layout_of(scenario: Scenario, suffix: str, title: str, summary: str, posts: tuple[Post, ...]) -> Layout:
    """A scenario with the same options whose sides are shared by these posts."""
    id_, seats = f"{scenario.id}-{suffix}", tuple(post.seat for post in posts)
    return Layout(replace(scenario, id=id_, title=title, summary=summary, seats=seats), scenario.id, posts)


def _as_chief(post: Post, chief: str) -> Post:
    """A post as it is where that seat is in chief of its side."""
    supreme = post.seat.id == chief
    return replace(post, chief=supreme, seat=replace(post.seat, chief=supreme))
