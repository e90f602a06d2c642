"""Ratings by game and side, from public matches that are over (decisions/0058)."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.accounts.deletion import FORMER
from app.errors import ApiError
from app.matches.facts import FINISHED, PUBLIC
from app.ratings.folding import PROVISIONAL_MATCHES, Place, Played, fold
from app.ratings.repository import History
from app.ratings.service import FRESH_SECONDS, RatingService, handle_of
from tests.app.accounts.device import passkey
from tests.app.players import Player
from tests.conftest import TOY, Server

ANNA, KARL, EMIL = (uuid.UUID(int=n) for n in (1, 2, 3))


def played(number: int, red: uuid.UUID, blue: uuid.UUID, winner: str | None, unrated: str = "") -> Played:
    """A match of the toy game."""
    return Played(str(number), "toy", {red: "red", blue: "blue"}, winner, unrated)


# --- the fold --------------------------------------------------------------------------------------------------------


def test_whoever_wins_rises_on_the_side_that_won() -> None:
    found = fold([played(1, ANNA, KARL, "red")])
    anna, karl = found.skills[Place("toy", "red", ANNA)], found.skills[Place("toy", "blue", KARL)]
    assert anna.mu > karl.mu
    assert {place.side for place in found.skills if place.account == ANNA} == {"red"}, "the other side is another thing"
    assert [t.rated for t in found.tallies.values()] == [1, 1]


def test_a_draw_between_equals_makes_both_surer_and_neither_better() -> None:
    found = fold([played(1, ANNA, KARL, None)])
    anna, karl = found.skills.values()
    assert anna.mu == pytest.approx(karl.mu)
    assert found.changes["1"][ANNA].after.sigma < found.changes["1"][ANNA].before.sigma


def test_what_is_not_rated_is_counted_and_changes_no_rating() -> None:
    found = fold([played(1, ANNA, KARL, "red"), played(2, ANNA, KARL, "blue", "guest")])
    assert found.skills == fold([played(1, ANNA, KARL, "red")]).skills
    tally = found.tallies[Place("toy", "red", ANNA)]
    assert (tally.won, tally.lost, tally.played, tally.rated) == (1, 1, 2, 1)


def test_every_match_is_counted_and_makes_a_rating_surer_than_the_one_before() -> None:
    found = fold([played(number, ANNA, KARL, winner) for number, winner in enumerate(("red", "red", "blue"), 1)])
    tally = found.tallies[Place("toy", "red", ANNA)]
    assert (tally.won, tally.lost, tally.played, tally.rated) == (2, 1, 3, 3)
    drawn = fold([played(number, ANNA, KARL, None) for number in (1, 2, 3)])
    first, second, third = (drawn.changes[number][ANNA].after.sigma for number in ("1", "2", "3"))
    assert first > second > third


def test_allies_rise_together() -> None:
    found = fold([Played("1", "toy", {ANNA: "red", EMIL: "red", KARL: "blue"}, "red")])
    anna, emil, karl = (found.changes["1"][a] for a in (ANNA, EMIL, KARL))
    assert anna.after == emil.after
    assert anna.after.mu > anna.before.mu
    assert karl.after.mu < karl.before.mu


# --- over HTTP -------------------------------------------------------------------------------------------------------


def person(server: Server, name: str) -> Player:
    """Someone who can log in."""
    found = Player(server, name)
    passkey(found)
    return found


def over(red: Player, blue: Player, **body: Any) -> dict[str, Any]:
    """A match that blue has given up."""
    match = red.make(seat="red", **body)
    blue.sit(match, "blue")
    give_up(blue, match)
    return match


def give_up(blue: Player, match: dict[str, Any]) -> None:
    order = {"id": uuid.uuid4().hex, "seat": "blue", "order": {"kind": "resign"}}
    answer = blue.http.post(f"/matches/{match['id']}/house", json=order)
    assert answer.status_code == 200, answer.text


def rating(player: Player, match: dict[str, Any]) -> tuple[int, Any]:
    """What a match did to ratings, or why it did nothing."""
    answer = player.http.get(f"/matches/{match['id']}/rating")
    return answer.status_code, answer.json() if answer.status_code == 200 else answer.json()["error"]["code"]


def test_a_public_match_is_rated_once_wherever_its_end_is_sent(
    toy_server: Server, serving: Callable[..., Server]
) -> None:
    """Both processes tell the same, and an end that is sent again ends nothing twice."""
    other = serving(TOY)
    red, blue = person(toy_server, "Anna"), person(toy_server, "Karl")
    match = red.make(seat="red", listing="public")
    blue.sit(match, "blue")
    assert rating(red, match) == (409, "not_over")
    order = {"id": "the-end-is-here", "seat": "blue", "order": {"kind": "resign"}}
    for who in (blue, blue.elsewhere(other), blue):
        assert who.http.post(f"/matches/{match['id']}/house", json=order).status_code == 200
    status, told = rating(red, match)
    assert status == 200
    assert rating(red.elsewhere(other), match) == (200, told)
    first, second = told["seats"]
    assert (first["seat"], first["before"], first["provisional"]) == ("red", 1000, True)
    assert first["after"] > 1000 > second["after"]
    own = red.http.get("/players/me").json()
    (plays,) = own["plays"]
    assert (plays["game"], plays["side"], plays["played"], plays["won"], plays["rating"]) == (
        "toy",
        "warm",
        1,
        1,
        first["after"],
    )
    assert own["player"] == handle_of(uuid.UUID(red.id))
    seen = blue.http.get(f"/players/{own['player']}").json()
    assert (seen["name"], seen["you"], seen["matches"][0]["result"]) == ("Anna", False, "won")
    rows = {side["side"]: side["players"] for side in blue.http.get("/ladder/toy").json()["sides"]}
    assert [r["you"] for r in rows["cold"] if r["name"] == "Karl"].count(True) == 1
    assert any(r["player"] == own["player"] and r["provisional"] for r in rows["warm"])


def test_a_private_match_is_refused_and_counts_nowhere(toy_server: Server) -> None:
    red, blue = person(toy_server, "Berta"), person(toy_server, "Bruno")
    match = over(red, blue)
    assert rating(red, match) == (422, "private")
    assert rating(Player(toy_server, "Stranger"), match) == (403, "not_invited"), (
        "who may not know of it learns nothing"
    )
    assert red.http.get("/players/me").json()["plays"] == []


def test_what_else_is_not_rated(toy_server: Server) -> None:
    red, guest = person(toy_server, "Clara"), Player(toy_server, "Guest")
    assert rating(red, over(red, guest, listing="public")) == (422, "guest")
    assert guest.http.get("/players/me").json()["player"] is None
    alone = red.make(hotseat=True)
    assert red.http.post(
        f"/matches/{alone['id']}/house", json={"id": "the-end-of-it", "seat": "blue", "order": {"kind": "resign"}}
    ).is_success
    assert rating(red, alone) == (422, "one_screen")
    for path in ("/ladder/chess", f"/players/{64 * '0'}"[:25]):
        assert red.http.get(path).status_code == 404


def test_nobody_is_rated_against_a_program(toy_server: Server) -> None:
    """A seat whose word was sealed by a token is a program's, and stays so."""
    red, robot = person(toy_server, "Dora"), person(toy_server, "Robot")
    answer = robot.http.post("/account/tokens", json={"name": "plays", "scopes": ["read", "play"]})
    assert answer.is_success, answer.text
    robot.http.cookies.clear()
    robot.http.headers["Authorization"] = f"Bearer {answer.json()['token']}"
    match = over(red, robot, listing="public")
    assert rating(red, match) == (422, "program")


