"""§3.12, §3.13: what theatres are called where a variant has one of them, or none but the boards of the Near East."""

from __future__ import annotations

from rules.great_war.printed.fronts import NEAR_EAST_ALONE, THEATRE_NAMES
from rules.great_war.printed.phases import AGAIN_TITLE, ATTACKS, COMBAT_TITLE, EMERGENCY, FIGHTS, TRANSFERS
from rules.great_war.printed.variants import Variant


def theatre_in_text(variant: Variant, theatre: str) -> str:
    """§3.13, §3.12: a theatre in a sentence. In the Near East alone its boards are better known than its name."""
    return f"the {THEATRE_NAMES[theatre]}" if variant.europe else NEAR_EAST_ALONE[theatre]


def title_of(variant: Variant, key: str, title: str) -> str:
    """§4.2, §3.12, §5.18: the title of a step, which is printed for all six fronts."""
    if key == TRANSFERS and EMERGENCY in variant.without:
        return "Transfers of points"
    if key not in FIGHTS or (variant.europe and len(variant.theatres) > 1):
        return title
    _, theatre = FIGHTS[key]
    fights = COMBAT_TITLE if key in ATTACKS else AGAIN_TITLE
    return f"{fights}, {NEAR_EAST_ALONE[theatre]}" if len(variant.theatres) > 1 else fights
