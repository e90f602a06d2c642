"""§13.9, §11.72, §6.3, §22.13: attackers enter a hex that they cleared; aircraft based there leave it first."""

from __future__ import annotations

from collections.abc import Sequence

from rules.empires_alliances.attacks.attackers import APART, limits_of_advance, why_not_advance
from rules.empires_alliances.attacks.strength import kinds_among
from rules.empires_alliances.attacks.targets import falls_by_itself
from rules.empires_alliances.combat.aircraft import refuges
from rules.empires_alliances.combat.joining import ask
from rules.empires_alliances.combat.losses import alive, hex_of_lane, pairing_of
from rules.empires_alliances.facts.combat import Advanced, AdvanceOrdered, AirFled, FightOver, attack_of
from rules.empires_alliances.movement import second_army
from rules.empires_alliances.play import Play, names_of, one_of, own
from rules.empires_alliances.position.afloat import invaders_of
from rules.empires_alliances.position.frames import Fight, HexAttack
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import RANKS, STOSSTRUPPEN
from rules.empires_alliances.restrictions.western_allies import are_apart
from rules.empires_alliances.terrain.zones import fort_in
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import Limit, Need, Search, at_least, at_most
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.procedure.weighed import Sum

CLEARING = frozenset(("DE", "DD", "HX", "EX"))
"""§13.9: results after which attackers may advance."""
TOO_MANY = Refusal("overstacked", "6.1", "A hex does not hold that many infantry and cavalry units.")
TOO_FEW = Refusal("must-advance", "22.13", "As many infantry and cavalry units as can stack there must advance.")
STORM_FIRST = Refusal("stosstruppen-advance", "22.13", "Stosstruppen must advance before other units.")
NOT_IN_IT = Refusal("not-advancing", "13.9", "Only infantry and cavalry that took part in that attack may advance.")


def infiltrates(state: State, hex_: str, frame: Fight) -> bool:
    """§22.13 (4): whether it is the last stage of an infiltration, after which the attackers have to advance: the one
    that is none of the attacks. Nothing else has such a stage."""
    return frame.pairing >= len(attack_of(state, hex_).fights)


def advancers(state: State, hex_: str, frame: Fight) -> tuple[str, ...]:
    """§13.9, §18.43: infantry and cavalry that may enter the hex; nobody while it is held, or after another result.

    Who lands there (§11.72) does so without being asked, and others take what room is left.
    """
    if not falls_by_itself(state, hex_) or not room_beside_landing(state, hex_):
        return ()
    return tuple(u for u in _victors(state, hex_, frame) if why_not(state, u, hex_) is None)


def _victors(state: State, hex_: str, frame: Fight) -> tuple[str, ...]:
    """§13.9, §22.13: infantry and cavalry of the attack that may clear the hex by its result, but for those who land in
    it anyway."""
    attack = attack_of(state, hex_)
    if attack.infiltration:
        took_part = _not_driven(state, attack) if infiltrates(state, hex_, frame) else ()
    else:
        took_part = alive(state, pairing_of(state, hex_, frame).attackers) if frame.result in CLEARING else ()
    landing = landing_in(state, hex_)
    return tuple(u for u in kinds_among(state, took_part, RANKS) if u not in landing)


def why_not(state: State, unit: str, hex_: str) -> Refusal | None:
    """§13.9, §18.41, §18.43, §22.62: why a unit may not advance into a hex that was cleared; None when it may."""
    apart = APART if are_apart(state, hex_, (unit, *landing_in(state, hex_))) else None
    return apart or why_not_advance(state, unit, hex_) or second_army.why_not_advance(state, unit, hex_)


def landing_in(state: State, hex_: str) -> tuple[str, ...]:
    """§11.72: invaders of a hex that is cleared, guns among them: they go in after any result, ND too."""
    return invaders_of(state, hex_) if falls_by_itself(state, hex_) else ()


def room_beside_landing(state: State, hex_: str) -> int:
    """§6.1: how many infantry and cavalry units have room beside those that land."""
    return state.printed.charts.stacking.units - len(kinds_among(state, landing_in(state, hex_), RANKS))


def _not_driven(state: State, attack: HexAttack) -> tuple[str, ...]:
    """§22.13: attackers who are there and did not have to retreat."""
    return tuple(u for u in alive(state, attack.attackers) if u not in attack.driven)


def asks_attacker(state: State, frame: Fight) -> tuple[Ask, ...]:
    """§13.9: the attacker, where someone may advance."""
    hex_ = hex_of_lane(state, frame)
    return ask(state, state.player, attack_of(state, hex_)) if advancers(state, hex_, frame) else ()


def nobody_advances(play: Play, frame: Fight) -> None:
    """§13.9, §11.72: nobody advances but those who land; without any the fight is over."""
    hex_ = hex_of_lane(play.state, frame)
    landing = landing_in(play.state, hex_)
    play.emit(AdvanceOrdered(hex_, landing) if landing else FightOver(hex_))


