"""What ``greatwar verify`` proves, and the forgeries that it finds: with all hashes made to fit, and without."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli import program
from app.programs import verifying
from app.proof import version
from app.proof.report import Noted
from app.settings import ROOT
from app.verify import verify
from rules.catalogue import GAMES as CATALOGUE
from rules.kernel import dice
from rules.kernel.messages import JsonObject
from tests.app.drafts.test_standing import give
from tests.app.players import END, HIDE, SEALED, THROW, table
from tests.app.proof import host
from tests.app.proof.host import Export, Run, forge, taken_back
from tests.app.toy_game import Toy
from tests.conftest import Server
from tests.golden.endings import Brisk
from tests.thorough import THOROUGH, in_the_sweep, sample_of

GAMES = {**CATALOGUE, "toy": Toy()}
SCENARIOS = {"schlieffens-war": "campaign", "powers-1914": "austria-russia", "great-war": "1915"}
SEEDS = {"schlieffens-war": 61, "powers-1914": 53, "great-war": 6}
"""Of short matches: they are decided again by nearly every test."""
MOST = {"great-war": 320}
"""Commands after which someone resigns: some turns, with battles, purchases, chits and dice of all sorts."""
MET = {"great-war": {"moved", "combat", "points", "chits-entered", "chit-drawn", "weather"}}
"""Kinds of facts, with a die if they have one, that the forgeries need: without them the next seed is taken."""
OTHER_RULES = "0.1.0+000000000000"

Change = Callable[[list[Run]], None]


@cache
def honest(game: str, name: str = "drawn") -> Export:
    """A whole match of bots."""
    pick = brisk if game == "great-war" else None
    for seed in range(SEEDS[game], SEEDS[game] + 9):
        export = host.play(GAMES[game], SCENARIOS[game], seed, name, pick=pick, most=MOST.get(game))
        met = {e["event"]["kind"] for e in export["events"] if e["event"].get("die", 1) is not None}
        if MET.get(game, met) <= met and undone_after_two(host.runs_of(export)) is not None:
            return export
    raise AssertionError("no such match")


def undone_after_two(runs: list[Run]) -> int | None:
    """Where a seat takes back the second of two commands that it gave."""
    return next((n for n, run in enumerate(runs) if run.undoes and n > 2 and runs[n - 2].seat == run.seat), None)


def brisk(state: Any, seat: str, rng: random.Random) -> JsonObject:
    """An order of someone who ends most steps at once, so that much is met in few commands."""
    return Brisk(CATALOGUE["great-war"], seat, rng, 0.2, "deal").command(state)


def noted(export: Export, number: int = -1) -> Noted:
    """What a careful player of the first seat wrote down: one link is enough, the newest best."""
    seat, told = export["seats"][0], export["commands"][number]
    return Noted(export["commitment"], {seat["seat"]: seat["word"]}, [told["link"]])


# --- an export of the real server ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def export(toy_server: Server) -> Export:
    """A match that is over, with dice, hidden things and something taken back."""
    red, blue, match = table(toy_server)
    for _ in range(4):
        for player, seat in ((red, "red"), (blue, "blue")):
            player.play(match, seat, HIDE, HIDE)
            player.undo(match, seat)
            player.play(match, seat, THROW, END)
    answer = red.http.get(f"/matches/{match['id']}/export")
    return dict(answer.json())


def test_an_honest_export_is_proved_whole(export: Export) -> None:
    report = verify(export, GAMES)
    assert (report.faults, report.doubts) == ([], [])
    assert report.proved
    assert (report.decided, report.commands, report.dice) == (40, 40, 8)


def test_the_server_chains_as_the_host_of_these_tests(export: Export) -> None:
    """Else the forgeries below would prove nothing about the server's own exports."""
    again = host.assemble(GAMES["toy"], export, host.runs_of(export))
    for name in ("opening_link", "link", "commands", "events", "state_hash", "outcome", "commitment", "seats"):
        assert again[name] == export[name], name


