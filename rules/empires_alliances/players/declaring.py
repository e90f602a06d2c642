"""§18.11: when a program declares war. A country that is to join the enemy anyway is attacked before it is ready.

A declaration gives the country to the other side at once and for good. So it pays only on one that will join that side
within a month or two by the dates that all players know (§2.63), and only where units that have nothing else to do are
strong enough to beat it at once: it deploys before they move, and its side's turn comes after their attack instead of
before it. On the Netherlands and Albania, which enter by no date, it never pays here: the Netherlands bring the enemy
four divisions and, for good, a point or a worse die for morale (§2.65), and Albania has no city that any count names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.empires_alliances.players.sight import Sight, attack_of, is_rank
from rules.empires_alliances.printed.appearance import ENTRY
from rules.empires_alliances.printed.counters import AIR
from rules.kernel.floods import spread
from rules.kernel.messages import JsonObject
from rules.kernel.players import first_options

SOON_TURNS = 2
"""Turns before a country joins the enemy by its date from which on war may be declared on it."""
NEAR_HEXES = 3
"""Hexes from its land within which a unit could be in the attack."""
ENOUGH_ODDS = 1.5
"""Odds of those against all its forces."""


def declare(sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """§18.11: the declaration that pays now; None where none does."""
    offer = offers.get("declare_war")
    if offer is None or offer["refusal"] is not None:
        return None
    for nation in first_options(offer)["of"]:
        if nation in sight.coming(SOON_TURNS) and strength_near(sight, nation) >= ENOUGH_ODDS * forces_of(
            sight, nation
        ):
            return {"kind": "declare_war", "nation": nation}
    return None


def forces_of(sight: Sight, nation: str) -> float:
    """§2.63: what a neutral defends with when it enters."""
    order, counters = sight.printed.order, sight.printed.units
    joining = (c for u, c in counters.items() if c.nation == nation and u in order and order[u].act == ENTRY)
    return float(sum(counter.figures.defence for counter in joining if counter.kind != AIR))


def strength_near(sight: Sight, nation: str) -> float:
    """What our units near a neutral that stand before no enemy could attack it with."""
    board = sight.printed.board
    far = spread(board.lattice.neighbours, board.home.get(nation, ()), lambda _, b: b in board.land)
    idle = (
        unit
        for i in sight.mine
        if far.get(i, NEAR_HEXES + 1) <= NEAR_HEXES and not any(e in sight.theirs for e in sight.around(i))
        for unit in sight.stacks[i]
    )
    return sum(attack_of(unit) for unit in idle if is_rank(unit))
