"""§5.38 The Turkish Required Reserve: how many divisions the dice ask for, and who comes and who goes."""

from __future__ import annotations

from collections.abc import Iterable

from rules.great_war.facts.reserve import ReserveRolled, ReserveSettled
from rules.great_war.play import Play, own
from rules.great_war.position.boxes import AVAILABLES, units_in_boxes
from rules.great_war.position.state import RESERVE, TRANSIT, PhaseFrame, State
from rules.great_war.position.usage import RESERVE_DICE
from rules.great_war.printed.nations import CENTRAL
from rules.great_war.strategic.surrender_modifiers import divisions_held
from rules.great_war.units.peoples import TURKS, is_turkish_division
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Fitting, SomeOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask
from rules.kernel.wording import quantity

ENOUGH = Refusal("enough", "5.38", "The reserve has as many divisions as the dice require.")
NO_SURPLUS = Refusal("no-surplus", "5.38", "The reserve has no more divisions than the dice require.")
NO_DIVISION = Refusal("no-division", "5.38", "Only Turkish infantry divisions go into the reserve.")
ELSEWHERE = Refusal("not-there", "5.38", "Divisions come from the maps, the transit box or the Available Units Box.")
NOT_IN_IT = Refusal("not-there", "5.38", "The division is not in the reserve.")


def dice_due(state: State) -> int:
    """§5.38: how many dice are rolled on this strategic turn: none before the first of the chart, nor for a Turkey that
    is out of the war, or not in it yet."""
    if TURKS not in state.sides or TURKS in state.strategic_state.surrendered or state.near_east.neutral:
        return 0
    return state.printed.charts.reserve_dice.get(state.strategic_state.turn, 0)


def reserve_due(state: State) -> bool:
    """§5.38: whether dice are rolled this turn."""
    return dice_due(state) > 0


def roll_reserve(play: Play, _: object) -> bool:
    """§5.38: the dice of the turn, once. Says whether they were rolled now."""
    if play.state.phase.used.get(RESERVE_DICE, 0):
        return False
    required = 0
    for _die in range(dice_due(play.state)):
        draw, die = play.next_die()
        required += die
        play.emit(ReserveRolled(required, draw, die))
    return True


def missing_divisions(state: State) -> int:
    """§5.38, §5.62: how many divisions the reserve has too few; below zero those that it has too many."""
    return state.near_east.required - divisions_held(state)


def units_above(state: State) -> int:
    """§5.38: how many units the reserve has above what is asked for, the Yilderim Army Group among them (§13.29)."""
    return max(0, len(state.boxes[RESERVE]) - state.near_east.required)


def who_fills(state: State, frame: PhaseFrame) -> tuple[Ask, ...]:
    """§5.38: the Central Powers, as long as the reserve differs from what is asked for."""
    differs = missing_divisions(state) or units_above(state)
    return (Ask(CENTRAL, serial=""),) if differs and CENTRAL not in frame.done else ()


def words(at: At[State]) -> tuple[str, str]:
    """§5.38: what is missing, or what may be sent on."""
    few, asked = missing_divisions(at.state), quantity(at.state.near_east.required, "division")
    if few > 0:
        return (
            "Fill the Turkish reserve?",
            f"It should hold {asked}. Each missing division adds one to the surrender die.",
        )
    return "Send divisions out of the reserve?", f"It should hold {asked}. Any above that may go to the transit box."


# --- bringing and sending ---------------------------------------------------------------------------------------------


def _check_comes(state: State, unit: str) -> None:
    if not is_turkish_division(state.counter(unit)):
        raise NO_DIVISION.raised()
    at = state.units[unit].at
    if at not in state.stacks and at not in (TRANSIT, *AVAILABLES):
        raise ELSEWHERE.raised()


def _check_goes(state: State, unit: str) -> None:
    if state.units[unit].at != RESERVE:
        raise NOT_IN_IT.raised()
    if is_turkish_division(state.counter(unit)) and missing_divisions(state) >= 0:
        raise NO_SURPLUS.raised()


def _candidates(state: State) -> Iterable[str]:
    """§5.38: whoever may be one of those that come."""
    yield from units_in_boxes(state)
    yield from state.boxes[TRANSIT]
    yield from state.on_map(CENTRAL)


def _coming(at: At[State], _: Choices) -> SomeOf:
    why, few = own(at, _check_comes), missing_divisions(at.state)
    return SomeOf(Fitting(lambda: _candidates(at.state), why), most=few, why=why, wrong_number=_no_more_than(few))


def _going(at: At[State], _: Choices) -> SomeOf:
    why, many = own(at, _check_goes), units_above(at.state)
    return SomeOf(Fitting(lambda: at.state.boxes[RESERVE], why), most=many, why=why, wrong_number=_no_more_than(many))


def _no_more_than(most: int) -> Refusal:
    return Refusal("wrong-number", "5.38", "Choose one." if most == 1 else f"Choose at least one, and {most} at most.")


def _no_more_divisions(at: At[State], chosen: Choices) -> None:
    """§5.38: the army group is no division: it does not stay in place of one that the dice ask for."""
    divisions = [u for u in chosen.names("units") if is_turkish_division(at.state.counter(u))]
    if len(divisions) > (over := -missing_divisions(at.state)):
        raise Refused("wrong-number", "5.38", f"The reserve has only {quantity(over, 'division')} to spare.")


def fill(play: Play, _: At[State], chosen: Choices) -> None:
    """§5.38: divisions are picked up from wherever they are and put into the reserve."""
    units = chosen.names("units")
    play.emit(ReserveSettled({u: play.state.units[u].at for u in units}, ()))


def release(play: Play, _: At[State], chosen: Choices) -> None:
    """§5.38: divisions beyond what is asked for go into the transit box, and take up no trains."""
    play.emit(ReserveSettled({}, chosen.names("units")))


def _why_not_short(at: At[State]) -> Refusal | None:
    return ENOUGH if missing_divisions(at.state) <= 0 else None


def _why_nothing_over(at: At[State]) -> Refusal | None:
    return None if units_above(at.state) else NO_SURPLUS


FILL: Order[State] = Order(
    "fill_reserve", "Put divisions into the reserve", "5.38", fill,
    (Slot("units", "units", _coming, "Choose Turkish infantry divisions"),),
    when=_why_not_short, weight=3,
    help="They come at once from a map, the transit box or the Available Units Box, without moving.",
)  # fmt: skip
RELEASE: Order[State] = Order(
    "release_reserve", "Send divisions to the transit box", "5.38", release,
    (Slot("units", "units", _going, "Choose divisions of the reserve"),),
    when=_why_nothing_over, limits=_no_more_divisions, weight=3,
    help="This uses no rail capacity. They leave the transit box by rail.",
)  # fmt: skip
