"""In the combined game men go from Europe to the Near East and back: by sea, by the transit and the transfer box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.great_war.players import posts
from rules.great_war.players.front import EASY, STRAINED, line_of
from rules.great_war.players.sight import NEAR_EAST, NEAR_WEST, Sight, Unit, room
from rules.great_war.printed.fronts import CAUCASUS, EAST, EGYPT, WEST
from rules.great_war.printed.nations import CENTRAL
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

SHORT, AMPLE = 1.05, 0.6
"""What the posts of a front need against what is there: from where men are sent for, and to where it can give some."""
PARTY = 2
"""Units that set out together."""
ARMY = 27.0
"""Attack factors with which the Allies march on Palestine: nine divisions."""
GERMANS = 3
"""Germans that Europe sends at most: they are not rebuilt there once Turkey is lost (§16.62)."""


def is_open(sight: Sight) -> bool:
    """Whether men can go from map to map at all."""
    return bool(sight.near_fronts) and not sight.alone


def same_maps(sight: Sight, start: int, end: int) -> bool:
    """Whether both hexes are in Europe, or both in the Near East."""
    return sight.near(start) == sight.near(end)


def send(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§9.13, §9.24, §9.55: who goes to the other maps now, or comes out of the box between them."""
    if not is_open(sight):
        return None
    if sight.side == CENTRAL:
        return _to_transit(client, sight, offers, tried)
    return (
        _from_transfer(client, sight, offers)
        or _to_transfer(client, sight, offers, tried)
        or _by_sea(client, sight, offers, tried)
    )


def _names(offers: Mapping[str, Any], kind: str, tried: set[str]) -> frozenset[str]:
    offer = offers.get(kind)
    if offer is None or offer["refusal"] is not None:
        return frozenset()
    return frozenset(n for n in first_options(offer)["of"] if n not in tried)


def _behind(sight: Sight, names: frozenset[str], part: str) -> list[list[Unit]]:
    """Combat units of one nation and hex in a part of the war that its line does not need, the strongest first."""
    need = line_of(sight, part).need
    found = []
    for i, units in sorted(sight.mine.items()):
        able = [u for u in units if u.id in names and u.fights] if sight.part[i] == part and i not in need else []
        for nation in sorted({u.nation for u in able}):
            group = sorted((u for u in able if u.nation == nation), key=lambda u: (-u.attack, u.id))
            found.append(group[:PARTY])
    return sorted(found, key=lambda group: (-sum(u.attack for u in group), group[0].id))


def _wants(sight: Sight, front: str) -> bool:
    """Whether a front of the Near East calls for men."""
    return posts.lacks(sight, front) > SHORT


# --- the Central Powers -----------------------------------------------------------------------------------------------


def _to_transit(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§9.13: Turks whom Europe can spare, then Germans while the east is at ease."""
    names = _names(offers, "to_transit", tried)
    if not names or not _wants(sight, posts.neediest_front(sight)):
        return None
    for group in _behind(sight, names, EAST):
        if group[0].nation == "TU" or _germans_may_go(sight):
            tried.update(u.id for u in group)
            return {"kind": "to_transit", "units": [group[0].id]}
    return None


def _germans_may_go(sight: Sight) -> bool:
    there = sum(u.nation == "GE" for i, units in sight.mine.items() if sight.near(i) for u in units)
    there += sum(u["nation"] == "GE" for u in sight.boxes("transit"))
    return there < GERMANS and all(line_of(sight, part).pressure < EASY for part in (WEST, EAST))


# --- the Russians -----------------------------------------------------------------------------------------------------


def _to_transfer(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§9.24: from the east to the Caucasus while that lacks men and the east does not, and the other way."""
    names = _names(offers, "to_transfer", tried)
    pressed = line_of(sight, EAST).pressure
    if names and _wants(sight, CAUCASUS) and pressed < EASY:
        groups = _behind(sight, names, EAST)
    elif names and pressed > STRAINED and posts.lacks(sight, CAUCASUS) < AMPLE:
        groups = _behind(sight, names, NEAR_EAST)
    else:
        return None
    for group in groups:
        tried.update(u.id for u in group)
        return {"kind": "to_transfer", "units": [group[0].id]}
    return None


def _from_transfer(client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
    """§9.24, §9.25: out of the box to the map that lacks men more, or the one that is left."""
    board = sight.board
    to_the_near_east = posts.lacks(sight, CAUCASUS) >= line_of(sight, EAST).pressure
    for name in sorted(_names(offers, "from_transfer", set())):
        ends = [board.index[h] for h in _ends(client, "from_transfer", [name])]
        ends = [i for i in ends if room(sight.mine.get(i, ())) > 0]
        if not ends:
            continue
        wanted = [i for i in ends if sight.near(i) == to_the_near_east] or ends
        to = _nearest(sight, wanted)
        return {"kind": "from_transfer", "units": [name], "to": board.ids[to]}
    return None


def _nearest(sight: Sight, ends: Sequence[int]) -> int:
    """The place from which the way to where men are wanted is shortest."""

    def far(i: int) -> int:
        return line_of(sight, sight.part[i]).field.get(i, posts.FAR)

    return min(ends, key=lambda i: (far(i), i))


# --- the British ------------------------------------------------------------------------------------------------------


def _by_sea(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§9.55: from France to Egypt while that lacks men and the west does not, or an army while the west is at ease; and
    the other way."""
    names = _names(offers, "sail", tried)
    pressed = line_of(sight, WEST).pressure
    called = _wants(sight, EGYPT) and pressed < STRAINED
    if names and (called or (pressed < EASY and _in_egypt(sight) < ARMY)):
        groups, abroad = _behind(sight, names, WEST), True
    elif names and pressed > STRAINED and posts.lacks(sight, EGYPT) < AMPLE:
        groups, abroad = _behind(sight, names, NEAR_WEST), False
    else:
        return None
    for group in groups:
        units = [u.id for u in group]
        tried.update(units)
        board = sight.board
        ends = [i for h in _ends(client, "sail", units) if sight.near(i := board.index[h]) == abroad]
        ends = [i for i in ends if room(sight.mine.get(i, ())) >= len(units)]
        if ends:
            return {"kind": "sail", "units": [*units], "to": board.ids[_nearest(sight, ends)]}
    return None


def _in_egypt(sight: Sight) -> float:
    """The attack factors of the Allies on the Egyptian Front."""
    board = sight.board
    return sum(u.attack for i, units in sight.mine.items() if board.front[i] == EGYPT for u in units if u.fights)


def _ends(client: SeatClient, kind: str, units: Iterable[str]) -> list[str]:
    try:
        return list(client.options(kind, "to", units=[*units])["of"])
    except ValueError:
        return []
