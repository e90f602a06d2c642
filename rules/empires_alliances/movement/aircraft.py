"""§16.41, §6.3: aircraft fly to a hex that is to be attacked or to a new base, and from a base that is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rules.empires_alliances.facts.aircraft import Fled, FlightOver, Rebased, Sent
from rules.empires_alliances.movement.entering import bases_for
from rules.empires_alliances.movement.on_foot import Group, half_corps
from rules.empires_alliances.movement.ships import voyages
from rules.empires_alliances.play import Play, name_of, one_of, own, place_name
from rules.empires_alliances.position.frames import UnitsFrame
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.position.usage import by_sea
from rules.empires_alliances.printed.counters import AIR
from rules.empires_alliances.restrictions.ban import power_of
from rules.empires_alliances.restrictions.bans import why_attack_forbidden
from rules.empires_alliances.restrictions.endings import may_base
from rules.empires_alliances.stacking import has_room
from rules.empires_alliances.terrain.zones import fort_in
from rules.hexes.positions import units_where
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask

NO_BASE = Refusal(
    "no-base", "16.41", "Aircraft fly to a friendly city with room, at most ten hexes away, or leave Britain by ship."
)
NO_FLIGHT = Refusal("no-base", "6.3", "Aircraft flee to a friendly city with room, at most eight hexes away.")


def why_not_fly(state: State, unit: str) -> Refusal | None:
    """§16.41, §2.3: why an aircraft cannot fly, or leave a box by ship, now."""
    now = state.units[unit]
    if state.counter(unit).kind != AIR:
        return Refusal("no-aircraft", "16.41", f"{name_of(state, unit)} is not an aircraft.")
    if now.at in state.off_map and now.at not in state.board.boxes:
        return Refusal("not-on-map", "16.41", f"{name_of(state, unit)} is not on the map.")
    if now.bound:
        return Refusal("flown", "16.41", f"{name_of(state, unit)} has already flown to a new base this segment.")
    return None


def check_flies(state: State, unit: str) -> None:
    """§16.41: refuse a unit that cannot fly now."""
    refusal = why_not_fly(state, unit)
    if refusal is not None:
        raise refusal.raised()


@kept
def fliers(state: State, side: str) -> tuple[str, ...]:
    """§16.41, §2.3: a side's aircraft that can fly, and those that can leave a box."""

    def flies(unit: str) -> bool:
        return state.side_of(unit) == side and why_not_fly(state, unit) is None

    on_map = units_where(state, ("fliers", side), flies, (state.wars,))
    return (
        *on_map,
        *(u for box in state.board.boxes for u in state.in_box(box, side) if why_not_fly(state, u) is None),
    )


def _sendable(at: At[State], _: Choices) -> OneOf:
    """§16.41: aircraft with a hex in range that could be attacked."""

    def check(state: State, unit: str) -> None:
        check_flies(state, unit)
        if not targets_for(state, unit):
            raise Refused("no-target", "16.41", f"{name_of(state, unit)} has no enemy within four hexes.")

    def with_targets() -> list[str]:
        return [u for u in fliers(at.state, at.seat) if targets_for(at.state, u)]

    return one_of(with_targets, own(at, check))


@kept
def _count_support(state: State, side: str) -> Counter[str]:
    """How many aircraft of a side support attacks on each hex."""
    return Counter(sent for unit in state.on_map(side) if (sent := state.units[unit].sent))


def why_not_send(state: State, unit: str, hex_: str) -> Refusal | None:
    """§16.41, §22.31: why an aircraft cannot support attacks on a hex."""
    special, board, now = state.printed.charts.special, state.board, state.units[unit]
    side = state.side_of(unit)
    if now.at in board.boxes or hex_ not in board.lattice.within(now.at, special.air_range):
        return Refusal("out-of-range", "16.41", "Aircraft support attacks at most four hexes from their base.")
    fort = fort_in(state, hex_)
    enemy_fort = fort is not None and state.allegiance.get(state.printed.forts[fort].nation) == FOE[side]
    if state.stack_side(hex_) != FOE[side] and not enemy_fort:
        return Refusal("nothing-to-attack", "16.41", "There is no enemy there.")
    if now.sent == hex_:
        return Refusal("sent-there", "16.41", "It has already been sent there.")
    if _count_support(state, side)[hex_] >= special.air_in_hex:
        return Refusal("too-many-aircraft", "16.41", "At most three aircraft may support attacks on a hex.")
    return why_attack_forbidden(state, unit, board.index(hex_))


@kept
def targets_for(state: State, unit: str) -> tuple[str, ...]:
    """§16.41: the hexes on which an aircraft could support attacks."""
    at = state.units[unit].at
    near = () if at in state.board.boxes else state.board.lattice.within(at, state.printed.charts.special.air_range)
    return tuple(h for h in sorted(near) if state.board.is_hex(h) and why_not_send(state, unit, h) is None)


def _targets(at: At[State], chosen: Choices) -> OneOf:
    unit = chosen.name("unit")

    def check(hex_: str) -> None:
        if not at.state.board.is_hex(hex_):
            raise Refused("no-such-hex", "2.0", "That hex is not in play.")
        refusal = why_not_send(at.state, unit, hex_)
        if refusal is not None:
            raise refusal.raised()

    return one_of(lambda: targets_for(at.state, unit), refused_by(check))


