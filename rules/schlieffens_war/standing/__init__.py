"""Small decisions that a player of this game may answer beforehand (rules/kernel/standing.py).

Every policy is a function of the same look: what the seat sees and what it is asked, never the position behind it.
"""

from __future__ import annotations

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Orders
from rules.schlieffens_war.standing import crowds, defence, guns, losses, pursuit, retreats
from rules.schlieffens_war.standing.look import Look, Policy

__all__ = ["KINDS", "POLICIES", "Look", "answer"]

KINDS = (
    defence.KIND,
    losses.DEFENDER,
    retreats.KIND,
    losses.EXTRA,
    losses.ATTACKER,
    guns.KIND,
    pursuit.KIND,
    crowds.KIND,
)
"""In the order in which an attack comes to them."""

POLICIES: dict[str, Policy] = {
    "choose_defenders": defence.choose,
    "defender_losses": retreats.pay_or_retreat,
    "extra_loss": losses.extra,
    "attacker_losses": losses.attacker,
    "heavy_artillery": guns.fire,
    "advance": pursuit.follow,
    "overstack": crowds.clear,
}
"""By the step of the question."""


def answer(look: Look, orders: Orders) -> JsonObject | None:
    """What a seat's orders say to the question that it is asked; None where they say nothing."""
    policy = POLICIES.get(look.step)
    return None if policy is None else policy(look, orders)
