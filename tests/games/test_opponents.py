"""The programs that sit at tables with people play by JSON alone, on either side of every game."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from app.opponents.identities import strengths
from rules.catalogue import GAMES
from rules.kernel import dice, offered
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import RECRUIT
from rules.kernel.told_game import ToldGame, client_of, noted_for
from tests.thorough import at_least_one, sample_of

COMMANDS, FORGETS, TRIED = 90, 0.1, 25
STARTS = [
    ("schlieffens-war", "campaign"),
    ("powers-1914", "classic-1"),
    ("great-war", "1915"),
    ("great-war", "near-east-1915"),
    ("empires-alliances", "1914"),
]
SHARED = [
    ("schlieffens-war", "campaign-teams"),
    ("powers-1914", "classic-1-6"),
    ("great-war", "1915-west-and-east"),
    ("great-war", "combined-1915-west-east-near-east"),
    ("empires-alliances", "campaign-italy-in-the-east"),
    ("empires-alliances", "1918-north-and-south"),
]
FEW, STEPS = 40, 60


def offered_at(game: str, scenario: str) -> list[str]:
    """The strengths that people are offered there."""
    return strengths(GAMES[game], next(s for s in GAMES[game].scenarios if s.id == scenario).seats[0])


class Table:
    """A match whose seats are told of it in JSON."""

    def __init__(self, game: str, scenario: str) -> None:
        self.game = GAMES[game]
        self.state = self.game.new_match(scenario, {})
        self.seats = {s.id: s for s in self.game.seats(scenario, {})}
        self._chance = dice.chance(dice.key(hashlib.sha256(game.encode()).digest(), scenario, {}))

    def told(self, seat: str, strength: str = RECRUIT) -> ToldGame:
        """What a program of a strength is told at a seat, sent and read as a worker's lines are."""

        def consult(question: Mapping[str, object]) -> JsonObject | Refusal:
            answer = self.game.consult(self.state, seat, json.loads(json.dumps(question)))
            return answer if isinstance(answer, Refusal) else json.loads(json.dumps(answer))

        plan = self.game.plan(self.state)
        who = self.seats[seat]
        view, question = self.game.view(self.state, who.viewpoint), self.game.legal(self.state, seat)
        noted = noted_for(self.game, self.game.opponents[strength][who.side], self.state, who.viewpoint)
        sent: Any = json.loads(json.dumps([view, question, noted]))
        return ToldGame(plan, self.game.plans[plan], *sent[:2], consult, sent[2])

    def decide(self, seat: str, command: JsonObject) -> Refusal | None:
        """Carry out a command; the refusal if it is refused."""
        decided = self.game.decide(self.state, seat, json.loads(json.dumps(command)), self._chance)
        if isinstance(decided, Refusal):
            return decided
        self.state = decided.states[-1]
        return None


@pytest.mark.parametrize(
    ("game", "scenario", "strength"),
    sample_of([(*start, strength) for start in STARTS for strength in offered_at(*start)], 2, 1),
)
def test_a_program_that_is_told_json_plays_on_whatever_it_forgets(game: str, scenario: str, strength: str) -> None:
    """A worker may be replaced at any moment, and all that its programs had planned is gone then."""
    table, rng = Table(game, scenario), random.Random(f"{game}/{scenario}")
    sides = table.game.opponents[strength]
    sitting: dict[str, Any] = {}
    for _ in range(COMMANDS):
        seat = table.game.deciders(table.state)[0]
        if seat not in sitting or rng.random() < FORGETS:
            sitting[seat] = table.game.players[sides[table.seats[seat].side]]()
        command = sitting[seat].command(client_of(table.told(seat, strength), seat), rng)
        assert command is not None
        assert table.decide(seat, command) is None


@pytest.mark.parametrize(("game", "scenario"), sample_of(SHARED, 2))
def test_programs_share_a_side(game: str, scenario: str) -> None:
    """decisions/0060: each plays its own seat, and leaves to allies what is theirs."""
    table, rng = Table(game, scenario), random.Random(f"{game}/{scenario}")
    sides = table.game.opponents[RECRUIT]
    sitting = {seat.id: table.game.players[sides[seat.side]]() for seat in table.seats.values()}
    gave = set()
    for _ in range(FEW):
        seat, command = _next(table, sitting, rng)
        gave.add(seat)
        refused = table.decide(seat, command)
        assert refused is None, (seat, command, refused)
    assert len(gave) > 1


