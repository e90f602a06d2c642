"""What commanders of a side are offered and told beside the game's own orders, without a game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from rules.kernel.messages import JsonObject
from rules.kernel.teams.arrangements import QUOTA, READY, Arrangements
from rules.kernel.teams.joint_orders import JOIN, JointOrders
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
