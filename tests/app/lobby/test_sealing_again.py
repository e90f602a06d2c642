"""Words that are sealed again before a match begins: void rounds are told, counted and checked (decisions/0047)."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from app.cli import program
from app.programs import verifying
from app.proof.report import Noted
from app.proof.rounds import MAX_VOID_ROUNDS
from app.verify import verify
from rules.catalogue import GAMES as CATALOGUE
from rules.kernel import dice
from tests.app.accounts.device import log_in, passkey
from tests.app.lobby.test_sealing import Two, code, open_, seal, two, word
from tests.app.players import END, HIDE, THROW, Player
from tests.app.proof import host
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server

__all__ = ["two"]
GAMES = {**CATALOGUE, "toy": Toy()}
Export = dict[str, Any]


def again(player: Player, match: dict[str, Any], commitment: str, **words: str) -> httpx.Response:
    """Have the round of a commitment made void, with the seals of these words."""
    seals = {seat: dice.seal(match["id"], seat, w) for seat, w in words.items()}
    return player.http.post(f"/matches/{match['id']}/seal-again", json={"commitment": commitment, "seals": seals})


def shown(player: Player, match: dict[str, Any]) -> dict[str, Any]:
    """The match as a player's page has it."""
    return dict(player.http.get(f"/matches/{match['id']}").json())


def both_sealed(two: Two, **more: str) -> tuple[str, dict[str, str]]:
    """Both have sealed: the commitment, and the words."""
    red, blue, match = two
    words = {"red": more.get("red", word()), "blue": more.get("blue", word())}
    seal(red, match, red=words["red"])
    return seal(blue, match, blue=words["blue"]).json()["commitment"], words


def void(two: Two) -> list[str]:
    """A round in which blue's word was open, and red on another device asked; the words of that round."""
    red, blue, match = two
    commitment, words = both_sealed(two)
    assert open_(blue, match, commitment, blue=words["blue"]).status_code == 200
    assert again(red, match, commitment, red=word()).status_code == 200
    return [*words.values()]


def begin(two: Two) -> dict[str, Any]:
    """All seal and open, whatever was void before."""
    red, blue, match = two
    words = {"red": word(), "blue": word()}
    seal(red, match, red=words["red"])
    commitment = seal(blue, match, blue=words["blue"]).json()["commitment"]
    open_(red, match, commitment, red=words["red"])
    return dict(open_(blue, match, commitment, blue=words["blue"]).json())


def play_from(two: Two) -> Export:
    """Begun, and to the end."""
    begin(two)
    return play(two)


def play(two: Two) -> Export:
    """To the end, with hidden things, dice and something taken back; the whole export."""
    red, blue, match = two
    for _ in range(4):
        for player, seat in ((red, "red"), (blue, "blue")):
            player.play(match, seat, HIDE, HIDE)
            player.undo(match, seat)
            player.play(match, seat, THROW, END)
    return dict(red.http.get(f"/matches/{match['id']}/export").json())


def test_a_host_on_another_device_begins_though_the_guests_word_is_open(two: Two) -> None:
    """Every word and the secret are void; the next round is as the first."""
    red, blue, match = two
    commitment, words = both_sealed(two)
    open_(blue, match, commitment, blue=words["blue"])
    hot, cold = word(), word()
    now = again(red, match, commitment, red=hot).json()
    assert (now["status"], now["commitment"]) == ("open", None)
    assert [(s["seal"], s["opened"]) for s in now["seats"]] == [
        (dice.seal(match["id"], "red", hot), False),
        (None, False),
    ]
    assert [(v["seat"], v["commitment"]) for v in shown(blue, match)["voided"]] == [("red", commitment)]
    assert code(open_(red, match, commitment, red=words["red"])) == (409, "not_opening")
    assert code(seal(blue, match, blue=words["blue"])) == (409, "used_seal"), "the server knows that word"
    second = seal(blue, match, blue=cold).json()
    assert second["status"] == "opening"
    assert second["commitment"] != commitment
    assert code(open_(blue, match, commitment, blue=cold)) == (409, "other_commitment")
    open_(blue, match, second["commitment"], blue=cold)
    begun = open_(red, match, second["commitment"], red=hot).json()
    assert (begun["status"], begun["commitment"], len(begun["voided"])) == ("active", second["commitment"], 1)
    assert red.send(match, "red", THROW).status_code == 200