def _next(table: Table, sitting: dict[str, Any], rng: random.Random) -> tuple[str, JsonObject]:
    """Who gives the next order, and which: whoever leaves it to the others is asked once more if all do."""
    for _ in range(2):
        seats = [*table.game.deciders(table.state)]
        rng.shuffle(seats)
        for seat in seats:
            command = sitting[seat].command(client_of(table.told(seat), seat), rng)
            if command is not None:
                return seat, command
    raise AssertionError("everyone leaves it to the others")


@pytest.mark.parametrize(("game", "side"), sample_of([("schlieffens-war", side) for side in ("german", "entente")], 2))
def test_every_program_plays_either_side(game: str, side: str) -> None:
    """Where a program's plan is made for the other side, it plays without."""
    for name, maker in at_least_one(GAMES[game].players.items()):
        table, rng = Table(game, "campaign"), random.Random(f"{name}/{side}")
        player = maker()
        for _ in range(COMMANDS):
            seat = table.game.deciders(table.state)[0]
            if seat != side:
                assert table.decide(seat, table.game.random_command(table.state, seat, rng)) is None
                continue
            command = player.command(client_of(table.told(seat), seat), rng)
            assert command is not None
            assert table.decide(seat, command) is None


def test_a_commander_in_chief_does_not_end_what_an_ally_has_not_finished() -> None:
    """Where the chief ends a step for all, a program waits until its ally is ready; as the ally it says so."""
    table, rng = Table("empires-alliances", "1914-west-and-east"), random.Random("ready")
    # Since decisions/0059 each commander ends what is theirs; in matches from before, the chief did.
    table.state = replace(table.state, edition=0)
    sides = table.game.opponents[RECRUIT]
    players = {seat.id: table.game.players[sides[seat.side]]() for seat in table.seats.values()}
    chiefs = {seat.side: seat.id for seat in table.seats.values() if seat.chief}
    waited = said = False
    for _ in range(STEPS):
        seat = table.game.deciders(table.state)[0]
        side = table.seats[seat].side
        chief = chiefs[side]
        command = None
        if chief in table.game.deciders(table.state):
            command = players[chief].command(client_of(table.told(chief), chief), rng)
            seat = chief
        if command is None:
            waited = waited or seat == chief
            seat = next(s for s in table.game.deciders(table.state) if table.seats[s].side == side and s != chief)
            command = players[seat].command(client_of(table.told(seat), seat), rng)
        assert command is not None
        said = said or command == {"kind": "ready", "yes": "yes"}
        if str(command["kind"]).startswith("end_"):
            offers: Any = table.told(seat).question["offers"]
            assert "unready" not in next(o for o in offers if o["kind"] == command["kind"])
        assert table.decide(seat, command) is None
    assert waited
    assert said


@pytest.mark.parametrize(("game", "scenario"), [s for s in STARTS if s[0] in ("powers-1914", "great-war")])
def test_what_is_filled_by_offers_alone_is_taken(game: str, scenario: str) -> None:
    """By the wire, as a client would: ``some_command`` needs no position. What limits several choices together may
    still refuse one, so a few are. Orders with a hand of their own, of which the other games have some, are not
    filled so."""
    table, rng, refused = Table(game, scenario), random.Random(f"{game}/{scenario}"), 0
    for _ in range(COMMANDS):
        seat = table.game.deciders(table.state)[0]
        told = table.told(seat)
        for _ in range(TRIED):
            if table.decide(seat, offered.some_command(told.question, told.ask, rng)) is None:
                break
            refused += 1
        else:
            raise AssertionError(f"nothing that is filled is taken: {told.question['title']}")
    assert refused < COMMANDS


def test_every_game_has_an_opponent_for_each_of_its_sides() -> None:
    for game in GAMES.values():
        for scenario in at_least_one(game.scenarios):
            for seat in at_least_one(scenario.seats):
                assert RECRUIT in game.opponents
                assert all(by_side[seat.side] in game.players for by_side in game.opponents.values())


def test_a_question_without_an_order_to_fill_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing that is offered"):
        offered.some_command({"offers": [{"kind": "move", "label": "Move", "section": "1.0"}]}, dict, random.Random(1))  # type: ignore[arg-type]
