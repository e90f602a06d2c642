"""§9.5: eliminated units come back."""

from __future__ import annotations

from rules.hexes.choosing import one_of
from rules.kernel.floods import flood_links
from rules.kernel.kept import kept
from rules.kernel.messages import Refused
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.schlieffens_war.facts.regrouping import UnitReturned
from rules.schlieffens_war.play import Play, hex_in_play, name_of, own
from rules.schlieffens_war.position.state import ELIMINATED, State
from rules.schlieffens_war.printed.sides import BE, BR, ENTENTE, FR, GERMAN
from rules.schlieffens_war.regrouping.orders import RETURNING, reach_action, too_late
from rules.schlieffens_war.regrouping.reinforcements import bef_ports
from rules.schlieffens_war.stacking import full_hexes, may_share
from rules.schlieffens_war.supply import german_rails
from rules.schlieffens_war.zoc import in_ezoc, occupied_hexes, unnegated_zones


def return_hexes(state: State, unit: str) -> tuple[str, ...]:
    """§9.5, third action: the cities in which an eliminated unit may return; a full one too (§6.1)."""
    c = state.counter(unit)
    if c.nation == BE:
        return ()
    # All that the rule looks at in a unit is its nation, and that it is mobile.
    alike = f"return.{c.nation}"
    found: tuple[str, ...] | None = state.memo.get(alike)
    if found is None:
        found = state.memo[alike] = _return_hexes(state, unit)
    return found


def _return_hexes(state: State, unit: str) -> tuple[str, ...]:
    nation, b = state.counter(unit).nation, state.printed.board
    side = state.counter(unit).side
    index = b.lattice.index
    if nation == BR:
        found = [h for h in bef_ports(state) if _holds_bef_hq(state, h)]
    elif nation == FR:
        rails = _french_return_rails(state)
        found = [h for h in b.cities if b.country[h] == "FR" and index[h] in rails]
    else:
        found = [h for h in b.german_cities if index[h] in german_rails(state)]
    return tuple(
        h
        for h in sorted(found)
        if state.controller(h) == side
        and state.holder(h) in (None, side)
        and not in_ezoc(state, h, side)
        and may_share(state, unit, h)
    )


def _holds_bef_hq(state: State, hex_: str) -> bool:
    return any(state.counter(u).kind == "hq" and state.counter(u).nation == BR for u in state.stacks.get(hex_, ()))


@kept
def _french_return_rails(state: State) -> set[int]:
    """§9.5: rails free of enemies and their zones that leave by the west or south edge or reach a port outside them.

    Only for the British does a rule ask for a friendly port (§8.4).
    """
    b = state.printed.board
    closed = occupied_hexes(state, GERMAN) | unnegated_zones(state, ENTENTE)
    gates = {b.lattice.index[h] for h in (b.west_edge | b.south_edge) & b.on_rail}
    gates |= {b.lattice.index[h] for h in b.ports if not in_ezoc(state, h, ENTENTE)}
    return flood_links(b.rails, gates - closed, closed)


def check_eliminated(state: State, unit: str) -> None:
    """§9.5: refuse a unit that is not in the display of eliminated units."""
    if state.units[unit].at != ELIMINATED:
        raise Refused("not-eliminated", "9.5", f"{name_of(state, unit)} is not in the display of eliminated units.")


def _returning(at: At[State], _: Choices) -> OneOf:
    """§9.5: who can return."""
    state = at.state
    return one_of(
        lambda: [u for u in state.in_box(ELIMINATED, at.seat) if return_hexes(state, u)], own(at, check_eliminated)
    )


def _cities(at: At[State], chosen: Choices) -> OneOf:
    """§9.5: where the unit can return."""
    unit = chosen.name("unit")
    hexes = return_hexes(at.state, unit)

    def check(hex_: str) -> None:
        if hex_in_play(at.state, hex_) not in hexes:
            raise Refused(
                "wrong-place",
                "9.5",
                f"{name_of(at.state, unit)} cannot return in {at.state.printed.board.label(hex_)}.",
            )

    return OneOf(hexes, why=refused_by(check), notes=full_hexes(at.state, unit, hexes))


def return_unit(play: Play, _: At[State], chosen: Choices) -> None:
    """§9.5, third action: a unit of the eliminated display comes back at full strength."""
    reach_action(play, RETURNING)
    play.emit(UnitReturned(chosen.name("unit"), chosen.name("hex")))


RETURN: Order[State] = Order(
    "return", "Return to play", "9.5", return_unit,
    (
        Slot("unit", "unit", _returning, "Choose a unit to return"),
        Slot("hex", "hex", _cities, "Choose the city where it returns"),
    ),
    when=too_late(RETURNING), at_once=True, weight=10,
)  # fmt: skip
