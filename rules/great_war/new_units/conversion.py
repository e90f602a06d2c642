"""§15.55 German cavalry divisions that become infantry in a New Units Phase; §21.45, §21.55: or in the set-up."""

from __future__ import annotations

from rules.great_war.facts.transport import CavalryConverted
from rules.great_war.movement.eligibility import OFF_MAP
from rules.great_war.play import NO_UNITS, Play, own
from rules.great_war.position.boxes import AVAILABLES
from rules.great_war.position.state import POOL, State
from rules.great_war.supply.tracing import fed_from
from rules.hexes.choosing import some_of
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

NO_CAVALRY = Refusal("no-cavalry", "15.55", "Only German cavalry divisions become infantry.")
DONE = Refusal("converted", "15.55", "The division has already been converted.")
CUT_OFF = Refusal("unsupplied", "15.55", "The division needs a line of supply to Berlin or the Ruhr.")
NOBODY = Refusal("nobody", "15.55", "No cavalry division can be converted now.")


def why_not_convert(state: State, unit: str) -> Refusal | None:
    """§15.55: why a unit cannot be converted now."""
    now, counter = state.units[unit], state.counter(unit)
    if counter.turned != "infantry":
        return NO_CAVALRY
    if now.at not in state.stacks:
        return OFF_MAP
    if now.back:
        return DONE
    fed = state.printed.board.index[now.at] in fed_from(state, counter.nation, state.places.depots)
    return None if fed else CUT_OFF


@kept
def riders(state: State, side: str) -> tuple[str, ...]:
    """§15.55: the cavalry divisions of a side that can be converted, by hex."""
    return tuple(u for u in state.on_map(side) if why_not_convert(state, u) is None)


def _riders(at: At[State], _: Choices) -> SomeOf:
    def check(state: State, unit: str) -> None:
        refusal = why_not_convert(state, unit)
        if refusal is not None:
            raise refusal.raised()

    why = own(at, check)
    return some_of(lambda: riders(at.state, at.seat), why, NO_UNITS)


def convert(play: Play, at: At[State], chosen: Choices) -> None:
    """§15.55: as many as the player likes, for nothing and for good."""
    play.emit(CavalryConverted(at.seat, chosen.names("units")))


CONVERT: Order[State] = Order(
    "convert", "Convert cavalry to infantry", "15.55", convert,
    (Slot("units", "units", _riders, "Choose cavalry to fight on foot"),),
    when=lambda at: None if riders(at.state, at.seat) else NOBODY, rare=True,
)  # fmt: skip


# --- in the set-up (§21.45, §21.55) -----------------------------------------------------------------------------------


def cavalry_to_convert(state: State, side: str) -> tuple[str, ...]:
    """§21.45: the cavalry divisions of a side that may begin on foot, wherever they begin; the dead ones stay."""
    if not state.card.may_dismount:
        return ()
    return tuple(
        u
        for u, now in state.units.items()
        if state.counter(u).turned == "infantry"
        and not now.back
        and state.sides.get(state.counter(u).nation) == side
        and (now.at in (POOL, *AVAILABLES) or now.at in state.stacks)
    )


def _mounted_units(at: At[State], _: Choices) -> SomeOf:
    def check(state: State, unit: str) -> None:
        if unit not in cavalry_to_convert(state, at.seat):
            raise NO_CAVALRY.raised("21.45")

    why = own(at, check)
    return some_of(lambda: cavalry_to_convert(at.state, at.seat), why, NO_UNITS)


DISMOUNT: Order[State] = Order(
    "dismount", "Begin on foot", "21.45", convert,
    (Slot("units", "units", _mounted_units, "Choose cavalry to begin on foot"),),
    when=lambda at: None if cavalry_to_convert(at.state, at.seat) else NOBODY,
    help="They stay infantry for the rest of the match.",
)  # fmt: skip
