"""§5.3: several destroyed units of one nation rebuilt by one order, each for as little as it may be."""

from __future__ import annotations

from functools import partial

from rules.great_war.facts.replacements import UnitReturned
from rules.great_war.play import Play, own
from rules.great_war.position.boxes import dead_units
from rules.great_war.position.state import State
from rules.great_war.printed.dominions import of_empire
from rules.great_war.printed.nations import NAME_OF, NATIONS
from rules.great_war.strategic.replacements import check_return, faces
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.needs import Need, at_most
from rules.kernel.procedure.options import Fitting, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.weighed import Sum

MIN_UNITS = 2
"""Of one unit alone the order for one says more: it asks for how many points."""
ONE_STEP = Refusal(
    "one-step", "5.36", "One Canadian step and one Australian or New Zealand step can be rebuilt each phase."
)


def cost(state: State, unit: str) -> int:
    """§5.32 to §5.34: the least for which a unit of the dead pile comes back: one step, or a headquarters depleted."""
    return min(faces(state, unit), default=0)


def _may_return(state: State, unit: str) -> bool:
    try:
        check_return(state, unit)
    except Refused:
        return False
    return True


def who_return(state: State, nation: str) -> tuple[str, ...]:
    """§5.31: the nation's units in the dead pile that its points can bring back."""
    return tuple(u for u in dead_units(state) if state.counter(u).nation == nation and _may_return(state, u))


def _nations_of(state: State, side: str) -> tuple[str, ...]:
    """§5.35: those that pay for two units or more, in the order of the tables."""
    rich = (n for n in NATIONS if state.sides.get(n) == side and state.points.get(n, 0) >= MIN_UNITS)
    return tuple(n for n in rich if len(who_return(state, n)) >= MIN_UNITS)


def _nations(at: At[State], _: Choices) -> OneOf:
    found = _nations_of(at.state, at.seat)
    return OneOf(found, labels={n: NAME_OF[n] for n in found})


def _units(at: At[State], chosen: Choices) -> Sum:
    """§5.35, §5.36: what they cost together is at most what the nation has."""
    state, nation = at.state, chosen.name("nation")
    units = who_return(state, nation)
    empires = {of_empire(state.counter(u)) for u in units} - {""}
    limits = tuple(
        at_most(1, {u for u in units if of_empire(state.counter(u)) == empire}, ONE_STEP) for empire in sorted(empires)
    )

    def check(now: State, unit: str) -> None:
        check_return(now, unit)
        if now.counter(unit).nation != nation:
            raise Refused("another-nation", "5.35", f"{NAME_OF[nation]} points pay only for {NAME_OF[nation]} units.")

    why = own(at, check)
    need = Need(partial(cost, state), least=1, most=state.points.get(nation, 0), limits=limits)
    return Sum(Fitting(lambda: units, why, fit=True), need, "point", why=why)


def rebuild(play: Play, _: At[State], chosen: Choices) -> None:
    """§5.33, §5.34: they go to the Available Units Box, each showing the side that it was paid for."""
    for unit in chosen.names("units"):
        price = cost(play.state, unit)
        play.emit(UnitReturned(unit, price, faces(play.state, unit)[price]))


REBUILD: Order[State] = Order(
    "rebuild", "Rebuild several", "5.33", rebuild,
    (Slot("nation", "choice", _nations, "Choose the nation that pays"),
     Slot("units", "units", _units, "Choose units: one point each")),
    weight=2,
)  # fmt: skip
