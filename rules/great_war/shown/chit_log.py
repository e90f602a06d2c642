"""§6.1: what the log says of event chits, all of it open: a declaration is told only when both sides have made it."""

from __future__ import annotations

from rules.great_war.facts import (
    aircraft,
    arabs,
    chits,
    entry,
    epidemics,
    landing,
    near_east_events,
    offensives,
    paris_gun,
    shock_troops,
    spending,
    withdrawals,
)
from rules.great_war.facts.chits import BACK, GONE
from rules.great_war.play import names_of, place_name
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL, NAME_OF, NATIONS
from rules.great_war.printed.theatre_names import theatre_in_text
from rules.great_war.restrictions.event_bans import TURNS
from rules.great_war.shown.strategic_log import SIDE, LineDraft, points
from rules.kernel.wording import listing, quantity

COUNTRY = {"IT": "Italy", "BU": "Bulgaria", "RO": "Romania", "GK": "Greece"}
FOUGHT = {CENTRAL: "The Germans win at Jutland.", ALLIED: "The British win at Jutland.", "draw": "Jutland is a draw."}


def tell_chits(event: object, after: State) -> LineDraft | None:
    """The line of a fact, or None when it is none of this chapter or says nothing."""
    return _tell_play(event, after) or _tell_entries(event, after) or _tell_effects(event, after)


def _tell_play(event: object, after: State) -> LineDraft | None:
    """§6.1: events that are bought, drawn and played, and the units that they bring or take."""
    match event:
        case chits.PurchasesPaid():
            payers = event.payers.items()
            paid = listing(f"t{SIDE[side][1:]} ({NAME_OF[nation]} point)" for side, nation in payers)
            one = after.printed.variant.draws == 1
            text = f"{'An event is' if one else 'Two events for a point are'} bought by {paid}."
            if len(payers) > 1:
                text = f"Each side buys {'an event' if one else 'two events for a point'}: {paid}."
            return LineDraft("events", "6.11", None, text)
        case chits.ChitPicked():
            printed = after.printed.chits.events[event.chit]
            return LineDraft("events", "20.2", event.side, f"Taken without a draw: {printed.title}.")
        case chits.ChitDrawn():
            return _line_of_draw(event, after)
        case chits.EventPlayed():
            title = after.printed.chits.events[event.chit].title
            return LineDraft("events", after.printed.chits.events[event.chit].section, event.side, f"Played: {title}.")
        case chits.CombatEventUsed() | chits.ReactionPlayed():
            used = after.printed.chits.events[event.chit]
            return LineDraft("events", used.section, event.side, f"{SIDE[event.side]} use {used.title}.")
        case chits.EventUnits():
            text = f"{names_of(after, event.units)} in the Available Units Box."
            return LineDraft("arrived", _section(after, event.units, "6.4"), _side_to_be(after, event.units[0]), text)
        case chits.EventRemoved():
            leave = "leaves" if len(event.units) == 1 else "leave"
            section = _section(after, event.units, "6.12")
            return LineDraft("events", section, ALLIED, f"{names_of(after, event.units)} {leave} the game.")
        case spending.EventSpent():
            printed = after.printed.chits.events[event.chit]
            return LineDraft("events", printed.section, event.side, f"Played: {printed.title}.")
        case near_east_events.InitiativePlayed():
            return _initiative(event, after)
        case chits.EventLasts():
            return _lasts(event, after)
        case _:
            return None


