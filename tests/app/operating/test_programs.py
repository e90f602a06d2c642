"""The program's commands, as a person runs them."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import typer
from typer.testing import CliRunner

from app.cli import main, program
from app.programs import coverage, serve
from app.programs.benching.script import script
from app.programs.boards import boards, describe, describe_hex
from app.programs.chosen_options import read_match_options
from app.programs.selfplay import BotError, play
from rules.catalogue import GAMES, WHOLE
from rules.kernel.game import REFEREE, Seat
from rules.kernel.messages import Json, JsonObject
from rules.kernel.players import RandomPlayer, Rng, SeatClient
from tests.app.toy_game import State, Toy
from tests.conftest import START_SECONDS, free_port
from tests.thorough import in_the_sweep


class Ran(NamedTuple):
    """How a command ended, and what it said."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str) -> Ran:
    """Run ``greatwar`` with arguments, here: a process of its own would import for a second and a half."""
    result = CliRunner().invoke(program, arguments, prog_name="greatwar")
    return Ran(result.exit_code, result.stdout, result.stderr)


def test_the_command_is_installed() -> None:
    """The one that a person types, as the next test does; the other tests call what is behind it."""
    (installed,) = entry_points(group="console_scripts", name="greatwar")
    assert installed.load() is main
    assert "selfplay" in run("--help").stdout


def test_the_command_serves(database_url: str) -> None:
    """Started as a person starts it; other servers under test are forked (tests/forked.py)."""
    port = str(free_port())
    environment = {**os.environ, "DATABASE_URL": database_url}
    serving = subprocess.Popen([Path(sys.executable).with_name("greatwar"), "serve", "--port", port], env=environment)
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            assert serving.poll() is None
            assert time.monotonic() < deadline
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"http://127.0.0.1:{port}/api/health").status_code == httpx.codes.OK:
                    break
            time.sleep(0.05)
        assert {g["id"] for g in httpx.get(f"http://127.0.0.1:{port}/api/games").json()} == GAMES.keys()
    finally:
        serving.terminate()
        assert serving.wait(30) == 0


def test_bots_play_the_same_game_by_the_same_seed() -> None:
    first, again, other = (play(Toy(), "short", seed, 0) for seed in ("a", "a", "b"))
    assert (first.hash, first.commands, first.winner) == (again.hash, again.commands, again.winner)
    assert other.hash != first.hash
    assert first.turns == 9
    assert first.events >= first.commands > 0


class Shared(Toy):
    """Both seats know the same; the game notes whose view was asked for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def seats(self, scenario: str, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        return tuple(replace(seat, viewpoint="both") for seat in super().seats(scenario, options))

    def view(self, state: State, viewer: str) -> JsonObject:
        self.asked.add(viewer)
        return super().view(state, "red" if viewer == "both" else viewer)


class Looking(RandomPlayer):
    """It looks at the table before it decides."""

    def command(self, client: SeatClient, rng: Rng) -> JsonObject:
        client.view()
        return super().command(client, rng)


def test_a_program_looks_at_the_table_from_the_viewpoint_of_its_seat() -> None:
    game = Shared()
    game.players = {"looking": Looking}
    play(game, "short", "a", 0, players={"red": "looking", "blue": "looking"})
    assert game.asked == {"both", REFEREE}


def test_examples_that_are_not_installed_are_refused_before_anything_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the Docker image, which has no folder of examples."""
    monkeypatch.setitem(sys.modules, "examples", None)
    monkeypatch.delitem(sys.modules, "examples.catalogue", raising=False)
    started: list[object] = []
    monkeypatch.setattr(serve, "serve_games", lambda *given: started.append(given))
    result = run("serve", "--examples", "--port", "0")
    assert result.returncode == 2
    assert "The example games are not installed here." in " ".join(result.stderr.replace("│", " ").split())
    assert "Traceback" not in result.stderr
    assert not result.stdout
    assert not started, "neither a server nor a Postgres of its own was begun"


def test_what_a_game_notes_of_its_course_is_told_in_order() -> None:
    noted = play(Toy(), "short", "a", 0).milestones
    assert noted
    assert {m.kind for m in noted} == {"threw"}
    assert [m.turn for m in noted] == sorted(m.turn for m in noted)


def test_a_game_that_does_not_end_is_an_error() -> None:
    with pytest.raises(BotError, match="not over"):
        play(Toy(), "endless", "a", 0, most=50)


