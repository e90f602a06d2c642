"""§3.4, §3.46, §4.11: the line between the armies with which a scenario starts, and what each side holds behind it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.empires_alliances.printed.board import CLOSED
from rules.empires_alliances.printed.data import PLANS
from rules.empires_alliances.printed.sides import CENTRAL
from rules.kernel.floods import spread

HEART = "GE"


@cache
def central_hexes(plan: str, scenario: str) -> frozenset[str]:
    """§4.11: the hexes of their enemies that the Central Powers control at the start; none where no line is printed.

    The map has no line for us to read, but the sectors lie along it: what can be reached from Germany over land, past
    the Allied sectors and without going through a neutral country, is east of it (docs/rulings).
    """
    printed = PLANS[plan]
    card, board = printed.scenarios[scenario], printed.board
    if not card.trenches:
        return frozenset()
    allied = {board.index(hex_) for g in card.groups.values() if g.nation in card.allied for hex_ in g.hexes}
    area = {country for country in card.area if country not in CLOSED and country not in card.neutral}

    def passes(a: int, b: int) -> bool:
        way = board.passable[a][board.lattice.neighbours[a].index(b)]
        return way and b not in allied and board.country[b] in area

    reached = spread(board.lattice.neighbours, board.home[HEART], passes)
    enemies = {n.id for n in printed.nations.values() if n.power in card.allied}
    return frozenset(board.lattice.ids[i] for i in reached if board.country[i] in enemies)


def control_at_start(plan: str, scenario: str) -> Mapping[str, str]:
    """§4.11: the hexes that begin in the hands of another side than their country's."""
    return dict.fromkeys(sorted(central_hexes(plan, scenario)), CENTRAL)


def rails_at_start(plan: str, scenario: str) -> frozenset[str]:
    """§1.49, §3.46, §10.2: Allied rail hexes that lie behind the railheads of the Central Powers at the start."""
    board = PLANS[plan].board
    return frozenset(hex_ for hex_ in central_hexes(plan, scenario) if board.index(hex_) in board.on_rail)
