"""What ``tools/lighthouse.py`` and ``tools/armies.py`` look at: a match of every game, set up."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rules.catalogue import GAMES
from tests.conftest import Server
from tools.match_pages import browser, guest, pages, served, set_up


def test_every_game_and_every_variant_has_a_page() -> None:
    variants = {(game.id, scenario.variant) for game in GAMES.values() for scenario in game.scenarios}
    assert len(pages()) == len(variants) > len(GAMES)
    assert set(GAMES) <= set(pages())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_set_up(server: Server, game: str) -> None:
    with served(server.url) as url, guest(url, "Lighthouse") as client:
        address = set_up(client, game)
        match = address.partition("?m=")[2].partition("&")[0]
        shown = client.get(f"/api/matches/{match}").json()
        assert (shown["game"], shown["status"]) == (game, "active")
        assert "set-up" not in shown["glance"]["title"].lower().replace("setup", "set-up")
        seat = address.rpartition("=")[2]
        told = client.get(f"/api/matches/{match}/state?seat={seat}").json()
        assert told["legal"]["yours"], "the page is that of someone who is asked"
        pieces = told["view"].get("stacks") or told["view"].get("areas") or told["view"].get("units")
        assert len(pieces) > len(GAMES[game].scenarios[0].seats), "armies stand on it"


def test_the_browser_is_found_or_said_to_be_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert shutil.which(browser())
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("CHROMIUM", "CHROME_PATH"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(RuntimeError, match="There is no Chromium"):
        browser()
