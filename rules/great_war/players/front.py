"""The line that a side holds: its hexes, how hard the enemy presses each, and how strongly it is held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.great_war.players import posts
from rules.great_war.players.axis import sector
from rules.great_war.players.odds import digs
from rules.great_war.players.sight import PARTS_OF_EUROPE, PARTS_OF_THE_NEAR_EAST, SIDE_OF, Sight, Unit
from rules.great_war.printed.fronts import EAST, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.hexes.programs.front import held_line
from rules.kernel.floods import spread

SIGHT_OF_ENEMY = 4
"""Hexes from which an enemy stack can soon be before ours: a line is held as far as that."""
SECOND_ROW = 0.3
"""What enemies two hexes away count, against those beside a hex."""
HOLDS = 2.2
"""Odds at which a hex should hold in the open: below them an attack costs the attacker more than the defender."""
A_COLUMN, A_PIP = 0.8, 0.6
"""How much worse the odds may be for every column of the ground, and for every point that trenches take off the die."""
EMPTY = 0.3
"""The part of its need below which a hex calls for men before that sector does."""
LEAST, WATCHED = 3.0, 1.0
"""Defence factors that a hex of the line should have whoever is before it: a division; less where no enemy is near."""
FAR = 999
BOTH = "both"
MAN, GROUND, AIM = 1.0, 0.8, 10.0
"""What it takes to hold a hex in the open, and what a hex of ground is worth, and one that counts for victory."""
WON = 1.3
"""What a hex of ground is worth that was taken from the enemy, in the theatre in which a side holds what it has."""
STRAINED, EASY = 1.15, 1.0
"""The pressure over which a theatre calls for men, and that up to which it can spare some."""


@dataclass(frozen=True)
class Line:
    """The line of one side in one part of the war. ``need`` and ``have`` are defence factors by hex."""

    sight: Sight
    part: str
    need: Mapping[int, float]

    @cached_property
    def have(self) -> Mapping[int, float]:
        """The units in each hex of the line."""
        return {i: strength(self.sight.mine.get(i, ())) for i in self.need}

    @cached_property
    def share(self) -> Mapping[int, float]:
        """What each hex should have, so that a reserve is left: what it needs, or its part of what there is."""
        there = sum(strength(u) for i, u in self.sight.mine.items() if self.sight.part[i] == self.part)
        seeks = seeks_it(self.sight, self.part)
        free = self.sight.habits.reserve if seeks else self.sight.habits.elsewhere
        if seeks and (on_the_march(self.sight) or self.sight.in_haste):
            free = self.sight.habits.massed
        elif self.sector:
            free = self.sight.habits.gathered
        part = min(1.0, there * (1 - free) / max(1.0, sum(self.need.values())))
        quiet, kept = self.sight.habits.quiet if self.sector else 1.0, self.sector | self.sight.aims
        hasty = self.sight.in_haste
        return {
            i: 0.0
            if hasty and i not in self.sector
            else max(min(LEAST, need), need * part * (1.0 if i in kept else quiet))
            for i, need in self.need.items()
        }

    @cached_property
    def lost(self) -> frozenset[int]:
        """Ground that is cut off already, from where units break out."""
        return self.sight.phase.lost.get(self.part, frozenset())

    @cached_property
    def out(self) -> Mapping[int, int]:
        """Hexes from everywhere to the nearest of the line, over ground of either side that no enemy stands on."""
        barred = self.sight.theirs.keys() | self.sight.closed
        return spread(self.sight.board.lines, sorted(self.need), lambda _, b: b not in barred)

    @cached_property
    def sector(self) -> frozenset[int]:
        """The part of the line from which the decision is sought, if it is sought in this theatre alone."""
        if (
            effort(self.sight) != self.part
            or on_the_march(self.sight)
            or self.pressure > self.sight.habits.hard_pressed
        ):
            return frozenset()
        return sector(self.sight, self.part, self.need)

    @cached_property
    def pressure(self) -> float:
        """What is needed against what is there, over the whole line."""
        return sum(self.need.values()) / max(1.0, sum(self.have.values()))

    @cached_property
    def neediest(self) -> tuple[int, ...]:
        """The third of the line that lacks most of what it needs."""
        ranked = sorted(self.need, key=lambda i: (self.have[i] - self.need[i], self.sight.board.ids[i]))
        return tuple(ranked[: max(1, len(ranked) // 3)])

    @cached_property
    def field(self) -> Mapping[int, int]:
        """Hexes from every hex of ours to where men are wanted, over ground of ours: the sector of the decision and
        what is all but empty, or the neediest of the line."""
        if self.sector:
            return distances(self.sight, self.sector | {i for i in self.need if self.have[i] < EMPTY * self.need[i]})
        return distances(self.sight, self.neediest)

    @cached_property
    def way(self) -> Mapping[int, int]:
        """Hexes from every hex of ours to the nearest of the line."""
        return distances(self.sight, self.need)


def effort(sight: Sight) -> str:
    """The theatre in which a side seeks the decision. The Central Powers, who can carry men from one to the other, seek
    it in the west in 1914 and once there is peace with Russia, else in the east; under Moltke's plan always there. The
    Allies have an army in each."""
    if sight.side == ALLIED:
        return BOTH
    if WEST not in sight.parts or no_way_west(sight):
        return EAST
    return WEST if sight.view["ledger"]["treaty"] or decides_in_the_west(sight) else EAST


def decides_in_the_west(sight: Sight) -> bool:
    """Whether the decision is still sought in the west, and armies march into what stands empty."""
    card = sight.printed.scenarios[sight.view["scenario"]]
    if card.is_from_august:
        return sight.turn <= sight.habits.decision
    return sight.turn < card.turn + sight.habits.decision_later


def seeks_it(sight: Sight, part: str) -> bool:
    """Whether a side seeks the decision in a part of the war: in the Near East it does so everywhere."""
    return part in PARTS_OF_THE_NEAR_EAST or effort(sight) in (part, BOTH)


def on_the_march(sight: Sight) -> bool:
    """Whether this is Germany's march of 1914."""
    marches = sight.side == CENTRAL and sight.turn <= sight.habits.marching and WEST in sight.parts
    return marches and not no_way_west(sight)


