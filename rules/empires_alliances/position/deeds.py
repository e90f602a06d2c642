"""The words under which ``State.deeds`` remembers attacks by turn, hex or front, where others must be found again.

States are stored with these words; nothing else makes or reads them.
"""

from __future__ import annotations

from collections.abc import Collection

PLAN_17, INFILTRATION = "plan-17", "infiltration"


def attack_by_plan(turn: str, hex_: str) -> str:
    """§22.52: a hex that was attacked as Plan 17 asks, in a turn by its id."""
    return f"{PLAN_17}.{turn}.{hex_}"


def attacks_by_plan(deeds: Collection[str], turn: str) -> int:
    """§22.52: how many hexes were attacked on a turn as Plan 17 asks."""
    return sum(deed.startswith(attack_by_plan(turn, "")) for deed in deeds)


def infiltration_on(front: str, turn: int | str) -> str:
    """§22.13: a front was attacked by infiltration on a turn."""
    return f"{INFILTRATION}.{front}.{turn}"


def has_infiltrated_before(deeds: Collection[str], front: str, turn: int) -> bool:
    """§22.13: whether a front was attacked by infiltration on another turn than this."""
    today = infiltration_on(front, turn)
    return any(deed.startswith(infiltration_on(front, "")) and deed != today for deed in deeds)
