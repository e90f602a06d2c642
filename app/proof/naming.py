"""What the ids of commands claim, as an export tells it: each is there once, and says who gave the command.

The server alone gives ids with a stroke in them: of answers by standing orders, of what it says of clocks, programs and
hints, and of days on which someone is away. All others are the clients' own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

from app.clocks.orders import COME_BACK, GO_AWAY, TIME_OUT
from app.matches.agreements.settlement import HINT, is_agreement
from app.matches.agreements.standing_in import REPLACE
from app.matches.live_match.standing_orders import PREFIX, is_by_standing_order
from app.proof.canonical import canonical
from app.proof.exported import ExportedEntry
from app.proof.report import Report
from rules.kernel.game import Game
from rules.kernel.messages import JsonObject
from rules.kernel.standing import Orders, StandingKind, StandingOrder

STROKE: Final = "/"
_SERVERS: Final[Mapping[str, str]] = {
    TIME_OUT: "clock",
    GO_AWAY: "away",
    COME_BACK: "back",
    REPLACE: "program",
    HINT: "hint",
}
"""What the server says of a seat, and how the ids of that begin."""


def check_ids(report: Report, commands: Sequence[ExportedEntry], ours: str) -> None:
    """No id is there twice, and none claims what its command is not: faults where these rules judged, else doubts."""
    for id_, times in Counter(told.order.id for told in commands if told.has_command).items():
        if times > 1:
            report.faults.append(f"{times} commands have the id {id_}: a match takes each once")
    for told in commands:
        wrong = _wrong_id(told) if told.has_command else None
        if wrong is not None:
            which = f"events {told.first} to {told.last} ({told.order.seat}): {wrong}"
            (report.faults if told.rules == ours else report.doubts).append(which)


def _wrong_id(told: ExportedEntry) -> str | None:
    order, before = told.order, told.first - 1
    kind = str(order.body.get("kind"))
    if is_by_standing_order(order.id):
        if not order.body or is_agreement(kind):
            return "no standing order gives such a command"
        said = order.id.removeprefix(PREFIX)
        return None if said == str(before) else f"by its id it came after event {said}, but it came after {before}"
    of = order.id.partition(STROKE)[0] if STROKE in order.id else None
    if of != _SERVERS.get(kind):
        return f"the id {order.id} is not one of such a command"
    return None


def may_be_ahead(
    game: Game[Any, Any], state: Any, seat: str, kinds: Sequence[StandingKind], command: JsonObject
) -> bool:
    """Whether there are standing orders of a seat that give this command now."""
    question = game.legal(state, seat)
    meant = canonical(command)
    asked = [kind for kind in kinds if question["step"] in kind.steps]
    return any(canonical(game.answer_ahead(state, seat, orders)) == meant for orders in _sets(asked))


def _sets(kinds: Sequence[StandingKind]) -> Iterator[Orders]:
    """All that a seat may have ordered for a step: first without conditions, which is nearly always enough."""
    for whens in (False, True):
        each = [[None, *_orders(kind, whens=whens)] for kind in kinds]
        for chosen in product(*each):
            orders = {order.kind: order for order in chosen if order is not None}
            if orders:
                yield orders


def _orders(kind: StandingKind, *, whens: bool) -> Iterator[StandingOrder]:
    named = [[(c.key, choice.key) for choice in c.choices] for c in kind.conditions] if whens else []
    for conditions in product(*named):
        for answer in kind.answers:
            yield StandingOrder(kind.key, answer.key, dict(conditions))
