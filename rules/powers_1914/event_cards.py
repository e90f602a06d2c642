"""§3.14 Event cards: a function for each effect, named after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.messages import Json, JsonObject, Refused
from rules.powers_1914.data import (
    AIRCRAFT,
    ARMS,
    ENTENTE,
    INFANTRY,
    SHIP,
    USA,
    Card,
    board,
    foe,
    nation_name,
    piece,
    place_name,
    printed,
    the_place,
)
from rules.powers_1914.events import (
    CardBuried,
    CardDrawn,
    CardUsed,
    ColoniesPaid,
    DutyAsked,
    DutyDone,
    DutyLeft,
    LevyImposed,
    Modernised,
    NationJoined,
    RevolutionBegan,
    UnitsRaised,
    UnitsRemoved,
)
from rules.powers_1914.money import RUSSIA, pay_check
from rules.powers_1914.movement import arrive
from rules.powers_1914.neutrals import stand_up
from rules.powers_1914.play import Play, only, want_area, want_units, want_word
from rules.powers_1914.state import AT_PEACE, JOINED, POOL, RISEN, SHUT, WAR, DutyFrame, State, least_seat

USA_LANDING: Mapping[str, int] = {SHIP: 1, INFANTRY: 7}
"""§3.14.5."""
REBELS = 2


# --- drawing ------------------------------------------------------------------------------------------------------


def draw_card(play: Play, side: str) -> None:
    """§3.14: a side draws: the die picks one of the cards that are left; what can be bought stays in hand unseen."""
    deck = play.state.deck
    draw, die = play.next_die(len(deck))
    card = printed().cards[deck[die - 1]]
    held = card.effect == "join" or (card.effect == "rising" and _is_foe(play.state, card.against, side))
    play.emit(CardDrawn(side, card.id, draw, die, len(deck), held))
    if not held:
        EFFECTS[card.effect](play, side, card)


def _is_foe(state: State, nation: str, side: str) -> bool:
    return state.nations[nation].side == foe(side)


def lose(play: Play, side: str, card: Card) -> None:
    """§3.14.1, §3.14.2, §3.14.4: famine, disease, desertion: some units of your choice."""
    _ask_loss(play, DutyFrame(card.id, side, "lose", card.units, spares_aircraft=card.spares_aircraft))


def winter(play: Play, side: str, card: Card) -> None:
    """§3.14.6: units in Russia that are not Russian."""
    _ask_loss(play, DutyFrame(card.id, side, "lose", card.units, within=RUSSIA))


def revolution(play: Play, side: str, card: Card) -> None:
    """§3.14.3: only for the side with Russia: two rounds without money and at -1, and an infantry unit lost."""
    now = play.state.nations[RUSSIA]
    if now.side != side or now.fallen or now.status != WAR:
        return
    play.emit(RevolutionBegan(play.state.turn + card.rounds - 1))
    _ask_loss(play, DutyFrame(card.id, side, "lose", 1, nation=RUSSIA, arm=INFANTRY))


def usa(play: Play, side: str, card: Card) -> None:
    """§3.14.5: America joins the defending side, whoever drew the card; its player says where it appears."""
    seat = least_seat(play.state, ENTENTE)
    play.emit(NationJoined(USA, ENTENTE, seat, JOINED, "3.14.5"))
    play.emit(DutyAsked(DutyFrame(card.id, ENTENTE, "usa", nation=USA, seat=seat)))


def colonies(play: Play, side: str, card: Card) -> None:
    """§3.14.8: pay now, or have less every turn."""
    play.emit(DutyAsked(DutyFrame(card.id, side, "colonies", count=card.price)))


def nationalism(play: Play, side: str, card: Card) -> None:
    """§3.14.10: whoever plays Russia or Austria-Hungary finds an enemy infantry unit in his homeland."""
    for nation in card.nations:
        now = play.state.nations[nation]
        if now.side == side and now.status == WAR and not now.fallen and rebels(play.state, foe(side)):
            play.emit(DutyAsked(DutyFrame(card.id, side, "rise", nation=nation, seat=now.seat)))
            return


EFFECTS: Mapping[str, Callable[[Play, str, Card], None]] = {
    "lose": lose,
    "winter": winter,
    "revolution": revolution,
    "usa": usa,
    "colonies": colonies,
    "nationalism": nationalism,
    "rising": lambda play, side, card: None,
}
"""§3.14.7: nobody stirs up a rising against an ally."""


# --- losses -------------------------------------------------------------------------------------------------------


def eligible(state: State, duty: DutyFrame, seat: str | None = None) -> list[str]:
    """§3.14: units among which a side has to choose; generals are no units."""
    found = []
    for unit, now in state.units.items():
        p = piece(unit)
        if now.at == POOL or p.kind not in ARMS or state.side_of(unit) != duty.side:
            continue
        if (duty.nation and p.nation != duty.nation) or (duty.arm and p.kind != duty.arm):
            continue
        if duty.spares_aircraft and p.kind == AIRCRAFT:
            continue
        if duty.within and (p.nation == duty.within or now.at not in board().belongs[duty.within]):
            continue
        if seat is None or state.seat_of(unit) == seat:
            found.append(unit)
    return found


def _ask_loss(play: Play, duty: DutyFrame) -> None:
    units = eligible(play.state, duty)
    if len(units) <= duty.count:
        if units:
            play.emit(UnitsRemoved(tuple(units), section_of(duty.card)))
        return
    play.emit(DutyAsked(duty))


def advance_duty(play: Play, duty: DutyFrame) -> bool:
    """§3.14, §3.15.2: gas may leave no more units than a card still asks for: then all of them go."""
    if duty.task != "lose":
        return False
    units = eligible(play.state, duty)
    if len(units) > duty.count:
        return False
    if units:
        play.emit(UnitsRemoved(tuple(units), section_of(duty.card)))
    play.emit(DutyDone(duty.card))
    return True


def section_of(card: str) -> str:
    """The section of a card's title."""
    return SECTIONS[card.rsplit("-", 1)[0]]


