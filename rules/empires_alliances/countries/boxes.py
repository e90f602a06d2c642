"""§2.5, §2.67: what countries must send to the boxes and keep there, and who may come back."""

from __future__ import annotations

from collections.abc import Iterable

from rules.empires_alliances.countries.conditions import count_corps, half_corps_in, holds, is_conquered
from rules.empires_alliances.facts.politics import Committed, Recalled
from rules.empires_alliances.play import Play, name_of, one_of, own, place_name
from rules.empires_alliances.position.control import controller
from rules.empires_alliances.position.state import FOE, State
from rules.empires_alliances.printed.counters import CORPS
from rules.empires_alliances.printed.scenarios import Commitment, Return
from rules.empires_alliances.stacking import has_room
from rules.empires_alliances.terrain.zones import occupied_hexes
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import capital, quantity

HALVES = 2


def power_of(state: State, unit: str) -> str:
    """§3.2: the country whose duties a unit's forces share: Indians are British."""
    return state.printed.nations[state.counter(unit).nation].power


# --- who may leave ------------------------------------------------------------------------------------------------


def least_in(state: State, box: str, nation: str) -> int:
    """§2.67b: half corps that a country must keep in a box now; 0 where no number is printed. A conquest reduces it."""
    rows = (r for r in state.card.commitments if (r.box, r.nation) == (box, nation) and r.turn <= state.date.id)
    least = max((row.least for row in rows), default=0)
    eased = (r for r in state.card.eased if (r.box, r.nation) == (box, nation) and is_conquered(state, r.conquered))
    return min((least, *(row.least for row in eased)))


def is_committed(state: State, box: str, nation: str) -> bool:
    """§2.67: whether what a country has in a box stays there: it has duties there, and none is a number to keep."""
    card = state.card
    rows = [row for row in card.commitments if (row.box, row.nation) == (box, nation)]
    if any(row.least for row in rows):
        return False
    return bool(rows) or any((row.box, row.nation) == (box, nation) for row in card.returns)


def why_not_leave_box(state: State, units: Iterable[str]) -> Refusal | None:
    """§2.67: why these units may not leave the box that they are in together."""
    leaving = tuple(units)
    box, nation = state.units[leaving[0]].at, power_of(state, leaving[0])
    name = place_name(state, box)
    if is_committed(state, box, nation):
        return Refusal("stays-in-box", "2.67", f"{name_of(state, leaving[0])} is committed to {name}.")
    least, going = least_in(state, box, nation), count_corps(state, leaving)
    if not going or half_corps_in(state, box, nation) - going >= least:
        return None
    text = f"{state.printed.nations[nation].name} must keep {in_corps(least)} corps in {name}."
    return Refusal("too-few-in-box", "2.67", text)


def in_corps(halves: int) -> str:
    """Half corps as corps: ``2.5``."""
    return f"{halves / HALVES:g}"


# --- who must go --------------------------------------------------------------------------------------------------


def _duty(row: Commitment) -> str:
    return f"committed.{row.box}.{row.nation}.{row.turn}"


def bound_for(state: State, unit: str) -> str:
    """§2.67b: the box to which a unit must sail, empty for none: until it has been there it goes nowhere else."""
    for row in state.card.commitments:
        if row.sails and unit in row.units and row.turn <= state.date.id and not state.late.get(_duty(row)):
            at = state.units[unit].at
            return row.box if at != row.box and (at in state.board.boxes or at in state.stacks) else ""
    return ""


def note_arrivals(play: Play) -> None:
    """§2.67b: at the end of a segment whoever has come to the box that it was bound for has done its duty."""
    state = play.state
    for row in state.card.commitments:
        there = tuple(u for u in row.units if state.units[u].at == row.box)
        if there and not state.late.get(_duty(row)):
            play.emit(Committed(there, row.box, _duty(row)))


def still_due(state: State, row: Commitment) -> int:
    """§2.67: how many units a country must still pick for a box.

    A duty with a condition is one of its own turn alone (docs/rulings).
    """
    today = row.turn == state.date.id and holds(state, row.when) if row.when else row.turn <= state.date.id
    if not row.counts or not today or row.nation not in state.allegiance:
        return 0
    return sum(number for _, number in row.counts) - state.late.get(_duty(row), 0)


def candidates(state: State, row: Commitment) -> tuple[str, ...]:
    """§2.67: the units on the map who may be picked."""
    side = state.allegiance.get(row.nation)
    return tuple(
        u
        for u in state.on_map(side)
        if state.counter(u).nation == row.nation and any(spec.fits(state.counter(u)) for spec, _ in row.counts)
    )


def duties(state: State, side: str) -> tuple[Commitment, ...]:
    """§2.67: the rows for which a side must pick units now, and can."""
    return tuple(
        row
        for row in state.card.commitments
        if state.allegiance.get(row.nation) == side and still_due(state, row) > 0 and candidates(state, row)
    )


