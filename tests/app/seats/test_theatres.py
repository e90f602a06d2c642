"""Four people at the Great War, a commander in each theatre: a whole turn of it, in which each ends what is theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.verify import verify
from rules.catalogue import GAMES
from tests.app.players import Player
from tests.conftest import Server

CW, CE, AW, AE = "central-west", "central-east", "allied-west", "allied-east"
NAMES = {CE: "Paul", CW: "Erich", AW: "Joseph", AE: "Alexei"}
CHIEFS = (CE, AW)
END: dict[str, Any] = {"kind": "end_phase"}
YIELDING = ("end_phase", "no_event", "no_aircraft", "stand", "hold")
"""Orders that give up what may be done."""
ASIDE = ("play_event", "ready", "lend", "quota", "join", "call_off", "appoint", "end_for_all")
"""Orders that answer no question."""
MOST = 150
MOVEMENTS = ("First Mutual Movement Phase", "Second Mutual Movement Phase")
TRAINS = ("Allied strategic and sea movement", "Central Powers strategic movement")


class Four:
    """A table of four: who sits where, and the match as its maker got it."""

    def __init__(self, server: Server) -> None:
        self.people = {seat: Player(server, name) for seat, name in NAMES.items()}
        (host, first), *others = self.people.items()
        self.match = first.make(game="great-war", scenario="1915-west-and-east", seat=host)
        for seat, person in others:
            person.sit(self.match, seat)

    def told(self, seat: str) -> dict[str, Any]:
        """What a seat is told."""
        return self.people[seat].state(self.match, seat)

    def give(self, seat: str, **command: Any) -> None:
        """A command that is taken."""
        self.people[seat].play(self.match, seat, command)

    def denied(self, seat: str, **command: Any) -> str:
        """The code of what a command is refused with."""
        answer = self.people[seat].send(self.match, seat, command)
        assert answer.status_code == 422, answer.text
        return str(answer.json()["error"]["code"])

    def asked(self) -> set[str]:
        """The seats whose decision the match waits for, as each of them is told."""
        told = {seat: self.told(seat) for seat in NAMES}
        for one in told.values():
            assert {*one["view"]["step"]["deciders"]} == {s for s in NAMES if told[s]["legal"]["yours"]}
        return {seat for seat, one in told.items() if one["legal"]["yours"]}

    def consult(self, seat: str, **question: Any) -> Any:
        """An answer to a question while planning."""
        url = f"/matches/{self.match['id']}/consult"
        answer = self.people[seat].http.post(url, json={"seat": seat, "question": question})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def march(self, seat: str) -> dict[str, Any]:
        """A march of the seat's first unit that can go to a free hex, as it is given."""
        told = self.told(seat)
        offer = next(o for o in told["legal"]["offers"] if o["kind"] == "move")
        for unit in offer["slots"][0]["options"]["of"]:
            asked = {"kind": "slot", "order": "move", "slot": "path", "chosen": {"units": [unit]}}
            ways = self.consult(seat, **asked)["options"]["ways"]
            path = next((way for end, way in ways.items() if end not in told["view"]["stacks"]), None)
            if path is not None:
                return {"kind": "move", "units": [unit], "path": path}
        raise AssertionError(f"nobody of {seat} can march")

    def until(self, there: Callable[[dict[str, Any]], bool]) -> None:
        """Everyone who is asked does no more than they must until ``there`` holds of what is seen."""
        for _ in range(MOST):
            told = {seat: self.told(seat) for seat in NAMES}
            if there(told[CE]["view"]):
                return
            seat, one = next((s, t) for s, t in told.items() if t["legal"]["yours"])
            self.give(seat, **self._least(seat, one))
        raise AssertionError("it never came")

    def _least(self, seat: str, told: dict[str, Any]) -> dict[str, Any]:
        offers = {o["kind"]: o for o in told["legal"]["offers"] if not o.get("refusal")}
        if told["legal"]["step"] == "set-up" and "end_phase" not in offers:
            return {"kind": "deal"}
        kind = next(k for k in (*YIELDING, "draw_lots", *offers) if k in offers and k not in ASIDE)
        chosen: dict[str, Any] = {}
        for slot in offers[kind].get("slots") or []:
            options = slot.get("options")
            if options is None or chosen:
                asked = {"kind": "slot", "order": kind, "slot": slot["name"], "chosen": chosen}
                options = self.consult(seat, **asked)["options"]
            of = options.get("of")
            least = options.get("least", False) if of is None else "none" if "none" in of else of[0]
            chosen[slot["name"]] = of[: options["least"]] if of is not None and "least" in options else least
        return {"kind": kind, **chosen}


def comes(title: str) -> Callable[[dict[str, Any]], bool]:
    """Whether the match stands at a step."""
    return lambda view: str(view["step"]["title"]) == title


def test_four_people_play_a_turn_and_each_ends_what_is_his(server: Server) -> None:
    """§4.2, decisions/0049: nobody's moves are ended by an ally, and a commander of nothing is not waited for."""
    four = Four(server)
    four.until(comes(MOVEMENTS[0]))
    turn = four.told(CE)["view"]["turn"]

    # In the first half the commanders in chief move; in the second their allies do, and the chiefs wait.
    for key, movers, others in zip(MOVEMENTS, ((CE, AW), (CW, AE)), ((CW, AE), (CE, AW)), strict=True):
        four.until(comes(key))
        assert four.asked() == {*movers}
        for seat in others:
            assert four.denied(seat, **END) == "not-your-turn"
        first, last = movers
        for seat in movers:
            four.give(seat, **four.march(seat))
        assert four.people[first].undo(four.match, first).status_code == 200, "whatever the other side did since"
        four.give(first, **four.march(first))
        four.give(first, **END)
        assert four.asked() == {last}
        four.give(last, **four.march(last))
        four.give(last, **END)
        assert not comes(key)(four.told(CE)["view"])

    # Trains run for both theatres: the step goes on when both have ended it, and until then a word can be taken back.
    for key, chief, ally in zip(TRAINS, (AW, CE), (AE, CW), strict=True):
        four.until(comes(key))
        assert four.asked() == {chief, ally}
        four.give(chief, **END)
        assert four.asked() == {ally}
        assert four.told(ally)["view"]["team"]["ended"] == [chief]
        assert "ended" not in four.told(CW if ally == AE else AE)["view"]["team"]
        assert four.denied(chief, **END) == "you-have-ended"
        four.give(chief, kind="ready", yes="no")
        assert four.asked() == {chief, ally}
        four.give(ally, **END)
        assert four.people[ally].undo(four.match, ally).status_code == 200, "by undo as well"
        four.give(ally, **END)
        four.give(chief, **END)
        assert not comes(key)(four.told(CE)["view"])

    assert four.told(CE)["view"]["turn"] == turn + 1
    # The match ends here, so that all of it can be decided again.
    four.people[CE].settle(four.match, CE, id_="it-is-enough", kind="propose", what="surrender")
    answer = four.people[CW].settle(four.match, CW, kind="answer", proposal="it-is-enough", yes=True)
    assert answer.status_code == 200, answer.text
    whole = four.people[CE].http.get(f"/matches/{four.match['id']}/export")
    assert whole.status_code == 200, whole.text
    assert verify(whole.json(), GAMES).faults == []
