"""Set-up by hand: what each slot takes and why not, who must stand where, and what is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from rules.hexes.choosing import own_unit
from rules.hexes.setting_up import Area, Exchange, Quota, SettingUp, find_unmanned, must_be_manned
from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.options import Why, refused_by
from rules.kernel.procedure.orders import NOTHING_CHOSEN, At, Choices

State = dict[str, str]
"""Unit to hex, or ``pool``."""
START: State = {"red-1": "pool", "red-2": "0101", "red-fort": "0202", "blue-1": "pool"}
HEXES = ("0101", "0102", "0202", "0303")
HOME = Area(frozenset(HEXES[:3]), "1.41", "the 1st Army's hexes")


def own(at: At[State], check: Callable[[State, str], object]) -> Why:
    """The seat's units."""
    return refused_by(lambda unit: check(at.state, own_unit(unit, at.state, lambda u: u.startswith(at.seat), "4")))


def by_hand(state: State, seat: str) -> list[str]:
    """No forts."""
    return [u for u in state if u.startswith(seat) and not u.endswith("fort")]


def check_unit(_: State, unit: str) -> None:
    """No forts."""
    if unit.endswith("fort"):
        raise Refused("not-set-up", "1.4", "This unit is not set up.")


def check_hex(state: State, unit: str, hex_: str) -> None:
    """In its area, and one a hex."""
    if hex_ not in HEXES:
        raise Refused("no-such-hex", "3", "That hex is not in play.")
    outside = HOME.why_not(unit, hex_)
    if outside is not None:
        raise outside.raised()
    if any(at == hex_ for other, at in state.items() if other != unit):
        raise Refused("overstacked", "6", "Someone is there.")


def setting_up(*, fit: bool = False, names: Callable[[State, Sequence[str]], str] | None = None) -> SettingUp[State]:
    """How the game sets up. With ``fit`` it lists open hexes alone."""
    return SettingUp(
        "1.4", own, lambda _, unit: unit.title(),
        units=by_hand,
        waiting=lambda state, seat: [u for u in by_hand(state, seat) if state[u] == "pool"],
        standing=lambda state, seat: [u for u in by_hand(state, seat) if state[u] != "pool"],
        check_unit=check_unit,
        hexes=lambda state, _: ["0102"] if fit else HEXES,
        check=check_hex, fit=fit, names=names,
    )  # fmt: skip


RED = At(START, "red")


def refusal(why: Why, name: str) -> tuple[str, str]:
    """Code and section of why a name may not be chosen."""
    found = why(name)
    assert found is not None, name
    return found.code, found.section


def test_a_seat_sets_up_its_own_units_that_are_set_up_at_all() -> None:
    options = setting_up().unit(RED, NOTHING_CHOSEN)
    assert [*options.names] == ["red-1", "red-2"]
    assert refusal(options.why, "red-fort") == ("not-set-up", "1.4")
    assert refusal(options.why, "blue-1") == ("not-your-unit", "4")


@pytest.mark.parametrize("fit", [False, True])
def test_a_hex_is_open_where_nothing_speaks_against_it(fit: bool) -> None:
    options = setting_up(fit=fit).hex(RED, Choices({"unit": "red-1"}))
    assert [*options.names] == ["0102"]
    assert options.read("0102", "1.4") == "0102"
    for name, code in (("0303", "outside"), ("0101", "overstacked"), ("9999", "no-such-hex")):
        with pytest.raises(Refused) as caught:
            options.read(name, "1.4")
        assert caught.value.refusal.code == code
    assert options.pick(Random(1)) == "0102"


def test_an_area_names_itself_and_its_section() -> None:
    assert HOME.why_not("A2", "0101") is None
    assert HOME.why_not("A2", "0303") == Refusal(
        "outside", "1.41", "A2 cannot be set up there, but in the 1st Army's hexes."
    )
    assert Area({7}, "1.4").why_not("A2", 8) == Refusal("outside", "1.4", "A2 cannot be set up there.")


