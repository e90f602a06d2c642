"""The rules of each game over HTTP, in our own words, with the charts of a plan."""

import httpx
import pytest

from rules.catalogue import WHOLE
from rules.schlieffens_war.printed.data import FIRST
from tests.conftest import Server


@pytest.mark.parametrize("game", sorted(WHOLE))
def test_anyone_may_read_the_rules_of_a_game(server: Server, game: str) -> None:
    found = httpx.get(f"{server.url}/api/games/{game}/rules")
    assert found.status_code == 200
    rules = found.json()
    charts = {chart["id"] for chart in rules["charts"]}
    told = [rule for chapter in rules["chapters"] for rule in chapter["rules"]]
    assert told
    assert all(rule["text"] and rule["title"] for rule in told)
    assert {rule["chart"] for rule in told} - {""} <= charts


def test_what_there_is_not_is_refused(server: Server) -> None:
    for path, code in (("chess/rules", "no_game"), ("schlieffens-war/rules?plan=mine", "no_plan")):
        refused = httpx.get(f"{server.url}/api/games/{path}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, code)


def test_a_match_says_by_which_charts_it_is_played(server: Server) -> None:
    with httpx.Client(base_url=server.url) as player:
        player.post("/api/guests", json={"name": "Clio"}).raise_for_status()
        body = {"game": "schlieffens-war", "scenario": "campaign", "hotseat": True}
        usual = WHOLE["schlieffens-war"].plans.names[0]
        for options, plan in (({}, usual), ({"plan": usual}, usual), ({"plan": FIRST}, FIRST)):
            assert player.post("/api/matches", json={**body, "options": options}).json()["plan"] == plan
            assert player.get(f"/api/games/schlieffens-war/rules?plan={plan}").status_code == 200
