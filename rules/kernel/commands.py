"""Who of a side commands what, and who is asked (decisions/0028)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from rules.kernel import quotas
from rules.kernel.arranging import TeamState
from rules.kernel.game import Game
from rules.kernel.messages import Refusal
from rules.kernel.sharing import STRANGER, Layout, Post, Sharing

S = TypeVar("S")


class Commands(Generic[S]):
    """A game with shared sides, as far as it is asked who commands."""

    def __init__(self, game: Game[S, Any], sharing: Sharing[S], layouts: tuple[Layout, ...]) -> None:
        self.game = game
        self.sharing = sharing
        self.layouts = {layout.scenario.id: layout for layout in layouts}

    def _layout(self, state: TeamState[S]) -> Layout:
        return self.layouts[state.layout]

    def _leader(self, state: TeamState[S], side: str) -> str | None:
        """The seat that alone answers the decision of a side; None where every commander acts."""
        unit = self.sharing.leader(state.inner, side)
        return None if unit is None else self.commander(state, unit)

    def commander(self, state: TeamState[S], unit: str) -> str:
        """The seat that a unit obeys. ValueError for what is no unit."""
        layout, found = self._layout(state), self.sharing.command_of(state.inner, unit)
        if found is None:
            raise ValueError(f"{unit} is no unit")
        side, command = found
        own = next((p.seat.id for p in layout.of_side(side) if command in p.commands), layout.chief(side))
        return state.lent.get(unit, own)

    def _asked_of(self, state: TeamState[S], side: str) -> list[str]:
        """The seats of a side that its decision is put to."""
        leader = self._leader(state, side)
        if leader is not None:
            return [leader]
        acting = self.sharing.acting(state.inner, side)
        posts = self._layout(state).of_side(side)
        return [p.seat.id for p in posts if p.chief or acting is None or p.commands & acting]

    def within(self, state: TeamState[S], seat: str) -> S:
        """The game's position with what a seat may use of it: what is kept for others counts as gone."""
        side = self._layout(state).post(seat).seat.side
        if not state.shares or side == STRANGER:
            return state.inner
        seats = self._seats(state, side)
        capacities = self.sharing.capacities(state.inner, side)
        kept = {c.id: n for c in capacities if (n := quotas.kept_from(state.shares, seats, seat, c))}
        return self.sharing.less(state.inner, side, kept) if kept else state.inner

    def _seats(self, state: TeamState[S], side: str) -> list[str]:
        return [p.seat.id for p in self._layout(state).of_side(side)]

    def is_ready(self, state: TeamState[S], seat: str) -> bool:
        """Whether a commander has said to be ready with what the side is asked now."""
        side = self._layout(state).post(seat).seat.side
        return state.ready.get(seat) == self.game.ask(state.inner, side)

    def _is_chiefs(self, kind: object) -> bool:
        """Whether only the commander in chief gives an order of that kind in a phase."""
        return kind == self.sharing.end or kind in self.sharing.chiefs

    def _only_the_chief(self, state: TeamState[S], side: str) -> Refusal:
        layout = self._layout(state)
        chief = layout.post(layout.chief(side)).seat.title
        return Refusal("not-your-command", self.sharing.section, f"Only {chief} can order that.")

    def _arranges(self, state: TeamState[S], post: Post) -> bool:
        """Whether a commander may arrange things with the others of his side now: in a phase in which he is asked."""
        side = post.seat.side
        in_phase = side in self.game.deciders(state.inner) and self._leader(state, side) is None
        return in_phase and post.seat.id in self._asked_of(state, side)

    def _is_own(self, state: TeamState[S], post: Post) -> Callable[[object], bool]:
        """Whether something is no unit, or one that obeys this post."""

        def mine(unit: object) -> bool:
            return self.sharing.command_of(state.inner, str(unit)) is None or (
                self.commander(state, str(unit)) == post.seat.id
            )

        return mine

    def _is_unit(self, state: TeamState[S], thing: object) -> bool:
        """Whether something obeys a commander at all."""
        return self.sharing.command_of(state.inner, str(thing)) is not None

    def _lendable(self, state: TeamState[S], post: Post) -> list[str]:
        """The units that a post may hand over: its own, and for the commander in chief all of the side."""
        units = self.sharing.units(state.inner, post.seat.side)
        return [u for u in units if post.chief or self.commander(state, u) == post.seat.id]


def names_in(command: Mapping[str, Any]) -> Iterator[str]:
    """Every word in the arguments of a command."""
    for name, value in command.items():
        if name != "kind":
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, str):
                    yield item
