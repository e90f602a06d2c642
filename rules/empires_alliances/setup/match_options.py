"""§22, §2.8: what a match of a scenario can be played with."""

from __future__ import annotations

from functools import cache

from rules.empires_alliances.printed.data import PLANS
from rules.empires_alliances.printed.options import LACKS
from rules.kernel.match_options import OptionSheet


@cache
def sheet_for(plan: str, scenario: str) -> OptionSheet:
    """§22.0, §1.67: the options of a scenario, and what it is always played with."""
    printed = PLANS[plan]
    card = printed.scenarios[scenario]
    return OptionSheet(printed.options, card.features, card.compulsory, LACKS)
