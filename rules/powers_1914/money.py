"""§3.5 Money: coins of the fields under your flags at the start of a turn; allies may put it together."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.messages import JsonObject, Refused
from rules.powers_1914.data import SIDES, board
from rules.powers_1914.events import MoneyGiven, MoneyReceived
from rules.powers_1914.play import MOST_MONEY, Play, only, want_count, want_word
from rules.powers_1914.state import FUNDED, State

RUSSIA = "RU"


def nation_income(state: State, nation: str) -> int:
    """§3.5, §3.14.3: the coins under a nation's flag; none for Russia in revolution or an attacked neutral."""
    now = state.nations[nation]
    if now.fallen or now.status not in FUNDED or (nation == RUSSIA and state.revolution >= state.turn):
        return 0
    return sum(board().areas[a].coins for a, flag in state.control.items() if flag == nation)


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
    """§3.1.2: everybody receives his money."""
    play.emit(MoneyReceived(incomes(play.state)))


def pay_check(state: State, seat: str, cost: int, section: str) -> None:
    """§3.5: refuse what the seat cannot pay."""
    if state.money[seat] < cost:
        raise Refused("no-money", section, f"This costs {cost}, and you have {state.money[seat]}.")


def allies(state: State, seat: str) -> list[str]:
    """The other seats of the side."""
    return [s for s in state.seats_of(state.seats[seat]) if s != seat]


def give(play: Play, seat: str, command: Mapping[str, object]) -> None:
    """§3.5: give money to an ally."""
    only(command, "to", "amount")
    to = want_word(command, "to", allies(play.state, seat))
    amount = want_count(command, "amount", MOST_MONEY)
    pay_check(play.state, seat, amount, "3.5")
    play.emit(MoneyGiven(seat, to, amount))


def give_offer(state: State, seat: str) -> list[JsonObject]:
    """§3.5: to whom and how much at most."""
    others = allies(state, seat)
    if not others or not state.money[seat]:
        return []
    return [{"kind": "give", "label": "Give money", "section": "3.5", "to": [*others], "most": state.money[seat]}]