def no_way_west(sight: Sight) -> bool:
    """§20.3 No. 10: whether Belgium is neutral, so that Germany looks east."""
    return "BE" in sight.view["tracks"]["neutral"]


def is_pressing(sight: Sight, theatre: str) -> bool:
    """Whether the other theatre calls for men before this one attacks."""
    worst = theatre_in_need(sight)
    return worst != theatre and line_of(sight, worst).pressure > STRAINED


def theatre_in_need(sight: Sight) -> str:
    """The theatre that men are carried to: one that does not hold before that in which the decision is sought."""
    if sight.alone:
        return max(PARTS_OF_THE_NEAR_EAST, key=lambda part: line_of(sight, part).pressure)
    pressure = {theatre: line_of(sight, theatre).pressure for theatre in PARTS_OF_EUROPE if theatre in sight.parts}
    worst = max(pressure, key=lambda theatre: pressure[theatre])
    if on_the_march(sight):
        return WEST
    sought = effort(sight)
    if sight.side == ALLIED or pressure[worst] > (STRAINED if worst == sought else sight.habits.hard_pressed):
        return worst
    return sought


def strength(units: Iterable[Unit]) -> float:
    """The defence factors of combat units."""
    return sum(u.defence for u in units if u.fights)


def distances(sight: Sight, goals: Iterable[int]) -> Mapping[int, int]:
    """Hexes from every hex of ours to the nearest goal, over ground of ours."""
    ours = sight.ours
    return spread(sight.board.lines, sorted(goals), lambda _, b: b in ours)


def line_of(sight: Sight, part: str) -> Line:
    """The line in a part of the war, of which the hexes and their needs are found once a phase."""
    key = ("line", part)
    if key not in sight.memo:
        needs = sight.phase.needs
        if part not in needs:
            needs[part] = _needs(sight, part)
        sight.memo[key] = Line(sight, part, needs[part])
    found: Line = sight.memo[key]
    return found


def _needs(sight: Sight, part: str) -> Mapping[int, float]:
    """Our hexes that the enemy can soon reach, and what it takes to hold each."""
    if part in PARTS_OF_THE_NEAR_EAST:
        return posts.needs(sight, part)
    found, phase = _look_of(sight, part), sight.phase
    before = phase.kept.get(part)
    if before is None or before[0] != found:
        needs = _needs_of_line(sight, part)
        before = phase.kept[part] = found, needs, phase.lost.get(part, frozenset())
    phase.lost[part] = before[2]
    return before[1]


def _look_of(sight: Sight, part: str) -> object:
    """All that the line of a part of Europe hangs on. The other part often stays as it is for a phase or two."""
    view, of = sight.view, sight.part
    tracks = view["tracks"]
    return (
        sight.turn,
        tracks["strategic"],
        (*tracks["weather"].items(),),
        view["ledger"]["treaty"],
        sight.closed,
        sight.forts,
        frozenset(i for i in sight.ours if of[i] == part),
        frozenset(i for i in sight.enemys if of[i] == part),
        tuple((i, nation_in(sight, i)) for i in sorted(sight.mine) if of[i] == part),
        tuple((i, sum(u.attack for u in sight.theirs[i] if u.fights)) for i in sorted(sight.theirs) if of[i] == part),
    )


