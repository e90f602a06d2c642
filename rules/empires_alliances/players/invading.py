"""§11.7: when a program invades. It lands where nobody stands and the place is worth holding and can be held.

Invaders cannot retreat: those who are driven out are lost, and those who do not win the hex are lost too, half their
factors aside (§11.74). A landing brings a stack of three corps, and the next comes four months later (§2.68). So a
shore pays where a city that counts is empty, and where what the enemy has within two months' march could not drive
three corps into the sea. It does not pay where a die is thrown for each unit (§2.68e), of which half do not arrive, nor
against defenders: three corps with the fleet's three factors are at most three to one against a single corps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.empires_alliances.players.sight import WORTH_HAVING, Sight, Unit, attack_of, defence_of, is_rank
from rules.empires_alliances.printed.board import Board
from rules.empires_alliances.printed.counters import FIELD
from rules.kernel.answering import is_allowed
from rules.kernel.floods import spread
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient

NEAR_HEXES, FAR_HEXES = 3, 6
"""Hexes over land within which an enemy comes against a landing in their next phase, and in the one after that."""
LATER_SHARE = 0.5
"""How much those who come later count."""
LEAST_CORPS = 2
"""Infantry and cavalry without which nobody lands: one alone is thrown out again."""
KEEPS_WATCH = ("FR",)
"""§18.33: countries whose corps keep watch on Italy as long as it is neutral."""


def invade(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§11.7: the invasion that pays now; None where none does. It is thought of once in a phase, before ships sail."""
    offer = offers.get("invade")
    if offer is None or offer["refusal"] is not None or "invade" in tried:
        return None
    tried.add("invade")
    index = sight.printed.board.index
    open_ = [h for h in client.options("invade", "hex")["of"] if lies_open(sight, index(h))]
    for hex_ in sorted(open_, key=lambda h: (-sight.worth(index(h)), h)):
        party = invaders(sight, client.options("invade", "units", hex=hex_))
        if party and can_be_held(sight, index(hex_), party):
            return {"kind": "invade", "hex": hex_, "units": [*map(_name, party)]}
    return None


def lies_open(sight: Sight, i: int) -> bool:
    """§11.72, §2.68e: whether a shore is worth having, nobody holds it, and no die is thrown for those who land."""
    board, chart = sight.printed.board, sight.printed.charts.invasions
    rolled = board.lattice.ids[i] in chart.rolled_at or board.country[i] in chart.rolled_in
    return sight.worth(i) >= WORTH_HAVING and i not in sight.theirs and i not in sight.forts and not rolled


def invaders(sight: Sight, options: Mapping[str, Any]) -> list[Unit]:
    """§2.68a, §18.41: the strongest who may land together, of one camp; with them a gun."""
    standing, home = sight.standing, sight.overseas
    able = [standing[u] for u in options["of"] if u in standing]
    watching = KEEPS_WATCH if "IT" not in sight.view["wars"] else ()
    boxes = {i for i in home if sight.printed.board.lattice.ids[i] in sight.printed.board.boxes}
    able = [(unit, i) for unit, i in able if unit["nation"] not in watching and (i not in boxes or _is_home(sight, i))]
    best: list[Unit] = []
    for camp in ("british", "french"):
        units = sorted((u for u, _ in able if sight.camp(u["id"]) == camp), key=_first)
        party: list[Unit] = []
        for unit in units:
            together = [*party, unit]
            if is_allowed(options["need"], [*map(_name, together)]):
                party = together
        if sum(map(is_rank, party)) >= LEAST_CORPS and _defence(party) > _defence(best):
            best = party
    return best


def can_be_held(sight: Sight, i: int, party: Sequence[Unit]) -> bool:
    """§13.83: whether those who land could bear what the enemy can bring before long: they have no way back."""
    far = _from(sight.printed.board, i)
    threat = 0.0
    for e in sight.theirs:
        away = far.get(e, FAR_HEXES + 1)
        if away <= FAR_HEXES:
            threat += sum(map(attack_of, sight.stacks[e])) * (1.0 if away <= NEAR_HEXES else LATER_SHARE)
    return threat <= _defence(party) * sight.cover(i)


def _from(board: Board, i: int) -> Mapping[int, int]:
    return spread(board.lattice.neighbours, (i,), lambda _, b: b in board.land)


def _is_home(sight: Sight, i: int) -> bool:
    """§2.67: whether a box is no theatre of war in which some must stay."""
    return not sight.printed.board.boxes[sight.printed.board.lattice.ids[i]].get("nations")


def _first(unit: Unit) -> tuple[bool, float, str]:
    return (unit["kind"] == FIELD, -defence_of(unit), str(unit["id"]))


def _name(unit: Unit) -> str:
    return str(unit["id"])


def _defence(party: Sequence[Unit]) -> float:
    return sum(map(defence_of, party))
