"""Whether the drawing and the game's links tell the same story: who touches whom."""

from __future__ import annotations

from collections.abc import Mapping

from shapely.geometry.base import BaseGeometry
from shapely.strtree import STRtree

from tools.maps.areas.spec import Link

TOUCH = 0.4
"""Shapes this near to each other count as touching: a coast and its water, two seas along a cut."""
LEAST = 2.5
"""Shorter contacts, in board units, are corners: over them nobody moves."""
Pair = tuple[str, str]


def contacts(shapes: Mapping[str, BaseGeometry]) -> dict[Pair, float]:
    """Pairs of areas that touch, with the length of the contact in board units."""
    names = sorted(shapes)
    tree = STRtree([shapes[n] for n in names])
    out: dict[Pair, float] = {}
    for i, name in enumerate(names):
        near = shapes[name].buffer(TOUCH)
        for j in tree.query(near):
            if j > i:
                length = near.intersection(shapes[names[j]].boundary).length
                if length > 0:
                    out[name, names[j]] = float(length)
    return out


def disagreement(shapes: Mapping[str, BaseGeometry], links: tuple[Link, ...]) -> tuple[list[Pair], list[Pair]]:
    """Links that the drawing does not show, and contacts that are no link. A bridge links what water parts."""
    touching = {pair for pair, length in contacts(shapes).items() if length >= LEAST}
    linked = {(min(k.a, k.b), max(k.a, k.b)) for k in links}
    bridged = {(min(k.a, k.b), max(k.a, k.b)) for k in links if k.kind == "bridge"}
    return sorted(linked - bridged - touching), sorted(touching - linked)
