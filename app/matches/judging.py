"""What an order leads to in a match as it stands, or why it may not be given. Nothing here changes the match.

An order is a command of the game, one taken back, or what the players settle among themselves (the house).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from app.clocks.clock import thinking
from app.clocks.following import followed
from app.clocks.orders import Times
from app.matches.again import decided
from app.matches.ahead import is_ahead
from app.matches.company import Company, Said
from app.matches.facts import ACTIVE, UNDONE, Fact, Lines, Order, Told
from app.matches.hosting import BY_HOST
from app.matches.house import REWOUND, Back, Past, back_of, house_state, settle
from app.matches.numbers import numbered
from app.matches.ruling import Ruling
from app.matches.steps import Stands, Step, TakenBack
from app.matches.table import Table
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import JsonObject, Refusal


def judge(table: Table, order: Order, now: dt.datetime) -> Ruling | Refusal:
    """What a command of the game leads to, or why it is not allowed."""
    game = table.game
    found = game.decide(table.state, order.seat, order.body, table.chance)
    if isinstance(found, Refusal):
        return found
    if not found.events:
        # It would leave no receipt and no step, and undo would take back the command before it.
        return Refusal("nothing_changes", "", "That would change nothing.")
    payloads: list[JsonObject] = []
    lines: list[Lines] = []
    for before, event, after in found.facts(table.state):
        payloads.append(game.dump_event(event))
        told = ((v, game.narrate(before, event, after, v)) for v in table.viewpoints)
        lines.append({v: line for v, line in told if line is not None})
    state = found.states[-1]
    barred = any(game.bars_undo(e) for e in found)
    if is_ahead(order.id):
        # Whoever took it back would be answered the same again.
        lines, barred = _marked("standing", order.seat, lines), True
    elif order.seat in table.house.stand_ins.plays:
        lines = _marked("stand_in", order.seat, lines)
    silent = [v for v in table.viewpoints if not any(v in told for told in lines)]
    views = {v: game.view(state, v) for v in silent if v != table.viewpoint(order.seat)}
    lost = table.steps.lost(order.seat, barred)
    shown = {v for v in silent if v not in views or _is_shown(table, v, state, views[v], lost)}
    facts = _facts(table, order, now, payloads, lines, shown)
    outcome, news = game.outcome(state), _told_by(table, state, facts[-1])
    lots = tuple(game.pools.lots(after) for after in found.states)
    return Ruling(order, table.linked(order, facts), state, barred, outcome, views, told=news, lots=lots)


def take_back(table: Table, order: Order, now: dt.datetime) -> Ruling | Refusal:
    """What taking back this seat's last command leads to, or why it cannot be."""
    seat = order.seat
    found = table.steps.taken_back(seat, decided(table.game)) if table.record.status == ACTIVE else None
    if found is None:
        return Refusal("nothing_to_undo", "", table.undo(seat)["text"])
    if isinstance(found, Stands):
        return _stands(table, seat, found)
    step = found.step
    title = next(c.title for c in table.record.chairs if c.seat == seat)
    plain = f"{title} undid the last command."
    text = table.text_of(step)
    own = f"{title} undid the last command: “{text}”" if text else plain
    mine = table.viewpoint(seat)
    told = [v for v in table.viewpoints if v == mine or _notices(table, v, found)]
    lines = {v: _undone_line(seat, step, v, own if v == mine else plain) for v in told}
    facts = _facts(table, order, now, [found.origin.payload()], [lines], ())
    news = _told_by(table, found.state, facts[-1])
    return Ruling(order, table.linked(order, facts), found.state, False, None, undone=found, told=news)


def judge_house(
    table: Table, order: Order, now: dt.datetime, company: Company, back: Back | None, past: Past
) -> Ruling | Refusal:
    """What an order of the house leads to, or why it cannot be given."""
    timing = table.record.timing
    times = None if timing is None else Times(timing.terms, timing.out)
    found = settle(table.house, company, order.seat, order.id, order.body, back, past, times)
    if isinstance(found, Refusal):
        return found
    house, state = table.house, table.state
    for said in found:
        house, state = house.after(said.payload), house_state(table.game, state, said.payload)
    meant = back_of(table.house, order.body, back)
    lines = [_house_lines(table, order.seat, said, meant) for said in found]
    facts = _facts(table, order, now, [said.payload for said in found], lines, ())
    news = _told_by(table, state, facts[-1])
    outcome = table.game.outcome(state)
    return Ruling(order, table.linked(order, facts), state, False, outcome, house=house, told=news)


