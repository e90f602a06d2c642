"""§22, §2.8: what a match of a scenario can be played with."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from rules.empires_alliances.printed.data import PLANS
from rules.empires_alliances.printed.options import LACKS
from rules.kernel.match_options import OptionSheet

PLAYED = frozenset(
    (
        "length",
        "argonne",
        "breakdown",
        "flexible-mobilisation",
        "supply-paths",
        "retreat-into-zones",
        "one-morale-roll",
        "infiltration",
        "variable-entry",
        "national-fronts",
    )
)
"""The options whose rules are there."""


@cache
def sheet_for(plan: str, scenario: str) -> OptionSheet:
    """§22.0, §1.67: the options of a scenario: those whose rules are there, and what it is always played with."""
    printed = PLANS[plan]
    card = printed.scenarios[scenario]
    there = {id_: option for id_, option in printed.options.items() if id_ in PLAYED or id_ in card.compulsory}
    found = {id_: replace(o, excludes=tuple(x for x in o.excludes if x in there)) for id_, o in there.items()}
    return OptionSheet(found, card.features, card.compulsory, LACKS)
