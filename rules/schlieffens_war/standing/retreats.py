"""§11.20, §11.21: to pay what is still due in steps, or to turn it into a retreat."""

from __future__ import annotations

from itertools import chain
from typing import Any

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Orders, StandingKind, StandingOrder
from rules.schlieffens_war.printed.charts import losses_in
from rules.schlieffens_war.standing.losses import DEFENDER, answer_loss, next_loser
from rules.schlieffens_war.standing.seat_view import ANYWHERE, WHERE, SeatView

STAND, RETREAT, SAVE = "stand", "retreat", "save"

KIND = StandingKind(
    "retreat",
    "When you could retreat after the first loss, besides an order on who loses a step",
    "11.21",
    ("defender_losses",),
    (
        Choice(SAVE, "retreat only if a unit would lose its last step"),
        Choice(RETREAT, "retreat whenever you can"),
        Choice(STAND, "stand and lose steps"),
    ),
    (WHERE,),
    sensible=SAVE,
)


def pay_or_retreat(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§11.20: where a retreat could be open nothing is paid before it is clear that there will be none.

    §6.6: whether one is open may hang on concealed units in the hexes behind. So you are asked in either case, or in
    neither: only where it is known what is paid.
    """
    order, paid = orders.get(KIND.key), answer_loss(seen, orders.get(DEFENDER.key))
    if _stays(seen):
        return paid
    if order is None or paid is None or not seen.fits(order.on(WHERE.key, ANYWHERE), seen.target):
        return None
    way = seen.offer("retreat")
    wanted = order.answer == RETREAT or (order.answer == SAVE and _kills(seen, orders[DEFENDER.key]))
    return {"kind": "retreat", "path": [*_way(seen, way)]} if way is not None and wanted else paid


def _stays(seen: SeatView) -> bool:
    """§11.20, §11.21: whether everyone knows that there is no retreat: before the first step, and out of forts."""
    _, due = losses_in(seen.battle["result"])
    forts = (u for u in seen.units.values() if u.hex == seen.target and u.counter.kind == "fort")
    return seen.battle["losses"]["defender"] == due or seen.target in seen.printed.board.fortresses or any(forts)


def _kills(seen: SeatView, order: StandingOrder) -> bool:
    """Whether the next step would be someone's last."""
    unit = next_loser(seen, order.answer)
    return unit is not None and unit.is_last


def _way(seen: SeatView, offer: Any) -> list[str]:
    """§11.21: the rules leave only the ways that lead nearest to supply; of these, to where most friends stand."""
    options = offer["slots"][0]["options"]
    friends = [unit.hex for unit in seen.units.values()]
    ways: list[list[str]] = [*options["ways"].values(), *chain(*options.get("others", {}).values())]
    return max(ways, key=lambda way: (friends.count(way[-1]), way))
