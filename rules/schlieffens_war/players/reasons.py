"""Why a program of this game gives an order, in sentences for the player who asks it for advice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.kernel.programs.reasons import Reason
from rules.kernel.wording import quantity
from rules.schlieffens_war.players.assaults import Assault
from rules.schlieffens_war.players.marches import Way
from rules.schlieffens_war.players.sight import TurnView
from rules.schlieffens_war.printed.sides import ENTENTE

WHY: Mapping[str, Reason] = MappingProxyType(
    {
        "historical": Reason("The program does not look for a set-up of its own: it takes the historical one.", "5.1"),
        "remove_fatigue": Reason("Units out of the enemy's reach shake off their fatigue at no cost.", "9.6"),
        "restore": Reason("Lost steps come back here, at no cost.", "9.5"),
        "return": Reason("It comes back as near as it may to where its army goes.", "9.5"),
        "reinforce": Reason("It comes in as near as it may to where its army goes.", "9.1"),
        "withdraw": Reason("Of the corps that may go, these are farthest from the enemy.", "9.4"),
        "defend": Reason("They are the strongest that may defend; fatigued units come last.", "6.2"),
        "bombard": Reason(
            "A marker is rarely kept after use: the program uses it from 12 attack factors, and not with fewer.",
            "11.23",
        ),
        "retreat": Reason(
            "The hex is not worth what it would cost, or no unit would be left. The way ends farthest from the enemy.",
            "11.20",
        ),
        "lose": Reason("Of the steps that you can lose, this one costs you least strength.", "11.20"),
        "displace": Reason("The weakest leaves, to the hex farthest from the enemy.", "6.5"),
        "eliminate": Reason("It is the weakest unit there.", "6.5"),
    }
)
"""By the kind of the order, whatever else speaks for it."""
END: Mapping[str, Reason] = MappingProxyType(
    {
        "setup": Reason("Your units are set up.", "5.1"),
        "regroup": Reason("Nothing is left to recover or to bring in.", "9.5"),
        "movement": Reason("No unit that could still move gains by moving.", "10.7"),
        "combat": Reason("No other attack promises enough for what it would cost you.", "11.0"),
    }
)
"""Why a phase is ended."""
PROBES = Reason("The city next to it is undefended, and a probe takes it without a fight.", "11.1")
STAYS = Reason("The hex beyond is not worth exposing a flank.", "11.22")
NEEDED = Reason("Every unit that could go is needed where it is.", "11.22")
FOLLOWS = Reason("The enemy has left, and units needed to hold a hex stay behind.", "11.22")
ENTERS = Reason("It is a city: your strongest corps goes in, though it is needed where it is.", "11.22")


def assault(table: TurnView, plan: Assault) -> Iterator[Reason]:
    """§11.0: what an attack promises."""
    board, hex_ = table.printed.board, plan.target
    losses = f"On average it costs the enemy {plan.theirs:.1f} steps and you {plan.ours:.1f}"
    often = min(99, round(100 * plan.cleared))
    yield Reason(
        f"{losses}, and {board.label(hex_)} falls in about {often} of 100 cases." if often else f"{losses}.", "11.18"
    )
    if table.side == ENTENTE and board.country[hex_] == "GE" and table.turn <= 7:
        yield Reason(f"It counts for Plan XVII: {quantity(table.plan_xvii, 'attack')} of seven so far.", "4.4")
    elif (prize := _prize(table, hex_)) is not None:
        yield prize


def why_mass(table: TurnView, plan: Assault) -> Reason:
    """§10.0, §11.0: a march to where an attack is to be made from."""
    label = table.printed.board.label(plan.target)
    return Reason(
        f"It is one of {len(plan.stands)} corps that are to attack {label} this turn."
        if len(plan.stands) > 1
        else f"From there it is to attack {label} this turn.",
        "11.0",
    )


def why_hold(table: TurnView, hex_: str) -> Reason:
    """A march to a hex that is to be held."""
    prize = _prize(table, hex_)
    sent = f"It is sent to hold {table.printed.board.label(hex_)}."
    return Reason(sent, "3.3") if prize is None else Reason(f"{sent} {prize.text}", prize.section)


def why_march(table: TurnView, way: Way, goal: str) -> Reason:
    """A march towards an army's goal, or into a city on its way."""
    board = table.printed.board
    city = next((h for h in way.path if h in board.cities and not table.holds(table.side, h)), None)
    if city is not None:
        prize = _prize(table, city)
        return Reason(
            f"{board.label(city)} is undefended: you take it by marching in.", prize.section if prize else "3.3"
        )
    if way.hex == goal:
        return Reason(f"{board.label(goal)} is its goal.", "10.1")
    return Reason(
        f"Its goal is {board.label(goal)}. With fatigue, danger and supply counted, this is the best way there.", "10.1"
    )


LEADS = Reason(
    "From there it leads and supplies the most corps of its army and of those that no other HQ reaches.", "6.7"
)
FEEDS = Reason(
    "From there it can supply its HQ, or is nearer to where it can, and it is out of the enemy's way.", "8.6"
)


def _prize(table: TurnView, hex_: str) -> Reason | None:
    board = table.printed.board
    if hex_ in board.paris:
        return Reason("Paris is what the Germans win by, and lose by.", "4.2")
    if hex_ in board.german_cities:
        return Reason("A German city in French hands ends the game.", "4.3")
    if hex_ in board.victory_cities:
        return Reason("The city counts as a victory point.", "4.6")
    return None
