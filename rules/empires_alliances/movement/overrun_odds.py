"""§12.1: who could be overwhelmed, by whom, and at what odds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Any

from rules.empires_alliances.attacks.attackers import (
    limits_of_attack,
    strongest_guns,
    why_not_attack_hex,
)
from rules.empires_alliances.attacks.nobody import units_beside, why_nobody_is_able
from rules.empires_alliances.attacks.strength import (
    WHOLE,
    attack_of,
    attack_strength,
    defence_of,
    in_factors,
    kinds_among,
)
from rules.empires_alliances.attacks.targets import enemy_fort_in
from rules.empires_alliances.movement import second_army
from rules.empires_alliances.play import place_name
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.board import LARGE_CITY
from rules.empires_alliances.printed.counters import AIR, FIELD, GUNS, RANKS
from rules.empires_alliances.printed.ladder_charts import CLEAR
from rules.empires_alliances.restrictions.ban import printed_in
from rules.empires_alliances.stacking import why_too_many
from rules.empires_alliances.terrain.argonne import comes_through, terrain_attacked
from rules.empires_alliances.terrain.weather import weather_in
from rules.empires_alliances.terrain.zones import fort_in
from rules.hexes.by_hex import touched_hexes
from rules.kernel.incremental import Previous
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal

# --- who may take part ------------------------------------------------------------------------------------------------


def attackers_near(state: State, side: str, hex_: str) -> tuple[str, ...]:
    """§12.1: a side's units around a hex that could attack it."""
    around = state.board.lattice.around(hex_)
    return tuple(
        u
        for place in around
        for u in state.stacks.get(place, ())
        if state.side_of(u) == side and why_not_take_part(state, u, hex_) is None
    )


def why_not_take_part(state: State, unit: str, hex_: str) -> Refusal | None:
    """§12.1, §22.62: why a unit may not overwhelm a hex; None when it may."""
    return why_not_attack_hex(state, unit, hex_) or second_army.why_not_overrun(state, unit)


def why_not_attack_together(state: State, units: Collection[str], hex_: str) -> Refusal | None:
    """§12.1, §13.652, §16.3, §6.1: why these cannot attack together."""
    broken = next((limit.refusal for limit in limits_of_attack(state, [*units]) if limit.over(units)), None)
    if broken is not None:
        return broken
    by_hex: dict[str, list[str]] = {}
    for unit in units:
        by_hex.setdefault(state.units[unit].at, []).append(unit)
    for place, there in by_hex.items():
        refusal = why_too_many(state, place, there)
        if refusal is not None:
            return Refusal("overstacked", "12.1", f"From {place_name(state, place)}: {refusal.text}")
    return None


# --- what is needed ---------------------------------------------------------------------------------------------------


def defenders_of(state: State, hex_: str) -> tuple[str, ...]:
    """§12.1: the units in a hex that can be overwhelmed: aircraft have no factor (docs/rulings)."""
    units = state.stacks.get(hex_, ())
    return tuple(u for u in units if state.counter(u).kind != AIR)


def is_hard(state: State, units: Iterable[str], hex_: str) -> bool:
    """§12.1, §22.11: whether ground, an entrenchment or a fort helps the defender. Mountains are not in the list."""
    board, index = state.board, state.board.index(hex_)
    if fort_in(state, hex_) is not None or board.city[index] == LARGE_CITY:
        return True
    dug_in = any(state.units[u].trench for u in defenders_of(state, hex_))
    return dug_in or bool(state.printed.terrain[terrain_attacked(state, hex_, units)].hard)


def odds_needed(state: State, units: Iterable[str], hex_: str) -> int:
    """§12.1: how many times the defence the attack must be."""
    needed = state.printed.charts.automatic_victory
    hard = is_hard(state, units, hex_)
    bad = weather_in(state, state.board.index(hex_)).id != CLEAR
    return (needed.open, needed.one, needed.both)[hard + bad]


def best_force(state: State, side: str, hex_: str) -> tuple[str, ...]:
    """§12.1, §22.11: the units that would attack a hex with most factors. Through the Argonne they need higher odds, so
    those who do not come that way may win it alone."""
    near = attackers_near(state, side, hex_)
    force = strongest(state, near, hex_)
    elsewhere = [u for u in near if state.counter(u).kind not in RANKS or not comes_through(state, u, hex_)]
    if len(elsewhere) < len(near) and not wins(state, force, hex_):
        others = strongest(state, elsewhere, hex_)
        return others if others and wins(state, others, hex_) else force
    return force


def strongest(state: State, units: Sequence[str], hex_: str) -> tuple[str, ...]:
    """§12.1: of units those that attack a hex with most factors: from each hex as many as may stack there."""
    by_hex: dict[str, list[str]] = {}
    for unit in sorted(units, key=lambda u: (state.counter(u).kind not in RANKS, -attack_strength(state, u, hex_), u)):
        by_hex.setdefault(state.units[unit].at, []).append(unit)
    stacks = [[*_stacks(state, place, there)] for place, there in by_hex.items()]
    forces = (_with_guns(state, hex_, [*chain.from_iterable(chosen)]) for chosen in product(*stacks))
    return max(forces, key=lambda force: attack_of(state, force, hex_))


