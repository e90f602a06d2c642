"""A match in figures, turn by turn, for one viewpoint: from its own log lines and views (decisions/0038).

Nothing here is given a position: a game's gauge measures lines and views that were told, so a chart tells nothing that
they did not. When the match is over everything is open, and the views are the referee's. What was read of a log is
kept in short, so that the next look reads only what came since; nothing is done while nobody asks. All who ask at once,
as when a match ends, are given what the first of them has measured.
"""

from __future__ import annotations

import asyncio
import math
import uuid
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple, cast
from weakref import WeakValueDictionary

from app.analysis.chances import model_for
from app.analysis.outlook import Point, Result, outlook_json
from app.background import SLICE_SECONDS
from app.matches.facts import FINISHED, UNDONE
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.numbers import CommandAsHeard
from app.matches.play.current_matches import CurrentMatches
from app.matches.play.following import Following
from app.matches.reading.match_queries import MatchQueries
from app.matches.rows.repository import Matches
from app.matches.telling.past import Pasts
from app.wire import MAX_SEQ
from rules.kernel.game import REFEREE
from rules.kernel.gauge import Figure, Gauge, Lost, first_turn
from rules.kernel.messages import JsonObject

MAX_CHARTS = 32
"""Matches and viewpoints of which it is known what was read."""
DEFAULT_DIE_SIDES = 6
"""Of a die of which the line says nothing else."""
MAX_BATTLES = 5
"""The greatest battles that are named."""


class Thrown(NamedTuple):
    """A die: how many sides it has, and what it shows."""

    sides: int
    pips: int

    @property
    def luck(self) -> float:
        """By how much it shows more than such dice do in the middle of many."""
        return self.pips - (self.sides + 1) / 2


@dataclass(frozen=True, slots=True)
class Note:
    """What a line of the log means for the charts."""

    number: int
    side: str
    turn: int | None
    dice: tuple[Thrown, ...]
    lost: Lost
    fight: tuple[str, str] | None
    undoes: tuple[int, int] | None
    """The lines after the first number, up to the second, are no more."""


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read of a log up to a number, and the figures at the lines that open turns."""

    number: int = 0
    notes: tuple[Note, ...] = ()
    stands: Mapping[int, tuple[Figure, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What was told of a match at a version, to those who know it up to a point; not to be changed."""

    version: int
    point: CommandAsHeard
    body: JsonObject


_Place = tuple[str, str, str]
"""A match, a viewpoint, and with whose eyes it sees."""


class Charts:
    """Measures matches for whoever asks."""

    def __init__(self, matches: Matches, current: CurrentMatches, following: Following, queries: MatchQueries) -> None:
        self._chronicle = matches.chronicle
        self._current = current
        self._following = following
        self._queries = queries
        self._pasts = Pasts(matches)
        self._read: OrderedDict[_Place, _Read] = OrderedDict()
        self._answers: OrderedDict[_Place, _Answer] = OrderedDict()
        self._turns: WeakValueDictionary[_Place, asyncio.Lock] = WeakValueDictionary()

    async def of(self, match: str, account: uuid.UUID | None, seat: str | None, key: str | None) -> JsonObject:
        """What a caller may know of a match, in figures. ApiError as for the state."""
        live = await self._current.get(match)
        return await self.charts_for(live, await self._following.viewer(live, account, seat, key))

    async def charts_for(self, live: LiveMatch, viewer: str) -> JsonObject:
        """The same for a viewer whose right to look is known."""
        viewpoint, is_over = live.viewpoint(viewer), live.record.status == FINISHED
        place = (live.record.id, viewpoint, REFEREE if is_over else viewpoint)
        turn = self._turns.setdefault(place, asyncio.Lock())
        async with turn:
            point = await self._queries.standpoint(live, viewer)
            kept = self._answers.pop(place, None)
            if kept is None or (kept.version, kept.point) != (live.version, point):
                kept = await self._measure(live, viewer, place, point)
                if is_over:
                    # It is asked for no more: thousands of lines in short take far more room than the answer.
                    self._read.pop(place, None)
            self._answers[place] = kept
            if len(self._answers) > MAX_CHARTS:
                self._answers.popitem(last=False)
            return kept.body

    async def _measure(self, live: LiveMatch, viewer: str, place: _Place, point: CommandAsHeard) -> _Answer:
        _, viewpoint, eye = place
        # Taken at once: the match may go on while the log is read.
        version, now = live.version, None if live.is_delayed(viewer) else live.game.view(live.state, eye)
        if now is None:
            now = (await self._pasts.scene(live, viewpoint, point.event)).view
        read = await self._refresh(live, place, point)
        charts = charts_json(live.game.gauge, read.notes, read.stands, now, point.number)
        return _Answer(version, point, {**charts, "outlook": _outlook(live, read, now)})

    async def _refresh(self, live: LiveMatch, place: _Place, point: CommandAsHeard) -> _Read:
        """What is known of the log, with the lines that came since, and the figures at turns that began since."""
        gauge, (match, viewpoint, eye) = live.game.gauge, place
        read = self._read.pop(place, _Read())
        if read.number < point.number:
            here = point.event, point.number
            lines = await self._chronicle.log(match, viewpoint, here, point.number + 1, read.number, MAX_SEQ)
            read = _Read(point.number, (*read.notes, *await _in_short(gauge, lines)), read.stands)
        elif read.number > point.number:
            # Someone else was told more in the meantime.
            read = _Read(point.number, tuple(n for n in read.notes if n.number <= point.number), read.stands)
        missing = [n for _, n in starts(notes_that_stand(read.notes)) if n not in read.stands]
        found: dict[int, tuple[Figure, ...]] = {}
        for number in missing:
            moment = await self._chronicle.moment(match, viewpoint, number, point.event)
            scene = await self._pasts.scene(live, eye, moment.event)
            found[number] = gauge.standing(scene.view)
        read = _Read(read.number, read.notes, {**read.stands, **found})
        self._read[place] = read
        while len(self._read) > MAX_CHARTS:
            self._read.popitem(last=False)
        return read


