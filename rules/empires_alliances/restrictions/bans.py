"""What is forbidden to some units: to move at all, to enter hexes or to cross them, to end in them, to attack them.

Each entry names its section. A ``Ban`` closes an area to the units that it binds; a caller who asks for many hexes at
once takes the areas (``closed_to``), a caller who asks for one, or for a reason, takes the refusal
(``why_entry_forbidden``).
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.position.state import State
from rules.empires_alliances.restrictions import areas, august_plans, entry, fronts, western_allies
from rules.empires_alliances.restrictions.areas import NOWHERE, Area
from rules.empires_alliances.restrictions.ban import (
    BY_SHIP,
    BY_TRAIN,
    BY_TRAIN_ABROAD,
    ENTERING,
    FOOT_STEP,
    KEEPING_OUT,
    TO_ATTACK,
    TO_RETREAT,
    TO_STAY,
    Ban,
    is_of,
    power_of,
)
from rules.kernel.messages import Refusal

ON_RAILS = frozenset({BY_TRAIN, BY_TRAIN_ABROAD})


def _germans_in_austria(state: State, unit: str) -> bool:
    return bool(state.card.germans_in_austria) and power_of(state, unit) == "GE"


def _outside_1918(state: State, _: str) -> Area:
    return areas.outside(state.board, *state.card.area)


BANS: tuple[Ban, ...] = (
    Ban("1.66", "too-far-from-germany", "German units may go no further than five hexes from Germany there.",
        ENTERING, _germans_in_austria, lambda s, _: areas.far_in_austria(s.board, s.card.germans_in_austria)),
    Ban("2.64", "south-of-salonika", "Until Greece enters the war the Allies stay north of row 61.",
        KEEPING_OUT, entry.in_neutral_greece, entry.south_greece),
    Ban("2.64", "greek-rails", "Until Greece enters the war no trains run there for the Allies.",
        ON_RAILS, entry.in_neutral_greece, entry.greece),
    Ban("2.63", "mobilising", "The railways of a country that has just entered the war are taken up.",
        ON_RAILS, entry.while_mobilising, entry.mobilising_hexes),
    Ban("3.61", "outside-area", "That hex is not in play.", KEEPING_OUT, lambda s, _: bool(s.card.area), _outside_1918),
    Ban("3.62", "british-sector", "British and Belgian units must stay in the British sector.",
        KEEPING_OUT, western_allies.kept_north, western_allies.south_of_british),
    Ban("3.62", "french-sector", "French units must stay in the French sector.",
        KEEPING_OUT, western_allies.kept_south, western_allies.north_of_french),
    Ban("18.43", "british-sector", "British units stay out of Paris and out of the land south of row 27.",
        frozenset({FOOT_STEP, BY_TRAIN, BY_SHIP}), western_allies.british_stay_north, western_allies.british_sector),
    Ban("18.43", "british-sector", "British units stay out of Paris and out of Germany south of row 27.",
        frozenset({BY_TRAIN_ABROAD}), western_allies.british_stay_north, western_allies.closed_on_the_way),
    Ban("18.43", "british-sector", "British units stay out of Paris and out of the land south of row 27.",
        frozenset({TO_STAY, TO_RETREAT}), western_allies.british_stay_north, western_allies.british_sector),
    Ban("18.51", "american-sector", "American units may fight only in France, Belgium, Luxembourg and Germany.",
        KEEPING_OUT, is_of("US"), western_allies.no_american_country),
    Ban("18.51", "american-sector", "American units must end their moves in the French sector.",
        frozenset({TO_STAY, TO_RETREAT}), is_of("US"), western_allies.north_of_americans),
    Ban("22.31", "germans-and-italy", "Germany and Italy are not at war before September 1916.",
        KEEPING_OUT | {TO_ATTACK}, fronts.germans_and_italy, fronts.italy),
    Ban("22.31", "not-yet-in-italy", "British and French units may not enter Italy yet.",
        KEEPING_OUT, fronts.allies_and_italy, fronts.italy),
    Ban("22.31", "not-yet-in-france", "Italian units may not enter France yet.",
        KEEPING_OUT, fronts.italians_and_france, fronts.france),
    Ban("22.3", "off-front", "Units of this country may not fight on that front.",
        KEEPING_OUT, fronts.fronts_bind, fronts.off_the_fronts),
    Ban("22.51", "plan-17", "Plan 17: the French armies march no further north than row 25 in August 1914.",
        ENTERING, august_plans.plan_17_binds, august_plans.north_of_plan_17, advances=False),
)  # fmt: skip
"""All of them, each with its section."""

_BY_WAY = {
    way: tuple(ban for ban in BANS if way in ban.ways or (way == TO_STAY and ban.keeps_out()))
    for way in frozenset().union(*(ban.ways for ban in BANS))
}


def why_entry_forbidden(state: State, unit: str, index: int, way: str = FOOT_STEP) -> Refusal | None:
    """Who forbids a unit a hex, ``way`` being how it would come there; None when nobody does."""
    for ban in _BY_WAY[way]:
        if ban.closes(state, unit, way) and index in ban.area(state, unit):
            return ban.refusal()
    return None


def why_advance_forbidden(state: State, unit: str, index: int) -> Refusal | None:
    """§13.9: who forbids a unit to advance into a hex and stay there; None when nobody does."""
    bans = (
        ban for way in (FOOT_STEP, TO_STAY) for ban in _BY_WAY[way] if ban.advances and ban.closes(state, unit, way)
    )
    return next((ban.refusal() for ban in bans if index in ban.area(state, unit)), None)


def closed_to(state: State, units: Iterable[str], way: str) -> Area:
    """The hexes that these units together may not enter that way."""
    binding: dict[tuple[int, str], Area] = {}
    for unit in units:
        nation = state.counter(unit).nation
        for number, ban in enumerate(_BY_WAY[way]):
            if (number, nation) not in binding and ban.closes(state, unit, way):
                binding[number, nation] = ban.area(state, unit)
    return next(iter(binding.values())) if len(binding) == 1 else NOWHERE.union(*binding.values())


def is_closed_to_retreats(state: State, unit: str, index: int) -> bool:
    """§18.43: whether a unit retreats into a hex only where nothing else is left to it."""
    return why_entry_forbidden(state, unit, index, TO_RETREAT) is not None


def why_attack_forbidden(state: State, unit: str, index: int) -> Refusal | None:
    """§22.31: who forbids a unit to attack a hex; None when nobody does."""
    return why_entry_forbidden(state, unit, index, TO_ATTACK)