def _advancers(at: At[State], _: Choices) -> Sum:
    """§13.9, §6.1, §18.41, §22.13: who advances together."""
    state, frame = at.state, at.frame
    hex_ = hex_of_lane(state, frame)
    units = advancers(state, hex_, frame)
    most = room_beside_landing(state, hex_)
    every = frozenset(units)
    limits = [at_most(most, every, TOO_MANY), *limits_of_advance(state, hex_, units)]
    if infiltrates(state, hex_, frame):
        storm = frozenset(kinds_among(state, units, frozenset((STOSSTRUPPEN,))))
        storm_first = at_least(min(most, len(storm)), storm, STORM_FIRST)
        limits += [at_least(_most_who_can_go(units, (*limits, storm_first)), every, TOO_FEW), storm_first]

    def check(state: State, unit: str) -> None:
        if unit not in every:
            reason = why_not(state, unit, hex_) if unit in _victors(state, hex_, frame) else None
            raise (reason or NOT_IN_IT).raised()

    why = own(at, check)
    return Sum(units, Need(lambda _: 1, 1, limits=tuple(limits)), "unit", why=why)


def _most_who_can_go(units: tuple[str, ...], limits: Sequence[Limit]) -> int:
    """§22.13 (4), §18.33: how many of those who must advance can: as many as may stack, but for a corps that has to
    keep watch on Italy."""
    every = frozenset(units)

    def can_go(number: int) -> bool:
        need = Need(lambda _: 1, limits=(*limits, at_least(number, every, TOO_FEW)))
        return Search(units, [need], [False]).found() is not None

    return next((number for number in range(len(units), 0, -1) if can_go(number)), 0)


def advance(play: Play, at: At[State], chosen: Choices) -> None:
    """§13.9: units advance, once aircraft have left the hex."""
    hex_, units = hex_of_lane(play.state, at.frame), chosen.names("units")
    play.emit(AdvanceOrdered(hex_, (*landing_in(play.state, hex_), *units)))


def stay(play: Play, at: At[State], _: Choices) -> None:
    """§13.9: nobody advances who need not."""
    nobody_advances(play, at.frame)


def why_not_stay(at: At[State]) -> Refusal | None:
    """§22.13 (4): why the attackers cannot stay."""
    hex_ = hex_of_lane(at.state, at.frame)
    return TOO_FEW if infiltrates(at.state, hex_, at.frame) else None


ADVANCE: Order[State] = Order(
    "advance", "Advance", "13.9", advance,
    (Slot("units", "units", _advancers, "Choose the units that advance"),), weight=3,
)  # fmt: skip
STAY: Order[State] = Order("stay", "Stay", "13.9", stay, when=why_not_stay)


# --- aircraft leave -----------------------------------------------------------------------------------------------


def asks_owner_of_air(state: State, frame: Fight) -> tuple[Ask, ...]:
    """§6.3: the owner of aircraft in the city, while they may fly to more than one."""
    hex_ = hex_of_lane(state, frame)
    left = refuges(state, hex_)
    if not left:
        return ()
    return tuple(
        Ask(a.seat, serial=f"{a.serial}.{len(left)}") for a in ask(state, FOE[state.player], attack_of(state, hex_))
    )  # fmt: skip


def fly_where_one_must(play: Play, frame: Fight) -> bool:
    """§6.3: aircraft with one city in reach fly there; with none they are lost."""
    for unit, cities in refuges(play.state, hex_of_lane(play.state, frame)).items():
        if len(cities) < 2:
            play.emit(AirFled(unit, cities[0] if cities else ""))
            return True
    return False


def enter(play: Play, frame: Fight) -> None:
    """§13.9: the advance itself."""
    hex_ = hex_of_lane(play.state, frame)
    play.emit(Advanced(hex_, frame.going, fort_in(play.state, hex_) or ""))
    play.emit(FightOver(hex_))


def _aircraft(at: At[State], _: Choices) -> OneOf:
    """§6.3: the aircraft that have to leave."""
    left = refuges(at.state, hex_of_lane(at.state, at.frame))

    def check(state: State, unit: str) -> None:
        if unit not in left:
            raise Refusal("not-fleeing", "6.3", f"{names_of(state, (unit,))} need not leave.").raised()

    return one_of(lambda: left, own(at, check))


def _cities(at: At[State], chosen: Choices) -> OneOf:
    """§6.3: friendly cities within eight hexes."""
    cities = refuges(at.state, hex_of_lane(at.state, at.frame))[chosen.name("unit")]

    def check(place: str) -> None:
        if place not in cities:
            raise Refusal("no-base", "6.3", "No friendly city with room within eight hexes is there.").raised()

    return one_of(lambda: cities, refused_by(check))


def flee(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.3: an aircraft flies to another city."""
    play.emit(AirFled(chosen.name("unit"), chosen.name("hex")))


FLEE: Order[State] = Order(
    "flee", "Fly to another city", "6.3", flee,
    (Slot("unit", "unit", _aircraft, "Choose an aircraft"), Slot("hex", "hex", _cities, "Choose its new base")),
)  # fmt: skip
