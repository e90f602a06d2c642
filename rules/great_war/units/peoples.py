"""§3.26: what rules ask of the people that a unit is printed with, which is not always that of its nation."""

from __future__ import annotations

from rules.great_war.printed.counters import Counter

TURKS = "TU"


def is_turkish(counter: Counter) -> bool:
    """§16.62, §5.46: a unit that is Turkish, and not one of the Persians that Turkey pays."""
    return counter.people == TURKS


def is_turkish_division(counter: Counter) -> bool:
    """§5.38: a Turkish infantry division."""
    return is_turkish(counter) and counter.kind == "infantry" and counter.is_division
