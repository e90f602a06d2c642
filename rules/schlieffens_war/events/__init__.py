"""The facts of a match, a file a chapter. Each knows how to apply itself; nothing here judges or rolls."""

from __future__ import annotations

from typing import TypeAlias

from rules.kernel.facts import Fact, Kinds, by_kind
from rules.schlieffens_war.events import (
    battle,
    combat,
    heavy_artillery,
    morale,
    movement,
    procedure,
    regrouping,
    setup,
    stacking,
    supply,
    victory,
)
from rules.schlieffens_war.events.battle import (
    BattleEnded,
    CombatRolled,
    ConcentricRolled,
    DefendersChosen,
    ExtraLossDue,
    OddsFound,
    StackRetreated,
    StageReached,
    StepLost,
    UnitLost,
    UnitsAdvanced,
)
from rules.schlieffens_war.events.combat import AttackDeclared, ProbeMade
from rules.schlieffens_war.events.heavy_artillery import ArtillerySpent, MarkerRolled
from rules.schlieffens_war.events.morale import MoraleChanged
from rules.schlieffens_war.events.movement import ForcedMarchRolled, HexesTaken, ParisEndangered, UnitsMoved
from rules.schlieffens_war.events.procedure import ActionReached, PhaseBegan, PhaseClosed
from rules.schlieffens_war.events.regrouping import CorpsWithdrawn, UnitReturned, UnitsRestored
from rules.schlieffens_war.events.setup import UnitPlaced, UnitTakenBack
from rules.schlieffens_war.events.stacking import (
    OverstackFound,
    StackArranged,
    StanceTaken,
    UnitDisplaced,
    UnitGivenUp,
)
from rules.schlieffens_war.events.supply import AttritionRolled, SupplyJudged
from rules.schlieffens_war.events.victory import AttackCounted, MatchEnded
from rules.schlieffens_war.state import State
from rules.schlieffens_war.versions import FACTS

__all__ = [
    "EVENTS",
    "ActionReached",
    "ArtillerySpent",
    "AttackCounted",
    "AttackDeclared",
    "AttritionRolled",
    "BattleEnded",
    "CombatRolled",
    "ConcentricRolled",
    "CorpsWithdrawn",
    "DefendersChosen",
    "Event",
    "ExtraLossDue",
    "ForcedMarchRolled",
    "HexesTaken",
    "MarkerRolled",
    "MatchEnded",
    "MoraleChanged",
    "OddsFound",
    "OverstackFound",
    "ParisEndangered",
    "PhaseBegan",
    "PhaseClosed",
    "ProbeMade",
    "StackArranged",
    "StackRetreated",
    "StageReached",
    "StanceTaken",
    "StepLost",
    "SupplyJudged",
    "UnitDisplaced",
    "UnitGivenUp",
    "UnitLost",
    "UnitPlaced",
    "UnitReturned",
    "UnitTakenBack",
    "UnitsAdvanced",
    "UnitsMoved",
    "UnitsRestored",
]

Event: TypeAlias = Fact[State]

EVENTS: Kinds[State] = by_kind(
    battle,
    combat,
    heavy_artillery,
    morale,
    movement,
    procedure,
    regrouping,
    setup,
    stacking,
    supply,
    victory,
    older=FACTS,
)
"""By kind, as stored events are written and read."""
