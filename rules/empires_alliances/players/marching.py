"""Where a program sends its units: into gaps and thin places of the line, and before the enemies it means to attack."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.empires_alliances.players.sight import FOE, WORTH_HAVING, Sight, Unit, attack_of, defence_of, is_gun, is_rank
from rules.empires_alliances.printed.counters import CAVALRY

STACK, GUNS_IN_HEX = 3, 1
"""§6.1: as many of each as it puts into a hex."""
FULL, LEAST_ODDS, HOPELESS = 14.0, 1.5, 0.15
"""What a full stack attacks with, odds that no mass is worth, and what remains of the wish where no more can be."""
BEYOND = 0.75
"""How much a hex of the enemy's ground counts from which they could be attacked, beside one of ours."""
GARRISON = 14.0
POST = 20.0
"""What it gives for the first unit in a captured city while a count is near."""
GUARD = 2.0
"""What the first unit in a city within the enemy's reach gives, times what the city is worth; others give less."""
LIFELINE = 6.0
"""What the first unit beside a city gives that would be counted for half if the enemy cut it off."""
COMING = 0.4
"""How much of the enemies two hexes from a city counts as if they stood beside it."""
HUNGRY, STARVING = 4.0, 12.0
"""§14.1: what a unit gives not to stand one hex beyond those where it is fed, and for each hex more: railheads and
lines of supply come after whoever goes on by one."""
IDLE = 0.05
"""What a hex nearer to the enemy is worth to a unit with nothing else to do."""
PULLED_FROM = 24
"""Hexes from which a city before which the decision is sought draws those who are free."""
EASTERN, WESTERN = ("AH",), ("GE", "LU", "BE", "FR")
"""Countries whose armies no city of the west draws, and the countries in which they have nothing to do."""
ABROAD = 5.0
"""What a unit of theirs gives not to stand there while its side seeks the decision before some cities."""
DRIVE, FAR = 0.25, 8
"""What a hex nearer to a city worth having is worth, within that many hexes."""
AWAY = -100.0
"""What a unit is worth in a box beside the map, where it fights nobody."""
TAKE = 1.5
"""What an enemy city that nobody holds is worth, times what the city is worth."""
TWO_STACKS = 2.0 * FULL
"""Defence against which a point is sought in the last segment with half as much zeal, if there is twice as much."""
MOST_ODDS = 7.0
"""§13.641: odds beyond which more are no use."""
OTHER_CAMP = {"british": "french", "french": "british"}
"""§18.41."""
TRAPPED = 0.3
"""What part of a unit is as good as lost where it could not retreat from an enemy who can attack it."""
HOLD_OURS, HOLD_THEIRS, CITY = 1.0, 0.7, 0.4
"""§13.64: what part of the enemies before a hex its defence is to match, at home and abroad, and how much more of them
in a city worth having."""


