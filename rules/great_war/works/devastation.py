"""§14.6 Devastated hexes: who lays them waste, and how those units go back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.great_war.facts.devastation import DevastationBegan, DevastationGivenUp, HexDevastated
from rules.great_war.play import Play, name_of
from rules.great_war.position.control import barred_hexes, forts, occupied_hexes
from rules.great_war.position.state import PhaseFrame, State
from rules.great_war.position.theatres import mover_in
from rules.great_war.printed.fronts import WEST
from rules.great_war.printed.nations import CENTRAL, foe
from rules.great_war.printed.phases import FIRST, FIRST_MOVEMENT, SECOND_MOVEMENT
from rules.great_war.restrictions.national import off_limits
from rules.great_war.stacking import why_too_many
from rules.great_war.supply.tracing import IN, supply_of
from rules.great_war.turn.weather import WET, weather_on
from rules.great_war.units.mounted import on_foot
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import OneOf, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.wording import quantity

COUNTRIES, CLEAR, FLOOD_PLAIN = ("FR", "BE"), "clear", "flood plain"
"""§14.61: where it is done."""
EASTWARD = (0, 1, 5)
"""§14.62: the hexsides to the east, northeast and southeast, as neighbours are counted."""


# --- laying waste (§14.61) --------------------------------------------------------------------------------------------


def why_not_devastate(at: At[State]) -> Refusal | None:
    """§14.61, §14.64: only in the west, before the Central Powers have moved there, while there are markers."""
    if at.seat != CENTRAL or at.scope != WEST:
        return Refusal("not-here", "14.61", "Only the Central Powers devastate hexes, in the Western Theatre.")
    if CENTRAL in at.state.phase.origins:
        return Refusal("too-late", "14.61", "Hexes are devastated at the start of your movement phase.")
    if not markers_left(at.state):
        return Refusal("no-markers", "14.64", "All devastation markers are on the map.")
    return None if candidates(at.state) else Refusal("nobody", "14.62", "None of your units can devastate its hex.")


def markers_left(state: State) -> int:
    """§14.64: the number of markers is a limit."""
    return max(0, state.printed.charts.markers.devastation - len(state.devastated) - len(state.devastating))


@kept
def candidates(state: State) -> tuple[str, ...]:
    """§14.62, §12.2: supplied infantry and mountain units in clear hexes of France and Belgium, by hex. In wet weather
    flood plain is marsh."""
    board = state.printed.board
    if not board.by_front[WEST]:
        return ()
    ground = (CLEAR,) if weather_on(state, WEST) == WET else (CLEAR, FLOOD_PLAIN)
    busy = {state.units[u].at for u in state.devastating}
    found = []
    for hex_ in state.hexes:
        i = board.index[hex_]
        if state.holder(hex_) != CENTRAL or board.front[i] != WEST or board.country[i] not in COUNTRIES:
            continue
        if board.terrain[i] not in ground or hex_ in state.devastated or hex_ in busy:
            continue
        found += [u for u in state.stacks[hex_] if on_foot(state, u) and supply_of(state, u) == IN]
    return tuple(found)


def _units(at: At[State], _: Choices) -> SomeOf:
    found = candidates(at.state)
    labels = {u: f"{name_of(at.state, u)} ({at.state.units[u].at})" for u in found}
    return SomeOf(found, most=max(1, markers_left(at.state)), labels=labels)


def _one_a_hex(at: At[State], chosen: Choices) -> None:
    units = chosen.names("units")
    if len({at.state.units[u].at for u in units}) < len(units):
        raise Refused("one-a-hex", "14.62", "One unit is enough to devastate a hex.")


def begin(play: Play, _: At[State], chosen: Choices) -> None:
    """§14.62: the units neither move nor attack this turn."""
    play.emit(DevastationBegan(chosen.names("units")))


DEVASTATE: Order[State] = Order(
    "devastate", "Devastate hexes", "14.61", begin, (Slot("units", "units", _units, "One unit in each hex"),),
    limits=_one_a_hex, when=why_not_devastate, note=lambda at: f"{quantity(markers_left(at.state), 'marker')} left",
    help="The units stay where they are this turn. After your attacks each withdraws one hex eastwards and leaves"
    " devastated ground behind.",
)  # fmt: skip


# --- withdrawing (§14.62) ---------------------------------------------------------------------------------------------


def ends_in(half: str) -> Callable[[State], bool]:
    """§14.62: whether units go back now: after the Central Powers' attacks in the west."""
    key = FIRST_MOVEMENT if half == FIRST else SECOND_MOVEMENT
    return lambda state: bool(state.devastating) and mover_in(state, WEST, key) == CENTRAL


def ways_back(state: State, unit: str) -> tuple[str, ...]:
    """§14.62: the hexes to the east, northeast and southeast that a unit can enter."""
    board, at = state.printed.board, state.units[unit].at
    if at not in state.stacks:
        return ()
    here = board.index[at]
    shut = occupied_hexes(state, foe(CENTRAL)) | forts(state, foe(CENTRAL)) | barred_hexes(state, CENTRAL)
    shut |= off_limits(state, state.counter(unit).nation, False)
    found = (board.neighbours[here][side] for side in EASTWARD if board.crossed(here, side))
    return tuple(
        board.ids[b]
        for b in found
        if b >= 0 and board.land[b] and b not in shut and not _alpine(state, unit, b) and _fits(state, unit, b)
    )


def _alpine(state: State, unit: str, b: int) -> bool:
    return b in state.printed.board.alpine and state.counter(unit).kind != "mountain"


def _fits(state: State, unit: str, b: int) -> bool:
    return why_too_many(state, (*state.stacks.get(state.printed.board.ids[b], ()), unit)) is None


def units_to_go_back(state: State) -> Sequence[str]:
    """§14.62: the units that are still to go back, and can."""
    return tuple(u for u in state.devastating if ways_back(state, u))


def who_devastates(state: State, _: PhaseFrame) -> tuple[Ask, ...]:
    """§14.62: the Central Powers, as long as any can."""
    return (Ask(CENTRAL, WEST, serial=len(state.devastating)),) if units_to_go_back(state) else ()


def _leavers(at: At[State], _: Choices) -> OneOf:
    found = units_to_go_back(at.state)
    return OneOf(found, labels={u: name_of(at.state, u) for u in found})


def _ways(at: At[State], chosen: Choices) -> OneOf:
    return OneOf(ways_back(at.state, chosen.name("unit")))


def leave(play: Play, at: At[State], chosen: Choices) -> None:
    """§14.62: one hex back, and the ground behind is devastated."""
    unit, to = chosen.name("unit"), chosen.name("hex")
    play.enter([to], CENTRAL)
    play.emit(HexDevastated(unit, at.state.units[unit].at, to))


LEAVE: Order[State] = Order(
    "withdraw", "Withdraw", "14.62", leave,
    (
        Slot("unit", "unit", _leavers, "Which unit withdraws?"),
        Slot("hex", "hex", _ways, "East, northeast or southeast"),
    ),
)  # fmt: skip


def give_up(play: Play, _: PhaseFrame) -> None:
    """§14.62: units that are gone or shut in devastate nothing."""
    if play.state.devastating:
        play.emit(DevastationGivenUp(play.state.devastating))