def test_whoever_presses_how_often_one_round_is_void(two: Two) -> None:
    """The commitment says which; a second device of one player takes nothing back from the first."""
    red, blue, match = two
    commitment, _ = both_sealed(two)
    hot, cold = word(), word()
    for _ in range(2):
        first = again(red, match, commitment, red=hot).json()
        assert len(first["voided"]) == 1
    second = again(red, match, commitment, red=word()).json()
    assert second["seats"][0]["seal"] == dice.seal(match["id"], "red", hot), "the first device's word stays"
    third = again(blue, match, commitment, blue=cold).json()
    assert (third["status"], len(third["voided"])) == ("opening", 1), "the other player's press seals a word, no more"
    assert again(red, match, commitment, red=hot).json() == shown(red, match)


def test_all_who_press_at_once_at_two_processes_make_one_round_void(
    toy_server: Server, serving: Callable[..., Server]
) -> None:
    other = serving(TOY)
    for _ in range(5):
        red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
        match = red.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "red"}).json()
        blue.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]})
        commitment, words = both_sealed((red, blue, match))
        open_(blue, match, commitment, blue=words["blue"])
        callers = [(p, s) for p, s in ((red, "red"), (blue, "blue")) for p in (p, p.elsewhere(other)) for _ in range(2)]
        drawn = {seat: word() for seat in ("red", "blue")}

        def press(
            caller: tuple[Player, str],
            match: Any = match,
            commitment: str = commitment,
            drawn: dict[str, str] = drawn,
        ) -> httpx.Response:
            return again(caller[0], match, commitment, **{caller[1]: drawn[caller[1]]})

        with ThreadPoolExecutor(8) as pool:
            assert [a.status_code for a in pool.map(press, callers)] == [200] * 8
        now = shown(red.elsewhere(other), match)
        assert (now["status"], len(now["voided"])) == ("opening", 1)
        for player, seat in ((red, "red"), (blue.elsewhere(other), "blue")):
            answer = open_(player, match, now["commitment"], **{seat: drawn[seat]})
        assert answer.json()["status"] == "active"


def test_the_last_word_and_a_wish_to_seal_again_at_once_either_begin_it_or_do_not(
    toy_server: Server, serving: Callable[..., Server]
) -> None:
    other = serving(TOY)
    for _ in range(5):
        red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
        match = red.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "red"}).json()
        blue.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]})
        commitment, words = both_sealed((red, blue, match))
        open_(blue, match, commitment, blue=words["blue"])
        with ThreadPoolExecutor(2) as pool:
            opened = pool.submit(open_, red, match, commitment, red=words["red"])
            pressed = pool.submit(again, red.elsewhere(other), match, commitment, red=word())
            answers = opened.result(), pressed.result()
        now = shown(blue, match)
        if answers[1].status_code == 200:
            assert code(answers[0])[0] == 409
            assert (now["status"], len(now["voided"])) == ("open", 1)
        else:
            assert code(answers[1]) == (409, "begun")
            assert (now["status"], now["voided"]) == ("active", [])


def test_what_has_begun_is_not_sealed_again(two: Two) -> None:
    red, _, match = two
    before = begin(two)
    assert code(again(red, match, before["commitment"], red=word())) == (409, "begun")
    assert code(again(red, match, 64 * "0", red=word())) == (409, "begun")
    assert shown(red, match)["commitment"] == before["commitment"]


def test_a_void_round_is_not_void_once_more_when_the_match_has_begun(two: Two) -> None:
    """The press of a page that was left open answers with the match as it is."""
    red, _, match = two
    void(two)
    commitment = shown(red, match)["voided"][0]["commitment"]
    before = begin(two)
    now = again(red, match, commitment, red=word()).json()
    assert [s["seal"] for s in now["seats"]] == [s["seal"] for s in before["seats"]]
    assert now["commitment"] == before["commitment"]
    assert len(shown(red, match)["voided"]) == 1


def test_nobody_else_has_it_sealed_again(two: Two) -> None:
    red, blue, match = two
    commitment, words = both_sealed(two)
    open_(blue, match, commitment, blue=words["blue"])
    stranger = Player(blue.server, "Nosy")
    assert code(again(stranger, match, commitment, red=word())) == (403, "not_your_seat")
    assert code(again(blue, match, commitment, red=word())) == (403, "not_your_seat")
    assert code(again(blue, match, commitment, blue=word(), red=word())) == (403, "not_your_seat")
    assert code(again(red, match, 64 * "0", red=word())) == (409, "other_commitment")
    assert code(again(red, {"id": "nosuchmatch0"}, commitment, red=word())) == (404, "no_match")
    assert httpx.post(f"{red.server.url}/api/matches/{match['id']}/seal-again", json={}).status_code in (400, 401)
    assert shown(red, match)["voided"] == []
    red.http.post(f"/matches/{match['id']}/call-off")
    assert code(again(red, match, commitment, red=word())) == (409, "called_off")


