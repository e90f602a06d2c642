"""The program that plays with a purpose: by the doors of people, never refused, the same by the same seed."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from rules.great_war.facts.combat import CombatResolved, StepLost
from rules.great_war.game import GAME, GreatWar
from rules.great_war.players import PLAYERS, fighting, schemes, spending
from rules.great_war.players.axis import axis, prizes
from rules.great_war.players.front import line_of
from rules.great_war.players.habits import OFFICER, RECRUIT, Habits
from rules.great_war.players.sight import PhaseFindings, Sight, read
from rules.great_war.position.state import State
from rules.great_war.printed.fronts import THEATRES
from rules.great_war.printed.nations import ALLIED, CENTRAL, SIDES
from rules.great_war.strategic.victory import points
from rules.great_war.teams import GAME as TEAMS
from rules.kernel import dice
from rules.kernel.game import Milestone
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import SeatClient
from tests.games.great_war.field import TARGET
from tests.games.great_war.kit import told
from tests.games.great_war.test_events_lasting import BARE, haig, lasting, russians
from tests.thorough import sample_of


class NoLuck:
    """Who draws a command at random has no answer of his own."""

    def randrange(self, stop: int) -> int:
        """Nothing is left to chance."""
        raise AssertionError(f"one of {stop} at random")


class Game:
    """A game between two programs as far as it has gone."""

    def __init__(self, seed: str, scenario: str = "1915", rules: GreatWar = GAME) -> None:
        self.rules = rules
        self.state: State = rules.new_match(scenario, {})
        self.rng = random.Random(seed)
        self.chance = dice.chance(dice.key(hashlib.sha256(seed.encode()).digest(), seed, {}))
        self.sitting = {side: PLAYERS["general"]() for side in SIDES}
        self.told: list[tuple[str, JsonObject]] = []
        self.facts: Counter[type[Any]] = Counter()
        self.milestones: list[Milestone] = []

    def play(self, until: Callable[[State], bool], most: int = 2_000) -> Game:
        """On until something is so."""
        while not until(self.state):
            assert len(self.told) < most
            deciders = self.rules.deciders(self.state)
            seat = deciders[self.rng.randrange(len(deciders))]
            command = self.sitting[seat].command(SeatClient(self.rules, self.state, seat), NoLuck())
            assert command is not None
            decided = self.rules.decide(self.state, seat, command, self.chance)
            assert not isinstance(decided, Refusal), (seat, command, decided)
            self.facts.update(type(event) for event in decided.events)
            found = (self.rules.milestone(*fact) for fact in decided.facts(self.state))
            self.milestones += [milestone for milestone in found if milestone is not None]
            self.told.append((seat, command))
            self.state = decided.states[-1]
        return self


@cache
def to_june() -> Game:
    """Two operational turns and the strategic turn E."""
    return Game("1915").play(lambda state: state.turn > 11)


def test_two_turns_and_a_strategic_one_are_played_without_a_refusal() -> None:
    """§4.2, §4.3: both sides set up, move, attack, rebuild; no question is left to chance."""
    game = to_june()
    kinds = Counter(str(command["kind"]) for _, command in game.told)
    assert game.state.strategic == "E"
    assert {"deal", "place", "move", "attack", "support", "replace", "end_phase"} <= kinds.keys()
    assert game.facts[CombatResolved] > 10


@cache
def first_turn(scenario: str) -> Game:
    """The first turn of a scenario."""
    first = GAME.new_match(scenario, {}).turn
    return Game("1915", scenario).play(lambda state: state.turn > first)


@pytest.mark.parametrize("scenario", sample_of(["campaign", "1918"], 2, 1))
def test_it_plays_the_first_turn_of_other_years(scenario: str) -> None:
    """§19.0, §21.5: the armies of 1914, and shock troops, aircraft and collapsed nations."""
    assert first_turn(scenario).facts[CombatResolved] > 3


def test_the_right_wing_marches_through_belgium() -> None:
    """§8.14: armies stand far beyond Liège after the first turn, and keep together."""
    state = first_turn("campaign").state
    sight = read(GAME.view(state, CENTRAL), CENTRAL, state.printed)
    abroad = [
        [u for u in units if u.fights] for i, units in sight.mine.items() if sight.board.country[i] in ("BE", "FR")
    ]
    armies = [units for units in abroad if len(units) >= 4]
    assert len(armies) >= 5
    assert min(int(sight.board.ids[units[0].at][3:]) for units in armies) <= 19, "beyond Namur"


def test_the_same_seed_plays_the_same_game() -> None:
    """Whoever plays a game of docs/balance-great-war.md again sees the same moves."""
    again = Game("1915").play(lambda state: state.phase.key == "second-movement")
    assert again.facts[CombatResolved] > 2
    assert again.told == to_june().told[: len(again.told)]


def test_the_line_in_the_west_is_unbroken_after_a_turn() -> None:
    """§5.84: no hex of either side's line before the enemy lies empty where there are men for it."""
    for side in (CENTRAL, ALLIED):
        sight = read(GAME.view(to_june().state, side), side, to_june().state.printed)
        line = line_of(sight, "west")
        front = [
            i
            for i in line.need
            if sight.board.front[i] == "west" and any(b in sight.theirs for b in sight.board.beside(i))
        ]
        assert len(front) > 20
        assert not [sight.board.ids[i] for i in front if not line.have[i]]


