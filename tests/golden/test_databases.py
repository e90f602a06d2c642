"""Servers are updated under running matches: what any earlier one stored opens, tells, is played on and is proved."""

from __future__ import annotations

import asyncio
import functools
import json
import lzma
import random
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from app.context import Context
from app.database import migrate
from app.main import create_app
from app.matches.agreements.hosting import HOST_END
from app.matches.facts import ACTIVE, FINISHED, OPEN, OPENING, MatchRecord, lines_of
from app.matches.play.live_matches import LiveMatches
from app.postgres import DATABASE
from app.proof.links import state_hash
from app.proof.report import Noted, Report
from app.settings import ROOT, Settings
from app.verify import verify
from app.wire import decode, decode_object, encode
from rules.catalogue import GAMES, WHOLE
from rules.kernel.facts import V
from rules.kernel.game import SPECTATOR
from rules.kernel.messages import JsonObject
from rules.kernel.schema_steps import Steps
from tests.app.proof.host import past_of
from tests.conftest import execute, fetch
from tests.contract.hooks import stretch
from tests.golden.databases import FOLDER
from tests.golden.tables import begun, opened, play
from tests.thorough import THOROUGH, sample_of

DATABASES = sorted(p for p in FOLDER.iterdir() if p.is_dir() and not p.name.startswith("_"))
DRAWN = ROOT / "static" / "boards"
STORED = {file.name.removesuffix(".json.xz") for folder in DATABASES for file in folder.glob("*.json.xz")}
"""The games of which any has matches."""
COMMANDS = 40
"""How far a large match is played on; a small one is played to its end."""
MOST_COMMANDS = 3000
HOUSE, HOSTED = "house.", "the host of the server ordered this"
"""The facts of the room, and what is said of one of them that no rules can decide again."""
EVERY_STATUS = {OPEN: 1, OPENING: 1, ACTIVE: 2, FINISHED: 1}
"""The matches of each game in a recorded database; of the active ones one stands in a battle, one is at one screen."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A recorded database that was restored and brought up to date."""

    folder: Path
    url: str
    games: frozenset[str]
    """Those of which it has matches."""
    noted: bool
    """Whether servers of that time noted themselves how a match stood."""
    told: Mapping[str, Sequence[Mapping[str, JsonObject]]]
    """The log lines of each event by viewpoint, by match, as they were told then."""


@pytest.fixture(params=sample_of(DATABASES, 2), ids=lambda p: p.name)
def stored(request: pytest.FixtureRequest, postgres_url: str) -> Iterator[Stored]:
    """Each recorded database, as a server of today finds it when it starts."""
    name = f"stored_{secrets.token_hex(6)}"
    asyncio.run(execute(postgres_url, f'CREATE DATABASE "{name}"'))
    url = postgres_url.replace(f"@/{DATABASE}?", f"@/{name}?")
    sql = lzma.decompress((request.param / "database.sql.xz").read_bytes()).decode()
    asyncio.run(execute(url, sql))
    told: dict[str, list[Any]] = {}
    for row in asyncio.run(fetch(url, "SELECT match, lines FROM event ORDER BY match, seq")):
        told.setdefault(row["match"], []).append(lines_of(decode(row["lines"])))
    migrate(url)
    games = {row["game"] for row in asyncio.run(fetch(url, "SELECT DISTINCT game FROM match"))}
    yield Stored(request.param, url, frozenset(games), " told jsonb" in sql, told)
    asyncio.run(execute(postgres_url, f'DROP DATABASE "{name}" WITH (FORCE)'))


async def with_server(stored: Stored, work: Callable[[Context], Any]) -> None:
    """Do some work at a server of today on the restored database."""
    app = create_app(stored.url, Settings(), GAMES)
    async with app.router.lifespan_context(app):
        here: Context = app.state.context
        await work(here)
        await here.background.finish()


