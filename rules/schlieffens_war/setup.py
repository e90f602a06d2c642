"""§3.0 Set-up: the Entente first, then the Germans; HQs near their printed hex, corps within their radius."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.hexes.setting_up import SettingUp
from rules.kernel.game_support import refusable
from rules.kernel.kept import kept
from rules.kernel.messages import Chance, Decided, Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At, Choices, Order, Slot
from rules.kernel.wording import quantity
from rules.schlieffens_war.facts.setup import UnitPlaced, UnitTakenBack
from rules.schlieffens_war.facts.stacking import StackArranged
from rules.schlieffens_war.play import Play, close_phase, hex_in_play, name_of, names_of, names_offer, own
from rules.schlieffens_war.position.state import (
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
)
from rules.schlieffens_war.printed.counters import Counter
from rules.schlieffens_war.printed.data import PLANS
from rules.schlieffens_war.printed.sides import BE, BR, FR, GE, HOME_OF_NATION, NATION_NAMES
from rules.schlieffens_war.stacking import OVERSTACKED, is_overstacked, may_share

FIRST_ARMY_NORTH_LIMIT = 22
"""§3.1: corps of the French 1st Army may stand anywhere on or south of this row."""
DEPOT_RANGE = 2
MAX_NAMED = 2
"""As many units a sentence names; the rest it counts."""


def opening_position(step: str, plan: str) -> State:
    """The position before anyone has placed a unit: forts in their hexes, reinforcements on the turn track."""
    units: dict[str, UnitState] = {}
    stacks: dict[str, tuple[str, ...]] = {}
    for c in PLANS[plan].counters.values():
        at = c.setup if c.kind == "fort" else {"turn 3": TURN_3, "turn 7": TURN_7}.get(c.setup, POOL)
        morale = ELAN if c.nation == GE and c.is_corps else NORMAL
        units[c.id] = UnitState(at=at, steps=c.full, morale=morale)
        if at not in BOXES:
            stacks[at] = (*stacks.get(at, ()), c.id)
    return State(version=VERSION, turn=1, cursor=(PhaseFrame(step),), units=units, stacks=stacks, plan=plan)


def units_waiting(state: State, side: str) -> tuple[str, ...]:
    """The side's units that have still to be placed."""
    return state.in_box(POOL, side)


def sets_up(state: State, unit: str) -> bool:
    """§3.1: whether its owner places the unit by hand: no fort, and no reinforcement on the turn track."""
    at = state.units[unit].at
    return state.counter(unit).kind != "fort" and (at == POOL or at not in BOXES)


def headquarters(state: State, unit: Counter) -> str | None:
    """The HQ of the unit's own army (during set-up army designations count)."""
    for c in state.printed.counters.values():
        if c.kind == "hq" and c.nation == unit.nation and c.army == unit.army:
            return c.id
    return None


def allowed_hexes(state: State, unit: str) -> frozenset[str]:
    """§3.1: where a unit may be set up now, stacking aside."""
    c, b = state.counter(unit), state.printed.board
    home = b.homes.get(HOME_OF_NATION.get(c.nation, ""), frozenset())
    if c.setup == "any":
        if c.kind == "hq":
            return home
        return home & _around_hq(state, c)
    if c.kind == "hq":
        return home & ({c.setup} | set(b.lattice.around(c.setup)))
    if c.kind == "depot":
        rails = home & b.on_rail
        hq = headquarters(state, c)
        if hq is None or state.units[hq].at in BOXES:
            return frozenset()
        return rails & b.lattice.within(state.units[hq].at, DEPOT_RANGE)
    if c.nation == FR and c.army == "1":
        return home & (b.south_of(FIRST_ARMY_NORTH_LIMIT) | _around_hq(state, c))
    return home & _around_hq(state, c)


def _around_hq(state: State, c: Counter) -> frozenset[str]:
    hq = headquarters(state, c)
    if hq is None or state.units[hq].at in BOXES:
        return frozenset()
    return state.printed.board.lattice.within(state.units[hq].at, state.counter(hq).radius)


def check_sets_up(state: State, unit: str) -> None:
    """§3.1: refuse a unit that is not placed by hand."""
    if not sets_up(state, unit):
        raise Refused("not-placed-now", "3.1", f"{name_of(state, unit)} is not placed by hand during set-up.")


