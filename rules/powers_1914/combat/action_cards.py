"""§3.15 Action cards: tactical advantage, and gas."""

from __future__ import annotations

from rules.kernel.game_support import refusable
from rules.kernel.messages import JsonObject, Refusal, Refused
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.wording import capital, quantity
from rules.powers_1914.conquest import conquest
from rules.powers_1914.facts.action_cards import GasUsed, TacticPlayed
from rules.powers_1914.play import NOT_THE_LEADER, Play, among, check_area, check_own
from rules.powers_1914.position.frames import BattleFrame
from rules.powers_1914.position.state import POOL, State
from rules.powers_1914.printed.phases import SETUP
from rules.powers_1914.printed.pieces import ARTILLERY, INFANTRY, TROOPS, foe


def tactics_left(state: State, side: str) -> int:
    """§3.15.1: tactical cards that the side has not laid this turn."""
    return state.printed.tactical - len(state.tactics[side])


def tactic(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.15.1: lay a tactical card in a field: +1 for all units that attack there this turn."""
    play.emit(TacticPlayed(at.state.seats[at.seat], chosen.name("area")))


def why_no_tactic(at: At[State]) -> Refusal | None:
    """§3.15.1: why no tactical card can be laid: in a battle its leader lays them, and both may be used."""
    if isinstance(at.frame, BattleFrame) and at.frame.seat != at.seat:
        return NOT_THE_LEADER
    if not tactics_left(at.state, at.state.seats[at.seat]):
        return Refusal("cards-used", "3.15.1", "Both tactical cards have already been used this turn.")
    return None


def tactic_fields(at: At[State], _: Choices) -> OneOf:
    """§3.15.1: any field, one in which the side's other card lies already too."""
    return OneOf([*at.state.printed.board.areas], why=lambda area: refusable(lambda: check_area(at.state, area)))


def _cards_left(at: At[State]) -> str:
    return f"{quantity(tactics_left(at.state, at.state.seats[at.seat]), 'card')} left this turn"


TACTIC: Order[State] = Order(
    "tactic", "Tactical advantage", "3.15.1", tactic,
    (Slot("area", "hex", tactic_fields, "Choose a field", asked=True),), why_no_tactic, note=_cards_left, weight=8,
    help="+1 to every unit of your side that attacks there this turn, +2 with both cards.",
)  # fmt: skip


def gassers(state: State, seat: str) -> dict[str, list[str]]:
    """§3.15.2: land units, one for each field they are in, and the neighbouring fields with enemy land units."""
    side = state.seats[seat]
    areas = state.printed.board.areas
    enemies = {a for a in areas if state.troops(a, foe(side))}
    # First the fields of the side that have enemies beside them, for they are few: then whose unit comes first there.
    near = state.printed.board.near
    facing = {a: [b for b in near[a] if b in enemies] for a in areas if state.troops(a, side)}
    left = {a: beside for a, beside in facing.items() if beside}
    found: dict[str, list[str]] = {}
    for unit, now in state.units.items():
        if now.at in left and _may_gas(state, seat, unit):
            found[unit] = left.pop(now.at)
    return found


def _may_gas(state: State, seat: str, unit: str) -> bool:
    return state.piece(unit).kind in TROOPS and state.seat_of(unit) == seat and state.units[unit].at != POOL


def why_no_gas(at: At[State]) -> Refusal | None:
    """§3.15.2: once a card in the whole game, at any time from the first turn on, whatever decision is open."""
    state = at.state
    if at.seat not in state.seats:
        return Refusal("not-your-turn", "3.1", "Only players can use gas.")
    if state.ended is not None or state.phase.name == SETUP:
        return Refusal("wrong-step", "3.15.2", "Gas cannot be used before the first turn.")
    if not state.gas[state.seats[at.seat]]:
        return Refusal("cards-used", "3.15.2", "Your side has used both of its gas cards.")
    return None


def gas_units(at: At[State], _: Choices) -> OneOf:
    """§3.15.2: any land units, at sea too, that have an enemy's beside them."""
    state = at.state

    def check(unit: str) -> None:
        check_own(state, at.seat, unit)
        if state.piece(unit).kind not in TROOPS:
            raise Refused("not-a-land-unit", "3.15.2", f"{state.names.unit(unit)} cannot use gas.")

    def candidates() -> list[str]:
        fields = {state.units[u].at for u in gassers(state, at.seat)}
        return [u for u, now in state.units.items() if now.at in fields and _may_gas(state, at.seat, u)]

    return among(candidates, check)


def gas_fields(at: At[State], chosen: Choices) -> OneOf:
    """§3.15.2: neighbouring fields with enemy land units; never the navy, nor aircraft."""
    state, names = at.state, at.state.names
    near = state.printed.board.near[state.units[chosen.name("unit")].at]

    def check(area: str) -> None:
        check_area(state, area)
        if area not in near:
            raise Refused("not-adjacent", "3.15.2", f"{capital(names.the_place(area))} is not a neighbouring field.")
        if not state.troops(area, foe(state.seats[at.seat])):
            raise Refused("no-such-target", "3.15.2", f"There are no enemy land units in {names.the_place(area)}.")

    return among(lambda: near, check)


def gas(play: Play, at: At[State], chosen: Choices) -> None:
    """§3.15.2: as many enemy land units of a neighbouring field go as the die shows, of one kind first."""
    state, area, first = at.state, chosen.name("area"), chosen.name("first")
    side = state.seats[at.seat]
    troops = state.troops(area, foe(side))
    draw, die = play.next_die()
    second = ARTILLERY if first == INFANTRY else INFANTRY
    order = [*state.of_kind(troops, first), *state.of_kind(troops, second)]
    play.emit(GasUsed(side, chosen.name("unit"), area, draw, die, tuple(order[:die])))
    conquest.leave_alone_at_sea(play, (area,), foe(side), defeated=True)


def gas_hand(at: At[State]) -> JsonObject | None:
    """§3.15.2: both sides see how many cards are left."""
    units: JsonObject = {u: [*areas] for u, areas in gassers(at.state, at.seat).items()}
    return {"any_time": True, "left": at.state.gas[at.state.seats[at.seat]], "units": units} if units else None


GAS: Order[State] = Order(
    "gas", "Gas", "3.15.2", gas,
    (
        Slot("unit", "unit", gas_units),
        Slot("area", "hex", gas_fields),
        Slot("first", "choice", lambda _, __: OneOf(TROOPS)),
    ),
    why_no_gas, hand=gas_hand,
)  # fmt: skip