def _outlook(live: LiveMatch, read: _Read, now: JsonObject) -> JsonObject | None:
    """Who was likely to win, of a match that is over: before, it would say what hidden units are worth."""
    record, game = live.record, live.game
    ended = game.outcome(live.state)
    if record.status != FINISHED or ended is None:
        return None
    scenario = next((s for s in game.scenarios if s.id == record.scenario), None)
    model = model_for(game.id, scenario.shares or scenario.id) if scenario else None
    if model is None:
        return None
    points = [Point(turn, at, read.stands[at]) for turn, at in starts(notes_that_stand(read.notes))]
    turns = now.get("turns")
    # The rules end a match by one of their sections; what players agree on has none.
    result = Result(ended.winner, bool(ended.section), game.gauge.standing(now))
    return outlook_json(model, points, turns if isinstance(turns, int) else None, result, first_turn(now))


async def _in_short(gauge: Gauge, lines: Sequence[JsonObject]) -> list[Note]:
    """What lines mean for the charts. Others have their turn in between."""
    found: list[Note] = []
    now = asyncio.get_running_loop().time
    turn = now()
    for line in lines:
        if (note := note_of(gauge, line)) is not None:
            found.append(note)
        if now() - turn > SLICE_SECONDS:
            await asyncio.sleep(0)
            turn = now()
    return found


def note_of(gauge: Gauge, line: JsonObject) -> Note | None:
    """A line in short; None if it means nothing here."""
    thrown = cast("Sequence[JsonObject]", line.get("dice") or ())
    every = (Thrown(cast("int", each.get("sides", DEFAULT_DIE_SIDES)), cast("int", each["die"])) for each in thrown)
    # A lot of more or fewer sides says nothing of anyone's luck.
    dice = tuple(die for die in every if die.sides in gauge.dice)
    seq = cast("int", line["seq"])
    back = (cast("int", line["to"]), cast("int", line.get("through", seq))) if line["kind"] == UNDONE else None
    turn, lost, fight = (None, {}, None) if back else (gauge.turn(line), gauge.lost(line), gauge.fight(line))
    if not (dice or lost or back) and turn is None and fight is None:
        return None
    return Note(seq, str(line.get("side") or ""), turn, dice, lost, fight, back)


def notes_that_stand(notes: Sequence[Note]) -> list[Note]:
    """Those that were not taken back. They come by number."""
    numbers = [n.number for n in notes]
    # By how many more lines, or fewer, each note is taken back than the one before it.
    more = [0] * (len(notes) + 1)
    for to, through in (n.undoes for n in notes if n.undoes is not None):
        if to < through:
            more[bisect_right(numbers, to)] += 1
            more[bisect_right(numbers, through)] -= 1
    times = accumulate(more[:-1])
    return [n for n, taken_back in zip(notes, times, strict=True) if n.undoes is None and not taken_back]


def starts(notes: Sequence[Note]) -> list[tuple[int, int]]:
    """Each turn, with the number of the line that opens it."""
    found: list[tuple[int, int]] = []
    for note in notes:
        if note.turn is not None and note.turn > (found[-1][0] if found else 0):
            found.append((note.turn, note.number))
    return found


