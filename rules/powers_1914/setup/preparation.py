"""§2 Preparation: the sides set up what the chart gives them, the attacking side first, on their own ground."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.kernel.messages import Json, JsonObject, Refusal, Refused
from rules.kernel.players import Rng
from rules.kernel.procedure.options import OneOf, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.powers_1914.facts.preparation import UnitsPlaced, UnitsTakenBack
from rules.powers_1914.play import NOT_YOURS, Play, among, check_area
from rules.powers_1914.position.state import POOL, State
from rules.powers_1914.printed.board import GIBRALTAR
from rules.powers_1914.printed.pieces import GENERAL, SHIP, TROOPS, Piece


def units_waiting(state: State, seat: str) -> list[str]:
    """The seat's units that have still to be placed."""
    return [u for u in state.at(POOL) if state.seat_of(u) == seat]


def allowed_areas(state: State, unit: str) -> frozenset[str]:
    """§2.4: where a unit may be set up: land of its country, ships on seas along its shores, a general with either."""
    printed = state.printed
    p = printed.pieces[unit]
    lands = frozenset(printed.board.belongs[p.nation])
    seas = frozenset(s for a in lands for s in printed.board.coast[a])
    if p.kind == SHIP:
        return seas
    if p.kind == GENERAL and printed.general(unit).helps == SHIP:
        return lands | seas
    return lands


def check_place(state: State, unit: str, area: str) -> None:
    """§2.4, §2.5, §3.11.2: refuse a field where the unit may not be set up."""
    names = state.names
    if area not in allowed_areas(state, unit):
        raise Refused("wrong-place", "2.4", f"{names.unit(unit)} may not be set up in {names.the_place(area)}.")
    if any(state.side_of(u) != state.side_of(unit) for u in state.at(area)):
        raise Refused("enemy-there", "2.4", f"The other side has units in {names.the_place(area)}.")
    if not has_room(state, (unit,), area):
        raise Refused("no-room", "2.5", "Gibraltar holds one land unit.")
    side = state.side_of(unit)
    if state.piece(unit).kind == GENERAL and [g for g in state.generals(area, side) if g != unit]:
        raise Refused("one-general", "3.11.2", f"There is already a general in {names.the_place(area)}.")


def has_room(state: State, units: tuple[str, ...], area: str) -> bool:
    """§2.5: Gibraltar holds one land unit; units that attacked out of it may come back."""
    if area != GIBRALTAR:
        return True
    coming = state.of_kind(units, *TROOPS)
    if not coming:
        return True
    side = state.side_of(coming[0])
    back = [u for u in state.battle.attackers if state.units[u].came == area] if state.battle else []
    return len({*coming, *state.troops(area, side), *state.of_kind(back, *TROOPS)}) <= 1


def check_all(state: State, units: Sequence[str], area: str) -> None:
    """§2.4, §2.5, §3.11.2: refuse a field where the units may not be set up together."""
    check_area(state, area)
    for unit in units:
        check_place(state, unit, area)
    if not has_room(state, tuple(units), area):
        raise Refused("no-room", "2.5", "Gibraltar holds one land unit.")
    if len({*state.of_kind(units, GENERAL), *state.generals(area, state.side_of(units[0]))}) > 1:
        raise Refused("one-general", "3.11.2", f"There is already a general in {state.names.the_place(area)}.")


MAX_PLACED_AT_ONCE = 3
"""A program sets up this many units of a kind at most at a time."""


@dataclass(frozen=True, slots=True)
class Levy(SomeOf):
    """The units that a seat sets up. A program takes a few of a kind, those first that wait."""

    first: Sequence[str] = ()
    pieces: Mapping[str, Piece] = field(default_factory=dict)

    def pick(self, rng: Rng) -> list[Json] | None:
        """A few of one nation and kind."""
        men = [*(self.first or self.names)]
        if not men:
            return None
        one = men[rng.randrange(len(men))]
        p = self.pieces[one]
        alike = [u for u in men if self.pieces[u][:2] == p[:2]] if p.kind != GENERAL else [one]
        return [*alike[: 1 + rng.randrange(MAX_PLACED_AT_ONCE)]]


def own_units(at: At[State], _: Choices) -> SomeOf:
    """§2.4: the seat's units, on the map or still to be placed."""
    mine = [u for u in at.state.units if at.state.seat_of(u) == at.seat]
    return Levy(mine, why=lambda _: NOT_YOURS, first=units_waiting(at.state, at.seat), pieces=at.state.printed.pieces)


