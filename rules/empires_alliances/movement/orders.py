"""§7.232, §8.0: the orders of the Movement Phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.empires_alliances.facts.movement import FOOT, SHIP, Marched, Travelled
from rules.empires_alliances.movement.allowance import able_on_map, check_may_move, why_not_move
from rules.empires_alliances.movement.closing_up import moves_to_close_up
from rules.empires_alliances.movement.entering import drive_out, free_those_passed
from rules.empires_alliances.movement.journeys import (
    Journey,
    check_journey,
    ways_of,
    ways_on_foot,
)
from rules.empires_alliances.movement.on_foot import Group, group_of
from rules.empires_alliances.movement.out_of_reach import refused_near
from rules.empires_alliances.movement.parting import note_on
from rules.empires_alliances.movement.ships import can_sail, sea_left
from rules.empires_alliances.movement.trains import left_beside
from rules.empires_alliances.movement.ways import Way
from rules.empires_alliances.play import NO_UNITS, Play, own
from rules.empires_alliances.position.state import State
from rules.empires_alliances.position.usage import SEA, carrier_of
from rules.empires_alliances.stacking import has_room
from rules.kernel import arguments, wire
from rules.kernel.kept import kept
from rules.kernel.messages import Json, JsonObject
from rules.kernel.players import Rng
from rules.kernel.procedure.options import Fitting, SomeOf, read_path
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At, Choices, Order, Slot

WHOLE_HEX_ONE_IN = 3
"""Programs at random move a whole hex in one of that many moves; in the others one unit."""
MAX_ENDS_TRIED = 4
"""Ends of a march that they look at, for one where the units could stay."""
CARRIED_ONE_IN = 3
"""They stay on foot in all but one of that many moves."""


@kept
def movers_of(state: State, side: str) -> tuple[str, ...]:
    """§8.0: the side's units that may still move, by hex, and those in boxes whom ships could take."""
    found = able_on_map(state, side)
    for box in (box for box, said in state.board.boxes.items() if said["ports"]):
        for unit in state.in_box(box, side):
            if why_not_move(state, unit) is None and can_sail(state, group_of(state, [unit]), state.board.index(box)):
                found.append(unit)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Movers(SomeOf):
    """Units of one place that move together."""

    state: State = field(kw_only=True)
    seat: str = field(kw_only=True)

    def pick(self, rng: Rng) -> list[Json] | None:
        """One of them, or all that can go with it."""
        mine = movers_of(self.state, self.seat)
        if not mine:
            return None
        unit = mine[rng.randrange(len(mine))]
        # §22.52: whoever is to close up goes before the others have taken the room.
        closing_up = moves_to_close_up(self.state)
        if closing_up and rng.randrange(2):
            return [closing_up[0].unit]
        if rng.randrange(WHOLE_HEX_ONE_IN):
            return [unit]
        at = self.state.units[unit].at
        return [u for u in mine if self.state.units[u].at == at]


def _movers(at: At[State], _: Choices) -> Movers:
    """§8.0: who may still move."""
    why = own(at, check_may_move)
    movers = Fitting(lambda: movers_of(at.state, at.seat), why, fit=True)
    return Movers(movers, why=why, wrong_number=NO_UNITS, state=at.state, seat=at.seat)