def charts_json(
    gauge: Gauge, notes: Sequence[Note], stands: Mapping[int, tuple[Figure, ...]], now: JsonObject, number: int
) -> JsonObject:
    """The charts of a viewpoint that was told ``notes`` and sees ``now``."""
    valid = notes_that_stand(notes)
    turns = starts(valid)
    lost = [(n.number, {gauge.side(now, owner): sum(kinds.values()) for owner, kinds in n.lost.items()}) for n in valid]
    luck = [(n.number, {n.side: sum(die.luck for die in n.dice)}) for n in valid if n.dice and n.side]
    points = [stands[opened] for _, opened in turns] + [gauge.standing(now)]
    figures: list[JsonObject] = [
        _figure(shown.title, shown.section, [point[i].values for point in points], signed=False)
        for i, shown in enumerate(points[-1])
    ]
    if gauge.lost is not Gauge().lost:
        figures.append(_figure(*gauge.losses, sums_by_turn(lost, turns), signed=False))
    figures.append(_figure("Dice: pips above or below average", "", sums_by_turn(luck, turns), signed=True))
    return {
        "number": number,
        "turns": [turn for turn, _ in turns],
        "figures": [*figures],
        "dice": {side: _dice_json(dice) for side, dice in _dice_by_side(valid).items()},
        "throws": [*_throws(valid)],
        "lost": {kind: {**by_side} for kind, by_side in _kinds(gauge, valid, now).items()},
        "battles": [*battles(gauge, valid, now)],
    }


def sums_by_turn(
    counted: Sequence[tuple[int, Mapping[str, float]]], turns: Sequence[tuple[int, int]]
) -> list[dict[str, float]]:
    """How much of it there was before each turn began, and in all. Both come by number."""
    so_far: dict[str, float] = dict.fromkeys(sorted({side for _, by_side in counted for side in by_side}), 0)
    found: list[dict[str, float]] = []
    left = iter(counted)
    each = next(left, None)
    for end in (*(opened for _, opened in turns), MAX_SEQ):
        while each is not None and each[0] < end:
            for side, amount in each[1].items():
                so_far[side] += amount
            each = next(left, None)
        found.append({**so_far})
    return found


def _figure(title: str, section: str, points: Sequence[Mapping[str, float]], *, signed: bool) -> JsonObject:
    sides = dict.fromkeys(side for point in points for side in point)
    values: JsonObject = {side: [_whole(point.get(side, 0)) for point in points] for side in sides}
    return {"title": title, "section": section, "signed": signed, "values": values}


def _whole(n: float) -> int:
    """The nearest whole number; halves go away from zero, as on the page."""
    return math.floor(abs(n) + 0.5) * (1 if n >= 0 else -1)


def _dice_json(dice: Sequence[Thrown]) -> JsonObject:
    return {"thrown": len(dice), "pips": sum(die.pips for die in dice)}


def _throws(notes: Sequence[Note]) -> Iterator[JsonObject]:
    """The dice of each number of sides by themselves."""
    by_side = _dice_by_side(notes)
    for sides in sorted({die.sides for dice in by_side.values() for die in dice}):
        alike = {side: [die for die in dice if die.sides == sides] for side, dice in by_side.items()}
        yield {"sides": sides, "by_side": {side: _dice_json(dice) for side, dice in alike.items() if dice}}


def _dice_by_side(notes: Sequence[Note]) -> dict[str, list[Thrown]]:
    found: dict[str, list[Thrown]] = {}
    for note in notes:
        if note.dice and note.side:
            found.setdefault(note.side, []).extend(note.dice)
    return dict(sorted(found.items()))


def _kinds(gauge: Gauge, notes: Sequence[Note], now: JsonObject) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for note in notes:
        for owner, kinds in note.lost.items():
            for kind, n in kinds.items():
                by_side, side = found.setdefault(kind, {}), gauge.side(now, owner)
                by_side[side] = by_side.get(side, 0) + n
    return dict(sorted(found.items()))


def battles(gauge: Gauge, notes: Sequence[Note], now: JsonObject) -> list[JsonObject]:
    """The battles with the greatest losses, the greatest first."""
    fought = [(fight, _total(gauge, fight, now)) for fight in _fights(notes)]
    turns = starts(notes)
    greatest = sorted(
        ((f, lost) for f, lost in fought if lost), key=lambda each: (-sum(each[1].values()), each[0][0].number)
    )
    return [
        {
            "number": fight[0].number,
            "turn": max((turn for turn, opened in turns if opened <= fight[0].number), default=0),
            "place": named[0],
            "text": named[1],
            "lost": {**lost},
        }
        for fight, lost in greatest[:MAX_BATTLES]
        if (named := fight[0].fight) is not None
    ]


def _fights(notes: Sequence[Note]) -> Iterator[list[Note]]:
    """The notes of each battle, beginning with the one that opens it."""
    fight: list[Note] = []
    for note in notes:
        if note.fight is not None:
            if fight:
                yield fight
            fight = [note] if note.fight[0] else []
        elif fight:
            fight.append(note)
    if fight:
        yield fight


def _total(gauge: Gauge, fight: Sequence[Note], now: JsonObject) -> dict[str, int]:
    found: dict[str, int] = {}
    for note in fight:
        for owner, kinds in note.lost.items():
            side = gauge.side(now, owner)
            found[side] = found.get(side, 0) + sum(kinds.values())
    return found
