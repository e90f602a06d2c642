"""§17.2, §17.3: units of the Replacement Pool are rebuilt."""

from __future__ import annotations

from math import inf

from rules.empires_alliances.arrivals.places import BACK, places_for, size_of, why_nowhere
from rules.empires_alliances.arrivals.wrong_place import why_not_there
from rules.empires_alliances.countries.conditions import is_conquered
from rules.empires_alliances.facts.arrivals import Rebuilt
from rules.empires_alliances.play import Play, name_of, one_of, own
from rules.empires_alliances.position.state import Points, State
from rules.empires_alliances.printed.board import POOL
from rules.empires_alliances.printed.counters import AIR, FIELD, SIEGE, STOSSTRUPPEN, TANK
from rules.kernel.kept import kept
from rules.kernel.messages import Refused
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import capital


def comes_back_as(state: State, unit: str) -> str:
    """§17.35: the counter that a unit is rebuilt as: a weaker one from its date on."""
    for weak in state.printed.weaker_of.get(unit, ()):
        if state.printed.order[weak].turn <= state.date.id:
            return weak
    return unit


def cost_of(state: State, unit: str) -> Points:
    """§17.22, §17.24, §17.32: what rebuilding costs: the attack factor of what comes back, or the price of its kind."""
    counter, special = state.counter(comes_back_as(state, unit)), state.printed.charts.special
    match counter.kind:
        case kind if kind == STOSSTRUPPEN:
            return Points(special.stosstruppen_cost)
        case kind if kind == SIEGE:
            return Points(0, special.siege_cost)
        case kind if kind == FIELD:
            return Points(0, counter.figures.attack)
        case kind if kind == TANK:
            return Points(0, 0, counter.figures.attack)
        case _:
            return Points(counter.figures.attack)


def once_only(state: State, unit: str) -> str:
    """§17.34: under what name a unit counts that may come back once a turn only: a Stosstruppe, a country's tank."""
    counter = state.counter(unit)
    return STOSSTRUPPEN if counter.kind == STOSSTRUPPEN else f"tank.{counter.nation}" if counter.kind == TANK else ""


def most_a_turn(state: State, unit: str) -> float:
    """§17.34: how many units that count under the same name may come back in a turn."""
    arrivals = state.printed.charts.arrivals
    limits = {STOSSTRUPPEN: arrivals.stosstruppen_a_turn, TANK: arrivals.tanks_a_turn}
    return limits.get(state.counter(unit).kind, inf)


def purse_of(state: State, unit: str) -> str:
    """§3.52: the purse that pays for a unit."""
    return state.printed.nations[state.counter(unit).nation].points


def can_pay(state: State, unit: str) -> bool:
    """§17.24: whether its country has the points."""
    had = state.purses.get(purse_of(state, unit), Points())
    return all(a >= b for a, b in zip(had, cost_of(state, unit), strict=True))


def check_rebuilt(state: State, unit: str) -> None:
    """§17.2: refuse a unit that cannot be rebuilt now."""
    name, nation = name_of(state, unit), state.printed.nations[state.counter(unit).nation]
    if state.units[unit].at != POOL:
        raise Refused("not-in-pool", "17.24", f"{name} is not in the Replacement Pool.")
    if is_conquered(state, nation.power):
        raise Refused("conquered", "18.21", f"{capital(nation.in_words)} is conquered and rebuilds nothing.")
    if state.counter(unit).kind == AIR:
        raise Refused("no-air", "17.22", "Aircraft cannot be rebuilt with points.")
    if state.used.get(f"once.{once_only(state, unit)}", 0) >= most_a_turn(state, unit):
        raise Refused("once-a-turn", "17.34", f"A unit like {name} has already come back this turn.")
    if not can_pay(state, unit):
        raise Refused("no-points", "17.24", f"You do not have enough points for {name}.")
    if not places_for(state, unit, BACK):
        raise why_nowhere(state, unit, BACK).raised()


@kept
def rebuildable(state: State, side: str) -> tuple[str, ...]:
    """§17.24: the units that can be rebuilt now."""
    found = []
    for unit in state.boxes[POOL]:
        if state.side_of(unit) == side:
            try:
                check_rebuilt(state, unit)
            except Refused:
                continue
            found.append(unit)
    return tuple(found)


def _pool(at: At[State], _: Choices) -> OneOf:
    return one_of(lambda: rebuildable(at.state, at.seat), own(at, check_rebuilt))


def _places(at: At[State], chosen: Choices) -> OneOf:
    state, unit = at.state, chosen.name("unit")
    found = places_for(state, unit, BACK)

    def check(place: str) -> None:
        if place not in found:
            raise why_not_there(state, unit, place, BACK).raised()

    return one_of(lambda: found, refused_by(check))


def rebuild(play: Play, _: At[State], chosen: Choices) -> None:
    """§17.24 to §17.35: a unit comes back for points."""
    state, unit, place = play.state, chosen.name("unit"), chosen.name("place")
    counter, paid = comes_back_as(state, unit), cost_of(state, unit)
    size = size_of(state, counter)
    play.emit(
        Rebuilt(unit, counter, place, (paid.infantry, paid.artillery, paid.tank), place, size, once_only(state, unit))
    )


REBUILD: Order[State] = Order(
    "rebuild", "Rebuild a unit", "17.24", rebuild,
    (Slot("unit", "unit", _pool, "Choose a unit to rebuild"),
     Slot("place", "hex", _places, "Choose where it returns")),
    weight=15,
)  # fmt: skip
