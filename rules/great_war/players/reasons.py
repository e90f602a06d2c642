"""Why a program of this game gives an order, in sentences for the player who asks it for advice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.great_war.players.odds import Promise
from rules.great_war.printed.board import Board
from rules.hexes.choosing import place_name
from rules.kernel.programs.reasons import Reason, usual
from rules.kernel.wording import capital

WHY: Mapping[str, Reason] = MappingProxyType(
    {
        "deal": Reason("The program does not look for a set-up of its own: it takes the one that is offered.", "19.11"),
        "draw_lots": Reason("There is nothing to choose.", "19.11"),
        "place": Reason("It comes in as near as it may to the front that needs it most.", "13.11"),
        "rail": Reason("It is not needed where it is, and a train takes it sooner to where men are needed.", "9.31"),
        "sail": Reason("It is not needed where it is, and a ship can take it to where men are needed.", "9.51"),
        "to_transit": Reason("Another front lacks men, and this one can spare it.", "9.13"),
        "from_transit": Reason("Units are needed there more than anywhere else it can reach.", "9.13"),
        "out_of_arabia": Reason("Arabia has more units than it needs.", "9.16"),
        "to_transfer": Reason("It is not needed where it is, and another front lacks men.", "9.0"),
        "from_transfer": Reason("Of the places that are open, this side needs men most.", "9.0"),
        "give_up": Reason("Too many units are there, and this is the weakest of them.", "7.22"),
        "stand": Reason("None of your infantry is within its reach, and the same attackers would follow.", "15.51"),
        "ride_back": Reason("Your infantry is there: cavalry that stands alone would be attacked alone.", "15.51"),
        "use_event": Reason("It can be used in this fight, and the program saves no event for a better one.", "6.13"),
        "no_event": Reason("You hold no event that can be used in this fight.", "6.13"),
        "play_event": Reason("The program plays an event with a lasting effect as soon as it can.", "6.13"),
        "buy_event": Reason(
            "The program buys an event whenever there are points for it, from the nation with the most.", "6.11"
        ),
        "lose": Reason("Of the steps that you can lose, this one costs you least strength.", "10.63"),
        "advance": Reason(
            "Few enemies are next to the hex, or it counts for victory. A unit stays where the enemy is near.", "10.71"
        ),
        "go_on": Reason("The town beyond is empty, and few enemies are next to it.", "10.72"),
        "hold": Reason("Too many enemies are next to the hex, or no unit can be spared to go.", "10.71"),
        "fly": Reason("The program sends the first aircraft that can come.", "15.11"),
        "no_aircraft": Reason("None of your aircraft can come.", "15.12"),
        "home_defence": Reason("The program keeps all its aircraft at the front.", "15.14"),
        "replace": Reason(
            "Of all that your points can bring back, this adds most factors. A headquarters counts for more.",
            "5.31",
        ),
        "restore": Reason("Of all that your points can bring back, this adds most to attack and defence.", "5.31"),
        "transfer": Reason("The other nation has more fallen units than points to bring them back.", "5.17"),
        "emergency": Reason(
            "At least 25 of its units have fallen, and the point that it costs does not bring defeat near.", "5.18"
        ),
        "declare": Reason("The enemy presses your line less there: that is where the program attacks.", "5.83"),
        "choose_marker": Reason("It goes with the front on which the program seeks the decision.", "5.83"),
        "place_marker": Reason("The Germans there have the best attack available.", "10.82"),
        "place_gun": Reason("The hex is behind your line, and the program has no preference among such hexes.", "6.10"),
        "play_initiative": Reason("You do not have the initiative there.", "5.87"),
        "form_shock_troops": Reason(
            "They have the highest attack factors of those in the west that can be chosen.", "15.42"
        ),
        "kaiserschlacht": Reason("The program begins the offensive as soon as it may.", "15.45"),
        "treaty": Reason("The program always makes peace: it frees units for the west.", "5.46"),
        "tire": Reason("The program does not weigh which: it takes the first of the list.", "15.62"),
        "withdraw": Reason("Of those that may go, it is worth least in defence compared with its attack.", "6.46"),
        "dig_trenches": Reason("The hex counts for victory, or most enemies are near it.", "6.36"),
        "fill_reserve": Reason(
            "Waiting units go first, and only as many come from the fronts as keep Turkey from surrendering.", "5.38"
        ),
        "release_reserve": Reason(
            "The reserve holds more than the eight divisions that the program keeps in it.", "5.38"
        ),
        "raise_arabs": Reason(
            "Fewest Turks are near there, and of such places it is the nearest to what counts for victory.", "6.7"
        ),
        "armenian_republic": Reason("Fewest enemies are near there.", "6.9"),
        "attack_in_van": Reason("The event leaves no choice.", "6.8"),
        "raid": Reason("Most enemy units are there.", "6.25"),
        "capture": Reason("The program plays it as soon as it can.", "6.27"),
        "russian_landing": Reason("It meets no more enemies there than it can stand.", "6.38"),
        "lay_pipeline": Reason("The program lays it as soon as it can: supply reaches farther with it.", "11.53"),
        "send_expedition": Reason("The Caucasus does not need them, and no enemy is next to them.", "17.21"),
        "draw_pre_war": Reason("You draw before you choose.", "6.17"),
        "choose_pre_war": Reason("They come first in the program's fixed order of events before the war.", "6.17"),
        "announce_pre_war": Reason("It comes first in the program's fixed order of events before the war.", "6.17"),
        "end_phase": Reason("Nothing else that you could do in this step is worth doing now.", "4.2"),
    }
)
"""By the kind of the order, whatever else speaks for it."""
SUPPORTS = Reason("With a headquarters the attack gains more than its support will be missed.", "10.46")
SPARES = Reason("A headquarters would change too little here, or none is near.", "10.46")
U_BOATS_GO_ON = Reason("The program calls them off only while Belgium is neutral.", "5.22")
U_BOATS_STOP = Reason("Belgium is neutral: the program looks east, and wants no American entry.", "5.22")
ORDERED = Reason("An event in force orders you to attack here, whatever the odds.", "6.30")
COUNTED = Reason("These figures count on the support of a headquarters nearby.", "10.46")


class Purpose(NamedTuple):
    """What a unit is moved for, and the hex that it is about."""

    code: str
    at: int


PURPOSES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "hold": ("{} needs more defence: it is short of its share of what the enemy can bring against it.", "8.0"),
        "man": ("None of your units holds {}, which is part of your line.", "8.0"),
        "out": ("Where it stands it is cut off from home; {} is nearer to your line.", "11.8"),
        "fed": ("Where it stands it is out of supply; at {} it is not.", "11.8"),
        "attack": ("It helps an attack on {}, the most promising of those that are left.", "10.1"),
        "town": ("{} is empty, and your units can stand there.", "8.0"),
        "aim": ("It goes towards {}, the nearest enemy place that counts for victory.", "18.1"),
        "paris": ("Its army marches on Paris by way of {}.", "8.14"),
        "line": ("It has nothing to do where it is, and {} is nearer to where men are needed.", "8.0"),
        "train": ("{} has a station: from there a train can take it to the other front, which needs men more.", "9.31"),
        "port": ("This front is won: from {} ships sail to another.", "9.53"),
        "enver": ("The Enver Offensive orders an attack in the Caucasus, and {} is on the way.", "6.30"),
        "headquarters": ("At {} it can help more of your units, or is nearer to them.", "15.6"),
    }
)
"""By the code of a purpose."""


def why_moved(board: Board, purpose: Purpose) -> Reason:
    """Why a unit is moved."""
    text, section = PURPOSES[purpose.code]
    return Reason(capital(text.format(place(board, purpose.at))), section)


def place(board: Board, i: int) -> str:
    """A hex as sentences name it."""
    return place_name(board.name[i], board.shown[i])


def why(command: Mapping[str, Any]) -> Iterable[Reason]:
    """What always speaks for an order like this one."""
    match command["kind"]:
        case "support":
            return (SPARES if command["hq"] == "none" else SUPPORTS,)
        case "u_boats":
            return (U_BOATS_STOP if command["off"] else U_BOATS_GO_ON,)
        case _:
            return usual(command, WHY)


def attack(found: Promise, label: str) -> Iterator[Reason]:
    """§10.36, §10.71: what an attack promises."""
    losses = f"On average it costs the enemy {found.theirs:.1f} steps and you {found.ours:.1f}"
    often = min(99, round(100 * found.taken))
    if not often:
        yield Reason(f"{losses}.", "10.36")
    else:
        yield Reason(f"{losses}, and {label} is empty afterwards in about {often} of 100 cases.", "10.36")
        if not found.way:
            yield Reason("No unit could advance into it: the trenches are too strong.", "10.71")
