"""A match that programs played, as its export has it: played in memory as a server plays it."""

from __future__ import annotations

import datetime as dt
import json
import random
from collections.abc import Mapping
from typing import Any

from app.matches.facts import ReceivedCommand
from app.matches.live_match import judging
from app.matches.live_match.live_match import LiveMatch
from app.opponents.choosing import Made
from app.opponents.program_words import luck_seed
from app.proof.programs import _record
from app.proof.version import programs_version, rules_version
from rules.catalogue import GAMES
from rules.kernel import lanes
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import RECRUIT
from rules.kernel.told_game import ToldGame, client_of, noted_for

THEN = dt.datetime(1914, 8, 1, tzinfo=dt.UTC)


def export_of(game_id: str, scenario: str, most: int, until: int = 99, strength: str = RECRUIT) -> dict[str, Any]:
    """A match of programs in all seats, as if it had ended after a number of orders, or after a turn."""
    game = GAMES[game_id]
    opening = game.new_match(scenario, {})
    export: dict[str, Any] = {
        "format": 2,
        "match": "played-0001",
        "game": game_id,
        "scenario": scenario,
        "options": {},
        "rules": rules_version(game),
        "secret": "19" * 32,
        "commitment": "",
        "opening_link": None,
        "opening": game.dump_state(opening),
        "voided": [],
        "seats": [
            {"seat": s.id, "title": s.title, "seal": None, "word": f"word of {s.id}", "program": strength}
            for s in game.seats(scenario, {})
        ],
        "commands": [],
        "events": [],
        "choices": {},
    }
    live = LiveMatch(game, _record(export), 0, opening, None)
    sides = {s.id: s.side for s in live.seats}
    players = {s: game.players[game.opponents[strength][side]]() for s, side in sides.items()}
    asked = dict[str, int]()
    while (deciders := game.deciders(live.state)) and len(export["commands"]) < most:
        if game.outcome(live.state) is not None or game.glance(live.state).turn > until:
            break
        for seat in deciders:
            order = _order(live, seat, sides, players[seat], strength)
            asked[seat] = asked.get(seat, 0) + 1
            if order is not None:
                break
        else:
            raise AssertionError("all leave it to each other")
        _take(export, live, seat, order, strength, fresh=asked[seat] == 1)
    return export


def _order(live: LiveMatch, seat: str, sides: Mapping[str, str], player: Any, strength: str) -> JsonObject | None:
    game, state = live.game, live.state

    def consult(question: Mapping[str, object]) -> JsonObject | Refusal:
        answer = game.consult(state, seat, json.loads(json.dumps(question)))
        return answer if isinstance(answer, Refusal) else json.loads(json.dumps(answer))

    plan = game.plan(state)
    view, question = json.loads(json.dumps([game.view(state, live.viewpoint(seat)), game.legal(state, seat)]))
    noted = noted_for(game, game.opponents[strength][sides[seat]], state, live.viewpoint(seat))
    told = ToldGame(plan, game.plans[plan], view, question, consult, json.loads(json.dumps(noted)))
    partners = frozenset(s for s, side in sides.items() if side == sides[seat] and s != seat)
    seed = luck_seed(live.record.id, seat, f"word of {seat}", live.number(seat))
    found: JsonObject | None = player.command(client_of(told, seat, partners), random.Random(seed))
    return found


def _take(export: dict[str, Any], live: LiveMatch, seat: str, order: JsonObject, strength: str, *, fresh: bool) -> None:
    id_ = f"c-{len(export['commands'])}"
    ask = lanes.ask_of(live.game, live.state, seat, order)
    at, first = live.version, live.version + 1
    ruling = judging.judge(live, ReceivedCommand(seat, id_, ask, order), THEN)
    assert not isinstance(ruling, Refusal), f"{seat} gave {order}: {ruling.text}"
    live.accept(ruling)
    export["events"] += [{"seq": n, "event": fact.payload} for n, fact in enumerate(ruling.facts, start=first)]
    export["commands"].append(
        {"id": id_, "seat": seat, "ask": ask, "command": order, "rules": export["rules"], "first": first,
         "last": live.version, "link": None}
    )  # fmt: skip
    export["choices"][id_] = Made(strength, programs_version(live.game), at, fresh).json()
