"""The position: where every unit and chit is, which side holds what, and how far the sequence has come. Never changed
in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from rules.great_war.position.chit_state import ChitState
from rules.great_war.position.near_east_state import NOTHING_YET, NearEastState
from rules.great_war.position.pre_war_state import PreWarState
from rules.great_war.position.strategic_state import StrategicState
from rules.great_war.position.versions import STATES
from rules.great_war.printed.arrivals import RED
from rules.great_war.printed.counters import Counter, Face
from rules.great_war.printed.places import Places
from rules.great_war.printed.plans import AUGUST_1914, PLANS, PrintedGame
from rules.great_war.printed.scenarios import Scenario
from rules.hexes.occupied import Occupied
from rules.hexes.odds import Modifier
from rules.kernel import codec, frames
from rules.kernel.endings import Ending
from rules.kernel.schema_steps import current_shape

VERSION = current_shape(STATES)

POOL, AVAILABLE, DEAD, OUT, LATER = "pool", "available", "dead", "out", "later"
ARABIA, RESERVE, TRANSIT, AWAY = "arabia", "reserve", "transit", "away"
AVAILABLE_THERE, DEAD_THERE, TRANSFER = "near-east-available", "near-east-dead", "transfer"
BOXES = (POOL, AVAILABLE, DEAD, OUT, LATER, ARABIA, RESERVE, TRANSIT, AWAY, AVAILABLE_THERE, DEAD_THERE, TRANSFER)
"""Places off the map: to be set up now, the Available Units Box, the dead pile, out of the game, still to come (or
never, as the order of appearance has it); of the Near East Arabia, the Turkish Required Reserve, the transit box
and who is away for the Libyan Revolt (§9.16, §5.38, §9.13, §6.46); in the combined game its own Available Units Box and
dead pile (§5.35), and the box between the Caucasus and the Eastern Front (§9.24)."""


class UnitState(NamedTuple):
    """A unit in the match: its place and which face is up. From ``spent`` on the fields last a phase."""

    at: str
    back: bool = False
    spent: int = 0
    """§8.12: movement points spent in this Movement Phase."""
    began: str = ""
    """§8.16, §8.17: the hex where its move of this phase began; empty while it has not moved."""
    near: bool = False
    """§8.14: it began its move beside an enemy combat unit, or with cavalry went beside one."""
    fought: bool = False
    """§10.14: it has attacked in this Combat Phase."""
    attacked: bool = False
    """§10.14: it has been attacked in this Combat Phase."""


@dataclass(frozen=True, slots=True)
class PhaseFrame(frames.KeyFrame):
    """A step of the sequence that the match stands in. ``done`` are the sides that have ended it.

    ``origins``: the hex that a side is moving units from (§8.17).
    """

    done: tuple[str, ...] = ()
    origins: Mapping[str, str] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    """§9.11, §9.52: what has moved against each capacity. §13.3: units placed by headquarters, by nation and hex."""
    moved: tuple[str, ...] = ()
    """§9.56: units that went by rail or sea in this step. §13.3: headquarters that arrived in it."""


@dataclass(frozen=True, slots=True)
class BattleFrame:
    """§10.3: an attack under way, from its declaration on (§7.25: it cannot be called off). ``stage`` comes next.

    ``column`` counts from the first of the table; ``drms`` and ``shifts`` are (text, section, figure).
    """

    kind: ClassVar[str] = "battle"
    side: str
    attackers: tuple[str, ...]
    origins: tuple[str, ...]
    """The hexes that they attack from, each once."""
    target: str
    defenders: tuple[str, ...]
    """All units in the target hex when the attack was declared, headquarters among them."""
    stage: str
    support: Mapping[str, str] = field(default_factory=dict)
    """§10.46: the headquarters that supports each side, empty for none."""
    attack: int = 0
    defence: int = 0
    shifts: tuple[Modifier, ...] = ()
    drms: tuple[Modifier, ...] = ()
    column: int = 0
    die: int | None = None
    attacker_due: int = 0
    defender_due: int = 0
    """Step losses still to be taken."""
    first: tuple[str, ...] = ()
    """§10.64: the sides whose first loss of this result has been taken."""
    may_advance: bool = True
    """§10.71: whether trenches leave the attackers a way forward."""
    advanced: tuple[str, ...] = ()
    chits: tuple[str, ...] = ()
    """§6.13: events that both sides have announced for it."""
    looted: bool = False
    """§6.41: German looters go no further than the hex."""
    retreated: bool = False
    """§15.52: cavalry made off before the die."""
    air: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """§15.13: the aircraft that each side has sent, with how many of each."""
    kaiserschlacht: bool = False
    """§15.45: it is one of the four attacks with which the second shock-troop event begins."""

    @property
    def step(self) -> str:
        """The step of the sequence: the stage of the attack."""
        return self.stage


Frame = PhaseFrame | BattleFrame


@dataclass(frozen=True)
class State(Ending, Occupied):
    """A whole match between two events. ``stacks`` lists the units of each occupied hex, the top first.

    Units that the game in Europe or the scenario does without are in ``out``. No headquarters lies on a combat unit.
    """

    version: int
    scenario: str
    turn: int
    cursor: tuple[Frame, ...]
    units: Mapping[str, UnitState]
    stacks: Mapping[str, tuple[str, ...]]
    sides: Mapping[str, str]
    """§17.0: the side of every nation that fights; neutrals and the eliminated have none. §20.3: an invaded
    Holland has one too, though it has no units."""
    strategic: str
    """§4.3: the last strategic turn that was taken."""
    west: str
    """§5.8: who has the initiative in the Western Theatre; the other has it in the Eastern."""
    marker: str
    """§5.88: OHL or OberOst, empty once it is used."""
    marker_at: str = ""
    """§10.82: the hex in which it was placed for the combat phase that follows."""
    taken: frozenset[str] = frozenset()
    """§7.1: hexes that are not with the side of their country."""
    destroyed: frozenset[str] = frozenset()
    """§14.14: hexes whose fort is no more."""
    spoiled: frozenset[str] = frozenset()
    """§11.71, §11.33, §11.52: sources of supply that were lost once and are towns or nothing since."""
    devastated: frozenset[str] = frozenset()
    devastating: tuple[str, ...] = field(default=(), metadata=codec.stored_as("razing"))
    """§14.62: units that devastate their hexes this turn, and go back when their side has attacked."""
    hindenburg: frozenset[str] = frozenset()
    landings: frozenset[str] = frozenset()
    """§6.52, §6.53: the landing places that supply the Allies now."""
    turkey: bool = False
    """§17.13: the Turks of Europe have been set up."""
    balkans: bool = False
    """§17.4: both sides may go to Albania."""
    frozen: frozenset[str] = frozenset()
    """§17.11: nations that entered this turn: they stay where they are, and no unit enters their country."""
    weather: Mapping[str, str] = field(default_factory=dict)
    """§12.1: by zone (``Front.weather``: the west has Italy's); empty until it is determined."""
    points: Mapping[str, int] = field(default_factory=dict)
    """§5.1: resource points by nation."""
    chits: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """§6.0: how many of each chit are where: ``central.pool``, ``allied.hand``, ``central.play``."""
    stormed: frozenset[str] = frozenset()
    """§10.14, §14.11: hexes whose fort has been attacked in this Combat Phase, with units in it or without."""
    sailed: int = 0
    """§13.3: what has come to the Eastern Front by headquarters in this turn, out of what the Allies can ship."""
    groups: Mapping[str, int] = field(default_factory=dict)
    """§21.12: while units are set up, the place of each unit's group among those of its nation."""
    lots: tuple[str, ...] = ()
    """§21.24: units drawn by lot so far."""
    strategic_state: StrategicState = field(default_factory=StrategicState, metadata=codec.stored_as("ledger"))
    """§5.0: what the strategic turns keep."""
    chit_state: ChitState = field(default_factory=ChitState, metadata=codec.stored_as("record"))
    """§6.0: what the Event Phase and the chits keep."""
    hands: str = "open"
    """§6.17: whether events that are held lie open (``secrecy``)."""
    pre_war: PreWarState = field(default_factory=PreWarState)
    """§20.0: what might have been before the war."""
    draws: int = 0
    """Dice rolled so far."""
    ended: tuple[str, str, str] | None = None
    """(winner or an empty string, reason, section)."""
    plan: str = AUGUST_1914
    """The name of what is printed for the match."""
    near_east: NearEastState = field(default=NOTHING_YET, metadata=codec.LATER)
    """What the Near East keeps; left out of what is stored while that is nothing."""
    second: tuple[str, ...] | None = field(default=None, metadata=codec.LATER)
    """§10.82: the units that may attack again, as they were found when the combat phase was over; None outside the
    second attacks, and in those that were under way before this was kept."""

    @cached_property
    def printed(self) -> PrintedGame:
        """What is printed for the match. It goes along as the memory does."""
        return PLANS[self.plan].of(self.scenario)

    @property
    def places(self) -> Places:
        """The hexes that rules name."""
        return self.printed.places

    @property
    def card(self) -> Scenario:
        """The scenario as it is printed."""
        return self.printed.scenarios[self.scenario]

    def counter(self, unit: str) -> Counter:
        """The printed counter of a unit. KeyError for an id that is none."""
        return self.printed.counters[unit]

    def face(self, unit: str) -> Face:
        """The face that is up; a unit of a collapsed nation fights with one (§16.11), but for the Red Army (§15.93).
        Persians are units of no nation that collapses (§3.26)."""
        counter = self.printed.counters[unit]
        if counter.untried:
            face = counter.face_of(self.near_east.tried.get(unit, ""))
        else:
            face = counter.back if self.units[unit].back and counter.back is not None else counter.front
        return face.weak if counter.nationality in self.strategic_state.collapsed and not self.is_red(unit) else face

    def is_red(self, unit: str) -> bool:
        """§15.93: whether a unit is of the Red Army."""
        return self.printed.arrivals[unit].turn == RED

    @property
    def returned(self) -> frozenset[str]:
        """§13.29: units that have come back from the dead pile: the region printed on them binds them no more. In
        Europe alone Russian ones of the campaign (§13.26), though all are stored with what is kept of the Near East."""
        return self.near_east.returned

    @property
    def off_map(self) -> tuple[str, ...]:
        """The boxes."""
        return BOXES

    def side(self, unit: str) -> str:
        """The side that a unit fights for. KeyError for one of a neutral nation."""
        return self.sides[self.printed.counters[unit].nation]

    phase = frames.BaseFrame(PhaseFrame)
    """The step of the sequence, whatever interrupts it."""
    top = frames.TopFrame[Frame]()
    """The innermost frame: what is being decided."""
    battle = frames.FirstFrame(BattleFrame)
    """The attack under way."""

    def waiting(self, side: str) -> tuple[str, ...]:
        """§21.12: the units that a side has still to set up."""
        return self.in_box(POOL, side)