def test_the_newest_link_is_told_with_every_answer_and_stands_in_the_export(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    watch = blue.watch(match)
    links = {0: red.state(match)["link"], watch.next()["version"]: watch.link}
    for _ in range(4):
        for player, seat in ((red, "red"), (blue, "blue")):
            for command in (HIDE, END):
                answer = player.send(match, seat, command).json()
                links[answer["version"]] = answer["link"]
                watch.until(answer["version"])
                assert watch.link == answer["link"]
    watch.close()
    whole = red.http.get(f"/matches/{match['id']}/export").json()
    assert len(set(links.values())) == len(links) == 17
    assert [*links.values()] == [whole["opening_link"], *(c["link"] for c in whole["commands"])]
    words = next(own for player, own in SEALED[match["id"]] if player is blue)
    assert verify(whole, GAMES, Noted(whole["commitment"], words, [*links.values()])).proved


def test_a_link_reveals_nothing_hidden_to_anyone_who_tries_it_out(export: Export) -> None:
    """With all but the secret known, no candidate of a hidden number can be told from another by its link."""
    told = export["commands"][0]
    for guess in range(1, 10):
        for candidate in (bytes(32), bytes.fromhex(export["commitment"])):
            order = host.ReceivedCommand("red", told["id"], told["ask"], {"kind": "hide", "number": guess})
            event = {**export["events"][0]["event"], "number": guess}
            link = host.links.after(
                host.links.key(candidate, export["match"]),
                bytes.fromhex(export["opening_link"]),
                order,
                told["rules"],
                1,
                [event],
            )
            assert link.hex() != told["link"]


def tampered_secret(export: Export) -> None:
    """The secret is not the one that was committed to."""
    export["secret"] = "00" * 32


def tampered_word(export: Export) -> None:
    """A player's word is changed afterwards."""
    export["seats"][0]["word"] = 64 * "0"


def swapped_words(export: Export) -> None:
    """The seats have each other's word."""
    red, blue = export["seats"]
    red["word"], blue["word"] = blue["word"], red["word"]


def swapped_seats(export: Export) -> None:
    """The seats stand in another order."""
    export["seats"].reverse()


def left_out(export: Export) -> None:
    """An event is missing."""
    del export["events"][3]


def left_out_at_the_end(export: Export) -> None:
    """The last event is missing."""
    del export["events"][-1]


def other_number(export: Export) -> None:
    """Something hidden is another number."""
    next(e["event"] for e in export["events"] if e["event"]["kind"] == "hid")["number"] = 1


def other_opening(export: Export) -> None:
    """The match began elsewhere."""
    export["opening"]["points"]["red"] = 30


def other_verdict(export: Export) -> None:
    """Someone else won."""
    export["outcome"]["reason"] = "Because"


def thrown_twice(export: Export) -> None:
    """A draw that pleased is used again."""
    thrown = [e["event"] for e in export["events"] if e["event"]["kind"] == "threw"]
    thrown[1]["draw"], thrown[1]["die"] = thrown[0]["draw"], thrown[0]["die"]


def passed_over(export: Export) -> None:
    """The last die did not please, so the next one was taken."""
    thrown = [e["event"] for e in export["events"] if e["event"]["kind"] == "threw"]
    words = {s["seat"]: s["word"] for s in export["seats"]}
    chance = dice.chance(dice.key(bytes.fromhex(export["secret"]), export["match"], words))
    thrown[-1]["draw"] += 1
    thrown[-1]["die"] = chance(thrown[-1]["draw"], 6)


@pytest.mark.parametrize(
    ("tamper", "fault"),
    [
        (tampered_secret, "committed"),
        (tampered_word, "sealed"),
        (swapped_words, "sealed"),
        (swapped_seats, "the seats are not the scenario's"),
        (left_out, "missing"),
        (left_out_at_the_end, "does not follow"),
        (other_number, "is not what the rules make of the command: number is 1, not 7"),
        (other_opening, "opening"),
        (other_verdict, "outcome"),
        (thrown_twice, "thrown before"),
        (passed_over, "was next"),
    ],
)
def test_a_clumsy_forgery_is_found_out(export: Export, tamper: Callable[[Export], None], fault: str) -> None:
    forged = copy.deepcopy(export)
    tamper(forged)
    report = verify(forged, GAMES)
    assert not report.good
    assert any(fault in f for f in report.faults), report.faults


# --- what a host with all keys can forge ---------------------------------------------------------------------------


def has(kind: str) -> Callable[[Run], bool]:
    """Whether a command led to an event of a kind."""
    return lambda run: any(e["kind"] == kind for e in run.events)


def first(runs: list[Run], fits: Callable[[Run], bool]) -> int:
    """The place of the first command that fits."""
    return next(n for n, run in enumerate(runs) if fits(run))


def event(runs: list[Run], kind: str) -> dict[str, Any]:
    """The first event of a kind; of attacks the first with a die, for long odds need none."""
    return next(e for run in runs for e in run.events if e["kind"] == kind and e.get("die", 1) is not None)


def rolled(run: Run) -> bool:
    """Whether a command threw a die."""
    return any(e.get("die") is not None for e in run.events)


def by_decree(runs: list[Run]) -> None:
    """The match ends where its host likes."""
    del runs[len(runs) // 2 :]
    while runs[-1].undoes:
        del runs[-1]
    runs[-1].events.append({"kind": "ended", "winner": "entente", "reason": "By decree", "section": "4.1"})


def other_losses(runs: list[Run]) -> None:
    """§11.17: the combat result is not the one of the die."""
    event(runs, "combat")["defender"] += 1


def other_fight(runs: list[Run]) -> None:
    """§3.3: the die's total is not the die's."""
    event(runs, "fight")["total"] += 1


def teleport(runs: list[Run]) -> None:
    """A unit arrives where it cannot go."""
    event(runs, "moved")["path"][-1] = "2208"


def teleport_of_areas(runs: list[Run]) -> None:
    """Units arrive where they cannot go."""
    event(runs, "moved")["path"][-1] = "petrograd"


def five_hundred_coins(runs: list[Run]) -> None:
    """Someone is paid what nobody owes them."""
    event(runs, "income")["amounts"]["central"] += 500


def for_nothing(runs: list[Run]) -> None:
    """Someone buys without paying."""
    event(runs, "bought")["cost"] = 0


def march_to_berlin(runs: list[Run]) -> None:
    """§8.1: a unit arrives where it cannot go."""
    event(runs, "moved")["path"][-1] = "E3210"


def more_to_spend(runs: list[Run]) -> None:
    """§5.13: someone has more replacement points than their resources give."""
    event(runs, "points")["points"]["GE"] += 5


def better_chit(runs: list[Run]) -> None:
    """§6.11: another chit is drawn than the one of the die."""
    drawn = event(runs, "chit-drawn")
    drawn["chit"] = next(c for c in event(runs, "chits-entered")["chits"][drawn["side"]] if c != drawn["chit"])


def fair_weather(runs: list[Run]) -> None:
    """§7.0: the weather is another than the die's."""
    told = event(runs, "weather")
    told["west"] = "mud" if told["west"] == "fair" else "fair"


def exchanged_events(runs: list[Run]) -> None:
    """Two events of a command stand in the other order."""
    run = runs[first(runs, lambda run: len({e["kind"] for e in run.events[:2]}) == 2)]
    run.events[0], run.events[1] = run.events[1], run.events[0]


def exchanged_commands(runs: list[Run]) -> None:
    """A command of one side comes before the one of the other that it followed."""
    n = next(n for n in range(1, len(runs)) if has("phase-began")(runs[n]) and not runs[n - 1].undoes)
    runs[n - 1], runs[n] = runs[n], runs[n - 1]


def left_out_event(runs: list[Run]) -> None:
    """An event of a command is missing."""
    del runs[first(runs, lambda run: len(run.events) > 1)].events[0]


def left_out_throw(runs: list[Run]) -> None:
    """A command whose die did not please is missing."""
    del runs[first(runs, rolled)]


def other_seat(runs: list[Run]) -> None:
    """A command is said to be the other side's."""
    run = runs[first(runs, has("moved"))]
    run.seat = next(r.seat for r in runs if r.seat != run.seat)


def other_command(runs: list[Run]) -> None:
    """A player is said to have sent another command than they did."""
    run = runs[first(runs, has("moved"))]
    run.command = {**run.command, "kind": "end_phase"}


def late_command(runs: list[Run]) -> None:
    """A command answers a question that was asked at another time."""
    runs[first(runs, has("moved"))].ask = "1.nobody.asked.this"


def truncated(runs: list[Run]) -> None:
    """The end is missing."""
    del runs[-3:]


def barred_undo(runs: list[Run]) -> None:
    """A die is taken back."""
    n = first(runs, rolled)
    runs.insert(n + 1, taken_back(runs[n]))


def undo_of_another(runs: list[Run]) -> None:
    """A seat takes back what another seat did."""
    n = next(n for n, run in enumerate(runs) if run.undoes)
    runs[n].seat = next(r.seat for r in runs if r.seat != runs[n].seat)


def undo_of_too_much(runs: list[Run]) -> None:
    """A seat takes back two commands in one."""
    n = undone_after_two(runs)
    assert n is not None
    runs[n].undoes = runs[n - 2].id


NOT_MADE = "is not what the rules make of the command"
EVERY: dict[Change, str] = {
    by_decree: "events of the command",
    exchanged_events: NOT_MADE,
    exchanged_commands: "the command",
    left_out_event: NOT_MADE,
    left_out_throw: "was next",
    other_seat: "which was not asked",
    other_command: "the rules refuse the command",
    late_command: "which was not asked",
    truncated: "does not end with its last event",
    barred_undo: "nothing of this seat could be taken back",
    undo_of_another: "nothing of this seat could be taken back",
    undo_of_too_much: "only what came after event",
}
"""What a host may try with any game, and why it is refused."""
OWN: dict[str, dict[Change, str]] = {
    "schlieffens-war": dict.fromkeys((other_losses, teleport), NOT_MADE),
    "powers-1914": dict.fromkeys((other_fight, teleport_of_areas, five_hundred_coins, for_nothing), NOT_MADE),
    "great-war": dict.fromkeys((other_losses, march_to_berlin, more_to_spend, better_chit, fair_weather), NOT_MADE),
}
FORGERIES = [
    (game, change, fault)
    for first, game in enumerate(SCENARIOS)
    for change, fault in (*sample_of([*EVERY.items()], 4 * len(SCENARIOS), 4 * first), *OWN[game].items())
]
"""In a sample every fourth of the common ones is tried, with one of the games."""


@pytest.mark.parametrize(("game", "change", "fault"), FORGERIES, ids=[f"{g} {c.__name__}" for g, c, _ in FORGERIES])
def test_a_forgery_is_found_out_whatever_hashes_the_host_makes_fit(game: str, change: Change, fault: str) -> None:
    fitting = verify(forge(GAMES[game], honest(game), change, hashed=True), GAMES)
    assert [f for f in fitting.faults if fault in f], fitting.faults
    assert not [f for f in fitting.faults if "link" in f]
    as_it_was = verify(forge(GAMES[game], honest(game), change, hashed=False), GAMES)
    assert change is truncated or [f for f in as_it_was.faults if "link" in f], as_it_was.faults
    assert not as_it_was.good


def other(value: Any) -> Any:
    """Something else of the same sort."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case list():
            return [*value, "x"]
        case dict():
            return {**value, "x": 1}
    return 1


def test_no_member_of_any_kind_of_fact_of_the_great_war_can_be_another() -> None:
    """Of each kind that comes up the first: a member is changed by itself, and what came after it is left out.

    ``make soak`` changes every member.
    """
    game, real = GAMES["great-war"], honest("great-war")
    runs, done = host.runs_of(real), set[str]()
    for n, run in enumerate(runs):
        for place, fact in enumerate(run.events):
            kind = str(fact["kind"])
            members = [] if kind in done else [name for name in fact if name != "kind"]
            if members and not THOROUGH:
                members = [members[len(done) % len(members)]]
            for member in members:
                forged = copy.deepcopy(runs[: n + 1])
                forged[n].undoes = None
                forged[n].events[place] = {**fact, member: other(fact[member])}
                report = verify(host.assemble(game, real, forged, hashed=False), GAMES)
                told = [f for f in report.faults if f.startswith("event") and "does not follow" not in f]
                assert told, (kind, member, report.faults)
            done.add(kind)
    assert len(done) > 35, "what a match is made of"


@pytest.mark.parametrize("scenario", ["near-east-1917", "combined-1917"])
def test_exports_of_the_other_variants_are_proved_and_other_weather_in_them_is_found(scenario: str) -> None:
    """§12.1: the weather of Egypt, Iraq and the Caucasus is a fact of its own there."""
    game = GAMES["great-war"]
    real = host.play(game, scenario, 3, "drawn", pick=brisk, most=40)

    def hotter(runs: list[Run]) -> None:
        fact = event(runs, "near-east-weather")
        fact["south"] = "fair" if fact["south"] == "hot" else "hot"

    assert verify(real, GAMES).good
    forged = verify(forge(game, real, hotter, hashed=True), GAMES)
    assert [f for f in forged.faults if NOT_MADE in f], forged.faults


# --- what the file itself says -------------------------------------------------------------------------------------


def other_plan(export: Export) -> None:
    """The match is said to have been played on other charts."""
    export["plan"] = "another"


def other_newest_link(export: Export) -> None:
    """The newest link is said to be one of before."""
    export["link"] = export["commands"][-2]["link"]


def no_newest_link(export: Export) -> None:
    """The newest link is left out."""
    export["link"] = None


def doubled_id(export: Export) -> None:
    """Two commands have one id."""
    export["commands"][5]["id"] = export["commands"][4]["id"]


def other_seal(export: Export) -> None:
    """Someone is said to have sealed for another seat."""
    export["seats"][0]["sealed_as"] = export["seats"][1]["seat"]


def no_plan(export: Export) -> None:
    """By which plan the match was played is left out."""
    export["plan"] = None


def no_seals(export: Export) -> None:
    """The match is said to be from before words were sealed, so that a word could be chosen to suit."""
    for seat in export["seats"]:
        seat["seal"] = None


def no_links(export: Export) -> None:
    """The match is said to be from before events were chained."""
    export["opening_link"] = None


@pytest.mark.parametrize("game", sample_of([*SCENARIOS], 3, 0))
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (other_plan, "was played by plan"),
        (no_plan, "the file lacks the name of its plan"),
        (no_seals, "the file lacks seals"),
        (no_links, "the file lacks links"),
        (other_newest_link, "the newest link"),
        (no_newest_link, "the newest link"),
        (doubled_id, "2 commands have the id"),
        (other_seal, "sealed for another seat"),
    ],
)
def test_what_a_file_says_of_itself_is_held_against_the_match(
    game: str, change: Callable[[Export], None], fault: str
) -> None:
    forged = copy.deepcopy(honest(game))
    change(forged)
    if change is doubled_id:
        # With all links made to fit, so that only the id tells.
        forged = host.assemble(GAMES[game], forged, host.runs_of(forged))
    faults = verify(forged, GAMES).faults
    assert [f for f in faults if fault in f], faults


@in_the_sweep
def test_since_when_a_chit_lies_where_it_lies_is_checked_to_the_event() -> None:
    real = honest("great-war")
    place = next(n for n, row in enumerate(real["lots"]) if row["since"])
    at = real["lots"][place]["since"]
    for since in (0, at - 1, at + 1, real["version"]):
        forged = copy.deepcopy(real)
        forged["lots"][place]["since"] = since
        assert any("since event" in f for f in verify(forged, GAMES).faults), since
    assert any("does not have the table" in f for f in verify({**real, "lots": []}, GAMES).faults)
    assert any("twice" in f for f in verify({**real, "lots": [*real["lots"], real["lots"][0]]}, GAMES).faults)
    for wrong in ({"number": 0, "place": "nowhere"}, {"number": 1.5}, {"since": 0.5}):
        assert not verify({**real, "lots": [{**real["lots"][0], **wrong}, *real["lots"][1:]]}, GAMES).good, wrong
    # A row of nothing, which no server writes.
    nothing = {**real["lots"][0], "number": 0, "place": "nowhere"}
    assert not verify({**real, "lots": [*real["lots"], nothing]}, GAMES).good


def test_a_table_that_was_first_written_in_the_middle_of_an_old_match_is_a_doubt() -> None:
    """Matches from before there was a table got all their rows with one move, under its number."""

    def older(runs: list[Run]) -> None:
        for run in runs[:200]:
            run.rules = OTHER_RULES

    old = forge(GAMES["great-war"], {**honest("great-war"), "rules": OTHER_RULES}, older, hashed=True)
    written = old["commands"][199]["last"]
    assert any(0 < row["since"] < written for row in old["lots"])
    table = [{**row, "since": max(row["since"], written)} for row in old["lots"]]
    report = verify({**old, "lots": table}, GAMES)
    assert report.good, report.faults
    assert any(f"first written after event {written}" in doubt for doubt in report.doubts)
    early = [{**row, "since": 0} if n == 0 else row for n, row in enumerate(table)]
    assert not verify({**old, "lots": early}, GAMES).good


@pytest.mark.parametrize(
    ("id_", "fault"),
    [
        ("standing/{before}", "no standing order gives this command here"),
        ("standing/{later}", "by its id it came after event"),
        ("clock/0", "is not one of such a command"),
        ("away/0", "is not one of such a command"),
    ],
)
@pytest.mark.parametrize("game", sample_of([*SCENARIOS], 3, 1))
def test_a_command_of_a_player_is_not_said_to_be_another_s(game: str, id_: str, fault: str) -> None:
    """No standing order moves a unit; what the server says of time and absence is no command of the game."""

    def renamed(runs: list[Run]) -> None:
        n = first(runs, has("moved"))
        before = sum(len(run.events) for run in runs[:n])
        runs[n].id = id_.format(before=before, later=before + 1)

    faults = verify(forge(GAMES[game], honest(game), renamed, hashed=True), GAMES).faults
    assert [f for f in faults if fault in f], faults


def test_what_standing_orders_answered_is_said_of_nothing_else(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    assert give(blue, match, "blue", "throw").status_code == 200
    red.play(match, "red", HIDE, END)
    blue.settle(match, "blue", kind="resign")
    real = red.http.get(f"/matches/{match['id']}/export").json()
    assert verify(real, GAMES).proved
    assert [c["id"] for c in real["commands"] if c["seat"] == "blue"][:2] == ["standing/2", "standing/3"]

    def said(number: int, id_: str) -> list[str]:
        def renamed(runs: list[Run]) -> None:
            runs[number].id = id_

        return verify(forge(GAMES["toy"], real, renamed, hashed=True), GAMES).faults

    assert any("by its id it came after event 3, but it came after 2" in f for f in said(2, "standing/3"))
    assert any("no standing order gives this command here" in f for f in said(0, "standing/0"))
    assert any("no standing order gives such a command" in f for f in said(4, "standing/4"))


@pytest.mark.parametrize("game", sample_of([*SCENARIOS], 3, 2))
def test_dice_redrawn_with_all_that_hangs_on_them_are_found_by_what_was_noted(game: str) -> None:
    """Another secret makes another honest match, so only a player who wrote something down can tell."""
    real, redrawn = honest(game), honest(game, "redrawn")
    assert verify(redrawn, GAMES).proved
    mine = noted(real)
    assert "commitment" in verify(redrawn, GAMES, Noted(commitment=mine.commitment)).faults[0]
    assert not verify(redrawn, GAMES, Noted(links=[real["opening_link"]])).good
    assert not verify(redrawn, GAMES, Noted(links=mine.links)).good
    assert verify(real, GAMES, mine).proved


@pytest.mark.parametrize("game", sample_of([*SCENARIOS], 2))
def test_a_word_put_in_place_of_your_own_is_found_by_what_the_browser_kept(game: str) -> None:
    """A host who knows all words could fit a secret to them."""
    real = honest(game)
    other = copy.deepcopy(real)
    other["seats"][0]["word"] = host.word("the host's own")
    other = host.assemble(GAMES[game], other, host.runs_of(other))
    assert not [f for f in verify(other, GAMES).faults if "word" in f]
    mine = noted(real)
    assert any("word" in f for f in verify(other, GAMES, Noted(words=mine.words)).faults)
    assert any("word" in f for f in verify(real, GAMES, Noted(words={"nobody": 64 * "0"})).faults)


def quiet_undo(runs: list[Run]) -> None:
    """Something was done and taken back, and neither is told."""
    n = next(n for n, run in enumerate(runs) if run.undoes)
    del runs[n - 1 : n + 1]


@pytest.mark.parametrize("game", sample_of([*SCENARIOS], 2, 1))
def test_what_may_be_left_out_by_the_rules_is_found_by_a_link(game: str) -> None:
    """Without it the match is an honest one; the link of any later moment says that it is not that match."""
    forged = forge(GAMES[game], honest(game), quiet_undo, hashed=True)
    assert verify(forged, GAMES).proved
    assert not verify(forged, GAMES, Noted(links=noted(honest(game)).links)).good


@pytest.mark.parametrize("relabel", [OTHER_RULES, None])
@pytest.mark.parametrize(("game", "change"), [("schlieffens-war", teleport), ("powers-1914", five_hundred_coins)])
def test_what_other_rules_are_said_to_have_judged_is_told_loudly_and_found_by_a_link(
    game: str, change: Change, relabel: str | None
) -> None:
    """Relabelled, a forgery is not decided again; but it is not called proved, and no link fits."""

    def relabelled(runs: list[Run]) -> None:
        change(runs)
        for run in runs:
            run.rules = relabel  # type: ignore[assignment]

    forged = forge(GAMES[game], honest(game), relabelled, hashed=True)
    report = verify(forged, GAMES)
    assert not report.proved
    assert any(note.startswith("NOT DECIDED AGAIN") for note in report.doubts)
    assert report.decided == 0
    assert not verify(forged, GAMES, noted(honest(game), 3)).good


def test_an_export_of_which_nothing_is_decided_again_says_so_and_does_not_exit_as_if_it_were_proved(
    tmp_path: Path,
) -> None:
    """A script that looks at the exit code alone must not take a relabelled forgery for a checked match."""

    def relabelled(runs: list[Run]) -> None:
        five_hundred_coins(runs)
        for run in runs:
            run.rules = OTHER_RULES

    file = tmp_path / "match.json"
    file.write_text(json.dumps(forge(GAMES["powers-1914"], honest("powers-1914"), relabelled, hashed=True)))
    printed = CliRunner().invoke(program, ["verify", str(file)])
    assert printed.exit_code == 3
    assert "NOTHING WAS DECIDED AGAIN" in printed.output
    as_json = CliRunner().invoke(program, ["verify", str(file), "--json"])
    assert (as_json.exit_code, json.loads(as_json.output)["undecided"]) == (3, True)


def test_a_single_command_that_is_not_decided_again_is_enough_for_another_exit_code(tmp_path: Path) -> None:
    """Of a forgery only the one command need be said to be of other rules."""

    def relabelled(runs: list[Run]) -> None:
        five_hundred_coins(runs)
        runs[first(runs, has("income"))].rules = OTHER_RULES

    game, file = GAMES["powers-1914"], tmp_path / "match.json"
    file.write_text(json.dumps(forge(game, honest("powers-1914"), relabelled, hashed=True)))
    printed = CliRunner().invoke(program, ["verify", str(file)])
    assert printed.exit_code == 3, printed.output
    assert "NOT EVERYTHING WAS DECIDED AGAIN: the file says of one command that other rules made it." in printed.output
    assert json.loads(CliRunner().invoke(program, ["verify", str(file), "--json"]).output)["undecided"] is True


def test_an_opening_of_other_rules_is_enough_for_another_exit_code(tmp_path: Path) -> None:
    game, real = GAMES["powers-1914"], copy.deepcopy(honest("powers-1914"))
    real["opening"]["turn"] += 1
    real["rules"] = OTHER_RULES
    runs = [run for run in host.runs_of(real) if not run.undoes][:1]
    forged = host.assemble(game, real, runs)
    report = verify(forged, GAMES)
    assert report.undecided, "whatever else is wrong"
    assert not report.opening


# --- honest matches of other rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SCENARIOS)
def test_an_honest_match_of_other_rules_is_good_and_says_what_was_not_decided_again(game: str) -> None:
    """The first half was judged before the rules were changed; the rest is decided again."""
    half = len(honest(game)["commands"]) // 2

    def older(runs: list[Run]) -> None:
        for run in runs[:half]:
            run.rules = OTHER_RULES

    export = forge(GAMES[game], {**honest(game), "rules": OTHER_RULES}, older, hashed=True)
    report = verify(export, GAMES, noted(export))
    assert report.faults == []
    assert not report.proved
    assert report.decided == report.commands - half
    assert [OTHER_RULES in d for d in report.doubts] == [True]


def test_a_match_from_before_exports_named_their_rules_is_a_doubt_where_it_opens_otherwise() -> None:
    """Its board may have been another. A match that claims today's rules has no such excuse."""

    def unnamed(runs: list[Run]) -> None:
        for run in runs:
            run.rules = None  # type: ignore[assignment]

    game, real = GAMES["powers-1914"], honest("powers-1914")
    old = forge(game, {**real, "rules": None}, unnamed, hashed=True)
    old["scenario"] = "classic-2"
    report = verify(old, GAMES)
    assert not any("opening position" in fault for fault in report.faults)
    assert any("opening position" in doubt and "does not name" in doubt for doubt in report.doubts)
    report = verify({**real, "scenario": "classic-2"}, GAMES)
    assert any("opening position" in fault for fault in report.faults)


@pytest.mark.parametrize("change", [other_losses, barred_undo, teleport, late_command])
def test_a_change_of_the_rules_makes_no_honest_match_fail(change: Change) -> None:
    """What the older rules allowed, and these do not, is no fault of the match."""

    def older(runs: list[Run]) -> None:
        change(runs)
        for run in runs:
            run.rules = OTHER_RULES

    export = forge(GAMES["schlieffens-war"], honest("schlieffens-war"), older, hashed=True)
    assert verify(export, GAMES).good


def test_events_that_these_rules_cannot_apply_are_no_fault_if_others_made_them() -> None:
    def last_placing(runs: list[Run]) -> Run:
        """The last units set up without a die: nothing of that is taken back any more."""
        return runs[first(runs, rolled) - 1]

    def unknown(runs: list[Run]) -> None:
        last_placing(runs).events[0] = {"kind": "of-older-rules"}

    def older(runs: list[Run]) -> None:
        last_placing(runs).rules = OTHER_RULES
        unknown(runs)

    game, real = GAMES["powers-1914"], honest("powers-1914")
    report = verify(forge(game, real, older, hashed=True), GAMES)
    assert report.good
    assert any("cannot be applied" in d for d in report.doubts)
    assert not verify(forge(game, real, unknown, hashed=True), GAMES).good


def test_a_die_that_is_not_the_secrets_is_a_fault_whatever_rules_judged() -> None:
    def older(runs: list[Run]) -> None:
        die = event(runs, "combat")
        die["die"] = die["die"] % 6 + 1
        for run in runs:
            run.rules = OTHER_RULES

    report = verify(forge(GAMES["schlieffens-war"], honest("schlieffens-war"), older, hashed=True), GAMES)
    assert any("the secret gives" in f for f in report.faults)


def test_an_export_of_the_first_format_is_read_and_says_what_it_cannot_prove() -> None:
    """Dice and replay, as it was; neither seals nor links nor commands."""
    real = honest("powers-1914")
    old = {**real, "format": 1, "seats": [{**s, "contribution": s["word"]} for s in real["seats"]]}
    old["events"] = [
        {"seq": n, "seat": run.seat, "command": run.id, "event": e}
        for n, (run, e) in enumerate(((run, e) for run in host.runs_of(real) for e in run.events), start=1)
    ]
    for name in ("commands", "opening_link", "link", "rules"):
        del old[name]
    report = verify(old, GAMES)
    assert report.faults == []
    assert (report.proved, report.decided, report.dice > 20) == (False, 0, True)
    assert [d.split(":")[0] for d in report.doubts] == [
        "the match began before words were sealed",
        "the match began before events were chained",
        "NOT DECIDED AGAIN",
    ]
    die = next(e["event"] for e in old["events"] if "die" in e["event"])
    die["die"] = die["die"] % 6 + 1
    assert not verify(old, GAMES).good


def test_an_export_in_older_shapes_is_compared_as_far_as_it_can_be() -> None:
    """Its opening is brought to the shape of today; its last position was hashed in the shape of that time."""
    game, real = GAMES["powers-1914"], honest("powers-1914")
    opening = {("captors" if name == "capturing" else name): value for name, value in real["opening"].items()}
    runs = host.runs_of(real)
    for run in runs:
        run.rules = OTHER_RULES
        run.events = [_older(event) for event in run.events]

    def told(**opened: Any) -> list[str]:
        older = {**real, "opening": {**opening, "version": 2, **opened}, "rules": OTHER_RULES, "rules_version": 2}
        report = verify({**host.assemble(game, older, runs), "state_hash": 64 * "0"}, GAMES)
        assert report.faults == []
        assert report.events == real["version"]
        return [doubt.split(" of ")[0] for doubt in report.doubts]

    unlike = "the opening position or the seats are not the scenario's"
    judged, hashed = "NOT DECIDED AGAIN: ", "the position at the end was hashed in version 2"
    assert [doubt.startswith(judged) or doubt for doubt in told()] == [True, hashed]
    assert [doubt.startswith(judged) or doubt for doubt in told(turn=2)] == [True, unlike, hashed]


def _older(event: Any) -> Any:
    """The event as it was stored when a card in the hand was called kept."""
    if event["kind"] != "drawn":
        return event
    return {("kept" if name == "held" else name): value for name, value in event.items() if name != "v"}


# --- the version of the rules --------------------------------------------------------------------------------------


def test_any_change_of_what_judges_is_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "ROOT", tmp_path)
    file = tmp_path / "rules" / "law.py"
    file.parent.mkdir()
    found = set()
    for name, text in (("law.py", b"a = 1\n"), ("law.py", b"a = 2\n"), ("rule.py", b"a = 2\n")):
        made = file.with_name(name)
        made.write_bytes(text)
        found.add(version.digest(iter([made])))
        made.write_bytes(text.replace(b"\n", b"\r\n"))
        found.add(version.digest(iter([made])))
    assert len(found) == 3, "two contents and two names; ends of lines do not count"


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=CATALOGUE)
def test_kernel_package_and_scenarios_of_a_game_judge_it_and_nothing_else_does(game: Any) -> None:
    package = game.id.replace("-", "_")
    files = {f.relative_to(ROOT).as_posix() for f in version.sources(game)}
    assert {"rules/kernel/dice.py", f"rules/{package}/game.py"} <= files
    assert game.missing or f"rules/{package}/sections.toml" in files
    allowed = ("rules/kernel/", "rules/hexes/", f"rules/{package}/", f"scenarios/{game.id}/")
    assert all(f.startswith(allowed) for f in files)
    assert f"rules/{package}/help.toml" not in files, "another sentence of the help judges no match otherwise"
    if game.plans.names:  # otherwise what is printed stands in the program
        assert any(f.startswith(f"scenarios/{game.id}/") and f.endswith(".csv") for f in files)
    assert len({version.rules_version(g) for g in CATALOGUE.values()}) == len(CATALOGUE)


