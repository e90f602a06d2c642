"""How likely each side was to win (decisions/0075): what is fitted, how well, and what the charts say of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.analysis.chances import FOLDER, Model, Weight, leads, model_for, read_models, share_elapsed
from app.analysis.fitting import Fit, Sample, fit
from app.analysis.outlook import Point, Result, in_hundredths, outlook_json
from rules.catalogue import GAMES
from rules.kernel.game import REFEREE
from rules.kernel.gauge import Figure
from tests.app.players import Player, table
from tests.conftest import Server
from tests.thorough import at_least_one, in_the_sweep

SIDES = ("red", "blue")
POINTS = Model(("toy",), SIDES, 50, {"Points": Weight(2.0, 0.5, 3.0)}, (0.0, 0.0), None)
WITH_DRAWS = Model(("toy",), SIDES, 50, {"Points": Weight(2.0, 0.5, 3.0)}, (0.0, 0.0), (0.0, 0.0))


def standing(red: int, blue: int) -> tuple[Figure, ...]:
    """Points of both sides."""
    return (Figure("Points", "1", {"red": red, "blue": blue}),)


def games(number: int, seed: int = 1) -> list[Sample]:
    """Games of six turns in which a lead in points wins ever more surely, and noise says nothing."""
    rng = random.Random(seed)
    found = []
    for game in range(number):
        lead, walked = 0, []
        for turn in range(1, 7):
            lead += rng.choice((-1, 0, 1))
            walked.append((lead, rng.randrange(9), turn / 6))
        result = (lead > 0) - (lead < 0)
        found += [Sample(game, {"Points": float(p), "Noise": float(n)}, part, result) for p, n, part in walked]
    return found


@pytest.fixture(scope="module")
def fitted() -> Fit:
    """Fitted to enough games to be trusted."""
    return fit(games(60), ["toy"], SIDES)


@in_the_sweep
def test_a_fit_finds_what_wins_and_passes_over_what_does_not(fitted: Fit) -> None:
    points, noise = (fitted.model.weights[title] for title in ("Points", "Noise"))
    assert points.early + points.late > 4 * abs(noise.early + noise.late)
    assert fitted.model.games == 60
    assert fitted.model.apart is not None, "some games were drawn"


def test_a_fit_is_tried_on_games_that_it_was_not_fitted_to(fitted: Fit) -> None:
    assert fitted.loss < 0.8 * fitted.plain
    for turns, said, won in fitted.calibration:
        assert turns < 30 or abs(said - won) < 0.15


def test_a_lead_is_worth_more_late_and_both_sides_are_alike(fitted: Fit) -> None:
    def red(points: float, part: float) -> float:
        return fitted.model.chances_of({"Points": points}, part)[0]

    assert red(2, 0.9) > red(2, 0.3) > red(0, 0.3)
    first, second = fitted.model.chances_of({"Points": 2.0}, 0.8)
    assert first > 0.6
    assert second < 0.2


def test_too_few_games_are_refused() -> None:
    with pytest.raises(ValueError, match="9 games are too few"):
        fit(games(9), ["toy"], SIDES)


def test_a_hundred_is_a_hundred() -> None:
    for first in range(0, 1001, 7):
        for second in range(0, 1001 - first, 13):
            parts = in_hundredths(first / 1000, second / 1000)
            assert sum(parts) == 100
            assert all(abs(a - b) <= 1 for a, b in zip(parts, (first / 10, second / 10), strict=False))


def test_what_is_left_to_one_is_the_chance_of_a_draw() -> None:
    first, second = WITH_DRAWS.chances(standing(3, 3), 1, 10)
    assert first == second
    assert 1 - first - second > 0.4
    assert sum(POINTS.chances(standing(3, 3), 1, 10)) == pytest.approx(1)


def test_a_match_without_a_last_turn_stands_at_its_beginning() -> None:
    assert share_elapsed(30, None) == 0
    assert share_elapsed(12, 10) == 1


def test_how_much_is_over_is_counted_from_the_first_turn_of_the_scenario() -> None:
    assert share_elapsed(45, 53, 45) == pytest.approx(1 / 9)
    assert share_elapsed(53, 53, 45) == 1
    late = WITH_DRAWS.chances(standing(3, 0), 45, 53, 45)
    assert late == WITH_DRAWS.chances(standing(3, 0), 1, 9)
    assert late != WITH_DRAWS.chances(standing(3, 0), 45, 53)


def test_a_figure_that_only_one_side_has_counts_for_it() -> None:
    assert leads((Figure("Points", "1", {"blue": 4}),), SIDES) == {"Points": -4}


def outlook(*leads_of_red: int, winner: str | None, played: bool = True, last: int = 0) -> Any:
    """What is told of a match whose turns began like this."""
    points = [Point(turn, 10 * turn, standing(lead, 0)) for turn, lead in enumerate(leads_of_red, 1)]
    return outlook_json(POINTS, points, 4, Result(winner, played, standing(last, 0)))


def test_the_turns_that_changed_most_are_named_with_whom_they_favoured() -> None:
    told = outlook(0, 4, 4, -4, winner="blue")
    assert [(s["turn"], s["side"]) for s in told["swings"]][:2] == [(3, "blue"), (1, "red")]
    assert told["swings"][0]["number"] == 30
    assert told["swings"][0]["by"] == told["values"]["red"][2] - told["values"]["red"][3]
    assert told["games"] == 50


def test_little_changes_are_no_turns_of_the_war() -> None:
    assert outlook(6, 6, 6, 6, winner="red")["swings"] == []


def test_a_match_that_its_rules_ended_ends_at_a_hundred() -> None:
    told = outlook(0, 0, 0, 0, winner="blue")
    assert [told["values"][side][-1] for side in SIDES] == [0, 100]
    drawn = outlook(0, winner=None)
    assert (drawn["drawn"][-1], drawn["values"]["red"][-1]) == (100, 0)


def test_a_match_that_its_players_ended_ends_where_it_stood() -> None:
    told = outlook(0, 0, winner="blue", played=False, last=0)
    assert [told["values"][side][-1] for side in SIDES] == [50, 50], "blue only resigned"


def test_models_are_of_figures_that_their_games_measure() -> None:
    files = sorted(FOLDER.glob("*.json"))
    assert files
    for file in files:
        game = GAMES[file.stem]
        for model in read_models(file):
            for scenario in model.scenarios:
                opening = game.new_match(scenario, {})
                measured = {figure.title for figure in game.gauge.standing(game.view(opening, REFEREE))}
                assert set(model.weights) <= measured, f"{file.name}, {scenario}"
                assert model.sides == tuple(dict.fromkeys(s.side for s in game.seats(scenario, {})))
                assert model_for(game.id, scenario) is not None


def test_at_the_opening_nobody_has_won() -> None:
    for game in GAMES.values():
        for scenario in at_least_one(game.scenarios):
            if model := model_for(game.id, scenario.id):
                view = game.view(game.new_match(scenario.id, {}), REFEREE)
                turn: Any = view["turn"]
                turns: Any = view["turns"]
                first, second = model.chances(game.gauge.standing(view), turn, turns)
                assert 0.02 < first < 0.98 or 0.02 < second < 0.98, f"{game.id}, {scenario.id}"


def told_of(player: Player, match: dict[str, Any]) -> Any:
    """What the charts say of the chances."""
    answer = player.http.get(f"/matches/{match['id']}/charts")
    assert answer.status_code == 200, answer.text
    return answer.json()["outlook"]


def test_chances_are_told_when_the_match_is_over(server: Server) -> None:
    moltke, joffre = Player(server, "Moltke"), Player(server, "Joffre")
    match = moltke.make(game="schlieffens-war", scenario="campaign", seat="german")
    joffre.sit(match, "entente")
    assert told_of(moltke, match) is None, "hidden units would be told by what they are worth"
    assert moltke.settle(match, "german", kind="resign").status_code == 200
    told = told_of(joffre, match)
    model = model_for("schlieffens-war", "campaign")
    assert model is not None
    assert told["games"] == model.games
    assert [sum(parts) for parts in zip(*told["values"].values(), told["drawn"], strict=True)] == [100]
    assert max(told["values"]["entente"]) < 100, "to resign is no victory of the rules"


def test_a_side_that_is_shared_has_the_chances_of_its_scenario(server: Server) -> None:
    chief, second, other = (Player(server, name) for name in ("Moltke", "Kluck", "Joffre"))
    seats = GAMES["schlieffens-war"].seats("campaign-german-team", {})
    of_side = [seat.id for seat in seats if seat.side == "german"]
    match = chief.make(game="schlieffens-war", scenario="campaign-german-team", seat=of_side[0])
    second.sit(match, of_side[1])
    other.sit(match, next(seat.id for seat in seats if seat.side == "entente"))
    assert other.settle(match, "entente", kind="resign").status_code == 200
    assert told_of(chief, match)["games"] > 0


def test_a_game_that_no_programs_played_has_no_chances(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    assert red.settle(match, "red", kind="resign").status_code == 200
    assert told_of(blue, match) is None
