"""What a program answers in a fight: who joins, who is lost, who goes back and who advances."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rules.empires_alliances.players.arriving import nearest
from rules.empires_alliances.players.sight import Sight, defence_of, is_rank
from rules.empires_alliances.players.tolls import cost_of
from rules.kernel.answering import cheapest, give_out
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

MOST_GO = 3
"""How many go on at most: one alone is thrown out again at once."""
BEARS, LOST = 1.5, 4.0
"""Odds of a counterattack that those who go on into open ground are to bear, and that they do not go into."""
LEAVES_ONE = 2
ONE_CAMP = 2
"""Those who are neither British nor French go with either."""


def answer(client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """An answer inside an attack, or None where there is none."""
    for kind in ("land", "flee"):
        if kind in offers and offers[kind]["refusal"] is None:
            return _new_base(client, sight, offers[kind])
    if "lose" in offers:
        return {
            "kind": "lose",
            "units": cheapest(first_options(offers["lose"]), worth=lambda u: cost_of(sight.printed.units[u].figures)),
        }
    if "demoralise" in offers:
        return {"kind": "demoralise", "units": [*first_options(offers["demoralise"])["proposed"]]}
    if "press_on" in offers:
        return {"kind": "press_on"}
    if "defend_together" in offers:
        return {"kind": "defend_together", "units": _join(sight, first_options(offers["defend_together"]))}
    if "together" in offers and offers["together"]["refusal"] is None:
        return {"kind": "together"}
    if "advance" in offers:
        return _advance(sight, offers)
    if "hold" in offers or "retreat" in offers:
        return _go_back(client, sight, offers)
    return None


def _new_base(client: SeatClient, sight: Sight, offer: Mapping[str, Any]) -> JsonObject:
    """§16.42, §6.3: an aircraft lands near the enemy, but not beside them."""
    kind, unit, place = offer["kind"], first_options(offer)["of"][0], offer["slots"][1]["name"]
    return {"kind": kind, "unit": unit, place: nearest(sight, client.options(kind, place, unit=unit)["of"])}


def _join(sight: Sight, options: Mapping[str, Any]) -> JsonObject:
    """§13.62: guns and tanks go to those who defend best, as many as may; alone they could be attacked alone."""
    units = {u["id"]: u for i in sight.mine for u in sight.stacks[i]}
    given = give_out(options, lambda group: -defence_of(units[group]) if group in units else 0.0)
    return {group: [*names] for group, names in given.items()}


def _advance(sight: Sight, offers: Mapping[str, Any]) -> JsonObject:
    """§13.9: who goes on, or that nobody does."""
    options = first_options(offers["advance"])
    if "stay" not in offers or offers["stay"]["refusal"] is not None:
        return {"kind": "advance", "units": [*options["proposed"]]}
    battle = next(iter(sight.view["battles"]), None)
    ground = sight.printed.board.index(battle["hex"]) if battle else None
    going = who_goes_on(sight, ground, options["of"])
    if not going and ground is not None and sight.worth(ground):
        going = [*options["proposed"]][:1]
    return {"kind": "advance", "units": [*going]} if going else {"kind": "stay"}


def who_goes_on(sight: Sight, ground: int | None, able: Iterable[str]) -> list[str]:
    """Units that leave someone behind: into a city up to three, into the open as many as can stand there, or none."""
    where = {u["id"]: (u, i) for i in sight.mine for u in sight.stacks[i]}
    left = {i: sum(map(is_rank, sight.stacks[i])) for i in sight.mine}
    worth = sight.worth(ground) if ground is not None else 0.0
    threat = sight.threat_around(ground) if ground is not None else 0.0
    cover = sight.cover(ground) if ground is not None else 1.0
    going: list[str] = []
    camps: set[str] = {""}
    strength = 0.0
    for name in able:
        if name not in where or len(going) == MOST_GO or (not worth and going and threat <= BEARS * strength):
            continue
        unit, i = where[name]
        camp = sight.camp(name)
        # §18.41: British and French do not go on into one hex.
        if left[i] < LEAVES_ONE or len(camps | {camp}) > ONE_CAMP or not _can_be_spared(sight, i, name, going, worth):
            continue
        camps.add(camp)
        left[i] -= 1
        strength += defence_of(unit) * cover
        going.append(name)
    return [] if not worth and threat > LOST * strength else going


def _can_be_spared(sight: Sight, i: int, name: str, going: Collection[str], worth: float) -> bool:
    """Whether a unit leaves no city that counts, worth as much as what was won, too weak."""
    if not sight.is_at_stake(i) or not sight.is_to_guard(i) or sight.worth(i) < worth:
        return True
    left = [u for u in sight.stacks[i] if is_rank(u) and u["id"] != name and u["id"] not in going]
    return sight.holds(i, left) == 1.0


def _go_back(client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject:
    """Into a fort if that may be, else to the hex furthest from the enemy."""
    if "hold" in offers and offers["hold"]["refusal"] is None:
        return {"kind": "hold", "units": [*first_options(offers["hold"])["of"]]}
    unit = first_options(offers["retreat"])["of"][0]
    ways = client.options("retreat", "path", units=[unit])["ways"]
    index = sight.printed.board.lattice.index
    end = max(ways, key=lambda h: (sight.to_enemy.get(index[h], 0), h))
    return {"kind": "retreat", "units": [unit], "path": [*ways[end]]}