SECTIONS: Mapping[str, str] = {
    "famine": "3.14.1",
    "disease": "3.14.2",
    "revolution": "3.14.3",
    "desertion": "3.14.4",
    "usa": "3.14.5",
    "winter": "3.14.6",
    "scotland": "3.14.7",
    "ireland": "3.14.7",
    "colonies": "3.14.8",
    "sweden": "3.14.9",
    "portugal": "3.14.9",
    "romania": "3.14.9",
    "nationalism": "3.14.10",
}


def give_up(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.14: name units that leave the map, as many at a time as you like."""
    only(command, "units")
    duty = duty_of(play.state)
    units = want_units(command, play.state, seat)
    mine = eligible(play.state, duty, seat)
    if any(u not in mine for u in units):
        raise Refused("not-eligible", section_of(duty.card), "That unit cannot be chosen for this card.")
    if len(units) > duty.count:
        raise Refused("too-many", section_of(duty.card), f"Only {duty.count} more must be removed.")
    play.emit(UnitsRemoved(units, section_of(duty.card)))
    left = duty.count - len(units)
    play.emit(DutyLeft(left) if left else DutyDone(duty.card))


def duty_of(state: State) -> DutyFrame:
    """What is asked now. TypeError when nothing is."""
    if not isinstance(state.top, DutyFrame):
        raise TypeError("nothing is asked")
    return state.top


def duty_seats(state: State, duty: DutyFrame) -> tuple[str, ...]:
    """§3.14: who may answer: one seat, or those of the side that have something to choose."""
    if duty.seat:
        return (duty.seat,)
    seats = state.seats_of(duty.side)
    if duty.task == "lose":
        return tuple(s for s in seats if eligible(state, duty, s))
    return tuple(s for s in seats if state.nations_of(s))


# --- America, the colonies, nationalism ---------------------------------------------------------------------------


def landing_areas(state: State) -> list[str]:
    """§3.14.5: seas at the western edge without enemy ships; where all have some America fights for its place."""
    edge = [a.id for a in board().areas.values() if a.edge]
    return [a for a in edge if not state.ships(a, foe(ENTENTE))] or edge


def land_usa(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.14.5: a ship and seven infantry modernised once, at the western edge."""
    only(command, "area")
    area = want_area(command)
    if area not in landing_areas(play.state):
        raise Refused(
            "wrong-place",
            "3.14.5",
            f"Choose an open sea at the western edge, not {the_place(area)}.",
        )
    duty = duty_of(play.state)
    play.emit(Modernised(seat, USA, INFANTRY, 1, 0))
    units = tuple(u for arm, n in USA_LANDING.items() for u in play.state.free_units(USA, arm, n))
    play.emit(DutyDone(duty.card))
    play.emit(UnitsRaised(units, area, "3.14.5"))
    arrive(play, seat, units, area, rising=True)


def pay_colonies(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.14.8: pay."""
    only(command)
    duty = duty_of(play.state)
    pay_check(play.state, seat, duty.count, "3.14.8")
    play.emit(ColoniesPaid(seat, duty.count))
    play.emit(DutyDone(duty.card))


def decline_colonies(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.14.8: do not pay."""
    only(command)
    duty = duty_of(play.state)
    play.emit(LevyImposed(duty.side, printed().cards[duty.card].levy))
    play.emit(DutyDone(duty.card))


def homeland(state: State, nation: str) -> list[str]:
    """§3.14.10: the fields of a homeland that are still in its own side's hands."""
    side = state.nations[nation].side
    return [a for a in board().homes[nation] if state.holder(a) == side]


def rebels(state: State, side: str) -> list[str]:
    """§3.14.10, §1.1: the enemy colours that have an infantry counter left; nobody rises for a conquered nation."""
    nations = [n for n, now in state.nations.items() if now.side == side and not now.fallen]
    return [n for n in nations if state.free_units(n, INFANTRY, 1)]


def choose_rising(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.14.10: name the field and the colour of the enemy unit; it fights at once with whom it meets there."""
    only(command, "area", "nation")
    area = want_area(command)
    duty = duty_of(play.state)
    if area not in homeland(play.state, duty.nation):
        raise Refused("wrong-place", "3.14.10", f"{place_name(area)} is not in the homeland.")
    nation = want_word(command, "nation", rebels(play.state, foe(duty.side)))
    units = play.state.free_units(nation, INFANTRY, 1)
    play.emit(DutyDone(duty.card))
    play.emit(UnitsRaised(units, area, "3.14.10"))
    arrive(play, play.state.nations[nation].seat, units, area, rising=True)


# --- cards in hand (§3.14.7, §3.14.9) -----------------------------------------------------------------------------


def check_use(state: State, seat: str, card: Card) -> None:
    """§3.14.7, §3.14.9: refuse a card that cannot be used now."""
    section = section_of(card.id)
    wanted = (AT_PEACE,) if card.effect == "join" else (SHUT,)
    if state.nations[card.nation].status not in wanted:
        raise Refused("not-neutral", section, f"{nation_name(card.nation)} is already in the war.")
    if card.effect == "rising" and state.holder(card.area) == state.seats[seat]:
        raise Refused("no-rising", section, f"{place_name(card.area)} already belongs to your side.")
    pay_check(state, seat, card.price, section)


def use_card(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.14.7, §3.14.9: pay for a card in hand: a country joins, or rebels rise and fight at once."""
    only(command, "card")
    state = play.state
    side = state.seats[seat]
    id_ = command.get("card")
    if not isinstance(id_, str) or id_ not in state.hands[side]:
        raise Refused("no-such-card", "3.14", "That card is not in your hand.")
    card = printed().cards[id_]
    check_use(state, seat, card)
    play.emit(CardUsed(side, seat, card.id, card.price))
    section = section_of(card.id)
    if card.effect == "join":
        play.emit(NationJoined(card.nation, side, seat, JOINED, section))
        stand_up(play, card.nation, section)
        return
    play.emit(NationJoined(card.nation, side, seat, RISEN, section))
    rebels = play.state.free_units(card.nation, INFANTRY, REBELS)
    play.emit(UnitsRaised(rebels, card.area, section))
    arrive(play, seat, rebels, card.area, rising=True)


def bury_unused(play: Play) -> None:
    """§3.14.9: cards that nobody paid for in the purchases go away unseen."""
    for side, cards in play.state.hands.items():
        for card in cards:
            play.emit(CardBuried(side, card))


# --- what is offered ----------------------------------------------------------------------------------------------


def card_offers(state: State, seat: str) -> list[JsonObject]:
    """§3.14: the cards in hand, each with its price and why it cannot be used, if so."""
    items: list[Json] = []
    usable = False
    for id_ in state.hands[state.seats[seat]]:
        card = printed().cards[id_]
        refusal: Json = None
        try:
            check_use(state, seat, card)
            usable = True
        except Refused as refused:
            refusal = refused.refusal.json()
        items.append({"card": id_, "title": card.title, "text": card.text, "price": card.price, "refusal": refusal})
    if not items:
        return []
    closed: Json = None if usable else {"code": "no-money", "section": "3.14", "text": "No card can be used now."}
    return [{"kind": "use_card", "label": "Use a card", "section": "3.14", "items": items, "refusal": closed}]


def duty_offers(state: State, duty: DutyFrame, seat: str) -> list[JsonObject]:
    """§3.14: what the card asks."""
    section = section_of(duty.card)
    match duty.task:
        case "lose":
            units: list[Json] = [*eligible(state, duty, seat)]
            return [{"kind": "give_up", "label": "Remove", "section": section, "units": units, "count": duty.count}]
        case "usa":
            seas: list[Json] = [*landing_areas(state)]
            return [{"kind": "land_usa", "label": "Land", "section": section, "areas": seas}]
        case "rise":
            areas: list[Json] = [*homeland(state, duty.nation)]
            nations: list[Json] = [*rebels(state, foe(duty.side))]
            rise: JsonObject = {"kind": "rise", "label": "Choose the field", "section": section}
            return [{**rise, "areas": areas, "nations": nations}]
        case _:
            card = printed().cards[duty.card]
            poor: Json = None
            if state.money[seat] < duty.count:
                poor = {"code": "no-money", "section": section, "text": f"You have {state.money[seat]}."}
            return [
                {"kind": "pay", "label": "Pay", "section": section, "price": duty.count, "refusal": poor},
                {"kind": "decline", "label": "Do not pay", "section": section, "levy": card.levy},
            ]
