"""Resource points: what is rebuilt, which nation is helped, which events are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.great_war.players import near_east
from rules.great_war.players.sight import FALLEN, Sight
from rules.great_war.printed.nations import CENTRAL
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

PURSE = 3
"""Points that a side keeps for the events of the turns to come, out of the purse of one nation."""
PAYERS = {"central": ("GE",), "allied": ("FR", "BR")}
"""§6.16: the nations that pay for events, the one that keeps the points first."""
RICH = 4
"""Points from which a nation gives to a friend in need."""
FEWEST_POINTS, MOST_POINTS = 4, 15
"""The points of the Central Powers down to which Germany pays one for them, and up to which France gives one."""


def events(sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """§6.11: an event, if a nation can pay for it out of more than it keeps."""
    offer = offers.get("buy_event")
    if offer is None or offer["refusal"] is not None:
        return None
    points = sight.view["tracks"]["points"]
    nations = sorted(first_options(offer)["of"], key=lambda n: (-points.get(n, 0), n))
    if sight.alone:
        nations = [n for n in nations if near_east.wants_event(sight, n)]
    if not nations:
        return None
    return {"kind": "buy_event", "nation": nations[0]}


def rebuild(client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """§5.3: the unit or step that brings most for its points; None when nothing can be bought."""
    options: list[tuple[float, str, str]] = []
    restore, back = offers.get("restore"), offers.get("replace")
    if restore is not None and restore["refusal"] is None:
        for name in first_options(restore)["of"]:
            counter = sight.printed.counters[name]
            if counter.back is not None and _spends(sight, counter.nation):
                gain = counter.front.attack + counter.front.defence - counter.back.attack - counter.back.defence
                options.append((gain, name, "restore"))
    if back is not None and back["refusal"] is None:
        for name in first_options(back)["of"]:
            counter = sight.printed.counters[name]
            if not _spends(sight, counter.nation):
                continue
            face = counter.front if counter.kind == "hq" or counter.steps == 1 or counter.back is None else counter.back
            options.append((face.attack + face.defence + (7 if counter.kind == "hq" else 0), name, "replace"))
    if not options:
        return None
    _, name, kind = max(options, key=lambda o: (o[0], o[1]))
    if kind == "restore":
        return {"kind": "restore", "unit": name}
    count = client.options("replace", "points", unit=name)
    whole = sight.printed.counters[name].kind == "hq"
    return {"kind": "replace", "unit": name, "points": count["most"] if whole else count["least"]}


def _spends(sight: Sight, nation: str) -> bool:
    """Whether a nation has more than it keeps for events."""
    kept = PURSE if nation == PAYERS[sight.side][0] else 0
    return int(sight.view["tracks"]["points"].get(nation, 0)) > kept


def _can_pay(sight: Sight) -> bool:
    """§5.18: whether the point that the last men cost leaves the war well away from lost (§18.11, §18.14)."""
    return sight.points > FEWEST_POINTS if sight.side == CENTRAL else sight.points < MOST_POINTS


def give(client: SeatClient, sight: Sight, offers: Mapping[str, Any], given: set[str]) -> JsonObject | None:
    """§5.17, §5.18: points of the rich for friends that cannot rebuild what they lost; the last men in great need."""
    call = offers.get("emergency")
    nation = {"central": "GE", "allied": "FR"}[sight.side]
    if call is not None and call["refusal"] is None and "emergency" not in given:
        given.add("emergency")
        if sum(u["nation"] == nation for u in sight.boxes(*FALLEN)) >= sight.habits.last_men and _can_pay(sight):
            return {"kind": "emergency"}
    offer = offers.get("transfer")
    if offer is None or offer["refusal"] is not None:
        return None
    points = sight.view["tracks"]["points"]
    for giver in first_options(offer)["of"]:
        if points.get(giver, 0) < RICH + (PURSE if giver == PAYERS[sight.side][0] else 0) or giver in given:
            continue
        for taker in client.options("transfer", "taker", giver=giver)["of"]:
            dead = sum(u["nation"] == taker for u in sight.boxes(*FALLEN))
            if dead > points.get(taker, 0):
                given.add(giver)
                return {"kind": "transfer", "giver": giver, "taker": taker, "points": 1}
    return None
