"""Offices: what of the staff's a commander in chief can hand over, added to a game's policy (decisions/0059)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from rules.kernel.teams.commands import command_named, read_command
from rules.kernel.teams.policy import TeamPolicy

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Offices(Generic[S]):
    """The offices of a game.

    ``titles``: each in words. ``deciding(state, lane)``: the office whose holder answers the decision of a lane, None
    where it is no office's. ``orders``: of the chief's orders those of an office.
    """

    titles: Mapping[str, str]
    deciding: Callable[[S, str], str | None]
    orders: Mapping[str, str]


def with_offices(policy: TeamPolicy[S], offices: Offices[S], sides: Collection[str]) -> TeamPolicy[S]:
    """The policy where the chiefs of these sides may hand over offices."""

    def command_of(state: S, thing: str) -> tuple[str, str] | None:
        side, name = read_command(thing)
        return (side, thing) if side in sides and name in offices.titles else policy.command_of(state, thing)

    def leader(state: S, side: str, lane: str) -> str | None:
        office = offices.deciding(state, lane)
        return policy.leader(state, side, lane) if office is None else command_named(side, office)

    return replace(policy, command_of=command_of, leader=leader, offices=offices.titles, by_office=offices.orders)