async def matches(here: Context, url: str, **like: object) -> list[MatchRecord]:
    """The stored matches whose columns are like these, each game's in the order in which they were made."""
    where = " AND ".join(f"{column} = ${n}" for n, column in enumerate(like, start=1)) or "true"
    rows = await fetch(url, f"SELECT id FROM match WHERE {where} ORDER BY game, created_at", *like.values())  # noqa: S608
    return await here.matches.records.find_all([row["id"] for row in rows])


async def every_kind_of_match_is_recorded(here: Context, stored: Stored) -> None:
    """Of each game that is in the database."""
    for game_id in stored.games:
        found = await matches(here, stored.url, game=game_id)
        assert {s: sum(m.status == s for m in found) for s in EVERY_STATUS} == EVERY_STATUS
        fought, screen = (m for m in found if m.status == ACTIVE)
        assert screen.hotseat
        assert (await here.live_matches.get(fought.id)).state.battle is not None
        assert list((await here.live_matches.get(screen.id)).steps), "nothing that could be taken back"


def older_facts(game_id: str) -> Mapping[str, Steps]:
    """The steps from older shapes of a game's facts. One that has never had other shapes needs no module for them."""
    package = f"rules.{game_id.replace('-', '_')}"
    try:
        found: Mapping[str, Steps] = import_module(f"{package}.position.versions").FACTS
    except ModuleNotFoundError as error:
        if GAMES[game_id].version > 1 or error.name not in (f"{package}.position", f"{package}.position.versions"):
            raise
        return {}
    return found


@pytest.mark.parametrize("game_id", sorted({*WHOLE, *STORED}))
def test_the_last_shape_of_everything_is_recorded(game_id: str) -> None:
    """Whoever changes a shape records a database before, of what servers in use have stored (decisions/0021)."""
    versions, facts = set(), set()
    for file in (folder / f"{game_id}.json.xz" for folder in DATABASES):
        if not file.exists():
            continue
        told = json.loads(lzma.decompress(file.read_bytes()))
        versions.add(told["opening"]["version"])
        facts |= {(e["event"]["kind"], e["event"].get(V, 1)) for e in told["events"]}
    older = older_facts(game_id)
    last = max(1, GAMES[game_id].version - 1)
    assert last in versions, "python tools/record_database.py, with the code of before"
    assert {(kind, len(steps)) for kind, steps in older.items()} <= facts


async def the_lobby_says_how_each_match_stands_once_its_players_have_looked(here: Context, stored: Stored) -> None:
    """The migration works out when something was last told to all; whose move it is, is noted when they look."""
    for record in await matches(here, stored.url, status=ACTIVE):
        lines = [(f.at, f.line(SPECTATOR)) for f in await here.matches.chronicle.facts(record.id, 0)]
        told = max(at for at, line in lines if line is not None)
        assert record.told_at <= told, "not when something hidden was done"
        assert record.glance is None or stored.noted
        account = record.seats[0].account
        await here.lobby.mine(account)
        await here.background.finish()
        row: Any = next(m for m in await here.lobby.mine(account) if m["id"] == record.id)
        table = await here.live_matches.get(record.id)
        view: Any = table.view(SPECTATOR)
        assert row["glance"]["deciders"] == list(table.game.deciders(table.state)) == view["step"]["deciders"]
        assert (row["glance"]["turn"], row["glance"]["title"]) == (view["turn"], view["step"]["title"])
        assert row["at"] == record.told_at.isoformat(timespec="milliseconds")


def _words(line: JsonObject) -> JsonObject:
    """A line without its time and without numbers, which each viewpoint counts for itself (decisions/0024)."""
    return {k: v for k, v in line.items() if k not in ("seq", "at", "to")}


