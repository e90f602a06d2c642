"""A set-up that the commanders of a side share, each with the units of their own ground: added to a game's policy.

A unit that waits obeys whoever commands all the ground on which it can be set up; the staff, where that is several
(decisions/0059, 0063).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from rules.kernel.messages import Refusal
from rules.kernel.teams.commands import STAFF, command_named
from rules.kernel.teams.policy import Part, TeamPolicy, as_the_side

S = TypeVar("S")


def _nothing_missing(_state: Any, _side: str, _mine: Callable[[str], bool]) -> Refusal | None:
    return None


def _everywhere(_state: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class SharedSetUp(Generic[S]):
    """What a game says of it.

    ``goes_on(state)``: whether a side places its units now, ``by(state, side)`` whether this side does. ``units``: all
    that a side sets up, whether they stand already or not. ``ground_of(state, unit)``: the command on whose ground a
    unit that waits is set up, empty where that is several; None for one that does not wait. ``due``: what a commander
    must still place; ``left``: that in few words, as in a policy. ``ending``: the order that ends it. ``parts``,
    ``parted`` and ``no_part``: as in a policy. ``army``: how the units are sorted that are set up, None for as ever.
    """

    goes_on: Callable[[S], bool]
    by: Callable[[S, str], bool]
    units: Callable[[S, str], Iterable[str]]
    ground_of: Callable[[S, str], str | None]
    due: Callable[[S, str, Callable[[str], bool]], Refusal | None]
    left: Callable[[S, str, Callable[[str], bool]], str | None] = as_the_side
    ending: str = "end_phase"
    parts: Mapping[str, Part[S]] = field(default_factory=dict)
    parted: Callable[[S], bool] = _everywhere
    no_part: Callable[[S, str, Callable[[str], bool]], Refusal | None] = _nothing_missing
    army: Callable[[S, str], tuple[str, str] | None] = lambda _state, _unit: None


def with_shared_set_up(policy: TeamPolicy[S], set_up: SharedSetUp[S]) -> TeamPolicy[S]:
    """The policy where each commander sets up, and ends the set-up, separately; outside a set-up all is as it was."""

    def command_of(state: S, thing: str) -> tuple[str, str] | None:
        found = policy.command_of(state, thing)
        ground = set_up.ground_of(state, thing) if found is not None and set_up.goes_on(state) else None
        return found if found is None or ground is None else (found[0], command_named(found[0], ground or STAFF))

    def units(state: S, side: str) -> tuple[str, ...]:
        return tuple(sorted(set_up.units(state, side))) if set_up.by(state, side) else policy.units(state, side)

    def leader(state: S, side: str, lane: str) -> str | None:
        return None if set_up.goes_on(state) else policy.leader(state, side, lane)

    def acting(state: S, side: str) -> frozenset[str] | None:
        if not set_up.goes_on(state):
            return policy.acting(state, side)
        found = (command_of(state, unit) for unit in set_up.units(state, side))
        return frozenset(of[1] for of in found if of is not None) or None

    def due(state: S, side: str, mine: Callable[[str], bool]) -> Refusal | None:
        return (set_up.due if set_up.goes_on(state) else policy.due)(state, side, mine)

    def left(state: S, side: str, mine: Callable[[str], bool]) -> str | None:
        return (set_up.left if set_up.goes_on(state) else policy.left)(state, side, mine)

    def army(state: S, unit: str) -> tuple[str, str]:
        return (set_up.army(state, unit) if set_up.goes_on(state) else None) or policy.army(state, unit)

    return replace(
        policy,
        command_of=command_of,
        units=units,
        leader=leader,
        acting=acting,
        each_ends=lambda state: set_up.goes_on(state) or policy.each_ends(state),
        ending=lambda state: set_up.ending if set_up.goes_on(state) else policy.ending(state),
        due=due,
        left=left,
        parts=set_up.parts,
        parted=set_up.parted,
        no_part=set_up.no_part,
        army=army,
    )
