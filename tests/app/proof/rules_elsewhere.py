"""A rule that lies in a file of its own, away from its game."""

from __future__ import annotations

from examples.the_ford import State


def command_of(state: State, thing: str) -> tuple[str, str] | None:
    """The side and the command of a unit."""
    side = thing.split("-")[0]
    return (side, side) if thing in state.at else None