async def every_match_opens_for_everyone_who_may_look_at_it(here: Context, stored: Stored) -> None:
    """The view and the question are made by the current rules, the log is told as it was written."""
    for record in await matches(here, stored.url):
        seats = GAMES[record.game].seats(record.scenario, record.options)
        callers = {c.seat: (c.account, c.seat, None) for c in record.seats if c.account is not None}
        for viewer, caller in {**callers, SPECTATOR: (None, None, record.spectate)}.items():
            shown: Any = await here.queries.state(record.id, *caller)
            assert shown["view"]["viewer"] == viewer
            assert shown["view"]["outcome"] == record.outcome
            assert (shown["legal"] or {"seat": SPECTATOR})["seat"] == viewer
            log = await here.queries.older_log(record.id, *caller, record.version + 1, record.version + 1)
            own = next((s.viewpoint for s in seats if s.id == viewer), viewer)
            lines = [lines[own] for lines in stored.told.get(record.id, ()) if own in lines]
            assert [_words(line) for line in log] == [_words(line) for line in lines]
            numbers: list[int] = [line["seq"] for line in log]  # type: ignore[misc]
            assert numbers == sorted({*numbers}), "each line has a number of its own"
            assert all(line["to"] < line["seq"] for line in log if "to" in line)  # type: ignore[operator]


async def every_match_is_shown_the_map_that_it_was_begun_on(here: Context, stored: Stored) -> None:
    """Its positions say by which plan it is played; lobby and table draw the boards of that plan (decisions/0023)."""
    for record in await matches(here, stored.url):
        game, table = GAMES[record.game], await here.live_matches.get(record.id)
        assert record.plan == game.plan(table.state)
        row: Any = here.lobby.rows.match_json(record, None)
        assert row["plan"] == record.plan
        for board, shown in zip(game.boards, row["boards"], strict=True):
            assert shown["folder"] == board.folder(record.plan)
            assert (DRAWN / shown["folder"] / "board.json").is_file()
        assert any("earlier/" in shown["folder"] for shown in row["boards"]) is (
            # A game without plans prints what it has in its program.
            record.plan != "" and record.plan not in game.plans.names
        )


async def facts_and_snapshots_of_then_still_agree(here: Context, stored: Stored) -> None:
    """From the opening on the facts lead to every snapshot: both were brought to today's shape without a loss."""
    compared = 0
    for record in await matches(here, stored.url):
        game = GAMES[record.game]
        rows = await fetch(stored.url, "SELECT seq, state FROM snapshot WHERE match = $1 ORDER BY seq", record.id)
        snapshots = {row["seq"]: json.loads(row["state"]) for row in rows}
        facts = await here.matches.chronicle.facts(record.id, 0)
        # A match that its host ended was over with that, and no rules led to it.
        played = takewhile(lambda payload: not str(payload["kind"]).startswith(HOUSE), (f.payload for f in facts))
        past = past_of(game, game.load_state(snapshots[0]), [*played])
        for seq, state in ((seq, state) for seq, state in snapshots.items() if seq < len(past)):
            assert game.dump_state(game.load_state(state)) == game.dump_state(past[seq]), (record.id, seq)
            compared += seq > 0
    assert compared >= len(stored.games)


async def matches_in_play_go_on_and_can_be_proved(here: Context, stored: Stored) -> None:
    """To their end, when they are small (in a sample for a while); what both servers stored is one match, one chain."""
    for record in await matches(here, stored.url, status=ACTIVE):
        noted = await here.live_matches.get(record.id)
        version, link = noted.version, noted.told_link(SPECTATOR)
        assert link is not None
        if record.hotseat:
            # What was done before the update is still taken back after it.
            *others, last = noted.steps
            before = [noted.game.load_event(event) for step in others for event in step.events]
            earlier = functools.reduce(noted.game.evolve, before, (*others, last)[0].state)
            await here.moves.undo(record.id, record.seats[0].account, last.seat, secrets.token_hex(8))
            assert (noted.version, noted.state) == (version + 1, earlier)
        long = stretch(record.game) is not None or not THOROUGH
        most = MOST_COMMANDS if record.hotseat and not long else 2 * COMMANDS if record.hotseat else COMMANDS
        commands = await play(here, record.id, random.Random(1918), most=most)
        await _reload(here, record.id)
        now = await here.live_matches.get(record.id)
        over = not now.game.deciders(now.state)  # a short game has no more commands than are played of a long one
        if record.hotseat and long and not over:
            body: JsonObject = {"kind": HOST_END, "winner": "", "reason": "It is late."}
            await here.server_orders.rule(record.id, f"host-{secrets.token_hex(8)}", body)
        if record.hotseat:
            report = await _proved(here, record, Noted(links=[link]))
            assert report.decided >= commands > (0 if over else COMMANDS)


