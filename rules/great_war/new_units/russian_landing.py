"""§6.38, §9.54: the Russian Amphibious Campaign: one unit a turn lands on the coast of the Black Sea."""

from __future__ import annotations

from rules.great_war.chits_played.epidemics import why_no_arrivals
from rules.great_war.facts.landing import RussiansLanded
from rules.great_war.play import Play, name_of, own_unit, place_name
from rules.great_war.position.boxes import box_there
from rules.great_war.position.control import forts, shut_hexes
from rules.great_war.position.letters import in_play
from rules.great_war.position.state import State
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.great_war.restrictions.before_november import why_no_war
from rules.great_war.restrictions.national import off_limits_of
from rules.kernel.kept import kept
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import OneOf, refused_by
from rules.kernel.procedure.orders import At, Choices, Order, Slot

CAMPAIGN = "russian-amphibious-campaign"
SEA = "black-sea"
NOT_IN_PLAY = Refusal("not-in-play", "6.38", "The Russian Amphibious Campaign is not in play.")
CZAR_FELL = Refusal("too-late", "6.38", "The Czar has fallen: Russian units no longer land.")
LANDED = Refusal("has-landed", "6.38", "A Russian unit has already landed this turn.")
NOBODY = Refusal("nobody", "6.38", "No Russian unit in your box could land now.")
NOT_WAITING = Refusal("not-available", "6.38", "That is not a Russian unit in your Available Units Box.")
NOT_THERE = Refusal("no-coast", "6.38", "Russians land on an empty hex of the Black Sea coast east of Trebizond.")


@kept
def open_coast(state: State) -> frozenset[int]:
    """§6.38, §15.71: land on the Black Sea east of Trebizond where nobody stands: no fort of the enemy, and not
    alpine."""
    board, places = state.printed.board, state.printed.near_east
    if places is None:
        return frozenset()
    beyond = board.column[board.index[places.trebizond]]
    taken = {board.index[h] for h in state.stacks}
    shut = forts(state, CENTRAL) | shut_hexes(state, ALLIED) | board.alpine
    return frozenset(i for i in board.coasts[SEA] - shut if board.column[i] > beyond and i not in taken)


def landing_hexes(state: State, unit: str) -> tuple[str, ...]:
    """§6.38, §3.26: where this unit may land."""
    return state.printed.board.names(open_coast(state) - off_limits_of(state, [unit]))


def units_to_land(state: State) -> tuple[str, ...]:
    """§6.38, §15.81: the Russian units in the box that could land, Armenians among them."""
    waiting = (u for u in state.boxes[box_there(state)] if state.counter(u).nation == "RU")
    return tuple(u for u in waiting if landing_hexes(state, u))


def why_not_land(state: State) -> Refusal | None:
    """§6.38, §5.45, §20.2: why no Russian unit lands now."""
    if not in_play(state, ALLIED, CAMPAIGN):
        return NOT_IN_PLAY
    if state.strategic_state.czar:
        return CZAR_FELL
    if state.near_east.landed == state.turn:
        return LANDED
    return why_no_arrivals(state) or why_no_war(state, ALLIED) or (None if units_to_land(state) else NOBODY)


def _units(at: At[State], _: Choices) -> OneOf:
    found = units_to_land(at.state)

    def check(name: str) -> None:
        if own_unit(name, at.state, at.seat) not in found:
            raise NOT_WAITING.raised()

    return OneOf(found, why=refused_by(check), labels={u: name_of(at.state, u) for u in found})


def _hexes(at: At[State], chosen: Choices) -> OneOf:
    found = landing_hexes(at.state, chosen.name("unit"))
    return OneOf(found, why=lambda _: NOT_THERE, labels={h: place_name(at.state, h) for h in found})


def land(play: Play, _: At[State], chosen: Choices) -> None:
    """§6.38, §7.13: the unit comes ashore, and takes the hex."""
    unit, hex_ = chosen.name("unit"), chosen.name("hex")
    play.take([hex_], ALLIED)
    play.emit(RussiansLanded(unit, hex_))


LAND: Order[State] = Order(
    "russian_landing", "Land a Russian unit", "6.38", land,
    (Slot("unit", "unit", _units, "Which unit lands?"), Slot("hex", "hex", _hexes, "Where does it land?")),
    when=lambda at: why_not_land(at.state),
    help="One unit a turn, on an empty hex of the Black Sea coast east of Trebizond, until the Czar falls.",
)  # fmt: skip
