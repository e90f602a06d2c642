"""§7.232, §8.0: the orders of the Movement Phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from rules.empires_alliances.facts.movement import Marched
from rules.empires_alliances.movement.allowance import check_may_move, why_not_move
from rules.empires_alliances.movement.ground import Group, Ways, check_path, ends_of, entry_refusal, group_of, ways_of
from rules.empires_alliances.play import NO_UNITS, Play, hex_in_play, own
from rules.empires_alliances.position.state import State
from rules.empires_alliances.stacking import has_room
from rules.hexes.kept import kept
from rules.hexes.marching import March, Marches
from rules.kernel.messages import Json, Refusal
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Fitting, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

GROUPS = 3
"""Programs at random move a whole hex in one of that many moves; in the others one unit."""
LOOKS = 4
"""Ends of a march that they look at, for one where the units could stay."""
NEAR = 3
"""Hexes around a group of which the reasons are told why it cannot go there."""


@kept
def movers_of(state: State, side: str) -> tuple[str, ...]:
    """§8.0: the side's units that may still march, by hex."""
    return tuple(u for u in state.on_map(side) if why_not_move(state, u) is None)


@dataclass(frozen=True, slots=True)
class Movers(SomeOf):
    """Units of one hex that march together."""

    state: State = field(kw_only=True)
    seat: str = field(kw_only=True)

    def pick(self, rng: Rng) -> list[Json] | None:
        """One of them, or all that can go with it."""
        mine = movers_of(self.state, self.seat)
        if not mine:
            return None
        unit = mine[rng.randrange(len(mine))]
        if rng.randrange(GROUPS):
            return [unit]
        stack = self.state.stacks[self.state.units[unit].at]
        return [u for u in stack if why_not_move(self.state, u) is None]


def _movers(at: At[State], _: Choices) -> Movers:
    """§8.0: who may still march."""
    why = own(at, check_may_move)
    movers = Fitting(lambda: movers_of(at.state, at.seat), why, fit=True)
    return Movers(movers, why=why, wrong_number=NO_UNITS, state=at.state, seat=at.seat)


def _ways(at: At[State], chosen: Choices) -> Marches:
    """§8.1 to §8.4: where the units may go."""
    state, group = at.state, group_of(at.state, chosen.names("units"))

    def check(path: tuple[str, ...]) -> None:
        check_path(state, group, [hex_in_play(state, h) for h in path])

    @cache
    def ways() -> Ways:
        return ways_of(state, group)

    def ends() -> Mapping[str, March]:
        ids = state.board.lattice.ids
        found = ends_of(state, ways(), group).items()
        return {hex_: March([ids[j] for j in ways().path(i)], ways().cost[i]) for hex_, i in found}

    return Marches(
        check=check,
        ends=ends,
        refused=lambda known: refused_near(state, group, known),
        chance=lambda rng: _some_way(state, group, ways(), rng),
        nowhere=lambda: not ways().cost,
    )


def _some_way(state: State, group: Group, ways: Ways, rng: Rng) -> Sequence[str] | None:
    """A way to one of the hexes in reach, of a few the first that has room (§6.2)."""
    ends, ids = [*ways.cost], state.board.lattice.ids
    if not ends:
        return None
    tries = [ends[rng.randrange(len(ends))] for _ in range(LOOKS)]
    end = next((i for i in tries if has_room(state, ids[i], group.units)), tries[0])
    return [ids[i] for i in ways.path(end)]


def refused_near(state: State, group: Group, allowed: Mapping[str, March]) -> dict[str, Refusal]:
    """Why the group cannot go to each of the hexes near it that are not ``allowed``."""
    board = state.board
    found: dict[str, Refusal] = {}
    for hex_ in sorted(board.lattice.within(group.at, NEAR)):
        if hex_ in allowed or hex_ == group.at:
            continue
        b = board.index(hex_)
        reason = Refusal("too-far", "8.1", "Not enough MP, or no way there.")
        for a in board.lattice.neighbours[b]:
            if a >= 0:
                refusal = entry_refusal(state, group, a, board.lattice.neighbours[a].index(b), b)
                if refusal is not None:
                    reason = refusal
                    break
        found[hex_] = reason
    return found


def march(play: Play, _: At[State], chosen: Choices) -> None:
    """§8.0: units of one hex go along a path."""
    units, path = chosen.names("units"), chosen.names("path")
    group = group_of(play.state, units)
    play.emit(Marched(units, (group.at, *path), check_path(play.state, group, path)))


MARCH: Order[State] = Order(
    "march", "March", "8.0", march,
    (Slot("units", "units", _movers, "Choose the units that march"),
     Slot("path", "path", _ways, "Choose where they go")),
    weight=150,
)  # fmt: skip
