"""What an order leads to in a match as it stands, or why it may not be given. Nothing here changes the match.

An order is a command of the game, one taken back, or what the players settle among themselves (the house).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from app.clocks.clock import seats_on_the_clock
from app.clocks.following import timing_after
from app.clocks.orders import Times
from app.errors import ApiError
from app.matches.agreements.hosting import BY_HOST
from app.matches.agreements.seating import Said, Seating, in_words
from app.matches.agreements.seats import played_by_programs, seats_after
from app.matches.agreements.settlement import REWOUND, Back, Past, back_of, settle, state_after
from app.matches.facts import (
    ACTIVE,
    CALLED_OFF,
    FINISHED,
    OPEN,
    OPENING,
    UNDONE,
    Lines,
    PublicSummary,
    ReceivedCommand,
    StoredFact,
)
from app.matches.live_match.again import redo_by_rules
from app.matches.live_match.live_match import LiveMatch
from app.matches.live_match.numbers import numbers_after
from app.matches.live_match.ruling import Ruling
from app.matches.live_match.standing_orders import is_by_standing_order
from app.matches.live_match.undo_steps import Stands, TakenBack, UndoStep
from rules.kernel import lanes
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import JsonObject, Refusal

Judge: TypeAlias = Callable[[LiveMatch, dt.datetime], Ruling | Refusal | ApiError]
"""Judges one order, given at a moment."""


def judge(live: LiveMatch, order: ReceivedCommand, now: dt.datetime) -> Ruling | Refusal:
    """What a command of the game leads to, or why it is not allowed."""
    game = live.game
    found = game.decide(live.state, order.seat, order.body, live.chance)
    if isinstance(found, Refusal):
        return found
    if not found.events:
        # It would leave no receipt and no step, and undo would take back the command before it.
        return Refusal("nothing_changes", "", "That would change nothing.")
    payloads: list[JsonObject] = []
    lines: list[Lines] = []
    for before, event, after in found.facts(live.state):
        payloads.append(game.dump_event(event))
        told = ((v, game.narrate(before, event, after, v)) for v in live.viewpoints)
        lines.append({v: line for v, line in told if line is not None})
    state = found.states[-1]
    barred = any(game.bars_undo(e) for e in found)
    if is_by_standing_order(order.id):
        # Whoever took it back would be answered the same again.
        lines, barred = _with_mark("standing", order.seat, lines), True
    elif order.seat in live.agreements.stand_ins.plays:
        lines = _with_mark("stand_in", order.seat, lines)
    silent = [v for v in live.viewpoints if not any(v in told for told in lines)]
    views = {v: game.view(state, v) for v in silent if v != live.viewpoint(order.seat)}
    lost = live.steps.seats_without_undo(order.seat, barred)
    shown = {v for v in silent if v not in views or _is_shown(live, v, state, views[v], lost)}
    facts = _facts(live, order, now, payloads, lines, shown)
    outcome, news = game.outcome(state), _told_by(live, state, facts[-1])
    lots = tuple(game.pools.lots(after) for after in found.states)
    return Ruling(order, live.add_link(order, facts), state, barred, outcome, views, told=news, lots=lots)


def take_back(live: LiveMatch, order: ReceivedCommand, now: dt.datetime) -> Ruling | Refusal:
    """What taking back this seat's last command leads to, or why it cannot be."""
    seat = order.seat
    found = live.steps.taken_back(seat, redo_by_rules(live.game)) if live.record.status == ACTIVE else None
    if found is None:
        return Refusal("nothing_to_undo", "", live.undo(seat)["text"])
    if isinstance(found, Stands):
        return _stands(live, seat, found)
    step = found.step
    title = live.record.seat_record(seat).title
    plain = f"{title} undid the last command."
    text = live.text_of(step)
    own = f"{title} undid the last command: “{text}”" if text else plain
    mine = live.viewpoint(seat)
    told = [v for v in live.viewpoints if v == mine or _notices(live, v, found)]
    lines = {v: _undone_line(seat, step, v, own if v == mine else plain) for v in told}
    facts = _facts(live, order, now, [found.origin.payload()], [lines], ())
    news = _told_by(live, found.state, facts[-1])
    return Ruling(order, live.add_link(order, facts), found.state, False, None, undone=found, told=news)


def judge_agreement(
    live: LiveMatch, order: ReceivedCommand, now: dt.datetime, seating: Seating, back: Back | None, past: Past
) -> Ruling | Refusal:
    """What an order about an agreement leads to, or why it cannot be given."""
    timing = live.record.timing
    times = None if timing is None else Times(timing.terms, timing.out)
    found = settle(live.agreements, seating, order.seat, order.id, order.body, back, past, times)
    if isinstance(found, Refusal):
        return found
    agreements, state = live.agreements, live.state
    for said in found:
        agreements, state = agreements.after(said.payload), state_after(live.game, state, said.payload)
    meant = back_of(live.agreements, order.body, back)
    lines = [_agreement_lines(live, order.seat, said, meant) for said in found]
    facts = _facts(live, order, now, [said.payload for said in found], lines, ())
    news = _told_by(live, state, facts[-1])
    outcome = live.game.outcome(state)
    return Ruling(order, live.add_link(order, facts), state, False, outcome, agreements=agreements, told=news)


def judge_by_server(live: LiveMatch, order: ReceivedCommand, now: dt.datetime) -> Ruling | Refusal:
    """The same for what the server itself says of a seat, as for the one who sits there."""
    account = live.record.seat_record(order.seat).account
    return judge_agreement(live, order, now, live.seating(account), None, dict)


