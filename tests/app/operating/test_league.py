"""``greatwar league``: programs and variants of programs play each other, and no game is played twice."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from app.cli import program
from app.programs import selfplay
from app.programs.leagues import playing
from app.programs.leagues.playing import Result, Setting, fixtures, make_setting
from app.programs.leagues.record import LeagueRecord, read_record
from app.programs.leagues.standings import interval, of_pair
from app.programs.leagues.variants import Variant, read_variants
from app.proof import version
from app.settings import ROOT
from rules.catalogue import GAMES
from rules.kernel.players import Program

DUEL = ("league", "powers-1914", "austria-russia")
SIDES = ("central", "entente")
BOLD = '[daring]\nprogram = "greedy"\nrisk = 0.25\nguard = 4\nmargin = 0\n'
OF = Setting("powers-1914", "austria-russia", "1914", {}, "rules", "programs")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(program, arguments, prog_name="greatwar")


def variants(tmp_path: Path, text: str = BOLD) -> Path:
    file = tmp_path / "variants.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_variant_plays_both_sides_and_a_league_that_was_broken_off_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "games.jsonl"
    words = [*DUEL, "daring", "--variants", str(variants(tmp_path)), "--against", "recruit", "--record", str(record)]
    told = json.loads(run(*words, "--games", "1", "--json").stdout)
    (pair,) = told["pairs"]
    assert (pair["first"], pair["second"], pair["games"]) == ("daring", "recruit", 2)
    assert [game["players"] for game in told["games"]] == [
        {"central": "daring", "entente": "recruit"},
        {"central": "recruit", "entente": "daring"},
    ]
    assert sum(pair["as"][side]["games"] for side in SIDES) == 2
    assert told["variants"][0]["sides"]["central"] == {"program": "greedy", "risk": 0.25, "guard": 4, "margin": 0}
    assert told["programs"] == version.programs_version(GAMES["powers-1914"])
    with record.open("a", encoding="utf-8") as out:
        out.write('{"key":"broken o')
    played: list[int] = []
    real = selfplay.play

    def counted(game: Any, scenario: str, seed: str, number: int, **rest: Any) -> selfplay.Played:
        played.append(number)
        return real(game, scenario, seed, number, **rest)

    monkeypatch.setattr(playing, "play", counted)
    again = json.loads(run(*words, "--games", "1", "--json").stdout)
    assert again == told
    assert not played
    more = json.loads(run(*words, "--games", "2", "--json").stdout)
    assert played == [1, 1]
    assert more["games"][:2] == told["games"]
    assert len(record.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("text", "names", "word"),
    [
        (BOLD, ["daring", "napoleon"], "napoleon"),
        (BOLD, ["daring"], "needs two"),
        ('[daring]\nprogram = "greedy"\nnerve = 1\n', [], "nerve"),
        ('[daring]\nprogram = "greedy"\nrisk = "high"\n', [], "risk"),
        ('[daring]\nprogram = "greedy"\nguard = 2.5\n', [], "guard"),
        ('[daring]\nprogram = "random"\nguard = 2\n', [], "no constants"),
        ('[daring]\nprogram = "steady"\n', [], "greedy"),
        ('[daring.german]\nprogram = "greedy"\n', [], "central"),
        ('[recruit]\nprogram = "greedy"\n', [], "own"),
        ("daring = 3\n", [], "table"),
        ("daring", [], "read"),
    ],
)
def test_variants_that_do_not_fit_are_refused(tmp_path: Path, text: str, names: list[str], word: str) -> None:
    with pytest.raises(typer.BadParameter, match=word):
        read_variants(GAMES["powers-1914"], SIDES, names, variants(tmp_path, text))


def test_without_names_all_of_the_file_play_and_the_one_they_play_against_comes_last(tmp_path: Path) -> None:
    file = variants(tmp_path, BOLD + BOLD.replace("daring", "other"))
    game = GAMES["powers-1914"]
    names = [
        [v.name for v in read_variants(game, SIDES, named, file, "recruit")] for named in ([], ["recruit", "other"])
    ]
    assert names == [["daring", "other", "recruit"], ["other", "recruit"]]


def test_a_program_that_fails_says_in_which_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise KeyError("paris")

    monkeypatch.setattr(playing, "play", failing)
    ended = run(*DUEL, "recruit", "greedy", "--games", "1")
    assert isinstance(ended.exception, KeyError)
    assert ended.exception.__notes__ == ["in the game 0 of recruit/central against greedy/entente"]


def test_a_program_is_varied_without_changing_it() -> None:
    game = GAMES["powers-1914"]
    bold = Variant("daring", {"central": {"program": "greedy", "risk": 1}}).maker(game, "central")
    assert isinstance(bold, Program)
    plain = game.players["greedy"]
    assert isinstance(plain, Program)
    assert (bold.habits.risk, plain.habits.risk) == (1, 0.03)
    assert bold().habits == bold.habits


def test_all_meet_on_both_sides_and_nobody_where_it_has_no_program() -> None:
    both, german = ({side: {"program": "steady"} for side in sides} for sides in (("a", "b"), ("a",)))
    one, two, half = Variant("one", both), Variant("two", both), Variant("half", german)
    met = [{s: v.name for s, v in f.players.items()} for f in fixtures(("a", "b"), [one, two, half], 1, None)]
    assert met == [
        {"a": "one", "b": "two"},
        {"a": "two", "b": "one"},
        {"a": "half", "b": "one"},
        {"a": "half", "b": "two"},
    ]
    assert len(fixtures(("a", "b"), [one, two, half], 3, "half")) == 6


def test_a_game_is_another_one_by_other_rules_programs_or_constants() -> None:
    bold = Variant("daring", {side: {"program": "greedy", "risk": 0.25} for side in SIDES})
    bolder = Variant("daring", {side: {"program": "greedy", "risk": 0.5} for side in SIDES})
    plain = Variant("greedy", {side: {"program": "greedy"} for side in SIDES})
    first = fixtures(SIDES, [bold, plain], 2, None)
    keys = {f.key(OF) for f in [*first, *fixtures(SIDES, [bolder, plain], 2, None)]}
    keys |= {first[0].key(of) for of in (replace(OF, rules="x"), replace(OF, programs="x"), replace(OF, seed="x"))}
    keys |= {first[0].key(replace(OF, last_turn=turn)) for turn in (10, 11)}
    assert len(keys) == 13


def result(key: str, winner: str | None, central: str = "daring") -> Result:
    players = {"central": central, "entente": "plain" if central == "daring" else "daring"}
    return Result(key, players, 0, winner, "by points", "3.13.3", 11, 500, 0.1, "00")


def test_draws_count_half_and_the_bounds_are_those_of_95_percent() -> None:
    games = [result("1", "central"), result("2", None), result("3", "central", "plain"), result("4", None, "plain")]
    told: Any = of_pair(games, "daring", "plain")
    assert (told["score"], told["wins"], told["draws"], told["losses"]) == (0.5, 1, 2, 1)
    assert (told["low"], told["high"]) == (0.15, 0.85)
    assert told["as"]["central"]["score"] == 0.75
    assert told["endings"] == {"central §3.13.3": 2, "draw §3.13.3": 2}
    low, high = interval(0.7, 120)
    assert (round(low, 3), round(high, 3)) == (0.613, 0.775)
    assert interval(0.0, 0) == (0.0, 1.0)


def broken_off(number: int, first: str, lead: int, winner: str | None = None) -> Result:
    players = {"central": first, "entente": "plain" if first == "daring" else "daring"}
    return Result(f"{number}{first}", players, number, winner, "broken-off", "", 3, 99, 0.1, "00", lead)


@pytest.mark.parametrize(
    ("lead", "other", "winner", "score"),
    [(3, 1, None, 1.0), (1, 1, None, 0.5), (0, 2, None, 0.0), (9, 0, "entente", 0.0), (0, 9, "central", 1.0)],
)
def test_two_games_that_were_broken_off_count_as_one(lead: int, other: int, winner: str | None, score: float) -> None:
    """Whoever leads by more with the first side has won; to win outright is more than any lead."""
    games = [broken_off(0, "daring", lead, winner), broken_off(0, "plain", other), broken_off(1, "daring", 5)]
    told: Any = of_pair(games, "daring", "plain")
    assert (told["games"], told["score"]) == (1, score), "a game whose counterpart is missing does not count"
    assert told["leads"] == {"daring": (lead + 5) / 2, "plain": other}
    assert not told["as"]
    assert of_pair(games, "plain", "daring")["score"] == 1 - score


def test_a_league_breaks_its_games_off(tmp_path: Path) -> None:
    words = [*DUEL, "daring", "--variants", str(variants(tmp_path)), "--against", "recruit", "--games", "1"]
    told = json.loads(run(*words, "--last-turn", "2", "--json").stdout)
    assert {(game["turns"], game["reason"]) for game in told["games"]} == {(2, "broken-off")}
    (pair,) = told["pairs"]
    assert pair["leads"] == {game["players"]["central"]: game["lead"] for game in told["games"]}
    assert told["last_turn"] == 2
    assert "of 1 pair of games" in run(*words, "--last-turn", "2").stdout


def test_a_lead_is_that_of_the_last_position_also_of_a_game_that_is_over() -> None:
    """The last turn is played after it has begun: in a game that ends with it the lead is not that of its beginning."""
    played = selfplay.play(GAMES["powers-1914"], "austria-russia", "1914", 0, players=dict.fromkeys(SIDES, "greedy"))
    assert played.section
    last, end = (stand.figures[0].values for stand in (played.stands[-1], played.end))
    assert last != end
    assert playing.lead_of(played, SIDES) == end.get("central", 0) - end.get("entente", 0)


def test_a_file_that_is_no_record_is_refused_and_games_of_others_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    record = LeagueRecord(file)
    for key in ("mine", "other"):
        record.add(result(key, "central"))
    record.close()
    assert read_record(file, {"mine"}) == {"mine": result("mine", "central")}
    assert read_record(tmp_path / "none.jsonl", {"mine"}) == {}
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"key":"broken o')
    LeagueRecord(file).close()
    assert file.read_bytes() == whole, "the next game begins a line of its own"
    row = json.dumps({**asdict(result("mine", None)), "winners": 1})
    for text in ("{}\n", "[1]\n", "nonsense\n{}", f"{row}\n"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(typer.BadParameter, match="line 1"):
            read_record(file, {"mine"})


@pytest.mark.parametrize(
    ("words", "word"),
    [
        (("league", "chess", "x"), "powers-1914"),
        (("league", "powers-1914", "x", "recruit", "random"), "austria-russia"),
        ((*DUEL, "recruit", "--record", "/nowhere/at/all.jsonl", "--against", "random"), "written"),
        ((*DUEL, "recruit", "--variants", "/nowhere/at/all.toml"), "read"),
    ],
)
def test_a_wrong_word_ends_a_league_with_what_there_is(words: tuple[str, ...], word: str) -> None:
    ended = run(*words)
    assert ended.exit_code == 2
    assert word in " ".join(ended.stderr.replace("│", "").split())


@pytest.mark.parametrize(
    ("changed", "counts"),
    [
        ("rules/powers_1914/players/habits.py", True),
        ("rules/kernel/players.py", True),
        ("rules/kernel/teams/programs/ally.py", True),
        ("rules/hexes/programs/outlook.py", True),
        ("rules/great_war/players/odds.py", False),
        ("rules/powers_1914/victory.py", False),
    ],
)
def test_programs_have_a_version_of_their_own(changed: str, counts: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game, real = GAMES["powers-1914"], Path.read_bytes
    before = version.programs_version(game)

    def altered(self: Path) -> bytes:
        return real(self) + (b"# another habit\n" if self == ROOT / changed else b"")

    monkeypatch.setattr(Path, "read_bytes", altered)
    assert (version.programs_version(game) != before) is counts


def test_a_setting_names_the_versions_of_rules_and_programs() -> None:
    game = GAMES["powers-1914"]
    of = make_setting(game, "austria-russia", "1914", {})
    assert (of.rules, of.programs) == (version.rules_version(game), version.programs_version(game))
