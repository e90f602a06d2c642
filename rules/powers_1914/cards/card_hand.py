"""§3.14.7, §3.14.9 The cards in hand: paid for in the purchases, or put away unseen."""

from __future__ import annotations

from rules.kernel.messages import Json, JsonObject, Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.powers_1914.conquest.neutrals import brings, stand_up
from rules.powers_1914.economy.money import pay_check
from rules.powers_1914.facts.event_cards import CardBuried, CardUsed
from rules.powers_1914.facts.neutrals import NationJoined, UnitsRaised
from rules.powers_1914.movement.march import arrive
from rules.powers_1914.play import Play, among
from rules.powers_1914.position.state import AT_PEACE, JOINED, RISEN, SHUT, State
from rules.powers_1914.printed.data import Card
from rules.powers_1914.printed.pieces import INFANTRY, foe

REBELS = 2


def check_use(state: State, seat: str, card: Card) -> None:
    """§3.14.7, §3.14.9: refuse a card that cannot be used now."""
    names = state.names
    section = card.section
    wanted = (AT_PEACE,) if card.effect == "join" else (SHUT,)
    if state.nations[card.nation].status not in wanted:
        raise Refused("not-neutral", section, f"{names.nation(card.nation)} is already in the war.")
    pay_check(state, seat, card.price, section)


def cards_in_hand(at: At[State], _: Choices) -> OneOf:
    """§3.14.7, §3.14.9: cards of the side's hand that can be used and paid."""
    hand = at.state.hands[at.state.seats[at.seat]]

    def check(card: str) -> None:
        if card not in hand:
            raise Refused("no-such-card", "3.14", "That card is not in your hand.")
        check_use(at.state, at.seat, at.state.printed.cards[card])

    return among(lambda: hand, check)


def use_card(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.14.7, §3.14.9: pay for a card in hand: a country joins, or rebels rise and fight at once."""
    seat, side = at.seat, at.state.seats[at.seat]
    card = at.state.printed.cards[chosen.name("card")]
    play.emit(CardUsed(side, seat, card.id, card.price))
    section = card.section
    if card.effect == "join":
        play.emit(NationJoined(card.nation, side, seat, JOINED, section))
        stand_up(play, card.nation, section)
        return
    play.emit(NationJoined(card.nation, side, seat, RISEN, section))
    rebels = play.state.free_units(card.nation, INFANTRY, REBELS)
    play.emit(UnitsRaised(rebels, card.area, section))
    arrive(play, seat, rebels, card.area, rising=True)


def bury_unused(play: Play) -> None:
    """§3.14.9: cards not paid for in the purchases go away unseen."""
    for side, cards in play.state.hands.items():
        for card in cards:
            play.emit(CardBuried(side, card))


def gain(state: State, seat: str, card: Card) -> str:
    """§3.14.7, §3.14.9: what the price of a card buys, in numbers."""
    enemy = foe(state.seats[seat])
    if card.effect == "join":
        return brings(state, card.nation, enemy)
    field = state.names.the_place(card.area)
    foes = state.troops(card.area, enemy)
    ours = state.holder(card.area) == state.seats[seat]
    met = f" and fight {state.names.units(foes)} at once" if foes else "" if ours else " and take it undefended"
    return f"{REBELS} infantry rise in {field}{met}; you command them."


def cards_hand(at: At[State]) -> JsonObject | None:
    """§3.14: the cards in hand, each with its price and why it cannot be used, if so."""
    items: list[Json] = []
    usable = False
    for id_ in at.state.hands[at.state.seats[at.seat]]:
        card = at.state.printed.cards[id_]
        refusal: Json = None
        try:
            check_use(at.state, at.seat, card)
            usable = True
        except Refused as refused:
            refusal = refused.refusal.json()
        face: JsonObject = {"card": id_, "title": card.title, "text": card.text, "price": card.price}
        items.append({**face, "brings": gain(at.state, at.seat, card), "refusal": refusal})
    closed: Json = None if usable else {"code": "no-money", "section": "3.14", "text": "No card can be used now."}
    return {"items": items, "refusal": closed} if items else None


USE_CARD: Order[State] = Order(
    "use_card",
    "Use a card",
    "3.14",
    use_card,
    (Slot("card", "choice", cards_in_hand),),
    hand=cards_hand,
    weight=12,
    help="A card that your side does not use in these purchases is put away unseen.",
)
