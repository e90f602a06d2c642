"""§11.7, §2.68: invasions, from the port to the shore."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rules.empires_alliances.position.changes import count_die, eliminate, enter, relocate
from rules.empires_alliances.position.frames import UnitsFrame
from rules.empires_alliances.position.state import Landing, Points, State
from rules.empires_alliances.printed.board import AT_SEA
from rules.hexes.occupied import change
from rules.kernel.fast_replace import replace

LISTED = "invaders-listed"
"""In ``State.used``: who may invade in this phase has been noted."""
INVASION = "invasion"
"""The step in which dice have been rolled and the Allies go on or cancel (§2.68e)."""
ABORTED, ELIMINATED = "aborted", "eliminated"


class Party(NamedTuple):
    """§11.72: the one stack that invades a hex."""

    hex: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InvadersListed:
    """§11.71: the units that begin the Movement Phase in a friendly port, in supply and out of enemy zones."""

    kind: ClassVar[str] = "invaders-listed"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, embarking=frozenset(self.units), used={**state.used, LISTED: 1})


@dataclass(frozen=True, slots=True)
class Sailed:
    """§11.72: an invasion puts to sea: who goes to which hex, and where the Royal Navy lies (§11.73).

    ``used``: what it takes of sea capacity, in half corps. ``size``: infantry and cavalry in half corps (§2.68c).
    ``rolls``: the table of §2.68e is still to be consulted.
    """

    kind: ClassVar[str] = "sailed"
    parties: tuple[Party, ...]
    fleet: str
    size: int
    used: Mapping[str, int]
    side: str
    rolls: bool = False

    @property
    def units(self) -> tuple[str, ...]:
        """All who sail."""
        return tuple(unit for party in self.parties for unit in party.units)

    @property
    def hexes(self) -> str:
        """The hexes that are invaded, as the frame of their dice keeps them."""
        return " ".join(party.hex for party in self.parties)

    def apply(self, state: State) -> State:
        after = relocate(state, self.units, AT_SEA)
        after = change(
            after,
            {
                u: after.units[u]._replace(
                    sent=party.hex,
                    began=state.units[u].at,
                    carried="sea",
                    spent=state.counter(u).figures.movement,
                )
                for party in self.parties
                for u in party.units
            },
        )
        used = {**state.used}
        for key, halves in self.used.items():
            used[key] = used.get(key, 0) + halves
        after = replace(after, used=used, landing=Landing(state.turn, self.size, self.fleet))
        if not self.rolls:
            return after
        return replace(after, cursor=(*after.cursor, UnitsFrame(INVASION, self.side, self.units, self.hexes)))


def _back(state: State, units: Iterable[str]) -> State:
    """§2.68e: aborted units are in the ports that they came from. Their MP are gone with the voyage."""
    after = state
    for unit in units:
        now = state.units[unit]
        after = relocate(after, [unit], now.began)
        after = change(after, {unit: after.units[unit]._replace(sent="")})
    return after


def _frame(state: State) -> UnitsFrame:
    frame = state.cursor[-1]
    if not isinstance(frame, UnitsFrame):
        raise TypeError("no invasion waits for its dice")
    return frame


@dataclass(frozen=True, slots=True)
class InvasionRolled:
    """§2.68e: the die of one invading unit, what is added to it, and what becomes of the unit."""

    kind: ClassVar[str] = "invasion-die"
    unit: str
    draw: int
    die: int
    drm: int
    result: str
    sides: int = 10

    def apply(self, state: State) -> State:
        frame = _frame(state)
        after = replace(state, cursor=(*state.cursor[:-1], replace(frame, rolls=(*frame.rolls, self.die))))
        if self.result == ELIMINATED:
            after = eliminate(after, (self.unit,))
        elif self.result == ABORTED:
            after = _back(after, (self.unit,))
        return count_die(after, self.draw)


@dataclass(frozen=True, slots=True)
class InvasionGoesOn:
    """§2.68e: the dice have been seen, and the invasion is not cancelled; or nobody is left at sea."""

    kind: ClassVar[str] = "invasion-goes-on"

    def apply(self, state: State) -> State:
        return replace(state, cursor=state.cursor[:-1])


@dataclass(frozen=True, slots=True)
class Cancelled:
    """§2.68e: the invasion is cancelled: who is left goes back, as if aborted. It counts nonetheless (§2.68c)."""

    kind: ClassVar[str] = "invasion-cancelled"
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        after = _back(state, self.units)
        landing = None if after.landing is None else after.landing._replace(at="")
        return replace(after, cursor=state.cursor[:-1], landing=landing)


@dataclass(frozen=True, slots=True)
class Landed:
    """§11.72, §4.2: invaders come ashore in a hex that nobody holds, and end their move."""

    kind: ClassVar[str] = "landed"
    hex: str
    units: tuple[str, ...]

    def apply(self, state: State) -> State:
        after = relocate(state, self.units, self.hex)
        entered = 1 << state.board.zone[state.board.index(self.hex)]
        after = change(after, {u: after.units[u]._replace(bound=True, entered=entered) for u in self.units})
        return enter(after, self.units, (self.hex,))


@dataclass(frozen=True, slots=True)
class Failed:
    """§11.74: invaders who have not come ashore by the end of the Combat Phase are lost. ``purses``: the points that
    are there afterwards."""

    kind: ClassVar[str] = "invasion-failed"
    units: tuple[str, ...]
    purses: Mapping[str, Points]

    def apply(self, state: State) -> State:
        return replace(eliminate(state, self.units), purses={**state.purses, **self.purses})


@dataclass(frozen=True, slots=True)
class NavyLeft:
    """§11.73: the Royal Navy is placed on the turn from which the next invasion may be made."""

    kind: ClassVar[str] = "navy-left"
    turn: int

    def apply(self, state: State) -> State:
        return replace(state, landing=None if state.landing is None else state.landing._replace(at=""))
