"""Why a program of this game gives an order, in sentences for the player who asks it for advice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.great_war.players.odds import Promise
from rules.kernel.programs.reasons import Reason

WHY: Mapping[str, Reason] = MappingProxyType(
    {
        "deal": Reason("Every unit goes to where its front needs it.", "19.11"),
        "draw_lots": Reason("Nothing is chosen here.", "19.11"),
        "move": Reason("The front is thinnest there, or an attack promises most from there.", "8.0"),
        "place": Reason("It comes in as near as it may to the front that needs it most.", "13.11"),
        "rail": Reason("It is not needed where it is, and by rail it is at another front at once.", "9.31"),
        "sail": Reason("It is not needed where it is, and a ship brings it to another front at once.", "9.51"),
        "to_transit": Reason("Another front lacks men, and this one can spare it.", "9.13"),
        "from_transit": Reason("This front lacks men most.", "9.13"),
        "out_of_arabia": Reason("More stand in Arabia than it needs.", "9.16"),
        "to_transfer": Reason("It is not needed where it is, and another front lacks men.", "9.0"),
        "from_transfer": Reason("This front lacks men most.", "9.0"),
        "give_up": Reason("Too many stand there, and this is the weakest of them.", "7.22"),
        "support": Reason("With a headquarters the attack gains more than its support will be missed.", "10.46"),
        "stand": Reason("The hex is worth holding.", "15.51"),
        "ride_back": Reason("Cavalry that stands would lose more here than the hex is worth.", "15.51"),
        "use_event": Reason("It helps in this fight, and you cannot be sure of a better one.", "6.13"),
        "no_event": Reason("No event that you hold is worth using in this fight.", "6.13"),
        "play_event": Reason("It helps most now.", "6.13"),
        "buy_event": Reason("You have more points than your men who have fallen will need.", "6.11"),
        "lose": Reason("Of the steps that you can lose, this one costs you least strength.", "10.63"),
        "advance": Reason(
            "The hex is worth more than it is exposed, and a garrison stays where it is needed.", "10.71"
        ),
        "go_on": Reason("The town beyond stands open, and few enemies are near.", "10.72"),
        "hold": Reason("Whoever went on would stand among too many enemies.", "10.71"),
        "fly": Reason("Aircraft help most in this fight.", "15.11"),
        "no_aircraft": Reason("A better fight for them may come before they are ready again.", "15.12"),
        "home_defence": Reason("They keep enemy aircraft off your fights.", "15.14"),
        "replace": Reason("Of those who have fallen it is worth most for its points.", "5.31"),
        "restore": Reason("A headquarters without support helps nobody.", "5.14"),
        "transfer": Reason("The other nation needs the points more.", "5.17"),
        "emergency": Reason("Men are needed at the front more than the points later.", "5.18"),
        "u_boats": Reason("They cost the enemy more points than they bring you trouble.", "5.22"),
        "declare": Reason("It is where the initiative is worth most to you.", "5.83"),
        "choose_marker": Reason("It is where the initiative is worth most to you.", "5.83"),
        "place_marker": Reason("From there it helps most attacks.", "10.82"),
        "place_gun": Reason("It is as near to Paris as it may stand.", "6.10"),
        "play_initiative": Reason("You do not have the initiative there, and it is where you are pressed.", "5.87"),
        "form_shock_troops": Reason("They are your strongest, and stand where you attack.", "15.42"),
        "kaiserschlacht": Reason("Your strongest units gain most by it.", "15.45"),
        "treaty": Reason("What you give up there is worth less than the units that it frees.", "5.46"),
        "tire": Reason("Of your headquarters you will miss this one least.", "15.62"),
        "withdraw": Reason("Of those that may go you will miss this one least.", "6.46"),
        "dig_trenches": Reason("Most enemies are near there.", "6.36"),
        "fill_reserve": Reason(
            "The reserve keeps Turkey from surrender, and these are missed least elsewhere.", "5.38"
        ),
        "release_reserve": Reason("The reserve holds more than Turkey needs, and the fronts lack men.", "5.38"),
        "raise_arabs": Reason("Few Turks are near there, and it is not far to what counts for victory.", "6.7"),
        "armenian_republic": Reason("Fewest enemies are near there.", "6.9"),
        "attack_in_van": Reason("The event leaves no choice.", "6.8"),
        "raid": Reason("Most Turks who might take a train stand there.", "6.25"),
        "capture": Reason("Whenever it can be played it costs the enemy more than you.", "6.27"),
        "russian_landing": Reason("It meets no more enemies there than it can stand.", "6.38"),
        "lay_pipeline": Reason("Without it nobody is in supply beyond Sinai.", "11.53"),
        "send_expedition": Reason("The Caucasus does not need them.", "17.21"),
        "draw_pre_war": Reason("What was drawn before the war is known only then.", "6.17"),
        "choose_pre_war": Reason("It is worth most in the first turns.", "6.17"),
        "announce_pre_war": Reason("It is worth most in the first turns.", "6.17"),
        "end_phase": Reason("Nothing else that you could do in this step is worth doing now.", "4.2"),
    }
)
"""By the kind of the order, whatever else speaks for it."""


def attack(found: Promise, label: str) -> Iterator[Reason]:
    """§10.36, §10.71: what an attack promises."""
    losses = f"On average it costs the enemy {found.theirs:.1f} steps and you {found.ours:.1f}"
    often = min(99, round(100 * found.taken))
    if not often:
        yield Reason(f"{losses}.", "10.36")
    else:
        yield Reason(f"{losses}, and {label} is empty afterwards in about {often} of 100 cases.", "10.36")
        if not found.way:
            yield Reason("Nobody could advance into it: the trenches are too strong.", "10.71")
