"""§3.9: modernisation, a type of one nation's units at a time."""

from __future__ import annotations

from rules.kernel.messages import Json, JsonObject, Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.powers_1914.economy.money import pay_check
from rules.powers_1914.economy.production import check_buyer, eager, plural, shelf, spenders
from rules.powers_1914.facts.production import Modernised
from rules.powers_1914.play import Play, among
from rules.powers_1914.position.state import State
from rules.powers_1914.printed.pieces import ARMS, USA


def progress(at: At[State], chosen: Choices) -> OneOf:
    """§3.9: types of the nation that can be modernised."""

    def check(arm: str) -> None:
        if arm not in ARMS:
            raise Refused("malformed", "3.9", "That type of unit cannot be modernised.")
        check_modernise(at.state, at.seat, chosen.name("nation"), arm)

    return among(lambda: ARMS, check)


def modernise(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.9: modernise a type of one nation's units, twice at most."""
    nation, arm = chosen.name("nation"), chosen.name("unit")
    level, cost = check_modernise(at.state, at.seat, nation, arm)
    play.emit(Modernised(at.seat, nation, arm, level + 1, cost))


def check_modernise(state: State, seat: str, nation: str, arm: str) -> tuple[int, int]:
    """§3.9: (level now, cost of the next); refuse what cannot be modernised, or not paid."""
    names = state.names
    level = state.level(nation, arm)
    if not state.printed.limit(nation, arm):
        raise Refused("no-counters", "1.1", f"{names.nation(nation)} has no {plural(arm)}.")
    if level >= len(state.printed.modernise):
        raise Refused("modern-enough", "3.9", f"{names.nation(nation)} has modernised its {plural(arm)} twice.")
    if state.markers(besides=USA) >= state.printed.markers:
        raise Refused("no-counters", "1.1", f"All {state.printed.markers} modernisation markers are on the boards.")
    cost = state.printed.modernise[level]
    pay_check(state, seat, cost, "3.9")
    return level, cost


def progress_shelf(at: At[State]) -> JsonObject | None:
    """§3.9: modernisation."""
    state, items, closed = at.state, list[Json](), list[Json]()
    for nation in state.nations_of(at.seat):
        for arm in ARMS:
            level = state.level(nation, arm)
            prices = state.printed.modernise
            price = prices[level] if level < len(prices) else None
            body: JsonObject = {"nation": nation, "unit": arm, "level": level + 1, "price": price}
            try:
                check_buyer(state, nation)
                check_modernise(state, at.seat, nation, arm)
                items.append(body)
            except Refused as refused:
                closed.append({**body, "refusal": refused.refusal.json()})
    return shelf("3.9", items, closed)


MODERNISE: Order[State] = Order(
    "modernise", "Modernise", "3.9", modernise, (Slot("nation", "choice", spenders), Slot("unit", "choice", progress)),
    hand=progress_shelf, weight=lambda at: eager(at, at.state.printed.modernise),
)  # fmt: skip