@dataclass
class Muster:
    """Our side as it will stand: tallies that change with every move, while the enemy stands still."""

    sight: Sight
    eager: float
    hunger: Mapping[int, int] = field(default_factory=dict)
    """Hexes from each hex to those where units are fed; empty where nobody asked."""
    ranks: dict[int, int] = field(default_factory=dict)
    guns: dict[int, int] = field(default_factory=dict)
    defence: dict[int, float] = field(default_factory=dict)
    attack: dict[int, float] = field(default_factory=dict)
    camps: dict[tuple[int, str], int] = field(default_factory=dict)
    """§18.41: British and French units by hex."""
    keys: Mapping[int, float] = field(default_factory=dict)
    """§1.71: towards the end, hexes of the enemy's with the points that clearing one brings."""
    last: bool = False
    """§1.7: whether nothing else counts any more."""

    def __post_init__(self) -> None:
        taken, ids = self.sight.taken, self.sight.printed.board.lattice.ids
        self._manned = {i: 0 for i in self.sight.posts.hexes if taken.get(ids[i]) == self.sight.side}
        for i in self.sight.mine:
            for unit in self.sight.stacks[i]:
                self._add(unit, i, 1)
        index = self.sight.printed.board.index
        cities = self.sight.printed.places.cities
        self.short = {index(cities[name].hex) for name in self.sight.view["garrisons"][self.sight.side]}
        self._facing = {e: self.sight.around(e) for e in (*self.sight.theirs, *self.keys)}
        self._guarded = frozenset(i for i in self.sight.cities if self.sight.is_to_guard(i))
        near = (i for faced in self._facing.values() for i in faced)
        self._lifelines = self._find_lifelines()
        self._matters = frozenset((*near, *self.sight.cities, *self.short, *self._manned, *self._lifelines))
        self._base: dict[tuple[int, bool, bool], float] = {}
        self._strength = {e: self._of(e) for e in self._facing}
        self.hope = {e: self._hope_of(e) for e in self.sight.theirs}

    def _find_lifelines(self) -> Mapping[int, frozenset[int]]:
        """§1.71, §14.2: by hex beside a city of ours that will be counted, and has the enemy beside it, all ways out:
        whoever stands on one of them keeps it open."""
        sight, found = self.sight, dict[int, frozenset[int]]()
        for i in self._guarded:
            ways = frozenset(b for b in sight.around(i) if b not in sight.theirs)
            if sight.is_at_stake(i) and len(ways) < len(sight.around(i)):
                found.update((b, found.get(b, ways) | ways) for b in ways)
        return found

    def _of(self, e: int) -> tuple[float, float]:
        units = self.sight.stacks.get(e, ())
        return sum(map(attack_of, units)), sum(map(defence_of, units))

    def _hope_of(self, e: int) -> float:
        """§13.64: how far full stacks in all hexes round an enemy could beat it: a fortress that will not fall draws
        nobody."""
        sight = self.sight
        places = sum(
            1.0 if sight.side_of(b) == sight.side else BEYOND
            for b in self._facing[e]
            if b not in sight.theirs and b in sight.printed.board.land
        )
        odds = places * FULL / max(1.0, self._strength[e][1] * sight.cover(e))
        return max(HOPELESS, min(1.0, (odds - LEAST_ODDS) / (sight.habits.massed - LEAST_ODDS)))

    def _add(self, unit: Unit, i: int, number: int) -> None:
        if is_rank(unit):
            self.ranks[i] = self.ranks.get(i, 0) + number
        elif is_gun(unit):
            self.guns[i] = self.guns.get(i, 0) + number
        if i in self._manned and self.sight.posts.counts(unit):
            self._manned[i] += number
        if i in self.sight.apart and (camp := self.sight.camp(unit["id"])):
            self.camps[i, camp] = self.camps.get((i, camp), 0) + number
        self.defence[i] = self.defence.get(i, 0.0) + number * defence_of(unit)
        self.attack[i] = self.attack.get(i, 0.0) + number * attack_of(unit)

    def lift(self, unit: Unit, i: int) -> None:
        """A unit out of its hex."""
        self._add(unit, i, -1)

    def put(self, unit: Unit, i: int) -> None:
        """A unit into a hex."""
        self._add(unit, i, 1)
        if is_rank(unit):
            self.short.discard(i)

    def has_room(self, unit: Unit, i: int) -> bool:
        """Whether it may stay there by what it counts, and §18.41 by the others there."""
        if not self.stands_apart(unit, i):
            return False
        if is_rank(unit):
            return self.ranks.get(i, 0) < STACK
        return self.guns.get(i, 0) < GUNS_IN_HEX

    def stands_apart(self, unit: Unit, i: int) -> bool:
        """§18.41: whether nobody of the other western ally stands in a hex where they do not stay together."""
        return i not in self.sight.apart or not self.camps.get((i, OTHER_CAMP.get(self.sight.camp(unit["id"]), "")))

    def is_crowded(self, unit: Unit, i: int) -> bool:
        """§6.2, §17.14: whether infantry or cavalry cannot stay: others fill the hex, as where new units arrive."""
        return is_rank(unit) and self.ranks.get(i, 0) >= STACK

    def threat(self, i: int) -> float:
        """What the enemy around a hex could attack it with, each shared among those that it faces."""
        found = 0.0
        for e in self.sight.around(i):
            if e in self._strength:
                faced = sum(b in self.ranks and self.ranks[b] > 0 for b in self._facing[e]) or 1
                found += self._strength[e][0] / (1.0 + 0.5 * (faced - 1))
        return found

    def _two_away(self, i: int) -> float:
        """What enemies two hexes from a hex could attack with, once they have come up."""
        around = {*self.sight.around(i)}
        second = {e for a in around for e in self.sight.around(a)} - around - {i}
        return sum(self._strength[e][0] for e in second if e in self._strength)

    def want(self, i: int) -> float:
        """§14.2: what it costs to stand beyond the hexes where units are fed."""
        far = self.hunger.get(i, FAR)
        if far == 1 and any(self.hunger.get(b) == 0 and self.ranks.get(b, 0) for b in self.sight.around(i)):
            return 0.0
        return HUNGRY + STARVING * (far - 1) if far else 0.0

    def _far_from_all(self, unit: Unit, i: int) -> float:
        """What a hex is worth by how far it lies from the enemy, and for infantry and cavalry from enemy cities."""
        rank, is_eastern = is_rank(unit), unit["nation"] in EASTERN
        key = (i, rank, is_eastern)
        found = self._base.get(key)
        if found is None:
            sight = self.sight
            found = AWAY
            if i in sight.printed.board.land:
                found = -IDLE * sight.to_enemy.get(i, 60) - DRIVE * rank * min(FAR, sight.to_goals.get(i, FAR))
                aims = sight.to_eastern_aims if is_eastern else sight.to_aims
                found -= sight.habits.pull * min(PULLED_FROM, aims.get(i, PULLED_FROM))
                if is_eastern and sight.aims and sight.printed.board.country[i] in WESTERN:
                    found -= ABROAD
            self._base[key] = found
        return found

    def most(self, unit: Unit, i: int) -> float:
        """What a unit is worth in a hex at most: little where neither enemies nor a city are near."""
        return math.inf if i in self._matters else self._far_from_all(unit, i)

    def score(self, unit: Unit, i: int) -> float:
        """What a unit is worth in a hex, beside those that are or will be there."""
        sight, rank = self.sight, is_rank(unit)
        found = self._far_from_all(unit, i)
        if found == AWAY:
            return AWAY
        if rank and sight.worth(i) and sight.side_of(i) == FOE[sight.side] and not self.ranks.get(i, 0):
            found += TAKE * sight.worth(i)
        if self.hunger:
            found -= self.want(i)
        if i not in self._matters:
            return found
        if self.last:
            return found + POST * self.is_post_for(unit, i) + self.before_keys(unit, i)[0]
        if self.keys:
            found += self.before_keys(unit, i)[0]
        if i in self.short and rank:
            found += GARRISON
        if self.is_post_for(unit, i):
            found += POST
        if rank:
            found += self.guard(i) + self.lifeline(i)
        threat = self.threat(i)
        if i in self._guarded:
            threat += COMING * self._two_away(i)
        if threat:
            found += self.hold(unit, i, threat)
        elif sight.worth(i) and sight.to_enemy.get(i, 60) <= 3 and not self.ranks.get(i, 0) and is_rank(unit):
            found += sight.worth(i)
        return found + self.eager * self.offence(unit, i)[0]

    def before_keys(self, unit: Unit, i: int) -> tuple[float, int]:
        """§1.71, §13.641: what a unit adds to an attack of the last segment, and on whose hex; on none it adds
        nothing."""
        best, on = 0.0, i
        if is_gun(unit) and not self.ranks.get(i, 0):
            return best, on
        for e in self.sight.around(i):
            if e in self.keys:
                defence = max(1.0, self._strength[e][1] * self.sight.cover(e))
                massed = sum(self.attack.get(b, 0.0) for b in self._facing[e])
                lacking = max(0.0, MOST_ODDS * defence - massed)
                adds = min(attack_of(unit), lacking) * self.keys[e] * min(1.0, TWO_STACKS / defence)
                if adds > best:
                    best, on = adds, e
        return best, on

    def _most_massed(self, e: int) -> float:
        """§13.64: odds up to which more are sent against an enemy."""
        habits = self.sight.habits
        return habits.massed + habits.focus * (self.sight.is_before_an_aim(e) + (e in self.sight.aims))

    def is_post_for(self, unit: Unit, i: int) -> bool:
        """§1.71: whether a captured city counts soon if this unit stands in it, and nobody does yet."""
        return self._manned.get(i) == 0 and self.sight.posts.counts(unit)

    def guard(self, i: int) -> float:
        """What infantry or cavalry gives in a city of ours that the enemy could reach: the first gives most."""
        if i not in self._guarded:
            return 0.0
        return float(GUARD * self.sight.worth(i) / (1 + max(0, self.ranks.get(i, 0))) ** 1.5)

    def lifeline(self, i: int) -> float:
        """What infantry or cavalry gives on a way out of a city that will be counted, if nobody stands on any."""
        ways = self._lifelines.get(i, frozenset())
        return LIFELINE if ways and not any(self.ranks.get(b, 0) for b in ways) else 0.0

    def hold(self, unit: Unit, i: int, threat: float) -> float:
        """§13.64: what a unit gives in a hex that enemies could attack with as much as that."""
        sight, cover = self.sight, self.sight.cover(i)
        held = HOLD_OURS if sight.side_of(i) == sight.side else HOLD_THEIRS
        if sight.worth(i) >= WORTH_HAVING:
            held += CITY
        elif sight.aims and not sight.is_before_an_aim(i) and i not in sight.near_what_counts:
            held *= sight.habits.quiet
        lacking = max(0.0, threat * held - self.defence.get(i, 0.0) * cover)
        found = min(lacking, defence_of(unit) * cover) + 0.3 * sight.worth(i)
        if is_rank(unit) and not self.ranks.get(i, 0):
            found += 3.0 + sight.worth(i)
        if sight.is_lost_if_driven(i, sight.side):
            found -= TRAPPED * (attack_of(unit) + defence_of(unit))
        return found

    def offence(self, unit: Unit, i: int) -> tuple[float, int]:
        """What a unit adds to an attack to come, and on whose hex; on none it adds nothing."""
        best, on = 0.0, i
        for e in self.sight.around(i):
            strength = self._strength.get(e)
            if strength is None:
                continue
            defence = max(1.0, strength[1] * self.sight.cover(e))
            massed = sum(self.attack.get(b, 0.0) for b in self._facing[e])
            if massed < self._most_massed(e) * defence:
                wanted = 1.0 + 0.5 * self.sight.worth(e) + 1.0 / (1 + self.sight.to_goals.get(e, 20))
                wanted *= 1.0 + self.sight.habits.focus * self.sight.is_before_an_aim(e)
                nearly = min(1.0, (massed + attack_of(unit)) / defence)
                adds = attack_of(unit) * wanted * nearly * self.hope[e]
                if adds > best:
                    best, on = adds, e
        if is_gun(unit) and not self.ranks.get(i, 0):
            best = 0.0
        return best, on