def verdict(live: LiveMatch, judge: Judge) -> Ruling | Refusal | ApiError:
    """What comes of an order, with the clocks after it. ApiError unless the match is in play."""
    if live.record.status in (OPEN, OPENING):
        return ApiError(409, "not_started", "The match starts when all seats are taken and all words are open.")
    if live.record.status in (FINISHED, CALLED_OFF):
        return ApiError(409, "finished", "The match is over.")
    now = dt.datetime.now(dt.UTC)
    found = judge(live, now)
    return _with_clocks(live, found, now) if isinstance(found, Ruling) else found


def _with_clocks(live: LiveMatch, ruling: Ruling, now: dt.datetime) -> Ruling:
    """A ruling with the clocks after it, if others run."""
    if live.record.timing is None:
        return ruling
    over = ruling.outcome is not None
    deciders = () if over else live.game.deciders(ruling.state)
    seat_records = live.record.seats
    if ruling.agreements is not None:
        seat_records = seats_after(seat_records, ruling.facts, ruling.agreements.seats, ruling.newcomer)
    programs = played_by_programs(seat_records)
    running = seats_on_the_clock([seat for seat in deciders if seat not in programs], live.places)
    payloads = (fact.payload for fact in ruling.facts)
    # Whoever answers beforehand could else fill the clock by questions that cost no time.
    earned = not over and not is_by_standing_order(ruling.order.id)
    timing = timing_after(live.record.timing, payloads, running, now, earned=earned)
    return ruling if timing is None else replace(ruling, timing=timing)


def _facts(
    live: LiveMatch,
    order: ReceivedCommand,
    now: dt.datetime,
    payloads: Sequence[JsonObject],
    lines: Sequence[Lines],
    shown: Collection[str],
) -> list[StoredFact]:
    """The facts of a command, numbered; ``shown`` are the viewpoints that are told something without a line."""
    rows = zip(payloads, lines, numbers_after(live.numbers, lines, shown), strict=True)
    return [
        StoredFact(seq, str(payload["kind"]), payload, told, numbers, order.seat, order.id, now)
        for seq, (payload, told, numbers) in enumerate(rows, start=live.version + 1)
    ]


def _told_by(live: LiveMatch, state: Any, last: StoredFact) -> PublicSummary | None:
    """What everyone reads of a match in ``state``; None if a command that ends so tells the spectator nothing."""
    number = last.numbers[SPECTATOR]
    if number == live.number(SPECTATOR):
        return None
    glance = live.game.glance(state)
    return PublicSummary(number, glance, live.turns(glance.turn))


def _is_shown(live: LiveMatch, viewpoint: str, state: Any, view: JsonObject, lost: Collection[str] = ()) -> bool:
    """Whether another's command that leads to ``state`` and ``view`` tells a viewpoint something.

    It may see something new, be asked something new, or have lost what it could take back.
    """
    game, was = live.game, live.state
    own = [s for s, of in live.places.items() if of == viewpoint]
    return (
        view != live.view(viewpoint)
        or game.deciders(state) != game.deciders(was)
        or any(lanes.asks(game, state, s) != lanes.asks(game, was, s) or s in lost for s in own)
    )


def _notices(live: LiveMatch, viewpoint: str, undone: TakenBack) -> bool:
    """Whether a viewpoint was told anything of a command, or sees that it is taken back.

    If not, it is not told either that it was.
    """
    step = undone.step
    if step.told[viewpoint] > step.numbers[viewpoint]:
        return True
    return _is_shown(live, viewpoint, undone.state, live.game.view(undone.state, viewpoint))


def _stands(live: LiveMatch, seat: str, found: Stands) -> Refusal:
    """Why a command cannot be taken back: a later one would be another without it."""
    text = found.on_it.texts.get(live.viewpoint(seat))
    what = f": {text}" if text else "."
    return Refusal("stands_on_it", "", f"You cannot take this back, because a later move depends on it{what}")


def _undone_line(seat: str, step: UndoStep, viewpoint: str, text: str) -> JsonObject:
    """The lines after ``to``, up to ``through``, tell of what is no more."""
    between: JsonObject = {"to": step.numbers[viewpoint], "through": step.told[viewpoint]}
    return {"kind": UNDONE, "section": "", "side": seat, "text": text, **between, "dice": [], "hexes": []}


def _agreement_lines(live: LiveMatch, seat: str, said: Said, back: Back | None) -> Lines:
    """The line of a fact about an agreement, for whoever hears of it."""
    told = live.viewpoints if said.to is None else {live.viewpoint(s) for s in said.to}
    side = "" if seat == BY_HOST else seat
    line: JsonObject = {
        "kind": "house",
        "section": "",
        "side": side,
        "text": in_words(live.game, said.text),
        "dice": [],
        "hexes": [],
    }
    if said.payload["kind"] != REWOUND or back is None:
        return {v: line for v in live.viewpoints if v in told}
    # Faded like what a player takes back alone: it is no more.
    return {
        v: {**line, "kind": UNDONE, "to": back.numbers.get(v, 0), "through": live.number(v)} for v in live.viewpoints
    }


def _with_mark(mark: str, seat: str, lines: Sequence[Lines]) -> list[Lines]:
    """The lines of a command, with a mark on the first that each viewpoint reads: whose standing order gave it, or for
    whom someone stood in."""
    marked: set[str] = set()
    found: list[Lines] = []
    for told in lines:
        found.append({v: line if v in marked else {**line, mark: seat} for v, line in told.items()})
        marked.update(told)
    return found