# --- the program ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e["seats"][1].update(word={"red": 1}),
        lambda e: e.update(options=1.5),
        lambda e: e.update(opening="x"),
        lambda e: e["commands"][2].update(id=1.5),
        lambda e: e["commands"][2].update(command=True),
    ],
    ids=["word", "options", "opening", "id", "command"],
)
def test_what_is_of_another_sort_than_in_any_export_is_said_to_be_none(
    export: Export, change: Callable[[Export], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It broke off in the middle, with the exit code of a forgery."""
    monkeypatch.setattr(verifying, "GAMES", GAMES)
    strange = copy.deepcopy(export)
    change(strange)
    (file := tmp_path / "match.json").write_text(json.dumps(strange))
    result = CliRunner().invoke(program, ["verify", str(file), "--programs"])
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 2
    assert "not the export of a whole match" in result.output


def test_the_program_says_so_by_its_exit_code(export: Export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "GAMES", GAMES)
    forged = copy.deepcopy(export)
    other_number(forged)
    running = {**export, "secret": None}
    last = export["commands"][-1]
    mine = [
        *("--commitment", export["commitment"].upper()),
        *("--word", f"red={export['seats'][0]['word']}"),
        *("--link", last["link"].upper(), "--link", export["opening_link"][:16]),
        # As browsers once noted it: the number was that of an event, and is not looked at.
        *("--link", f"999:{last['link']}"),
    ]
    wrong = [
        ["--commitment", 64 * "0"],
        ["--word", f"red={64 * '0'}"],
        ["--link", 64 * "0"],
        ["--link", f"{last['last']}:{64 * '0'}"],
        ["--link", last["link"][:15]],
        ["--link", last["link"][1:]],
    ]
    for body, options, code in (
        (export, [], 0),
        (export, mine, 0),
        *((export, options, 1) for options in wrong),
        (export, ["--link", "seven"], 2),
        (export, ["--link", "seven:abc"], 2),
        (export, ["--word", "red"], 2),
        (forged, [], 1),
        (running, [], 2),
        ({}, [], 2),
        ([], [], 2),
    ):
        file = tmp_path / "match.json"
        file.write_text(json.dumps(body))
        result = CliRunner().invoke(program, ["verify", str(file), *options])
        assert result.exit_code == code, (options, result.output)
    file.write_text(json.dumps(export))
    assert "40 of 40 commands decided again: all good" in CliRunner().invoke(program, ["verify", str(file)]).output


@in_the_sweep
def test_another_process_decides_the_same(tmp_path: Path) -> None:
    """Nothing of a decision may hang on the order in which a process happens to keep its sets."""
    files = [tmp_path / f"{game}.json" for game in SCENARIOS]
    for game, file in zip(SCENARIOS, files, strict=True):
        file.write_text(json.dumps(honest(game)))
    # Without the program's other commands, whose imports would take as long as the three matches.
    run = "import json, sys; from app.verify import verify; from rules.catalogue import GAMES\n"
    run += "for file in sys.argv[1:]: print(verify(json.load(open(file)), GAMES).proved)"
    # This process has its own seed; one that is certain to differ is enough.
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    result = subprocess.run(
        [sys.executable, "-c", run, *map(str, files)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    assert result.stdout.split() == ["True"] * len(SCENARIOS)
