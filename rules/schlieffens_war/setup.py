"""§3.0 Set-up: the Entente first, then the Germans; HQs near their printed hex, corps within their radius."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.messages import JsonObject, Refused
from rules.kernel.wording import counted
from rules.schlieffens_war.data import BE, FR, GE, HOME_OF_NATION, Counter, printed
from rules.schlieffens_war.events import StackArranged, UnitPlaced, UnitTakenBack
from rules.schlieffens_war.play import Play, name_of, names_of, only, want_hex, want_unit
from rules.schlieffens_war.stacking import is_overstacked, may_share
from rules.schlieffens_war.state import (
    BOXES,
    ELAN,
    NORMAL,
    POOL,
    TURN_3,
    TURN_7,
    VERSION,
    PhaseFrame,
    State,
    UnitState,
    board,
    counter,
)

FIRST_ARMY_NORTH_LIMIT = 22
"""§3.1: corps of the French 1st Army may stand anywhere on or south of this row."""
DEPOT_RANGE = 2
FEW = 2
"""As many units a sentence names; the rest it counts."""


def opening(scenario_key: str) -> State:
    """The position before anyone has placed a unit: forts in their hexes, reinforcements on the turn track."""
    units: dict[str, UnitState] = {}
    stacks: dict[str, tuple[str, ...]] = {}
    for c in printed().counters.values():
        at = c.setup if c.kind == "fort" else {"turn 3": TURN_3, "turn 7": TURN_7}.get(c.setup, POOL)
        morale = ELAN if c.nation == GE and c.is_corps else NORMAL
        units[c.id] = UnitState(at=at, steps=c.full, morale=morale)
        if at not in BOXES:
            stacks[at] = (*stacks.get(at, ()), c.id)
    return State(version=VERSION, turn=1, cursor=(PhaseFrame(scenario_key),), units=units, stacks=stacks)


def waiting(state: State, side: str) -> list[str]:
    """The side's units that have still to be placed."""
    return state.in_box(POOL, side)


def sets_up(state: State, unit: str) -> bool:
    """§3.1: whether its owner places the unit by hand: no fort, and no reinforcement on the turn track."""
    at = state.units[unit].at
    return counter(unit).kind != "fort" and (at == POOL or at not in BOXES)


def headquarters(unit: Counter) -> str | None:
    """The HQ of the unit's own army (during set-up army designations count)."""
    for c in printed().counters.values():
        if c.kind == "hq" and c.nation == unit.nation and c.army == unit.army:
            return c.id
    return None


def allowed_hexes(state: State, unit: str) -> frozenset[str]:
    """§3.1: where a unit may be set up now, stacking aside."""
    c, b = counter(unit), board()
    home = b.homes.get(HOME_OF_NATION.get(c.nation, ""), frozenset())
    if c.setup == "any":
        if c.kind == "hq":
            return home
        return home & _around_hq(state, c)
    if c.kind == "hq":
        return home & ({c.setup} | set(b.lattice.around(c.setup)))
    if c.kind == "depot":
        rails = home & b.on_rail
        hq = headquarters(c)
        if hq is None or state.units[hq].at in BOXES:
            return frozenset()
        return rails & b.lattice.within(state.units[hq].at, DEPOT_RANGE)
    if c.nation == FR and c.army == "1":
        return frozenset(h for h in home if int(h[:2]) >= FIRST_ARMY_NORTH_LIMIT) | (home & _around_hq(state, c))
    return home & _around_hq(state, c)


def _around_hq(state: State, c: Counter) -> frozenset[str]:
    hq = headquarters(c)
    if hq is None or state.units[hq].at in BOXES:
        return frozenset()
    return board().lattice.within(state.units[hq].at, counter(hq).radius)


def check_place(state: State, unit: str, hex_: str) -> None:
    """§3.1, §6.0: refuse a hex where the unit may not be set up."""
    c = counter(unit)
    if not sets_up(state, unit):
        raise Refused("not-placed-now", "3.1", f"{name_of(unit)} is not placed by hand during set-up.")
    if hex_ not in allowed_hexes(state, unit):
        hq = headquarters(c)
        if c.kind != "hq" and hq is not None and state.units[hq].at in BOXES:
            raise Refused("hq-first", "3.1", f"Place {name_of(hq)} first: its units must be within its command radius.")
        raise Refused("wrong-place", "3.1", f"{name_of(unit)} may not be set up in {board().label(hex_)}.")
    check_room(state, unit, hex_)


