"""The facts of a match, a file a chapter. Each knows how to apply itself; nothing here judges or rolls."""

from __future__ import annotations

from typing import TypeAlias

from rules.kernel.facts import Fact, Kinds, by_kind
from rules.powers_1914.events import (
    action_cards,
    artillery,
    battle,
    conquest,
    event_cards,
    money,
    movement,
    navy,
    neutrals,
    preparation,
    procedure,
    production,
    victory,
)
from rules.powers_1914.events.action_cards import GasUsed, TacticPlayed
from rules.powers_1914.events.artillery import ShotRolled
from rules.powers_1914.events.battle import (
    BattleBegan,
    BattleEnded,
    BattleJoined,
    FightDecided,
    FightRolled,
    StanceSet,
    UnitsWithdrew,
)
from rules.powers_1914.events.conquest import (
    AreaTaken,
    FlagAsked,
    FlagChosen,
    LandShared,
    NationFell,
    NationFreed,
    ShareAsked,
    ShareProposed,
    UnitsRemoved,
)
from rules.powers_1914.events.event_cards import (
    CardBuried,
    CardDrawn,
    CardUsed,
    ColoniesPaid,
    DutyAsked,
    DutyDone,
    DutyLeft,
    LevyImposed,
    RevolutionBegan,
)
from rules.powers_1914.events.money import MoneyGiven, MoneyReceived
from rules.powers_1914.events.movement import UnitsMoved
from rules.powers_1914.events.navy import ChallengeAnswered, ChallengeLapsed, ChallengeMade, UnitSpent, UnitsSunk
from rules.powers_1914.events.neutrals import NationJoined, UnitsRaised
from rules.powers_1914.events.preparation import UnitsPlaced, UnitsTakenBack
from rules.powers_1914.events.procedure import PhaseBegan, SeatDone
from rules.powers_1914.events.production import Modernised, UnitsBought, WorksBuilt, WorksChanged
from rules.powers_1914.events.victory import MatchEnded
from rules.powers_1914.state import State
from rules.powers_1914.versions import FACTS

__all__ = [
    "EVENTS",
    "AreaTaken",
    "BattleBegan",
    "BattleEnded",
    "BattleJoined",
    "CardBuried",
    "CardDrawn",
    "CardUsed",
    "ChallengeAnswered",
    "ChallengeLapsed",
    "ChallengeMade",
    "ColoniesPaid",
    "DutyAsked",
    "DutyDone",
    "DutyLeft",
    "Event",
    "FightDecided",
    "FightRolled",
    "FlagAsked",
    "FlagChosen",
    "GasUsed",
    "LandShared",
    "LevyImposed",
    "MatchEnded",
    "Modernised",
    "MoneyGiven",
    "MoneyReceived",
    "NationFell",
    "NationFreed",
    "NationJoined",
    "PhaseBegan",
    "RevolutionBegan",
    "SeatDone",
    "ShareAsked",
    "ShareProposed",
    "ShotRolled",
    "StanceSet",
    "TacticPlayed",
    "UnitSpent",
    "UnitsBought",
    "UnitsMoved",
    "UnitsPlaced",
    "UnitsRaised",
    "UnitsRemoved",
    "UnitsSunk",
    "UnitsTakenBack",
    "UnitsWithdrew",
    "WorksBuilt",
    "WorksChanged",
]

Event: TypeAlias = Fact[State]

EVENTS: Kinds[State] = by_kind(
    action_cards,
    artillery,
    battle,
    conquest,
    event_cards,
    money,
    movement,
    navy,
    neutrals,
    preparation,
    procedure,
    production,
    victory,
    older=FACTS,
)
"""By kind, as stored events are written and read."""
