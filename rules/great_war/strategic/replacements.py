"""§5.3 Replacement Phase: units of the dead pile and lost steps bought with resource points, and who may not be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rules.great_war.facts.replacements import UnitRestored, UnitReturned
from rules.great_war.play import Play, name_of, own, own_unit
from rules.great_war.position.boxes import DEAD_PILES, dead_units
from rules.great_war.position.state import BOXES, PhaseFrame, State
from rules.great_war.printed.dominions import ANZAC, CANADIAN, of_empire
from rules.great_war.printed.nations import NAME_OF, SIDES
from rules.great_war.strategic.income import SHELL_SHORTAGE
from rules.great_war.supply.tracing import IN, supply_of
from rules.great_war.turn.steps import end_step
from rules.hexes.choosing import one_of_fitting
from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.procedure.options import Count, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.wording import quantity

STEPS_OF_EMPIRE = 1
"""§5.36: Canadian steps in a phase; and Australian and New Zealand ones, together."""
_PEOPLE = {CANADIAN: "Canadian", ANZAC: "Australian or New Zealand"}


# --- what a unit costs ------------------------------------------------------------------------------------------------


def faces(state: State, unit: str) -> Mapping[int, bool]:
    """§5.32 to §5.34: the points for which a dead unit comes back, and whether it then shows its back."""
    counter, chart = state.counter(unit), state.printed.charts.spending
    front = counter.replaced("front")
    if counter.kind == "hq" and counter.back is not None:
        found = {chart.depleted_hq: True}
        if not depleted_only(state, counter.nation):
            found[chart.support_hq] = False
        return found
    # No side with a dot lies face up in the dead pile but the front: shock troops come there as infantry.
    if counter.steps == 2:
        return {chart.step: True, 2 * chart.step: False} if front else {chart.step: True}
    return {chart.step: state.units[unit].back} if front else {}


def depleted_only(state: State, nation: str) -> bool:
    """§5.34, §5.45: in the shell shortage, and in Russia after the Czar, headquarters come back without support."""
    return state.strategic_state.turn in SHELL_SHORTAGE or (nation == "RU" and bool(state.strategic_state.czar))


def affordable(state: State, unit: str) -> tuple[int, ...]:
    """§5.33: the prices of a dead unit that its nation can pay."""
    purse = state.points.get(state.counter(unit).nation, 0)
    return tuple(price for price in faces(state, unit) if price <= purse)


# --- who may come back ------------------------------------------------------------------------------------------------


def check_return(state: State, unit: str) -> None:
    """§5.31 to §5.37: whether a unit may be bought back from the dead pile now; no German in the Near East alone."""
    if state.units[unit].at not in DEAD_PILES:
        raise Refused("not-dead", "5.31", f"{name_of(state, unit)} is not in the dead pile.")
    if state.counter(unit).nation == "GE" and not state.printed.variant.europe:
        raise Refused("not-rebuilt", "5.37", "German units destroyed in the Near East are not rebuilt in this game.")
    if not faces(state, unit):
        raise Refused("dot", "5.32", f"{name_of(state, unit)} has a dot: it cannot be replaced.")
    if unit in state.strategic_state.stranded:
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
    if nation in state.strategic_state.collapsed:
        raise Refused("collapsed", "16.11", f"{NAME_OF[nation]} units are not replaced after the collapse.")
    bought = [u for u in state.strategic_state.rebuilt if empire and of_empire(state.counter(u)) == empire]
    if len(bought) >= STEPS_OF_EMPIRE:
        raise Refused("one-step", "5.36", f"One {_PEOPLE[empire]} step a phase can be rebuilt.")


def _too_poor(state: State, unit: str) -> Refused:
    return Refused("no-points", "5.35", f"There are not enough {NAME_OF[state.counter(unit).nation]} resource points.")


# --- the orders -------------------------------------------------------------------------------------------------------


def who_buys(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.31: both sides at once, as far as they have points."""
    rich = {state.sides[n] for n, points in state.points.items() if points and n in state.sides}
    return tuple(Ask(side, serial="") for side in reversed(SIDES) if side in rich and side not in frame.done)


def _those(
    candidates: Callable[[State], tuple[str, ...]], check: Callable[[State, str], None], at: At[State], _: Choices
) -> OneOf:
    why = own(at, check)
    mine = [u for u in candidates(at.state) if at.state.sides.get(at.state.counter(u).nation) == at.seat]
    return one_of_fitting(lambda: mine, why)