def test_before_there_is_a_commitment_nothing_is_void(two: Two) -> None:
    red, _, match = two
    seal(red, match, red=word())
    assert code(again(red, match, 64 * "0", red=word())) == (409, "other_commitment")


def test_five_rounds_are_void_and_no_more(two: Two) -> None:
    """What one guest may ask for is bounded; the match can still begin, or be called off."""
    red, blue, match = two
    for _ in range(MAX_VOID_ROUNDS):
        void(two)
    commitment, _ = both_sealed(two)
    assert code(again(red, match, commitment, red=word())) == (409, "sealed_often")
    assert len(shown(red, match)["voided"]) == MAX_VOID_ROUNDS == 5
    assert not shown(red, match)["can_seal_again"]
    # Whoever's word is gone begins again by one press: the same seats, which the others take by one of theirs.
    made = red.http.post(f"/matches/{match['id']}/rematch").json()
    assert [(s["name"], s["kept_for"]) for s in made["seats"]] == [("Rosa", None), (None, "Blaise")]
    assert [shown(p, match)["status"] for p in (red, blue)] == ["called-off"] * 2
    assert shown(blue, match)["rematch"] == made["id"]
    assert blue.http.post(f"/matches/{made['id']}/seats/blue", json={}).status_code == 200
    assert begin((red, blue, made))["status"] == "active"


def test_after_a_void_round_a_seat_can_be_left_and_another_player_begins(two: Two) -> None:
    red, blue, match = two
    void(two)
    assert blue.http.delete(f"/matches/{match['id']}/seats/blue").status_code == 200
    carla = Player(blue.server, "Carla")
    invite = {"invite": shown(red, match)["invite"]}
    assert carla.http.post(f"/matches/{match['id']}/seats/blue", json=invite).status_code == 200
    assert begin((red, carla, match))["status"] == "active"
    assert verify(play((red, carla, match)), GAMES).proved


def test_a_player_who_sits_down_later_is_not_named_for_a_void_round(two: Two) -> None:
    """Whoever did not ask and reads that they did would have to think that the server lies (decisions/0047)."""
    red, blue, match = two
    void(two)
    assert [v["left"] for v in shown(blue, match)["voided"]] == [False]
    assert red.http.delete(f"/matches/{match['id']}/seats/red").status_code == 200
    assert [v["left"] for v in shown(blue, match)["voided"]] == [True]
    carla = Player(blue.server, "Carla")
    invite = {"invite": shown(blue, match)["invite"]}
    assert carla.http.post(f"/matches/{match['id']}/seats/red", json=invite).status_code == 200
    assert [v["left"] for v in shown(carla, match)["voided"]] == [True]
    begun = begin((carla, blue, match))
    assert (begun["status"], [v["left"] for v in begun["voided"]]) == ("active", [True])
    whole = play((carla, blue, match))
    assert [v.keys() for v in whole["voided"]] == [{"seat", "at", "commitment", "secret", "seats"}], "no account"
    assert verify(whole, GAMES).proved


def test_whoever_asked_as_a_guest_and_logs_in_is_still_the_one(two: Two) -> None:
    red, blue, match = two
    device = passkey(Player(red.server, "Rosa's own"))
    void(two)
    assert log_in(red, device, bring=True)["brought"] == 1
    assert [v["left"] for v in shown(blue, match)["voided"]] == [False]
    assert verify(play_from(two), GAMES).proved


def test_a_server_killed_between_any_two_steps_goes_on_where_it_stood(serving: Callable[..., Server]) -> None:
    server = serving(TOY)
    red, blue = Player(server, "Rosa"), Player(server, "Blaise")
    match = red.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "red"}).json()
    blue.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]})
    old, words = both_sealed((red, blue, match))
    now = {"commitment": old, **words, "hot": word(), "cold": word()}
    steps: list[tuple[Player, Callable[[Player], httpx.Response], str, int]] = [
        (blue, lambda p: open_(p, match, old, blue=now["blue"]), "opening", 0),
        (red, lambda p: again(p, match, old, red=now["hot"]), "open", 1),
        (blue, lambda p: seal(p, match, blue=now["cold"]), "opening", 1),
        (red, lambda p: open_(p, match, now["commitment"], red=now["hot"]), "opening", 1),
        (blue, lambda p: open_(p, match, now["commitment"], blue=now["cold"]), "active", 1),
    ]
    for player, step, status, voided in steps:
        answers = [step(player.elsewhere(server))]
        server.kill()
        server = serving(TOY)
        answers.append(step(player.elsewhere(server)))
        assert [a.status_code for a in answers] == [200, 200], [a.text for a in answers]
        assert {(a.json()["status"], len(a.json()["voided"])) for a in answers} == {(status, voided)}
        (now["commitment"],) = {a.json()["commitment"] or "" for a in answers}
    fresh = red.elsewhere(server), blue.elsewhere(server), match
    assert verify(play(fresh), GAMES).proved, "a process that never saw the void round throws its dice by it"


