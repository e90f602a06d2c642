"""Small decisions that a player of this game may answer beforehand (rules/kernel/standing.py).

Every policy is a function of the same view: what the seat sees and what it is asked, never the position behind it.
"""

from __future__ import annotations

from rules.powers_1914.standing import allies, cards, duels
from rules.powers_1914.standing.seat_view import Policy, SeatView

__all__ = ["AMONG_ALLIES", "KINDS", "POLICIES", "SeatView"]

KINDS = (duels.KIND, allies.HELP, allies.FLAG, allies.SHARE, cards.LOSE, cards.COLONIES, cards.RISE, cards.USA)
"""In the order in which a turn comes to them."""
AMONG_ALLIES = (allies.HELP,)
"""Those that are asked only where a side has several seats. The land of a country is shared out among nations."""

POLICIES: dict[str, Policy] = {
    "challenge": duels.respond,
    "battle": allies.leave,
    "flag": allies.raise_flag,
    "share": allies.share,
    "lose": cards.lose,
    "colonies": cards.pay,
    "rise": cards.rise,
    "usa": cards.land,
}
"""By the step of the question."""
