"""What a game says of its commands: the policy that it hands to the layer for shared sides (decisions/0028)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from rules.kernel.messages import Chance, Command, Decided, Refusal
from rules.kernel.teams.layout import Layout
from rules.kernel.teams.quotas import Capacity

S = TypeVar("S")


Part: TypeAlias = Callable[[S, str, Callable[[str], bool], Chance], Decided[S, Any] | Refusal]


def _no_capacities(_state: Any, _side: str) -> tuple[Capacity, ...]:
    return ()


def _everyone(_state: Any, _side: str) -> frozenset[str] | None:
    return None


def _no_less(state: Any, _side: str, _kept: Mapping[str, int]) -> Any:
    return state


def _no_deed(_state: Any, _command: Command) -> str | None:
    return None


def _end_phase(_state: Any) -> str:
    return "end_phase"


def _everywhere(_state: Any) -> bool:
    return True


def _by_chief(_state: Any) -> bool:
    return False


def _nothing_due(_state: Any, _side: str, _mine: Callable[[str], bool]) -> Refusal | None:
    return None


def as_the_side(_state: Any, _side: str, _mine: Callable[[str], bool]) -> str | None:
    """Nothing is counted for a commander alone: what is left is the side's."""
    return None


def _nobody(_state: Any, _side: str) -> frozenset[str]:
    return frozenset()


def _as_it_is(state: Any, _layout: Layout) -> Any:
    return state


def _alone(_state: Any, _side: str, _kind: str, _unit: str) -> tuple[str, ...] | None:
    return None


def _sort_nowhere(_state: Any, _unit: str) -> tuple[str, str]:
    return "", ""


def _by_anyone(_state: Any, _side: str, _kind: str, _choice: str) -> tuple[str, ...] | None:
    return None


@dataclass(frozen=True, slots=True)
class TeamPolicy(Generic[S]):
    """What a game says of its commands.

    ``command_of(state, thing)``: the side and the command of a unit, None for what is no unit. ``units(state, side)``:
    those of a side that can still be given to a commander. ``leader(state, side, lane)``: the unit whose commander
    answers the decision of that side in a lane (decisions/0051; the empty word in a game without any); None where each
    commander acts separately.
    ``chiefs``: orders that only the commander in chief gives, with whatever units. ``joint``: orders that name units of
    others too, as the order of a stack; one of your own must be among them. ``common``: orders that every commander
    gives with whatever units, while there is something left of what they use. ``ending(state)``: the order that
    ends the step. ``capacities(state, side)``: what of the side's the commander in chief can share out.
    ``less(state, side, kept)``: the position with so much less left of each, by which a commander is asked from
    whom that is kept.
    ``acting(state, side)``: the commands that have something to do in the step; the others are not asked, except the
    commander in chief. None for all. It must be known to everyone. ``deed(state, command)``: an order that commanders
    give together in words, as "an attack on Nancy". None where units of others must be handed over first. ``deeds_in``:
    the steps (``legal``'s ``step``) in which there are such orders. ``each_ends(state)``: whether each commander ends
    the step separately (decisions/0049): those whose commands act, or to whom such units were handed over. It goes on
    when all of them have ended. Where it is False, the commander in chief ends it for all. ``ends``: further orders
    that end a step, all of them the commander in chief's. ``busy(state, side)``: of the commands that act those
    that can do nothing until something else is over, as a fight: they are not asked meanwhile, and have not ended the
    step either. ``due(state, side, mine)``: why a commander cannot end a step separately: what units of theirs
    (``mine``) must still do. ``left(state, side, mine)``: what of theirs is left to do, for the note of the order by
    which they end it; None where that counts nothing of the side's. ``divide(state, layout)``: the opening position of
    a match whose sides are shared by the posts of a layout. ``through(state, side, kind, choice)``: the units, or
    commands, by which what is chosen in an order is done, as the hex that is attacked; a commander of none of them is
    not offered it. None where any commander may choose it. ``company(state, side, kind, unit)``: the units without one
    of which a unit cannot be chosen in an order, as a corps for its HQ; who commands none of them is not offered it.
    None where it needs none. ``offices``: what of the staff's the chief can hand over, in
    words, as "chits" for "Events and chits"; ``leader`` names one as the thing "central.chits". ``by_office``: of the
    chief's orders those of an office. ``parts``: orders that do something for a whole side at once, of which each
    commander is given their own part: (state, side, whether a thing is theirs, chance) to what it comes to;
    ``parted(state)``: in which steps; ``no_part(state, side, mine)``: why there is nothing of it for a commander.
    ``army``: how the army of a unit is headed where units are handed over, and the hex where it stands, empty for none.
    """

    command_of: Callable[[S, str], tuple[str, str] | None]
    units: Callable[[S, str], tuple[str, ...]]
    leader: Callable[[S, str, str], str | None]
    chiefs: frozenset[str]
    joint: frozenset[str]
    ending: Callable[[S], str] = _end_phase
    section: str = ""
    capacities: Callable[[S, str], tuple[Capacity, ...]] = _no_capacities
    less: Callable[[S, str, Mapping[str, int]], S] = _no_less
    acting: Callable[[S, str], frozenset[str] | None] = _everyone
    common: frozenset[str] = frozenset()
    deed: Callable[[S, Command], str | None] = _no_deed
    deeds_in: tuple[str, ...] = ()
    each_ends: Callable[[S], bool] = _by_chief
    ends: frozenset[str] = frozenset()
    busy: Callable[[S, str], frozenset[str]] = _nobody
    due: Callable[[S, str, Callable[[str], bool]], Refusal | None] = _nothing_due
    left: Callable[[S, str, Callable[[str], bool]], str | None] = as_the_side
    divide: Callable[[S, Layout], S] = _as_it_is
    through: Callable[[S, str, str, str], tuple[str, ...] | None] = _by_anyone
    company: Callable[[S, str, str, str], tuple[str, ...] | None] = _alone
    offices: Mapping[str, str] = field(default_factory=dict)
    by_office: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Part[S]] = field(default_factory=dict)
    parted: Callable[[S], bool] = _everywhere
    no_part: Callable[[S, str, Callable[[str], bool]], Refusal | None] = _nothing_due
    army: Callable[[S, str], tuple[str, str]] = _sort_nowhere
