"""§5.36, §7.23, §7.24, §10.64: divisions of the British Empire with rules of their own, by the letters on counters."""

from __future__ import annotations

from rules.great_war.printed.counters import Counter

CANADIAN, ANZAC = "CND", "ANZAC"
_LETTERS = {"CND": CANADIAN, "AS": ANZAC, "ALH": ANZAC, "NZ": ANZAC}


def of_empire(counter: Counter) -> str:
    """§5.36: Canadian, or Australian and New Zealand; empty for all others."""
    if counter.nation != "BR":
        return ""
    return _LETTERS.get(counter.label.lstrip("0123456789"), "")
