"""What commanders of a side are offered and told beside the game's own orders, without a game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rules.kernel.messages import JsonObject
from rules.kernel.standing import StandingOrder
from rules.kernel.teams.arrangements import QUOTA, READY, Arrangements
from rules.kernel.teams.joint_orders import JOIN, JointOrders
from rules.kernel.teams.shared import SharedMatches
from rules.kernel.teams.state import CalledOff, Proposal

TRAINS = SimpleNamespace(id="trains", title="Trains", most=4)
SIDE = SimpleNamespace(id="chief", side="red")
CHIEF: Any = SimpleNamespace(seat=SIDE, chief=True)
STATE: Any = SimpleNamespace(inner="position", proposals={"chief": Proposal(command={"kind": "march"}, ask="1")})


class Commanders:
    """Two commanders of a side who hand nothing over."""

    game = None

    def __init__(self, *capacities: Any) -> None:
        self.policy = SimpleNamespace(section="7", capacities=lambda inner, side: capacities, deed=lambda inner, _: "")

    def each_ends(self, state: Any) -> bool:
        return False

    def lendable(self, state: Any, post: Any) -> list[str]:
        return []

    def layout_of(self, state: Any) -> Any:
        return SimpleNamespace(of_side=lambda side: ("chief", "ally"))

    def title_of(self, state: Any, seat: str) -> str:
        return seat.title()


class Joint(JointOrders[Any]):
    """A proposal waits for an answer."""

    offered: JsonObject = {"kind": JOIN, "slots": [{"name": "with", "options": {"of": ["ally"]}}]}  # noqa: RUF012

    def offers(self, state: Any, post: Any) -> Any:
        return iter([self.offered])


class Alone(Arrangements[Any]):
    """Nobody can be given an office."""

    def appoint_offer(self, state: Any, post: Any) -> Any:
        return iter(())


def arrangements(*capacities: Any) -> Arrangements[Any]:
    commanders: Any = Commanders(*capacities)
    return Alone(commanders, Joint(commanders))


def test_to_be_ready_is_one_choice() -> None:
    for yes, label, note in ((True, "I am ready", "for the end of the phase"), (False, "Not ready yet", "")):
        offer: Any = arrangements().ready_offer(yes=yes)
        (slot,) = offer.pop("slots")
        assert offer == {"kind": READY, "label": label, "section": "7", "note": note, "refusal": None}
        assert (slot["name"], slot["options"]["of"]) == ("yes", ["yes" if yes else "no"])


def test_what_a_side_has_little_of_is_handed_out_by_the_chief() -> None:
    """Beside what waits for an answer; nothing of which there is none."""
    first, offer = arrangements(TRAINS, SimpleNamespace(id="ships", title="Ships", most=0)).offers(STATE, CHIEF)
    assert first == Joint.offered
    assert (offer["kind"], offer["help"]) == (QUOTA, "Anything not reserved goes to whoever uses it first.")
    slots: Any = offer["slots"]
    assert [slot["name"] for slot in slots] == ["what", "to", "amount"]
    assert slots[0]["options"]["of"] == ["trains"]
    assert [o["kind"] for o in arrangements().offers(STATE, CHIEF)] == [JOIN]


def test_the_answer_to_a_proposal_is_chosen_among_what_its_offer_has() -> None:
    commanders: Any = Commanders()
    assert Joint(commanders).consulted(STATE, CHIEF, {"slot": "with"}) == {"options": {"of": ["ally"]}}


def test_an_order_that_the_game_has_no_words_for_goes_by_its_kind() -> None:
    commanders: Any = Commanders()
    assert JointOrders(commanders).line_of(STATE, CalledOff("chief")) == "Chief calls off march."


class Asked:
    """A step that the chief ends and in which an ally acts as well; ``ready`` are those who have said so."""

    policy = SimpleNamespace(ending=lambda inner: "end_phase")

    def __init__(self, *ready: str, by_each: bool = False, answer: str = "end_phase") -> None:
        self.ready, self.by_each = ready, by_each
        self.game = self
        self.answer = answer

    def answer_ahead(self, inner: Any, side: str, orders: Any) -> JsonObject:
        """As the game would, of which it is one part here."""
        return {"kind": self.answer}

    def layout_of(self, state: Any) -> Any:
        posts = {seat: SimpleNamespace(id=seat, side="red") for seat in ("chief", "ally", "stranger")}
        return SimpleNamespace(post=lambda seat: SimpleNamespace(seat=posts[seat], chief=seat == "chief"))

    def leader(self, state: Any, side: str, lane: str) -> None:
        return None

    def asked_in(self, state: Any, side: str, lane: str) -> list[str]:
        return ["chief", "ally"]

    def each_ends(self, state: Any) -> bool:
        return self.by_each

    def is_ready(self, state: Any, seat: str) -> bool:
        return seat in self.ready

    def within(self, state: Any, seat: str) -> Any:
        return state.inner


ORDERS = {"go-by": StandingOrder("go-by", "end_phase")}
MARCH: JsonObject = {"kind": "march"}
BARRED: JsonObject = {"kind": "march", "refusal": {"code": "too-far"}}
HAND_OVER: JsonObject = {"kind": READY}


def goes_by(commanders: Asked, seat: str, *offers: JsonObject, orders: Any = ORDERS, due: Any = None) -> Any:
    """What the commander's standing orders answer while the ally is offered this."""
    shared: Any = object.__new__(SharedMatches)
    shared.commanders, shared.game, shared.policy = commanders, commanders.game, commanders.policy
    shared.legal_in = lambda state, asked, lane: {"offers": [*offers] if asked == "ally" else [MARCH]}
    shared.decisions = SimpleNamespace(due_of=lambda state, post: due)
    return shared.answer_in(STATE, seat, "", orders)


@pytest.mark.parametrize(
    ("ready", "offers", "ends"),
    [
        ((), [MARCH], False),
        ((), [HAND_OVER, MARCH], False),
        ((), [BARRED, HAND_OVER], True),
        (("ally",), [MARCH], True),
    ],
)
def test_the_chief_s_standing_order_ends_a_step_when_no_ally_has_anything_to_order(
    ready: tuple[str, ...], offers: list[JsonObject], ends: bool
) -> None:
    """Whoever is ready waits for nothing; what is arranged among commanders, or refused, is no order of the game."""
    assert goes_by(Asked(*ready), "chief", *offers) == ({"kind": "end_phase"} if ends else None)


def test_a_step_goes_by_for_nobody_else() -> None:
    """Not by the word of an ally, of someone who is not asked or has no orders, or by an order that ends nothing; where
    each ends their own part, by anyone's who has nothing due."""
    assert goes_by(Asked("chief"), "ally") is None
    assert goes_by(Asked(by_each=True), "stranger") is None
    assert goes_by(Asked(), "chief", orders={}) is None
    assert goes_by(Asked(answer="march"), "chief") is None
    assert goes_by(Asked(by_each=True), "ally", MARCH) == {"kind": "end_phase"}
    assert goes_by(Asked(by_each=True), "ally", due="units to set up") is None
