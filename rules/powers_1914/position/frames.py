"""§3.1: how far the turn has come: its step, and what interrupts it, each in a frame of the cursor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rules.kernel import frames
from rules.kernel.codec import LATER
from rules.kernel.frames import Interruption
from rules.powers_1914.printed.phases import PHASES


@dataclass(frozen=True, slots=True)
class PhaseFrame(frames.PhaseFrame):
    """A step of the turn."""

    phases = PHASES


@dataclass(frozen=True, slots=True)
class BattleFrame(Interruption):
    """§3.3: a battle in a field, pair by pair, until one side is gone or the attacker stops."""

    kind: ClassVar[str] = "battle"
    area: str
    side: str
    """Who attacks."""
    seat: str
    """Who leads the attack."""
    attackers: tuple[str, ...]
    raid: bool = False
    """Aircraft alone: they fight and go home."""
    rising: bool = False
    """§3.14.7, §3.14.10: units that rose in the field itself have nowhere to go back to."""
    rounds: int = 0
    declined: tuple[str, ...] = ()
    """§3.3.2: allies that leave the battle to its leader."""
    number: int = field(default=0, metadata=LATER)
    """Which battle for the field it is in this turn, from 1; 0 of one that began before they were counted."""


@dataclass(frozen=True, slots=True)
class DutyFrame(Interruption):
    """§3.14: what an event card asks of a side. ``task`` is lose, usa, rise or colonies."""

    kind: ClassVar[str] = "duty"
    card: str
    side: str
    task: str
    count: int = 0
    nation: str = ""
    """Whose units alone may be chosen, or whose homeland it is; empty for anyone of the side."""
    arm: str = ""
    within: str = ""
    """The country in whose fields the units are; empty for anywhere."""
    spares_aircraft: bool = False
    seat: str = ""
    """Who alone decides; empty for all seats of the side."""

    @property
    def step(self) -> str:
        """Each task has a step of its own."""
        return self.task


@dataclass(frozen=True, slots=True)
class FlagFrame(Interruption):
    """§5.1: allies of several nations took a field together; the seat says whose flag goes up."""

    kind: ClassVar[str] = "flag"
    area: str
    nations: tuple[str, ...]
    seat: str


@dataclass(frozen=True, slots=True)
class ChallengeFrame(Interruption):
    """§3.3.14: a ship and a gun on adjacent fields; the one attacked says whether it fights."""

    kind: ClassVar[str] = "challenge"
    attacker: str
    target: str
    seat: str
    """Who answers."""


@dataclass(frozen=True, slots=True)
class ShareFrame(Interruption):
    """§5.1: a country whose cities fell to several allies is conquered; their players share its land out."""

    kind: ClassVar[str] = "share"
    nation: str
    areas: tuple[str, ...]
    nations: tuple[str, ...]
    """Who may have of it: those who hold its cities."""
    seat: str
    """The seat that proposes, or answers the proposal."""
    proposal: Mapping[str, str] | None = None
    rounds: int = 0


Frame = PhaseFrame | BattleFrame | DutyFrame | FlagFrame | ChallengeFrame | ShareFrame