# --- where they go ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Destinations:
    """§8.1 to §11.9: the journeys of a group. Any that breaks no rule is taken; of all of them the best to each end are
    shown: on foot where that is possible, and beside it by train or ship where that is cheaper."""

    state: State
    group: Group

    def read(self, raw: object, section: str) -> tuple[str, ...]:
        """The places in turn, with ``train`` and ``ship`` between them."""
        path = read_path(raw, section)
        check_journey(self.state, self.group, path)
        return path

    def _words(self, way: Way) -> list[str]:
        board = self.state.board
        return way.words(board.lattice.ids, board.index(self.group.at))

    def brief(self) -> wire.Path:
        """What ``wire`` says, but not why units cannot go to the hexes near them: that takes a quarter of the time."""
        ids, ways = self.state.board.lattice.ids, ways_of(self.state, self.group)
        told: wire.Path = {
            "ways": {ids[i]: self._words(way) for i, way in ways.best.items()},
            "costs": {ids[i]: way.cost for i, way in ways.best.items()},
            "refused": {},
        }
        if ways.others:
            told["others"] = {ids[i]: [self._words(way)] for i, way in ways.others.items()}
        return told

    def wire(self) -> wire.Path:
        """``{"ways": {end: places}, "costs": {end: MP}, "refused": {end: refusal}, "others": {end: [places]}}``."""
        told = self.brief()
        reasons = refused_near(self.state, self.group, ways_of(self.state, self.group))
        told["refused"] = {hex_: why.shape() for hex_, why in reasons.items()}
        return told

    def pick(self, rng: Rng) -> list[Json] | None:
        """A way at random, more often on foot than not, and of a few the first to where there is room (§6.2)."""
        ways = [*ways_on_foot(self.state, self.group).items()]
        if not ways or not rng.randrange(CARRIED_ONE_IN):
            ways = [*ways_of(self.state, self.group).best.items()]
        if not ways:
            return None
        tries = [ways[rng.randrange(len(ways))] for _ in range(MAX_ENDS_TRIED)]
        ids = self.state.board.lattice.ids
        roomy = (way for end, way in tries if has_room(self.state, ids[end], self.group.units))
        return [*self._words(next(roomy, tries[0][1]))]

    def empty(self) -> bool:
        """Whether the group can go nowhere."""
        return not ways_on_foot(self.state, self.group) and not ways_of(self.state, self.group).best


def _destinations(at: At[State], chosen: Choices) -> Destinations:
    return Destinations(at.state, group_of(at.state, chosen.names("units")))


def move(play: Play, at: At[State], chosen: Choices) -> None:
    """§8.0, §9.0, §11.0: units of one place make a journey."""
    units = chosen.names("units")
    group = group_of(play.state, units)
    journey = check_journey(play.state, group, chosen.names("path"))
    drive_out(play, [hex_ for leg in journey.legs if leg.mode == FOOT for hex_ in leg.path], at.seat)
    if journey.on_foot:
        play.emit(Marched(units, (group.at, *journey.legs[0].path), journey.cost))
    else:
        play.emit(
            Travelled(units, group.at, journey.legs, journey.cost, journey.used, journey.stops, journey.evacuates)
        )
    free_those_passed(play, units, [hex_ for leg in journey.legs if leg.mode != SHIP for hex_ in leg.path])


MOVE: Order[State] = Order(
    "move", "Move", "8.0", move,
    (Slot("units", "units", _movers, "Choose the units that move"),
     Slot("path", "path", _destinations, "Choose where they go")),
    weight=150,
)  # fmt: skip


# --- what a planner may ask -------------------------------------------------------------------------------------------


def consult_move(state: State, seat: str, asked: Mapping[str, object]) -> JsonObject:
    """``{"kind": "move", "units": [...], "path": [...]}``: that journey, leg by leg, with what it costs and uses.
    Raises Refused."""
    arguments.only(asked, "units", "path", section="8.0")
    # They are named as the order names them.
    group = group_of(state, _movers(At(state, seat), NOTHING_CHOSEN).read(asked["units"], "8.0"))
    return _told_journey(state, group, check_journey(state, group, read_path(asked["path"], "8.0")))


def _told_journey(state: State, group: Group, journey: Journey) -> JsonObject:
    legs: list[Json] = [{"mode": leg.mode, "path": [*leg.path]} for leg in journey.legs]
    notes: list[Json] = []
    if journey.stops:
        notes.append("They can go no further this turn.")
    if journey.evacuates:
        notes.append("They are demoralised when they land (11.8).")
    if stops_among := note_on(state, group.units, journey.legs[-1].path[-1]):
        notes.append(stops_among)
    carried = ((carrier_of(word), halves) for word, halves in journey.used.items())
    used: list[Json] = [_told_use(state, *by, halves, journey) for by, halves in carried if by is not None]
    return {"cost": journey.cost, "legs": legs, "uses": used, "notes": notes}


def _told_use(state: State, how: str, power: str, halves: int, journey: Journey) -> JsonObject:
    left = sea_left(state, power) - halves if how == SEA else left_beside(state, power, journey.used)
    return {"how": how, "nation": power, "halves": halves, "left": left}
