"""Why a program of this game gives an order, in sentences for the player who asks it for advice."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.kernel.programs.reasons import Reason

_ENDS = Reason("Nothing else that you could do in this step is worth doing now.", "7.0")
_FIRST = Reason("The program does not look for a set-up of its own: it takes the one that is offered whole.", "1.4")
_PLACED = Reason("All units are placed, and your cities near the enemy have what garrisons you can give.", "1.4")
_LOSS = Reason("Of those that may be lost they cost least to rebuild.", "13.72")
_SHAKEN = Reason("The program takes those that are suggested.", "13.7")
_TOGETHER = Reason("Apart they could be attacked one after the other.", "13.62")
_STAYS = Reason("Too many enemies could attack the units that advance, or no unit can be spared.", "13.9")

WHY: Mapping[str, Reason] = MappingProxyType(
    {
        "set_up_all": _FIRST,
        "place": Reason("This city is near the enemy's land and has room for one more.", "1.4"),
        "move": Reason(
            "Of the places it can reach, it is most useful there: cities, line, supply and attacks to come count.",
            "8.0",
        ),
        "attack": Reason("Over all ten faces of the die it promises more than it costs.", "13.64"),
        "attack_with_air": Reason(
            "Over all ten faces of the die it promises more than it costs, and aircraft add to it.", "16.42"
        ),
        "overrun": Reason("They are overwhelmed without a die roll, and others can move on past their hex.", "12.0"),
        "dig": Reason(
            "They hold the line, and do not attack now: an entrenchment makes them harder to drive out.", "15.21"
        ),
        "give_up": Reason("Too many units are there, and this one has the fewest factors.", "6.2"),
        "advance_railheads": Reason("It costs nothing, and trains go farther afterwards.", "10.4"),
        "send_aircraft": Reason(
            "Of the hexes that it reaches, this is where your neighbouring units are strongest against the enemy.",
            "16.41",
        ),
        "rebase": Reason(
            "Of the bases that it can reach, this is the nearest to the enemy without being adjacent.", "16.41"
        ),
        "land": Reason(
            "Of the bases that it can reach, this is the nearest to the enemy without being adjacent.", "16.41"
        ),
        "flee": Reason(
            "Of the bases that it can reach, this is the nearest to the enemy without being adjacent.", "16.41"
        ),
        "lose": _LOSS,
        "demoralise": _SHAKEN,
        "defend_together": _TOGETHER,
        "together": _TOGETHER,
        "advance": Reason("The hex holds a city, or the units that go can hold it against the enemies nearby.", "13.9"),
        "stay": _STAYS,
        "hold": Reason("In a fort they do not have to retreat.", "15.12"),
        "retreat": Reason("This way leads farthest from the enemy.", "13.81"),
        "bring_on": Reason(
            "Of the units that can arrive it has the most factors. It comes in as near to the enemy as it may.", "17.11"
        ),
        "withdraw": Reason(
            "The program does not weigh what to keep: the unit with the most factors goes first.", "17.44"
        ),
        "rebuild": Reason(
            "Of the units that you can rebuild it has the most factors. It comes in as near to the enemy as it may.",
            "17.24",
        ),
        "declare_war": Reason(
            "It is about to join the enemy, and you are strong enough near its border to attack it first.", "18.11"
        ),
        "invade": Reason(
            "Nobody holds this port, it counts, and three corps can hold it against what is near.", "11.7"
        ),
        "press_on": Reason(
            "The units that got through go on: if they turned back, you could not try again for months.", "2.68"
        ),
        "end_phase": _ENDS,
        "end_arrivals": _ENDS,
        "end_set_up": _PLACED,
        "end_deployment": _PLACED,
    }
)
"""By the kind of the order, whatever else speaks for it."""


LEAVES = Reason("It may not stay where it is, and the phase does not end before it goes.", "13.85")
PROMISED = Reason("The Second Army has to leave for Galicia.", "22.6")
TO_BOX = Reason("Units must be sent to this box, and the phase does not end before one that can has gone.", "2.67")
CLOSES_UP = Reason("Plan 17 asks for French attacks, and too few units face the Germans.", "22.52")
DUE = Reason("The phase does not end before an attack like this is made, whatever it promises.", "13.1")

CUTS_OFF = Reason("With others it cuts a city off from supply: it counts half then, and nobody answers.", "1.71")
STRIKES = Reason("With others it goes before a city that counts and could fall this month.", "1.71")
EXCHANGED = Reason("The best attackers are placed facing the enemy, and others of the same army behind them.", "1.4")
RELIEVED = Reason("This city counts soon: the best defenders go into it, and the weakest unit there leaves.", "1.71")

DUTIES = (LEAVES, PROMISED, TO_BOX, CLOSES_UP, DUE)


def clears(label: str, often: int, of: int) -> Reason:
    """§13.7: on how many faces of the die an attack clears its hex."""
    return Reason(f"{label} is cleared by {often} of the {of} faces of the die.", "13.7")
