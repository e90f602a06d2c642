"""New units and trains: where men come in, and who is carried to where the line is thin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.great_war.players import between, posts
from rules.great_war.players.front import FAR, Line, line_of, theatre_in_need
from rules.great_war.players.sight import BESIDES, PARTS_OF_EUROPE, PARTS_OF_THE_NEAR_EAST, WAITING, Sight, Unit, room
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

DAY = 5
"""Hexes behind the line from which units rather ride than march."""
FIRST = 1
AT_BERLIN, AT_STETTIN = 4, 3
"""§20.2 No. 7: divisions that go there on the first turn."""
BEHIND = 12.0
"""Hexes that the theatre counts as farther away where men are less wanted."""


def place(client: SeatClient, sight: Sight, offers: Mapping[str, Any], refused: set[str]) -> JsonObject | None:
    """§13.0: new units of one nation to the place from which they come to the line soonest; None when all wait."""
    offer = offers.get("place")
    if offer is None or offer["refusal"] is not None:
        return None
    waiting = {u["id"]: u for u in sight.boxes(*WAITING)}
    names = [name for name in first_options(offer)["of"] if name in waiting and name not in refused]
    while names:
        first = min(names, key=lambda n: (waiting[n]["kind"] == "hq", waiting[n]["nation"], n))
        found = _where(client, sight, waiting[first], first)
        if found is None:
            # British units may be bound to a front by where they fell: they are tried one by one (§5.36).
            same = [first] if waiting[first]["nation"] == "BR" else [n for n in names if _alike(waiting, n, first)]
            refused.update(same)
            names = [name for name in names if name not in same]
            continue
        free = 1 if waiting[first]["kind"] in BESIDES else max(1, room(sight.mine.get(found, ())))
        units = [first, *(n for n in names if n != first and _alike(waiting, n, first))][:free]
        if sight.board.ids[found] not in _open_to(client, units):
            units = [first]
        return {"kind": "place", "units": [*units], "hex": sight.board.ids[found]}
    return None


def _alike(waiting: Mapping[str, Mapping[str, Any]], one: str, other: str) -> bool:
    """Whether two new units are of one nation and kind, and come in at the same places."""
    return all(waiting[one][key] == waiting[other][key] for key in ("nation", "kind"))


def _open_to(client: SeatClient, units: Iterable[str]) -> frozenset[str]:
    try:
        return frozenset(client.options("place", "hex", units=[*units])["of"])
    except ValueError:
        return frozenset()


def _where(client: SeatClient, sight: Sight, unit: Mapping[str, Any], name: str) -> int | None:
    """The place nearest to the neediest part of the line; a headquarters where none of its side is near."""
    hexes = [sight.board.index[h] for h in _open_to(client, (name,))]
    if not hexes:
        return None
    goal = goals(sight)

    def rank(i: int) -> tuple[float, int]:
        crowd = sum(u.kind == "hq" for b in (i, *sight.board.beside(i)) for u in sight.mine.get(b, ()))
        return goal.get(i, FAR) + (5 * crowd if unit["kind"] == "hq" else 0), i

    return min(hexes, key=rank)


def goals(sight: Sight) -> Mapping[int, float]:
    """How far every hex of ours is from men being wanted: hexes to the neediest line, more where less are wanted."""
    if "goals" not in sight.memo:
        lines = [line_of(sight, part) for part in sight.parts]
        first = theatre_in_need(sight)
        found: dict[int, float] = {}
        for line in lines:
            behind = 0.0 if line.part == first or not _shares(line) else BEHIND
            field = posts.ways_to(sight, line.part, line.have) if line.part in PARTS_OF_THE_NEAR_EAST else line.field
            for i, far in field.items():
                found[i] = min(found.get(i, FAR), far + behind)
        sight.memo["goals"] = found
    goal: Mapping[int, float] = sight.memo["goals"]
    return goal


def _shares(line: Line) -> bool:
    """Whether men can be wanted less in a part of the war since another wants them more: where trains go between."""
    return line.part in PARTS_OF_EUROPE


def by_rail(client: SeatClient, sight: Sight, offers: Mapping[str, Any], tried: set[str]) -> JsonObject | None:
    """§9.0: units far behind the line, or of a theatre that can spare them, to a town near where they are wanted."""
    for kind in ("rail", "sail"):
        offer = offers.get(kind)
        if offer is None or offer["refusal"] is not None:
            continue
        names = {n for n in first_options(offer)["of"] if n not in tried}
        if kind == "rail" and sight.turn == FIRST:
            # Only Fisher's Gambit has trains run then.
            return _guard(client, sight, names, tried)
        for units in _passengers(sight, names):
            tried.update(u.id for u in units)
            to = _station(client, sight, kind, units)
            if to is not None:
                return {"kind": kind, "units": [u.id for u in units], "to": to}
    return None


def _guard(client: SeatClient, sight: Sight, names: set[str], tried: set[str]) -> JsonObject | None:
    """§20.2 No. 7: Germans for Berlin and Stettin, before which the British stand: those farthest from any line."""
    places = sight.board.places
    for hex_, most in ((places.berlin, AT_BERLIN), (places.stettin, AT_STETTIN)):
        lacking = most - sum(u.fights for u in sight.mine.get(sight.board.index[hex_], ()))
        for group in _groups(sight, names - tried) if lacking > 0 else ():
            units = [u.id for u in group if u.fights and u.nation == "GE"][:lacking]
            if units and hex_ in _ends(client, "rail", units):
                tried.update(units)
                return {"kind": "rail", "units": [*units], "to": hex_}
    return None


def _groups(sight: Sight, names: set[str]) -> Iterable[list[Unit]]:
    """Those of each hex and nation that can go, the farthest from where men are wanted first."""
    goal = goals(sight)
    for _, stack in sorted(sight.mine.items(), key=lambda s: (-goal.get(s[0], FAR), s[0])):
        able = [u for u in stack if u.id in names]
        for nation in sorted({u.nation for u in able}):
            yield [u for u in able if u.nation == nation]


def _passengers(sight: Sight, names: set[str]) -> Iterable[list[Unit]]:
    """Groups of one hex and nation that would not be missed, those with the longest way first."""
    lines = {part: line_of(sight, part) for part in sight.parts}
    goal = goals(sight)
    for group in _groups(sight, names):
        i = group[0].at
        line = lines[sight.part[i]]
        if goal.get(i, FAR) < DAY:
            continue
        if i not in line.need:
            yield group[:3]
        elif sight.near(i) and (spare := _beyond_need(line, i, group)):
            yield spare[:3]


def _beyond_need(line: Line, i: int, group: Sequence[Unit]) -> list[Unit]:
    """Whom a post of the Near East can do without, those that attack best first."""
    left, spare = line.have[i] - line.need[i], []
    for unit in sorted(group, key=lambda u: (-u.attack, u.id)):
        if unit.fights and unit.attack and unit.defence <= left:
            left -= unit.defence
            spare.append(unit)
    return spare


def _ends(client: SeatClient, kind: str, units: Iterable[str]) -> list[str]:
    try:
        return list(client.options(kind, "to", units=[*units])["of"])
    except ValueError:
        return []


def _station(client: SeatClient, sight: Sight, kind: str, units: list[Unit]) -> str | None:
    goal, index = goals(sight), sight.board.index
    here = goal.get(units[0].at, FAR)
    fitting = [
        n
        for n in _ends(client, kind, (u.id for u in units))
        if between.same_maps(sight, units[0].at, index[n])
        and room(sight.mine.get(index[n], ())) >= len(units)
        and _one_headquarters(sight, index[n], units)
    ]
    best = min(fitting, key=lambda n: (goal.get(index[n], FAR), n), default=None)
    if best is None or goal.get(index[best], FAR) > here - 3:
        return None
    return str(best)


def _one_headquarters(sight: Sight, i: int, units: Iterable[Unit]) -> bool:
    besides = [u.kind for u in units if not u.counts]
    return len({*besides}) == len(besides) and not any(u.kind in besides for u in sight.mine.get(i, ()))
