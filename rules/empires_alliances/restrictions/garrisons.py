"""§1.61, §1.62, §1.64, §1.68, §2.66, §17.45: what keeps a unit where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from rules.empires_alliances.play import name_of
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.dates import date_for
from rules.empires_alliances.position.state import FREED, State
from rules.empires_alliances.printed.appearance import ARRIVE, Release
from rules.empires_alliances.printed.board import RESERVE, Board
from rules.empires_alliances.printed.data import Printed
from rules.empires_alliances.restrictions.ban import power_of, printed_in
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

AUGUST_1_RULE, AUGUST_2_RULE, PARIS = "1.61", "1.62", "1.68"
GARRISON_HEXES = 3
FLEXIBLE = "flexible-mobilisation"


@kept
def _city_garrisons(state: State) -> frozenset[str]:
    """§1.61, §22.1: who must set up in a city: where mobilisation is flexible, units of Warsaw and Lodz need not."""
    sectors = state.printed.optional_rules.mobilisations if state.option(FLEXIBLE) else ()
    elsewhere = {(sector.nation, city) for sector in sectors for city in sector.cities}
    groups = (g for g in state.card.groups.values() if g.city and (g.nation, g.city) not in elsewhere)
    return frozenset(unit for group in groups for unit in group.units)


def _why_not_leave_city(state: State, unit: str) -> Refusal | None:
    """§1.61: why a unit of a city stays there in the first turn."""
    rule = state.turn_rule
    if rule is None or not rule.most_hexes or unit not in _city_garrisons(state):
        return None
    at = state.units[unit].at
    if at in state.off_map or _holds_land_near(state, at, state.side_of(unit)):
        return None
    text = f"{name_of(state, unit)} stays in its city: the enemy is over three hexes away."
    return Refusal("garrison", printed_in(state, AUGUST_1_RULE), text)


@kept
def _holds_land_near(state: State, hex_: str, side: str) -> bool:
    """§1.61: whether the enemy of a side controls a hex near a city: one answer for all who stand there, good until a
    hex near it changes hands."""
    near, friends = _land_near(state.board, hex_), ("", side)

    def find(earlier: Previous[tuple[Any, ...], bool] | None) -> bool:
        if earlier is not None and earlier.source[1] is state.wars:
            changed = state.memory.changed("control", earlier.source[0], state.control)
            if changed.isdisjoint(near):
                return earlier.value
        return any(controller(state, at) not in friends for at in near)

    return state.memory.recall(("enemy near", hex_, side), (state.control, state.wars), find)


@cache
def _land_near(board: Board, hex_: str) -> tuple[str, ...]:
    """§1.61: where an enemy would be near."""
    return tuple(near for near in board.lattice.within(hex_, GARRISON_HEXES) if board.index(near) in board.land)


def _why_not_released(state: State, unit: str) -> Refusal | None:
    """§1.68, §2.66, §17.45: why a garrison may not move yet."""
    release = state.printed.releases.get(unit)
    if release is None or not _waits(state, unit, release) or is_enemy_near(state, release):
        return None
    when = state.printed.turns[release.turn].name
    section = printed_in(state, PARIS) if power_of(state, unit) == "FR" else "17.45"
    return Refusal(
        "garrison", section, f"{name_of(state, unit)} stays in {release.of} until {when}, or until the enemy is near."
    )


def _waits(state: State, unit: str, release: Release) -> bool:
    """§1.68, §17.45, §17.46: whether a unit is still in garrison, or in reserve, as far as is remembered. Whoever has
    come out of the reserve waits no longer."""
    free = release.turn <= date_for(state, state.counter(unit).nation) or f"{FREED}{unit}" in state.deeds
    at, comes_later = state.units[unit].at, state.printed.order[unit].act == ARRIVE
    return not free and (at == RESERVE if comes_later else at not in state.off_map)


def is_enemy_near(state: State, release: Release) -> bool:
    """§1.68, §17.45: whether a unit of the enemy is near enough now."""
    near = _near(state, release)
    return any(power_of(state, u) == release.enemy for hex_ in near for u in state.stacks.get(hex_, ()))


def _near(state: State, release: Release) -> frozenset[str]:
    """§1.68, §17.45: where an enemy frees a unit."""
    return state.board.lattice.within(state.printed.places.cities[release.of].hex, release.within)


def who_are_freed(state: State) -> tuple[str, ...]:
    """§1.68, §17.46: the garrisons, and units in reserve, that enemy units free by where they are now: for good."""
    rows = state.printed.releases.items()
    return tuple(unit for unit, row in rows if _waits(state, unit, row) and is_enemy_near(state, row))


def freed_on_the_way(state: State, units: Iterable[str], hexes: Iterable[str]) -> tuple[str, ...]:
    """§1.68, §17.46: those whom the enemy's units free by passing through hexes, wherever they end (docs/rulings)."""
    if not any(power_of(state, unit) in _enemies(state.printed) for unit in units):
        return ()
    passing, passed = {power_of(state, unit) for unit in units}, frozenset(hexes)
    return tuple(
        unit
        for unit, row in state.printed.releases.items()
        if row.enemy in passing and _waits(state, unit, row) and not passed.isdisjoint(_near(state, row))
    )


@cache
def _enemies(printed: Printed) -> frozenset[str]:
    """§1.68, §17.46: the powers that free anyone."""
    return frozenset(row.enemy for row in printed.releases.values())


def _why_kept(state: State, unit: str) -> Refusal | None:
    """§1.62: why some units may not move before a turn."""
    for held in state.card.held:
        if unit in held.units and state.date.id < held.until:
            when = state.printed.turns[held.until].name
            section = printed_in(state, AUGUST_2_RULE)
            return Refusal("held", section, f"{name_of(state, unit)} may not move before {when}.")
    return None


def _why_not_out_of_caucasus(state: State, unit: str) -> Refusal | None:
    """§2.51, §1.64: why Russians stay in the Caucasus."""
    if unit not in state.card.stays_in_box:
        return None
    return Refusal("stays-in-box", "1.64", f"{name_of(state, unit)} stays in the Caucasus: the Ottomans are neutral.")


STAYING: tuple[Callable[[State, str], Refusal | None], ...] = (
    _why_kept,
    _why_not_released,
    _why_not_leave_city,
    _why_not_out_of_caucasus,
)
"""What keeps a unit where it is, each with its section."""


def ever_kept(state: State) -> frozenset[str]:
    """The units that could be kept where they are this turn: of all others it need not be asked."""

    def find(_: object) -> frozenset[str]:
        card = state.card
        rule = state.turn_rule
        cities = _city_garrisons(state) if rule is not None and rule.most_hexes else frozenset[str]()
        held = (held.units for held in card.held if state.date.id < held.until)
        releases = state.printed.releases.items()
        waiting = (u for u, row in releases if row.turn > date_for(state, state.counter(u).nation))
        return frozenset().union(waiting, cities, card.stays_in_box, *held)

    # The Americans' dates go by when they entered (§22.2).
    return state.memory.recall("ever kept", (state.turn, state.wars), find)


def why_move_forbidden(state: State, unit: str) -> Refusal | None:
    """§1.61, §1.62, §1.64, §1.68, §2.66, §17.45: who forbids a unit to move at all; None when nobody does."""
    for staying in STAYING:
        refusal = staying(state, unit)
        if refusal is not None:
            return refusal
    return None
