"""The position: where every unit is, in what condition, and where the sequence stands. Never changed in place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from rules.hexes.occupied import Occupied
from rules.hexes.odds import Modifier
from rules.kernel import frames
from rules.kernel.endings import Ending
from rules.kernel.frames import Interruption
from rules.kernel.schema_steps import current_shape
from rules.schlieffens_war.position.versions import STATES
from rules.schlieffens_war.printed.counters import Counter
from rules.schlieffens_war.printed.data import AUGUST_1914, PLANS, Printed
from rules.schlieffens_war.printed.phases import PHASES
from rules.schlieffens_war.printed.sides import foe

VERSION = current_shape(STATES)

POOL, TURN_3, TURN_7, ELIMINATED, REMOVED = "pool", "turn-3", "turn-7", "eliminated", "removed"
BOXES = (POOL, TURN_3, TURN_7, ELIMINATED, REMOVED)
"""Places off the map: waiting to set up, the turn track, the displays, and out of play for good."""

FATIGUED, NORMAL, ELAN = -1, 0, 1
IN_SUPPLY, OUT_OF_SUPPLY, FORTRESS_SUPPLY = "in", "out", "fortress"


class UnitState(NamedTuple):
    """A unit's condition. ``at`` is a hex or a box. From ``spent`` to ``began`` the fields last a phase or a turn."""

    at: str
    steps: int
    morale: int = NORMAL
    supply: str = IN_SUPPLY
    spent: int = 0
    """MP spent in this Movement Phase."""
    marched: bool = False
    """Has made its forced march."""
    fought: bool = False
    """Has attacked or probed in this Combat Phase."""
    attacked: bool = False
    """Has been attacked in this Combat Phase."""
    shifted: int = 0
    """§9.6: levels of morale gained or lost since the phase began."""
    began: str = ""
    """§10.6: the hex where its movement of this phase began; empty while it has not moved."""
    helps: bool = True
    """§6.2: whether an HQ helps to defend its hex; its owner may keep it out."""


@dataclass(frozen=True, slots=True)
class PhaseFrame(frames.PhaseFrame):
    """A step of the sequence of play that the match stands in.

    ``action`` is the regrouping action reached (§9.5, 1 to 3) or, in combat, 1 once an attack was declared
    (§11.1: probes come first). ``closing`` is set when the player has ended it.
    """

    phases = PHASES
    action: int = 0
    closing: bool = False


@dataclass(frozen=True, slots=True)
class BattleFrame:
    """An attack under way (§11.6: finished before another is declared). ``stage`` says what comes next."""

    kind: ClassVar[str] = "battle"
    attackers: tuple[str, ...]
    origins: tuple[str, ...]
    """The hexes that the attackers stand in, each once."""
    target: str
    stage: str
    defenders: tuple[str, ...] = ()
    """The participating defenders (§11.2)."""
    bystanders: tuple[str, ...] = ()
    """Units in the target hex that do not take part."""
    attack: int = 0
    defence: int = 0
    shifts: tuple[Modifier, ...] = ()
    """(text, section, columns) as they became known."""
    column: int = 0
    die: int = 0
    attacker_due: int = 0
    defender_due: int = 0
    """Step losses still to be taken."""
    attacker_result: int = 0
    defender_result: int = 0
    hits: tuple[str, ...] = ()
    """Units that lost a step in this battle, once an entry, for the rule that all lose one before one loses two."""
    retreat_due: int = 0
    retreated: bool = False
    extra_due: tuple[str, ...] = ()
    """Fatigued units of which one (the defender's retreat) or each (the attackers') owes one more step."""

    @property
    def step(self) -> str:
        """The step of the sequence: the stage of the attack."""
        return self.stage


@dataclass(frozen=True, slots=True)
class OverstackFrame(Interruption):
    """§6.5: hexes still over the limits at the end of a phase, and where displaced units came from."""

    kind: ClassVar[str] = "overstack"
    hexes: tuple[str, ...]


Frame = PhaseFrame | BattleFrame | OverstackFrame


@dataclass(frozen=True)
class State(Ending, Occupied):
    """A whole match between two events. ``stacks`` lists the units of each occupied hex, the top first."""

    version: int
    turn: int
    cursor: tuple[Frame, ...]
    units: Mapping[str, UnitState]
    stacks: Mapping[str, tuple[str, ...]]
    taken: frozenset[str] = frozenset()
    """Hexes that are not with their owner at the start (§3.3)."""
    vp: int = 0
    plan_xvii: int = 0
    paris_endangered: bool = False
    coup: bool = True
    artillery: tuple[int, ...] = (1, 1, 1)
    """The turn from which each heavy artillery marker is available; 0 for one that is gone."""
    arrivals: Mapping[str, str] = field(default_factory=dict)
    """§9.2, §9.3, §9.5: who came onto the map in this phase, and out of which box; only its own side knows yet."""
    withdrawn: bool = False
    """§9.4 has been met."""
    draws: int = 0
    """Dice rolled so far."""
    ended: tuple[str, str, str] | None = None
    """(winner or an empty string, reason, section)."""
    plan: str = AUGUST_1914
    """The name of what is printed for the match."""

    @cached_property
    def printed(self) -> Printed:
        """What is printed for the match: the board, the counters, the charts. It goes along as the memory does."""
        return PLANS[self.plan]

    def counter(self, unit: str) -> Counter:
        """The printed counter of a unit. KeyError for an id that is none."""
        return self.printed.counters[unit]

    phase = frames.BaseFrame(PhaseFrame)
    """The step of the sequence, whatever interrupts it."""
    top = frames.TopFrame[Frame]()
    """The innermost frame: what is being decided."""
    battle = frames.FirstFrame(BattleFrame)
    """The attack under way."""

    @property
    def active(self) -> str | None:
        """§5.0: the side whose player turn (or set-up) it is; None between turns."""
        return self.phase.side

    @property
    def player(self) -> str:
        """The active side. ValueError between the player turns."""
        if self.active is None:
            raise ValueError(f"{self.phase.key} is nobody's phase")
        return self.active

    @property
    def overstack(self) -> OverstackFrame:
        """§6.5: the hexes that are being cleared. TypeError when nothing is over the limits."""
        if not isinstance(self.top, OverstackFrame):
            raise TypeError("no hex is being cleared")
        return self.top

    @property
    def off_map(self) -> tuple[str, ...]:
        """The boxes."""
        return BOXES

    def side(self, unit: str) -> str:
        """The side that commands a unit."""
        return self.printed.counters[unit].side

    def controller(self, hex_: str) -> str:
        """§3.3: who controls a hex."""
        owner = self.printed.board.owner_at_start(hex_)
        return foe(owner) if hex_ in self.taken else owner


def factor(state: State, unit: str) -> int:
    """§2.6, §2.7: the printed combat factor at the steps that are left (0 when eliminated)."""
    return state.counter(unit).factor_at(state.units[unit].steps)


def corps_among(state: State, units: Iterable[str]) -> list[str]:
    """The corps among some units."""
    counters = state.printed.counters
    return [u for u in units if counters[u].is_corps]