def best_end(muster: Muster, unit: Unit, start: int, ends: Iterable[str], *, stays: bool = True) -> str | None:
    """The hex to which a unit goes, if any is better than where it stands, or if it may not stay there."""
    found = find_best_end(muster, unit, start, ends, stays=stays)
    if found is not None:
        muster.lift(unit, start)
        muster.put(unit, muster.sight.printed.board.index(found))
    return found


def find_best_end(muster: Muster, unit: Unit, start: int, ends: Iterable[str], *, stays: bool = True) -> str | None:
    """The same, while the unit is still counted where it stands."""
    index = muster.sight.printed.board.lattice.index
    shaken = bool(unit["shaken"])
    muster.lift(unit, start)
    stay = muster.score(unit, start) + (-50.0 if shaken and muster.threat(start) else 0.4)
    stays = stays and not muster.is_crowded(unit, start)
    best, found = stay if stays else -math.inf, None
    for hex_ in ends:
        i = index[hex_]
        if muster.most(unit, i) < best or not muster.has_room(unit, i) or (shaken and muster.threat(i)):
            continue
        if unit["kind"] == CAVALRY and muster.threat(i) and muster.ranks.get(i, 0):
            continue
        worth = muster.score(unit, i)
        if worth > best or (worth == best and found is not None and hex_ < found):
            best, found = worth, hex_
    if found is None and start in muster.sight.overseas:
        # §2.67b: whoever is bound for another box sails there; nobody else has no shore to go to.
        found = min((hex_ for hex_ in ends if index[hex_] not in muster.sight.printed.board.land), default=None)
    muster.put(unit, start)
    return found


def in_order(sight: Sight, able: Iterable[str]) -> list[str]:
    """Those that move: demoralised ones, then reserves with the strongest first, and last the units of the line."""
    known = [u for u in able if u in sight.standing]

    def rank(u: str) -> tuple[bool, bool, float, str]:
        unit, i = sight.standing[u]
        in_line = any(b in sight.theirs for b in sight.around(i))
        return (not unit["shaken"], in_line, -attack_of(unit) - defence_of(unit), u)

    return sorted(known, key=rank)