def check_place(state: State, unit: str, hex_: str) -> None:
    """§3.1, §6.0: refuse a hex where the unit may not be set up."""
    c = state.counter(unit)
    if hex_ not in allowed_hexes(state, unit):
        hq = headquarters(state, c)
        if c.kind != "hq" and hq is not None and state.units[hq].at in BOXES:
            raise Refused(
                "hq-first", "3.1", f"Place {name_of(state, hq)} first: its units must be within its command radius."
            )
        raise Refused(
            "wrong-place", "3.1", f"{name_of(state, unit)} may not be set up in {state.printed.board.label(hex_)}."
        )
    check_room(state, unit, hex_)


def check_room(state: State, unit: str, hex_: str) -> None:
    """§3.1, §6.2, §6.3: refuse a hex that is full, or held by another nation."""
    _check_beside(state, unit, hex_, tuple(u for u in state.stacks.get(hex_, ()) if u != unit))


def _check_beside(state: State, unit: str, hex_: str, there: tuple[str, ...]) -> None:
    """§3.1, §6.2, §6.3: refuse a unit that may not stand with those that are there."""
    c = state.counter(unit)
    if c.nation == BE and c.is_corps and any(state.counter(u).is_corps for u in there):
        raise Refused("one-corps", "3.1", "Only one Belgian corps may set up in a hex.")
    if is_overstacked(state, (*there, unit)):
        raise OVERSTACKED.raised()
    if not may_share(state, unit, hex_):
        raise Refused("other-nation", "6.3", "Units of different nations may not stack together.")


def _has_room(state: State, unit: str, hex_: str, there: tuple[str, ...]) -> bool:
    try:
        _check_beside(state, unit, hex_, there)
    except Refused:
        return False
    return True


def _places(state: State, unit: str) -> list[str]:
    """§3.1: the hexes where the unit may be set up now."""
    further = places_for_further(state, _first_alike(state)[unit])
    at = state.units[unit].at
    if at not in state.stacks or at in further or at not in allowed_hexes(state, unit):
        return [*further]
    # Where it stands it is no further unit.
    others = tuple(u for u in state.stacks[at] if u != unit)
    return sorted((*further, at)) if _has_room(state, unit, at, others) else [*further]


@kept
def places_for_further(state: State, unit: str) -> tuple[str, ...]:
    """§3.1: the hexes where one more unit like this may be set up now. Found together for those that are alike: a side
    has forty to set up, and is asked again after each."""
    allowed, stacks = sorted(allowed_hexes(state, unit)), state.stacks
    return tuple(h for h in allowed if h not in stacks or _has_room(state, unit, h, stacks[h]))


def _first_alike(state: State) -> Mapping[str, str]:
    """Each unit with the first one that may be set up wherever it may."""

    def find(_: object) -> Mapping[str, str]:
        first: dict[tuple[object, ...], str] = {}
        return {
            id_: first.setdefault((c.nation, c.kind, c.army, c.setup, c.weight, c.is_corps, c.is_mobile), id_)
            for id_, c in counters.items()
        }

    counters = state.printed.counters
    return state.memory.recall("alike in set-up", (counters,), find)


def _by_hand(state: State, side: str) -> list[str]:
    """§3.1: the units that their owner places by hand."""
    return [u for u in state.units if state.counter(u).side == side and sets_up(state, u)]


def _placed_by_hand(state: State, side: str) -> list[str]:
    """§3.1: the units that were placed by hand."""
    return [u for u in state.on_map(side) if state.counter(u).kind != "fort"]


def _some_of(state: State, units: Sequence[str]) -> str:
    """The first few units by name, and how many more there are."""
    named, more = units[:MAX_NAMED], units[MAX_NAMED:]
    return names_of(state, named) + (f" and {quantity(len(more), 'other')}" if more else "")


SET_UP: SettingUp[State] = SettingUp(
    "3.1",
    own,
    name_of,
    units=_by_hand,
    waiting=units_waiting,
    standing=_placed_by_hand,
    check_unit=check_sets_up,
    hexes=_places,
    check=lambda state, unit, hex_: check_place(state, unit, hex_in_play(state, hex_)),
    fit=True,
    deed="place",
    done="placed by hand",
    names=_some_of,
)


def place(play: Play, _: At[State], chosen: Choices) -> None:
    """§3.1: put a unit on the map, or move one that is there; an HQ that moves sends back what it no longer reaches."""
    unit = chosen.name("unit")
    play.emit(UnitPlaced(unit, chosen.name("hex"), "3.1"))
    if play.state.counter(unit).kind == "hq":
        _send_back_unreached(play, unit)


