"""Programs that play with a purpose: how they count, and that they take, keep and never break a rule."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, cast

import pytest

from app.programs.selfplay import play
from rules.kernel.messages import Chance, Decided
from rules.kernel.players import SeatClient
from rules.powers_1914.game import GAME
from rules.powers_1914.players import PLAYERS, odds
from rules.powers_1914.players.bot_view import BotView
from rules.powers_1914.players.garrisons import defenders_needed, edge_of
from rules.powers_1914.players.greedy import Greedy
from rules.powers_1914.players.habits import OFFICER, RECRUIT, Habits
from rules.powers_1914.players.marches import fronts
from rules.powers_1914.position.state import State
from tests.games.powers_1914.kit import PRINTED, order, position
from tests.thorough import sample_of

BOTH = {"central": "greedy", "entente": "greedy"}


def chosen(state: State, seat: str = "central") -> dict[str, Any]:
    """The command of a new greedy player for a position."""
    command = PLAYERS["greedy"]().command(SeatClient(GAME, state, seat), random.Random(1))
    return cast("dict[str, Any]", command)


def attackers_luck(first: int) -> Chance:
    """Of the two dice of a fight the first shows its highest face, the second a one."""
    return lambda draw, sides: sides if draw % 2 == first % 2 else 1


def run(state: State, seat: str = "central", most: int = 60) -> State:
    """The position after a greedy player has ended its moves; every fight is won by the attacker."""
    player = PLAYERS["greedy"]()
    step = state.phase.key
    for _ in range(most):
        command = cast("dict[str, Any]", player.command(SeatClient(GAME, state, seat), random.Random(1)))
        decided = GAME.decide(state, seat, command, attackers_luck(state.draws))
        assert isinstance(decided, Decided), (command, decided)
        for event in decided:
            state = GAME.evolve(state, event)
        if state.phase.key != step:
            return state
    raise AssertionError("the step does not end")


@pytest.mark.parametrize(("scenario", "seed"), sample_of([("austria-russia", "a"), ("classic-1-6", "c")], 2))
def test_greedy_plays_a_whole_game_and_is_never_refused(scenario: str, seed: str) -> None:
    """§3.1: a refused command raises ``BotError``; with several seats a side allies do not hinder each other."""
    played = play(GAME, scenario, seed, 0, players=BOTH)
    assert played.winner in ("central", "entente")


@pytest.mark.parametrize("side", ["central", "entente"])
def test_greedy_beats_the_random_player(side: str) -> None:
    """§3.13: whichever side it has."""
    assert [play(GAME, "austria-russia", "x", n, players={side: "greedy"}).winner for n in range(5)] == [side] * 5


def test_3_3_an_attack_is_worth_its_prize_less_its_losses() -> None:
    """§3.3.4, §3.3.5: nobody there: the prize; even dice: the prize by the odds; who stops loses no more."""
    assert odds.worth(1, 0, 0, 10, 5, 5) == 10
    assert odds.worth(1, 1, -8, 10, 5, 5) == 0, "it does not attack"
    win, tie = odds.pair(0)
    assert odds.worth(1, 1, 0, 10, 5, 5) == pytest.approx(win * (5 + 10) + tie * 0 - (1 - win - tie) * 5)
    assert odds.worth(2, 1, 0, 10, 5, 5) > odds.worth(1, 1, 1, 10, 5, 5), "two to one and a second man"


def test_3_7_more_enemies_in_reach_want_more_defenders() -> None:
    """§3.7: a capital is held against who could come next; without anyone in reach a guard is enough."""
    few, many = (position({"paris": "FR 9 infantry", "champagne": f"GE {n} infantry"}, flags={"champagne": "GE"})
                 for n in (3, 12))  # fmt: skip
    none = position({"paris": "FR 9 infantry", "berlin": "GE 3 infantry"})
    needs = [
        defenders_needed(BotView(GAME.view(s, "entente"), "entente", s.printed), "paris") for s in (none, few, many)
    ]
    assert needs == sorted(needs)
    assert 0 < needs[0] < needs[2]


def test_an_officer_leaves_a_capital_to_fewer_men_than_a_recruit() -> None:
    """§3.7: what the program dares is data: a greater risk, a smaller guard."""
    near = position({"paris": "FR 9 infantry", "champagne": "GE 12 infantry"}, flags={"champagne": "GE"})
    far = position({"paris": "FR 9 infantry", "berlin": "GE 30 infantry"})
    for state in (near, far):
        view = GAME.view(state, "entente")
        needs = [defenders_needed(BotView(view, "entente", state.printed, how), "paris") for how in (RECRUIT, OFFICER)]
        assert needs[0] > needs[1] > 0


def test_the_same_position_gives_the_same_plan_in_every_process() -> None:
    """Fields come out of sets, whose order differs from process to process; a plan may not depend on it."""
    places = {"rhineland": "GE 1 infantry", "holland": "AH 1 infantry", "brussels": "BE 2 infantry"}
    state = position(places, modern={"GE.infantry": 1}, flags={"holland": "AH"})
    table = BotView(GAME.view(state, "central"), "central", state.printed)
    assert list(table.sources("brussels", "central")) == ["holland", "rhineland"]
    one, other = (dict.fromkeys(order, 1) for order in (("rhineland", "holland"), ("holland", "rhineland")))
    assert edge_of(table, "central", "brussels", one, False) == edge_of(table, "central", "brussels", other, False)


def test_3_10_an_open_capital_is_taken_at_once() -> None:
    """§3.10.2: Belgium without a soldier."""
    state = run(position({"rhineland": "GE 3 infantry", "paris": "FR 9 infantry"}))
    assert state.nations["BE"].fallen


def test_3_7_the_garrison_of_a_capital_in_danger_stays() -> None:
    """§3.7: an empty Belgium does not lure the last defenders out of Berlin."""
    places = {"berlin": "GE 3 infantry", "silesia": "RU 8 infantry"}
    state = run(position(places, flags={"silesia": "RU"}))
    assert len(state.troops("berlin", "central")) == 3


def test_3_3_12_a_gun_in_range_shoots_before_anything_else() -> None:
    """§3.3.1, §3.3.12."""
    command = chosen(position({"rhineland": "GE 1 artillery 3 infantry", "brussels": "BE 2 infantry"}))
    assert (command["kind"], command["area"]) == ("shoot", "brussels")


def test_3_3_no_program_attacks_where_it_can_only_lose() -> None:
    """§3.3: one against nine behind their works."""
    state = position({"alsace": "GE 1 infantry", "champagne": "FR 9 infantry", "berlin": "GE 9 infantry"})
    assert run(state).fight is None


def test_3_7_men_are_bought_for_a_capital_in_danger() -> None:
    """§3.7, §3.1.3: before anything goes to the front."""
    places = {"berlin": "GE 1 infantry", "silesia": "RU 8 infantry"}
    command = chosen(position(places, flags={"silesia": "RU"}, step="purchase", money=30))
    assert (command["kind"], command["area"], command["count"]) == ("buy", "berlin", 4)


def test_3_3_2_an_allys_battle_is_left_to_him() -> None:
    """§3.3.2: who could bring units up and does not wish to passes the question on."""
    places = {"rhineland": "GE 2 infantry", "bavaria": "AH 2 infantry", "brussels": "BE 2 infantry",
              "luxembourg": "AH 1 infantry"}  # fmt: skip
    state = position(places, scenario="classic-1-6", flags={"luxembourg": "AH"})
    state = order(state, "central-2", "move", units=["GE.infantry.1"], path=["brussels"])
    assert "central-1" in GAME.deciders(state)
    assert PLAYERS["greedy"]().command(SeatClient(GAME, state, "central-1"), random.Random(1)) is None


def test_3_7_who_relieves_capitals_does_so_before_any_attack() -> None:
    """§3.7: Belgium stands open, and Berlin is in danger. A recruit attacks first, an officer sends men to Berlin and
    attacks with the others."""
    places = {"berlin": "GE 2 infantry", "silesia": "RU 8 infantry", "rhineland": "GE 14 infantry"}
    places |= {"vienna": "AH 12 infantry", "budapest": "AH 12 infantry"}
    state = position(places, flags={"silesia": "RU"})

    def goals(habits: Habits) -> list[str]:
        player, found, now = Greedy(habits), list[str](), state
        while len(found) < 3:
            command = cast("dict[str, Any]", player.command(SeatClient(GAME, now, "central"), random.Random(1)))
            if "path" not in command:
                break
            found.append(command["path"][-1])
            decided = GAME.decide(now, "central", command, attackers_luck(now.draws))
            assert isinstance(decided, Decided)
            now = decided.states[-1]
        return found

    assert goals(RECRUIT)[0] != "berlin"
    relieved = goals(OFFICER)
    assert relieved[0] == "berlin"
    assert "brussels" in relieved


def test_3_7_a_capital_needs_fewer_men_where_it_can_still_raise_some() -> None:
    """§3.1: the Entente buys before the Central Powers move, and nobody between the two moves of a turn."""

    def needed(seat: str, area: str, raises: bool, money: int) -> int:
        places = {"paris": "FR 9 infantry", "champagne": "GE 12 infantry", "berlin": "GE 9 infantry",
                  "silesia": "RU 12 infantry"}  # fmt: skip
        flags = {"champagne": "GE", "silesia": "RU"}
        state = position(places, step=f"{seat}.action", flags=flags, money=money)
        habits = replace(OFFICER, raises=raises)
        return defenders_needed(BotView(GAME.view(state, seat), seat, state.printed, habits), area)

    city = PRINTED.board.areas["paris"].city
    assert city > 0
    assert (
        needed("entente", "paris", raises=False, money=200) - needed("entente", "paris", raises=True, money=200) == city
    )
    assert needed("central", "berlin", raises=False, money=200) == needed("central", "berlin", raises=True, money=200)


def test_3_3_6_an_aircraft_and_a_general_go_to_a_capital_in_danger_before_the_men() -> None:
    """§3.11.1: each counts for all who defend there, so that fewer have to come."""
    places = {"berlin": "GE 2 infantry", "silesia": "RU 8 infantry", "rhineland": "GE 14 infantry 1 aircraft mackensen"}
    places |= {"vienna": "AH 12 infantry", "budapest": "AH 12 infantry"}
    now, player, gone = position(places, flags={"silesia": "RU"}), Greedy(OFFICER), list[list[str]]()
    while len(gone) < 3:
        command = cast("dict[str, Any]", player.command(SeatClient(GAME, now, "central"), random.Random(1)))
        assert command["path"][-1] == "berlin"
        gone.append([now.printed.pieces[unit].kind for unit in command["units"]])
        decided = GAME.decide(now, "central", command, attackers_luck(now.draws))
        assert isinstance(decided, Decided)
        now = decided.states[-1]
    assert gone[:2] == [["aircraft"], ["general"]]
    assert {*gone[2]} == {"infantry"}


def test_3_10_2_a_field_counts_for_the_capital_that_it_shields() -> None:
    """From Champagne the enemy could go on to Paris: more men go there than its own coins are worth."""
    state = position({"champagne": "FR 3 infantry", "rhineland": "GE 6 infantry", "paris": "FR 9 infantry"})
    view = GAME.view(state, "entente")
    bare, shielding = (
        fronts(BotView(view, "entente", state.printed, replace(OFFICER, shield=shield)), {})["champagne"]
        for shield in (0, 10)
    )
    assert shielding > bare


def test_3_2_men_who_do_not_attack_go_where_few_hold_a_field_that_the_enemy_can_attack() -> None:
    """§3.2: what can be lost counts beside what can be taken."""

    def pull(men: int) -> float:
        state = position({"alsace": f"GE {men} infantry", "champagne": "FR 12 infantry"})
        return fronts(BotView(GAME.view(state, "central"), "central", state.printed, OFFICER), {})["alsace"]

    assert pull(1) > pull(3) > pull(6)
