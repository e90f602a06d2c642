"""§5.17 Points that one nation gives to another in the Resource Phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.great_war.facts.resources import PointsTransferred
from rules.great_war.play import Play
from rules.great_war.position.control import controlled_hexes, controller, occupied_hexes
from rules.great_war.position.state import State
from rules.great_war.pre_war.terms import HESITANT_TURKEY
from rules.great_war.printed.charts import Transfer
from rules.great_war.printed.nations import ALLIED, CENTRAL, NAME_OF
from rules.great_war.restrictions.before_november import no_points
from rules.great_war.supply.headquarters import headquarters
from rules.kernel.floods import flood_links
from rules.kernel.messages import Refusal
from rules.kernel.procedure.options import Count, OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot

NOBODY = Refusal("nobody-to-help", "5.17", "No nation of yours can give points to another now.")
EITHER = "SE"
"""§5.17: a nation that is helped by one of its friends in a phase, not by two."""


# --- conditions -------------------------------------------------------------------------------------------------------


def straits_open(state: State, _: str) -> bool:
    """§5.17, §20.2: the Allies hold Constantinople, or Turkey has surrendered, or still hesitates to join the war."""
    hesitant = state.pre_war.has(HESITANT_TURKEY) and ("TU" not in state.sides or state.near_east.neutral)
    return (
        hesitant
        or controller(state, state.places.constantinople) == ALLIED
        or "TU" in state.strategic_state.surrendered
    )


def salonika_held(state: State, _: str) -> bool:
    """§5.17: the Allies are in Salonika, as everyone can see."""
    salonika = state.places.salonika
    held = salonika in state.landings or controller(state, salonika) == ALLIED
    return held and state.printed.board.index[salonika] not in occupied_hexes(state, CENTRAL)


def salonika_open(state: State, taker: str) -> bool:
    """§5.17: the Allies are in Salonika, and a line of Greek and Serbian hexes leads to the Serbian headquarters."""
    if not salonika_held(state, taker):
        return False
    board = state.printed.board
    ground = board.by_country["GK"] | board.by_country["SE"]
    closed = (frozenset(range(len(board.ids))) - ground) | occupied_hexes(state, CENTRAL)
    joined = flood_links(board.lines, [board.index[board.places.salonika]], closed)
    return not headquarters(state, "SE").isdisjoint(joined)


def overland(state: State, taker: str) -> bool:
    """§5.17: a line of hexes that the Central Powers control from Berlin to a city of the nation that receives."""
    board, mine = state.printed.board, controlled_hexes(state, CENTRAL)
    berlin = board.index[board.places.berlin]
    if berlin not in mine:
        return False
    closed = frozenset(range(len(board.ids))) - mine
    cities = board.cities & board.by_country[taker]
    return not cities.isdisjoint(flood_links(board.lines, [berlin], closed))


def baltic_open(state: State, _: str) -> bool:
    """§20.2 No. 7: the Baltic is the Allies' sea."""
    return state.pre_war.baltic


def both_seas_open(state: State, taker: str) -> bool:
    """§20.2 No. 7: what goes over the Baltic goes besides what goes through the straits."""
    return baltic_open(state, taker) and straits_open(state, taker)


Conditions = Mapping[str, Callable[[State, str], bool]]
CONDITIONS: Conditions = {
    "": lambda *_: True,
    "straits": straits_open,
    "baltic": baltic_open,
    "both-seas": both_seas_open,
    "salonika": salonika_open,
    "overland": overland,
}
AS_SEEN: Conditions = {**CONDITIONS, "salonika": salonika_held}
"""As the other side can judge them: where the Serbian headquarters lies may be concealed (§7.25)."""


# --- how much ---------------------------------------------------------------------------------------------------------


def points_left(state: State, giver: str, taker: str, conditions: Conditions = CONDITIONS) -> int:
    """§5.17: how many points a nation can still give to another in this phase."""
    if (
        no_points(state, taker)
        or {giver, taker} & {*state.strategic_state.collapsed, *state.strategic_state.surrendered}
        or giver not in state.sides
        or taker not in state.sides
    ):
        return 0
    if state.sides[giver] != state.sides[taker]:
        return 0
    if taker == EITHER and any(way.taker == taker and way.giver != giver for way in state.strategic_state.transferred):
        return 0
    rooms = [
        rule.most - _points_given(state, rule)
        for rule in state.printed.charts.transfers
        if giver in rule.givers and taker in rule.takers and conditions[rule.when](state, taker)
    ]
    return max(0, min(state.points.get(giver, 0), max(rooms, default=0)))


def _points_given(state: State, rule: Transfer) -> int:
    given = state.strategic_state.transferred.items()
    return sum(points for way, points in given if way.giver in rule.givers and way.taker in rule.takers)


def ways(state: State, side: str, conditions: Conditions = CONDITIONS) -> Iterator[tuple[str, str]]:
    """§5.17: who of a side can give to whom now."""
    pairs = [(g, t) for rule in state.printed.charts.transfers for g in rule.givers for t in rule.takers]
    for giver, taker in dict.fromkeys(pairs):
        if state.sides.get(giver) == side and points_left(state, giver, taker, conditions):
            yield giver, taker


def may_give(state: State, side: str) -> bool:
    """§5.17, §7.25: whether a side is asked: a question that passed by itself would tell where a headquarters lies."""
    return any(True for _ in ways(state, side, AS_SEEN))


# --- the order --------------------------------------------------------------------------------------------------------


def _choice_of(nations: list[str]) -> OneOf:
    found = tuple(dict.fromkeys(nations))
    return OneOf(found, labels={n: f"{NAME_OF[n]} points" for n in found})


def _givers(at: At[State], _: Choices) -> OneOf:
    return _choice_of([giver for giver, _ in ways(at.state, at.seat)])


def _takers(at: At[State], chosen: Choices) -> OneOf:
    found = [taker for giver, taker in ways(at.state, at.seat) if giver == chosen.name("giver")]
    return OneOf(found, labels={n: f"to the {NAME_OF[n]} treasury" for n in found})


def _points(at: At[State], chosen: Choices) -> Count:
    return Count(1, points_left(at.state, chosen.name("giver"), chosen.name("taker")))


def transfer(play: Play, _: At[State], chosen: Choices) -> None:
    """§5.17: the points are the other nation's from now on."""
    play.emit(PointsTransferred(chosen.name("giver"), chosen.name("taker"), chosen.count("points")))


def _why_none(at: At[State]) -> Refusal | None:
    return NOBODY if next(ways(at.state, at.seat), None) is None else None


TRANSFER: Order[State] = Order(
    "transfer", "Give points to an ally", "5.17", transfer,
    (
        Slot("giver", "choice", _givers, "Whose points will you give?"),
        Slot("taker", "choice", _takers, "Who receives them?"),
        Slot("points", "count", _points, "How many points will you give?"),
    ),
    when=_why_none,
)  # fmt: skip
