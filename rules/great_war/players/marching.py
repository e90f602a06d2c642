"""Operational movement: the line is filled where it is thinnest, the rest gathers where an attack promises most."""

from __future__ import annotations

from dataclasses import dataclass

from rules.great_war.players import assault, columns, enver, schemes
from rules.great_war.players.forward import advance, step_forward
from rules.great_war.players.front import decides_in_the_west, is_pressing
from rules.great_war.players.headquarters import place_headquarters
from rules.great_war.players.holding import fill, patch
from rules.great_war.players.massing import gather, mass
from rules.great_war.players.muster import Muster
from rules.great_war.players.rear import entrain, leave, march_up, rescue
from rules.great_war.players.reasons import Purpose
from rules.great_war.players.sight import PARTS_OF_THE_NEAR_EAST, Sight
from rules.kernel.players import SeatClient


@dataclass(frozen=True, slots=True)
class Move:
    """Units of one hex and the hex to which they go."""

    units: tuple[str, ...]
    to: str
    why: Purpose


def plan(client: SeatClient, sight: Sight, part: str, offered: frozenset[str]) -> list[Move]:
    """The moves of a phase in one part of the war, in an order in which they can be given."""
    muster = Muster(client, sight, part, offered)
    enver.obey(muster)
    fill(muster)
    patch(muster)
    rescue(muster)
    leave(muster)
    if part in PARTS_OF_THE_NEAR_EAST:
        assault.assault(muster)
        columns.send_out(muster)
        gather(muster)
        columns.approach(muster)
        columns.embark(muster)
    else:
        _in_europe(muster)
    march_up(muster)
    place_headquarters(muster)
    ids = sight.board.ids
    return [
        Move(tuple(units), ids[way[1]], muster.why[way])
        for way, units in sorted(muster.moves.items(), key=lambda m: m[0])
    ]


def _in_europe(muster: Muster) -> None:
    """The line is unbroken: attacks are gathered behind it, and empty ground beyond is walked into."""
    sight = muster.sight
    if is_pressing(sight, muster.part):
        entrain(muster)
    if decides_in_the_west(sight):
        mass(muster, schemes.sieges(sight, muster.line, muster.there))
        advance(muster)
        step_forward(muster)
    gather(muster)
    step_forward(muster)
    entrain(muster)
