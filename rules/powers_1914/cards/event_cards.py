"""§3.14 Event cards: a function for each effect, named after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.powers_1914.cards.duties import ask_loss, rebels
from rules.powers_1914.economy.money import RUSSIA
from rules.powers_1914.facts.event_cards import CardDrawn, DutyAsked, RevolutionBegan
from rules.powers_1914.facts.neutrals import NationJoined
from rules.powers_1914.play import Play
from rules.powers_1914.position.frames import DutyFrame
from rules.powers_1914.position.state import JOINED, WAR, State
from rules.powers_1914.position.tally import least_seat
from rules.powers_1914.printed.data import Card
from rules.powers_1914.printed.pieces import ENTENTE, INFANTRY, USA, foe


def draw_card(play: Play, side: str) -> None:
    """§3.14: a side draws: the die picks one of the cards that are left; what can be bought stays in hand unseen."""
    deck = play.state.deck
    draw, die = play.next_die(len(deck))
    card = play.state.printed.cards[deck[die - 1]]
    held = card.effect == "join" or (card.effect == "rising" and _is_foe(play.state, card.against, side))
    play.emit(CardDrawn(side, card.id, draw, die, len(deck), held))
    if not held:
        EFFECTS[card.effect](play, side, card)


def _is_foe(state: State, nation: str, side: str) -> bool:
    return state.nations[nation].side == foe(side)


def lose(play: Play, side: str, card: Card) -> None:
    """§3.14.1, §3.14.2, §3.14.4: famine, disease, desertion: some units of your choice."""
    ask_loss(play, DutyFrame(card.id, side, "lose", card.units, spares_aircraft=card.spares_aircraft))


def winter(play: Play, side: str, card: Card) -> None:
    """§3.14.6: units in Russia that are not Russian, whose players do not play Russia."""
    ask_loss(play, DutyFrame(card.id, side, "lose", card.units, within=RUSSIA))


def revolution(play: Play, side: str, card: Card) -> None:
    """§3.14.3: only for the side with Russia: two rounds without money and at -1, and an infantry unit lost."""
    now = play.state.nations[RUSSIA]
    if now.side != side or now.fallen or now.status != WAR:
        return
    play.emit(RevolutionBegan(play.state.turn + card.rounds - 1))
    ask_loss(play, DutyFrame(card.id, side, "lose", 1, nation=RUSSIA, arm=INFANTRY))


def usa(play: Play, side: str, card: Card) -> None:
    """§3.14.5: America joins the defending side, whoever drew the card; its player says where it appears."""
    seat = least_seat(play.state, ENTENTE)
    play.emit(NationJoined(USA, ENTENTE, seat, JOINED, "3.14.5"))
    play.emit(DutyAsked(DutyFrame(card.id, ENTENTE, "usa", nation=USA, seat=seat)))


def colonies(play: Play, side: str, card: Card) -> None:
    """§3.14.8: pay now, or have less every turn."""
    play.emit(DutyAsked(DutyFrame(card.id, side, "colonies", count=card.price)))


def nationalism(play: Play, side: str, card: Card) -> None:
    """§3.14.10: the player of Russia or Austria-Hungary finds an enemy infantry unit in the homeland."""
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
"""§3.14.7: no side stirs up a rising against an ally."""
