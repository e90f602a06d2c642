"""The log: one sentence for each fact that a viewer may learn of."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.game import REFEREE
from rules.kernel.log_lines import die_of, way_of
from rules.kernel.messages import JsonObject
from rules.kernel.wording import capital
from rules.powers_1914.cards.duties import section_of
from rules.powers_1914.conquest.conquest import verdict
from rules.powers_1914.economy.production import SECTION_OF
from rules.powers_1914.facts import Event
from rules.powers_1914.facts.action_cards import GasUsed, TacticPlayed
from rules.powers_1914.facts.artillery import ShotRolled
from rules.powers_1914.facts.battle import (
    BattleBegan,
    BattleEnded,
    BattleJoined,
    FightDecided,
    FightRolled,
    HelpDeclined,
    UnitsWithdrew,
)
from rules.powers_1914.facts.conquest import (
    AreaTaken,
    LandShared,
    NationFell,
    NationFreed,
    ShareProposed,
    UnitsRemoved,
)
from rules.powers_1914.facts.event_cards import (
    CardBuried,
    CardDrawn,
    CardUsed,
    ColoniesPaid,
    DutyAsked,
    LevyImposed,
    RevolutionBegan,
)
from rules.powers_1914.facts.money import MoneyGiven, MoneyReceived
from rules.powers_1914.facts.movement import UnitsMoved
from rules.powers_1914.facts.navy import ChallengeAnswered, ChallengeMade, UnitsSunk
from rules.powers_1914.facts.neutrals import NationJoined, UnitsRaised
from rules.powers_1914.facts.procedure import PhaseBegan
from rules.powers_1914.facts.production import Modernised, UnitsBought, WorksBuilt, WorksChanged
from rules.powers_1914.facts.victory import MatchEnded
from rules.powers_1914.position.state import State
from rules.powers_1914.position.tally import conquests
from rules.powers_1914.printed.pieces import INFANTRY, SHIP, SIDE_NAMES, SIDES
from rules.powers_1914.sentences import deed_in_words, log_line, shares, side_does, sum_of
from rules.powers_1914.sequence import TREE
from rules.powers_1914.shown.bulletins import losses, of_fall


def narrate(before: State, event: Event, after: State, viewer: str) -> JsonObject | None:
    """The line of ``event`` for ``viewer``, or None when there is nothing to tell."""
    match event:
        case PhaseBegan():
            return _phase(event, after)
        case MatchEnded():
            return log_line("ended", event.section, event.winner, f"{side_does(event.winner, 'win')}. {event.reason}")
        case CardDrawn() | CardUsed() | CardBuried() | DutyAsked():
            return _cards(before, event, viewer)
        case MoneyReceived() | MoneyGiven() | UnitsBought() | WorksBuilt() | Modernised():
            return _money(before, event)
        case UnitsMoved() | UnitsWithdrew() | UnitsRaised() | UnitsRemoved() | WorksChanged():
            return _units(before, event)
        case AreaTaken() | NationFell() | NationFreed() | NationJoined() | ShareProposed() | LandShared():
            return _lands(before, after, event)
        case ColoniesPaid():
            return log_line("colonies", "3.14.8", before.seats[event.seat], f"The colonies receive {event.cost}.")
        case LevyImposed():
            text = f"The colonies receive nothing: {event.amount} less income every turn."
            return log_line("colonies", "3.14.8", event.side, text)
        case RevolutionBegan():
            text = f"Revolution in Russia until turn {event.until}."
            return log_line("revolution", "3.14.3", before.nations["RU"].side, text)
        case TacticPlayed():
            text = f"Tactical advantage in {before.names.the_place(event.area)}."
            return log_line("tactic", "3.15.1", event.side, text, areas=[event.area])
        case _:
            return _fighting(before, event)


def _fighting(before: State, event: Event) -> JsonObject | None:
    names = before.names
    match event:
        case BattleBegan():
            text = f"The battle of {names.the_place(event.area)} begins."
            return log_line("battle", "3.3", event.side, text, areas=[event.area])
        case BattleJoined():
            side = before.side_of(event.units[0])
            where = f" of {names.the_place(before.battle.area)}" if before.battle else ""
            return log_line("reinforced", "3.3.2", side, f"Reinforcements join the battle{where}.")
        case HelpDeclined() if before.battle is not None:
            area, side = before.battle.area, before.battle.side
            text = f"{capital(before.the_seat(event.seat))} will not join the battle of {names.the_place(area)}."
            return log_line("declined", "3.3.2", side, text, areas=[area])
        case FightRolled():
            how = "attacks" if event.role == "attacker" else "defends"
            total = sum_of(event.modifiers, event.total)
            text = f"{capital(names.unit(event.unit))} {how}: {event.die}{total}."
            dice = [die_of(event.die, event.role)]
            return log_line("fight", "3.3.4", before.side_of(event.unit), text, dice=dice, areas=[event.area])
        case FightDecided():
            return _line_of_decision(before, event)
        case BattleEnded():
            attacker = before.battle.side if before.battle else None
            text = f"The attack on {names.the_place(event.area)} is {event.result}."
            return log_line("battle-ended", "3.3", attacker, text, areas=[event.area])
        case ShotRolled():
            hit = f"{names.unit(event.target)} is hit" if event.die >= event.needed else "no hit"
            text = f"Artillery fires into {names.the_place(event.area)}, {event.needed} needed: {event.die}, {hit}."
            dice = [die_of(event.die, "artillery")]
            line = log_line("shot", "3.3.12", before.side_of(event.unit), text, dice=dice, areas=[event.area])
            return {**line, **_toll(before, (event.target,) if event.die >= event.needed else ())}
        case GasUsed():
            text = f"Gas attack on {names.the_place(event.area)}: {event.die}. Lost: {names.units(event.lost)}."
            dice = [die_of(event.die, "gas")]
            line = log_line("gas", "3.15.2", event.side, text, dice=dice, areas=[event.area])
            return {**line, **_toll(before, event.lost)}
        case UnitsSunk():
            fate = "captured" if event.capture else "sunk"
            text = f"{capital(_losses_in_words(before, event.units, fate))}."
            line = log_line("sunk", "3.2.7", event.side, text, areas=[event.area])
            return {**line, **_toll(before, event.units)}
        case ChallengeMade():
            text = f"{capital(names.unit(event.attacker))} challenges {names.unit(event.target)}."
            return log_line(
                "challenge", "3.3.14", before.side_of(event.attacker), text, areas=[before.units[event.target].at]
            )
        case ChallengeAnswered() if not event.accepted:
            text = f"{capital(names.unit(event.target))} declines to fight."
            return log_line("answered", "3.3.14", before.side_of(event.target), text)
        case _:
            return None


def _line_of_decision(before: State, event: FightDecided) -> JsonObject:
    if event.result == "both":
        text = f"A tie: {_losses_in_words(before, event.lost)}."
    else:
        text = f"{capital(_losses_in_words(before, event.lost, _fate(before, event)))}."
    side = before.side_of(event.lost[0])
    section = "3.3.11" if event.captor else "3.3.4"
    line = log_line("decided", section, side, text, areas=[before.units[event.lost[0]].at])
    return {**line, **_toll(before, event.lost)}


def _fate(before: State, event: FightDecided) -> str:
    """§3.3.11: what became of the loser; a gun or ship that its captor cannot keep is only destroyed."""
    if not event.captor:
        return "lost"
    kept = event.gained or before.piece(event.lost[0]).kind == INFANTRY
    return "captured" if kept else "captured and destroyed"


def _losses_in_words(before: State, units: Sequence[str], fate: str = "lost") -> str:
    """ "2 French infantry are lost in Paris": whose and where, in every loss."""
    gone = f"{'is' if len(units) == 1 else 'are'} {fate}"
    areas = {before.units[u].at for u in units}
    if len(areas) > 1:
        return f"{losses(before, units)} {gone}"
    return f"{before.names.units(units)} {gone} in {before.names.the_place(areas.pop())}"


def _toll(before: State, units: Sequence[str]) -> JsonObject:
    """The lost in numbers, by nation and kind, for adding up a match: ``{"lost": {"FR": {"infantry": 2}}}``."""
    found: dict[str, dict[str, int]] = {}
    for unit in units:
        its = found.setdefault(before.piece(unit).nation, {})
        its[before.piece(unit).kind] = its.get(before.piece(unit).kind, 0) + 1
    lost: JsonObject = {nation: {**its} for nation, its in found.items()}
    return {"lost": lost} if lost else {}


def _phase(event: PhaseBegan, after: State) -> JsonObject | None:
    node = TREE.step(event.key)
    if event.key == "end":
        return None
    if event.key == "events":
        standing: JsonObject = {side: conquests(after, side) for side in SIDES}
        line = log_line("phase", node.section, None, f"Turn {event.turn}.")
        return {**line, "turn": event.turn, "conquests": standing}
    text = f"{SIDE_NAMES[node.side]}: {node.title.lower()}." if node.side else f"{node.title}."
    return log_line("phase", node.section, node.side, text)


def _cards(before: State, event: CardDrawn | CardUsed | CardBuried | DutyAsked, viewer: str) -> JsonObject | None:
    if isinstance(event, DutyAsked):
        return None
    card = before.printed.cards[event.card]
    own = viewer == REFEREE or before.seats.get(viewer) == event.side
    if isinstance(event, CardUsed):
        text = f"{side_does(event.side, 'use')} {card.title} for {event.cost}."
        return {**log_line("card-used", section_of(before, event.card), event.side, text), "card": event.card}
    if isinstance(event, CardBuried):
        title = card.title if own else "a card"
        return log_line("card-buried", "3.14.9", event.side, f"{side_does(event.side, 'put')} {title} away.")
    if event.held and not own:
        return log_line("drawn", "3.14", event.side, f"{side_does(event.side, 'draw')} a card, which stays in hand.")
    # Of a card with a price the text says what will happen, and only if it is bought.
    what = f" and may use it for {card.price}." if event.held else f": {card.text}"
    line = log_line("drawn", "3.14", event.side, f"{side_does(event.side, 'draw')} {card.title}{what}")
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
            return {**log_line("income", "3.1.2", None, text), "amounts": amounts}
        case MoneyGiven():
            coins = "1 coin" if event.amount == 1 else f"{event.amount} coins"
            text = f"{capital(before.the_seat(event.to))} received {coins} from {before.the_seat(event.seat)}."
            return log_line("given", "3.5", before.seats[event.seat], text)
        case UnitsBought():
            buyer = capital(names.the_nation(before.piece(event.units[0]).nation))
            text = f"{buyer} buys {names.goods(event.units)} in {names.the_place(event.area)} for {event.cost}."
            return log_line("bought", "3.1.3", before.seats[event.seat], text, areas=[event.area])
        case WorksBuilt():
            builder = capital(names.the_nation(event.nation))
            text = f"{builder} builds a {event.works} in {names.the_place(event.area)} for {event.cost}."
            return log_line("built", SECTION_OF[event.works], before.seats[event.seat], text, areas=[event.area])
        case Modernised():
            arm = "ships" if event.arm == SHIP else event.arm
            again = " a second time" if event.level > 1 else ""
            text = f"{capital(names.the_nation(event.nation))} modernises its {arm}{again}."
            return log_line("modernised", "3.9", before.seats[event.seat], text)


def _units(
    before: State,
    event: UnitsMoved | UnitsWithdrew | UnitsRaised | UnitsRemoved | WorksChanged,
) -> JsonObject | None:
    names = before.names
    match event:
        case UnitsMoved():
            way = f"from {names.the_place(event.path[0])} to {names.the_place(event.path[-1])}"
            side = before.side_of(event.units[0])
            text = f"{capital(names.units(event.units))} moved {way}."
            line = log_line("moved", "3.2", side, text, areas=[event.path[0], event.path[-1]])
            return {**line, **way_of(event.path, len(event.units))}
        case UnitsWithdrew():
            text = f"{deed_in_words(names, event.units, 'withdraw')} from {names.the_place(event.area)}."
            return log_line("withdrew", "3.3.3", before.side_of(event.units[0]), text, areas=[event.area])
        case UnitsRaised():
            text = f"{deed_in_words(names, event.units, 'appear')} in {names.the_place(event.area)}."
            side = before.nations[before.piece(event.units[0]).nation].side
            return log_line("raised", event.section, side, text, areas=[event.area])
        case UnitsRemoved():
            areas = [before.units[u].at for u in event.units]
            text = f"{capital(_losses_in_words(before, event.units))}."
            line = log_line("removed", event.section, before.side_of(event.units[0]), text, areas=areas)
            return {**line, **_toll(before, event.units)}
        case WorksChanged():
            fate = f"passes to {names.the_nation(event.nation)}" if event.nation else "is destroyed"
            text = f"The {event.works} in {names.the_place(event.area)} {fate}."
            return log_line("works", SECTION_OF[event.works], None, text, areas=[event.area])


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
            text = f"{capital(names.the_place(event.area))} falls to {names.the_nation(event.nation)}."
            return log_line("taken", event.section, side, text, areas=[event.area])
        case NationFell():
            text = f"{capital(names.the_nation(event.nation))} is conquered by {names.the_nation(event.conqueror)}."
            if event.units:
                text += f" Lost: {losses(before, event.units)}."
            side = after.nations[event.conqueror].side
            line = log_line("fell", event.section, side, text, areas=[*event.transfers])
            return {**line, **_toll(before, event.units), "bulletin": of_fall(before, event)}
        case NationFreed():
            text = f"{capital(names.the_nation(event.nation))} is free again."
            return log_line("freed", "3.10.4", after.nations[event.nation].side, text, areas=[*event.transfers])
        case ShareProposed():
            text = f"Proposed division of {names.the_nation(event.nation)}: {shares(names, event.flags)}."
            return log_line("shared", "5.1", after.seats[event.seat], text, areas=[*event.flags])
        case LandShared():
            text = f"{capital(names.the_nation(event.nation))} is divided: {shares(names, event.flags)}."
            side = after.nations[next(iter(event.flags.values()))].side
            return log_line("shared", "5.1", side, text, areas=[*event.flags])
        case NationJoined():
            nation = capital(names.the_nation(event.nation))
            text = f"{nation} enters the war on the side of the {SIDE_NAMES[event.side]}."
            if len(before.seats_of(event.side)) > 1:
                text += f" {capital(before.the_seat(event.seat))} will command its army."
            return log_line("joined", event.section, event.side, text)
