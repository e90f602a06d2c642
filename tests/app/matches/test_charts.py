"""A match in figures while it runs and afterwards: what the viewpoint was told, without what was taken back."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from app.context import Context
from app.matches.agreements.settlement import RESIGN
from app.matches.facts import ACTIVE, FINISHED
from app.matches.reading import charts as measuring
from app.matches.reading.charts import Note, charts_json, note_of, notes_that_stand, sums_by_turn
from app.wire import MAX_SEQ
from rules.great_war.printed.nations import NAME_OF
from rules.great_war.printed.nations import SIDES as BELLIGERENTS
from rules.great_war.strategic.victory import points
from rules.kernel.game import SPECTATOR
from rules.kernel.gauge import Gauge
from rules.powers_1914.position.tally import conquests
from rules.powers_1914.printed.pieces import SIDES as ALLIANCES
from rules.schlieffens_war.printed.sides import GERMAN, SIDES
from tests.app.matches.test_long_match import long_match
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import Server
from tests.golden.figures import figures_of
from tests.golden.recording import FOLDER, Recording


def charts(player: Player, match: dict[str, Any], **query: str) -> Any:
    """The charts as a player may know them."""
    answer = player.http.get(f"/matches/{match['id']}/charts", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def figure(told: Any, title: str) -> Any:
    """One of the figures, by side."""
    return next(f["values"] for f in told["figures"] if f["title"] == title)


def test_charts_grow_with_the_match_and_are_open_when_it_is_over(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, HIDE)
    assert red.undo(match, "red").status_code == 200
    red.play(match, "red", THROW, END)
    first = figure(charts(blue, match), "Points")["red"]
    blue.play(match, "blue", THROW)
    told = charts(blue, match)
    assert told["turns"] == [1, 2], "each throw opens a turn here"
    die = {side: dice["pips"] for side, dice in told["dice"].items()}
    assert figure(told, "Points") == {"red": [die["red"]] * 3, "blue": [0, die["blue"], die["blue"]]}
    assert first == [die["red"]] * 2
    assert [d["thrown"] for d in told["dice"].values()] == [1, 1]
    assert told["number"] == blue.state(match)["version"]
    hidden = HIDE["number"]
    assert figure(told, "Hidden")["red"] == [1, 1, 1], "how many, to those from whom they are hidden"
    assert figure(charts(red, match), "Hidden")["red"] == [hidden] * 3
    luck = next(f for f in told["figures"] if f["signed"])
    assert luck["values"]["red"] == [0, *[die["red"] - (4 if die["red"] < 4 else 3)] * 2]
    assert blue.settle(match, "blue", kind="resign").status_code == 200
    for player, query in ((blue, {}), (red, {"key": match["spectate"]})):
        assert figure(charts(player, match, **query), "Hidden")["red"] == [hidden] * 3, "nothing is hidden any more"


def test_a_throw_that_all_agreed_to_take_back_is_in_no_chart(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    assert charts(blue, match)["dice"]["red"]["thrown"] == 1
    proposed = red.settle(match, "red", kind="propose", what="back", line=2, id_="back-to-the-throw")
    assert proposed.status_code == 200, proposed.text
    answer = blue.settle(match, "blue", kind="answer", proposal="back-to-the-throw", yes=True)
    assert answer.status_code == 200, answer.text
    told = charts(blue, match)
    assert (told["dice"], told["turns"], figure(told, "Points")["red"]) == ({}, [], [0])


def _line(number: int, side: str, *dice: tuple[int, int]) -> dict[str, Any]:
    """A line that tells of dice: what each shows, and its sides."""
    thrown = [{"die": die, "for": "combat"} | ({} if sides == 6 else {"sides": sides}) for die, sides in dice]
    return {"seq": number, "kind": "fought", "side": side, "dice": thrown}


def test_dice_are_counted_by_their_number_of_sides_and_lots_are_not() -> None:
    gauge = Gauge(dice=(6, 10))
    lines = [_line(1, "red", (10, 10), (3, 6)), _line(2, "blue", (1, 10), (1, 10), (17, 30)), _line(3, "red", (8, 10))]
    notes = [note for line in lines if (note := note_of(gauge, line)) is not None]
    told: Any = charts_json(gauge, notes, {}, {}, 3)
    assert told["throws"] == [
        {"sides": 6, "by_side": {"red": {"thrown": 1, "pips": 3}}},
        {"sides": 10, "by_side": {"blue": {"thrown": 2, "pips": 2}, "red": {"thrown": 2, "pips": 18}}},
    ]
    assert told["dice"] == {"blue": {"thrown": 2, "pips": 2}, "red": {"thrown": 3, "pips": 21}}
    # Two of ten sides show 11 in the middle, one of six 3.5.
    assert figure(told, "Dice: pips above or below average") == {"blue": [-9], "red": [7]}
    assert told["figures"] == [
        {
            "title": "Dice: pips above or below average", "section": "", "signed": True,
            "values": {"blue": [-9], "red": [7]},
        },
    ]  # fmt: skip
    assert note_of(Gauge(), _line(1, "red", (10, 10))) is None, "of a game of six-sided dice it is a lot"


@pytest.mark.parametrize("turns", [8, None])
def test_the_outlook_is_that_of_the_scenario_and_its_turns(turns: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The share of the way that a match has gone is counted in the turns that its view tells."""
    game, asked = Toy(), list[Any]()
    view = {**game.view(game.new_match("short", {}), SPECTATOR), "turns": turns}
    over = game.end_by_agreement(game.new_match("short", {}), "warm", "enough")
    live: Any = SimpleNamespace(record=SimpleNamespace(status=FINISHED, scenario="short"), game=game, state=over)
    monkeypatch.setattr(measuring, "model_for", lambda *of: of)
    monkeypatch.setattr(measuring, "outlook_json", lambda *of: asked.append(of) or {})
    notes = (Note(3, "red", 1, (), {}, None, None),)
    measuring._outlook(live, measuring._Read(3, notes, {3: game.gauge.standing(view)}), view)
    (model, points, of_turns, result, first), *_ = asked
    assert (model, of_turns, first) == (("toy", "short"), turns, 1)
    assert [(point.turn, point.number) for point in points] == [(1, 3)]
    assert (result.winner, result.played) == ("warm", False)
    live.record.status = ACTIVE
    assert measuring._outlook(live, measuring._Read(), view) is None


