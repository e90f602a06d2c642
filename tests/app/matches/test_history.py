"""Any earlier moment is shown as one was allowed to see it then, and not otherwise (docs/decisions/0027)."""

from __future__ import annotations

import contextlib
import random
import secrets
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from app.context import Context
from app.errors import ApiError
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.facts import FINISHED
from app.matches.live_match.live_match import LiveMatch
from app.matches.reading.charts import Charts
from app.programs.alone import start_match
from app.settings import Settings
from app.wire import encode
from rules.catalogue import WHOLE
from rules.kernel.game import REFEREE, SPECTATOR, Game
from tests.app.matches.test_long_match import EVENTS, PART, long_match, longest_wait
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import Server
from tests.thorough import THOROUGH, in_the_sweep, sample_of

COMMANDS = 60 if THOROUGH else 30
ALL: Mapping[str, Game[Any, Any]] = {**WHOLE, "toy": Toy()}


def shown(player: Player, match: dict[str, Any], number: int | None = None, **query: str) -> dict[str, Any]:
    """An earlier moment as a player is shown it."""
    params = {**query} if number is None else {**query, "number": str(number)}
    answer = player.http.get(f"/matches/{match['id']}/history", params=params)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.mark.parametrize("game_id", sample_of([*ALL], 2))
async def test_every_number_of_every_viewpoint_is_shown_as_it_was_told(database_url: str, game_id: str) -> None:
    """Whatever live pushes told at a number, history tells to the byte; so it tells nothing that they did not."""
    game, rng = ALL[game_id], random.Random(8)
    app = create_app(database_url, Settings(snapshot_every=20), {game_id: game})
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        account = (await here.accounts.add("Bot")).id
        match = (
            await start_match(here, account, MatchIn(game=game_id, scenario=game.scenarios[0].id, hotseat=True))
        ).id
        live = await here.live_matches.get(match)
        told: dict[str, dict[int, tuple[bytes, str]]] = {v: {} for v in live.viewpoints}
        _note(told, live)
        for _ in range(COMMANDS):
            if not (deciders := game.deciders(live.state)):
                break
            seat = rng.choice(deciders)
            if live.undo(seat)["allowed"] and rng.random() < 0.2:
                await _undone(here, match, seat)
            else:
                command = game.random_command(live.state, seat, rng)
                await here.moves.command(match, account, seat, secrets.token_hex(8), live.ask(seat), command)
            _note(told, live)
            if rng.random() < 0.1:
                await here.charts.of(match, account, None, live.record.spectate)
        await here.background.finish()
        seats = {viewpoint: seat for seat, viewpoint in live.places.items()}
        compared = 0
        for viewpoint, moments in told.items():
            who = (None, live.record.spectate) if viewpoint == SPECTATOR else (seats[viewpoint], None)
            # One after another, as it is stepped through, and then as a slider jumps.
            numbers = [*range(live.number(viewpoint) + 1)]
            lines: dict[int, list[int]] = {}
            for number in (*numbers, *rng.sample(numbers, min(len(numbers), 12))):
                then: Any = await here.queries.history(match, account, *who, number)
                assert then["number"] == min(n for n in moments if n >= number), "the command that told it, whole"
                assert (encode(then["view"]), then["title"]) == moments[then["number"]], (viewpoint, number)
                assert then["before"] == max((n for n in moments if n < then["number"]), default=0)
                assert all(then["before"] < line["seq"] <= then["number"] for line in then["log"])
                lines[then["number"]] = [line["seq"] for line in then["log"]]
                compared += 1
            log = await here.queries.older_log(match, account, *who, 10_000, 10_000)
            assert sorted(seq for seqs in lines.values() for seq in seqs) == [line["seq"] for line in log]
            charts = await here.charts.of(match, account, *who)
            assert charts == await Charts(here.matches, here.current, here.following, here.queries).of(
                match, account, *who
            ), "read bit by bit or at once"
            over = live.record.status == FINISHED
            _is_told(game, charts, log, game.view(live.state, REFEREE if over else viewpoint))
        assert compared > 20


def _note(told: dict[str, dict[int, tuple[bytes, str]]], live: LiveMatch) -> None:
    """What each viewpoint has been shown, if it is told something now."""
    for viewpoint, moments in told.items():
        title = live.game.glance(live.state).title
        moments.setdefault(live.number(viewpoint), (encode(live.view(viewpoint)), title))