def _tell_entries(event: object, after: State) -> LineDraft | None:
    """§6.4, §6.5, §17.1: nations that enter the war, landings, and units that are withdrawn."""
    match event:
        case withdrawals.WithdrawalDue():
            mounted = f", {event.cavalry} of them cavalry" if event.cavalry else ""
            text = (
                f"The Allies must withdraw British units totalling {quantity(event.factors, 'attack factor')}{mounted}."
            )
            return LineDraft("events", after.printed.chits.events[event.chit].section, ALLIED, text)
        case withdrawals.UnitWithdrawn():
            back = f" until strategic turn {event.until}" if event.until else " for good"
            section = "6.46" if event.until else "6.64"
            return LineDraft("events", section, ALLIED, f"{names_of(after, [event.unit])} leaves{back}.")
        case withdrawals.UnitsReturned():
            text = f"Back in the Available Units Box: {names_of(after, event.units)}."
            return LineDraft("arrived", "6.46", ALLIED, text)
        case withdrawals.OffensiveBegan():
            return LineDraft("events", "6.64", CENTRAL, "The German offensive in the west begins.")
        case entry.EntryDue():
            return LineDraft("events", "6.54", None, "The nation enters the war in the New Units Phase of this turn.")
        case entry.NationEntered():
            who = "the Allies" if event.side == ALLIED else "the Central Powers"
            return LineDraft("entry", "17.11", event.side, f"{COUNTRY[event.nation]} joins {who}.")
        case entry.NationStaysOut():
            return LineDraft("entry", "6.54", None, f"{COUNTRY[event.nation]} will never enter the war.")
        case entry.TurksDeployed():
            places = tuple(dict.fromkeys(h for h in event.places.values() if h in after.stacks))
            text = "The Turkish army in Europe takes up its positions."
            if not event.places:
                text = "European Turkey is open to the Central Powers: its own army has left the war."
            return LineDraft("entry", "17.13", CENTRAL, text, hexes=places)
        case entry.AlliesLanded():
            hexes = tuple(dict.fromkeys(event.places.values()))
            where = listing(place_name(after, h) for h in hexes)
            text = f"{names_of(after, event.places)} {'lands' if len(event.places) == 1 else 'land'} at {where}."
            return LineDraft("entry", after.printed.chits.events[event.chit].section, ALLIED, text, hexes=hexes)
        case entry.LandingsClosed():
            return LineDraft("entry", "6.52", ALLIED, "No more Allied units can land at Gallipoli.")
        case entry.LandingAbandoned():
            text = f"{place_name(after, event.hex)} is abandoned, and no longer supplies the Allies."
            return LineDraft("entry", "11.33", ALLIED, text, hexes=(event.hex,))
        case entry.LandingLost():
            return LineDraft("entry", "6.53", ALLIED, f"{place_name(after, event.hex)} no longer supplies the Allies.")
        case landing.RussiansLanded():
            text = f"{names_of(after, [event.unit])} lands in {place_name(after, event.hex)}."
            return LineDraft("arrived", "6.38", ALLIED, text, hexes=(event.hex,))
        case _:
            return None


def _tell_effects(event: object, after: State) -> LineDraft | None:
    """§6.0: what events bring about while they last."""
    match event:
        case near_east_events.CivilWarBroke():
            text = "Russian units may no longer stack or attack together. Stacks must split up in their next movement."
            return LineDraft("events", "6.48", ALLIED, text)
        case spending.PointsGained():
            text = f"The event brings {points(event.points, NAME_OF[event.nation])}."
            return LineDraft("points", "6.61", NATIONS[event.nation][0], text)
        case shock_troops.ShockTroopsFormed():
            become = "becomes" if len(event.units) == 1 else "become"
            text = f"{quantity(len(event.units), 'division')} {become} shock troops for {points(event.cost)}."
            return LineDraft("events", "15.41", CENTRAL, text)
        case shock_troops.KaiserschlachtDeclared():
            return LineDraft("events", "15.45", CENTRAL, "The attack is part of the Kaiserschlacht.")
        case aircraft.AircraftCommitted():
            return _flying(event, after) if event.chits else None
        case aircraft.AceFlew():
            fate = "is killed" if event.killed else "comes back"
            text = f"{after.printed.chits.events[event.chit].title} {fate}."
            return LineDraft("events", "15.15", event.side, text, event.die)
        case epidemics.TyphusBroke():
            return LineDraft("points", "6.57", None, f"Serbia loses {points(event.points)}.") if event.points else None
        case epidemics.InfluenzaRolled():
            return LineDraft("events", "6.58", None, f"Influenza: {event.die}.", event.die)
        case epidemics.ShockTroopsTired():
            gone = event.units and f"Shock troops no longer: {names_of(after, event.units)}."
            return LineDraft("events", "6.58", CENTRAL, gone) if gone else None
        case offensives.OffensiveObeyed():
            title = after.printed.chits.events[event.effect].title
            return LineDraft("events", "6.30", None, f"The attack counts for the {title}.")
        case paris_gun.GunPlaced():
            text = f"The Paris Gun is in {place_name(after, event.hex)} and counts as a victory hex."
            return LineDraft("events", "6.10", CENTRAL, text, hexes=(event.hex,))
        case paris_gun.GunLost():
            return LineDraft("events", "6.10", CENTRAL, "The Paris Gun is lost.")
        case chits.MutinyRevealed():
            return LineDraft("events", "6.47", ALLIED, "The French army mutinied three turns ago; the mutiny is over.")
        case chits.TelegramPublished():
            text = f"The United States will join the Allies on strategic turn {event.letter}."
            return LineDraft("entry", "6.56", ALLIED, text)
        case chits.JutlandFought():
            return LineDraft("events", "6.50", None, FOUGHT[event.winner], event.die)
        case chits.FleetMutinied():
            text = "The fleet mutinies: one victory point less." if event.victory else "The fleet, victorious, obeys."
            return LineDraft("events", "6.51", CENTRAL, text)
        case _:
            return _tell_of_arabs(event, after)


