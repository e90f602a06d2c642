"""The engine of this game: its sequence, where a match stands in it, and how a decision of it begins."""

from __future__ import annotations

from rules.great_war.chits_played.hand import PLAY_EVENT
from rules.great_war.chits_played.initiative import PLAY_INITIATIVE
from rules.great_war.collapse.immediate import apply_immediate_effects
from rules.great_war.play import Play
from rules.great_war.position.state import State
from rules.great_war.printed.nations import SIDE_NAMES
from rules.great_war.printed.theatre_names import title_of
from rules.great_war.procedure import begin
from rules.great_war.sequence import TREE
from rules.great_war.strategic.victory import sudden_death
from rules.great_war.works.near_east_trenches import DIG
from rules.kernel.procedure.engine import Engine

ENGINE: Engine[State, Play] = Engine(
    TREE,
    unfold=Play,
    begin=begin,
    heading=lambda state, step: title_of(state.printed.variant, step.key, step.title),
    seat_title=lambda _, seat: f"the {SIDE_NAMES[seat]} player",
    anytime=(PLAY_EVENT, DIG, PLAY_INITIATIVE),
    instant=apply_immediate_effects,
    verdict=sudden_death,
    section="4.0",
)