def test_no_word_and_no_secret_is_told_before_the_end(two: Two) -> None:
    """Nor of a void round; of that everyone is told who asked and which commitment it had."""
    red, blue, match = two
    words = void(two)
    texts = [p.http.get(f"/matches/{match['id']}").text for p in (red, blue)]
    begin(two)
    paths = ["", "/state", "/log", "/export"]
    texts += [p.http.get(f"/matches/{match['id']}{path}").text for p in (red, blue) for path in paths]
    watcher = httpx.Client(base_url=f"{red.server.url}/api", timeout=20)
    key = {"key": shown(red, match)["spectate"]}
    texts += [watcher.get(f"/matches/{match['id']}{path}", params=key).text for path in paths]
    for text in texts:
        assert not any(one in text for one in words)
        assert '"secret":"' not in text
        assert '"word":"' not in text
    (told,) = watcher.get(f"/matches/{match['id']}", params=key).json()["voided"]
    assert sorted(told) == ["at", "commitment", "left", "seat"]


def test_a_rematch_has_rounds_of_its_own(two: Two) -> None:
    red, blue, match = two
    void(two)
    begin(two)
    play(two)
    fresh = red.http.post(f"/matches/{match['id']}/rematch").json()
    assert fresh["voided"] == []
    assert blue.http.post(f"/matches/{fresh['id']}/seats/red", json={}).status_code == 200


# --- the file ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def export(toy_server: Server) -> Export:
    """A match that is over, before which two rounds were void."""
    red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
    match = red.http.post("/matches", json={"game": "toy", "scenario": "short", "seat": "red"}).json()
    blue.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]})
    for _ in range(2):
        void((red, blue, match))
    begin((red, blue, match))
    return play((red, blue, match))


def test_an_honest_export_is_proved_and_the_count_is_told_all_the_same(export: Export) -> None:
    report = verify(export, GAMES, Noted(export["commitment"], {}, [], [v["commitment"] for v in export["voided"]]))
    assert (report.faults, report.doubts, report.voided) == ([], [], 2)
    assert report.dice == 8
    assert "sealed again 2 times; asked for by: red, red." in report.sealed_again
    first = export["voided"][0]
    assert [s["word"] is None for s in first["seats"]] == [True, False]
    assert dice.commitment(bytes.fromhex(first["secret"])) == first["commitment"] != export["commitment"]


def test_the_program_says_so(export: Export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "GAMES", GAMES)
    file = tmp_path / "match.json"
    file.write_text(json.dumps(export))
    run = CliRunner().invoke(program, ["verify", str(file), "--void", export["voided"][1]["commitment"]])
    assert run.exit_code == 0, run.output
    assert "all good" in run.output
    assert "sealed again 2 times" in run.output
    other = CliRunner().invoke(program, ["verify", str(file), "--void", 64 * "0"])
    assert other.exit_code == 1
    assert "that you noted is not in this match" in other.output
    told = json.loads(CliRunner().invoke(program, ["verify", str(file), "--json"]).output)
    assert told["voided"] == 2


def all_hidden(export: Export) -> None:
    """As if nothing had been sealed again."""
    export["voided"] = []


def one_hidden(export: Export) -> None:
    """The count is lowered."""
    del export["voided"][0]


def one_more(export: Export) -> None:
    """A round that never was."""
    export["voided"].append(copy.deepcopy(export["voided"][0]))


def other_order(export: Export) -> None:
    """The rounds in another order."""
    export["voided"].reverse()


def secret_swapped(export: Export) -> None:
    """Another secret than was committed to."""
    export["voided"][0]["secret"] = 64 * "0"


def secret_and_commitment_swapped(export: Export) -> None:
    """Another secret with its commitment."""
    export["voided"][0] |= {"secret": 64 * "0", "commitment": dice.commitment(bytes(32))}


def someone_else_asked(export: Export) -> None:
    """The guest is said to have asked."""
    export["voided"][0]["seat"] = "blue"


