"""§3.14: what an event card asks of a side, and the orders that answer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import listing
from rules.powers_1914.conquest.conquest import leave_alone_at_sea
from rules.powers_1914.economy.money import allies
from rules.powers_1914.facts.conquest import UnitsRemoved
from rules.powers_1914.facts.event_cards import ColoniesPaid, DutyAsked, DutyDone, DutyLeft, LevyImposed
from rules.powers_1914.facts.neutrals import UnitsRaised
from rules.powers_1914.facts.production import Modernised
from rules.powers_1914.movement.march import arrive
from rules.powers_1914.play import NOT_YOURS, Play
from rules.powers_1914.position.frames import DutyFrame
from rules.powers_1914.position.state import POOL, State
from rules.powers_1914.printed.pieces import AIRCRAFT, ARMS, INFANTRY, SHIP, USA, foe

USA_LANDING: Mapping[str, int] = {SHIP: 1, INFANTRY: 7}
"""§3.14.5."""


def eligible(state: State, duty: DutyFrame, seat: str | None = None) -> list[str]:
    """§3.14: units among which a side has to choose; generals are no units."""
    found = []
    for unit, now in state.units.items():
        p = state.piece(unit)
        if now.at == POOL or p.kind not in ARMS or state.side_of(unit) != duty.side:
            continue
        if (duty.nation and p.nation != duty.nation) or (duty.arm and p.kind != duty.arm):
            continue
        if duty.spares_aircraft and p.kind == AIRCRAFT:
            continue
        if duty.within and not _is_frozen(state, unit, duty.within):
            continue
        if seat is None or state.seat_of(unit) == seat:
            found.append(unit)
    return found


def _is_frozen(state: State, unit: str, country: str) -> bool:
    """§3.14.6: whether a unit is in another nation's country whose player is not its own."""
    owner = state.nations[country]
    if state.piece(unit).nation == country or (state.seat_of(unit) == owner.seat and not owner.fallen):
        return False
    return state.units[unit].at in state.printed.board.belongs[country]


def ask_loss(play: Play, duty: DutyFrame) -> None:
    units = eligible(play.state, duty)
    if len(units) <= duty.count:
        if units:
            _remove(play, duty, units)
        return
    play.emit(DutyAsked(duty))


def nobody_left(play: Play, duty: DutyFrame) -> bool:
    """§3.14, §3.15.2: gas may leave no more units than a card still asks for: then all of them go."""
    units = eligible(play.state, duty)
    if len(units) > duty.count:
        return False
    if units:
        _remove(play, duty, units)
    play.emit(DutyDone(duty.card))
    return True


def _remove(play: Play, duty: DutyFrame, units: Sequence[str]) -> None:
    """§3.14, §3.3.13: units leave the map; aircraft that were with them at sea may be alone now."""
    areas = [play.state.units[u].at for u in units]
    play.emit(UnitsRemoved(tuple(units), section_of(play.state, duty.card)))
    leave_alone_at_sea(play, areas, duty.side, defeated=False)


def section_of(state: State, card: str) -> str:
    """The section of a card's title."""
    return state.printed.cards[card].section


def victims(at: At[State], _: Choices) -> SomeOf:
    """§3.14: the seat's units among which the card has it choose, as many at a time as it likes."""
    state, duty, section = at.state, _duty(at), _section_of(at)

    def why(unit: str) -> Refusal | None:
        if unit not in state.units or state.seat_of(unit) != at.seat:
            return NOT_YOURS
        return Refusal("not-eligible", section, "That unit cannot be chosen for this card.")

    return SomeOf(eligible(state, duty, at.seat), 1, duty.count, why=why)