def _stacks(state: State, place: str, units: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """§6.1: of the units in a hex, the best first, those that may stack there: as many infantry and cavalry units as
    may, or one fewer where that makes room for a second field artillery unit."""
    most = state.printed.charts.stacking.units
    ranks, guns = kinds_among(state, units, RANKS)[:most], kinds_among(state, units, GUNS)
    yield _filled_up(state, place, ranks, guns)
    if len(ranks) == most and len(kinds_among(state, guns, frozenset((FIELD,)))) > 1:
        yield _filled_up(state, place, ranks[:-1], guns)


def _filled_up(state: State, place: str, taken: tuple[str, ...], guns: Sequence[str]) -> tuple[str, ...]:
    for gun in guns:
        if why_too_many(state, place, (*taken, gun)) is None:
            taken = (*taken, gun)
    return taken


def _with_guns(state: State, hex_: str, units: Sequence[str]) -> tuple[str, ...]:
    """§13.652, §16.3: of units all infantry and cavalry, and the guns that may attack beside them."""
    guns = strongest_guns(state, hex_, units)
    return tuple(u for u in units if state.counter(u).kind in RANKS or u in guns)


def sparing_force(state: State, side: str, hex_: str) -> tuple[str, ...]:
    """§12.1, §12.2: of those who would attack a hex with most factors as few as are enough, the strongest first: they
    do nothing else in that segment."""
    force = best_force(state, side, hex_)
    if not force or not wins(state, force, hex_):
        return ()
    for unit in sorted(force, key=lambda u: attack_strength(state, u, hex_)):
        fewer = tuple(u for u in force if u != unit)
        if fewer and why_not_attack_together(state, fewer, hex_) is None and wins(state, fewer, hex_):
            force = fewer
    return force


def odds_told(state: State, side: str, hex_: str) -> str:
    """§12.1: what all who could take part come to against a hex, and what is needed."""
    force = best_force(state, side, hex_)
    attack, defence = attack_of(state, force, hex_), defence_of(state, defenders_of(state, hex_))
    odds = f"{in_factors(attack)} to {in_factors(defence)}"
    return f"{place_name(state, hex_)}: up to {odds}, where {odds_needed(state, force, hex_)}-1 is needed."


def wins(state: State, units: Collection[str], hex_: str) -> bool:
    """§12.1: whether these have the odds."""
    attack = attack_of(state, units, hex_)
    return attack >= odds_needed(state, units, hex_) * defence_of(state, defenders_of(state, hex_))


def why_not_overrun(state: State, side: str, hex_: str) -> Refusal | None:
    """§12.1, §1.61: why nobody can be overwhelmed in a hex now."""
    rule = state.turn_rule
    if rule is not None and not rule.automatic_victory:
        return Refusal("no-overrun", printed_in(state, "1.61"), "No automatic victory is possible this turn.")
    if state.board.is_hex(hex_) and not defenders_of(state, hex_) and enemy_fort_in(state, hex_, side) is not None:
        return Refusal("enemy-fort", "13.651", "A fort by itself is attacked in the Combat Phase.")
    if not state.board.is_hex(hex_) or state.stack_side(hex_) != FOE[side] or not defenders_of(state, hex_):
        return Refusal("nobody-there", "12.1", "There is no enemy there to overwhelm.")
    force = best_force(state, side, hex_)
    if not force:
        nobody = Refusal("not-adjacent", "12.1", "None of your units is next to that hex.")
        return why_nobody_is_able(state, side, hex_, why_not_take_part) if units_beside(state, side, hex_) else nobody
    if not wins(state, force, hex_):
        return Refusal("odds-too-low", "12.1", f"Odds of {odds_needed(state, force, hex_)}-1 are needed.")
    return None


def _could_win(state: State, side: str, hex_: str) -> bool:
    """§12.1: whether all units around a hex at their full strength would be enough: most hexes need no closer look."""
    defenders = defenders_of(state, hex_)
    attack = 0
    for place in state.board.lattice.around(hex_):
        units = state.stacks.get(place, ())
        if units and state.side_of(units[0]) == side:
            attack += sum(state.counter(unit).figures.attack for unit in units)
    needed = state.printed.charts.automatic_victory.open * defence_of(state, defenders)
    return bool(defenders) and needed <= attack * WHOLE


def _weak(state: State, side: str) -> frozenset[str]:
    """§12.1: the enemy's hexes that need a closer look."""
    board, forts = state.board, state.printed.forts

    def find(earlier: Previous[tuple[Any, ...], frozenset[str]] | None) -> frozenset[str]:
        if earlier is None or earlier.source[3] is not state.wars:
            looked, before = {*state.stacks}, frozenset[str]()
        else:
            touched = touched_hexes(state, earlier.source[0], earlier.source[1])
            touched = touched | {forts[fort].hex for fort in earlier.source[2] ^ state.forts}
            # Units that come or go count for the hexes around them.
            looked = {hex_ for hex_ in touched if board.is_hex(hex_)}
            looked.update(*map(board.lattice.around, [*looked]))
            before = earlier.value
        weak = {hex_ for hex_ in looked if state.stack_side(hex_) == FOE[side] and _could_win(state, side, hex_)}
        return (before - looked) | weak

    return state.memory.recall(("weak", side), (state.stacks, state.units, state.forts, state.wars), find)


@kept
def targets(state: State, side: str) -> tuple[str, ...]:
    """§12.1: the hexes in which someone could be overwhelmed now."""
    rule = state.turn_rule
    if rule is not None and not rule.automatic_victory:
        return ()
    return tuple(hex_ for hex_ in sorted(_weak(state, side)) if why_not_overrun(state, side, hex_) is None)
