"""The facts of a match, a file a chapter. Each knows how to apply itself; nothing here judges or rolls."""

from __future__ import annotations

from typing import TypeAlias

from rules.great_war.events import (
    aircraft,
    chits,
    combat,
    devastation,
    entry,
    epidemics,
    fortresses,
    hindenburg,
    initiative,
    morale,
    movement,
    offensives,
    paris_gun,
    pre_war,
    procedure,
    replacements,
    resources,
    revolutions,
    setup,
    shock_troops,
    stacking,
    strategic,
    supply,
    transport,
    warfare,
    weather,
)
from rules.great_war.state import State
from rules.great_war.versions import FACTS
from rules.kernel.facts import Fact, Kinds, by_kind

Event: TypeAlias = Fact[State]

EVENTS: Kinds[State] = by_kind(
    aircraft,
    chits,
    combat,
    devastation,
    entry,
    epidemics,
    fortresses,
    hindenburg,
    initiative,
    morale,
    movement,
    offensives,
    paris_gun,
    pre_war,
    procedure,
    replacements,
    resources,
    revolutions,
    setup,
    shock_troops,
    stacking,
    strategic,
    supply,
    transport,
    warfare,
    weather,
    older=FACTS,
)
"""By kind, as stored events are written and read."""
