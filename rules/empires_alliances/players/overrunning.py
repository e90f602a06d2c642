"""§12.0: a program overwhelms whom it can while it moves, with as few as are enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.empires_alliances.players.fighting import who_goes_on
from rules.empires_alliances.players.sight import Sight, attack_of, defence_of, is_rank
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

PASSED, SPENT = 3.0, 0.15
"""What it is worth that others can pass, and what each factor of the victors could have done in an attack."""


def overwhelm(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """The next automatic victory; None where nobody can be overwhelmed."""
    offer = offers.get("overrun")
    if offer is None or offer["refusal"] is not None:
        return None
    for hex_ in sorted(first_options(offer)["of"], key=lambda h: (-sight.worth(sight.printed.board.index(h)), h)):
        # Units that come up later may be enough where those who stand there now are not.
        near = client.options("overrun", "units", hex=hex_)["of"]
        trial = f"overrun {hex_} {' '.join(sorted(near))}"
        if trial in tried:
            continue
        tried.add(trial)
        force = _enough(client, sight, hex_, near)
        if force is not None:
            units, able = force
            if not is_worth_it(sight, hex_, units):
                continue
            return {"kind": "overrun", "hex": hex_, "units": units, "advance": [*_advance(sight, hex_, able)]}
    return None


def is_worth_it(sight: Sight, hex_: str, force: Sequence[Any]) -> bool:
    """§12.2: whether the enemies and their ground are worth what the victors could have done in attacks."""
    i = sight.printed.board.index(hex_)
    gain = PASSED + 3.0 * sight.worth(i) + sum(map(defence_of, sight.stacks[i]))
    return gain > SPENT * sum(attack_of(sight.standing[str(u)][0]) for u in force)


def _enough(client: SeatClient, sight: Sight, hex_: str, near: Sequence[str]) -> tuple[list[Any], list[str]] | None:
    """§12.1: as few of these as have the odds, and those of them who may go in; None where no force was found."""
    units = {name: sight.standing[name][0] for name in near if name in sight.standing}
    by_use = sorted(units, key=lambda u: (not is_rank(units[u]), -attack_of(units[u]), u))
    going: list[str] = []
    able: list[str] | None = None
    for unit in by_use:
        going.append(unit)
        able = _who_may_go_in(client, hex_, going)
        if able is not None:
            break
    if able is None:
        return None
    for unit in sorted(going, key=lambda u: (attack_of(units[u]), u)):
        fewer = [u for u in going if u != unit]
        found = _who_may_go_in(client, hex_, fewer) if fewer else None
        if found is not None:
            going, able = fewer, found
    return [*going], able


def _who_may_go_in(client: SeatClient, hex_: str, units: Sequence[str]) -> list[str] | None:
    """§12.2: who of a force may advance if it has the odds; None where it has not."""
    try:
        return [*client.options("overrun", "advance", hex=hex_, units=[*units])["of"]]
    except ValueError:
        return None


def _advance(sight: Sight, hex_: str, able: Sequence[str]) -> Sequence[str]:
    """§12.2: the victors who go in: those who would after an attack."""
    return who_goes_on(sight, sight.printed.board.index(hex_), able)