def why_not_end_commitments(at: At[State]) -> Refusal | None:
    """§2.67: why the phase cannot be ended: units must go to a box first."""
    for row in duties(at.state, at.seat):
        number = min(still_due(at.state, row), len(candidates(at.state, row)))
        text = f"Send {quantity(number, 'corps', 'corps')} to {place_name(at.state, row.box)} first."
        return Refusal("must-commit", "2.67", text)
    return None


def why_not_commit(at: At[State]) -> Refusal | None:
    """§2.67: why nobody is sent to a box."""
    if duties(at.state, at.seat):
        return None
    return Refusal("nothing-to-commit", "2.67", "No box needs your units now.")


def _due_commitments(at: At[State], _: Choices) -> OneOf:
    state, rows = at.state, duties(at.state, at.seat)

    def fit() -> list[str]:
        return [*candidates(state, rows[0])] if rows else []

    def check(_: State, unit: str) -> None:
        if unit not in fit():
            raise Refused("not-that-corps", "2.67", f"{name_of(state, unit)} does not have to be sent.")

    return one_of(fit, own(at, check))


def commit(play: Play, at: At[State], chosen: Choices) -> None:
    """§2.67: a corps goes to a box, from wherever it is on the map (docs/rulings)."""
    row = duties(play.state, at.seat)[0]
    play.emit(Committed((chosen.name("unit"),), row.box, _duty(row)))


def _to_which(at: At[State]) -> str:
    rows = duties(at.state, at.seat)
    return f"To {place_name(at.state, rows[0].box)}" if rows else ""


COMMIT: Order[State] = Order(
    "commit", "Send a corps to a box", "2.67", commit,
    (Slot("unit", "unit", _due_commitments, "Choose a corps to send"),),
    when=why_not_commit, note=_to_which, weight=50,
)  # fmt: skip


# --- who may come back --------------------------------------------------------------------------------------------


def _return(row: Return) -> str:
    return f"recalled.{row.box}.{row.nation}"


def why_no_return(state: State, row: Return) -> Refusal | None:
    """§2.67a: why no corps may come back from a box yet, or any more."""
    war = state.wars.get(row.conquered)
    name, city = state.printed.nations[row.conquered].in_words, state.printed.places.cities[row.city]
    if war is None or not war.conquered:
        return Refusal("not-conquered", "2.67", f"{capital(name)} is not conquered.")
    if state.turn < war.conquered + row.months:
        later = quantity(row.months, "month")
        return Refusal("too-early", "2.67", f"A corps returns {later} after the conquest of {name}.")
    if state.late.get(_return(row)):
        return Refusal("one-only", "2.67", "One corps may come back, and it already has.")
    side = state.allegiance.get(row.nation, "")
    if (
        not side
        or controller(state, city.hex) != side
        or state.board.index(city.hex) in occupied_hexes(state, FOE[side])
    ):
        return Refusal("not-controlled", "2.67", f"It would be placed in {row.city}, which you do not control.")
    return None


def _may_return(state: State, row: Return) -> tuple[str, ...]:
    if why_no_return(state, row) is not None:
        return ()
    hex_ = state.printed.places.cities[row.city].hex
    return tuple(
        u
        for u in state.boxes[row.box]
        if state.counter(u).nation == row.nation and state.counter(u).size == CORPS and has_room(state, hex_, (u,))
    )


def return_rows(state: State, side: str) -> tuple[tuple[Return, tuple[str, ...]], ...]:
    """§2.67a: the rows by which a side may take a corps back now, each with those who may come."""
    rows = (row for row in state.card.returns if state.allegiance.get(row.nation) == side)
    return tuple((row, units) for row in rows if (units := _may_return(state, row)))


def why_not_return(at: At[State]) -> Refusal | None:
    """§2.67a: why no corps comes back from a box."""
    state = at.state
    if return_rows(state, at.seat):
        return None
    rows = (row for row in state.card.returns if state.allegiance.get(row.nation) == at.seat)
    reasons = [why for row in rows if (why := why_no_return(state, row)) is not None]
    return reasons[0] if reasons else Refusal("nobody-returns", "2.67", "None of your corps may leave a box.")


def _returning(at: At[State], _: Choices) -> OneOf:
    state = at.state

    def fit() -> list[str]:
        return [unit for _, units in return_rows(state, at.seat) for unit in units]

    def check(_: State, unit: str) -> None:
        if unit not in fit():
            raise Refused("not-that-corps", "2.67", f"{name_of(state, unit)} stays where it is.")

    return one_of(fit, own(at, check))


def recall(play: Play, at: At[State], chosen: Choices) -> None:
    """§2.67a: a corps comes back from a box."""
    unit = chosen.name("unit")
    row = next(row for row, units in return_rows(play.state, at.seat) if unit in units)
    play.emit(Recalled(unit, play.state.printed.places.cities[row.city].hex, _return(row)))


RECALL: Order[State] = Order(
    "recall", "Take a corps out of a box", "2.67", recall,
    (Slot("unit", "unit", _returning, "Choose the corps that comes back"),),
    when=why_not_return, weight=10,
)  # fmt: skip


def asks_of(state: State, side: str) -> bool:
    """§2.67: whether a side is asked about boxes in its Reinforcement Phase."""
    return bool(duties(state, side) or return_rows(state, side))
