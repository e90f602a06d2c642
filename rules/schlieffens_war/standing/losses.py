"""§11.20: who loses the next step."""

from __future__ import annotations

from typing import Any

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Condition, Orders, StandingKind, StandingOrder
from rules.schlieffens_war.standing.seat_view import SeatView, Unit

CHEAPEST, FULL, TIRED, ALIKE = "cheapest", "full", "tired", "alike"
ANSWERS = (
    Choice(CHEAPEST, "the unit whose step costs the least strength"),
    Choice(FULL, "units with the most steps, so that none is lost"),
    Choice(TIRED, "fatigued and unsupplied units first, those with élan last"),
    Choice(ALIKE, "any of several that are alike; otherwise ask me"),
)
LAST = Condition("last", "A unit’s last step", (Choice("also", "is lost too"), Choice("ask", "ask me before")))


def _kind(key: str, title: str) -> StandingKind:
    return StandingKind(key, title, "11.20", (key,), ANSWERS, (LAST,), sensible=CHEAPEST)


DEFENDER = _kind("defender_losses", "Who loses a step in defence")
EXTRA = _kind("extra_loss", "Who loses one more step after a retreat")
ATTACKER = _kind("attacker_losses", "Who loses a step in attack")


def attacker(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§11.20: a step of the attackers."""
    return answer_loss(seen, orders.get(ATTACKER.key))


def extra(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§11.20: one step more of a tired stack that retreated."""
    return answer_loss(seen, orders.get(EXTRA.key))


def answer_loss(seen: SeatView, order: StandingOrder | None) -> JsonObject | None:
    """One step. Each is a question of its own: the next is answered when it comes."""
    if order is None or (_looks_closely(order) and not seen.all_in_sight(_losers(seen))):
        return None
    unit = next_loser(seen, order.answer)
    if unit is None or (unit.is_last and order.on(LAST.key, "also") == "ask"):
        return None
    return {"kind": "lose", "units": [unit.id]}


def _looks_closely(order: StandingOrder) -> bool:
    """Whether it may ask because of what a unit is like. Of one that is concealed, asking would tell (§6.6)."""
    return order.answer == ALIKE or order.on(LAST.key, "also") == "ask"


def next_loser(seen: SeatView, answer: str) -> Unit | None:
    """Who would lose the next step by this answer."""
    units = _losers(seen)
    if answer == ALIKE:
        return units[0] if len({unit.likeness for unit in units}) == 1 else None
    return min(units, key=lambda u: _rank(u, answer), default=None)


def _losers(seen: SeatView) -> list[Unit]:
    offer = seen.offer("lose")
    return [] if offer is None else seen.some(offer["slots"][0]["options"]["of"])


def _rank(unit: Unit, answer: str) -> tuple[Any, ...]:
    """The lowest goes first. An HQ goes after all others, whatever the answer: an army needs it."""
    match answer:
        case "full":
            return unit.is_hq, unit.is_last, -unit.steps, unit.price
        case "tired":
            return unit.is_hq, -unit.tired, unit.is_last, unit.price
        case _:
            return unit.is_hq, unit.is_last, unit.price, -unit.tired
