"""§3.3.12 Heavy artillery: a gun that has not moved shoots into a neighbouring field, once a turn."""

from __future__ import annotations

from rules.kernel.messages import JsonObject, Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import capital
from rules.powers_1914.combat.strength import fortunes, tactics
from rules.powers_1914.conquest import conquest
from rules.powers_1914.facts.artillery import ShotRolled
from rules.powers_1914.movement.reach import movers
from rules.powers_1914.play import Play, among, check_area, check_enemy, check_own
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.pieces import AIRCRAFT, ARTILLERY, GENERAL, foe

HITS_FROM = 6


def score_needed(state: State, gun: str, area: str) -> int:
    """§3.3.12, §3.9, §3.11.1: the score from which a gun hits in a field: 6, less for modernisation and its general.

    A shot is an attack, and combat: tactical cards in the field (§3.15.1), six prisoners (§3.3.11) and the revolution
    (§3.14.3) change it as they change a fight. More than 6 is never scored.
    """
    p, side = state.piece(gun), state.side_of(gun)
    score = HITS_FROM - state.level(p.nation, ARTILLERY)
    for general in state.generals(state.units[gun].at, side):
        chief = state.printed.general(general)
        if chief.helps == ARTILLERY:
            score -= chief.bonus
    return score - sum(m.value for m in (*tactics(state, side, area), *fortunes(state, gun)))


def targets(state: State, area: str, side: str) -> list[str]:
    """§3.3.12: enemy units in a field that a gun may throw out: no generals, no aircraft."""
    return [u for u in state.units_of(area, foe(side)) if state.piece(u).kind not in (GENERAL, AIRCRAFT)]


def in_range(state: State, gun: str) -> dict[str, list[str]]:
    """§3.3.1, §3.3.12: the fields that a gun may shoot at, and whom it may choose there."""
    board = state.printed.board
    side = state.side_of(gun)
    if board.is_sea(state.units[gun].at):
        return {}
    found = {a: targets(state, a, side) for a in board.near[state.units[gun].at] if a not in state.assaulted}
    return {a: units for a, units in found.items() if units}


def gunners(at: At[State], _: Choices) -> OneOf:
    """§3.3.12: guns ashore that have not moved or shot; offered are those with a target in range."""
    state = at.state
    board = state.printed.board
    names = state.names

    def check(gun: str) -> None:
        check_own(state, at.seat, gun)
        if state.piece(gun).kind != ARTILLERY or state.units[gun].at not in board.areas:
            raise Refused("no-gun", "3.3.12", f"{names.unit(gun)} is not artillery on the map.")
        if board.is_sea(state.units[gun].at):
            raise Refused("afloat", "3.2.7", "A gun at sea cannot shoot.")
        if state.units[gun].spent:
            raise Refused("has-moved", "3.3.12", f"{names.unit(gun)} has already moved or shot this turn.")

    return among(lambda: (g for g in state.of_kind(movers(state, at.seat), ARTILLERY) if in_range(state, g)), check)


def beaten_zones(at: At[State], chosen: Choices) -> OneOf:
    """§3.3.1, §3.3.12: neighbouring fields with enemies in which no infantry has fought yet."""
    state, gun = at.state, chosen.name("unit")
    board = state.printed.board
    names = state.names

    def check(area: str) -> None:
        check_area(state, area)
        if area not in board.near[state.units[gun].at]:
            raise Refused("out-of-range", "3.3.12", f"{capital(names.the_place(area))} is not a neighbouring field.")
        if area in state.assaulted:
            raise Refused(
                "too-late", "3.3.1", f"Infantry has already fought in {names.the_place(area)}: guns must shoot first."
            )
        if not targets(state, area, state.side_of(gun)):
            raise Refused("no-such-target", "3.3.12", f"There is no enemy to shoot at in {names.the_place(area)}.")

    return among(lambda: board.near[state.units[gun].at], check)


def marks(at: At[State], chosen: Choices) -> OneOf:
    """§3.3.12: whom a gun may choose in a field."""
    state, area = at.state, chosen.name("area")
    names = state.names
    there = targets(state, area, state.side_of(chosen.name("unit")))

    def check(target: str) -> None:
        check_enemy(state, at.seat, target)
        if target not in there:
            text = f"{names.unit(target)} cannot be shot at in {names.the_place(area)}."
            raise Refused("no-such-target", "3.3.12", text)

    return among(lambda: there, check)


def shoot(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.3.12: shoot at a unit in a neighbouring field."""
    gun, area, state = chosen.name("unit"), chosen.name("area"), at.state
    needed, sea = score_needed(state, gun, area), state.printed.board.is_sea(area)
    draw, die = play.next_die()
    play.emit(ShotRolled(gun, area, chosen.name("target"), draw, die, needed, sea))
    conquest.leave_alone_at_sea(play, (area,), foe(state.side_of(gun)), defeated=True)


def shoot_hand(at: At[State]) -> JsonObject | None:
    """§3.3.12: which guns reach what, and from which score they hit there."""
    guns: JsonObject = {}
    for gun in at.state.of_kind(movers(at.state, at.seat), ARTILLERY):
        fields = in_range(at.state, gun)
        if fields:
            areas: JsonObject = {a: [*units] for a, units in fields.items()}
            guns[gun] = {"needed": {a: score_needed(at.state, gun, a) for a in fields}, "areas": areas}
    return {"guns": guns} if guns else None


SHOOT: Order[State] = Order(
    "shoot", "Shoot", "3.3.12", shoot,
    (Slot("unit", "unit", gunners), Slot("area", "hex", beaten_zones), Slot("target", "unit", marks)),
    hand=shoot_hand, weight=8,
)  # fmt: skip
