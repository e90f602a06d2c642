"""§10.1: what the planner offers and what a move may be are the same, on fields drawn by lot.

``reach_of`` floods the map for the planner, ``check_path`` walks one path for the command. Here every path of a small
field is walked, so that neither can be wrong alone.
"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from rules.kernel.messages import Refused
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.movement.reach import Group, check_path, group_of, reach_of
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.board import Board
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import board, counter, field, loaded, order, position, seeded

ROWS, COLUMNS = 4, 4
HEXES = [f"{row}{col:02d}" for row in range(10, 10 + ROWS) for col in range(1, 1 + COLUMNS)]
MOVERS = [
    "ge-ii", "ge-c1", "ge-hq-1", "ge-ii ge-hq-1", "ge-depot-1", "fr-1 fr-2", "be-1", "be-hq be-1", "br-iii",
]  # fmt: skip
CONDITIONS: list[list[str]] = [[], [], [], ["fatigued"], ["out"]]
FIELDS = 60


def drawn(rng: random.Random) -> Board:
    """A field with every kind of ground, rivers, sea hexsides and rails, thrown anyhow."""
    cells = [rng.choice("FFBBLGGN~"[: 7 + 2 * (rng.random() < 0.3)]) + rng.choice("....frrmchp") for _ in HEXES]
    rows = [" ".join([str(10 + r), *cells[r * COLUMNS : (r + 1) * COLUMNS]]) for r in range(ROWS)]
    bare = field("\n".join(rows))
    sides = sorted({tuple(sorted((a, b))) for a in HEXES for b in bare.lattice.around(a)})
    pairs = [(a, b) for a, b in sides]
    return field(
        "\n".join(rows),
        rivers=rng.sample(pairs, len(pairs) // 3),
        seas=rng.sample(pairs, len(pairs) // 10),
        rails=rng.sample(pairs, len(pairs) // 2),
    )


def scattered(rng: random.Random, board: Board) -> tuple[State, list[str]]:
    """A group of movers in a hex that units can enter, with up to three enemy stacks and a friend about."""
    movers = rng.choice(MOVERS).split()
    side = "german" if movers[0].startswith("ge-") else "entente"
    land = [h for h in HEXES if board.is_playable(h)]
    rng.shuffle(land)
    stacks = {land.pop(): " ".join(movers)}
    foes = ["fr-7", "fr-hq-2", "br-i"] if side == "german" else ["ge-iii", "ge-hq-3", "ge-iv"]
    for unit in [*rng.sample(foes, rng.randrange(3)), "ge-x" if side == "german" else "fr-3"]:
        if land:
            stacks[land.pop()] = unit
    condition = dict.fromkeys(rng.choice(CONDITIONS), movers)
    return position(f"{side}.movement", stacks, turn=4, **condition), movers  # type: ignore[arg-type]


def walked(state: State, board: Board, group: Group) -> dict[str, int]:
    """The least MP of any path that ``check_path`` accepts, for every hex: all paths within the MP are tried."""
    least: dict[str, int] = {}

    def walk(path: tuple[str, ...]) -> None:
        for hex_ in board.lattice.around(path[-1] if path else group.at):
            longer = (*path, hex_)
            try:
                mp = check_path(state, group, longer)
            except Refused:
                continue
            if mp <= group.furthest:
                least[hex_] = min(mp, least.get(hex_, mp))
                walk(longer)

    walk(())
    least.pop(group.at, None)
    return least


@pytest.mark.parametrize("seed", range(FIELDS))
def test_the_planner_reaches_what_the_walker_allows_at_the_least_cost(lay: Lay, seed: int) -> None:
    """§10.1, §7.1, §10.3 to §10.8: same hexes, same MP, and each way shown is one that may be walked."""
    rng = seeded(seed)
    board = lay(drawn(rng))
    state, movers = scattered(rng, board)
    group = group_of(state, movers)
    reach = reach_of(state, group)
    ids = board.lattice.ids

    offered = {ids[i]: cost for i, cost in reach.cost.items() if ids[i] != group.at}
    assert offered == walked(state, board, group)
    for i, cost in reach.cost.items():
        way = [ids[j] for j in reach.path(i)]
        assert way[0] == group.at
        assert all(b in board.lattice.around(a) for a, b in pairwise(way))
        assert check_path(state, group, way[1:]) == cost


def test_the_fields_drawn_by_lot_try_every_rule(lay: Lay) -> None:
    """§10.1: among them are movers with much reach and little, by rail and on foot, forced and halved."""
    seen: set[str] = set()
    for seed in range(FIELDS):
        rng = seeded(seed)
        board = lay(drawn(rng))
        state, movers = scattered(rng, board)
        group = group_of(state, movers)
        costs = reach_of(state, group).cost
        seen.add("rail" if group.by_rail else "Belgian" if group.belgian else "foot")
        seen.add("cannot force" if group.forced_left is None else "may force")
        seen.add("halved" if group.left < 4 else "whole")
        seen.add("far" if max(costs.values()) > 3 else "near")
        if any(board.lattice.index[h] not in costs for h in HEXES if board.is_playable(h)):
            seen.add("shut out")
    kinds = {"rail", "Belgian", "foot", "cannot force", "may force", "halved", "whole", "far", "near", "shut out"}
    assert seen >= kinds


@pytest.mark.parametrize("seat", ["german", "entente"])
def test_on_the_printed_map_every_way_shown_may_be_walked(seat: str) -> None:
    """§10.1: from the historical set-up, for every unit alone: each hex's way costs what the planner says."""
    state = GAME.new_match("campaign", {})
    for side in ("entente", "german"):
        state = order(state, side, "historical", loaded())
        state = order(state, side, "end_phase", loaded())
    ids = board().lattice.ids
    ways = 0
    for unit in state.on_map(seat):
        if not counter(unit).is_mobile:
            continue
        group = group_of(state, [unit])
        reach = reach_of(state, group)
        for i, cost in reach.cost.items():
            assert cost <= group.furthest
            assert check_path(state, group, [ids[j] for j in reach.path(i)[1:]]) == cost
            ways += 1
    assert ways > 1000
