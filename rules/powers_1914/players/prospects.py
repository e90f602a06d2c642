"""How likely a side is to win: how often officers won from positions that measured the same (decisions/0085).

Measured is what decides a match (§3.13) as a turn begins: conquests, income and money, men and guns, and how likely a
capital is to fall in the next turn.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.powers_1914.players import garrisons, odds
from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.printed.data import Printed
from rules.powers_1914.printed.pieces import ARTILLERY, CENTRAL, ENTENTE, INFANTRY


@dataclass(frozen=True, slots=True)
class Model:
    """What each measure counts for the Central Powers, at the beginning of a match and what the end adds; ``lean``:
    what speaks for them where nothing is measured."""

    weights: Mapping[str, tuple[float, float]]
    lean: tuple[float, float]


MODELS: Mapping[str, Model] = MappingProxyType(
    {
        "austria-russia": Model(
            {
                "conquests": (0.0688, 0.0738),
                "income": (0.0462, 0.0187),
                "money": (0.0141, 0.0095),
                "men": (0.1580, 0.0660),
                "guns": (0.1879, 0.0358),
                "danger": (-0.8483, -0.3442),
            },
            (2.0855, -3.5422),
        ),
        "classic-1": Model(
            {
                "conquests": (0.0497, 0.0135),
                "income": (0.0199, 0.0057),
                "money": (0.0195, 0.0049),
                "men": (0.0273, 0.0092),
                "guns": (0.1534, -0.0033),
                "danger": (-1.2645, -0.5260),
            },
            (0.1318, -3.0548),
        ),
    }
)
"""By scenario; in others nothing was fitted. ``tools/fit_prospects.py`` made them, that of the duel of 300 games, 30
November 2026 (docs/balance.md). A model alone offers no staff: ``STAFFED`` says where it plays against people."""


def chance(view: Mapping[str, Any], side: str, printed: Printed) -> float:
    """How likely a side is to win, as a turn begins. KeyError for a scenario without a model."""
    model, part = MODELS[view["scenario"]], view["turn"] / view["turns"]
    ahead = measures(view, printed)
    lead = model.lean[0] + model.lean[1] * part
    lead += sum((early + late * part) * ahead[name] for name, (early, late) in model.weights.items())
    return _logistic(lead if side == CENTRAL else -lead)


def measures(view: Mapping[str, Any], printed: Printed) -> dict[str, float]:
    """By how much the Central Powers are ahead in everything that is measured."""
    central, entente = (_measured(_seen_by(view, side, printed)) for side in (CENTRAL, ENTENTE))
    return {name: central[name] - entente[name] for name in central}


def _seen_by(view: Mapping[str, Any], side: str, printed: Printed) -> BotView:
    """The table from a side's seats: everything that is measured is open."""
    return BotView(view, next(seat for seat, now in view["seats"].items() if now["side"] == side), printed)


def _measured(table: BotView) -> dict[str, float]:
    side = table.side
    return {
        "conquests": table.view["sides"][side]["conquests"],
        "income": table.income(side),
        "money": table.purse(side),
        "men": table.strength(side, INFANTRY),
        "guns": table.strength(side, ARTILLERY),
        "danger": max((_may_fall(table, area) for area in table.control if _at_stake(table, area)), default=0.0),
    }


def _at_stake(table: BotView, area: str) -> bool:
    return table.holder(area) == table.side and garrisons.capital(table, area)


def _may_fall(table: BotView, area: str) -> float:
    """§3.10.2: the chance that a capital falls, counting whom both sides can still raise."""
    coming, edge = garrisons.threat(table, area, bought=True)
    cities = table.board.areas[area].city + table.recruits(area, table.side, 0)
    raised = min(cities, table.purse(table.side) // table.price(INFANTRY))
    return odds.chance_to_take(min(coming, garrisons.MAX_ATTACKERS), table.troops(area, table.side) + raised, edge)


def _logistic(x: float) -> float:
    """Between 0 and 1, without overflow."""
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))