def in_june(side: str) -> Sight:
    """The table in June 1915 from a seat."""
    state = to_june().state
    return read(GAME.view(state, side), side, state.printed)


def test_the_central_powers_gather_in_the_north_in_1915() -> None:
    """§5.42: the sector in which they seek the decision is one piece of the line, held by more men than the rest."""
    sight = in_june(CENTRAL)
    line = line_of(sight, "east")
    assert 5 <= len(line.sector) < len(line.need) / 2
    reach = range(int(sight.board.ids[min(line.sector)][1:3]) - 3, 58)
    assert all(int(sight.board.ids[i][1:3]) in reach for i in line.sector), (
        "from Lomza to Courland, where the Russians are few"
    )
    stacks = {i: len([u for u in sight.mine.get(i, ()) if u.fights]) for i in line.need}
    gathered, others = [stacks[i] for i in line.sector], [stacks[i] for i in line.need if i not in line.sector]
    assert sum(gathered) / len(gathered) > 1.3 * sum(others) / len(others)
    assert not line_of(sight, "west").sector, "there they hold what they have"
    assert not any(line_of(in_june(ALLIED), theatre).sector for theatre in THEATRES), "the Allies have an army in each"


def test_a_battle_is_not_broken_off_for_a_little_more() -> None:
    """§5.42: the axis of the phase before is kept while about as much lies before it."""
    sight = in_june(CENTRAL)
    need = line_of(sight, "east").need
    at = axis(sight, "east", need)
    assert at is not None
    beside = next(i for i in sight.board.beside(at) if i in need)
    again = replace(sight, memo={}, phase=PhaseFindings(before={"east": beside}))
    assert axis(again, "east", need) in {at, beside, *sight.board.beside(beside)}
    far = next(i for i in sorted(need) if i not in line_of(sight, "east").sector)
    assert axis(replace(sight, memo={}, phase=PhaseFindings(before={"east": far})), "east", need) == at, (
        "more lies there"
    )


def test_a_city_of_russia_is_worth_more_to_the_central_powers() -> None:
    """§5.42: it brings the revolution nearer; one that counts for victory is worth more still."""
    sight = in_june(CENTRAL)
    places = prizes(sight, "east")
    brest, warsaw = (sight.board.index[h] for h in ("E4719", "E4816"))
    assert 0 < places[brest] < places[warsaw]
    assert brest not in prizes(in_june(ALLIED), "east")
    assert schemes.prize(sight, brest) > 1


