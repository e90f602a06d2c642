"""What several lines of the log have."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.position.state import State
from rules.kernel.messages import Json


def die_shown(die: int, sides: int, purpose: str) -> list[Json]:
    """The die of a line, and what it was thrown for."""
    return [{"die": die, "sides": sides, "for": purpose}]


def purse_name(state: State, purse: str) -> str:
    """Whose points they are: a country, or the Commonwealth (§3.52)."""
    nation = state.printed.nations.get(purse)
    return nation.name if nation is not None else "Commonwealth"


def purse_in_words(state: State, purse: str) -> str:
    """The same within a sentence."""
    nation = state.printed.nations.get(purse)
    return nation.in_words if nation is not None else "the Commonwealth"


def hexes_of(state: State, units: Iterable[str]) -> list[Json]:
    """Where units stand, each hex once."""
    return [*dict.fromkeys(state.units[u].at for u in units if state.board.is_hex(state.units[u].at))]