async def matches_that_waited_begin(here: Context, stored: Stored) -> None:
    """With the words that their players sealed then."""
    words: dict[str, dict[str, str]] = json.loads((stored.folder / "words.json").read_text(encoding="utf-8"))
    for waiting in await matches(here, stored.url, status=OPENING):
        record = await opened(here, waiting, words[waiting.id])
        assert record.status == ACTIVE
        await play(here, record.id, random.Random(1918), most=COMMANDS)
        await _reload(here, record.id)
    for waiting in await matches(here, stored.url, status=OPEN):
        free = next(c.seat for c in waiting.seats if c.account is None)
        guest = (await here.accounts.add("Emil")).id
        record = await begun(here, await here.seats.sit(waiting.id, free, guest, waiting.invite))
        assert record.status == ACTIVE
        await play(here, record.id, random.Random(1918), most=COMMANDS)
        await _reload(here, record.id)


async def _reload(here: Context, match: str) -> None:
    """What is loaded from the database is what is in memory."""
    table, again = await here.live_matches.get(match), await LiveMatches(here.matches, GAMES, here.hub, 1).get(match)
    dump = table.game.dump_state
    assert state_hash(dump(again.state)) == state_hash(dump(table.state))
    assert [(s.seat, s.before) for s in again.steps] == [(s.seat, s.before) for s in table.steps]


async def _proved(here: Context, record: MatchRecord, noted: Noted) -> Report:
    """The report on the match's export; nothing in it is wrong, and what is doubted is only what other rules made."""
    told = decode_object(encode(await here.exports.export(record.id, record.seats[0].account, None, None)))
    report = verify(told, GAMES, noted)
    assert report.faults == []
    other = ("NOT DECIDED AGAIN", "the opening position or the seats are not the scenario's of this program")
    assert all(doubt.startswith(other) or HOSTED in doubt for doubt in report.doubts), report.doubts
    return report


async def ended_matches_are_exported_and_proved_as_before(here: Context, stored: Stored) -> None:
    """The file that a player got then and the current one tell the same events under the same links."""
    for record in await matches(here, stored.url, status=FINISHED):
        then = json.loads(lzma.decompress((stored.folder / f"{record.game}.json.xz").read_bytes()))
        now: Any = decode_object(encode(await here.exports.export(record.id, record.seats[0].account, None, None)))
        kept = (
            "match",
            "commitment",
            "seats",
            "secret",
            "opening",
            "opening_link",
            "commands",
            "events",
            "outcome",
        )
        # Since sides can be drawn, an export says under which seat each player sealed.
        assert all(seat.pop("sealed_as", seat["seat"]) == seat["seat"] for seat in (*now["seats"], *then["seats"]))
        assert {k: now[k] for k in kept} == {k: then[k] for k in kept}
        for told in (then, now):
            report = verify(told, GAMES)
            older = told["rules_version"] != GAMES[record.game].version
            assert any("hashed in version" in doubt for doubt in report.doubts) == older
            assert report.faults == []
            assert (report.events, report.commands) == (record.version, len(then["commands"]))
            assert report.dice > 0


CHECKS = (
    the_lobby_says_how_each_match_stands_once_its_players_have_looked,
    every_kind_of_match_is_recorded,
    every_match_opens_for_everyone_who_may_look_at_it,
    every_match_is_shown_the_map_that_it_was_begun_on,
    facts_and_snapshots_of_then_still_agree,
    ended_matches_are_exported_and_proved_as_before,
    matches_that_waited_begin,
    matches_in_play_go_on_and_can_be_proved,
)
"""In this order: the first finds a lobby in which nobody has looked yet, the last play on."""


def test_what_a_server_stored_opens_tells_goes_on_and_is_proved(stored: Stored) -> None:
    """Each check finds a server that has just started. To restore a database once is enough for all of them."""
    for check in CHECKS:
        asyncio.run(with_server(stored, functools.partial(check, stored=stored)))
