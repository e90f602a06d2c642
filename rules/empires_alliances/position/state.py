"""The position: where every unit is, in what condition, and where the sequence stands. Never changed in place.

Everything counts in half corps and in quarters of a factor, so that all numbers are whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rules.empires_alliances.position.frames import Frame, PhaseFrame
from rules.empires_alliances.position.versions import STATES
from rules.empires_alliances.printed.board import Board
from rules.empires_alliances.printed.counters import Counter
from rules.empires_alliances.printed.data import AS_PRINTED, PLANS, Printed
from rules.empires_alliances.printed.scenarios import Scenario, TurnRule
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.printed.turns import Turn
from rules.hexes.occupied import Occupied
from rules.kernel import frames
from rules.kernel.endings import Ending
from rules.kernel.incremental import Previous
from rules.kernel.schema_steps import current_shape

VERSION = current_shape(STATES)

FOE = {CENTRAL: ALLIED, ALLIED: CENTRAL}
DECLARED_ON_NETHERLANDS = "declared-on-netherlands."
"""With the side that did it, a deed (§2.65)."""
FREED = "freed."
"""With a unit, a deed: the enemy has come near enough, and it is in garrison no longer (§1.68)."""
JOINS = "joins."
"""With a side and a country, a deed: it joins that side in its next Reinforcement Phase (§22.2)."""
SALONIKA_CORPS = "gk-nd"
"""§2.64: the Greek corps that fights for the Allies, whatever Greece does."""
DEMORALISED, THIS_SEGMENT = 1, 2
"""§3.45: the two sides of the marker."""


class UnitState(NamedTuple):
    """How a unit is. ``at`` is a hex, a box or a bin. From ``spent`` on the fields last a phase or segment.

    ``trench`` is the level of its own entrenchment (§15.2), ``unsupplied`` its level of §14.1 (up to 3 in a fort or
    major city, §14.63), ``shaken`` 0, ``DEMORALISED`` or ``THIS_SEGMENT`` (§13.85).
    """

    at: str
    trench: int = 0
    unsupplied: int = 0
    shaken: int = 0
    spent: int = 0
    """MP spent in this Movement Phase."""
    carried: str = ""
    """§3.42, §3.43: ``rail``, ``sea`` or ``both`` in this phase."""
    began: str = ""
    """Where it stood when the Movement Phase began, once it has moved (§10.2, §11.2, §11.71)."""
    bound: bool = False
    """§12.2 and others: it neither moves nor attacks again in this segment."""
    fought: bool = False
    """§13.5: it has attacked or been attacked in this Combat Phase."""
    entered: int = 0
    """§20.23: the weather zones that it has entered in this Movement Phase: 1 the west, 2 the east, 3 both."""
    sent: str = ""
    """§16.41: the hex against which an aircraft supports attacks in this segment. §11.72: the hex that it invades."""


class War(NamedTuple):
    """§18: a country at war. Turns are numbers; ``conquered`` is 0 while it is not."""

    side: str
    since: int
    declared: bool = False
    """§18.11: it was attacked, and did not enter of itself."""
    conquered: int = 0


class Points(NamedTuple):
    """§17.22: accumulated replacement points."""

    infantry: int = 0
    artillery: int = 0
    tank: int = 0


class Spirit(NamedTuple):
    """§21.3: the M and D results of a country so far, and the effect in force through turn ``until``."""

    worn: int = 0
    effect: str = ""
    until: int = 0


class Landing(NamedTuple):
    """§11.73, §2.68: the last invasion: its turn, its infantry and cavalry in half corps, the hex of the Royal Navy."""

    turn: int
    size: int
    at: str = ""


@dataclass(frozen=True)
class State(Ending, Occupied):
    """A whole match between two events. ``stacks`` lists the units of each occupied hex."""

    version: int
    scenario: str
    turn: int
    cursor: tuple[Frame, ...]
    units: Mapping[str, UnitState]
    stacks: Mapping[str, tuple[str, ...]]
    wars: Mapping[str, War]
    options: Mapping[str, str] = field(default_factory=dict)
    """§22, §2.8: optional rules in force, compulsory ones among them; the word of a switch is its own id."""
    lanes: Mapping[str, tuple[Frame, ...]] = field(default_factory=dict)
    """§13.6: attacks that are open, by the hex attacked."""
    weather: tuple[str, str] = ("clear", "clear")
    """§20.1: west and east."""
    control: Mapping[str, str] = field(default_factory=dict)
    """§4.2: hexes whose side is not that of their country."""
    held_rails: frozenset[str] = frozenset()
    """§9.0, §11.1: rail hexes and ports that the phasing side controlled as its Movement Phase began."""
    trodden: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """§10.2: rail hexes of the other side with the phasing units that began the segment there or entered them."""
    railheads: Mapping[str, str] = field(default_factory=dict)
    """§10.4: in the Administrative Phase each hex to go on from, with the railhead that it was reached from."""
    allied_rails: frozenset[str] = frozenset()
    """§10.3: rail hexes of the other side that the Allies have taken over last."""
    central_rails: frozenset[str] = frozenset()
    """§10.2: as above, by the Central Powers."""
    forts: frozenset[str] = frozenset()
    """§15.1: the forts that still stand, by id."""
    purses: Mapping[str, Points] = field(default_factory=dict)
    short: Mapping[str, int] = field(default_factory=dict)
    """§18.32: infantry points that a side's countries lose in the next Reinforcement Phase, by side."""
    spirits: Mapping[str, Spirit] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    """§9.5, §11.6: half corps carried in this phase, by ``rail.GE``, ``sea.GB``."""
    kept: Mapping[str, int] = field(default_factory=dict)
    """§14.53: corps of sea capacity that are promised to supply in this segment, by country."""
    fed: Mapping[str, str] = field(default_factory=dict)
    """§14.4: unit to the limited source that feeds it, where the owner chose."""
    landing: Landing | None = None
    embarking: frozenset[str] = frozenset()
    """§11.71: Allied units that were in supply and out of enemy zones, in ports, as this Movement Phase began."""
    deeds: frozenset[str] = frozenset()
    """What is remembered for good: who declared war on the Netherlands (§2.65), fronts of §22.13."""
    theatres: Mapping[str, str] = field(default_factory=dict)
    """decisions/0052: region of the map to the theatre that it is part of, where a side has several commanders."""
    late: Mapping[str, int] = field(default_factory=dict)
    """§17.11: reinforcements that wait, with the turn in which they were due."""
    draws: int = 0
    """Dice rolled so far."""
    ended: tuple[str, str, str] | None = None
    """(winner or an empty string, reason, section)."""
    plan: str = AS_PRINTED
    """The name of what is printed for the match."""

    @cached_property
    def printed(self) -> Printed:
        """What is printed for the match. It goes along as the memory does."""
        return PLANS[self.plan]

    @property
    def board(self) -> Board:
        """§2.0: the board."""
        return self.printed.board

    @property
    def card(self) -> Scenario:
        """The scenario card."""
        return self.printed.scenarios[self.scenario]

    @property
    def date(self) -> Turn:
        """§7.5: the turn as it is printed."""
        return self.printed.calendar[self.turn - 1]

    @property
    def turn_rule(self) -> TurnRule | None:
        """§1.61, §1.62, §3.66: what holds for this turn alone."""
        return self.card.turn_rules.get(self.date.id)

    def counter(self, unit: str) -> Counter:
        """The printed counter of a unit. KeyError for an id that is none."""
        return self.printed.units[unit]

    phase = frames.BaseFrame(PhaseFrame)
    """The step of the sequence, whatever interrupts it."""
    top = frames.TopFrame[Frame]()
    """The innermost frame of the sequence: what is being decided, attacks aside."""

    @property
    def battle(self) -> tuple[Frame, ...] | None:
        """§13.6: an attack that is open, its frames from below: the first by its hex."""
        return self.lanes[min(self.lanes)] if self.lanes else None

    @property
    def active(self) -> str | None:
        """§7.2: the phasing side; None between the player segments."""
        return self.phase.side or None

    @property
    def player(self) -> str:
        """§7.2: the phasing side. ValueError between the player segments."""
        if self.active is None:
            raise ValueError(f"{self.phase.step} is nobody's step")
        return self.active

    # --- sides ----------------------------------------------------------------------------------------------------

    @cached_property
    def allegiance(self) -> Mapping[str, str]:
        """§18: country to the side on which it entered the war; dependents go with their power.

        A conquered country keeps its side: its hexes are fought over, and its units leave later (§18.21).
        ``is_conquered`` says whether it still counts.
        """

        def find(_: Previous[tuple[Mapping[str, War]], Mapping[str, str]] | None) -> Mapping[str, str]:
            found: dict[str, str] = {}
            for nation in self.printed.nations.values():
                war = self.wars.get(nation.power)
                if war is not None:
                    found[nation.id] = war.side
            return found

        return self.memory.recall("allegiance", (self.wars,), find)

    def side(self, unit: str) -> str:
        """The side that a unit fights for, empty while its country is neutral. §2.64: one Greek corps is Allied."""
        return ALLIED if unit == SALONIKA_CORPS else self.allegiance.get(self.counter(unit).nation, "")

    side_of = side

    def stack_side(self, hex_: str) -> str:
        """The side that occupies a hex, empty for nobody."""
        return self.holder(hex_) or ""

    # --- places ---------------------------------------------------------------------------------------------------

    @property
    def off_map(self) -> frozenset[str]:
        """Bins, and the boxes of §2.3 to §2.5."""
        return self.board.off_map

    def option(self, name: str) -> str:
        """§22: the word of an option in force, empty where it is not."""
        return self.options.get(name, "")
