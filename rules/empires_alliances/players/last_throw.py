"""§1.7, §3.7: the Allies' last segment, which no segment follows: whatever they lose in it costs nothing, and every
city that they take or cut off counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules.empires_alliances.players import reasons
from rules.empires_alliances.players.journeys import ask_ways
from rules.empires_alliances.players.posts import counted_for
from rules.empires_alliances.players.severing import Lines, Occupation, Search, ground_of
from rules.empires_alliances.players.sight import FOE, Sight, Unit, is_rank
from rules.empires_alliances.printed.counters import AIR
from rules.empires_alliances.printed.sides import ALLIED
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

NEAR = 5
"""Hexes from a city within which it asks who could go where."""
ROUND = 3
"""Hexes from a city that matter to whether it is cut off."""
TAKEN, SEVERED = 1.0, 0.5
"""§1.71: what taking a city is worth in points, and cutting it off."""
HALF_DONE = 0.3
"""What part of that clearing a hex is worth that is one of two."""


def is_last(sight: Sight) -> bool:
    """§1.7, §3.7: whether no segment follows this one: the Allies', in the last turn."""
    return sight.side == ALLIED and int(sight.view["turn"]) == int(sight.view["turns"])


def gathers(sight: Sight) -> bool:
    """§1.7, §3.7: whether the Allies come up before what they are to attack in the last segment: in December trains and
    snow bring hardly anyone before the enemy."""
    left = int(sight.view["turns"]) - int(sight.view["turn"])
    return sight.side == ALLIED and 0 < left <= sight.habits.gathers


def prizes_of(sight: Sight) -> tuple[int, ...]:
    """§1.71: the cities of the last count that bring the Central Powers a point as it stands."""
    gains, keeps = counted_for(sight.view, sight.printed)
    return tuple(sorted((*(i for i in gains if i in sight.theirs), *(i for i in keeps if i not in sight.mine))))


def keys_of(sight: Sight) -> Mapping[int, float]:
    """The hexes of theirs that are worth clearing by an attack, each with the points that it brings."""
    board, ground = sight.printed.board, ground_of(sight)
    found: dict[int, float] = {}
    for city in prizes_of(sight):
        is_cut = Lines(sight, ground).is_cut_off(city)
        if (city in sight.theirs or lies_bare(sight, city)) and any(b in sight.mine for b in sight.around(city)):
            found[city] = found.get(city, 0.0) + (SEVERED if is_cut else TAKEN)
        if is_cut:
            continue
        near = {board.index(h) for h in board.lattice.within(board.lattice.ids[city], ROUND)}
        open_ = sorted(i for i in near & sight.theirs if i != city and any(b in sight.mine for b in sight.around(i)))
        alone = [i for i in open_ if _cuts(sight, ground, city, (i,))]
        for i in alone:
            found[i] = found.get(i, 0.0) + SEVERED
        others = [i for i in open_ if i not in alone]
        for n, i in enumerate(others):
            for k in others[n + 1 :]:
                if _cuts(sight, ground, city, (i, k)):
                    for one in (i, k):
                        found[one] = max(found.get(one, 0.0), SEVERED * HALF_DONE)
    return found


def lies_bare(sight: Sight, i: int) -> bool:
    """§13.651: whether a fort of theirs stands in a hex, and nobody of either side."""
    return i in sight.forts and i not in sight.stacks and sight.side_of(i) == FOE[sight.side]


def _cuts(sight: Sight, ground: Occupation, city: int, cleared: Collection[int]) -> bool:
    """Whether a city is cut off once we have gone into these hexes of theirs."""
    for i in cleared:
        ground = ground.with_one_in(i)
    return Lines(sight, ground).is_cut_off(city)


def anchors_of(sight: Sight) -> frozenset[str]:
    """Those without whom a city would be cut off no longer, one of each hex: they stay where they are."""
    board, ground = sight.printed.board, ground_of(sight)
    found: set[str] = set()
    for city in prizes_of(sight):
        if not Lines(sight, ground).is_cut_off(city):
            continue
        near = {board.index(h) for h in board.lattice.within(board.lattice.ids[city], ROUND)}
        for i in sorted(near & ground.watching):
            ranks = [u for u in sight.stacks[i] if is_rank(u) and not u["shaken"]]
            if ranks and not Lines(sight, ground.left(i)).is_cut_off(city):
                found.add(min(ranks, key=lambda u: (u["attack"], u["id"]))["id"])
    return frozenset(found)


def go_on(sight: Sight, offers: Mapping[str, Any]) -> JsonObject:
    """§13.9, §1.71: into a city that counts one goes on. Elsewhere one does if more cities are cut off then, or as many
    and someone stays where it stood."""
    options = first_options(offers["advance"])
    battle = next(iter(sight.view["battles"]), None)
    able = [u for u in options["of"] if u in sight.where]
    must = "stay" not in offers or offers["stay"]["refusal"] is not None
    if battle is None or not able or must:
        return {"kind": "advance", "units": [*options["proposed"]]} if must else {"kind": "stay"}
    i, prizes = sight.printed.board.index(battle["hex"]), prizes_of(sight)
    counting = [u for u in able if sight.posts.counts(sight.standing[u][0])]
    if sight.worth(i) and counting:
        return {"kind": "advance", "units": [counting[0]]}
    now, best, going = _cut_off(sight, ground_of(sight), prizes), -1, ""
    for u in able:
        at = sight.where[u]
        alone = sum(map(is_rank, sight.stacks[at])) == 1
        ground = ground_of(sight).with_one_in(i)
        then = _cut_off(sight, ground.left(at) if alone else ground, prizes)
        if then > best and (then > now or (then == now and not alone)):
            best, going = then, u
    return {"kind": "advance", "units": [going]} if going else {"kind": "stay"}


