"""§8.0, §9.0, §11.0, §11.9: journeys: on foot, by train, by ship and on foot again, as one order.

On the wire a journey is a list of places. ``train`` before a hex means that the units get off there, ``ship`` that they
land there; every other hex is the next one on foot. Which rails a train takes is found here: the shortest way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.empires_alliances.facts.movement import FOOT, SHIP, TRAIN, Leg
from rules.empires_alliances.movement import ships, trains
from rules.empires_alliances.movement.on_foot import Group, check_step, is_farther, one_hex_only, price_of_one_hex
from rules.empires_alliances.movement.parting import (
    MUST_PART,
    may_pause,
    why_not_block,
    with_pauses,
    with_pauses_on_foot,
)
from rules.empires_alliances.movement.promises import is_promised, promised_ways, why_not_end_in
from rules.empires_alliances.movement.ways import (
    BITS,
    Way,
    Ways,
    Weathers,
    inside,
    other_zone,
    weathers_for,
)
from rules.empires_alliances.play import name_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.position.usage import by_sea
from rules.empires_alliances.printed.board import CLOSED
from rules.empires_alliances.restrictions.areas import western_front
from rules.empires_alliances.restrictions.august_plans import SCHLIEFFEN
from rules.empires_alliances.restrictions.ban import printed_in
from rules.empires_alliances.restrictions.endings import why_not_end_move
from rules.empires_alliances.restrictions.out_of_austria import why_not_beyond_border
from rules.empires_alliances.restrictions.western_allies import (
    is_abroad,
    is_to_go_back,
    may_pass_south,
    out_of_british_sector,
)
from rules.kernel.fast_replace import replace
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused

FULL_TRAINS = "no-rail-capacity"
AWAY_FROM_SUPPLY = Refusal(
    "away-from-supply", "8.4", "Units out of supply may go no further from it than their MP allow."
)


@kept
def ways_on_foot(state: State, group: Group) -> Mapping[int, Way]:
    """§8.1, §8.4, §22.6: the ends in reach to which ``ways_of`` goes on foot. Most who ask need no others."""
    if is_promised(state, group.units):
        return {i: way for i, way in ways_of(state, group).best.items() if not way.layer.from_}
    return with_pauses_on_foot(state, group)


def ways_of(state: State, group: Group) -> Ways:
    """§8.1 to §8.4, §9.0, §11.0, §18.41, §20.23, §22.6: every end in reach to which no promise forbids to go."""
    return promised_ways(state, group) or with_pauses(state, group)


# --- one journey ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Journey:
    """A journey that breaks no rule. ``used`` is what it adds to the capacities used; ``stops``: all MP are gone."""

    legs: tuple[Leg, ...]
    cost: int
    used: Mapping[str, int]
    entered: int
    stops: bool = False
    evacuates: bool = False

    @property
    def on_foot(self) -> bool:
        """Whether it is a simple march."""
        return len(self.legs) == 1 and self.legs[0].mode == FOOT


def check_journey(state: State, group: Group, words: Sequence[str]) -> Journey:
    """§8.0 to §11.9: this very journey. Refused where it breaks a rule."""
    # An order is read and carried out by the same way.
    return _judge(state, group, tuple(words))


@kept
def _judge(state: State, group: Group, words: tuple[str, ...]) -> Journey:
    steps = read_words(state, words)
    if not steps or steps[-1][1] == state.board.index(group.at):
        raise Refused("no-move", "8.0", "The move ends where it began.")
    refused: Refused | None = None
    goes_abroad = is_abroad(state, steps[-1][1]) and may_pass_south(state, group.units)
    travelling = replace(group, abroad=True) if goes_abroad else group
    for weathers in weathers_for(state, group):
        if weathers.zone is not None and any(b in other_zone(state, weathers.zone) for _, b in steps):
            continue
        try:
            journey = _travel(state, travelling, steps, weathers)
        except Refused as reason:
            # §20.23: a line may leave the milder zone. Whether trains are full is judged over the whole board.
            if weathers.zone is None or reason.refusal.code != FULL_TRAINS:
                refused = refused or reason
            continue
        end, by_train = steps[-1][1], any(leg.mode == TRAIN for leg in journey.legs)
        refusal = (
            why_not_beyond_border(state, group.units, group.at, [b for _, b in steps])
            or _why_not_stop(state, group, words[-1])
            or why_not_elsewhere(state, group, end)
            or why_not_end_in(state, group.units, end, by_train=by_train, used=journey.used)
        )
        if refusal is not None:
            raise refusal.raised()
        return journey
    if refused is None:
        raise RuntimeError("a journey is judged in one weather at least")
    raise refused


def _why_not_stop(state: State, group: Group, place: str) -> Refusal | None:
    """§1.61, §18.33, §18.41 and others: why a group may not stop in a hex or box. Among units of the other western ally
    it may while these can leave; but where a promise binds it."""
    refusal, end = why_not_end_move(state, group.units, place), state.board.index(place)
    if refusal is not None and refusal.code == MUST_PART and not is_promised(state, group.units):
        refusal = None if may_pause(state, group, end) else refusal
    return refusal or why_not_block(state, group, end)


def why_not_elsewhere(state: State, group: Group, end: int) -> Refusal | None:
    """§18.43: why units out of the British sector that can go back to it do not end in another hex out of it."""
    outside = next((unit for unit in group.units if is_to_go_back(state, unit)), None)
    if outside is None or end not in out_of_british_sector(state):
        return None
    if end in ways_of(state, group).best or all(i in out_of_british_sector(state) for i in ways_of(state, group).best):
        return None
    return Refusal("out-of-sector", "18.43", f"{name_of(state, outside)} must go back to its sector.")


def read_words(state: State, words: Sequence[str]) -> list[tuple[str, int]]:
    """An order's places, each with how one comes there. Refused for what is no place."""
    found: list[tuple[str, int]] = []
    mode = FOOT
    for word in words:
        if word in (TRAIN, SHIP) and mode == FOOT:
            mode = word
            continue
        if not state.board.is_hex(word) and not (mode == SHIP and word in state.board.boxes):
            raise _why_no_place(state, word).raised()
        found.append((mode, state.board.index(word)))
        mode = FOOT
    if mode == TRAIN:
        raise Refused("on-board", "9.1", "A unit may not end its move on a train: say where it gets off.")
    if mode == SHIP:
        raise Refused("on-board", "11.1", "A unit may not end its move at sea: say where it lands.")
    return found


