"""§22.52: Plan 17, where the option is played: the French attack twice in each half of August 1914.

While they can no order may make it impossible (docs/rulings): who marches away, attacks elsewhere or wins an automatic
victory is judged by how many of the hexes those who stand beside them could then still attack at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from rules.empires_alliances.attacks.attackers import strongest_guns
from rules.empires_alliances.attacks.strength import attack_of, column_of, defence_of, is_allowed
from rules.empires_alliances.attacks.targets import able_beside, defenders_in
from rules.empires_alliances.play import Duty, place_name
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.deeds import attack_by_plan, attacks_by_plan
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.combat_table import COLUMNS
from rules.empires_alliances.printed.counters import RANKS
from rules.empires_alliances.printed.sides import ALLIED, CENTRAL
from rules.empires_alliances.restrictions import areas
from rules.empires_alliances.restrictions.areas import Area
from rules.empires_alliances.restrictions.ban import AUGUST_1, AUGUST_2, power_of
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.needs import NOBODY
from rules.kernel.procedure.orders import At, Choices
from rules.kernel.wording import quantity

FRENCH = "FR"


def binds(state: State, side: str) -> bool:
    """§22.52: whether the plan asks for attacks of a side this turn."""
    return bool(state.option("plan-17")) and side == ALLIED and state.date.id in (AUGUST_1, AUGUST_2)


def deed_of(state: State, hex_: str, attackers: Iterable[str], column: str) -> str:
    """§22.52: what is remembered of an attack that counts: French units take part, at even odds or better."""
    plan = state.printed.optional_rules.plan_17
    if not binds(state, state.player) or not _counts(state, hex_):
        return ""
    if COLUMNS.index(column) < COLUMNS.index(plan.odds) or not _has_french(state, attackers):
        return ""
    return attack_by_plan(state.date.id, hex_)


def attacks_owed(state: State, side: str) -> int:
    """§22.52: how many hexes must still be attacked this turn."""
    if not binds(state, side):
        return 0
    done = attacks_by_plan(state.deeds, state.date.id)
    return max(0, state.printed.optional_rules.plan_17.attacks - done)


def attacks_due(state: State, side: str) -> Iterator[Duty]:
    """§22.52: why the French cannot end the phase: attacks that are due can still be made (docs/rulings)."""
    if not binds(state, side):
        return
    due = attacks_owed(state, side)
    for hex_ in open_hexes(state, side) if due else ():
        text = (
            f"Plan 17: French units must still attack {quantity(due, 'hex', 'hexes')} at 1-1 or better, for instance "
            f"{place_name(state, hex_)}."
        )
        yield Duty(able_beside(state, side)[hex_], Refusal("plan-17", "22.52", text))


@kept
def open_hexes(state: State, side: str) -> tuple[str, ...]:
    """§22.52: the hexes that count and can still be attacked: with all who may attack them the odds are 1-1."""
    return tuple(hex_ for hex_, units in able_beside(state, side).items() if _is_open(state, hex_, units))


def is_wanted(state: State, hex_: str) -> bool:
    """§22.52: whether a hex is one of those that the plan names, and has not been attacked as it asks."""
    return attack_by_plan(state.date.id, hex_) not in state.deeds and _counts(state, hex_)


def _is_open(state: State, hex_: str, units: Sequence[str]) -> bool:
    return is_wanted(state, hex_) and is_even(state, hex_, units)


def is_even(state: State, hex_: str, units: Sequence[str]) -> bool:
    """§22.52: whether these can attack a hex at the odds of the plan together, French units among them."""
    if not _has_french(state, units):
        return False
    defenders = defenders_in(state, hex_)
    # Who may attack together is found only where all of them would be enough: that is the longer part.
    return _is_at_odds(state, hex_, units, defenders) and _is_at_odds(
        state, hex_, _together(state, hex_, units), defenders
    )


# --- how much of it is possible ---------------------------------------------------------------------------------------


def within_reach(state: State, side: str, without: frozenset[str] = NOBODY, but: str = "") -> int:
    """§22.52: how many of the hexes that are owed a side could attack at once, each at even odds, with those who stand
    beside them. ``without`` some units, and leaving one hex out (``but``)."""
    if not attacks_owed(state, side):
        return 0
    # Most units stand beside none of these hexes, and make no difference.
    return _within_reach(state, side, without & _who_counts(state, side), but)


@kept
def _who_counts(state: State, side: str) -> frozenset[str]:
    """§22.52: those who stand beside a hex that is owed."""
    return frozenset(chain.from_iterable(_beside(state, side, NOBODY, "").values()))


@kept
def _within_reach(state: State, side: str, without: frozenset[str], but: str) -> int:
    due = attacks_owed(state, side)
    able = _beside(state, side, without, but)
    alone = [hex_ for hex_, units in able.items() if is_even(state, hex_, units)]
    if due > 1 and any(_at_once(state, able, pair) for pair in combinations(alone, 2)):
        return 2
    return min(1, len(alone))


def _beside(state: State, side: str, without: frozenset[str], but: str) -> Mapping[str, tuple[str, ...]]:
    """The wanted hexes, each with those who could attack it."""
    return {
        hex_: tuple(u for u in units if u not in without)
        for hex_, units in able_beside(state, side).items()
        if hex_ != but and is_wanted(state, hex_)
    }


def _at_once(state: State, able: Mapping[str, tuple[str, ...]], pair: tuple[str, str]) -> bool:
    """§22.52: whether two hexes could both be attacked at even odds, each unit attacking one of them."""
    for first, second in (pair, pair[::-1]):
        taken = enough(state, first, able[first], able[second])
        if taken is not None and is_even(state, second, tuple(u for u in able[second] if u not in taken)):
            return True
    return False


def enough(state: State, hex_: str, units: Sequence[str], others: Sequence[str] = ()) -> tuple[str, ...] | None:
    """§22.52: of units as few as attack a hex at even odds; whoever cannot attack the ``others``' hex goes first, then
    the strongest. None when all are too few."""
    ranked = sorted(units, key=lambda u: (u in others, -attack_of(state, (u,), hex_), u))
    for n in range(1, len(ranked) + 1):
        if is_even(state, hex_, ranked[:n]):
            return _together(state, hex_, ranked[:n])
    return None


def _together(state: State, hex_: str, units: Sequence[str]) -> tuple[str, ...]:
    """§13.652, §16.3: of units those that can attack a hex together."""
    guns = strongest_guns(state, hex_, units)
    return tuple(unit for unit in units if unit in guns or state.counter(unit).kind in RANKS)


def check_attack(at: At[State], chosen: Choices) -> None:
    """§22.52: refuse an attack after which fewer of the plan's attacks would be possible than before it."""
    hex_, units = chosen.name("hex"), chosen.names("units")
    check_use(at.state, at.seat, hex_, units)


