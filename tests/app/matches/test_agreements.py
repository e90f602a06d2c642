"""What players settle among themselves: resigning, draws, surrender, going back by consent (decisions/0028)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from app.matches.agreements.seating import Said, Seating, end_match, in_words
from app.matches.agreements.settlement import (
    BACK,
    DEMAND,
    DRAW,
    SURRENDER,
    AgreementProposal,
    Agreements,
    Back,
    opens,
    settle,
    state_after,
)
from app.matches.agreements.standing_in import StandIns
from app.verify import verify
from rules.catalogue import GAMES
from rules.kernel.messages import Refusal
from tests.app.players import END, HIDE, THROW, Player, table
from tests.app.toy_game import Toy
from tests.conftest import TOY, Server


def code(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]


def outcome(player: Player, match: dict[str, Any]) -> dict[str, Any] | None:
    """How the match ended."""
    found: dict[str, Any] | None = player.http.get(f"/matches/{match['id']}").json()["outcome"]
    return found


def export(player: Player, match: dict[str, Any]) -> dict[str, Any]:
    """The whole match as a file."""
    whole: dict[str, Any] = player.http.get(f"/matches/{match['id']}/export").json()
    return whole


def proposal(player: Player, match: dict[str, Any]) -> dict[str, Any]:
    """The only open proposal."""
    (found,) = player.state(match)["proposals"]
    return dict(found)


# --- resigning ------------------------------------------------------------------------------------------------------


def test_a_player_who_resigns_loses_at_once_whosever_move_it_is(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    watch = red.watch(match)
    red.play(match, "red", HIDE, THROW)
    watch.until(2)
    answer = blue.settle(match, "blue", kind="resign")
    assert answer.status_code == 200, answer.text
    assert answer.json()["lines"][0]["text"] == "Blue resigned."
    ended = {"winner": "warm", "reason": "Blue resigned.", "section": ""}
    assert outcome(red, match) == outcome(blue, match) == ended
    watch.until(3)
    assert watch.view["outcome"] == ended
    watch.close()
    assert code(red.send(match, "red", HIDE, ask="1.red")) == (409, "finished")
    assert code(red.settle(match, "red", kind="resign")) == (409, "finished")


def test_a_match_that_was_resigned_can_be_proved_and_not_forged(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW, END)
    blue.settle(match, "blue", kind="resign")
    told = export(red, match)
    report = verify(told, {"toy": Toy()})
    assert report.proved, report.faults + report.doubts
    forged = copy.deepcopy(told)
    forged["events"][-1]["event"]["winner"] = "cold"
    assert not verify(forged, {"toy": Toy()}).good


@pytest.mark.parametrize(
    ("game", "sentence", "told"),
    [
        ("great-war", "Central Powers resigned.", "The Central Powers resigned."),
        ("schlieffens-war", "German resigned.", "The German side resigned."),
        (
            "schlieffens-war",
            "German left wing and German right wing surrendered.",
            "The German left wing and the German right wing surrendered.",
        ),
        (
            "great-war",
            "Allies in the west asked Central Powers to surrender.",
            "The Allies in the west asked the Central Powers to surrender.",
        ),
        ("powers-1914", "Germany and Bulgaria resigned.", "Germany and Bulgaria resigned."),
        ("powers-1914", "The players agreed on a draw.", "The players agreed on a draw."),
    ],
)
def test_what_is_told_of_a_side_has_an_article(game: str, sentence: str, told: str) -> None:
    assert in_words(GAMES[game], sentence) == told
    assert in_words(GAMES[game], told) == told


def test_a_title_is_told_as_it_is_where_sentences_call_a_seat_so() -> None:
    assert in_words(Toy(), "Blue resigned.") == "Blue resigned."


def test_a_fact_keeps_its_words_and_the_position_is_told_in_better_ones() -> None:
    """Exports of before have the words as they stood; what is shown is made of them."""
    game = GAMES["schlieffens-war"]
    fact = end_match("entente", "German resigned.").payload
    over = state_after(game, game.new_match(game.scenarios[0].id, {}), fact)
    shown = game.outcome(over)
    assert fact["reason"] == "German resigned."
    assert shown is not None
    assert (shown.winner, shown.reason) == ("entente", "The German side resigned.")


def test_nobody_resigns_for_another_or_before_the_match(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    assert code(red.settle(match, "blue", kind="resign")) == (403, "not_your_seat")
    assert code(Player(toy_server, "Nobody").settle(match, "red", kind="resign")) == (403, "not_your_seat")
    waiting = red.make(seat="red")
    assert code(red.settle(waiting, "red", kind="resign")) == (409, "not_started")


def test_a_resignation_sent_twice_is_answered_twice_and_done_once(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    answers = [red.settle(match, "red", "resign-once", kind="resign") for _ in range(2)]
    assert [a.status_code for a in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    assert code(red.settle(match, "red", "resign-once", kind="propose", what="draw")) == (409, "id_used")


def test_orders_of_the_house_are_no_commands_of_the_game(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    assert red.send(match, "red", {"kind": "house.resign"}).status_code == 422
    assert outcome(red, match) is None


# --- asking the other side to give up --------------------------------------------------------------------------------


def test_a_program_asked_to_surrender_may_refuse_or_agree_and_that_can_be_proved(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    for yes in (False, True):
        asked = red.settle(match, "red", f"give-up-{yes}", kind="propose", what="demand")
        assert asked.json()["lines"][0]["text"] == "Red asked Blue to surrender."
        assert proposal(blue, match)["asked"] == ["blue"]
        assert code(red.settle(match, "red", kind="answer", proposal=f"give-up-{yes}", yes=True)) == (
            422,
            "no_proposal",
        )
        answer = blue.settle(match, "blue", kind="answer", proposal=f"give-up-{yes}", yes=yes)
        assert answer.status_code == 200, answer.text
    assert outcome(red, match) == {"winner": "warm", "reason": "Blue surrendered.", "section": ""}
    told = export(red, match)
    report = verify(told, {"toy": Toy()})
    assert report.proved, report.faults + report.doubts
    forged = copy.deepcopy(told)
    forged["events"][-1]["event"]["winner"] = "cold"
    assert not verify(forged, {"toy": Toy()}).good
    forged = copy.deepcopy(told)
    forged["events"][0]["event"]["asked"] = []
    assert not verify(forged, {"toy": Toy()}).good


# --- a draw ---------------------------------------------------------------------------------------------------------


def test_a_draw_is_agreed(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    watch = blue.watch(match)
    red.settle(match, "red", "draw-offer", kind="propose", what="draw")
    watch.until(1)
    offer = {
        "id": "draw-offer",
        "what": "draw",
        "seat": "red",
        "asked": ["blue"],
        "back": None,
        "of": None,
        "agreed": ["red"],
    }
    assert proposal(blue, match) == proposal(red, match) == offer
    # The match goes on meanwhile, and the offer stands.
    red.play(match, "red", HIDE)
    assert red.undo(match, "red").status_code == 200, "an offer bars no undo"
    blue.settle(match, "blue", kind="answer", proposal="draw-offer", yes=True)
    assert outcome(red, match) == {"winner": None, "reason": "The players agreed on a draw.", "section": ""}
    assert [line["text"] for line in red.state(match)["log"]][-2:] == ["Blue agreed.", "The players agreed on a draw."]
    assert red.state(match)["proposals"] == []
    report = verify(export(red, match), {"toy": Toy()})
    assert report.proved, report.faults + report.doubts
    watch.close()


def test_one_no_closes_a_proposal_and_its_owner_can_withdraw_it(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.settle(match, "red", "first-offer", kind="propose", what="draw")
    assert code(red.settle(match, "red", kind="propose", what="draw")) == (422, "proposal_open")
    assert code(red.settle(match, "red", kind="answer", proposal="first-offer", yes=True)) == (422, "no_proposal")
    assert code(blue.settle(match, "blue", kind="withdraw", proposal="first-offer")) == (422, "no_proposal")
    blue.settle(match, "blue", kind="answer", proposal="first-offer", yes=False)
    assert red.state(match)["proposals"] == []
    assert code(blue.settle(match, "blue", kind="answer", proposal="first-offer", yes=True)) == (422, "no_proposal")
    red.settle(match, "red", "second-offer", kind="propose", what="draw")
    red.settle(match, "red", kind="withdraw", proposal="second-offer")
    assert code(blue.settle(match, "blue", kind="answer", proposal="second-offer", yes=True)) == (422, "no_proposal")
    assert outcome(red, match) is None


def test_a_proposal_outlives_the_server_and_is_answered_at_another_process(
    serving: Callable[..., Server],
) -> None:
    first = serving(TOY, snapshot_every=1)
    red, blue, match = table(first)
    red.settle(match, "red", "offer-over-all", kind="propose", what="draw")
    red.play(match, "red", THROW, END)
    second = serving(TOY, snapshot_every=1)
    there = blue.elsewhere(second)
    assert proposal(there, match)["id"] == "offer-over-all"
    there.settle(match, "blue", kind="answer", proposal="offer-over-all", yes=True)
    assert outcome(red, match) is not None
    assert red.state(match)["view"]["outcome"]["reason"] == "The players agreed on a draw."


# --- going back -----------------------------------------------------------------------------------------------------


def test_by_consent_the_match_goes_back_over_a_die_and_the_next_die_is_a_new_one(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", HIDE, THROW)
    assert red.undo(match, "red").status_code == 422
    watch = blue.watch(match)
    watch.next()
    die = red.state(match)["log"][1]
    red.settle(match, "red", "take-it-back", kind="propose", what="back", line=die["seq"])
    assert proposal(blue, match)["back"] == 1
    blue.settle(match, "blue", kind="answer", proposal="take-it-back", yes=True)
    state = red.state(match)
    assert (state["view"]["thrown"], state["view"]["points"]["red"]) == (False, 0)
    assert state["view"]["hidden"]["red"] == [7], "what came before stays"
    last = state["log"][-1]
    assert (last["kind"], last["to"]) == ("undone", 1)
    watch.until(last["seq"])
    assert watch.view["thrown"] is False
    watch.close()
    red.play(match, "red", THROW, END)
    blue.settle(match, "blue", kind="resign")
    told = export(red, match)
    assert [e["event"]["draw"] for e in told["events"] if e["event"]["kind"] == "threw"] == [0, 1]
    report = verify(told, {"toy": Toy()})
    assert report.proved, report.faults + report.doubts
    assert report.dice == 2
    forged = copy.deepcopy(told)
    rewound = next(e for e in forged["events"] if e["event"]["kind"] == "house.rewound")
    rewound["event"]["state"]["points"]["red"] = 6
    assert not verify(forged, {"toy": Toy()}).good


def test_where_dice_stand_no_unit_goes_back_past_one(toy_server: Server) -> None:
    red, blue, match = table(toy_server, dice_stand=True)
    assert match["dice_stand"]
    red.play(match, "red", HIDE)
    hidden = red.state(match)["log"][0]["seq"]
    red.settle(match, "red", "before-the-die", kind="propose", what="back", line=hidden)
    red.play(match, "red", THROW)
    # The die came while the proposal was open.
    yes = blue.settle(match, "blue", kind="answer", proposal="before-the-die", yes=True)
    assert code(yes) == (422, "past_dice")
    assert blue.settle(match, "blue", kind="answer", proposal="before-the-die", yes=False).status_code == 200
    for who, seat in ((red, "red"), (blue, "blue")):
        line = next(line["seq"] for line in who.state(match)["log"] if line.get("dice"))
        assert code(who.settle(match, seat, kind="propose", what="back", line=line)) == (422, "past_dice")
    red.play(match, "red", END)
    ended = next(line["seq"] for line in reversed(red.state(match)["log"]) if line["kind"] != "house")
    red.settle(match, "red", "after-the-die", kind="propose", what="back", line=ended)
    assert blue.settle(match, "blue", kind="answer", proposal="after-the-die", yes=True).status_code == 200
    assert red.state(match)["view"]["thrown"] is True
    blue.settle(match, "blue", kind="resign")
    told = export(red, match)
    report = verify(told, {"toy": Toy()})
    assert report.proved, report.faults + report.doubts
    faults = verify({**told, "dice_stand": False}, {"toy": Toy()}).faults
    assert "the first link does not fit how the match began" in faults


def test_a_file_in_which_dice_stand_and_were_taken_back_is_no_proof(toy_server: Server) -> None:
    red, blue, match = table(toy_server)
    red.play(match, "red", THROW)
    line = red.state(match)["log"][0]["seq"]
    red.settle(match, "red", "take-it-back", kind="propose", what="back", line=line)
    blue.settle(match, "blue", kind="answer", proposal="take-it-back", yes=True)
    blue.settle(match, "blue", kind="resign")
    told = export(red, match)
    assert not told["dice_stand"]
    assert verify(told, {"toy": Toy()}).proved
    faults = verify({**told, "dice_stand": True}, {"toy": Toy()}).faults
    assert sum("nobody takes back a die roll" in fault or "You can only refuse" in fault for fault in faults) == 2


def test_going_back_holds_after_a_restart(serving: Callable[..., Server]) -> None:
    first = serving(TOY, snapshot_every=2)
    red, blue, match = table(first)
    red.play(match, "red", HIDE, THROW, END)
    blue.play(match, "blue", HIDE, THROW)
    line = red.state(match)["log"][1]["seq"]
    red.settle(match, "red", "far-back-please", kind="propose", what="back", line=line)
    blue.settle(match, "blue", kind="answer", proposal="far-back-please", yes=True)
    here = red.state(match)["view"]
    assert (here["turn"], here["thrown"], here["hidden"]) == (1, False, {"red": [7], "blue": 0})
    again = red.elsewhere(serving(TOY, snapshot_every=2))
    assert again.state(match)["view"] == here
    again.play(match, "red", THROW)
    assert red.state(match)["view"]["thrown"] is True


def test_the_match_goes_back_to_no_line_that_is_not_there(toy_server: Server) -> None:
    red, _, match = table(toy_server)
    red.play(match, "red", HIDE)
    assert code(red.settle(match, "red", kind="propose", what="back", line=2)) == (422, "nothing_to_undo")
    assert red.settle(match, "red", kind="propose", what="back").status_code == 400


def test_at_one_screen_nobody_else_is_asked_and_the_proof_says_so(toy_server: Server) -> None:
    alone = Player(toy_server, "Solo")
    match = alone.make(hotseat=True)
    alone.play(match, "red", THROW)
    alone.settle(match, "red", kind="propose", what="back", line=1)
    assert alone.state(match, "red")["view"]["thrown"] is False
    alone.settle(match, "blue", kind="propose", what="draw")
    assert outcome(alone, match) == {"winner": None, "reason": "The players agreed on a draw.", "section": ""}
    report = verify(export(alone, match), {"toy": Toy()})
    assert report.good, report.faults
    assert any("one person" in doubt for doubt in report.doubts)


# --- several on a side ----------------------------------------------------------------------------------------------

TITLES = {"west": "West", "east": "East", "foe": "Foe"}
SIDES = {"west": "cp", "east": "cp", "foe": "allies"}


def ask(house: Agreements, seat: str, mine: str = "", **order: object) -> list[Said] | Refusal:
    """An order of a seat whose player holds the seats of ``mine`` too."""
    company = Seating(TITLES, SIDES, frozenset((seat, *mine.split())))
    return settle(house, company, seat, "id", order, Back(0, {}), dict)


def taken(house: Agreements, found: list[Said] | Refusal) -> Agreements:
    """The house after facts that were taken."""
    assert isinstance(found, list)
    for said in found:
        house = house.after(said.payload)
    return house


def test_an_ally_is_asked_before_a_side_gives_up_and_no_enemy_hears_of_it() -> None:
    refusal = ask(Agreements(), "west", kind="house.resign")
    assert isinstance(refusal, Refusal)
    assert "East" in refusal.text
    made = ask(Agreements(), "west", kind="house.propose", what=SURRENDER)
    assert isinstance(made, list)
    assert made[0].to == ("west", "east")
    assert made[0].text == "West proposed to surrender: Foe would win at once, with the position as it is."
    house = taken(Agreements(), made)
    assert isinstance(ask(house, "foe", kind="house.answer", proposal="id", yes=True), Refusal)
    said = ask(house, "east", kind="house.answer", proposal="id", yes=True)
    assert isinstance(said, list)
    assert [s.to for s in said] == [("west", "east"), None]
    assert said[-1].payload["winner"] == "allies"
    assert said[-1].text == "West and East surrendered."


def test_the_whole_other_side_is_asked_to_surrender_and_everyone_hears_of_it() -> None:
    made = ask(Agreements(), "foe", kind="house.propose", what=DEMAND)
    assert isinstance(made, list)
    assert (made[0].to, made[0].text) == (None, "Foe asked West and East to surrender.")
    house = taken(Agreements(), made)
    assert house.proposals[0].asked == ("west", "east")
    assert not taken(house, ask(house, "east", kind="house.answer", proposal="id", yes=False)).proposals
    house = taken(house, ask(house, "west", kind="house.answer", proposal="id", yes=True))
    said = ask(house, "east", kind="house.answer", proposal="id", yes=True)
    assert isinstance(said, list)
    assert said[-1].payload["winner"] == "allies"
    assert said[-1].text == "West and East surrendered."


def test_an_ally_of_whoever_asks_the_enemy_to_surrender_is_not_asked() -> None:
    house = taken(Agreements(), ask(Agreements(), "west", kind="house.propose", what=DEMAND))
    assert house.proposals[0].asked == ("foe",)
    assert isinstance(ask(house, "east", kind="house.answer", proposal="id", yes=True), Refusal)


def test_nobody_asks_a_side_to_surrender_that_is_theirs_too() -> None:
    refusal = ask(Agreements(), "west", "foe", kind="house.propose", what=DEMAND)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "both_sides"


def test_one_player_of_both_commands_resigns_alone() -> None:
    said = ask(Agreements(), "west", "east", kind="house.resign")
    assert isinstance(said, list)
    assert said[0].payload["winner"] == "allies"


def test_a_draw_and_going_back_want_everyone() -> None:
    for what in (DRAW, BACK):
        house = taken(Agreements(), ask(Agreements(), "west", kind="house.propose", what=what))
        assert house.proposals[0].asked == ("east", "foe")
        house = taken(house, ask(house, "east", kind="house.answer", proposal="id", yes=True))
        assert house.proposals[0].asked == ("foe",)
        assert isinstance(ask(house, "east", kind="house.answer", proposal="id", yes=True), Refusal)


def test_with_three_sides_nobody_can_resign() -> None:
    sides = {"a": "a", "b": "b", "c": "c"}
    proposed = ({"kind": "house.propose", "what": what} for what in (SURRENDER, DEMAND))
    for order in ({"kind": "house.resign"}, *proposed):
        found = settle(Agreements(), Seating(sides, sides, frozenset("a")), "a", "id", order, None, dict)
        assert isinstance(found, Refusal)
        assert found.code == "no_one_wins"


@pytest.mark.parametrize("order", [{"kind": "house.bribe"}, {"kind": "house.propose", "what": "money"}])
def test_there_are_no_other_orders(order: dict[str, object]) -> None:
    assert isinstance(ask(Agreements(), "west", **order), Refusal)


# --- every order by itself ------------------------------------------------------------------------------------------

SEATING = Seating({"red": "Red", "blue": "Blue"}, {"red": "warm", "blue": "cold"}, frozenset({"red"}), ("blue",), ())
NAMES_A_SEAT: dict[str, str] = {"kind": "house.propose", "what": "open", "of": "blue"}


def facts(order: dict[str, Any], at: Agreements | None = None, seat: str = "red") -> list[dict[str, Any]] | str:
    """The facts that an order about an agreement leads to, or the code of its refusal."""
    found = settle(at or Agreements(), SEATING, seat, "c1", order, None, dict)
    return found.code if isinstance(found, Refusal) else [dict(said.payload) for said in found]


def test_each_order_of_the_house_leads_to_its_own_fact() -> None:
    left = Agreements(seats={"red": "left"})
    draw = Agreements((AgreementProposal("p", DRAW, "blue", ("red",)),))
    ended = {"kind": "house.settled", "winner": "cold", "reason": "Red resigned."}
    tries: list[tuple[dict[str, Any], Agreements | None, list[dict[str, Any]] | str]] = [
        ({"kind": "house.resign"}, None, [ended]),
        ({"kind": "house.leave"}, None, [{"kind": "house.opened", "seat": "red", "why": "left"}]),
        ({"kind": "house.leave"}, left, "open_already"),
        ({"kind": "house.stay"}, left, [{"kind": "house.closed", "seat": "red"}]),
        ({"kind": "house.stay"}, None, "not_open"),
        ({"kind": "house.take"}, left, [{"kind": "house.taken", "seat": "red"}]),
        ({"kind": "house.take"}, None, "not_open"),
        ({"kind": "house.hint"}, None, [{"kind": "house.hinted", "seat": "red"}]),
        (
            {"kind": "house.propose", "what": DRAW}, None,
            [{"kind": "house.proposed", "id": "c1", "what": DRAW, "seat": "red", "asked": ["blue"]}],
        ),
        (
            {"kind": "house.answer", "proposal": "p", "yes": False}, draw,
            [{"kind": "house.answered", "proposal": "p", "seats": ["red"], "yes": False}],
        ),
        ({"kind": "house.answer", "proposal": "q", "yes": True}, draw, "no_proposal"),
        ({"kind": "house.resume"}, None, "no_clock"),
        ({"kind": "house.nonsense"}, None, "unknown_order"),
    ]  # fmt: skip
    assert [(order["kind"], facts(order, at)) for order, at, _ in tries] == [(o["kind"], f) for o, _, f in tries]


def test_a_proposal_to_open_a_seat_names_it() -> None:
    of = {"kind": "house.proposed", "id": "c1", "what": "open", "seat": "red", "asked": [], "of": "blue"}
    assert facts(NAMES_A_SEAT) == [of, {"kind": "house.opened", "seat": "blue", "why": "absent"}], (
        "nobody else is asked"
    )
    assert Agreements().after({**of, "asked": ["green"]}).proposals[0].of == "blue"


def test_which_seat_an_order_helps_to_open() -> None:
    held = Agreements((AgreementProposal("p", "open", "red", ("green",), None, "blue"),))
    assert opens(Agreements(), NAMES_A_SEAT) == "blue"
    assert opens(Agreements(), {**NAMES_A_SEAT, "what": DRAW}) is None
    assert opens(Agreements(), {**NAMES_A_SEAT, "kind": "house.answer"}) is None
    assert opens(held, {"kind": "house.answer", "proposal": "p", "yes": True}) == "blue"


def test_each_order_about_a_stand_in_leads_to_its_own_fact() -> None:
    ready = Agreements(stand_ins=StandIns(ready=("red",)))
    plays = Agreements(stand_ins=StandIns(ready=("red",), plays=("red",)))
    tries: list[tuple[dict[str, Any], Agreements | None, list[dict[str, Any]] | str]] = [
        ({"kind": "house.agree_to_stand_in"}, None, [{"kind": "house.stand_in_agreed", "seat": "red"}]),
        (
            {"kind": "house.agree_to_stand_in", "program": "officer", "seed": "00"}, None,
            [{"kind": "house.stand_in_agreed", "seat": "red", "program": "officer", "seed": "00"}],
        ),
        ({"kind": "house.agree_to_stand_in"}, ready, "has_stand_in"),
        (
            {"kind": "house.replace_program", "program": "recruit", "was": "officer"}, None,
            [{"kind": "house.program_replaced", "seat": "red", "program": "recruit", "was": "officer"}],
        ),
        ({"kind": "house.dismiss"}, ready, [{"kind": "house.stand_in_gone", "seat": "red"}]),
        ({"kind": "house.dismiss"}, None, "no_stand_in"),
        ({"kind": "house.stand_in"}, ready, [{"kind": "house.stand_in_plays", "seat": "red", "why": "asked"}]),
        (
            {"kind": "house.stand_in", "why": "away"}, ready,
            [{"kind": "house.stand_in_plays", "seat": "red", "why": "away"}],
        ),
        ({"kind": "house.stand_in", "why": "late"}, ready, "not_absent"),
        ({"kind": "house.stand_in", "why": "silent"}, ready, "not_absent"),
        ({"kind": "house.stand_in"}, plays, "stands_in_already"),
        ({"kind": "house.take_back"}, plays, [{"kind": "house.stand_in_back", "seat": "red"}]),
        ({"kind": "house.take_back"}, ready, "not_standing_in"),
    ]  # fmt: skip
    assert [(order["kind"], facts(order, at)) for order, at, _ in tries] == [(o["kind"], f) for o, _, f in tries]