def _why_no_place(state: State, word: str) -> Refusal:
    """§2.0, §2.2: why nobody goes to a place, whoever they are."""
    index = state.board.lattice.index.get(word)
    if index is not None and state.board.country[index] in CLOSED:
        return Refusal("always-neutral", "2.2", "No unit ever enters that country.")
    return Refusal("no-such-hex", "2.0", "That hex is not in play.")


def _travel(state: State, group: Group, steps: Sequence[tuple[str, int]], weathers: Weathers) -> Journey:
    """The journey in one view of the weather. Refused where it breaks a rule, or leaves the zone."""
    if not state.board.is_hex(group.at) and steps[0][0] != SHIP:
        raise Refused("only-ships", "11.1", "Only ships lead out of there.")
    if one_hex_only(state) and (len(steps) > 1 or steps[0][0] == TRAIN):
        section = printed_in(state, "1.61")
        raise Refused("one-hex", section, "This turn a unit can move at most one hex, and no trains run.")
    if len(steps) == 1 and steps[0][0] == FOOT and group.fresh:
        one_hex = _lone_step(state, group, steps[0][1], weathers)
        if one_hex is not None:
            return one_hex
    trip = _Trip(state, group, weathers)
    for mode, b in steps:
        if mode == FOOT:
            trip.walk(b)
        elif mode == TRAIN:
            trip.ride(b)
        else:
            trip.sail(b)
    return Journey(tuple(trip.legs), trip.spent, trip.used, trip.entered, trip.stops, trip.evacuates)


