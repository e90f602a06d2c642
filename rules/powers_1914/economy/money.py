"""§3.5 Money: coins of the fields under your flags at the start of a turn; allies may put it together."""

from __future__ import annotations

from dataclasses import replace

from rules.kernel.game_support import refusable
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Count, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.powers_1914.facts.money import MoneyGiven, MoneyReceived
from rules.powers_1914.play import Play
from rules.powers_1914.position.state import ATTACKED, FUNDED, State
from rules.powers_1914.printed.pieces import SIDES

RUSSIA = "RU"


def nation_income(state: State, nation: str) -> int:
    """§3.5, §3.14.3: the coins under a nation's flag; none for Russia in revolution.

    An attacked neutral's own coins are nobody's, but what its army occupies pays its player (§3.12.2).
    """
    now = state.nations[nation]
    if now.fallen or (nation == RUSSIA and state.revolution >= state.turn):
        return 0
    if now.status in FUNDED:
        return _coins(state).get(nation, 0)
    return _occupation_income(state, nation) if now.status == ATTACKED else 0


def _occupation_income(state: State, nation: str) -> int:
    """The coins of the fields under a nation's flag that were not its own."""
    areas = state.printed.board.areas
    return sum(areas[a].coins for a, flag in state.control.items() if flag == nation and areas[a].owner != nation)


def _coins(state: State) -> dict[str, int]:
    """The coins under each nation's flag."""

    def find(_: object) -> dict[str, int]:
        areas = state.printed.board.areas
        found: dict[str, int] = {}
        for area, flag in state.control.items():
            found[flag] = found.get(flag, 0) + areas[area].coins
        return found

    return state.memory.recall("coins", (state.control,), find)


def incomes(state: State) -> dict[str, int]:
    """§3.1.2, §3.14.8: what every seat receives; the richest seats of a side bear what its colonies withhold."""
    found = {seat: sum(nation_income(state, n) for n in state.nations_of(seat)) for seat in state.seats}
    for side in SIDES:
        levy = state.levies[side]
        for seat in sorted(state.seats_of(side), key=lambda s: -found[s]):
            part = min(levy, found[seat])
            found[seat] -= part
            levy -= part
    return found


def receive(play: Play) -> None:
    """§3.1.2: everyone is paid."""
    play.emit(MoneyReceived(incomes(play.state)))


def pay_check(state: State, seat: str, cost: int, section: str) -> None:
    """§3.5: refuse what the seat cannot pay."""
    if state.money[seat] < cost:
        raise Refused("no-money", section, f"This costs {cost}, and you have {state.money[seat]}.")


def allies(state: State, seat: str) -> list[str]:
    """The other seats of the side."""
    return [s for s in state.seats_of(state.seats[seat]) if s != seat]


def why_no_gift(at: At[State]) -> Refusal | None:
    """§3.5: it takes an ally and something to give."""
    if not allies(at.state, at.seat):
        return Refusal("no-ally", "3.5", "You have no ally to give money to.")
    return None if at.state.money[at.seat] else Refusal("no-money", "3.5", "You have no money.")


def receivers(at: At[State], _: Choices) -> OneOf:
    """§3.5: the allies."""
    state, others = at.state, allies(at.state, at.seat)
    return OneOf(others, labels={s: state.seat_title(s) for s in others})


def gift(at: At[State], _: Choices) -> Count:
    """§3.5: no more than one has."""
    most = at.state.money[at.seat]
    return Count(1, most, lambda n: refusable(lambda: pay_check(at.state, at.seat, n, "3.5")))


def give(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.5: give money to an ally."""
    play.emit(MoneyGiven(at.seat, chosen.name("to"), chosen.count("amount")))


GIVE: Order[State] = Order(
    "give", "Give money", "3.5", give,
    (
        Slot("to", "choice", receivers, "Choose an ally"),
        Slot("amount", "count", gift, "Choose how much to give"),
    ),
    why_no_gift, help="It cannot be taken back.",
)  # fmt: skip
GIVE_FOR_A_CARD: Order[State] = replace(GIVE, rare=True)
"""§3.5, §3.14.8: what an event card costs, allies may pay together."""
