"""§15.2 Entrenchments, dug at the beginning of a Movement Phase (§7.231)."""

from __future__ import annotations

from rules.empires_alliances.facts.works import Dug
from rules.empires_alliances.movement.duties import why_must_go
from rules.empires_alliances.movement.forts import why_not_before_moves
from rules.empires_alliances.movement.parting import why_must_part
from rules.empires_alliances.play import Play, name_of, own, some_of
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.counters import FOOT
from rules.empires_alliances.supply.feeding import is_supplied
from rules.empires_alliances.terrain.zones import fort_in
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

MAX_LEVEL = 2


def why_not_dig(state: State, unit: str) -> Refusal | None:
    """§15.21 to §15.23, §13.85: why a unit may not entrench, or dig deeper; None when it may."""
    now, name = state.units[unit], name_of(state, unit)
    if state.date.trenches == 0:
        return Refusal("no-trenches-yet", "15.21", "Units cannot entrench before October 1914.")
    if now.at in state.off_map:
        return Refusal("not-on-map", "15.21", f"{name} is not on the map.")
    if state.counter(unit).kind not in FOOT:
        return Refusal("no-infantry", "15.21", "Only infantry can entrench.")
    if fort_in(state, now.at) is not None:
        return Refusal("fort-there", "15.22", "Units cannot entrench in a hex with a fort.")
    if now.spent:
        return Refusal("has-dug", "15.21", f"{name} has already dug in this phase.")
    if now.trench >= MAX_LEVEL:
        return Refusal("deep-enough", "15.23", f"{name} is already entrenched at the highest level.")
    if now.trench >= state.date.trenches:
        return Refusal("not-deeper-yet", "15.23", "There is no second level of entrenchment before January 1916.")
    if not is_supplied(state, unit):
        return Refusal("unsupplied", "15.21", f"{name} is out of supply.")
    return why_must_go(state, unit)


def check_dig(state: State, unit: str) -> None:
    """§15.21: refuse a unit that may not entrench."""
    refusal = why_not_dig(state, unit)
    if refusal is not None:
        raise refusal.raised()


@kept
def diggers(state: State, side: str) -> tuple[str, ...]:
    """§15.21: the units that may entrench now."""
    return tuple(u for u in state.on_map(side) if why_not_dig(state, u) is None)


def _diggers(at: At[State], _: Choices) -> SomeOf:
    return some_of(lambda: diggers(at.state, at.seat), own(at, check_dig), "15.21")


def too_late(at: At[State]) -> Refusal | None:
    """§7.231, §15.21: why it is too late to entrench."""
    return why_not_before_moves(at.state, at.seat, "units entrench")


def check_parting(at: At[State], chosen: Choices) -> None:
    """§18.41: refuse that British and French dig in side by side who have to part."""
    refusal = why_must_part(at.state, chosen.names("units"))
    if refusal is not None:
        raise refusal.raised()


def dig(play: Play, _: At[State], chosen: Choices) -> None:
    """§15.21, §15.23: units entrench, or deepen their entrenchment, for all their MP."""
    play.emit(Dug(chosen.names("units")))


DIG: Order[State] = Order(
    "dig", "Entrench", "15.21", dig, (Slot("units", "units", _diggers, "Choose the units that entrench"),),
    when=too_late, limits=check_parting, weight=4,
)  # fmt: skip
