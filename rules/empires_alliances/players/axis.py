"""Where a side seeks the decision: the cities of the enemy's that are worth most for what it takes to have them."""

from __future__ import annotations

from rules.empires_alliances.players.sight import FOE, WORTH_HAVING, Sight, attack_of, defence_of
from rules.empires_alliances.printed.sides import CENTRAL
from rules.kernel.floods import spread

NEAR_FOES, NEAR_OURS = 3, 7
"""Hexes from a city within which the enemy defends it, and within which ours could come up in a month or two."""
BESIDE = 0.5
"""How much of those who stand beside the city and not in it counts."""
ODDS = 2.5
"""Odds at which more of ours make it no easier."""
LEAST_FOES = 6.0
"""What a city counts as defended by at least."""
HALF_WAY = 3.0
"""Hexes to march that make a city worth half."""
STEADY = 1.3
"""How much more another city must promise for one that was sought before to be given up."""
APART = 10
"""Hexes between two cities that are sought at once."""


def choose_aims(sight: Sight, before: tuple[int, ...]) -> tuple[int, ...]:
    """The cities before which the decision is sought this month, as many as the program's habits name."""
    if not sight.habits.aims:
        return ()
    foe = FOE[sight.side]
    if sight.habits.goals:
        board, cities = sight.printed.board, sight.printed.places.cities
        named = [board.index(cities[name].hex) for name in sight.habits.goals.split(",")]
        held = tuple(i for i in named if sight.side_of(i) == foe)
        if held:
            return held[: sight.habits.aims]
    prizes = [i for i in sorted(sight.cities) if sight.worth(i) >= WORTH_HAVING and sight.side_of(i) == foe]
    if sight.side == CENTRAL and int(sight.view["turn"]) >= sight.habits.east_from:
        prizes = [i for i in prizes if i in sight.printed.board.in_zone[1]] or prizes
    promise = {i: draw_of(sight, i) * (STEADY if i in before else 1.0) for i in prizes}
    found: list[int] = []
    lattice = sight.printed.board.lattice
    for i in sorted(prizes, key=lambda i: (-promise[i], i)):
        if promise[i] and all(lattice.distance(lattice.ids[i], lattice.ids[k]) >= APART for k in found):
            found.append(i)
        if len(found) == sight.habits.aims:
            break
    return tuple(found)


def draw_of(sight: Sight, city: int) -> float:
    """What a city is worth, for the way there and for those who defend it."""
    board = sight.printed.board
    far = spread(board.lattice.neighbours, (city,), lambda _, b: b in board.land)
    theirs = sum(
        (1.0 if e == city else BESIDE) * sum(map(defence_of, sight.stacks[e])) * sight.cover(e)
        for e in sight.theirs
        if far.get(e, NEAR_FOES + 1) <= NEAR_FOES
    )
    ours = sum(sum(map(attack_of, sight.stacks[i])) for i in sight.mine if far.get(i, NEAR_OURS + 1) <= NEAR_OURS)
    way = min((far[i] for i in sight.mine if i in far), default=0)
    ease = min(1.0, ours / (ODDS * max(LEAST_FOES, theirs)))
    return sight.worth(city) * ease / (1.0 + way / HALF_WAY)