def check_use(state: State, side: str, hex_: str, units: Sequence[str]) -> None:
    """§22.52: refuse the use of units against a hex after which fewer of the plan's attacks would be possible."""
    refusal = why_not_use(state, side, hex_, units)
    if refusal is not None:
        raise refusal.raised()


def why_not_use(state: State, side: str, hex_: str, units: Sequence[str]) -> Refusal | None:
    """§22.52: why units do not attack a hex: fewer of the plan's attacks would be possible after it."""
    before = within_reach(state, side)
    if not before:
        return None
    after = within_reach(state, side, frozenset(units), hex_) + (is_wanted(state, hex_) and is_even(state, hex_, units))
    return SPARE if after < before else None


SPARE = Refusal(
    "plan-17", "22.52", "Plan 17: after that the French could not attack as many hexes at 1-1 or better as they must."
)


def _is_at_odds(state: State, hex_: str, units: Iterable[str], defenders: Iterable[str]) -> bool:
    attack, defence = attack_of(state, units, hex_), defence_of(state, defenders)
    if not is_allowed(attack, defence):
        return False
    return COLUMNS.index(column_of(attack, defence)) >= COLUMNS.index(state.printed.optional_rules.plan_17.odds)


# --- where ------------------------------------------------------------------------------------------------------------


def _counts(state: State, hex_: str) -> bool:
    """§22.52: whether a hex is one of those that the plan names, in German hands."""
    return state.board.index(hex_) in area_of_attacks(state) and controller(state, hex_) == CENTRAL


@kept
def area_of_attacks(state: State) -> Area:
    """§22.52: south of Metz in the first half of August, anywhere south of row 25 in the second, both inclusive."""
    board, plan = state.board, state.printed.optional_rules.plan_17
    row = board.row[board.index(plan.from_hex)] if state.date.id == AUGUST_1 else int(plan.second_from_row)
    return areas.western_front(state.printed) & areas.south_of(board, row - 1)


def _has_french(state: State, units: Iterable[str]) -> bool:
    return any(power_of(state, unit) == FRENCH for unit in units)