def test_a_deleted_account_takes_its_name_out(toy_server: Server) -> None:
    red, blue = person(toy_server, "Edith"), person(toy_server, "Egon")
    match = over(red, blue, listing="public")
    before = rating(red, match)
    page = handle_of(uuid.UUID(blue.id))
    assert red.http.get(f"/players/{page}").json()["name"] == "Egon"
    gone = blue.http.request("DELETE", "/account", json={"name": "Egon"})
    assert gone.status_code == 200, gone.text
    time.sleep(FRESH_SECONDS + 1)
    assert red.http.get(f"/players/{page}").status_code == 404
    ladder = red.http.get("/ladder/toy").text
    assert "Egon" not in ladder
    assert FORMER not in ladder
    assert rating(red, match) == before, "what was won stays won"


def test_five_matches_make_a_rating_a_settled_one() -> None:
    found = fold(played(n, ANNA, KARL, "red") for n in range(PROVISIONAL_MATCHES))
    assert [found.changes[str(n)][ANNA].rated < PROVISIONAL_MATCHES for n in range(PROVISIONAL_MATCHES)] == [
        True
    ] * 4 + [False]


class CountedHistories:
    """A site on which nobody has played, and how often that was looked at."""

    looks = 0

    async def read(self) -> History:
        """All of it."""
        self.looks += 1
        return History((), {}, {})


async def test_a_match_of_a_game_that_is_gone_has_all_others_looked_through_once() -> None:
    """Each call for its rating read and folded all matches of the site."""
    histories = CountedHistories()
    ratings = RatingService(cast("Any", histories), {})
    gone = SimpleNamespace(id="gone", status=FINISHED, hotseat=False, listing=PUBLIC)
    for _ in range(5):
        with pytest.raises(ApiError) as refused:
            await ratings.of_match(cast("Any", gone))
        assert refused.value.code == "not_offered"
    assert histories.looks == 2
