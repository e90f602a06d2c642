"""The few great decisions: where the initiative is, OHL or OberOst, U-boats, peace in the east, events laid down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.great_war.players import schemes
from rules.great_war.players.front import effort, line_of, no_way_west
from rules.great_war.players.sight import Sight
from rules.great_war.printed.fronts import THEATRES, WEST
from rules.great_war.printed.nations import CENTRAL
from rules.kernel.messages import JsonObject
from rules.kernel.players import first_options

SHOCK = 6
"""§15.41: the divisions that are made shock troops at once."""
OHL, OBEROST = "OHL", "OberOst"


def declare(sight: Sight) -> JsonObject:
    """§5.83: the initiative where the line is leaned on least: there the side attacks."""
    weaker = min(THEATRES, key=lambda t: line_of(sight, t).pressure)
    return {"kind": "declare", "theatre": weaker}


def choose_marker(sight: Sight) -> JsonObject:
    """§5.88: OHL with the better prospects in the west, else OberOst."""
    return {"kind": "choose_marker", "marker": OHL if effort(sight) == WEST else OBEROST}


def place_marker(sight: Sight, offers: Mapping[str, Any], theatre: str) -> JsonObject | None:
    """§10.82: the marker with the Germans who make the best attack."""
    offer, marker = offers.get("place_marker"), sight.view["tracks"]["marker"]
    if marker is not None and marker["hex"] is not None:
        return None
    if offer is None or offer["refusal"] is not None or sight.side != CENTRAL:
        return None
    hexes = {sight.board.index[h] for h in first_options(offer)["of"]}
    for scheme in schemes.best(sight, line_of(sight, theatre), sight.mine):
        for i in scheme.origins:
            if i in hexes and all(u.nation == "GE" for u in sight.mine[i]):
                return {"kind": "place_marker", "hex": sight.board.ids[i]}
    return None


def lay_down(sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """§6.12: an event that works from now on is played as soon as it can be."""
    offer = offers.get("play_event")
    if offer is None or offer["refusal"] is not None:
        return None
    refused = offer["slots"][0]["options"].get("refused", {})
    names = [name for name in first_options(offer)["of"] if name not in refused]
    return {"kind": "play_event", "event": names[0]} if names else None


def special(sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """§15.41, §15.45, §6.10, §6.58, §15.13: shock troops, the Paris Gun, the epidemic, aircraft over a battle."""
    form = _open(offers, "form_shock_troops")
    if form is not None:
        west = {u.id: u for units in sight.mine.values() for u in units if sight.board.front[u.at] == WEST}
        names = sorted((n for n in first_options(form)["of"] if n in west), key=lambda n: (-west[n].attack, n))
        if names:
            return {"kind": "form_shock_troops", "units": names[: min(SHOCK, first_options(form)["most"])]}
    if _open(offers, "kaiserschlacht") is not None:
        return {"kind": "kaiserschlacht"}
    gun = _open(offers, "place_gun")
    if gun is not None:
        line = line_of(sight, WEST)
        names = sorted(n for n in first_options(gun)["of"] if sight.board.index[n] not in line.need)
        if names:
            return {"kind": "place_gun", "hex": names[-1]}
    if "tire" in offers:
        options = first_options(offers["tire"])
        return {"kind": "tire", "units": sorted(options["of"])[: options["least"]]}
    if "fly" in offers:
        names = [*first_options(offers["fly"])["of"]][:1]
        return {"kind": "fly", "aircraft": names} if names else {"kind": "no_aircraft"}
    return None


def _open(offers: Mapping[str, Any], kind: str) -> Mapping[str, Any] | None:
    """An offer that can be taken."""
    found = offers.get(kind)
    return found if found is not None and found["refusal"] is None else None


def answer(sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """Questions with one answer: the U-boats go on, unless America's entry ends the game (§20.3 No. 10); aircraft stay
    at the front, there is peace with Russia."""
    if "u_boats" in offers:
        return {"kind": "u_boats", "off": no_way_west(sight)}
    if "home_defence" in offers:
        return {"kind": "home_defence", "aircraft": []}
    if "treaty" in offers:
        return {"kind": "treaty", "peace": True}
    return None