def test_what_is_summed_in_one_walk_is_what_a_look_at_every_line_finds() -> None:
    """Taken back in turn, over each other, and up to lines that mean nothing here."""
    rng = random.Random(38)
    for _ in range(50):
        numbers = sorted(rng.sample(range(1, 300), 60))
        undoes = {n: (rng.randrange(n), n) for n in rng.sample(numbers, 8)}
        undoes |= {n: (n, rng.randrange(n + 1)) for n in rng.sample(numbers, 2)}
        notes = [Note(n, "red", None, (), {}, None, undoes.get(n)) for n in numbers]
        gone = {n for to, through in undoes.values() for n in range(to + 1, through + 1)}
        valid = notes_that_stand(notes)
        assert [n.number for n in valid] == [n for n in numbers if n not in gone and n not in undoes]
        counted = [(n, {rng.choice("ab"): rng.randrange(5)}) for n in numbers if rng.random() < 0.5]
        turns = [(turn, n) for turn, n in enumerate(sorted(rng.sample(numbers, 5)))]
        sides = sorted({side for _, by in counted for side in by})
        ends = [*(n for _, n in turns), MAX_SEQ]
        assert sums_by_turn(counted, turns) == [
            {s: sum(by.get(s, 0) for n, by in counted if n < end) for s in sides} for end in ends
        ]


