"""What a program answers in a fight: who joins, who is lost, who goes back and who advances."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.empires_alliances.players.arriving import nearest
from rules.empires_alliances.players.sight import Sight, defence_of, is_rank
from rules.kernel.answering import give_out
from rules.kernel.messages import JsonObject
from rules.kernel.players import Chair, first_options

INTO_CITY, INTO_OPEN = 3, 1
"""How many go on at most: one is thrown out of a city again at once."""
LEAVES_ONE = 2
ONE_CAMP = 2
"""Those who are neither British nor French go with either."""


def answer(chair: Chair, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """An answer inside an attack, or None where there is none."""
    for kind in ("land", "flee"):
        if kind in offers and offers[kind]["refusal"] is None:
            return _new_base(chair, sight, offers[kind])
    for kind in ("lose", "demoralise"):
        if kind in offers:
            return {"kind": kind, "units": [*first_options(offers[kind])["proposed"]]}
    if "defend_together" in offers:
        return {"kind": "defend_together", "units": _joined(sight, first_options(offers["defend_together"]))}
    if "together" in offers and offers["together"]["refusal"] is None:
        return {"kind": "together"}
    if "advance" in offers:
        return _advance(sight, offers)
    if "hold" in offers or "retreat" in offers:
        return _go_back(chair, sight, offers)
    return None


def _new_base(chair: Chair, sight: Sight, offer: Mapping[str, Any]) -> JsonObject:
    """§16.42, §6.3: an aircraft lands near the enemy, but not beside him."""
    kind, unit, place = offer["kind"], first_options(offer)["of"][0], offer["slots"][1]["name"]
    return {"kind": kind, "unit": unit, place: nearest(sight, chair.options(kind, place, unit=unit)["of"])}


def _joined(sight: Sight, options: Mapping[str, Any]) -> JsonObject:
    """§13.62: guns and tanks go to those who defend best, as many as may; alone they could be attacked alone."""
    units = {u["id"]: u for i in sight.mine for u in sight.stacks[i]}
    given = give_out(options, lambda group: -defence_of(units[group]) if group in units else 0.0)
    return {group: [*names] for group, names in given.items()}


def _advance(sight: Sight, offers: Mapping[str, Any]) -> JsonObject:
    """Units go on that leave someone behind, and one at least into a city."""
    options = first_options(offers["advance"])
    if "stay" not in offers or offers["stay"]["refusal"] is not None:
        return {"kind": "advance", "units": [*options["proposed"]]}
    where = {u["id"]: i for i in sight.mine for u in sight.stacks[i]}
    left = {i: sum(map(is_rank, sight.stacks[i])) for i in sight.mine}
    battle = next(iter(sight.view["battles"]), None)
    worth = sight.worth(sight.printed.board.index(battle["hex"])) if battle else 0.0
    going: list[str] = []
    camps: set[str] = {""}
    for unit in options["of"]:
        i, camp = where.get(unit), sight.camp(unit)
        if i is None or left[i] < LEAVES_ONE or len(going) == (INTO_CITY if worth else INTO_OPEN):
            continue
        # §18.41: British and French do not go on into one hex.
        if len(camps | {camp}) > ONE_CAMP:
            continue
        camps.add(camp)
        left[i] -= 1
        going.append(unit)
    if not going and worth:
        going = [*options["proposed"]][:1]
    return {"kind": "advance", "units": [*going]} if going else {"kind": "stay"}


def _go_back(chair: Chair, sight: Sight, offers: Mapping[str, Any]) -> JsonObject:
    """Into a fort if that may be, else to the hex that lies furthest from the enemy."""
    if "hold" in offers and offers["hold"]["refusal"] is None:
        return {"kind": "hold", "units": [*first_options(offers["hold"])["of"]]}
    unit = first_options(offers["retreat"])["of"][0]
    ways = chair.options("retreat", "path", units=[unit])["ways"]
    index = sight.printed.board.lattice.index
    end = max(ways, key=lambda h: (sight.to_enemy.get(index[h], 0), h))
    return {"kind": "retreat", "units": [unit], "path": [*ways[end]]}