@kept
def new_bases(state: State, unit: str) -> tuple[str, ...]:
    """§16.41, §2.3: the cities to which an aircraft can transfer; from a box those to which ships can take it."""
    at = state.units[unit].at
    if at in state.board.boxes:
        return tuple(sorted(carriers(state, unit)))
    found = bases_for(state, unit, at, state.printed.charts.special.air_transfer)
    return tuple(h for h in found if may_base(state, unit, h))


def carriers(state: State, unit: str) -> Mapping[str, str]:
    """§2.3, §11.1: the cities with a port to which ships can take an aircraft from a box, each with whose they are."""
    board, at = state.board, state.units[unit].at
    load = ((power_of(state, unit), half_corps(state, unit)),)
    group = Group((unit,), at, state.side_of(unit), False, True, 0, False, True, False, False, load)
    return {
        board.lattice.ids[i]: voyage.carrier
        for i, voyage in voyages(state, group, board.index(at)).items()
        if board.city[i]
        and board.is_hex(board.lattice.ids[i])
        and has_room(state, board.lattice.ids[i], (unit,))
        and may_base(state, unit, board.lattice.ids[i])
    }


def _movable(at: At[State], _: Choices) -> OneOf:
    def check(state: State, unit: str) -> None:
        check_flies(state, unit)
        if not new_bases(state, unit):
            raise NO_BASE.raised()

    return one_of(lambda: [u for u in fliers(at.state, at.seat) if new_bases(at.state, u)], own(at, check))


def _bases(at: At[State], chosen: Choices) -> OneOf:
    unit = chosen.name("unit")

    def check(hex_: str) -> None:
        if hex_ not in new_bases(at.state, unit):
            raise NO_BASE.raised()

    return one_of(lambda: new_bases(at.state, unit), refused_by(check))


def send(play: Play, _: At[State], chosen: Choices) -> None:
    """§16.41: an aircraft will support attacks on a hex."""
    play.emit(Sent(chosen.name("unit"), chosen.name("hex")))


def rebase(play: Play, _: At[State], chosen: Choices) -> None:
    """§16.41, §2.3: an aircraft flies to a new base, or goes there by ship."""
    state, unit, base = play.state, chosen.name("unit"), chosen.name("base")
    by_ship = state.units[unit].at in state.board.boxes
    used = {by_sea(carriers(state, unit)[base]): half_corps(state, unit)} if by_ship else {}
    play.emit(Rebased(unit, base, used))


SEND: Order[State] = Order(
    "send_aircraft", "Send aircraft", "16.41", send,
    (Slot("unit", "unit", _sendable, "Choose an aircraft"),
     Slot("hex", "hex", _targets, "Choose the hex to be attacked")),
)  # fmt: skip
REBASE: Order[State] = Order(
    "rebase", "New base", "16.41", rebase,
    (Slot("unit", "unit", _movable, "Choose an aircraft"), Slot("base", "hex", _bases, "Choose its new base")),
)  # fmt: skip


# --- a base is lost (6.3) ---------------------------------------------------------------------------------------------


def owner(_: State, frame: UnitsFrame) -> tuple[Ask, ...]:
    """§6.3: whose aircraft they are."""
    return (Ask(frame.side, serial=len(frame.units)),)


def flights(state: State, frame: UnitsFrame) -> Mapping[str, tuple[str, ...]]:
    """§6.3: where each of them can fly."""
    found = {unit: tuple(bases_for(state, unit, frame.place)) for unit in frame.units}
    return {unit: bases for unit, bases in found.items() if bases}


def nowhere_to_fly(play: Play, frame: UnitsFrame) -> bool:
    """§6.3: those are lost that have no city within eight hexes."""
    if flights(play.state, frame):
        return False
    play.emit(FlightOver())
    return True


def _refugees(at: At[State], _: Choices) -> OneOf:
    able = flights(at.state, at.frame)

    def check(unit: str) -> None:
        if unit not in able:
            raise NO_FLIGHT.raised()

    return one_of(lambda: able, refused_by(check))


def _refuges(at: At[State], chosen: Choices) -> OneOf:
    bases = flights(at.state, at.frame)[chosen.name("unit")]

    def check(hex_: str) -> None:
        if hex_ not in bases:
            raise NO_FLIGHT.raised()

    return one_of(lambda: bases, refused_by(check))


def flee(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.3: an aircraft flies to another city."""
    play.emit(Fled(chosen.name("unit"), chosen.name("base")))


def give_up(play: Play, _: At[State], __: Choices) -> None:
    """§6.3: they may fly, and need not."""
    play.emit(FlightOver())


def flight_words(at: At[State]) -> tuple[str, str]:
    """§6.3: what happened."""
    return "Fly your aircraft to another city", f"The enemy has entered {place_name(at.state, at.frame.place)}."


FLEE: Order[State] = Order(
    "flee", "Fly", "6.3", flee,
    (Slot("unit", "unit", _refugees, "Choose an aircraft"), Slot("base", "hex", _refuges, "Choose its new base")),
    weight=4,
)  # fmt: skip
GIVE_UP: Order[State] = Order(
    "give_up_aircraft", "Give up", "6.3", give_up, grave="The aircraft that have not flown are lost."
)
