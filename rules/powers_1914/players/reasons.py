"""Why a program of this game gives an order, in sentences for the player who asks it for advice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rules.kernel.programs.reasons import Reason, usual
from rules.kernel.wording import capital as capitalised
from rules.kernel.wording import quantity
from rules.powers_1914.players import garrisons
from rules.powers_1914.players.attacks import Attack
from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.printed.pieces import AIRCRAFT, GENERAL, INFANTRY, SHIP

WHY: Mapping[str, Reason] = MappingProxyType(
    {
        "standard": Reason("The program does not look for a set-up of its own: it uses the one on the chart.", "2.3"),
        "place": Reason(
            "It may not be set up where the chart puts it: this is the first other place open to it.", "2.4"
        ),
        "give": Reason("Put together, the money of your side buys what matters most first.", "3.5"),
        "tactic": Reason("The card adds one to each of your dice in this battle.", "3.15.1"),
        "gas": Reason("Gas thins out the defenders before your men go in.", "3.15.2"),
        "shoot": Reason("The shot costs you nothing, and it kills on a good die.", "3.3.12"),
        "sink": Reason("Land units at sea without ships cannot fight back.", "3.2.7"),
        "raid": Reason("The shipyard has no guns to defend it.", "3.8"),
        "fight": Reason("One more pair is worth more, on average, than stopping here.", "3.3.4"),
        "withdraw": Reason("Going on would, on average, cost you more than the field is worth.", "3.3.3"),
        "give_up": Reason("Of those you can give up, you will miss this one least.", "3.14.1"),
        "pay": Reason("Seven turns or more are left in which you keep the income.", "3.14.8"),
        "decline": Reason(
            "Fewer than seven turns are left in which you would keep the income, or you cannot pay.", "3.14.8"
        ),
        "land_usa": Reason(
            "The program lands them in the Atlantic, next to the west, or in another sea if enemy ships are there.",
            "3.14.5",
        ),
        "rise": Reason("Of the places where it may be, your side has most land units there.", "3.14.10"),
        "flag": Reason("Of the nations that may have it, this one has the largest income.", "5.1"),
        "share": Reason("It is the suggested division.", "5.1"),
        "agree": Reason("The program agrees to whatever is proposed.", "5.1"),
        "respond": Reason("The program accepts a challenge by a ship, and no other.", "3.3.14"),
    }
)
"""By the kind of the order."""
END: Mapping[str, Reason] = MappingProxyType(
    {
        "setup": Reason("All your units are on the board.", "2.4"),
        "purchase": Reason("The program wants nothing more that your money can buy.", "3.1.3"),
        "action": Reason("No other attack promises enough, and no unit is needed more elsewhere.", "3.1.4"),
    }
)
"""Why a step is ended."""
JOINS = Reason("A country that joins you brings its units, and its income for the rest of the war.", "3.14.9")
MAX_DEFENDERS_COUNTED = 12
"""More defenders than this are not counted out."""
UNLIKELY = 0.4
"""With a smaller chance an attack is made for what it costs the enemy."""
RISES = Reason("You have money to spare, and the enemy must send men against the rising.", "3.14.7")


def why(table: BotView, command: Mapping[str, Any]) -> Iterator[Reason]:
    """What speaks for an order; of attacks ``attack`` says more."""
    kind = command["kind"]
    if kind == "end_phase":
        yield from usual({"kind": table.view["step"]["key"]}, END)
    elif kind == "buy":
        yield _why_buy(table, command)
    elif kind == "use_card":
        card = table.printed.cards[command["card"]]
        yield RISES if card.effect == "rising" else JOINS
    elif kind == "modernise":
        nation = capitalised(table.printed.names.the_nation(command["nation"]))
        yield Reason(f"{nation} has many of them: better dice for all are worth more than a few new units.", "3.9")
    elif kind in ("move", "reinforce"):
        yield from _why_march(table, command)
    else:
        yield from usual(command, WHY)


def _why_buy(table: BotView, command: Mapping[str, Any]) -> Reason:
    """§3.6, §3.7."""
    if command["unit"] == AIRCRAFT:
        return Reason("One aircraft helps in every battle within four fields.", "3.3.6")
    if command["unit"] != INFANTRY:
        return Reason("Guns shoot before the men go in, and you have money left.", "3.3.12")
    for area, lack in garrisons.wants(table).items():
        if command["area"] == area or area in table.ways(command["area"], table.side):
            return _in_danger(table, area, lack)
    return Reason("The program raises men nearest to the enemy first.", "3.7")


def _in_danger(table: BotView, area: str, lack: int) -> Reason:
    name = capitalised(table.printed.names.the_place(area))
    need = quantity(lack, "more defender") if lack <= MAX_DEFENDERS_COUNTED else "every defender you can send"
    return Reason(f"{name} needs {need}: its country falls with it.", "3.10.2")


def _why_march(table: BotView, command: Mapping[str, Any]) -> Iterator[Reason]:
    """§3.2: where units go that attack nobody; whoever comes up to a battle."""
    goal, kinds = command["path"][-1], {table.piece(u).kind for u in command["units"]}
    place = table.printed.names.the_place(goal)
    if command["kind"] == "reinforce":
        yield Reason(f"With more units you are likelier to take {place}.", "3.3.2")
    elif SHIP in kinds:
        yield Reason("On average the battle there brings you more than it costs.", "3.3")
    elif table.board.is_sea(goal):
        yield Reason("They are needed less where they are than beyond this sea.", "3.2.6")
    elif table.holder(goal) != table.side:
        # Why they attack is said where the attack is weighed.
        return
    elif GENERAL in kinds or AIRCRAFT in kinds:
        yield Reason(
            f"Of the places within its reach, most of your units that the enemy can attack are at {place}.", "3.11"
        )
    elif (lack := garrisons.wants(table).get(goal, 0)) > 0:
        yield _in_danger(table, goal, lack)
    else:
        yield Reason(f"They are needed less where they are than at {place} or beyond it.", "3.2.1")


def attack(table: BotView, plan: Attack) -> Iterator[Reason]:
    """§3.3: what an attack promises, and that its groups come one after the other."""
    place, field = table.printed.names.the_place(plan.area), table.board.areas[plan.area]
    if plan.against:
        yield Reason(
            f"You take {place} in about {min(99, round(100 * plan.chance))} of 100 battles like this.", "3.3.4"
        )
    else:
        yield Reason(f"No unit defends {place}.", "3.2.1")
    if plan.chance < UNLIKELY:
        yield Reason("You can stop at any time, and on average the attempt is worth what it costs.", "3.3.3")
    elif _country_falls(table, plan.area):
        yield Reason("It is a capital: the rest of its country falls with it.", "3.10.2")
    elif field.coins:
        yield Reason(f"It brings you {quantity(field.coins, 'coin')} a turn.", "3.5")
    if len(plan.groups) > 1:
        yield Reason("Bring up the others as soon as the battle has begun.", "3.3.2")


def _country_falls(table: BotView, area: str) -> bool:
    """§3.10.2: whether an enemy country falls with a field."""
    place = table.board.areas[area]
    home = table.nations[place.owner]
    return bool(place.capital and home["side"] == table.holder(area) and home["status"] != "fallen")
