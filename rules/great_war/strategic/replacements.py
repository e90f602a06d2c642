"""§5.3 Replacement Phase: units of the dead pile and lost steps bought with resource points, and who may not be."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.great_war.events.replacements import UnitRestored, UnitReturned
from rules.great_war.nations import SIDES
from rules.great_war.play import NAME_OF, Play, name_of, own, own_unit
from rules.great_war.state import BOXES, DEAD, PhaseFrame, State
from rules.great_war.strategic.income import SHELL_SHORTAGE
from rules.great_war.subjects import ANZAC, CANADIAN, of_empire
from rules.great_war.supply import IN, supply_of
from rules.kernel.messages import Refused
from rules.kernel.procedure.options import Count, Fitting, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

STEPS_OF_EMPIRE = 1
"""§5.36: Canadian steps in a phase; and Australian and New Zealand ones, together."""
_PEOPLE = {CANADIAN: "Canadian", ANZAC: "Australian or New Zealand"}


# --- what a unit costs ------------------------------------------------------------------------------------------------


def faces(state: State, unit: str) -> Mapping[int, bool]:
    """§5.32 to §5.34: the points for which a dead unit comes back, and whether it then shows its back."""
    counter, chart = state.counter(unit), state.printed.charts.spending
    front, back = counter.replaced("front"), counter.replaced("back")
    if counter.kind == "hq" and counter.back is not None:
        found = {chart.depleted_hq: True}
        if not depleted_only(state, counter.nation):
            found[chart.support_hq] = False
        return found
    if counter.steps == 2:
        return _two_steps(chart.step, front, back)
    shows = state.units[unit].back
    return {chart.step: shows} if (back if shows else front) else {}


def _two_steps(step: int, front: bool, back: bool) -> dict[int, bool]:
    found: dict[int, bool] = {}
    if back:
        found[step] = True
        if front:
            found[2 * step] = False
    return found


def depleted_only(state: State, nation: str) -> bool:
    """§5.34, §5.45: in the shell shortage, and in Russia after the Czar, headquarters come back without support."""
    return state.ledger.turn in SHELL_SHORTAGE or (nation == "RU" and bool(state.ledger.czar))


def affordable(state: State, unit: str) -> tuple[int, ...]:
    """§5.33: the prices of a dead unit that its nation can pay."""
    purse = state.points.get(state.counter(unit).nation, 0)
    return tuple(price for price in faces(state, unit) if price <= purse)


# --- who may come back ------------------------------------------------------------------------------------------------


def check_return(state: State, unit: str) -> None:
    """§5.31 to §5.36: whether a unit may be bought back from the dead pile now."""
    if state.units[unit].at != DEAD:
        raise Refused("not-dead", "5.31", f"{name_of(state, unit)} is not in the dead pile.")
    if not faces(state, unit):
        raise Refused("dot", "5.32", f"{name_of(state, unit)} has a dot: it cannot be replaced.")
    if unit in state.ledger.stranded:
        raise Refused("stranded", "5.36", "The first five British units destroyed in the east are not rebuilt.")
    _check_nation(state, unit)
    if not affordable(state, unit):
        raise _too_poor(state, unit)


def check_restore(state: State, unit: str) -> None:
    """§5.31, §5.32: whether a lost step of a unit on the map may be bought now."""
    counter, now = state.counter(unit), state.units[unit]
    if now.at in BOXES or counter.steps != 2 or not now.back:
        raise Refused("not-reduced", "5.31", f"{name_of(state, unit)} is not a reduced unit on the map.")
    if not counter.replaced("front"):
        raise Refused("dot", "5.32", f"The full strength of {name_of(state, unit)} has a dot: it cannot be replaced.")
    if supply_of(state, unit) != IN:
        raise Refused("out-of-supply", "5.31", f"{name_of(state, unit)} is not in supply.")
    _check_nation(state, unit)
    if state.points.get(counter.nation, 0) < state.printed.charts.spending.step:
        raise _too_poor(state, unit)


def _check_nation(state: State, unit: str) -> None:
    nation, empire = state.counter(unit).nation, of_empire(state.counter(unit))
    if nation in state.ledger.collapsed:
        raise Refused("collapsed", "16.11", f"{NAME_OF[nation]} units are not replaced after the collapse.")
    bought = [u for u in state.ledger.rebuilt if empire and of_empire(state.counter(u)) == empire]
    if len(bought) >= STEPS_OF_EMPIRE:
        raise Refused("one-step", "5.36", f"One {_PEOPLE[empire]} step a phase can be rebuilt.")


def _too_poor(state: State, unit: str) -> Refused:
    return Refused("no-points", "5.35", f"There are not enough {NAME_OF[state.counter(unit).nation]} resource points.")


# --- the orders -------------------------------------------------------------------------------------------------------


def buying(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.31: both sides at once, as far as they have points."""
    rich = {state.sides[n] for n, points in state.points.items() if points and n in state.sides}
    return tuple(Ask(side, serial="") for side in reversed(SIDES) if side in rich and side not in frame.done)


def _those(candidates: Callable[[State], tuple[str, ...]], check: Callable[[State, str], None]) -> Callable[..., OneOf]:
    def options(at: At[State], _: Choices) -> OneOf:
        why = own(at, check)
        mine = [u for u in candidates(at.state) if at.state.sides.get(at.state.counter(u).nation) == at.seat]
        return OneOf(Fitting(lambda: mine, why), why=why)

    return options


def _prices(at: At[State], chosen: Choices) -> Count:
    prices = affordable(at.state, own_unit(chosen.name("unit"), at.state, at.seat))
    return Count(min(prices), max(prices))


def give_back(play: Play, _: At[State], chosen: Choices) -> None:
    """§5.33, §5.34: a unit goes to the Available Units Box for its nation's points."""
    unit, price = chosen.name("unit"), chosen.count("points")
    play.emit(UnitReturned(unit, price, faces(play.state, unit)[price]))


def restore(play: Play, _: At[State], chosen: Choices) -> None:
    """§5.33: a reduced unit on the map is whole again."""
    play.emit(UnitRestored(chosen.name("unit"), play.state.printed.charts.spending.step))


RETURN: Order[State] = Order(
    "replace", "Rebuild a destroyed unit", "5.33", give_back,
    (
        Slot("unit", "unit", _those(lambda state: state.boxes[DEAD], check_return), "Choose a unit in the dead pile"),
        Slot("points", "count", _prices, "Points: two for a headquarters with support, or for two steps"),
    ),
    at_once=True, weight=4,
)  # fmt: skip

RESTORE: Order[State] = Order(
    "restore", "Rebuild a reduced unit", "5.31", restore,
    (Slot("unit", "unit", _those(lambda state: tuple(state.on_map()), check_restore), "Choose a reduced unit"),),
    at_once=True,
)  # fmt: skip


def words(at: At[State]) -> tuple[str, str]:
    """§5.31: what the side is asked; it has points, but perhaps nobody who comes back for them."""
    detail = "Each nation pays for its own units. What is rebuilt comes with the next new units."
    if not any(order.open(at) for order in (RETURN, RESTORE)):
        detail = "None of your units can be rebuilt now."
    return "Rebuild your units", detail
