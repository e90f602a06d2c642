"""The steps of a turn as a position knows them: it cannot ask the tree, whose orders are made of positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Phase(NamedTuple):
    """Whose step it is, None where both sides or neither act, and of which kind. The tree makes its step of it."""

    side: str | None
    name: str

    @property
    def key(self) -> str:
        """The key that the cursor holds."""
        return self.name if self.side is None else f"{self.side}.{self.name}"


def by_key(*phases: Iterable[Phase]) -> Mapping[str, Phase]:
    """Phases by the keys that the cursor holds. ValueError when two have the same."""
    found: dict[str, Phase] = {}
    for phase in (p for some in phases for p in some):
        if phase.key in found:
            raise ValueError(f"two phases are called {phase.key!r}")
        found[phase.key] = phase
    return found


def each(sides: Iterable[str], *names: str) -> tuple[Phase, ...]:
    """Phases that every side has."""
    return tuple(Phase(side, name) for side in sides for name in names)