def word_swapped(export: Export) -> None:
    """Another word than was sealed."""
    export["voided"][0]["seats"][1]["word"] = word()


def word_taken_back(export: Export) -> None:
    """As if the guest had not opened."""
    export["voided"][1]["seats"][1]["word"] = None


def at_another_time(export: Export) -> None:
    """As if it had been later."""
    export["voided"][1]["at"] = "2030-01-01T00:00:00.000+00:00"


FORGERIES = [
    all_hidden,
    one_hidden,
    one_more,
    other_order,
    secret_swapped,
    secret_and_commitment_swapped,
    someone_else_asked,
    word_swapped,
    word_taken_back,
    at_another_time,
]


@pytest.mark.parametrize("hashed", [False, True])
@pytest.mark.parametrize("forgery", FORGERIES)
def test_void_rounds_that_are_hidden_or_changed_are_found_by_the_file_alone(
    export: Export, forgery: Callable[[Export], None], hashed: bool
) -> None:
    """Also by someone with all keys, who makes all links again: the dice would be others."""
    forged = copy.deepcopy(export)
    forgery(forged)
    if hashed:
        forged = host.assemble(GAMES["toy"], forged, host.runs_of(forged))
    report = verify(forged, GAMES)
    assert not report.good
    assert any("die" in fault or "dice" in fault for fault in report.faults), report.faults


def test_a_round_of_which_every_word_was_open_could_not_be_void(export: Export) -> None:
    forged = copy.deepcopy(export)
    seats = forged["voided"][0]["seats"]
    seats[0]["word"] = word()
    seats[0]["seal"] = dice.seal(forged["match"], "red", seats[0]["word"])
    assert "the void round 1 had every word open: it could not be void any more" in verify(forged, GAMES).faults


def test_the_seats_of_a_void_round_are_the_matchs(export: Export) -> None:
    forged = copy.deepcopy(export)
    del forged["voided"][0]["seats"][0]
    assert "the void round 1 is not of the seats of this match" in verify(forged, GAMES).faults


def test_no_match_has_more_void_rounds_than_it_may(export: Export) -> None:
    """A server that goes on throwing until it likes the dice."""
    forged = copy.deepcopy(export)
    for _ in range(4):
        secret = word()
        round_ = {"secret": secret, "commitment": dice.commitment(bytes.fromhex(secret))}
        seats = [{**s, "seal": word(), "word": None} for s in forged["voided"][0]["seats"]]
        forged["voided"].append({**forged["voided"][0], **round_, "seats": seats})
    many = "6 rounds are void: a match has 5 at most"
    assert many in verify(forged, GAMES).faults
    del forged["voided"][-1]
    assert many.replace("6", "5") not in verify(forged, GAMES).faults


def test_no_seal_and_no_secret_is_of_two_rounds(export: Export) -> None:
    """Whoever knew the word already could draw the next secret to suit."""
    forged = copy.deepcopy(export)
    forged["voided"][0]["seats"][0] = {**export["seats"][0]} | {"word": None}
    assert "a seal of a void round was used once more" in verify(forged, GAMES).faults
    forged = copy.deepcopy(export)
    forged["voided"][0] |= {name: export[name] for name in ("secret", "commitment")}
    assert "two rounds have the same commitment" in verify(forged, GAMES).faults
    assert not [f for f in verify(export, GAMES).faults if "round" in f]


def test_a_match_made_again_without_its_void_round_is_found_by_what_a_player_noted(export: Export) -> None:
    """A host with all keys who throws all dice again makes a file that is consistent in itself."""
    game = CATALOGUE["powers-1914"]
    made = host.play(game, "austria-russia", 53)
    assert verify(made, GAMES).good
    void = export["voided"][0]["commitment"]
    assert any(void in fault for fault in verify(made, GAMES, Noted(voided=[void])).faults)


def test_sides_are_drawn_by_the_void_rounds_too(toy_server: Server) -> None:
    for _ in range(4):
        red, blue = Player(toy_server, "Rosa"), Player(toy_server, "Blaise")
        body = {"game": "toy", "scenario": "short", "sides": "drawn"}
        match = red.http.post("/matches", json=body).json()
        blue.http.post(f"/matches/{match['id']}/seats/blue", json={"invite": match["invite"]})
        two = red, blue, match
        void(two)
        seats = begin(two)["seats"]
        if not next(s["you"] for s in seats if s["seat"] == "blue"):
            two = blue, red, match
        whole = play(two)
        assert verify(whole, GAMES).proved
        whole["voided"] = []
        assert not verify(whole, GAMES).good
