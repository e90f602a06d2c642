"""What a command leads to, before anyone has stored it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.clocks.timing import Timing
from app.matches.agreements.settlement import Agreements
from app.matches.facts import Newcomer, PublicSummary, ReceivedCommand, StoredFact
from app.matches.live_match.undo_steps import TakenBack
from rules.kernel.messages import JsonObject, Outcome
from rules.kernel.pools import Lots


@dataclass(frozen=True, slots=True)
class Ruling:
    """A command that may be given: ``state`` and ``outcome`` after ``facts``."""

    order: ReceivedCommand
    facts: tuple[StoredFact, ...]
    state: Any
    barred: bool
    outcome: Outcome | None
    views: Mapping[str, JsonObject] = field(default_factory=dict)
    """Views after it that were made to see whether they changed."""
    undone: TakenBack | None = None
    """What it takes back."""
    agreements: Agreements | None = None
    """What is open between the players after an order about an agreement."""
    told: PublicSummary | None = None
    """What everyone reads of the match from now on; None if the spectator is told nothing."""
    newcomer: Newcomer | None = None
    """Who sits on the seat of the order from now on, or has agreed to stand in, if someone does."""
    timing: Timing | None = None
    """The clocks after it; None if they run on."""
    lots: tuple[Lots, ...] = ()
    """What lies where after each fact of a game's command."""
