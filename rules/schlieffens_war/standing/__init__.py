"""Small decisions that a player of this game may answer beforehand (rules/kernel/standing.py).

Every policy is a function of the same view: what the seat sees and what it is asked, never the position behind it.
"""

from __future__ import annotations

from rules.schlieffens_war.standing import crowds, defence, guns, losses, pursuit, retreats
from rules.schlieffens_war.standing.seat_view import Policy, SeatView

__all__ = ["KINDS", "POLICIES", "SeatView"]

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