def _prices(at: At[State], chosen: Choices) -> Count:
    unit = own_unit(chosen.name("unit"), at.state, at.seat)
    prices = affordable(at.state, unit)
    return Count(min(prices), max(prices), partial(_why_not_for, at.state, unit))


def _why_not_for(state: State, unit: str, points: int) -> Refusal | None:
    """§5.34, §5.35, §5.45: why a unit does not come back for that many points, where there is more to say than the
    number."""
    nation = state.counter(unit).nation
    if points in faces(state, unit):
        return _too_poor(state, unit).refusal
    whole = points == state.printed.charts.spending.support_hq and state.counter(unit).kind == "hq"
    if not whole or not depleted_only(state, nation):
        return None
    if state.strategic_state.turn not in SHELL_SHORTAGE:
        return Refusal(
            "not-that-many", "5.45", "After the Czar, Russian headquarters come back depleted, for one point."
        )
    return Refusal(
        "not-that-many", "5.34", "Headquarters come back depleted on strategic turns B and C, for one point."
    )


def give_back(play: Play, _: At[State], chosen: Choices) -> None:
    """§5.33, §5.34: a unit goes to the Available Units Box for its nation's points."""
    unit, price = chosen.name("unit"), chosen.count("points")
    play.emit(UnitReturned(unit, price, faces(play.state, unit)[price]))


def restore(play: Play, _: At[State], chosen: Choices) -> None:
    """§5.33: a reduced unit on the map is whole again."""
    play.emit(UnitRestored(chosen.name("unit"), play.state.printed.charts.spending.step))


def _dead(state: State) -> tuple[str, ...]:
    return dead_units(state)


def _on_map(state: State) -> tuple[str, ...]:
    return tuple(state.on_map())


RETURN: Order[State] = Order(
    "replace", "Rebuild a destroyed unit", "5.33", give_back,
    (
        Slot("unit", "unit", partial(_those, _dead, check_return), "Choose a unit in the dead pile"),
        Slot("points", "count", _prices, "Points: two for a headquarters with support, or for two steps"),
    ),
    at_once=True, weight=4,
)  # fmt: skip

RESTORE: Order[State] = Order(
    "restore", "Rebuild a reduced unit", "5.31", restore,
    (Slot("unit", "unit", partial(_those, _on_map, check_restore), "Choose a reduced unit"),),
    at_once=True,
)  # fmt: skip


# --- what is not spent ------------------------------------------------------------------------------------------------


def surplus(state: State) -> Mapping[str, int]:
    """§5.13: the points that nations lose at the end of the strategic turn: those beyond what may be kept."""
    most = state.printed.charts.spending.carried
    return {nation: points - most for nation, points in state.points.items() if points > most}


def _loss_in_words(at: At[State]) -> str:
    """§5.13: what of its points a side is about to lose, in a sentence for each nation."""
    most, state = at.state.printed.charts.spending.carried, at.state
    mine = {n: lost for n, lost in surplus(state).items() if state.sides.get(n) == at.seat}
    return " ".join(
        f"Of {quantity(state.points[n], f'{NAME_OF[n]} point')}, {lost} {'is' if lost == 1 else 'are'} lost when this"
        f" strategic turn ends: a nation keeps at most {most}."
        for n, lost in mine.items()
    )


def _ending(at: At[State]) -> JsonObject:
    """The end of the phase, with a warning of what is lost while something could still be bought."""
    lost = _loss_in_words(at) if _anything(at) else ""
    warnings: list[Json] = [{"text": lost, "section": "5.13"}] if lost else []
    return {"slots": [], "warnings": warnings}


def _anything(at: At[State]) -> bool:
    return any(order.open(at) for order in (RETURN, RESTORE))


END: Order[State] = Order("end_phase", "Done rebuilding", "5.31", end_step, hand=_ending)


def words(at: At[State]) -> tuple[str, str]:
    """§5.31: what the side is asked; it has points, but perhaps no unit to spend them on."""
    detail = "Each nation pays for its own units. Rebuilt units arrive with the next new units."
    if not _anything(at):
        detail = f"None of your units can be rebuilt now. {_loss_in_words(at)}".strip()
    return "Rebuild your units", detail