def check_room(state: State, unit: str, hex_: str) -> None:
    """§3.1, §6.2, §6.3: refuse a hex that is full, or held by another nation."""
    c = counter(unit)
    there = tuple(u for u in state.stacks.get(hex_, ()) if u != unit)
    if c.nation == BE and c.is_corps and any(counter(u).is_corps for u in there):
        raise Refused("one-corps", "3.1", "Only one Belgian corps may set up in a hex.")
    if is_overstacked((*there, unit)):
        raise Refused("overstacked", "6.2", "At most three corps and one HQ may stack in a hex.")
    if not may_share(state, unit, hex_):
        raise Refused("other-nation", "6.3", "Units of different nations may not stack together.")


def _has_room(state: State, unit: str, hex_: str) -> bool:
    if hex_ not in state.stacks:
        return True
    try:
        check_room(state, unit, hex_)
    except Refused:
        return False
    return True


def place(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.1: put a unit on the map, or move one that is there; an HQ that moves sends back what it no longer reaches."""
    only(command, "unit", "hex")
    unit = want_unit(command, play.state, seat)
    hex_ = want_hex(command)
    check_place(play.state, unit, hex_)
    play.emit(UnitPlaced(unit, hex_, "3.1"))
    if counter(unit).kind == "hq":
        _send_back_unreached(play, unit)


def unplace(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.1: take a unit back into the pool; with an HQ go the units that depend on it."""
    only(command, "unit")
    unit = want_unit(command, play.state, seat)
    if counter(unit).kind == "fort" or play.state.units[unit].at in BOXES:
        raise Refused("not-placed", "3.1", f"{name_of(unit)} has not been placed by hand.")
    play.emit(UnitTakenBack(unit, POOL))
    if counter(unit).kind == "hq":
        _send_back_unreached(play, unit)


def _send_back_unreached(play: Play, hq: str) -> None:
    for unit, now in play.state.units.items():
        if unit == hq or now.at in BOXES or counter(unit).kind == "fort" or headquarters(counter(unit)) != hq:
            continue
        if now.at not in allowed_hexes(play.state, unit):
            play.emit(UnitTakenBack(unit, POOL))


def historical(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """Set up every unit of the side where it stood in August 1914, whatever had been placed before."""
    only(command)
    plan = [(u, h) for u, h in printed().scenario.historical if counter(u).side == seat and counter(u).kind != "fort"]
    for unit, _ in plan:
        if play.state.units[unit].at not in BOXES:
            play.emit(UnitTakenBack(unit, POOL))
    first = [p for p in plan if counter(p[0]).kind == "hq"]
    rest = [p for p in plan if counter(p[0]).kind != "hq"]
    for unit, hex_ in (*first, *rest[::-1]):
        check_place(play.state, unit, hex_)
        play.emit(UnitPlaced(unit, hex_, "3.1"))
    _top_as_planned(play, plan)


def _top_as_planned(play: Play, plan: list[tuple[str, str]]) -> None:
    wanted: dict[str, list[str]] = {}
    for unit, hex_ in plan:
        wanted.setdefault(hex_, []).append(unit)
    for hex_, order in wanted.items():
        forts = [u for u in play.state.stacks[hex_] if u not in order]
        if play.state.stacks[hex_] != (*order, *forts):
            play.emit(StackArranged(hex_, (*order, *forts)))


def check_complete(state: State, side: str) -> None:
    """§3.1: every unit that sets up has been placed."""
    missing = waiting(state, side)
    if missing:
        raise Refused(
            "not-all-placed", "3.1", f"You have {counted(len(missing), 'unit')} left to place: {_some_of(missing)}."
        )


def _some_of(units: list[str]) -> str:
    """The first few units by name, and how many more there are."""
    named, more = units[:FEW], units[FEW:]
    return names_of(named) + (f" and {counted(len(more), 'other')}" if more else "")


def setup_offers(state: State, seat: str) -> list[JsonObject]:
    """§3.1: what may be placed and where."""
    choices: JsonObject = {}
    for unit in state.units:
        if counter(unit).side != seat or not sets_up(state, unit):
            continue
        hexes: list[str] = [h for h in sorted(allowed_hexes(state, unit)) if _has_room(state, unit, h)]
        choices[unit] = [*hexes]
    placed: list[str] = [u for u in state.on_map(seat) if counter(u).kind != "fort"]
    offers: list[JsonObject] = [
        {"kind": "place", "label": "Place", "section": "3.1", "choices": choices},
        {"kind": "historical", "label": "Historical set-up", "section": "3.1"},
    ]
    if placed:
        offers.append({"kind": "unplace", "label": "Take back", "section": "3.1", "units": [*placed]})
    return offers