def _tell_of_arabs(event: object, after: State) -> LineDraft | None:
    """§6.7, §6.25, §6.27, §7.13: the Arabs and Lawrence."""
    match event:
        case arabs.ArabsRaised():
            text = f"The Arabs rise in {place_name(after, event.hex)}. How strong they are is not known."
            return LineDraft("arrived", "6.7", ALLIED, text, hexes=(event.hex,))
        case arabs.HexHeld():
            text = f"The Arabs hold {place_name(after, event.hex)} while they stay there."
            town = after.printed.board.index[event.hex] in after.printed.board.towns
            return LineDraft("taken", "7.13", ALLIED, text, hexes=(event.hex,)) if town else None
        case arabs.LawrenceRaids():
            text = f"Lawrence raids {place_name(after, event.hex)}: no train enters or leaves it this turn."
            return LineDraft("events", "6.25", ALLIED, text, hexes=(event.hex,))
        case arabs.LawrenceHunted():
            text = f"The raid fails. Lawrence {'is captured and out of the game' if event.gone else 'gets away'}."
            return LineDraft("events", "6.27", CENTRAL, text, event.die)
        case _:
            return None


def _initiative(event: near_east_events.InitiativePlayed, after: State) -> LineDraft:
    """§5.87: where it is now, and whether for good."""
    where, end = theatre_in_text(after.printed.variant, WEST), " for the rest of the match." if event.for_good else "."
    text = f"{SIDE[event.side]} play an initiative event. {SIDE[event.west]} now have the initiative in {where}{end}"
    return LineDraft("initiative", "5.87", event.side, text)


def _section(state: State, units: tuple[str, ...], otherwise: str) -> str:
    """§6.11, §6.62, §6.63: the section of a chit of the Near East that brings or takes these units."""
    chits_of = (c for c in state.printed.chits.events.values() if c.units == units and c.mark)
    return next((c.section for c in chits_of), otherwise)


def _side_to_be(state: State, unit: str) -> str:
    """The side of a unit whose nation may still be neutral, as the United States when their tanks are drawn."""
    nation = state.counter(unit).nation
    return state.sides.get(nation, NATIONS[nation][0])


def _lasts(event: chits.EventLasts, after: State) -> LineDraft:
    section = next(c.section for c in after.printed.chits.events.values() if c.effect == event.effect)
    turns = event.last - after.turn + 1
    if turns > TURNS:
        text = f"It begins with the next turn and lasts {quantity(TURNS, 'turn')}."
    else:
        text = f"It lasts {quantity(turns, 'turn')}, this one included." if turns > 1 else "It lasts this turn."
    return LineDraft("events", section, None, text)


def _flying(event: aircraft.AircraftCommitted, after: State) -> LineDraft:
    events = after.printed.chits.events
    named = listing(f"{events[c].title}{f' ({n})' if n > 1 else ''}" for c, n in event.chits.items())
    return LineDraft("events", "15.13", event.side, f"{SIDE[event.side]} send {named}.")


def _line_of_draw(event: chits.ChitDrawn, after: State) -> LineDraft:
    printed = after.printed.chits.events[event.chit]
    text = f"Drawn: {printed.title}.{_fate(event, after)}"
    return LineDraft("events", printed.section, event.side, text, event.die, sides=event.sides)


def _fate(event: chits.ChitDrawn, after: State) -> str:
    printed = after.printed.chits.events[event.chit]
    if printed.kind == "none":
        return " It goes back to the pool."
    if event.void:
        return f" It counts as No Event and {'goes back to the pool' if event.to == BACK else 'leaves the game'}."
    if event.to == GONE and event.by != event.side and not printed.mandatory:
        return " It leaves the game unplayed."
    return ""
