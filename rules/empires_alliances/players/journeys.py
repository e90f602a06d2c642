"""Where units can go in a phase, asked once for those alike: who stands in the same hex with the same figures."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypeAlias

from rules.empires_alliances.players.aims import aims_of
from rules.empires_alliances.players.marching import Muster, find_best_end
from rules.empires_alliances.players.sight import Unit
from rules.kernel.messages import Json, Refusal
from rules.kernel.players import SeatClient

Ways: TypeAlias = Mapping[str, Sequence[Json]]
"""By the hex where a journey ends, its places."""
ALIKE = ("nation", "kind", "half", "movement", "unsupplied", "shaken", "spent", "most")
"""What two units of a hex have in common that can go to the same hexes, as far as their counters show it."""


class Journeys:
    """What was asked in a phase. Moves of ours take room and trains from others and open nothing to them, so that what
    was found stands until a journey is refused. After an automatic victory all is asked again (§12.3)."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Ways] = {}

    def ways(self, client: SeatClient, unit: Unit, start: int) -> Ways:
        """Where a unit could go, as far as was asked before; asked now if it was not."""
        alike = _key(unit, start)
        if alike not in self._known:
            self._known[alike] = _ask(client, unit)
        return self._known[alike]

    def open_way(self, client: SeatClient, unit: Unit, start: int, end: str) -> list[Json] | None:
        """Its way to a hex as things stand now; None where it has none any more."""
        found = self.ways(client, unit, start).get(end)
        return [*found] if found is not None and _is_open(client, unit, found) else None

    def best(self, client: SeatClient, muster: Muster, unit: Unit, start: int) -> list[Json] | None:
        """The journey of a unit to where it is worth most; None if that is where it stands."""
        alike = (start, *(unit[what] for what in ALIKE))
        known = self._known.get(alike)
        end = find_best_end(muster, unit, start, known) if known is not None else None
        if known is None or (end is not None and not _is_open(client, unit, known[end])):
            self._known[alike] = known = _ask(client, unit)
            end = find_best_end(muster, unit, start, known)
        if end is None:
            return None
        if client.advises:
            client.because(*aims_of(muster, unit, start, end))
        muster.lift(unit, start)
        muster.put(unit, muster.sight.printed.board.index(end))
        return [*known[end]]


def _key(unit: Unit, start: int) -> Hashable:
    return (start, *(unit[what] for what in ALIKE))


def _is_open(client: SeatClient, unit: Unit, path: Sequence[Json]) -> bool:
    """Whether this unit may go that way as things stand now."""
    return not isinstance(client.consult({"kind": "move", "units": [unit["id"]], "path": [*path]}), Refusal)


def ask_ways(client: SeatClient, units: Mapping[str, tuple[Unit, int]]) -> dict[str, Ways]:
    """Where each of some units can go from its hex, asked once for those alike."""
    known: dict[Hashable, Ways] = {}
    found = {}
    for name, (unit, start) in units.items():
        alike = (start, *(unit[what] for what in ALIKE))
        if alike not in known:
            known[alike] = _ask(client, unit)
        found[name] = known[alike]
    return found


def _ask(client: SeatClient, unit: Unit) -> Ways:
    asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": [unit["id"]]}, "brief": True}
    answer: Any = client.consult(asked)
    if isinstance(answer, Refusal):
        return {}
    found: Ways = answer["options"]["ways"]
    return found