def _needs_of_line(sight: Sight, part: str) -> Mapping[int, float]:
    """The hexes of the line in a part of Europe, and what it takes to hold each."""
    board, shut = sight.board, sight.closed
    armies = {i: sum(u.attack for u in units if u.fights) for i, units in sight.theirs.items() if sight.part[i] == part}
    armies = {i: attack for i, attack in armies.items() if attack}
    blocked = shut | frozenset(sight.mine)
    steps = spread(board.lines, sorted(armies), lambda _, b: b not in blocked)
    near = {i for i, far in steps.items() if far <= SIGHT_OF_ENEMY}
    need: dict[int, float] = {}
    for i in sorted(sight.ours | frozenset(sight.mine)):
        if sight.part[i] != part or i in shut or (i in board.alpine and i not in sight.mine):
            continue
        beside = board.beside(i)
        first = sum(armies.get(b, 0) for b in beside)
        if not first and not any(b in near and b not in sight.ours for b in beside):
            continue
        second = {c for b in beside for c in board.beside(b)} - {*beside, i}
        threat = first + SECOND_ROW * sum(armies.get(c, 0) for c in second)
        need[i] = max(LEAST if first else WATCHED, threat / holds(sight, i))
        if i in sight.aims:
            need[i] *= sight.habits.heavier
    return _where_best_held(sight, part, need, armies)


def holds(sight: Sight, i: int) -> float:
    """The odds at which a hex should hold, behind what ground and trenches give to its defenders."""
    board, features = sight.board, sight.charts.features
    columns = sight.charts.terrain[board.terrain[i]].shift[sight.weather(i)]
    columns += features.city_shift if i in board.cities else 0
    columns += features.fort_shift if i in sight.forts else 0
    return HOLDS + A_COLUMN * columns - A_PIP * digs(sight, nation_in(sight, i), sight.side)


def nation_in(sight: Sight, i: int) -> str:
    """The nation of the first combat unit in a hex, empty without one."""
    return next((u.nation for u in sight.mine.get(i, ()) if u.fights), "")


def _where_best_held(
    sight: Sight, part: str, need: Mapping[int, float], armies: Mapping[int, float]
) -> dict[int, float]:
    """The line once a salient is given up that takes more men than it is worth; what is cut off holds where it is."""
    line, cut_off = _best_line(sight, part)
    if not line:
        return dict(need)
    lost = given_up(sight, cut_off)
    sight.phase.lost[part] = lost
    found = {i: value for i, value in need.items() if i in cut_off - lost}
    for i in line:
        found[i] = need[i] if i in need else _behind(sight, i, armies)
    return found


def given_up(sight: Sight, cut_off: frozenset[int]) -> frozenset[int]:
    """§11.8: the foreign ground where the Central Powers break out. The Allies may be fed by sea, and hold where they
    are."""
    if not sight.habits.break_out or sight.side == ALLIED or sight.turn < sight.habits.break_out_from:
        return frozenset()
    country = sight.board.country
    return frozenset(i for i in cut_off if SIDE_OF.get(country[i]) == sight.foe)


def _behind(sight: Sight, i: int, armies: Mapping[int, float]) -> float:
    """What a hex needs to which the line goes back: the enemy follows."""
    beside = sight.board.beside(i)
    near = {c for b in beside for c in sight.board.beside(b)} | {*beside}
    needed = max(LEAST, SECOND_ROW * sum(armies.get(c, 0) for c in near) / holds(sight, i))
    return needed * sight.habits.heavier if i in sight.aims else needed


def _worth(sight: Sight, i: int, won: bool) -> float:
    """What it costs to leave a hex to the enemy."""
    if i not in sight.ours:
        return 0.0
    return (WON if won else GROUND) + (AIM if i in sight.aims else 0.0)


def _best_line(sight: Sight, part: str) -> tuple[frozenset[int], frozenset[int]]:
    """The hexes of the best line, and those in which units are cut off from home."""
    board, shut = sight.board, sight.closed
    ground = {
        i
        for i in sight.ours | frozenset(sight.mine)
        if sight.part[i] == part and i not in shut and board.land[i] and (i not in board.alpine or i in sight.mine)
    }
    home = frozenset(i for i in ground & board.edges if SIDE_OF.get(board.country[i]) == sight.side)
    joined = spread(board.lines, sorted(home), lambda _, b: b in ground)
    enemys = {i for i in sight.enemys | frozenset(sight.theirs) if i not in shut and board.land[i]}
    front = frozenset(i for i in joined if any(b in enemys for b in board.beside(i)))
    bound = not seeks_it(sight, part)
    won = {i for i in joined if bound and SIDE_OF.get(board.country[i]) == sight.foe}
    worth = {i: _worth(sight, i, i in won) for i in sorted(joined)}
    line = held_line(worth, front, home, lambda i: MAN * HOLDS / max(1.0, holds(sight, i)), board.beside)
    return line, frozenset(ground - joined.keys())
