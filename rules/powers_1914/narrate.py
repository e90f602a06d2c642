"""The log: one sentence for each fact that a viewer may learn of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.game import REFEREE
from rules.kernel.messages import Json, JsonObject
from rules.kernel.wording import listing
from rules.powers_1914.conquest import verdict
from rules.powers_1914.duties import section_of
from rules.powers_1914.events import Event
from rules.powers_1914.events.action_cards import GasUsed, TacticPlayed
from rules.powers_1914.events.artillery import ShotRolled
from rules.powers_1914.events.battle import (
    BattleBegan,
    BattleEnded,
    BattleJoined,
    FightDecided,
    FightRolled,
    UnitsWithdrew,
)
from rules.powers_1914.events.conquest import (
    AreaTaken,
    LandShared,
    NationFell,
    NationFreed,
    ShareProposed,
    UnitsRemoved,
)
from rules.powers_1914.events.event_cards import (
    CardBuried,
    CardDrawn,
    CardUsed,
    ColoniesPaid,
    DutyAsked,
    LevyImposed,
    RevolutionBegan,
)
from rules.powers_1914.events.money import MoneyGiven, MoneyReceived
from rules.powers_1914.events.movement import UnitsMoved
from rules.powers_1914.events.navy import ChallengeAnswered, ChallengeMade, UnitsSunk
from rules.powers_1914.events.neutrals import NationJoined, UnitsRaised
from rules.powers_1914.events.procedure import PhaseBegan
from rules.powers_1914.events.production import Modernised, UnitsBought, WorksBuilt, WorksChanged
from rules.powers_1914.events.victory import MatchEnded
from rules.powers_1914.names import Names
from rules.powers_1914.pieces import CENTRAL, GENERAL, SHIP, SIDE_NAMES
from rules.powers_1914.sequence import TREE
from rules.powers_1914.state import Modifier, State


def narrate(before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
    """The line of ``event`` for ``viewer``, or None when there is nothing to tell."""
    match event:
        case PhaseBegan():
            return _phase(event)
        case MatchEnded():
            return _line("ended", event.section, event.winner, f"{_they(event.winner, 'win')}. {event.reason}")
        case CardDrawn() | CardUsed() | CardBuried() | DutyAsked():
            return _cards(before, event, viewer)
        case MoneyReceived() | MoneyGiven() | UnitsBought() | WorksBuilt() | Modernised():
            return _money(before, event)
        case UnitsMoved() | UnitsWithdrew() | UnitsRaised() | UnitsRemoved() | WorksChanged():
            return _units(before, event)
        case AreaTaken() | NationFell() | NationFreed() | NationJoined() | ShareProposed() | LandShared():
            return _lands(before, after, event)
        case ColoniesPaid():
            return _line("colonies", "3.14.8", before.seats[event.seat], f"The colonies receive {event.cost}.")
        case LevyImposed():
            text = f"The colonies receive nothing: {event.amount} less income every turn."
            return _line("colonies", "3.14.8", event.side, text)
        case RevolutionBegan():
            text = f"Revolution in Russia until turn {event.until}."
            return _line("revolution", "3.14.3", before.nations["RU"].side, text)
        case TacticPlayed():
            text = f"Tactical advantage in {before.names.the_place(event.area)}."
            return _line("tactic", "3.15.1", event.side, text, areas=[event.area])
        case _:
            return _fighting(before, event)


def _fighting(before: State, event: Event) -> JsonObject | None:
    names = before.names
    match event:
        case BattleBegan():
            text = f"{_do(before.names, event.units, 'attack')} {names.the_place(event.area)}."
            return _line("battle", "3.3", event.side, text, areas=[event.area])
        case BattleJoined():
            side = before.side_of(event.units[0])
            return _line("reinforced", "3.3.2", side, f"{_do(before.names, event.units, 'join')} the battle.")
        case FightRolled():
            how = "attacks" if event.role == "attacker" else "defends"
            text = f"{_capital(names.unit(event.unit))} {how}: {event.die}{_sum(event.modifiers)} = {event.total}."
            dice = [_die(event.die, event.role)]
            return _line("fight", "3.3.4", before.side_of(event.unit), text, dice=dice, areas=[event.area])
        case FightDecided():
            return _decided(before, event)
        case BattleEnded():
            attacker = before.battle.side if before.battle else None
            text = f"The attack on {names.the_place(event.area)} is {event.result}."
            return _line("battle-ended", "3.3", attacker, text, areas=[event.area])
        case ShotRolled():
            hit = f"{names.unit(event.target)} is hit" if event.die >= event.needed else "no hit"
            text = f"Artillery fires into {names.the_place(event.area)}, {event.needed} needed: {event.die}, {hit}."
            dice = [_die(event.die, "artillery")]
            return _line("shot", "3.3.12", before.side_of(event.unit), text, dice=dice, areas=[event.area])
        case GasUsed():
            text = f"Gas attack on {names.the_place(event.area)}: {event.die}. Lost: {names.units(event.lost)}."
            dice = [_die(event.die, "gas")]
            return _line("gas", "3.15.2", event.side, text, dice=dice, areas=[event.area])
        case UnitsSunk():
            fate = "captured" if event.capture else "sunk"
            text = f"{_capital(names.units(event.units))} {fate} in {names.the_place(event.area)}."
            return _line("sunk", "3.2.7", event.side, text, areas=[event.area])
        case ChallengeMade():
            text = f"{_capital(names.unit(event.attacker))} challenges {names.unit(event.target)}."
            return _line(
                "challenge", "3.3.14", before.side_of(event.attacker), text, areas=[before.units[event.target].at]
            )
        case ChallengeAnswered() if not event.accepted:
            text = f"{_capital(names.unit(event.target))} declines to fight."
            return _line("answered", "3.3.14", before.side_of(event.target), text)
        case _:
            return None


def _decided(before: State, event: FightDecided) -> JsonObject:
    names = before.names
    if event.result == "both":
        text = f"A tie: both {names.units(event.lost)} are lost."
    else:
        fate = "captured" if event.captor else "lost"
        text = f"{_capital(names.units(event.lost))} {fate}."
    side = before.side_of(event.lost[0])
    return _line("decided", "3.3.11" if event.captor else "3.3.4", side, text, areas=[before.units[event.lost[0]].at])


def _phase(event: PhaseBegan) -> JsonObject | None:
    node = TREE.step(event.key)
    if event.key == "end":
        return None
    if event.key == "events":
        return _line("phase", node.section, None, f"Turn {event.turn}.")
    text = f"{SIDE_NAMES[node.side]}: {node.title.lower()}." if node.side else f"{node.title}."
    return _line("phase", node.section, node.side, text)


def _cards(before: State, event: CardDrawn | CardUsed | CardBuried | DutyAsked, viewer: str) -> JsonObject | None:
    if isinstance(event, DutyAsked):
        return None
    card = before.printed.cards[event.card]
    own = viewer == REFEREE or before.seats.get(viewer) == event.side
    if isinstance(event, CardUsed):
        text = f"{_they(event.side, 'use')} {card.title} for {event.cost}."
        return {**_line("card-used", section_of(before, event.card), event.side, text), "card": event.card}
    if isinstance(event, CardBuried):
        title = card.title if own else "a card"
        return _line("card-buried", "3.14.9", event.side, f"{_they(event.side, 'put')} {title} away.")
    if event.held and not own:
        return _line("drawn", "3.14", event.side, f"{_they(event.side, 'draw')} a card, which stays in hand.")
    # Of a card with a price the text says what will happen, and only if it is bought.
    what = f" and may use it for {card.price}." if event.held else f": {card.text}"
    line = _line("drawn", "3.14", event.side, f"{_they(event.side, 'draw')} {card.title}{what}")
    return {**line, "card": event.card}


def _seat(state: State, seat: str) -> str:
    return state.seat_title(seat)


def _money(
    before: State, event: MoneyReceived | MoneyGiven | UnitsBought | WorksBuilt | Modernised
) -> JsonObject | None:
    names = before.names
    match event:
        case MoneyReceived():
            amounts: JsonObject = {**event.amounts}
            text = "Income: " + "; ".join(f"{_seat(before, s)} {n}" for s, n in event.amounts.items()) + "."
            return {**_line("income", "3.1.2", None, text), "amounts": amounts}
        case MoneyGiven():
            coins = "1 coin" if event.amount == 1 else f"{event.amount} coins"
            text = f"{_seat(before, event.to)} received {coins} from {_seat(before, event.seat)}."
            return _line("given", "3.5", before.seats[event.seat], text)
        case UnitsBought():
            text = f"{_capital(names.units(event.units))} bought in {names.the_place(event.area)} ({event.cost})."
            return _line("bought", "3.1.3", before.seats[event.seat], text, areas=[event.area])
        case WorksBuilt():
            builder = _capital(names.the_nation(event.nation))
            text = f"{builder} builds a {event.works} in {names.the_place(event.area)} ({event.cost})."
            return _line("built", "3.6", before.seats[event.seat], text, areas=[event.area])
        case Modernised():
            arm = "ships" if event.arm == SHIP else event.arm
            again = " a second time" if event.level > 1 else ""
            text = f"{_capital(names.the_nation(event.nation))} modernises its {arm}{again}."
            return _line("modernised", "3.9", before.seats[event.seat], text)


def _units(
    before: State,
    event: UnitsMoved | UnitsWithdrew | UnitsRaised | UnitsRemoved | WorksChanged,
) -> JsonObject | None:
    names = before.names
    match event:
        case UnitsMoved():
            way = f"from {names.the_place(event.path[0])} to {names.the_place(event.path[-1])}"
            side = before.side_of(event.units[0])
            text = f"{_capital(names.units(event.units))} moved {way}."
            line = _line("moved", "3.2", side, text, areas=[event.path[0], event.path[-1]])
            return {**line, "path": [*event.path], "count": len(event.units)}
        case UnitsWithdrew():
            text = f"{_do(before.names, event.units, 'withdraw')} from {names.the_place(event.area)}."
            return _line("withdrew", "3.3.3", before.side_of(event.units[0]), text, areas=[event.area])
        case UnitsRaised():
            text = f"{_do(before.names, event.units, 'appear')} in {names.the_place(event.area)}."
            side = before.nations[before.piece(event.units[0]).nation].side
            return _line("raised", event.section, side, text, areas=[event.area])
        case UnitsRemoved():
            areas = [before.units[u].at for u in event.units]
            where = listing(names.the_place(a) for a in dict.fromkeys(areas))
            fate = (
                "is lost in"
                if before.piece(event.units[0]).kind == GENERAL and len(event.units) == 1
                else "removed from"
            )
            text = f"{_capital(names.units(event.units))} {fate} {where}."
            return _line("removed", event.section, before.side_of(event.units[0]), text, areas=areas)
        case WorksChanged():
            fate = f"passes to {names.the_nation(event.nation)}" if event.nation else "is destroyed"
            text = f"The {event.works} in {names.the_place(event.area)} {fate}."
            return _line("works", "3.8", None, text, areas=[event.area])


def _lands(
    before: State,
    after: State,
    event: AreaTaken | NationFell | NationFreed | NationJoined | ShareProposed | LandShared,
) -> JsonObject | None:
    names = before.names
    match event:
        case AreaTaken():
            side = after.nations[event.nation].side
            home = before.printed.board.areas[event.area].owner
            told = names.the_place(event.area) == names.the_nation(home) and verdict(after, home, event.area, side)
            if before.control[event.area] == event.nation or told:
                return None  # nothing new, or the line of the fallen country says it with the same name
            text = f"{_capital(names.the_place(event.area))} falls to {names.the_nation(event.nation)}."
            return _line("taken", event.section, side, text, areas=[event.area])
        case NationFell():
            text = f"{_capital(names.the_nation(event.nation))} is conquered by {names.the_nation(event.conqueror)}."
            return _line("fell", event.section, after.nations[event.conqueror].side, text, areas=[*event.transfers])
        case NationFreed():
            text = f"{_capital(names.the_nation(event.nation))} is free again."
            return _line("freed", "3.10.4", after.nations[event.nation].side, text, areas=[*event.transfers])
        case ShareProposed():
            text = f"Proposed division of {names.the_nation(event.nation)}: {_shares(names, event.flags)}."
            return _line("shared", "5.1", after.seats[event.seat], text, areas=[*event.flags])
        case LandShared():
            text = f"{_capital(names.the_nation(event.nation))} is divided: {_shares(names, event.flags)}."
            side = after.nations[next(iter(event.flags.values()))].side
            return _line("shared", "5.1", side, text, areas=[*event.flags])
        case NationJoined():
            nation = _capital(names.the_nation(event.nation))
            text = f"{nation} enters the war on the side of the {SIDE_NAMES[event.side]}."
            return _line("joined", event.section, event.side, text)


def _shares(names: Names, flags: Mapping[str, str]) -> str:
    """ "Italy gets Tyrol and Vienna; Russia gets Budapest"."""
    of: dict[str, list[str]] = {}
    for area, nation in flags.items():
        of.setdefault(nation, []).append(names.the_place(area))
    return "; ".join(f"{names.the_nation(n)} gets {listing(sorted(its))}" for n, its in of.items())


def _line(
    kind: str,
    section: str,
    side: str | None,
    text: str,
    *,
    dice: Sequence[JsonObject] = (),
    areas: Sequence[str] = (),
) -> JsonObject:
    listed: list[Json] = list(dict.fromkeys(areas))
    return {"kind": kind, "section": section, "side": side, "text": text, "dice": [*dice], "areas": listed}


def _die(die: int, purpose: str) -> JsonObject:
    return {"die": die, "for": purpose}


def _sum(modifiers: Sequence[Modifier]) -> str:
    return "".join(f" {'+' if m.value > 0 else '−'}{abs(m.value)} {_reason(m)}" for m in modifiers)


def _reason(modifier: Modifier) -> str:
    """Within a line: small, but for the general whose name it is (§3.3.10) and the names of places."""
    text = modifier.text
    return text if modifier.section == "3.3.10" else text[:1].lower() + text[1:]


def _they(side: str, verb: str) -> str:
    """ "The Central Powers win", "The Entente wins"."""
    return f"The {SIDE_NAMES[side]} {verb}{'' if side == CENTRAL else 's'}"


def _do(names: Names, units: Sequence[str], verb: str) -> str:
    """ "2 German infantry attack", "Potiorek withdraws"."""
    return f"{_capital(names.units(units))} {verb}{'s' if len(units) == 1 else ''}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
