"""Who of a side commands what, and who is asked (decisions/0028)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from rules.kernel import lanes
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
        self._led: dict[tuple[str, tuple[tuple[str, str], ...]], Layout] = {}

    def layout_of(self, state: TeamState[S]) -> Layout:
        """The layout of a match, with the commanders in chief whom its table chose."""
        return self.layout_led(state.layout, state.chiefs) if state.chiefs else self.layouts[state.layout]

    def layout_led(self, name: str, chiefs: Mapping[str, str]) -> Layout:
        """A layout with these commanders in chief, by side; made once."""
        key = (name, tuple(sorted(chiefs.items())))
        if key not in self._led:
            self._led[key] = self.layouts[name].led_by(chiefs)
        return self._led[key]

    def side_lanes(self, state: TeamState[S], side: str) -> tuple[str, ...]:
        """The lanes in which a side is asked (decisions/0051); none where it has nothing to decide."""
        return lanes.lanes(self.game, state.inner, side)

    def lanes(self, state: TeamState[S], seat: str) -> tuple[str, ...]:
        """Those in which a seat of the side is asked: the lanes that it leads, and the phase if it acts there."""
        side = self.layout_of(state).post(seat).seat.side
        return tuple(lane for lane in self.side_lanes(state, side) if seat in self.asked_in(state, side, lane))

    def leader(self, state: TeamState[S], side: str, lane: str) -> str | None:
        """The seat that alone answers the decision of a side in a lane; None where every commander acts."""
        unit = self.policy.leader(state.inner, side, lane)
        return None if unit is None else self.of(state, unit)

    def phase(self, state: TeamState[S], side: str) -> str | None:
        """The lane in which every commander of a side acts; None where each decision has its leader, or there is
        none."""
        for lane in self.side_lanes(state, side):
            if self.policy.leader(state.inner, side, lane) is None:
                return lane
        return None

    def lane_of(self, state: TeamState[S], post: Post, command: Mapping[str, object]) -> str:
        """In which lane a post gives an order: that named, else its first question's, else the phase's or the side's
        first. Refused for one in which nobody of the side is asked."""
        side = post.seat.side
        everywhere = self.side_lanes(state, side)
        if lanes.LANE in command:
            return lanes.lane_named(everywhere, command, self.policy.section)
        mine = self.lanes(state, post.seat.id) if len(everywhere) > 1 else ()
        return next(iter((*mine, *filter(None, [self.phase(state, side)]), *everywhere)), "")

    def phase_ask(self, state: TeamState[S], side: str) -> str:
        """The name of what a side is asked as a whole: in its phase, else first."""
        phase = self.phase(state, side) if len(self.side_lanes(state, side)) > 1 else None
        if phase is None:
            return self.game.ask(state.inner, side)
        return lanes.ask_in(self.game, state.inner, side, phase)

    def of(self, state: TeamState[S], unit: str) -> str:
        """The seat that a unit obeys. ValueError for what is no unit."""
        found = self.policy.command_of(state.inner, unit)
        if found is None:
            raise ValueError(f"{unit} is no unit")
        return self.obeyed(state, unit, *found)

    def obeyed(self, state: TeamState[S], unit: str, side: str, command: str) -> str:
        """The seat that a unit of a command obeys: whoever has the unit itself, or the office, else the command."""
        own = state.lent.get(unit) or state.offices.get(unit)
        return own or self.layout_of(state).commander(side, command)

    def offices(self, state: TeamState[S], side: str) -> dict[str, str]:
        """The offices of the staff that a side has, in words."""
        return {o: t for o, t in self.policy.offices.items() if self.is_unit(state, office_of(side, o))}

    def holder(self, state: TeamState[S], side: str, office: str) -> str:
        """The seat that holds an office of the staff: the chief, unless it was handed over."""
        return state.offices.get(office_of(side, office)) or self.layout_of(state).chief(side)

    def orders(self, state: TeamState[S], post: Post, kind: object) -> bool:
        """Whether a post gives an order that is the staff's: the chief, or whoever holds its office."""
        office = self.policy.by_office.get(str(kind))
        return post.chief if office is None else self.holder(state, post.seat.side, office) == post.seat.id

    def acting(self, state: TeamState[S], side: str) -> list[str]:
        """The seats of a side that have something to do in its step, whether they have ended it or not.

        The commander in chief where that is nobody.
        """
        acting = self.policy.acting(state.inner, side)
        posts = self.layout_of(state).of_side(side)
        if not self.each_ends(state):
            return [p.seat.id for p in posts if p.chief or acting is None or p.commands & acting]
        seats = [p.seat.id for p in posts if acting is None or p.commands & acting]
        seats = seats or [self.layout_of(state).chief(side)]
        return self.by_units(state, side, acting, seats) if state.lent else seats

    def by_units(self, state: TeamState[S], side: str, acting: frozenset[str] | None, seats: list[str]) -> list[str]:
        """Who commands units that act, where some were handed over; those named by their posts where nobody does."""
        found: set[str] = set()
        for unit in self.policy.units(state.inner, side):
            of = self.policy.command_of(state.inner, unit)
            if of is not None and (acting is None or of[1] in acting):
                found.add(self.obeyed(state, unit, *of))
        return [seat for seat in self.seats(state, side) if seat in found] or seats

    def asked_of(self, state: TeamState[S], side: str) -> list[str]:
        """The seats of a side that its decisions are put to."""
        everyone = (seat for lane in self.side_lanes(state, side) for seat in self.asked_in(state, side, lane))
        return [*dict.fromkeys(everyone)]

    def asked_in(self, state: TeamState[S], side: str, lane: str) -> list[str]:
        """The seats of a side that its decision in a lane is put to: those that are not busy with something else."""
        leader = self.leader(state, side, lane)
        if leader is not None:
            return [leader]
        seats, busy = self.still_acting(state, side), self.policy.busy(state.inner, side)
        if not busy:
            return seats
        acting, layout = self.policy.acting(state.inner, side) or frozenset(), self.layout_of(state)
        return [seat for seat in seats if not (own := layout.post(seat).commands & acting) or not own <= busy]

    def still_acting(self, state: TeamState[S], side: str) -> list[str]:
        """The seats that act in a step of their side and, where each ends separately, have not ended it.

        Were that nobody, since units have changed hands, all would be asked once more.
        """
        seats = self.acting(state, side)
        if not state.ended or not self.each_ends(state):
            return seats
        ask = self.phase_ask(state, side)
        return [seat for seat in seats if state.ended.get(seat) != ask] or seats

    def waited_for(self, state: TeamState[S], chief: Post) -> list[str]:
        """The allies who have still to end a step that their chief has ended, or does not act in; else nobody."""
        side = chief.seat.side
        if self.phase(state, side) is None or not self.each_ends(state):
            return []
        seats = self.still_acting(state, side)
        return [] if chief.seat.id in seats else seats

    def all_ended(self, state: TeamState[S], side: str) -> bool:
        """Whether each commander that acts in the step of a side has ended it, one by one."""
        if self.phase(state, side) is None or not self.each_ends(state):
            return False
        ask = self.phase_ask(state, side)
        return all(state.ended.get(seat) == ask for seat in self.acting(state, side))

    def each_ends(self, state: TeamState[S]) -> bool:
        """Whether every commander ends the step separately."""
        return self.policy.each_ends(state.inner)

    def has_ended(self, state: TeamState[S], seat: str) -> bool:
        """Whether a commander has ended their part of a step that goes on for others of their side."""
        side = self.layout_of(state).post(seat).seat.side
        if not state.ended or self.phase(state, side) is None:
            return False
        return seat in self.acting(state, side) and seat not in self.still_acting(state, side)

    def ended_beside(self, state: TeamState[S], side: str) -> tuple[str, ...]:
        """The commanders of other sides who have ended what theirs are asked at the same time."""
        others = (other for other in self.game.deciders(state.inner) if other != side)
        return tuple(seat for other in others for seat in self.seats(state, other) if self.has_ended(state, seat))

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
        return state.ready.get(seat) == self.phase_ask(state, side) and not self.each_ends(state)

    def is_chiefs(self, state: TeamState[S], kind: object) -> bool:
        """Whether only the commander in chief gives an order of that kind in a phase."""
        if kind in self.policy.chiefs or kind in self.policy.ends:
            return True
        return kind == self.policy.ending(state.inner) and not self.each_ends(state)

    def is_part(self, state: TeamState[S], kind: object) -> bool:
        """Whether an order does something for a whole side at once, of which each commander is given their own part."""
        return kind in self.policy.parts and self.policy.parted(state.inner)

    def can_choose(self, state: TeamState[S], post: Post, kind: str) -> Callable[[object], bool]:
        """Whether a post may choose something first in an order: a unit of its own, or what units of its own do."""
        mine, side = self.is_own(state, post), post.seat.side
        accompanied = self.accompanied(state, post, kind)

        def may(choice: object) -> bool:
            through = self.policy.through(state.inner, side, kind, str(choice))
            able = mine(choice) if through is None else any(mine(unit) for unit in through)
            return able and accompanied(choice)

        return may

    def accompanied(self, state: TeamState[S], post: Post, kind: str) -> Callable[[object], bool]:
        """Whether something needs no company in an order, or a post commands some of it."""
        mine, side = self.is_own(state, post), post.seat.side

        def has_company(choice: object) -> bool:
            company = self.policy.company(state.inner, side, kind, str(choice))
            return company is None or any(mine(unit) for unit in company)

        return has_company

    def only_the_staff(self, state: TeamState[S], side: str, kind: object) -> Refusal:
        """What others are told who give an order of the staff."""
        office = self.policy.by_office.get(str(kind))
        seat = self.layout_of(state).chief(side) if office is None else self.holder(state, side, office)
        return Refusal("not-your-command", self.policy.section, f"Only {self.title_of(state, seat)} can order that.")

    def arranges(self, state: TeamState[S], post: Post) -> bool:
        """Whether a commander may arrange things with the others of their side now: in a phase in which they act, and
        the commander in chief in every phase."""
        side = post.seat.side
        in_phase = self.phase(state, side) is not None
        return in_phase and (post.chief or post.seat.id in self.acting(state, side))

    def is_own(self, state: TeamState[S], post: Post) -> Callable[[object], bool]:
        """Whether something is no unit of the side, or one that obeys this post: the enemy's may be named."""

        def mine(unit: object) -> bool:
            of = self.policy.command_of(state.inner, str(unit))
            return of is None or of[0] != post.seat.side or self.obeyed(state, str(unit), *of) == post.seat.id

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


def office_of(side: str, office: str) -> str:
    """The name of a side's office, as a thing that a commander holds."""
    return f"{side}.{office}"


def names_in(command: Mapping[str, Any]) -> Iterator[str]:
    """Every word in the arguments of a command; its lane is none of them."""
    for name, value in command.items():
        if name not in ("kind", lanes.LANE):
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