def judge_by_server(table: Table, order: Order, now: dt.datetime) -> Ruling | Refusal:
    """The same for what the server itself says of a seat, as for the one who sits there."""
    account = next(c.account for c in table.record.chairs if c.seat == order.seat)
    return judge_house(table, order, now, table.company(account), None, dict)


def timed(table: Table, ruling: Ruling, now: dt.datetime) -> Ruling:
    """A ruling with the clocks after it, if others run."""
    if table.record.timing is None:
        return ruling
    over = ruling.outcome is not None
    deciders = () if over else table.game.deciders(ruling.state)
    running = thinking(deciders, table.places)
    payloads = (fact.payload for fact in ruling.facts)
    # Whoever answers beforehand could else fill the clock by questions that cost no time.
    earned = not over and not is_ahead(ruling.order.id)
    timing = followed(table.record.timing, payloads, running, now, earned=earned)
    return ruling if timing is None else replace(ruling, timing=timing)


def _facts(
    table: Table,
    order: Order,
    now: dt.datetime,
    payloads: Sequence[JsonObject],
    lines: Sequence[Lines],
    shown: Collection[str],
) -> list[Fact]:
    """The facts of a command, numbered; ``shown`` are the viewpoints that are told something without a line."""
    rows = zip(payloads, lines, numbered(table.numbers, lines, shown), strict=True)
    return [
        Fact(seq, str(payload["kind"]), payload, told, numbers, order.seat, order.id, now)
        for seq, (payload, told, numbers) in enumerate(rows, start=table.version + 1)
    ]


def _told_by(table: Table, state: Any, last: Fact) -> Told | None:
    """What everybody reads of a match in ``state``; None if a command that ends so tells the spectator nothing."""
    number = last.numbers[SPECTATOR]
    if number == table.number(SPECTATOR):
        return None
    glance = table.game.glance(state)
    return Told(number, glance, table.turns(glance.turn))


def _is_shown(table: Table, viewpoint: str, state: Any, view: JsonObject, lost: Collection[str] = ()) -> bool:
    """Whether another's command that leads to ``state`` and ``view`` tells a viewpoint something.

    It may see something new, be asked something new, or have lost what it could take back.
    """
    game, was = table.game, table.state
    own = [s for s, of in table.places.items() if of == viewpoint]
    return (
        view != table.view(viewpoint)
        or game.deciders(state) != game.deciders(was)
        or any(game.ask(state, s) != game.ask(was, s) or s in lost for s in own)
    )


def _notices(table: Table, viewpoint: str, undone: TakenBack) -> bool:
    """Whether a viewpoint was told anything of a command, or sees that it is taken back.

    If not, it is not told either that it was.
    """
    step = undone.step
    if step.told[viewpoint] > step.numbers[viewpoint]:
        return True
    return _is_shown(table, viewpoint, undone.state, table.game.view(undone.state, viewpoint))


def _stands(table: Table, seat: str, found: Stands) -> Refusal:
    """Why a command cannot be taken back: a later one would be another without it."""
    text = found.on_it.texts.get(table.viewpoint(seat))
    what = f": {text}" if text else "."
    return Refusal("stands_on_it", "", f"You cannot take this back, because a later move depends on it{what}")


def _undone_line(seat: str, step: Step, viewpoint: str, text: str) -> JsonObject:
    """The lines after ``to``, up to ``through``, tell of what is no more."""
    between: JsonObject = {"to": step.numbers[viewpoint], "through": step.told[viewpoint]}
    return {"kind": UNDONE, "section": "", "side": seat, "text": text, **between, "dice": [], "hexes": []}


def _house_lines(table: Table, seat: str, said: Said, back: Back | None) -> Lines:
    """The line of a fact of the house, for whoever hears of it."""
    told = table.viewpoints if said.to is None else {table.viewpoint(s) for s in said.to}
    side = "" if seat == BY_HOST else seat
    line: JsonObject = {"kind": "house", "section": "", "side": side, "text": said.text, "dice": [], "hexes": []}
    if said.payload["kind"] != REWOUND or back is None:
        return {v: line for v in table.viewpoints if v in told}
    # Faded like what a player takes back alone: it is no more.
    return {
        v: {**line, "kind": UNDONE, "to": back.numbers.get(v, 0), "through": table.number(v)} for v in table.viewpoints
    }


def _marked(mark: str, seat: str, lines: Sequence[Lines]) -> list[Lines]:
    """The lines of a command, with a mark on the first that each viewpoint reads: whose standing order gave it, or for
    whom somebody stood in."""
    marked: set[str] = set()
    found: list[Lines] = []
    for told in lines:
        found.append({v: line if v in marked else {**line, mark: seat} for v, line in told.items()})
        marked.update(told)
    return found