def army_of(counter: Counter) -> str:
    """§3.1: the army of a unit in words; of units that have none their nation."""
    if counter.nation == BE:
        return "Belgian Army"
    if counter.nation == BR:
        return "British Expeditionary Force"
    nth = NTH.get(counter.army, f"{counter.army}th")
    return f"{NATION_NAMES[counter.nation]} {f'{nth} Army' if counter.army else 'reserve'}"


NTH = {"1": "1st", "2": "2nd", "3": "3rd"}


def _offer(at: At[State]) -> JsonObject:
    """§3.1: where each unit may be set up, and the side's units by armies."""
    units = SET_UP.unit(at, NOTHING_CHOSEN).names
    armies: dict[str, list[Json]] = {}
    for unit in units:
        armies.setdefault(army_of(at.state.counter(unit)), []).append(unit)
    groups: list[Json] = [{"title": title, "units": armies[title]} for title in sorted(armies)]
    return {"choices": {u: [*_places(at.state, u)] for u in units}, "groups": groups}


PLACE: Order[State] = Order(
    "place", "Place", "3.1", place, (Slot("unit", "unit", SET_UP.unit), Slot("hex", "hex", SET_UP.hex)),
    hand=_offer,
    weight=110,
)  # fmt: skip


def unplace(play: Play, _: At[State], chosen: Choices) -> None:
    """§3.1: take a unit back into the pool; with an HQ go the units that depend on it."""
    unit = chosen.name("unit")
    play.emit(UnitTakenBack(unit, POOL))
    if play.state.counter(unit).kind == "hq":
        _send_back_unreached(play, unit)


UNPLACE: Order[State] = Order(
    "unplace", "Take back", "3.1", unplace, (Slot("unit", "unit", SET_UP.placed),),
    hand=lambda at: names_offer("units", SET_UP.placed(at, NOTHING_CHOSEN)),
)  # fmt: skip


def _send_back_unreached(play: Play, hq: str) -> None:
    for unit, now in play.state.units.items():
        if (
            unit == hq
            or now.at in BOXES
            or play.state.counter(unit).kind == "fort"
            or headquarters(play.state, play.state.counter(unit)) != hq
        ):
            continue
        if now.at not in allowed_hexes(play.state, unit):
            play.emit(UnitTakenBack(unit, POOL))


def historical(play: Play, at: At[State], _: Choices) -> None:
    """Set up every unit of the side where it stood in August 1914, whatever had been placed before."""
    _as_in_august(play, lambda unit: play.state.counter(unit).side == at.seat)


def historical_own(
    state: State, side: str, mine: Callable[[str], bool], chance: Chance
) -> Decided[State, Any] | Refusal:
    """The same for the units of one commander of a side; refused where units of others stand in their way."""

    def place_all() -> Decided[State, Any]:
        play = Play(state, chance)
        _as_in_august(play, lambda unit: state.counter(unit).side == side and mine(unit))
        return play.decided()

    return refusable(place_all)


def _as_in_august(play: Play, mine: Callable[[str], bool]) -> None:
    plan = [
        (u, h) for u, h in play.state.printed.scenario.historical if mine(u) and play.state.counter(u).kind != "fort"
    ]
    for unit, __ in plan:
        if play.state.units[unit].at not in BOXES:
            play.emit(UnitTakenBack(unit, POOL))
    first = [p for p in plan if play.state.counter(p[0]).kind == "hq"]
    rest = [p for p in plan if play.state.counter(p[0]).kind != "hq"]
    for unit, hex_ in (*first, *rest[::-1]):
        check_place(play.state, unit, hex_)
        play.emit(UnitPlaced(unit, hex_, "3.1"))
    _top_as_planned(play, plan)


HISTORICAL: Order[State] = Order(
    "historical", "Historical set-up", "3.1", historical,
    note=lambda at: "Starts again" if SET_UP.placed(at, NOTHING_CHOSEN).names else "As in August 1914",
    weight=SET_UP.weight,
)  # fmt: skip


def _top_as_planned(play: Play, plan: list[tuple[str, str]]) -> None:
    wanted: dict[str, list[str]] = {}
    for unit, hex_ in plan:
        wanted.setdefault(hex_, []).append(unit)
    for hex_, order in wanted.items():
        forts = [u for u in play.state.stacks[hex_] if u not in order]
        if play.state.stacks[hex_] != (*order, *forts):
            play.emit(StackArranged(hex_, (*order, *forts)))


END: Order[State] = Order(
    "end_phase", "Done setting up", "5.0", close_phase, when=SET_UP.incomplete, greyed=True, note=SET_UP.left, weight=10
)
