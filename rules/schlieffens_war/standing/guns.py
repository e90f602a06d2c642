"""§11.23: whether the coup de main and the heavy artillery are used."""

from __future__ import annotations

from rules.kernel.messages import JsonObject
from rules.kernel.standing import Choice, Condition, Orders, StandingKind
from rules.schlieffens_war.printed.sides import GERMAN
from rules.schlieffens_war.standing.seat_view import SeatView

ALL, GUNS, COUP, KEEP = "all", "guns", "coup", "keep"
ODDS = Condition(
    "odds",
    "Odds",
    (
        Choice("any", "at any odds"),
        Choice("1:1", "ask me below 1:1"),
        Choice("2:1", "ask me below 2:1"),
        Choice("3:1", "ask me below 3:1"),
    ),
)

KIND = StandingKind(
    "heavy_artillery",
    "Siege artillery against a fortress",
    "11.23",
    ("heavy_artillery",),
    (
        Choice(GUNS, "fire the heavy artillery, save the coup de main"),
        Choice(COUP, "use the coup de main, save the artillery"),
        Choice(ALL, "use all that is ready"),
        Choice(KEEP, "use nothing"),
    ),
    (ODDS,),
    sides=(GERMAN,),
)


def fire(seen: SeatView, orders: Orders) -> JsonObject | None:
    """§11.23: what is named and ready. The odds are those after the other shifts, before the guns."""
    order, offer = orders.get(KIND.key), seen.offer("bombard")
    if order is None or offer is None or not _good_enough(seen, order.on(ODDS.key, "any")):
        return None
    coup = bool(offer["coup"]) and order.answer in (ALL, COUP)
    guns = bool(offer["artillery"]) and order.answer in (ALL, GUNS)
    return {"kind": "bombard", "coup": coup, "artillery": guns}


def _good_enough(seen: SeatView, least: str) -> bool:
    odds = seen.printed.charts.crt.odds
    return least == "any" or odds.column_named(seen.battle["column"]) >= odds.column_named(least)