def test_options_reach_the_match_that_a_program_plays() -> None:
    plain, other = (play(Toy(), "short", "a", 0, options=o) for o in ({}, {"first": "blue"}))
    assert plain.hash != other.hash
    assert script(Toy(), "short", 3, options={"first": "blue"}).moves[0].seat == "blue"
    assert script(Toy(), "short", 3, options={"first": "blue"}).options == {"first": "blue"}
    assert read_match_options(Toy(), "short", ["fog", "dice=true", "wind=false"]) == {
        "fog": True, "dice": True, "wind": False,
    }  # fmt: skip
    assert read_match_options(Toy(), "endless", None) == {}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["snow"], "It is for matches in winter"),
        (["fog", "wind"], "does not go together with"),
        (["dice=false"], "always played with it"),
        (["fog=perhaps"], "no value of the option fog"),
        (["first=blue"], "there are: fog, wind, snow, dice"),
    ],
)
def test_options_that_do_not_fit_end_a_program_with_the_reason(words: list[str], reason: str) -> None:
    with pytest.raises(typer.BadParameter, match=reason):
        read_match_options(Toy(), "short", words)


def test_selfplay_prints_json_with_a_verdict_for_every_game() -> None:
    result = run("selfplay", "schlieffens-war", "campaign", "--games", "2", "--seed", "7", "--jobs", "2", "--json")
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    games = told.pop("games")
    assert told == {"game": "schlieffens-war", "scenario": "campaign", "seed": "7", "players": {}, "options": {}}
    assert [g["game"] for g in games] == [0, 1]
    for game in games:
        assert game["winner"] in ("german", "entente", None)
        assert game["reason"]
        assert game["section"]
        assert len(game["hash"]) == 64
        assert 1 <= game["turns"] <= 10


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("selfplay", "chess", "x"), "schlieffens-war"),
        (("selfplay", "schlieffens-war", "x"), "campaign"),
        (("scenario", "schlieffens-war", "x"), "campaign"),
        (("selfplay", "great-war", "1917", "--option", "weather"), "hands"),
        (("selfplay", "great-war", "1917", "--option", "hands=shown"), "shown"),
        (("selfplay", "great-war", "1917", "--option", "plan=nobodys"), "nobodys"),
        (("bench", "--game", "great-war", "--option", "weather"), "hands"),
        (("hex", "moon", "0101"), "schlieffens-war"),
        (("hex", "schlieffens-war", "9999"), "9999"),
        (("verify", "/nowhere"), "does not exist"),
    ],
)
def test_a_wrong_name_is_answered_with_what_there_is(arguments: tuple[str, ...], word: str) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert word in result.stderr
    assert "Traceback" not in result.stderr


def test_a_hex_is_told_with_neighbours_and_sources() -> None:
    result = run("hex", "schlieffens-war", "0812", "--json")
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    named = ("board", "hex", "name", "surface", "terrain", "features", "country")
    assert [told[name] for name in named] == [
        "schlieffens-war", "0812", "Antwerp", "land", "clear", ["city: city", "fortress: 1"], "BE",
    ]  # fmt: skip
    assert len(told["neighbours"]) == 6
    assert abs(told["lat"] - 51.2) < 0.3
    assert told["sources"]["file"] == "scenarios/schlieffens-war/BOARD_SOURCES.md"


def test_a_hex_of_another_board_has_that_boards_own_columns() -> None:
    result = run("hex", "empires-alliances", "5919", "--json")
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert (told["name"], told["country"]) == ("Constantinople", "TU")
    assert {"city: major", "port: 1", "sea_area: Mediterranean+Black Sea", "weather: east"} <= set(told["features"])
    (bosphorus,) = [n for n in told["neighbours"] if n["hex"] == "5918"]
    assert (bosphorus["sea"], bosphorus["strait"], bosphorus["rail"]) == (True, "Bosphorus", "Constantinople ferry")
    assert told["sources"]["file"] == "scenarios/empires-alliances/BOARD_SOURCES.md"