async def test_all_who_ask_when_a_match_is_over_are_given_what_was_measured_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And while it goes on. What was told since is measured again."""
    measured = list[int]()

    def count(*of: Any) -> Any:
        measured.append(of[-1])
        return charts_json(*of)

    monkeypatch.setattr(measuring, "charts_json", count)
    async with long_match(database_url) as (app, match):
        here: Context = app.state.context
        live = await here.live_matches.get(match)
        account = live.record.seats[0].account
        ten = await asyncio.gather(*(here.charts.charts_for(live, "red") for _ in range(10)))
        assert measured == [live.number("red")]
        assert all(one == ten[0] for one in ten)
        await here.settlements.settle(match, account, "red", "resigned-here", {"kind": RESIGN})
        over = await here.current.get(match)
        assert over.record.status == FINISHED
        ten = await asyncio.gather(*(here.charts.charts_for(over, "red") for _ in range(10)))
        assert measured == [live.number("red") - 1, live.number("red")]
        assert all(one["number"] == over.number("red") for one in ten)


def test_charts_are_for_those_who_may_see_the_match(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    stranger = Player(toy_server, "Eve")
    path = f"/matches/{match['id']}/charts"
    assert stranger.http.get(path).status_code == 403
    assert blue.http.get(path, params={"seat": "red"}).status_code == 403
    assert red.http.get(path, params={"seat": "red"}).status_code == 200


def test_a_whole_game_of_powers_is_measured_as_it_went() -> None:
    charts, lines, states = figures_of(Recording.read(FOLDER / "powers-1914" / "3.13.2-central.json"), SPECTATOR)
    end = states[-1]
    assert {side: values[-1] for side, values in figure(charts, "Conquests").items()} == {
        side: conquests(end, side) for side in ALLIANCES
    }
    assert charts["turns"] == [*range(1, end.turn + 1)]
    infantry = dict.fromkeys(ALLIANCES, 0)
    for line in lines:
        for nation, kinds in line.get("lost", {}).items():
            infantry[end.nations[nation].side] += kinds.get("infantry", 0)
    assert sum(infantry.values()) > 0
    assert charts["lost"]["infantry"] == infantry
    lost = figure(charts, "Units lost")
    assert {side: values[-1] for side, values in lost.items()} == {
        side: sum(kind.get(side, 0) for kind in charts["lost"].values()) for side in ALLIANCES
    }
    assert all([*values] == sorted(values) for values in lost.values())
    money = {side: sum(n for seat, n in end.money.items() if end.seats[seat] == side) for side in ALLIANCES}
    assert {side: values[-1] for side, values in figure(charts, "Money in hand").items()} == money
    totals = [sum(battle["lost"].values()) for battle in charts["battles"]]
    assert totals == sorted(totals, reverse=True)
    assert all(lines[b["number"] - 1]["text"] == f"{b['text'][:-1]} begins." for b in charts["battles"])


def test_a_whole_game_of_schlieffens_war_is_measured_as_it_went() -> None:
    charts, _, states = figures_of(Recording.read(FOLDER / "schlieffens-war" / "4.2-german-paris.json"), SPECTATOR)
    end = states[-1]
    assert figure(charts, "Victory points") == {GERMAN: figure(charts, "Victory points")[GERMAN]}
    assert figure(charts, "Victory points")[GERMAN][-1] == end.vp
    assert figure(charts, "Counters on the map")[GERMAN][-1] == len([*end.on_map(GERMAN)])
    lost = dict.fromkeys(SIDES, 0)
    for before, after in pairwise(states):
        for unit, now in after.units.items():
            if now is not before.units[unit] and now.steps < before.units[unit].steps:
                lost[after.counter(unit).side] += before.units[unit].steps - now.steps
    assert charts["lost"]["steps"] == lost
    assert all(battle["lost"] and battle["turn"] in charts["turns"] for battle in charts["battles"])


def test_a_beginning_of_the_great_war_is_measured_as_it_went() -> None:
    """§18.1, §10.6, §5.1: what the charts show at the end is what the position has; steps are their nation's."""
    path = FOLDER / "great-war" / "1917-april-to-strategic-turn-m.json"
    charts, _, states = figures_of(Recording.read(path), SPECTATOR)
    end = states[-1]
    assert charts["turns"] == [*range(end.card.turn, end.turn + 1)]
    assert figure(charts, "Victory points")["central"][-1] == points(end)
    for side in BELLIGERENTS:
        assert figure(charts, "Units on the map")[side][-1] == len([*end.on_map(side)])
        purse = sum(n for nation, n in end.points.items() if end.sides[nation] == side)
        assert figure(charts, "Resource points")[side][-1] == purse
    steps = Counter[tuple[str, str]]()
    for before, after in pairwise(states):
        for unit, now in after.units.items():
            was, counter = before.units[unit], before.counter(unit)
            if was.at in before.stacks and now is not was:
                left = [_steps(counter, state) for state in (was, now)]
                steps[NAME_OF[counter.nation], before.side(unit)] += max(0, left[0] - left[1])
    told = {(kind, side): n for kind, by_side in charts["lost"].items() for side, n in by_side.items()}
    assert told == {owner: n for owner, n in steps.items() if n}
    assert {side for _, side in told} == {*BELLIGERENTS}
    assert charts["battles"]
    assert all(battle["turn"] in charts["turns"] for battle in charts["battles"])
    assert max(battle["text"].count(",") for battle in charts["battles"]) <= 2, "many units are named in short"


