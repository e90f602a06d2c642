"""§16.42: after combat, aircraft that supported attacks on a hex land."""

from __future__ import annotations

from rules.empires_alliances.combat.aircraft import landing_places
from rules.empires_alliances.combat.joining import ask
from rules.empires_alliances.facts.combat import AirLanded, AttackOver
from rules.empires_alliances.play import Play, one_of, own
from rules.empires_alliances.position.frames import HexAttack
from rules.empires_alliances.position.state import State
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

LANDED = Refusal("has-landed", "16.42", "That aircraft does not have to land.")
NO_CITY = Refusal("no-landing", "16.42", "No friendly city with room within four hexes of the attack is there.")


def asks_attacker(state: State, frame: HexAttack) -> tuple[Ask, ...]:
    """§16.42: the attacker, for each aircraft that is still in the air."""
    if not frame.air:
        return ()
    return tuple(Ask(a.seat, serial=f"{a.serial}.{len(frame.air)}") for a in ask(state, state.player, frame))


def land_where_one_must(play: Play, frame: HexAttack) -> bool:
    """§16.42: an aircraft with one city in reach lands there: its base, from which it came."""
    for unit in frame.air:
        places = landing_places(play.state, unit, frame.hex)
        if len(places) < 2:
            play.emit(AirLanded(frame.hex, unit, places[0] if places else play.state.units[unit].at))
            return True
    return False


def over(play: Play, frame: HexAttack) -> None:
    """§13.6: the attack is over."""
    play.emit(AttackOver(frame.hex))


def _aircraft(at: At[State], _: Choices) -> OneOf:
    """§16.42: the aircraft in the air."""

    def check(_: State, unit: str) -> None:
        if unit not in at.frame.air:
            raise LANDED.raised()

    return one_of(lambda: at.frame.air, own(at, check))


def _cities(at: At[State], chosen: Choices) -> OneOf:
    """§16.42: the cities in which it can land."""
    places = landing_places(at.state, chosen.name("unit"), at.frame.hex)

    def check(place: str) -> None:
        if place not in places:
            raise NO_CITY.raised()

    return one_of(lambda: places, refused_by(check))


def land(play: Play, at: At[State], chosen: Choices) -> None:
    """§16.42: an aircraft lands."""
    play.emit(AirLanded(at.frame.hex, chosen.name("unit"), chosen.name("hex")))


LAND: Order[State] = Order(
    "land", "Land", "16.42", land,
    (Slot("unit", "unit", _aircraft, "Choose an aircraft"), Slot("hex", "hex", _cities, "Choose where it lands")),
)  # fmt: skip