@dataclass(slots=True)
class _Trip:
    """A journey as far as it has come: where the units are, and what it has taken of MP, rails and ships."""

    state: State
    group: Group
    weathers: Weathers
    at: int = field(init=False)
    spent: int = 0
    legs: list[Leg] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)
    entered: int = 0
    stops: bool = False
    evacuates: bool = False

    def __post_init__(self) -> None:
        self.at = self.state.board.index(self.group.at)

    def walk(self, b: int) -> None:
        """§8.1: on to the next hex."""
        price, most = check_step(self.state, self.group, self.at, b), self.weathers.most
        self.spent += price
        if self.spent > most:
            raise Refused("too-far", "8.1", f"The move costs {self.spent} MP, and the units have {most}.")
        if self.legs and self.legs[-1].mode == FOOT:
            path = (*self.legs[-1].path, self.state.board.lattice.ids[b])
            self._arrive(Leg(FOOT, path), (b,), b)
        else:
            self._arrive(_leg(self.state, FOOT, (b,)), (b,), b)

    def ride(self, b: int) -> None:
        """§9.1 to §9.5: by train, on lines that are open, as many half corps as the rails still carry."""
        state, group, weathers, figures = self.state, self.group, self.weathers, self.state.printed.charts.movement
        self._board(TRAIN, b, "9.1", figures.entrain)
        open_ = trains.open_to(state, group)
        within = inside(state, open_, weathers)
        runs = self.at in open_ and b in within
        line = trains.line_for(state, group, self.at, b, weathers.rail, within) if runs else None
        if not line:
            raise trains.why_no_train(state, group, self.at, b, weathers.rail)
        net = trains.net_of(state, group.side)
        for key, halves in trains.charges(state, group.loads, (self.at, *line), net.powers[net.part[self.at]]).items():
            self.used[key] = self.used.get(key, 0) + halves
        bound = trains.bound_west(state, group)
        if bound and b not in western_front(state.printed):
            self.used[SCHLIEFFEN] = bound
        self.spent = min(weathers.fullest, self.spent + figures.entrain + figures.detrain)
        self._arrive(_leg(state, TRAIN, line), line, b)

    def sail(self, b: int) -> None:
        """§11.1, §11.2, §11.9: by ship, on a voyage that may take the whole phase."""
        state, group, figures = self.state, self.group, self.state.printed.charts.movement
        self._board(SHIP, b, "11.1", figures.embark)
        voyage = ships.voyages(state, group, self.at).get(b)
        if voyage is None:
            raise ships.why_no_ship(state, group, self.at, b)
        if voyage.whole and (self.legs or not group.fresh):
            raise _why_whole_phase(voyage).raised()
        self.used[by_sea(voyage.carrier)] = sum(group.loads.values())
        self.stops, self.evacuates = voyage.whole or voyage.last, voyage.evacuates
        afterwards = min(self.weathers.fullest, self.spent + figures.embark + figures.debark)
        self.spent = self.weathers.most if self.stops else afterwards
        self._arrive(_leg(state, SHIP, (b,)), (b,), b)

    def _board(self, mode: str, b: int, section: str, price: int) -> None:
        """§9.1, §11.1: refuse a second train or ship, one that goes nowhere, and boarding without the MP for it."""
        if any(leg.mode == mode for leg in self.legs):
            raise Refused("carried-already", section, f"A unit can take a {mode} only once a phase.")
        if self.at == b:
            raise Refused("no-move", section, f"The {mode} ends where it began.")
        if self.spent + price > self.weathers.most:
            raise Refused("too-far", section, f"The unit has no MP left to board a {mode}.")

    def _arrive(self, leg: Leg, passed: Sequence[int], b: int) -> None:
        """The next leg, or the last one, longer. Weather is that of every hex on the way (§20.2)."""
        board = self.state.board
        if leg.mode == FOOT and self.legs and self.legs[-1].mode == FOOT:
            self.legs[-1] = leg
        else:
            self.legs.append(leg)
        for i in passed:
            if board.is_hex(board.lattice.ids[i]):
                self.entered |= BITS[board.zone[i]]
        self.at = b


def _lone_step(state: State, group: Group, b: int, weathers: Weathers) -> Journey | None:
    """§8.4, §1.61: one hex, whatever it costs; None where the MP are enough, as for any other move."""
    a = state.board.index(group.at)
    price = check_step(state, group, a, b)
    if price <= weathers.most and not one_hex_only(state):
        return None
    _check_lone_step(state, group, a, b, price, weathers.most)
    price = price_of_one_hex(state, group, a, b)
    return Journey((_leg(state, FOOT, (b,)),), price, {}, BITS[state.board.zone[b]])


def _why_whole_phase(voyage: ships.Voyage) -> Refusal:
    """§11.2, §11.8: why a unit that has moved before does not go on board."""
    if voyage.evacuates:
        return Refusal("whole-phase", "11.8", "Units are evacuated only from the beach on which they began the phase.")
    return Refusal("whole-phase", "11.2", "That voyage takes the whole phase, from its first port.")


def _check_lone_step(state: State, group: Group, a: int, b: int, price: int, most: int) -> None:
    """§8.4: one hex is always possible, but not away from supply for those who have none."""
    if group.hungry and price > most and is_farther(state, group, a, b):
        raise AWAY_FROM_SUPPLY.raised()


def _leg(state: State, mode: str, passed: Sequence[int]) -> Leg:
    return Leg(mode, tuple(state.board.lattice.ids[i] for i in passed))