def give_up(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.14: name units that leave the map."""
    duty, units = _duty(at), chosen.names("units")
    _remove(play, duty, units)
    left = duty.count - len(units)
    play.emit(DutyLeft(left) if left else DutyDone(duty.card))


def _duty(at: At[State]) -> DutyFrame:
    if not isinstance(at.frame, DutyFrame):
        raise TypeError("nothing is asked")
    return at.frame


def _section_of(at: At[State]) -> str:
    """The section of the card that asks."""
    return section_of(at.state, _duty(at).card)


def shared_loss(at: At[State]) -> tuple[str, str]:
    """§3.14: how many are due, and how allies share them."""
    count = _duty(at).count
    due = f"{count} unit{'' if count == 1 else 's'}"
    others = [at.state.the_seat(s) for s in who_loses(at.state, _duty(at)) if s != at.seat]
    if not others:
        return "Choose the units that go", f"The card takes {due} of yours."
    allies = listing(others)
    return (
        "Choose the units that go",
        f"Your side gives up {due} between you and {allies}, whoever offers them first. You choose from your own only.",
    )


GIVE_UP: Order[State] = Order(
    "give_up", "Remove", _section_of, give_up, (Slot("units", "units", victims),),
    weight=12,
)  # fmt: skip


def who_loses(state: State, duty: DutyFrame) -> tuple[str, ...]:
    """§3.14.1: the seats of the side that have something to choose."""
    return tuple(s for s in state.seats_of(duty.side) if eligible(state, duty, s))


def who_decides(state: State, duty: DutyFrame) -> tuple[str, ...]:
    """§3.14.5, §3.14.8, §3.14.10: one seat, or those of the side that still have a nation."""
    return (duty.seat,) if duty.seat else tuple(s for s in state.seats_of(duty.side) if state.nations_of(s))


def landing_areas(state: State) -> list[str]:
    """§3.14.5: any sea at the western edge; among enemy ships America fights for its place."""
    return [a.id for a in state.printed.board.areas.values() if a.edge]


def coasts(at: At[State], _: Choices) -> OneOf:
    """§3.14.5: where America may land."""

    def why(area: str) -> Refusal | None:
        other = f", not {at.state.names.the_place(area)}" if area in at.state.printed.board.areas else ""
        return Refusal("wrong-place", "3.14.5", f"Choose a sea at the western edge{other}.")

    return OneOf(landing_areas(at.state), why=why)


def land_usa(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.14.5: a ship and seven infantry modernised once, at the western edge."""
    area = chosen.name("area")
    play.emit(Modernised(at.seat, USA, INFANTRY, 1, 0))
    units = tuple(u for arm, n in USA_LANDING.items() for u in play.state.free_units(USA, arm, n))
    play.emit(DutyDone(_duty(at).card))
    play.emit(UnitsRaised(units, area, "3.14.5"))
    arrive(play, at.seat, units, area, rising=True)


LAND_USA: Order[State] = Order(
    "land_usa", "Land", _section_of, land_usa, (Slot("area", "hex", coasts),),
    weight=12,
)  # fmt: skip


def why_not_pay(at: At[State]) -> Refusal | None:
    """§3.14.8: why the seat cannot pay; §3.5: allies may put their money together."""
    money, price = at.state.money[at.seat], _duty(at).count
    if money >= price:
        return None
    help_ = ": an ally can pay, or give you the rest" if allies(at.state, at.seat) else ""
    return Refusal("no-money", "3.14.8", f"The colonies want {price}, and you have {money}{help_}.")


def pay_colonies(play: Play, at: At[State], _: Choices) -> None:
    """§3.14.8: pay."""
    duty = _duty(at)
    play.emit(ColoniesPaid(at.seat, duty.count))
    play.emit(DutyDone(duty.card))


def decline_colonies(play: Play, at: At[State], _: Choices) -> None:
    """§3.14.8: do not pay."""
    duty = _duty(at)
    play.emit(LevyImposed(duty.side, at.state.printed.cards[duty.card].levy))
    play.emit(DutyDone(duty.card))


PAY: Order[State] = Order(
    "pay", "Pay", _section_of, pay_colonies, when=why_not_pay, greyed=True, note=lambda at: f"{_duty(at).count} now",
    weight=12,
)  # fmt: skip


DECLINE: Order[State] = Order(
    "decline", "Do not pay", _section_of, decline_colonies,
    note=lambda at: f"{at.state.printed.cards[_duty(at).card].levy} less income every turn", weight=12,
)  # fmt: skip


def rebels(state: State, side: str) -> list[str]:
    """§3.14.10, §1.1: the enemy colours that have an infantry counter left; no unit rises for a conquered nation."""
    nations = [n for n, now in state.nations.items() if now.side == side and not now.fallen]
    return [n for n in nations if state.free_units(n, INFANTRY, 1)]


def rising_fields(at: At[State], _: Choices) -> OneOf:
    """§3.14.10: any field of the homeland, one that enemies hold already too."""
    board = at.state.printed.board

    def why(area: str) -> Refusal | None:
        name = board.areas[area].name if area in board.areas else "That"
        return Refusal("wrong-place", "3.14.10", f"{name} is not in the homeland.")

    return OneOf(board.homes[_duty(at).nation], why=why)


def rebel_nations(at: At[State], _: Choices) -> OneOf:
    """§3.14.10: the enemy colours."""
    names = rebels(at.state, foe(_duty(at).side))
    return OneOf(names, labels={n: at.state.names.nation(n) for n in names})


def choose_rising(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.14.10: name the field and the colour of the enemy unit; it fights at once with whom it meets there."""
    area, nation = chosen.name("area"), chosen.name("nation")
    units = play.state.free_units(nation, INFANTRY, 1)
    play.emit(DutyDone(_duty(at).card))
    play.emit(UnitsRaised(units, area, "3.14.10"))
    arrive(play, play.state.nations[nation].seat, units, area, rising=True)


RISE: Order[State] = Order(
    "rise", "Start the rising", _section_of, choose_rising,
    (
        Slot("area", "hex", rising_fields),
        Slot("nation", "choice", rebel_nations, "Choose the nation of the unit that rises"),
    ),
    weight=12,
)  # fmt: skip
