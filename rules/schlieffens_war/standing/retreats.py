"""§11.20, §11.21: to pay what is still due in steps, or to turn it into a retreat."""

from __future__ import annotations

from itertools import chain
from typing import Any

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Orders, StandingKind
from rules.schlieffens_war.standing.look import ANYWHERE, WHERE, Look
from rules.schlieffens_war.standing.losses import ALIKE, CHEAPEST, DEFENDER, lost, next_loser

STAND, RETREAT, SAVE = "stand", "retreat", "save"

KIND = StandingKind(
    "retreat",
    "When you could retreat after the first loss",
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


def pay_or_retreat(look: Look, orders: Orders) -> JsonObject | None:
    """§11.20: where a retreat is open nothing is paid before it is clear that there will be none."""
    way = look.offer("retreat")
    if way is not None:
        order = orders.get(KIND.key)
        if order is None or not look.fits(order.on(WHERE.key, ANYWHERE), look.target):
            return None
        if order.answer == RETREAT or (order.answer == SAVE and _kills(look, orders)):
            return {"kind": "retreat", "path": [*_way(look, way)]}
    return lost(look, orders.get(DEFENDER.key))


def _kills(look: Look, orders: Orders) -> bool:
    """Whether the next step would be somebody's last."""
    order = orders.get(DEFENDER.key)
    unit = next_loser(look, CHEAPEST if order is None or order.answer == ALIKE else order.answer)
    return unit is None or unit.is_last


def _way(look: Look, offer: Any) -> list[str]:
    """§11.21: the rules leave only the ways that lead nearest to supply; of these, to where most friends stand."""
    options = offer["slots"][0]["options"]
    friends = [unit.hex for unit in look.units.values()]
    ways: list[list[str]] = [*options["ways"].values(), *chain(*options.get("others", {}).values())]
    return max(ways, key=lambda way: (friends.count(way[-1]), way))
