"""§16.42, §6.3: aircraft that support an attack, where they land after it, and their flight from a city that falls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.empires_alliances.attacks.attackers import is_corps_of, nations_of
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import AIR
from rules.empires_alliances.restrictions.endings import may_base
from rules.empires_alliances.stacking import air_limit
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Limit, Need
from rules.kernel.procedure.weighed import Sum

NO_CORPS = Refusal(
    "no-corps-for-air", "16.42", "An aircraft can support an attack only next to an infantry corps of its country."
)
TOO_FAR = Refusal("air-too-far", "16.41", "No aircraft was sent there in the Movement Phase.")
TOO_MANY = Refusal("too-many-aircraft", "16.41", "At most three aircraft may support attacks on a hex.")


def one(_: str) -> int:
    """Each counts as one."""
    return 1


def supporting_air(state: State, side: str, hex_: str) -> tuple[str, ...]:
    """§16.41: the side's aircraft that were sent against a hex in the Movement Phase and have not fought yet."""
    return tuple(u for u in aircraft_of(state, side) if state.units[u].sent == hex_ and is_ready(state, u))


@kept
def aircraft_of(state: State, side: str) -> tuple[str, ...]:
    """§6.3: the side's aircraft on the map, by hex."""
    return tuple(u for u in state.on_map(side) if state.counter(u).kind == AIR)


def is_ready(state: State, unit: str) -> bool:
    """§16.41: whether an aircraft has neither moved to another base nor supported an attack."""
    now = state.units[unit]
    return not (now.bound or now.fought or now.spent or now.carried or now.shaken)


def limits_of_air(state: State, air: Iterable[str], attackers: Iterable[str]) -> tuple[Limit, ...]:
    """§16.42: of each country no more aircraft than infantry corps, when these units attack."""
    units = tuple(attackers)
    aircraft = tuple(air)
    found = []
    for nation in nations_of(state, aircraft):
        these = frozenset(u for u in aircraft if state.counter(u).nation == nation)
        corps = sum(is_corps_of(state, u, nation) for u in units)
        found.append(Limit(NO_CORPS, these, most=corps))
    return tuple(found)


def support_for(state: State, side: str, hex_: str, units: Iterable[str]) -> Sum:
    """§16.41, §16.42: the aircraft that may support an attack of these units."""
    air = supporting_air(state, side, hex_)
    most = Limit(TOO_MANY, frozenset(air), most=state.printed.charts.special.air_in_hex)
    return Sum(air, Need(one, 1, limits=(most, *limits_of_air(state, air, units))), "aircraft", why=lambda _: TOO_FAR)


def landing_places(state: State, unit: str, hex_: str) -> tuple[str, ...]:
    """§16.42, §6.3: friendly cities within range of the hex attacked that have room, its base among them."""
    base = state.units[unit].at
    found = bases_within(state, unit, hex_, state.printed.charts.special.air_range)
    return tuple(h for h in found if h == base or may_base(state, unit, h))


def bases_within(state: State, unit: str, hex_: str, range_: int) -> tuple[str, ...]:
    """§6.3: friendly cities near a hex in which an aircraft could be based, by number."""
    side = state.side_of(unit)
    return tuple(
        h
        for h in sorted(state.board.lattice.within(hex_, range_))
        if state.board.is_hex(h) and controller(state, h) == side and _has_room(state, h, unit)
    )


def _has_room(state: State, hex_: str, unit: str) -> bool:
    others = (u for u in state.stacks.get(hex_, ()) if u != unit)
    return sum(state.counter(u).kind == AIR for u in others) < air_limit(state, hex_)


def refuges(state: State, hex_: str) -> Mapping[str, tuple[str, ...]]:
    """§6.3: the aircraft in a city that falls, each with the cities to which it may fly."""
    flees = state.printed.charts.stacking.air_flees
    return {
        unit: tuple(h for h in bases_within(state, unit, hex_, flees) if h != hex_)
        for unit in state.stacks.get(hex_, ())
        if state.counter(unit).kind == AIR
    }