def test_what_stands_can_be_taken_back() -> None:
    options = setting_up().placed(RED, NOTHING_CHOSEN)
    assert [*options.names] == ["red-2"]
    waiting = options.why("red-1")
    assert waiting == Refusal("not-placed", "1.4", "Red-1 has not been set up.")
    assert refusal(options.why, "red-fort") == ("not-placed", "1.4")
    assert refusal(options.why, "blue-1") == ("not-your-unit", "4")


def test_the_set_up_ends_when_nobody_waits() -> None:
    policy, done = setting_up(), At({**START, "red-1": "0102"}, "red")
    assert (policy.left(RED), policy.left(done)) == ("one unit to set up", "")
    assert policy.incomplete(RED) == Refusal("not-all-placed", "1.4", "You have one unit left to set up.")
    assert policy.incomplete(done) is None
    assert policy.weight(RED) > 100 * policy.weight(done)
    named = setting_up(names=lambda _, units: ", ".join(units)).incomplete(RED)
    assert named is not None
    assert named.text == "You have one unit left to set up: red-1."


def test_two_units_change_places_where_either_fits() -> None:
    exchange: Exchange[State] = Exchange(
        "1.4", own, by_hand, lambda state, one, other: one != other and state[one] != state[other]
    )
    assert [*exchange.unit(RED, NOTHING_CHOSEN).names] == ["red-1", "red-2"]
    others = exchange.other(RED, Choices({"unit": "red-1"}))
    assert [*others.names] == ["red-2"]
    assert refusal(others.why, "red-1") == ("no-exchange", "1.4")
    assert refusal(others.why, "blue-1") == ("not-your-unit", "4")
    both = At({**START, "red-2": "pool"}, "red")
    assert exchange.other(both, Choices({"unit": "red-1"})).empty()


CITY: Quota[str] = Quota(lambda u: u.startswith("red"), "0101".__eq__, "2.63", "One or two are in the city.", 1, 2)
FULL = [("red-1", "0101"), ("red-2", "0101"), ("red-3", "0102"), ("blue-1", "0101")]


@pytest.mark.parametrize(
    ("unit", "hex_", "may"),
    [("red-4", "0101", False), ("red-3", "0101", False), ("red-2", "0101", True), ("red-4", "0102", True),
     ("blue-2", "0101", True)],
)  # fmt: skip
def test_no_more_of_some_are_set_up_than_a_quota_lets_in(unit: str, hex_: str, may: bool) -> None:
    found = CITY.too_many(unit, hex_, FULL)
    assert found == (None if may else Refusal("too-many-there", "2.63", "One or two are in the city."))


def test_a_quota_asks_for_some_and_bars_others() -> None:
    assert CITY.too_few(FULL) is None
    assert CITY.too_few(FULL[2:]) == Refusal("too-few-there", "2.63", "One or two are in the city.")
    shut: Quota[str] = Quota(lambda _: True, "0101".__eq__, "2.63", "No guns.", bars=lambda u: u.startswith("guns"))
    assert shut.too_many("guns-1", "0101", ()) == Refusal("too-many-there", "2.63", "No guns.")
    assert shut.too_many("guns-1", "0102", ()) is None
    assert shut.too_many("red-1", "0101", FULL) is None, "without a number any may come"


def test_hexes_that_must_be_manned_are_named() -> None:
    stacks = {"0101": ("red-1",), "0102": ("blue-1",)}
    empty = find_unmanned(HEXES, stacks, lambda unit, hex_: unit.startswith("red") and hex_ != "0202")
    assert empty == ("0102", "0202", "0303")
    assert must_be_manned((), str, "21", "Man these") is None
    assert must_be_manned(empty, str, "21", "Man these") == Refusal("unmanned", "21", "Man these: 0102, 0202, 0303.")
    more = must_be_manned([*empty, "0404", "0505"], str, "21", "Man these")
    assert more is not None
    assert more.text == "Man these: 0102, 0202, 0303 and 2 more."
