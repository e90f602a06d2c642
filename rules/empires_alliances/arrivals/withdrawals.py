"""§17.44: units are withdrawn, in the printed order of where they are; the owner chooses among equals."""

from __future__ import annotations

from rules.empires_alliances.facts.arrivals import Withdrawn
from rules.empires_alliances.play import Play, name_of, one_of, own
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.appearance import Withdrawal
from rules.empires_alliances.printed.board import POOL
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

IN_POOL, SUPPLIED, UNSUPPLIED = range(3)
"""§17.44: where units are taken from, in order."""


def still_due(state: State, row: Withdrawal) -> int:
    """§17.44: how many units of a row are still to be withdrawn this turn."""
    if row.turn > state.date.id or row.turn < state.printed.turns[state.card.first].id:
        return 0
    return row.count - state.late.get(row.id, 0)


def candidates(state: State, row: Withdrawal) -> tuple[str, ...]:
    """§17.44: of the units that fit those that come first: in the pool, else supplied on the board, else the others.

    Supply is what the markers say (§3.41): it is checked again after this phase, when ships are promised (§7.22).
    """
    by_rank: dict[int, list[str]] = {}
    for unit, now in state.units.items():
        counter = state.counter(unit)
        if counter.nation != row.nation or not row.what.fits(counter):
            continue
        if now.at == POOL:
            by_rank.setdefault(IN_POOL, []).append(unit)
        elif now.at in state.board.boxes or now.at in state.stacks:
            by_rank.setdefault(UNSUPPLIED if now.unsupplied else SUPPLIED, []).append(unit)
    return tuple(by_rank[min(by_rank)]) if by_rank else ()


def rows_due(state: State, side: str) -> tuple[Withdrawal, ...]:
    """§17.44: the side's withdrawals that are not done yet, and of which a unit can be taken."""
    return tuple(
        row
        for row in state.printed.withdrawals.values()
        if state.allegiance.get(row.nation) == side and still_due(state, row) > 0 and candidates(state, row)
    )


def points_for(state: State, units: tuple[str, ...]) -> int:
    """§17.44: infantry points for units that are taken from the board: their attack factors."""
    return sum(state.counter(u).figures.attack for u in units if state.units[u].at != POOL)


def withdraw_what_is_clear(play: Play, side: str) -> None:
    """§17.44: withdrawals that leave no choice happen by themselves."""
    for row in state_rows(play.state, side):
        while (due := still_due(play.state, row)) > 0:
            found = candidates(play.state, row)
            if not found or (len(found) > due and not _alike(play.state, found)):
                break
            taken = found[:due]
            play.emit(Withdrawn(row.id, taken, points_for(play.state, taken)))


def state_rows(state: State, side: str) -> tuple[Withdrawal, ...]:
    """§17.44: the rows of a side's countries at war."""
    return tuple(row for row in state.printed.withdrawals.values() if state.allegiance.get(row.nation) == side)


def _alike(state: State, units: tuple[str, ...]) -> bool:
    """Whether it makes no difference which of them goes: all lie in the pool with the same figures."""
    return all(state.units[u].at == POOL for u in units) and len({state.counter(u).figures for u in units}) == 1


def why_not_end_withdrawals(at: At[State]) -> Refusal | None:
    """§17.44: why the phase cannot be ended: units must be withdrawn first."""
    due = rows_due(at.state, at.seat)
    if not due:
        return None
    count = sum(still_due(at.state, row) for row in due)
    return Refusal("must-withdraw", "17.44", f"Withdraw {count} more first: choose which.")


def why_not_withdraw(at: At[State]) -> Refusal | None:
    """§17.44: why nothing is withdrawn."""
    return None if rows_due(at.state, at.seat) else Refusal("nothing-due", "17.44", "There is nothing to withdraw.")


def _units(at: At[State], _: Choices) -> OneOf:
    rows = rows_due(at.state, at.seat)
    found = dict.fromkeys(u for row in rows for u in candidates(at.state, row))

    def check(state: State, unit: str) -> None:
        counter = state.counter(unit)
        if unit in found:
            return
        if any(row.nation == counter.nation and row.what.fits(counter) for row in rows):
            raise Refused("not-that-one", "17.44", "Units in the pool go first, then supplied ones on the board.")
        raise not_due(state, unit)

    return one_of(lambda: list(found), own(at, check))


def not_due(state: State, unit: str) -> Refused:
    """§17.44: the refusal of a unit for which no row asks."""
    return Refused("not-that-one", "17.44", f"{name_of(state, unit)} does not have to be withdrawn.")


def withdraw(play: Play, at: At[State], chosen: Choices) -> None:
    """§17.44: a unit is withdrawn. Refused when no row asks for it."""
    unit = chosen.name("unit")
    row = next((r for r in rows_due(play.state, at.seat) if unit in candidates(play.state, r)), None)
    if row is None:
        raise not_due(play.state, unit)
    play.emit(Withdrawn(row.id, (unit,), points_for(play.state, (unit,))))


WITHDRAW: Order[State] = Order(
    "withdraw", "Withdraw a unit", "17.44", withdraw, (Slot("unit", "unit", _units, "Choose a unit to withdraw"),),
    when=why_not_withdraw, weight=50,
)  # fmt: skip
