"""§4.3: what the log says of a strategic turn. Both sides may know everything in it."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from rules.great_war.facts import (
    fortresses,
    initiative,
    morale,
    replacements,
    resources,
    revolutions,
    strategic,
    warfare,
)
from rules.great_war.play import name_of, place_name
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import THEATRE_NAMES, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL, NAME_OF, NATIONS
from rules.great_war.strategic.revolutions import CZAR
from rules.kernel.endings import MatchEnded
from rules.kernel.wording import capital, listing, quantity

SIDE = {CENTRAL: "The Central Powers", ALLIED: "The Allies"}


class LineDraft(NamedTuple):
    """A line: its kind, section and side, the sentence, the die, hexes, and how many sides the die has."""

    kind: str
    section: str
    side: str | None
    text: str
    die: int | None = None
    hexes: tuple[str, ...] = ()
    sides: int = 6


def points(number: int, whose: str = "") -> str:
    """Resource points in words, those of a nation with its adjective."""
    return quantity(number, f"{whose} resource point".strip())


def tell(event: object, after: State) -> LineDraft | None:
    """The line of a fact, or None when it is none of this chapter or says nothing."""
    match event:
        case strategic.StrategicTurnBegan():
            return LineDraft("phase", "4.3", None, f"Strategic turn {event.letter}.")
        case strategic.UnitedStatesEntered():
            return LineDraft("entry", "5.71", ALLIED, "The United States join the Allies.")
        case strategic.TurkeyEntered():
            return LineDraft("entry", "17.1", CENTRAL, "The Ottoman Empire joins the Central Powers.")
        case warfare.UBoatsSighted():
            return LineDraft("u-boats", "20.3", CENTRAL, "The first die of two for the U-boats.", event.die)
        case strategic.AmericansInForce():
            text = "Six full U.S. divisions are in France: from now on the Allies declare the initiative."
            return LineDraft("initiative", "5.82", ALLIED, text)
        case strategic.SurplusLost():
            named = listing(NAME_OF[n] for n in event.points)
            return LineDraft("points", "5.13", None, f"Points above ten are lost: {named}.")
        case MatchEnded():
            return LineDraft("end", event.section, event.winner or None, event.reason)
        case initiative.InitiativeDeclared():
            text = f"{SIDE[event.west]} now have the initiative in the {THEATRE_NAMES[WEST]}."
            return LineDraft("initiative", "5.83", event.side, text)
        case initiative.MarkerChosen():
            return LineDraft("marker", "5.88", CENTRAL, f"The Central Powers will use {event.marker}.")
        case fortresses.FortressRolled():
            what = "surrenders" if event.surrenders else "holds out"
            text = f"{place_name(after, event.hex)} {what}."
            return LineDraft("fortress", "14.15", None, text, event.die, (event.hex,))
        case replacements.UnitReturned():
            return LineDraft("rebuilt", "5.33", after.side(event.unit), f"{name_of(after, event.unit)} rebuilt.")
        case revolutions.RevolutionRolled() | revolutions.CzarFell():
            return _revolution(event)
        case revolutions.NationCollapsed() | revolutions.NationSurrendered() | revolutions.FranceStood():
            return _line_of_fall(event)
        case morale.MoraleTested():
            what = "French morale is shattered." if event.shattered else "France fights on."
            return LineDraft(
                "morale", "18.21", CENTRAL, f"{place_name(after, event.hex)}: {what}", event.die, (event.hex,)
            )
        case revolutions.RedArmyRolled():
            text = f"{quantity(event.divisions, 'division')} of the Provisional Government will join the Red Army."
            return LineDraft("red-army", "15.93", ALLIED, text, event.die)
        case revolutions.RedArmyFormed():
            text = "The Red Army is formed." if len(event.divisions) > 1 else "A Red Army division is formed."
            return LineDraft("red-army", "15.93", ALLIED, text)
        case revolutions.TreatyDeclared():
            return LineDraft("treaty", "5.46", CENTRAL, "The Treaty of Brest-Litovsk: the war in Russia is over.")
        case _:
            return _resources(event, after) or _warfare(event, after)


def _resources(event: object, after: State) -> LineDraft | None:
    match event:
        case resources.UnitsArrived():
            number = Counter(after.counter(unit).nation for unit in event.units)
            named = listing(f"{NAME_OF[n]} {number[n]}" for n in NATIONS if number[n])
            return LineDraft("arrived", "5.11", None, f"New units in the Available Units Box: {named}.")
        case resources.PointsReceived():
            named = listing(f"{NAME_OF[n]} {p}" for n, p in event.points.items())
            return LineDraft("points", "5.12", None, f"Resource points received: {named}.")
        case resources.EmergencyCalled():
            return LineDraft("emergency", "5.18", after.sides[event.nation], _call(event.nation), event.die)
        case resources.EmergencyAnswered():
            text = f"They bring {points(event.points)}."
            return LineDraft("emergency", "5.18", after.sides[event.nation], text, event.die)
        case resources.PointsTransferred():
            text = f"{points(event.points)} from {NAME_OF[event.giver]} to {NAME_OF[event.taker]} hands."
            return LineDraft("points", "5.17", after.sides[event.giver], capital(text))
        case _:
            return None


def _call(nation: str) -> str:
    return f"{NAME_OF[nation]} emergency replacements are called."


def _warfare(event: object, after: State) -> LineDraft | None:
    match event:
        case warfare.UBoatsRolled():
            return LineDraft("u-boats", "5.22", CENTRAL, f"U-boats sink {points(event.lost, 'British')}.", event.die)
        case warfare.UBoatsAnswered():
            text = "The U-boats are called off." if event.chit else "The U-boats go on."
            return LineDraft("u-boats", "5.22", CENTRAL, text)
        case warfare.TransportRolled():
            what = "is sunk on the way" if event.sunk else "arrives safely"
            return LineDraft("u-boats", "5.22", ALLIED, f"{name_of(after, event.unit)} {what}.", event.die)
        case warfare.CapitalRaided():
            return LineDraft(
                "bombed", "5.23", CENTRAL, f"An air raid costs {points(event.lost, NAME_OF[event.nation])}."
            )
        case warfare.HomeDefended():
            number = quantity(sum(event.chits.values()), "air unit")
            return LineDraft("bombed", "5.24", CENTRAL, f"{number} kept at home against the bombers.")
        case warfare.GermanyBombed():
            return LineDraft("bombed", "5.24", ALLIED, f"Bombers destroy {points(event.lost, 'German')}.", event.die)
        case warfare.AceRolled():
            title = after.printed.chits.events[event.chit].title
            return LineDraft("ace", "15.15", CENTRAL, f"{title} {'falls' if event.killed else 'returns'}.", event.die)
        case _:
            return None


def _revolution(event: Any) -> LineDraft | None:
    match event:
        case revolutions.RevolutionRolled():
            whose = "the Czar" if event.which == CZAR else "the Provisional Government"
            sum_ = event.die + sum(number for _, number in event.modifiers)
            text = f"Revolution roll {sum_}: {whose} {'falls' if event.happens else 'survives'}."
            return LineDraft("revolution", "5.42", None, text, event.die)
        case revolutions.CzarFell():
            return LineDraft("revolution", "5.45", ALLIED, "Russian units fight for the Provisional Government.")
        case _:
            raise AssertionError(event)


def _line_of_fall(event: Any) -> LineDraft:
    match event:
        case revolutions.NationCollapsed():
            return LineDraft("collapsed", event.section, None, f"The {NAME_OF[event.nation]} army collapses.")
        case revolutions.NationSurrendered():
            text = f"The {NAME_OF[event.nation]} government surrenders: its units leave the game."
            return LineDraft("surrendered", event.section, None, text)
        case _:
            return LineDraft("collapsed", "16.2", ALLIED, "Paris has fallen, and France fights on.")