@pytest.mark.parametrize(("side", "called"), [(CENTRAL, 4), (ALLIED, 14)])
def test_nobody_calls_his_last_men_where_their_point_may_lose_the_war(side: str, called: int) -> None:
    """§5.18, §18.14: Germany pays a point for them only out of more than a few; France gives none that may win."""
    sight = in_june(side)
    assert sight.points == points(to_june().state)
    fallen = [{"side": side, "nation": {CENTRAL: "GE", ALLIED: "FR"}[side]}] * 25

    def calls(emergencies: int, habits: Habits = RECRUIT) -> bool:
        ledger = {**sight.view["ledger"], "victory_hexes": [], "lost_cities": [], "emergencies": emergencies}
        boxes = {**sight.view["boxes"], "dead": fallen}
        short = replace(sight, view={**sight.view, "ledger": ledger, "boxes": boxes}, habits=habits)
        offers = {"emergency": {"kind": "emergency", "refusal": None}}
        return spending.give(SeatClient(GAME, to_june().state, side), short, offers, set()) == {"kind": "emergency"}

    assert [n for n in range(30) if calls(n)] == ([*range(called + 1, 30)] if side == CENTRAL else [*range(called + 1)])
    assert not any(calls(n, OFFICER) for n in range(30)), "an officer gives no point"


def test_a_headquarters_that_must_support_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """§6.43: Brusilov's attack must have one, however little it adds."""
    monkeypatch.setattr(fighting, "SUPPORT_WORTH", 100)
    on = {"chits": {**BARE, "allied.play": {"brusilov-offensive": 1}}}
    state = lasting(russians("ah-1", "ru-hq-1", **on), "russian-paralysis")
    state = told(state, ALLIED, "attack", units=["ru-1"], target=TARGET)
    command = PLAYERS["general"]().command(SeatClient(GAME, state, ALLIED), NoLuck())
    assert command == {"kind": "support", "hq": "ru-hq-1"}


@pytest.mark.parametrize("british", ["br-1", "br-19na br-cav-1"])
def test_an_attack_that_haig_orders_is_made_on_what_is_seen(british: str) -> None:
    """§6.30, §7.25: Germans below the first excuse nobody; with the foot go the horsemen whose factors it takes."""
    state = haig({"W5117": british, "W5217": "ge-3 ge-4 ge-5"})
    command = PLAYERS["general"]().command(SeatClient(GAME, state, ALLIED), NoLuck())
    assert command == {"kind": "attack", "target": "W5217", "units": british.split()}


def test_selfplay_notes_down_the_front_and_the_dead() -> None:
    """docs/balance-great-war.md: points and front at the end of each turn, and every step lost by its nation."""
    told_of = to_june().milestones
    ends = {m.turn: m.figures for m in told_of if m.kind == "state"}
    assert set(ends) == {10, 11}
    assert ends[11]["vp"] == points(to_june().state)
    assert 180 < ends[10]["ground"] < 280, "most of Belgium and the north of France"
    steps = Counter[str]()
    for m in told_of:
        steps.update(m.figures if m.kind == "lost" else {})
    assert steps["RU"] >= 3
    assert sum(steps.values()) >= to_june().facts[StepLost]


def test_it_plays_for_each_of_two_commanders() -> None:
    """§3.13, decisions/0063: each sets up what is theirs, and moves it; nothing is refused."""
    scenario, rng = "1915-west-and-east", random.Random("two")
    state: Any = TEAMS.new_match(scenario, {})
    seats = {seat.id: seat for seat in TEAMS.seats(scenario, {})}
    sitting = {seat: PLAYERS["general"]() for seat in seats}
    moved = set[str]()
    for _ in range(400):
        if state.inner.phase.key == "first.west.attacks":
            break
        seat = TEAMS.deciders(state)[0]
        command = sitting[seat].command(SeatClient(TEAMS, state, seat, seats[seat].viewpoint), rng)
        moved |= {seat} if command["kind"] == "move" else set()
        found = TEAMS.decide(state, seat, command, lambda _, sides: sides)
        assert not isinstance(found, Refusal), (seat, command, found)
        state = found.states[-1]
    assert state.inner.phase.key == "first.west.attacks"
    assert {seats[seat].side for seat in moved} == {*SIDES}
