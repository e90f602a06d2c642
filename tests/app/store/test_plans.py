"""Two matches of one game at one server, each played by its own board, counters and charts (decisions/0023)."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.context import Context
from app.lobby.schemas import MatchIn
from app.main import create_app
from app.matches.agreements.settlement import RESIGN
from app.plans import add_plans
from app.settings import ROOT, Settings
from app.verify import verify
from app.wire import decode_object, encode
from rules.catalogue import GAMES
from rules.hexes.sheet import rows
from tests import forked
from tests.app.players import Player
from tests.conftest import REAL, Server
from tests.golden.tables import begun, move, seated
from tests.thorough import sample_of

GAME = GAMES["schlieffens-war"]
PRINTED = ROOT / "scenarios" / "schlieffens-war"
CORPS = "ge-ii,GE,infantry,1,XXX,II,II Corps,4/2,4"
STRONG = "ge-ii,GE,infantry,1,XXX,II,II Corps,9/5,4"
COMMANDS = 25
MORE_COMMANDS = 40


@pytest.fixture
def errata(tmp_path: Path) -> Path:
    """A folder as a host would write it: the printed files, with one corps of more than twice the strength."""
    folder = tmp_path / "errata"
    shutil.copytree(PRINTED, folder)
    counters = (folder / "counters.csv").read_text(encoding="utf-8")
    assert counters.count(CORPS) == 1
    (folder / "counters.csv").write_text(counters.replace(CORPS, STRONG), encoding="utf-8")
    return folder


def factor_of(view: Any, unit: str) -> int:
    """The combat factor that a view shows of a unit, wherever it lies."""
    piles = (*view["stacks"].values(), *view["boxes"].values())
    return int(next(u["factor"] for pile in piles for u in pile if u["id"] == unit))


def test_two_matches_are_played_by_their_own_charts_at_the_same_time(errata: Path, fresh_database: Any) -> None:
    """Through commands, views, a restart in between, export and proof."""
    url = fresh_database()
    (plan,) = add_plans([f"schlieffens-war={errata}"], GAMES)

    async def served(work: Callable[[Context], Any]) -> None:
        app = create_app(url, Settings(), GAMES)
        async with app.router.lifespan_context(app):
            await work(app.state.context)
            await app.state.context.background.finish()

    made: dict[str, str] = {}

    async def begin(here: Context) -> None:
        anna = ((await here.accounts.add("Anna")).id, "Anna")
        for name, options in {"own": {"plan": plan}, "usual": {}}.items():
            body = MatchIn(game=GAME.id, scenario="campaign", options=options, hotseat=True)
            made[name] = (await begun(here, await seated(here, body, [anna]))).id
        live_matches = {name: await here.live_matches.get(match) for name, match in made.items()}
        rng = random.Random(1914)
        for _ in range(COMMANDS):
            for table in live_matches.values():
                await move(here, table, rng)

    async def go_on(here: Context) -> None:
        rng = random.Random(1915)
        for name, match in made.items():
            table = await here.live_matches.get(match)
            assert GAME.plan(table.state) == (plan if name == "own" else GAME.plans.names[0])
            shown: Any = GAME.view(table.state, "referee")
            assert factor_of(shown, "ge-ii") == (9 if name == "own" else 4)
        live_matches = [await here.live_matches.get(match) for match in made.values()]
        for _ in range(MORE_COMMANDS):
            for table in live_matches:
                await move(here, table, rng)
        for name, match in made.items():
            account = live_matches[0].record.seats[0].account
            await here.settlements.settle(match, account, "german", "resigning", {"kind": RESIGN})
            record = (await here.live_matches.get(match)).record
            told = decode_object(encode(await here.exports.export(match, record.seats[0].account, None, None)))
            assert told["plan"] == (plan if name == "own" else GAME.plans.names[0])
            report = verify(told, GAMES)
            assert report.faults == [], name
            assert report.proved
            (errata / f"{name}.export").write_text(json.dumps(told), encoding="utf-8")

    asyncio.run(served(begin))
    asyncio.run(served(go_on))
    file = str(errata / "own.export")
    for more, code in ((["--plan", str(errata)], 0), ([], 2)):
        log = errata.parent / f"verified-{code}"
        done = forked.start([sys.executable, "-m", "app", "verify", file, *more], os.environ, log)
        assert done.wait(60) == code, log.read_text()
    other = json.loads((errata / "own.export").read_text(encoding="utf-8"))
    other["opening"]["plan"] = GAME.plans.names[0]
    assert verify(other, GAMES).faults, "by other charts than its own a match is not what it says"


def test_a_match_whose_plan_is_missing_waits_for_it(
    errata: Path, serving: Callable[..., Server], fresh_database: Callable[[], str]
) -> None:
    """A server that was started without the folder refuses the match and serves the others."""
    url = fresh_database()
    server = serving(REAL, url, plans=f"schlieffens-war={errata}")
    player = Player(server, "Anna")
    listed = next(g for g in player.http.get("/games").json() if g["id"] == "schlieffens-war")
    usual, plan = listed["plans"]
    assert usual == GAME.plans.names[0]
    assert plan.startswith("errata+")
    match = player.make(game="schlieffens-war", scenario="campaign", hotseat=True, options={"plan": plan})
    other = player.make(game="schlieffens-war", scenario="campaign", hotseat=True)
    assert factor_of(player.state(match, "german")["view"], "ge-ii") == 9
    assert factor_of(player.state(other, "german")["view"], "ge-ii") == 4
    assert player.http.get(f"/matches/{match['id']}/export").json()["plan"] == plan
    ask = player.state(match, "entente")["legal"]["ask"]
    server.stop()

    without = player.elsewhere(serving(REAL, url))
    looked = without.http.get(f"/matches/{match['id']}/state", params={"seat": "entente"})
    moved = without.send(match, "entente", {"kind": "historical"}, ask=ask)
    for answer in (looked, moved):
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unknown_plan")
    refused = without.http.post(
        "/matches", json={"game": "schlieffens-war", "scenario": "campaign", "options": {"plan": plan}, "hotseat": True}
    )
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_options")
    assert factor_of(without.state(other, "german")["view"], "ge-ii") == 4
    without.server.stop()

    again = player.elsewhere(serving(REAL, url, plans=f"schlieffens-war={errata}"))
    assert again.play(match, "entente", {"kind": "historical"}) > 0


EARLIER = [(game, plan) for game in GAMES.values() for plan in sorted({p for b in game.boards for p in b.earlier})]


@pytest.mark.parametrize(("game", "plan"), sample_of(EARLIER, 2), ids=lambda p: getattr(p, "id", p))
def test_a_match_of_an_earlier_map_is_shown_that_map(game: Any, plan: str, serving: Callable[..., Server]) -> None:
    """To all who look: the row of a match names the drawing, which is served, and agrees with what rules read."""
    player = Player(serving(REAL), "Anna")
    scenario = game.scenarios[0].id
    old = player.make(game=game.id, scenario=scenario, hotseat=True, options={"plan": plan})
    new = player.make(game=game.id, scenario=scenario, hotseat=True)
    assert (old["plan"], new["plan"]) == (plan, game.plans.names[0])
    assert player.http.get(f"/matches/{old['id']}").json()["boards"] == old["boards"]
    for board, then, now in zip(game.boards, old["boards"], new["boards"], strict=True):
        assert (then["id"], then["folder"]) == (board.id, f"earlier/{plan}/{board.id}")
        assert (now["id"], now["folder"]) == (board.id, board.id)
        pictures = [f"{name}-{theme}.webp" for name in ("relief", "early") for theme in ("light", "dark")]
        for file in ("ground.svg", "lines.svg", *pictures, "small.webp"):
            assert httpx.get(f"{player.server.url}/boards/{then['folder']}/{file}").status_code == 200
        drawn = httpx.get(f"{player.server.url}/boards/{then['folder']}/board.json").json()["hexes"]
        kept = ROOT / "scenarios" / game.id / "earlier" / plan
        sheet = kept / "boards" / board.id if (kept / "boards").is_dir() else kept
        printed = {row["hex"]: row for _, row in rows(sheet / "hexes.csv")}
        told = ("name", "terrain", "country")
        assert {h: tuple(row[t] for t in told) for h, row in drawn.items()} == {
            h: tuple(printed[h][t] for t in told) for h in drawn
        }


@pytest.mark.parametrize("entry", ["chess=errata", "schlieffens-war", "schlieffens-war="])
def test_an_entry_that_names_no_plan_is_refused(entry: str) -> None:
    with pytest.raises(ValueError, match="game=folder"):
        add_plans([entry], GAMES)


def test_a_folder_that_lacks_a_file_is_refused_by_name(errata: Path) -> None:
    (errata / "charts.toml").unlink()
    with pytest.raises(ValueError, match="errata"):
        add_plans([f"schlieffens-war={errata}"], GAMES)