def ground(at: At[State], chosen: Choices) -> OneOf:
    """§2.4: where they may be set up."""
    units = chosen.names("units")
    return among(lambda: sorted(allowed_areas(at.state, units[0])), lambda area: check_all(at.state, units, area))


def place(play: Play, _: At[State], chosen: Choices) -> None:
    """§2.4: put units on the map, or elsewhere if they are there already."""
    for unit in chosen.names("units"):
        play.emit(UnitsPlaced((unit,), chosen.name("area")))


def units_placed(at: At[State], _: Choices) -> SomeOf:
    """§2.4: the seat's units on the map."""

    def why(unit: str) -> Refusal | None:
        state = at.state
        if unit not in state.units or state.seat_of(unit) != at.seat:
            return NOT_YOURS
        return Refusal("not-placed", "2.4", "That unit has not been placed.")

    return SomeOf(_placed_units(at.state, at.seat), why=why)


def _placed_units(state: State, seat: str) -> list[str]:
    return [u for u, now in state.units.items() if now.at != POOL and state.seat_of(u) == seat]


def unplace(play: Play, _: At[State], chosen: Choices) -> None:
    """§2.4: take units back into the pool."""
    play.emit(UnitsTakenBack(chosen.names("units")))


def standard(play: Play, at: At[State], _: Choices) -> None:
    """§2.3: set up all of the seat's units as the scenario suggests, whatever had been placed before.

    Those for whom the other side left no room there stay in the pool (§2.4).
    """
    seat = at.seat
    there = _placed_units(play.state, seat)
    if there:
        play.emit(UnitsTakenBack(tuple(there)))
    for muster in play.state.setting.setup:
        if play.state.nations[muster.nation].seat != seat:
            continue
        for arm, count in muster.counts.items():
            mine = [u for u in units_waiting(play.state, seat) if at.state.piece(u)[:2] == (muster.nation, arm)]
            _suggest(play, tuple(mine[:count]), muster.area)
        if muster.general:
            _suggest(play, (play.state.printed.generals[muster.general].piece.id,), muster.area)


def _suggest(play: Play, units: tuple[str, ...], area: str) -> None:
    if all(_free(play.state, unit, area) for unit in units):
        play.emit(UnitsPlaced(units, area))


def _free(state: State, unit: str, area: str) -> bool:
    """Whether a unit may be set up there as things are."""
    try:
        check_place(state, unit, area)
    except Refused:
        return False
    return True


def why_not_end_set_up(at: At[State]) -> Refusal | None:
    """§2.4: the set-up is over when every unit has been placed."""
    missing = len(units_waiting(at.state, at.seat))
    return Refusal("not-all-placed", "2.4", f"{missing} units must still be placed.") if missing else None


def place_hand(at: At[State]) -> JsonObject:
    """§2.4: which units may go where, in groups of one nation and kind."""
    state = at.state
    groups: dict[tuple[str, str], list[str]] = {}
    for unit in state.units:
        if state.seat_of(unit) == at.seat:
            p = state.piece(unit)
            groups.setdefault((p.nation, unit if p.kind == GENERAL else p.kind), []).append(unit)
    choices: list[Json] = []
    for (nation, _), units in groups.items():
        left: list[Json] = [u for u in units if state.units[u].at == POOL]
        areas: list[Json] = [a for a in sorted(allowed_areas(state, units[0])) if _may_place(state, units, a)]
        choices.append(
            {"nation": nation, "unit": state.piece(units[0]).kind, "units": [*units], "waiting": left, "areas": areas}
        )
    return {"groups": choices}


def unplace_hand(at: At[State]) -> JsonObject | None:
    """§2.4: what can be taken back."""
    there: list[Json] = [*_placed_units(at.state, at.seat)]
    return {"units": there} if there else None


PLACE: Order[State] = Order(
    "place", "Place", "2.4", place, (Slot("units", "units", own_units), Slot("area", "hex", ground)),
    hand=place_hand, weight=9,
)  # fmt: skip
STANDARD: Order[State] = Order(
    "standard", "Suggested set-up", "2.3", standard,
    note=lambda at: "Starts again" if _placed_units(at.state, at.seat) else "You can still change it", weight=2,
)  # fmt: skip
UNPLACE: Order[State] = Order(
    "unplace", "Take back", "2.4", unplace, (Slot("units", "units", units_placed),), hand=unplace_hand
)


def _may_place(state: State, units: list[str], area: str) -> bool:
    """Whether each of some units of one kind could be put there."""
    return all(_free(state, unit, area) for unit in (units if area == GIBRALTAR else units[:1]))