def test_every_place_of_every_board_is_told_with_an_existing_source() -> None:
    """Some of each board, its first and last place among them; neighbours name each other."""
    assert {"schlieffens-war", "empires-alliances"} <= set(boards())
    for id_, folder in boards().items():
        file, key = next((f, k) for f, k in (("hexes.csv", "hex"), ("areas.csv", "id")) if (folder / f).exists())
        with (folder / file).open(encoding="utf-8", newline="") as lines:
            places = [row[key] for row in csv.DictReader(lines)]
        for place in [places[0], places[len(places) // 2], places[-1]]:
            told = describe(folder, place)
            assert (told["board"], told["hex"]) == (id_, place)
            assert -90 < told["lat"] < 90
            for beside in told["neighbours"]:
                assert place in {n["hex"] for n in describe(folder, beside["hex"])["neighbours"]}, (id_, place)


def test_rivers_and_rails_are_told_from_both_sides(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text('shifted = "even"\n')
    header = "hex,surface,terrain,country,name,city,fortress,port,perimeter,lat,lon,origin\n"
    rows = "".join(f"{h},land,clear,BE,,,,,,50.0,4.0,x\n" for h in ("0101", "0102"))
    (tmp_path / "hexes.csv").write_text(header + rows)
    (tmp_path / "hexsides.csv").write_text("a,b,river,sea,origin\n0101,0102,Meuse,,x\n")
    (tmp_path / "rails.csv").write_text("a,b,line,origin\n0102,0101,north,x\n")
    for one, other in (("0101", "0102"), ("0102", "0101")):
        sides = describe_hex(tmp_path, one)["neighbours"]
        assert sides == [{"hex": other, "name": None, "river": "Meuse", "sea": False, "rail": "north"}]


def test_a_scenario_is_told_in_numbers() -> None:
    result = run("scenario", "schlieffens-war", "campaign", "--json")
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert told["seats"] == [
        {"id": "german", "title": "German", "side": "german"},
        {"id": "entente", "title": "Entente", "side": "entente"},
    ]
    named = ("game", "scenario", "title", "boards", "options")
    assert [told[name] for name in named] == [
        "schlieffens-war", "campaign", "The campaign of 1914", ["schlieffens-war"], [],
    ]  # fmt: skip
    assert told["units"]["BE"] == {"fort": 3, "hq": 1, "infantry": 3}
    assert told["sizes"]["BE"] == {"hq XXXX": 1, "infantry XXX": 3}
    assert set(told["units"]) == {"BE", "BR", "FR", "GE"}
    assert told["turns"] == 10


@pytest.mark.parametrize(
    ("scenario", "nation", "sizes"),
    [
        ("1914", "GE", {"infantry XXX": 50, "cavalry XXX": 5, "cavalry XX": 1, "siege-artillery XXX": 2}),
        ("1914", "AH", {"infantry XXX": 24, "cavalry XXX": 5, "cavalry XX": 1, "field-artillery XXX": 4}),
        ("1914", "FR", {"infantry XXX": 35, "cavalry XXX": 5, "field-artillery XXX": 5}),
        ("1914", "RU", {"infantry XXX": 37, "cavalry XXX": 12, "field-artillery XXX": 8}),
        ("1914", "SE", {"infantry XX": 11, "cavalry XX": 1, "field-artillery XXX": 1}),
        ("1918", "GE", {"infantry XXX": 40, "stosstruppen XXX": 8, "cavalry XXX": 1}),
        ("1918", "BE", {"infantry XX": 3}),
    ],
)
def test_a_scenario_tells_corps_from_divisions(scenario: str, nation: str, sizes: dict[str, int]) -> None:
    result = run("scenario", "empires-alliances", scenario, "--json")
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert sizes.items() <= told["sizes"][nation].items()
    assert len(told["forts"]) == {"1914": 22, "1918": 7}[scenario]
    assert told["turns"] == {"1914": 6, "1918": 9}[scenario], "March 1918 is turn 45 of the calendar"


def test_a_scenario_that_is_set_up_in_one_click_is_told_as_it_stands_then() -> None:
    told = json.loads(run("scenario", "empires-alliances", "1918", "--json").stdout)
    assert (told["score"]["halves"], told["score"]["level"]) == (18, "draw")
    assert told["groups"]["German 17th, 2nd and 18th Armies"] == {
        "GE field-artillery XXX 3-3-3": 3,
        "GE field-artillery XXX 4-4-3": 2,
        "GE infantry XXX 4-6-3": 1,
        "GE infantry XXX 4-6-4": 7,
        "GE infantry XXX 6-8-4": 2,
        "GE siege-artillery XXX 3-2-3": 1,
        "GE stosstruppen XXX 5-7-4": 5,
    }
    assert told["groups"]["French 3rd Army"]["FR tank 2-2-2"] == 1


def test_a_scenario_of_six_fronts_tells_who_is_where() -> None:
    told = json.loads(run("scenario", "great-war", "combined-1917", "--json").stdout)
    assert len(told["boards"]) == 6
    assert (told["score"]["points"], told["score"]["needs"]) == (10, 20)
    assert told["where"]["boxes"]["reserve"] == {"TU": 6}
    assert told["where"]["boxes"]["arabia"] == {"TU": 4}
    assert told["where"]["boards"]["NE"] == {"BR": 18, "TU": 10}
    assert told["near_east"]["reserve"] == {"required": 6, "held": 6}
    assert sum(modifier["drm"] for modifier in told["near_east"]["surrender"]["modifiers"]) == 2


def test_a_scenario_of_several_seats_tells_what_each_begins_with() -> None:
    result = run("scenario", "powers-1914", "classic-1-3", "--json")
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert [(s["id"], s["side"]) for s in told["seats"]] == [
        ("central", "central"),
        ("entente-1", "entente"),
        ("entente-2", "entente"),
    ]
    nations = [n for s in told["seats"] for n in s["nations"]]
    assert set(nations) == set(told["units"])
    assert len(set(nations)) == len(nations)
    assert all(s["money"] >= 0 for s in told["seats"])
    assert told["tracks"]["central"]["conquests"] == 0
    assert told["turns"] == 16


@in_the_sweep
def test_bots_play_powers_1914_to_a_winner_each_time() -> None:
    result = run("selfplay", "powers-1914", "classic-1-6", "--games", "3", "--json")
    assert result.returncode == 0, result.stderr
    games = json.loads(result.stdout)["games"]
    assert len({g["hash"] for g in games}) == 3
    for game in games:
        assert game["winner"] in ("central", "entente")
        assert game["section"] in ("3.13.2", "3.13.3")


def test_an_area_is_told_with_its_neighbours() -> None:
    result = run("hex", "powers-1914", "berlin", "--json")
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert (told["name"], told["country"], told["surface"]) == ("Berlin", "GE", "land")
    assert told["features"] == ["city: 4", "coins: 5", "capital: 1", "factory: 1"]
    assert {"hex": "bavaria", "name": "Bavaria", "river": None, "sea": False, "rail": None, "kind": "land"} in told[
        "neighbours"
    ]
    assert {"silesia", "pomerania"} <= {n["hex"] for n in told["neighbours"]}
    assert told["sources"]["file"] == "scenarios/powers-1914/SOURCES.md"


@pytest.mark.parametrize("game", sorted({*WHOLE, "great-war"}))
def test_no_section_of_a_rulebook_is_without_code_or_test(game: str) -> None:
    result = run("coverage", game, "--json")
    told = json.loads(result.stdout)
    assert (told["without_code"], told["without_test"]) == ([], [])
    assert result.returncode == 0


def test_coverage_finds_code_by_docstrings_and_tests_by_docstrings_and_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coverage, "ROOT", tmp_path)
    package, tests = tmp_path / "game", tmp_path / "tests"
    package.mkdir()
    tests.mkdir()
    listed = "".join(f'[[sections]]\nnumber = "{n}"\ntitle = "T"\n' for n in ("1.1", "1.2", "1.3", "2.1", "2.2", "3.1"))
    listed += '[[sections]]\nnumber = "4.1"\ntitle = "T"\nrule = false\n'
    (package / "sections.toml").write_text(listed + '[[sections]]\nnumber = "5.1"\ntitle = "T"\nlater = true\n')
    (package / "a.py").write_text('def f():\n    """§1.1–1.3, §2.1: thus."""\n\ndef g():\n    """As §3.1 says."""\n')
    (tests / "test_a.py").write_text(
        'def test_1_1_thus(): ...\n\ndef test_x():\n    """That §1.2 and 1.3 hold, and §2.2."""\n'
    )
    found = coverage.report(package, tests)
    assert found["without_code"] == ["2.2", "3.1"]
    assert found["without_test"] == ["2.1", "3.1"]
    assert found["later"] == ["5.1"]


def test_coverage_counts_sections_of_one_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small game has no more; a test that is named for a section of two numbers is not one of the first alone."""
    monkeypatch.setattr(coverage, "ROOT", tmp_path)
    package, tests = tmp_path / "game", tmp_path / "tests"
    package.mkdir()
    tests.mkdir()
    listed = "".join(f'[[sections]]\nnumber = "{n}"\ntitle = "T"\n' for n in ("1", "2", "3", "3.1"))
    (package / "sections.toml").write_text(listed)
    (package / "a.py").write_text('def f():\n    """§1, §3.1: thus."""\n')
    (tests / "test_a.py").write_text('def test_2_thus(): ...\n\ndef test_3_1_thus():\n    """§1 holds."""\n')
    found = coverage.report(package, tests)
    assert found["without_code"] == ["2", "3"]
    assert found["without_test"] == ["3"]


def test_coverage_has_two_rows_for_a_section_with_two_halves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Near Eastern half is found by an N, and by the names of files; a half that is none is a fault."""
    monkeypatch.setattr(coverage, "ROOT", tmp_path)
    package, tests = tmp_path / "game", tmp_path / "tests"
    (package / "near_east").mkdir(parents=True)
    tests.mkdir()
    listed = "".join(f'[[sections]]\nnumber = "{n}"\ntitle = "T"\nhalves = true\n' for n in ("1.1", "1.2", "1.3"))
    listed += (
        '[[sections]]\nnumber = "2.1"\ntitle = "T"\n[[sections]]\nnumber = "2.2"\ntitle = "T"\nmaps = "Near East"\n'
    )
    (package / "sections.toml").write_text(listed)
    (package / "a.py").write_text('def f():\n    """§1.1 to §1.3, §2.1: thus."""\n\ndef g():\n    """§1.1N: thus."""\n')
    (package / "near_east" / "b.py").write_text('"""§1.2, §2.2: thus."""\n')
    (tests / "test_a.py").write_text('def test_1_1():\n    """§1.2, §1.3, §2.1: thus."""\n')
    (tests / "test_near_east.py").write_text('def test_1_1():\n    """§1.2, §1.3, §2.2: thus."""\n')
    found = coverage.report(package, tests)
    assert isinstance(found["sections"], list)
    rows = [(s["number"], s["maps"]) for s in found["sections"] if isinstance(s, dict)]
    assert rows[:2] == [("1.1", "Europe"), ("1.1N", "Near East")]
    assert rows[-2:] == [("2.1", ""), ("2.2", "Near East")]
    assert (found["without_code"], found["without_test"]) == (["1.3N"], [])
    (package / "a.py").write_text('def f():\n    """§2.1N: thus."""\n')
    with pytest.raises(ValueError, match=r"2\.1N"):
        coverage.report(package, tests)
    (package / "sections.toml").write_text('[[sections]]\nnumber = "1.1"\ntitle = "T"\nmaps = "Africa"\n')
    with pytest.raises(ValueError, match="Africa"):
        coverage.report(package, tests)


def test_coverage_asks_for_tests_of_what_the_combined_game_adds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rows have the code of the section, and tests of their own: in their folder, or with a C."""
    monkeypatch.setattr(coverage, "ROOT", tmp_path)
    package, tests = tmp_path / "game", tmp_path / "tests"
    package.mkdir()
    (tests / "combined").mkdir(parents=True)
    listed = "".join(f'[[sections]]\nnumber = "{n}"\ntitle = "T"\njoined = true\n' for n in ("1.1", "1.2", "1.3"))
    (package / "sections.toml").write_text(listed + '[[sections]]\nnumber = "1.4"\ntitle = "T"\n')
    (package / "a.py").write_text('def f():\n    """§1.1 to §1.4: thus."""\n')
    (tests / "test_a.py").write_text('def test_1_1():\n    """§1.2C, §1.2, §1.3: thus."""\n')
    (tests / "combined" / "test_b.py").write_text('def test_1_1():\n    """§1.4: thus."""\n')
    found = coverage.report(package, tests)
    assert isinstance(found["sections"], list)
    rows = [(s["number"], s["maps"]) for s in found["sections"] if isinstance(s, dict)]
    assert rows[:2] == [("1.1", ""), ("1.1C", "combined")]
    assert (found["without_code"], found["without_test"]) == ([], ["1.3C"])


def test_selfplay_says_which_players_there_are() -> None:
    asked = run("selfplay", "schlieffens-war", "campaign", "--player", "german=nobody")
    assert asked.returncode == 2
    assert "random" in asked.stderr
