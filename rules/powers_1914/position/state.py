"""The position: which units are where, which side holds what, and how far the turn has come. Never changed in place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from rules.kernel import frames
from rules.kernel.codec import LATER
from rules.kernel.endings import Ending
from rules.kernel.incremental import Previous, Remembering, changed_keys
from rules.kernel.schema_steps import current_shape
from rules.powers_1914.position.frames import BattleFrame, Frame, PhaseFrame
from rules.powers_1914.position.versions import STATES
from rules.powers_1914.printed.data import Printed, Setting
from rules.powers_1914.printed.names import Names
from rules.powers_1914.printed.pieces import AIRCRAFT, ARMS, GENERAL, NEUTRAL, SHIP, TROOPS, Piece
from rules.powers_1914.printed.plans import AS_PRINTED, PLANS

VERSION = current_shape(STATES)

POOL = "pool"
"""Where units wait that are still to be set up."""

WAR, JOINED, ATTACKED, RISEN, AT_PEACE, SHUT = "war", "joined", "attacked", "risen", "neutral", "closed"
"""The status of a nation: at war from the start, bought by a card or come over the ocean, attacked while neutral,
risen, neutral, or out of this scenario."""
FUNDED = (WAR, JOINED, RISEN)
"""§3.12.2: an attacked neutral has an army to play, and no money of its own."""


def type_key(nation: str, arm: str) -> str:
    """§3.9: the word by which states are stored with the modernisation of a type: ``GE.infantry``."""
    return f"{nation}.{arm}"


class UnitState(NamedTuple):
    """Where a unit is, and what it has done this turn."""

    at: str
    spent: bool = False
    """It has moved, shot or fought."""
    came: str = ""
    """§3.3.3: the field from which it came to its last one, and to which it would go back."""
    start: str = ""
    """§3.3.9: the field in which it stood before its move; another than ``came`` when it only passed through that."""


class NationState(NamedTuple):
    """Side and seat of a nation (empty seat while no one plays it), its status, and whether it is conquered."""

    side: str
    seat: str
    status: str
    fallen: bool = False


class Works(NamedTuple):
    """A factory or shipyard and the nation whose units it makes."""

    kind: str
    nation: str


class Modifier(NamedTuple):
    """What changes a die: words for people, the section, how much."""

    text: str
    section: str
    value: int


@dataclass(frozen=True, slots=True)
class Throw:
    """One side of a single fight as it was thrown."""

    unit: str
    die: int
    modifiers: tuple[Modifier, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Fight:
    """The last single fight: ``result`` is attacker, defender, both (lost) or capture, empty until both dice lie."""

    area: str
    attacker: Throw
    defender: Throw | None = None
    result: str = ""
    lost: tuple[str, ...] = ()


class FieldForces(NamedTuple):
    """The units of one side in a field, and the land units among them."""

    units: tuple[str, ...]
    troops: tuple[str, ...]


NOBODY = FieldForces((), ())


@dataclass(frozen=True)
class State(Ending, Remembering):
    """A whole match between two events."""

    version: int
    scenario: str
    turn: int
    cursor: tuple[Frame, ...]
    units: Mapping[str, UnitState]
    seats: Mapping[str, str]
    """Seat to side, in the order of the table."""
    nations: Mapping[str, NationState]
    control: Mapping[str, str]
    """Land field to the nation whose flag is there."""
    works: Mapping[str, tuple[Works, ...]]
    money: Mapping[str, int]
    modern: Mapping[str, int]
    """``type_key`` to how often it was modernised; what never was is left out. ``level`` and ``markers`` read it."""
    deck: tuple[str, ...]
    """§2.2: what has not been drawn, in no order: a card is drawn by a die."""
    hands: Mapping[str, tuple[str, ...]]
    gas: Mapping[str, int]
    captured: Mapping[str, int]
    """§3.3.11: infantry that a side has captured."""
    levies: Mapping[str, int]
    buried: Mapping[str, tuple[str, ...]]
    """§3.14.9: cards that a side put away without showing them."""
    kept: Mapping[str, tuple[str, ...]]
    tactics: Mapping[str, tuple[str, ...]]
    """§3.15.1: the fields in which a side's tactical cards lie this turn."""
    recruits: Mapping[str, int]
    """§3.7: infantry already bought in a city this turn."""
    discard: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    """Sides that have drawn this turn."""
    assaulted: tuple[str, ...] = ()
    """§3.3.1: fields in which infantry has fought since a side's moves began: too late for guns."""
    challenged: tuple[str, ...] = ()
    """§3.3.14: ships and guns that have asked for a fight since then, or declined one."""
    capturing: frozenset[str] = frozenset()
    """§3.3.11: seats whose defenders try to capture."""
    done: tuple[str, ...] = ()
    """Seats that have finished the present step."""
    revolution: int = 0
    """§3.14.3: the last turn of it; 0 for none."""
    fight: Fight | None = None
    draws: int = 0
    ended: tuple[str, str, str] | None = None
    """(winning side, reason, section)."""
    plan: str = AS_PRINTED
    """The name of what is printed for the match."""
    battles: tuple[str, ...] = field(default=(), metadata=LATER)
    """§3.3: the fields for which battles have begun this turn, as often as they were fought for."""
    shelled: tuple[str, ...] = field(default=(), metadata=LATER)
    """§3.3.1: seas into which guns have shot since a side's moves began: too late for a sea battle."""

    @cached_property
    def printed(self) -> Printed:
        """What is printed for the match: the board, the counters, the cards. It goes along as the memory does."""
        return PLANS[self.plan]

    @property
    def names(self) -> Names:
        """What fields, nations and units are called in sentences."""
        return self.printed.names

    @property
    def setting(self) -> Setting:
        """The scenario as printed."""
        return self.printed.settings[self.scenario]

    phase = frames.BaseFrame(PhaseFrame)
    """The step of the turn, whatever interrupts it."""
    top = frames.TopFrame[Frame]()
    """The innermost frame: what is being decided."""
    battle = frames.FirstFrame(BattleFrame)
    """The battle under way."""

    @property
    def active(self) -> str | None:
        """The side whose step it is; None where both or neither act."""
        return self.phase.side

    @cached_property
    def by_area(self) -> Mapping[str, tuple[str, ...]]:
        """The units of every field, and of the pool. A move finds those of two fields again."""

        def find(earlier: Previous[tuple[Mapping[str, UnitState]], Mapping[str, tuple[str, ...]]] | None) -> Any:
            places = (*self.printed.board.areas, POOL)
            touched = places if earlier is None else self.touched_since(earlier.source[0])
            found: dict[str, list[str]] = {area: [] for area in touched}
            for unit, now in self.units.items():
                if now.at in found:
                    found[now.at].append(unit)
            units = {area: tuple(units) for area, units in found.items()}
            return units if earlier is None else {**earlier.value, **units}

        kept: Mapping[str, tuple[str, ...]] = self.memory.recall("by-area", (self.units,), find)
        return kept

    def touched_since(self, units: Mapping[str, UnitState]) -> set[str]:
        """The fields (or the pool) that have other units than when all units were as in ``units``, or others' state."""
        moved = changed_keys(units, self.units)
        return {lot[unit].at for unit in moved for lot in (units, self.units) if unit in lot}

    @cached_property
    def _lots(self) -> Mapping[str, Mapping[str, FieldForces]]:
        """By field and side the units there. A move sorts the units of two fields again."""

        def find(earlier: Previous[tuple[Any, Any], Mapping[str, Mapping[str, FieldForces]]] | None) -> Any:
            if earlier is None or earlier.source[1] is not self.nations:
                return {area: self._sort(units) for area, units in self.by_area.items()}
            touched = changed_keys(earlier.source[0], self.by_area)
            return {**earlier.value, **{area: self._sort(self.by_area[area]) for area in touched}}

        kept: Mapping[str, Mapping[str, FieldForces]] = self.memory.recall("lots", (self.by_area, self.nations), find)
        return kept

    def _sort(self, units: Iterable[str]) -> Mapping[str, FieldForces]:
        found: dict[str, list[str]] = {}
        for unit in units:
            found.setdefault(self.side_of(unit), []).append(unit)
        return {side: FieldForces(tuple(own), tuple(self.of_kind(own, *TROOPS))) for side, own in found.items()}

    def _lot(self, area: str, side: str) -> FieldForces:
        return self._lots.get(area, {}).get(side, NOBODY)

    def at(self, area: str) -> tuple[str, ...]:
        """All units in a field (or the pool)."""
        return self.by_area.get(area, ())

    def piece(self, unit: str) -> Piece:
        """The counter of a unit. KeyError for what is no unit's id."""
        return self.printed.pieces[unit]

    def of_kind(self, units: Iterable[str], *kinds: str) -> list[str]:
        """Those of some units that are of some kinds."""
        pieces = self.printed.pieces
        return [u for u in units if pieces[u].kind in kinds]

    def side_of(self, unit: str) -> str:
        """The side of a unit's nation."""
        return self.nations[self.printed.pieces[unit].nation].side

    def seat_of(self, unit: str) -> str:
        """Who commands a unit."""
        return self.nations[self.printed.pieces[unit].nation].seat

    def units_of(self, area: str, side: str) -> list[str]:
        """The units of one side in a field, generals too."""
        return [*self._lot(area, side).units]

    def troops(self, area: str, side: str) -> list[str]:
        """The land units of one side in a field."""
        return [*self._lot(area, side).troops]

    def ships(self, area: str, side: str) -> list[str]:
        """The ships of one side in a field."""
        return self.of_kind(self._lot(area, side).units, SHIP)

    def aircraft(self, area: str, side: str) -> list[str]:
        """The aircraft of one side in a field."""
        return self.of_kind(self._lot(area, side).units, AIRCRAFT)

    def generals(self, area: str, side: str) -> list[str]:
        """The generals of one side in a field."""
        return self.of_kind(self._lot(area, side).units, GENERAL)

    def holder(self, area: str) -> str:
        """The side that controls a land field, or ``neutral``."""
        return self.nations[self.control[area]].side

    def is_neutral(self, area: str) -> bool:
        """§3.2.5: whether the land belongs to a country that takes no part."""
        return self.holder(area) == NEUTRAL

    def seats_of(self, side: str) -> tuple[str, ...]:
        """The seats of a side, in the order of the table."""
        return tuple(s for s, its in self.seats.items() if its == side)

    def nations_of(self, seat: str) -> list[str]:
        """The nations that a seat plays and that are not conquered."""
        return [n for n, now in self.nations.items() if now.seat == seat and not now.fallen]

    def level(self, nation: str, arm: str) -> int:
        """§3.9: how often a type of a nation has been modernised."""
        return self.modern.get(type_key(nation, arm), 0)

    def markers(self, *, besides: str) -> int:
        """§1.1, §3.9: the modernisation markers on the boards, but for those of one nation."""
        own = {type_key(besides, arm) for arm in ARMS}
        return sum(levels for key, levels in self.modern.items() if key not in own)

    def free_units(self, nation: str, arm: str, count: int) -> tuple[str, ...]:
        """§1.1, §5.2: up to this many counters of a kind that are not in use."""
        counters = self.printed.counters[nation].get(arm, ())
        return tuple(islice((u for u in counters if u not in self.units), count))

    def seat_title(self, seat: str) -> str:
        """A seat as people know it."""
        return self.names.seat(seat, self.seats[seat], self.nations_of(seat))

    def the_seat(self, seat: str) -> str:
        """A seat as sentences name it."""
        return self.names.the_seat(seat, self.seats[seat], self.nations_of(seat))