def _is_told(game: Game[Any, Any], charts: Any, log: list[Any], view: Any) -> None:
    """Charts end with what is seen now, and count the dice of lines that were not taken back."""
    shown = {figure["title"]: figure["values"] for figure in charts["figures"]}
    for figure in game.gauge.standing(view):
        assert {side: values[-1] for side, values in shown[figure.title].items()} == figure.values
    assert {len(values) for by_side in shown.values() for values in by_side.values()} <= {len(charts["turns"]) + 1}
    dice = ((line["side"], die) for line in log if line["side"] for die in line.get("dice") or ())
    thrown = Counter(side for side, die in dice if die.get("sides", 6) == 6)
    assert {side: dice["thrown"] for side, dice in charts["dice"].items()} == thrown, "no die is taken back"


async def _undone(here: Context, match: str, seat: str) -> None:
    """Take back, if nothing stands on it."""
    account = (await here.live_matches.get(match)).record.seats[0].account
    with contextlib.suppress(ApiError):
        await here.moves.undo(match, account, seat, secrets.token_hex(8))


def test_what_comes_to_light_at_the_end_is_not_shown_before_it(toy_server: Server) -> None:
    """The match is over and its file tells everything; an earlier moment is still the view of that time."""
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE)
    before = [shown(blue, match), shown(blue, match, key=match["spectate"])]
    red.play(match, "red", THROW)
    assert blue.settle(match, "blue", kind="resign").status_code == 200
    assert blue.http.get(f"/matches/{match['id']}/export").json()["events"], "everything is told"
    after = [shown(blue, match, 1), shown(blue, match, 1, key=match["spectate"])]
    for then, now in zip(before, after, strict=True):
        assert then["view"]["hidden"]["red"] == 1, "how many, and not which"
        assert {**now, "newest": then["newest"]} == then
    assert shown(red, match, 1)["view"]["hidden"]["red"] == [HIDE["number"]]


def test_an_undo_is_a_moment_and_so_is_what_it_took_back(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE)
    red.undo(match, "red")
    red.play(match, "red", THROW, END)
    hidden = [shown(blue, match, number)["view"]["hidden"]["red"] for number in range(4)]
    assert hidden == [0, 1, 0, 0]
    assert [line["kind"] for line in shown(blue, match, 2)["log"]] == ["undone"]
    assert shown(blue, match, 0)["log"] == []
    assert shown(blue, match, 9999)["number"] == shown(blue, match)["number"] == shown(blue, match)["newest"] == 4


def test_phases_are_found_by_the_lines_that_open_them(server: Server) -> None:
    joffre, moltke = Player(server, "Joffre"), Player(server, "Moltke")
    match = joffre.make(game="schlieffens-war", scenario="campaign", seat="entente")
    moltke.sit(match, "german")
    for player, seat in ((joffre, "entente"), (moltke, "german")):
        player.play(match, seat, {"kind": "historical"}, {"kind": "end_phase"})
    moltke.play(match, "german", {"kind": "end_phase"})
    log = moltke.http.get(f"/matches/{match['id']}/log").json()["log"]
    phases = [line["seq"] for line in log if line["kind"] == "phase"]
    assert len(phases) > 2
    first = shown(moltke, match, phases[0])
    assert first["phase_after"] == min(p for p in phases if p > first["number"])
    last = shown(moltke, match)
    assert (last["phase_after"], last["phase_before"]) == (None, max(p for p in phases if p <= last["before"]))
    start = shown(moltke, match, 0)
    assert (start["phase_before"], start["phase_after"], start["before"]) == (None, phases[0], 0)


def test_history_is_for_those_who_may_see_the_match(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    stranger = Player(toy_server, "Eve")
    path = f"/matches/{match['id']}/history"
    assert stranger.http.get(path).status_code == 403
    assert blue.http.get(path, params={"seat": "red"}).status_code == 403
    assert stranger.http.get(path, params={"key": "guess"}).status_code == 403
    assert red.http.get(path, params={"number": -1}).status_code == 400


@in_the_sweep
async def test_a_moment_of_a_long_match_keeps_nobody_waiting(database_url: str) -> None:
    """Of 20,000 events none are in a snapshot: all are folded, in slices; the next step needs only the next facts."""
    async with long_match(database_url) as (app, match):
        here: Context = app.state.context
        live = await here.live_matches.get(match)
        key = live.record.spectate
        then, took, longest = await longest_wait(here.queries.history(match, None, None, key, EVENTS - 4))
        assert then["number"] == EVENTS - 3, "its command has two events"
        assert longest < took / PART, f"others waited {longest:.3f} s of {took:.3f} s"
        then, again, _ = await longest_wait(here.queries.history(match, None, None, key, EVENTS - 2))
        assert then["number"] == EVENTS - 2
        assert again < took / PART, f"a step on took {again:.3f} s of {took:.3f} s"
