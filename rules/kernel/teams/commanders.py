"""Who of a side commands what, and who is asked (decisions/0028)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from rules.kernel.game import Game
from rules.kernel.messages import Refusal
from rules.kernel.teams import quotas
from rules.kernel.teams.layout import STRANGER, Layout, Post
from rules.kernel.teams.policy import TeamPolicy
from rules.kernel.teams.state import TeamState

S = TypeVar("S")


class Commanders(Generic[S]):
    """Who commands what in a game whose sides are shared by these layouts, as its policy has it."""

    def __init__(self, game: Game[S, Any], policy: TeamPolicy[S], layouts: tuple[Layout, ...]) -> None:
        self.game = game
        self.policy = policy
        self.layouts = {layout.scenario.id: layout for layout in layouts}

    def layout_of(self, state: TeamState[S]) -> Layout:
        return self.layouts[state.layout]

    def leader(self, state: TeamState[S], side: str) -> str | None:
        """The seat that alone answers the decision of a side; None where every commander acts."""
        unit = self.policy.leader(state.inner, side)
        return None if unit is None else self.of(state, unit)

    def of(self, state: TeamState[S], unit: str) -> str:
        """The seat that a unit obeys. ValueError for what is no unit."""
        layout, found = self.layout_of(state), self.policy.command_of(state.inner, unit)
        if found is None:
            raise ValueError(f"{unit} is no unit")
        side, command = found
        own = next((p.seat.id for p in layout.of_side(side) if command in p.commands), layout.chief(side))
        return state.lent.get(unit, own)

    def acting(self, state: TeamState[S], side: str) -> list[str]:
        """The seats of a side that have something to do in its step, whether they have ended it or not."""
        acting = self.policy.acting(state.inner, side)
        posts = self.layout_of(state).of_side(side)
        if not self.each_ends(state):
            return [p.seat.id for p in posts if p.chief or acting is None or p.commands & acting]
        seats = [p.seat.id for p in posts if acting is None or p.commands & acting]
        return self.by_units(state, side, acting, seats) if state.lent else seats

    def by_units(self, state: TeamState[S], side: str, acting: frozenset[str] | None, seats: list[str]) -> list[str]:
        """Who commands units that act, where some were handed over; those named by their posts where nobody does."""
        found: set[str] = set()
        for unit in self.policy.units(state.inner, side):
            of = self.policy.command_of(state.inner, unit)
            if acting is None or (of and of[1] in acting):
                found.add(self.of(state, unit))
        return [seat for seat in self.seats(state, side) if seat in found] or seats

    def asked_of(self, state: TeamState[S], side: str) -> list[str]:
        """The seats of a side that its decision is put to.

        Where each ends separately, those who have not. Were that nobody, since units have changed hands, all would be
        asked once more.
        """
        leader = self.leader(state, side)
        if leader is not None:
            return [leader]
        seats = self.acting(state, side)
        if not state.ended or not self.each_ends(state):
            return seats
        ask = self.game.ask(state.inner, side)
        return [seat for seat in seats if state.ended.get(seat) != ask] or seats

    def each_ends(self, state: TeamState[S]) -> bool:
        """Whether every commander ends the step separately."""
        return self.policy.each_ends(state.inner)

    def has_ended(self, state: TeamState[S], seat: str) -> bool:
        """Whether a commander has ended their part of a step that goes on for others of their side."""
        side = self.layout_of(state).post(seat).seat.side
        if not state.ended or side not in self.game.deciders(state.inner) or self.leader(state, side) is not None:
            return False
        return seat in self.acting(state, side) and seat not in self.asked_of(state, side)

    def within(self, state: TeamState[S], seat: str) -> S:
        """The game's position with what a seat may use of it: what is kept for others counts as gone."""
        side = self.layout_of(state).post(seat).seat.side
        if not state.shares or side == STRANGER:
            return state.inner
        seats = self.seats(state, side)
        capacities = self.policy.capacities(state.inner, side)
        kept = {c.id: n for c in capacities if (n := quotas.kept_from(state.shares, seats, seat, c))}
        return self.policy.less(state.inner, side, kept) if kept else state.inner

    def seats(self, state: TeamState[S], side: str) -> list[str]:
        return [p.seat.id for p in self.layout_of(state).of_side(side)]

    def is_ready(self, state: TeamState[S], seat: str) -> bool:
        """Whether a commander has said to be ready with what the side is asked now."""
        side = self.layout_of(state).post(seat).seat.side
        return state.ready.get(seat) == self.game.ask(state.inner, side) and not self.each_ends(state)

    def is_chiefs(self, state: TeamState[S], kind: object) -> bool:
        """Whether only the commander in chief gives an order of that kind in a phase."""
        return (kind == self.policy.end and not self.each_ends(state)) or kind in self.policy.chiefs

    def only_the_chief(self, state: TeamState[S], side: str) -> Refusal:
        layout = self.layout_of(state)
        chief = layout.post(layout.chief(side)).seat.title
        return Refusal("not-your-command", self.policy.section, f"Only {chief} can order that.")

    def arranges(self, state: TeamState[S], post: Post) -> bool:
        """Whether a commander may arrange things with the others of their side now: in a phase in which they act, and
        the commander in chief in every phase."""
        side = post.seat.side
        in_phase = side in self.game.deciders(state.inner) and self.leader(state, side) is None
        return in_phase and (post.chief or post.seat.id in self.acting(state, side))

    def is_own(self, state: TeamState[S], post: Post) -> Callable[[object], bool]:
        """Whether something is no unit, or one that obeys this post."""

        def mine(unit: object) -> bool:
            return self.policy.command_of(state.inner, str(unit)) is None or (self.of(state, str(unit)) == post.seat.id)

        return mine

    def is_unit(self, state: TeamState[S], thing: object) -> bool:
        """Whether something obeys a commander at all."""
        return self.policy.command_of(state.inner, str(thing)) is not None

    def lendable(self, state: TeamState[S], post: Post) -> list[str]:
        """The units that a post may hand over: its own, and for the commander in chief all of the side."""
        units = self.policy.units(state.inner, post.seat.side)
        return [u for u in units if post.chief or self.of(state, u) == post.seat.id]

    def title_of(self, state: TeamState[S], seat: str) -> str:
        """What a seat is called."""
        return self.layout_of(state).post(seat).seat.title


def names_in(command: Mapping[str, Any]) -> Iterator[str]:
    """Every word in the arguments of a command."""
    for name, value in command.items():
        if name != "kind":
            yield from _words_in(value)


def _words_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))
    elif isinstance(value, dict):
        # Units by the group that they are given to.
        for group, names in value.items():
            yield group
            yield from _words_in(names)