def _steps(counter: Any, now: Any) -> int:
    """§3.26: the steps that a unit has left."""
    return 0 if now.at == "dead" else 2 if counter.turned == "reduced" and not now.back else 1


def result(player: Player, match: dict[str, Any], **query: str) -> Any:
    """The answer about the result of a match."""
    return player.http.get(f"/matches/{match['id']}/result", params=query)


def test_the_result_is_for_players_and_spectators(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    eve = Player(toy_server, "Eve")
    red.play(match, "red", HIDE, THROW)
    running = result(red, match)
    assert (running.status_code, running.json()["error"]["code"]) == (409, "not_over")
    assert blue.settle(match, "blue", kind="resign").status_code == 200
    told = result(red, match).json()
    assert (told["outcome"]["winner"], told["turn"], told["title"]) == ("warm", 1, "Short")
    assert [(s["title"], s["side"], s["name"], s["you"]) for s in told["seats"]] == [
        ("Red", "warm", "Rosa", True),
        ("Blue", "cold", "Blaise", False),
    ]
    assert told["began"] <= told["ended"]
    assert told["charts"] == charts(eve, match, key=match["spectate"])
    assert figure(told["charts"], "Hidden")["red"] == [HIDE["number"]] * 2
    # Whoever has the address with the key reads the same; without it nobody does.
    assert told["key"] == match["spectate"]
    by_key = result(eve, match, key=match["spectate"]).json()
    assert {**by_key, "seats": 0} == {**told, "seats": 0}
    assert result(eve, match).status_code == 403
    assert result(eve, match, key="guess").status_code == 403
    assert httpx.get(f"{toy_server.url}/api/matches/{match['id']}/result").status_code == 401
    assert result(eve, {"id": "nowhere"}).status_code == 404


def test_the_result_of_a_public_match_is_for_everyone_and_keeps_no_name_of_those_who_left(toy_server: Server) -> None:
    red, blue, match = table(toy_server, listing="public")
    red.play(match, "red", THROW, END)
    assert blue.settle(match, "blue", kind="resign").status_code == 200
    assert blue.http.request("DELETE", "/account", json={"name": "Blaise"}).status_code == 200
    told = httpx.get(f"{toy_server.url}/api/matches/{match['id']}/result")
    assert told.status_code == 200, told.text
    assert "Blaise" not in told.text
    assert (told.json()["public"], told.json()["rematch"], told.json()["key"]) == (True, None, match["spectate"])