def _cut_off(sight: Sight, ground: Occupation, prizes: Collection[int]) -> int:
    """How many of these cities are cut off as it lies."""
    lines = Lines(sight, ground)
    return sum(map(lines.is_cut_off, prizes))


@dataclass
class LastThrow:
    """Who goes where in the last segment to cut cities off."""

    orders: list[tuple[str, str]] = field(default_factory=list)
    """Units with the hex to which each goes."""
    placed: set[str] = field(default_factory=set)
    """Those who have gone for it."""
    clear: set[int] = field(default_factory=set)
    """The hexes that attacks are to clear."""
    _looked: set[int] = field(default_factory=set)
    _ways: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def next_order(self, client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
        """The next move that helps to cut a city off; None where nobody can do any more."""
        offer = offers.get("move")
        if offer is None or offer["refusal"] is not None:
            return None
        able = [u for u in first_options(offer)["of"] if u in sight.where and u not in self.placed]
        while True:
            while self.orders:
                name, end = self.orders.pop(0)
                # Others may have gone in the meantime, and taken its room or its train.
                path = client.options("move", "path", units=[name])["ways"].get(end) if name in able else None
                if path is not None:
                    self.placed.add(name)
                    client.because(reasons.CUTS_OFF)
                    return {"kind": "move", "units": [name], "path": [*path]}
            able = [u for u in able if u not in self.placed]
            city = next((i for i in prizes_of(sight) if i not in self._looked), None)
            if city is None:
                return None
            self._looked.add(city)
            self._plan(client, sight, able, city)

    def _plan(self, client: SeatClient, sight: Sight, able: Collection[str], city: int) -> None:
        board = sight.printed.board
        near = {board.index(h) for h in board.lattice.within(board.lattice.ids[city], NEAR)}
        if Lines(sight, ground_of(sight)).is_cut_off(city) or not near & sight.mine:
            return
        movers = {u: sight.standing[u][0] for u in able if sight.where[u] in near and is_rank(sight.standing[u][0])}
        movers = {u: unit for u, unit in movers.items() if not unit["shaken"]}
        self._ways |= ask_ways(client, {u: sight.standing[u] for u in movers if u not in self._ways})
        round_ = board.lattice.within(board.lattice.ids[city], ROUND + 1)
        going = Going(sight, {u: {board.index(h) for h in self._ways[u] if h in round_} for u in movers})
        open_ = [i for i in near & sight.theirs if any(b in sight.mine for b in sight.around(i))]
        found = Search(sight, city, going.ends, open_, going.ground).find()
        if found is not None:
            ids = board.lattice.ids
            self.orders = [(u, ids[i]) for u, i in going.who(found.go_to).items()]
            self.clear.update(found.clear)


@dataclass
class Going:
    """Who can go where, and how it lies once some have gone."""

    sight: Sight
    reach: Mapping[str, Collection[int]]

    @cached_property
    def ends(self) -> frozenset[int]:
        """All hexes to which someone can go."""
        return frozenset(i for hexes in self.reach.values() for i in hexes)

    @cached_property
    def _by_end(self) -> Mapping[int, tuple[str, ...]]:
        """Who can go to a hex: those first who leave someone behind."""
        found: dict[int, list[str]] = {}
        for u in sorted(self.reach, key=lambda u: (-self._company(u), u)):
            for i in self.reach[u]:
                found.setdefault(i, []).append(u)
        return {i: tuple(units) for i, units in found.items()}

    def _company(self, u: str) -> int:
        return sum(map(is_rank, self.sight.stacks[self.sight.where[u]]))

    def who(self, hexes: Collection[int]) -> dict[str, int]:
        """A unit for each of these hexes; empty where there is none for one of them."""
        found: dict[str, int] = {}
        for i in hexes:
            unit = next((u for u in self._by_end.get(i, ()) if u not in found), None)
            if unit is None:
                return {}
            found[unit] = i
        return found

    def ground(self, hexes: tuple[int, ...]) -> Occupation | None:
        """How it lies with someone in each of these hexes, and those gone from where they stood; None where that is
        not possible."""
        now = self._now
        if not hexes:
            return now
        who = self.who(hexes)
        if not who:
            return None
        starts = {self.sight.where[u] for u in who}
        left = {i: [u for u in self.sight.stacks[i] if u["id"] not in who] for i in starts}
        gone = {i for i, units in left.items() if not any(map(_is_ground, units))}
        blind = {i for i, units in left.items() if not any(map(is_rank, units))}
        there = frozenset(hexes)
        return Occupation((now.ours - gone) | there, (now.watching - blind) | there, now.theirs)

    @cached_property
    def _now(self) -> Occupation:
        return ground_of(self.sight)


def _is_ground(unit: Unit) -> bool:
    return bool(unit["kind"] != AIR)
