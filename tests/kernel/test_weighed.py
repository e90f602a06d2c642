"""Sums and allotments: what is picked is read, what there is is found, and each refusal has its reason."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.kernel.messages import Refusal, Refused
from rules.kernel.procedure.needs import Need, at_least, at_most, never_more
from rules.kernel.procedure.options import Fitting
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.weighed import Allotment, Sum
from rules.kernel.teams.commanders import names_in
from rules.kernel.teams.restricting import fewer
from tests.contract import totals
from tests.kernel.test_engine import ENGINE, Market

FOOT = frozenset({"i1", "i2", "i3", "c1"})
GUNS = frozenset({"a1", "a2", "t1"})
WEIGHTS = {"i1": 6, "i2": 4, "i3": 3, "c1": 2, "a1": 3, "a2": 1, "t1": 2}
NO_FOOT = Refusal("no-foot", "13.72", "One infantry or cavalry unit has to be among them.")
GUNS_OVER = Refusal("too-many-guns", "13.72", "There are more guns than infantry and cavalry.")
KEPT = (at_least(1, FOOT, NO_FOOT), never_more(GUNS, FOOT, GUNS_OVER))


def losses(names: Sequence[str], owed: int, *, sparing: bool = False, most: int | None = None) -> Sum:
    return Sum(names, Need(WEIGHTS.__getitem__, owed, most, KEPT), sparing=sparing)


def code_of(work: Any) -> str:
    with pytest.raises(Refused) as refused:
        work()
    return refused.value.refusal.code


# --- sums ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        (["i2"], "too-little"),
        (["a1", "a2", "t1"], "no-foot"),
        (["i2", "a1", "a2"], "too-many-guns"),
        (["i1", "i1"], "malformed"),
        (["i1", "zz"], "not-offered"),
        ("i1", "malformed"),
        ({"i1": []}, "malformed"),
        (["i1", 3], "malformed"),
    ],
)
def test_a_sum_refuses_each_wrong_choice_with_its_reason(chosen: object, code: str) -> None:
    assert code_of(lambda: losses([*WEIGHTS], 6).read(chosen, "13.7")) == code


def test_a_sum_says_how_much_it_came_to() -> None:
    with pytest.raises(Refused) as refused:
        losses([*WEIGHTS], 7).read(["i2", "a2"], "13.7")
    assert refused.value.refusal.text == "That comes to 5 factors; at least 7 needed."
    with pytest.raises(Refused) as over:
        Sum(["a2"], Need(WEIGHTS.__getitem__, most=0), what="point").read(["a2"], "17.2")
    assert over.value.refusal == Refusal("too-much", "17.2", "That comes to 1 point; at most 0 allowed.")


def test_a_sum_takes_more_than_is_owed_unless_it_is_sparing() -> None:
    """E&A 13.7: a player may lose more than is owed; what is proposed spares whom it can."""
    assert losses([*WEIGHTS], 6).read(["i1", "i2"], "13.7") == ("i1", "i2")
    assert code_of(lambda: losses([*WEIGHTS], 6, sparing=True).read(["i1", "i2"], "13.7")) == "could-be-left-out"
    assert losses([*WEIGHTS], 6, sparing=True).read(["i2", "c1"], "13.7") == ("i2", "c1")
    assert losses(["i2", "a1", "i3", "i1"], 6).proposed() == ["i2", "a1"]


@pytest.mark.parametrize("sparing", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_a_sum_finds_a_choice_exactly_where_there_is_one(seed: int, sparing: bool) -> None:
    rng = random.Random(seed)
    names = rng.sample([*WEIGHTS], rng.randint(0, len(WEIGHTS)))
    most = rng.choice([None, rng.randint(0, 12)])
    options = losses(names, rng.randint(0, 14), sparing=sparing, most=most)
    every = [some for n in range(len(names) + 1) for some in itertools.combinations(names, n)]
    told: Any = options.wire()
    there_is = any(totals.fulfils(told["need"], some) for some in every)
    assert options.empty() == (not there_is)
    for _ in range(20):
        picked = options.pick(rng)
        assert (picked is None) == (not there_is)
        if picked is not None:
            options.read(picked, "13.7")
            options.read(totals.summed(told, rng), "13.7")
    if there_is:
        options.read(told["proposed"], "13.7")
        assert totals.without_the_spared(told["need"], told["proposed"]) == told["proposed"]


def test_every_choice_of_a_sum_is_picked_in_time() -> None:
    rng = random.Random(1914)
    options = losses(["i1", "i2", "a1"], 6, sparing=True)
    picked = {frozenset(map(str, options.pick(rng) or ())) for _ in range(80)}
    assert picked == {frozenset({"i1"}), frozenset({"i2", "a1"})}


def test_a_sum_of_many_names_is_judged_and_picked_without_listing_its_choices() -> None:
    names = [f"u{n}" for n in range(120)]
    guns = frozenset(names[::2])
    need = Need(lambda name: 2 + int(name[1:]) % 5, 200, 202, (never_more(guns, frozenset(names) - guns, GUNS_OVER),))
    options = Sum(names, need, sparing=True)
    options.read(options.pick(random.Random(3)), "1")
    assert not options.empty()
    assert Sum(names, Need(lambda _: 2, 3, 3)).empty(), "an odd total of even weights"


def test_only_the_names_that_were_sent_are_judged() -> None:
    listed: list[str] = []

    def candidates() -> list[str]:
        listed.append("all")
        return [*WEIGHTS]

    options = Sum(Fitting(candidates, lambda name: None if name in WEIGHTS else NO_FOOT), Need(WEIGHTS.__getitem__, 6))
    assert options.read(["i1"], "1") == ("i1",)
    assert listed == []


# --- allotments ---------------------------------------------------------------------------------------------------


def attacks(
    names: Sequence[str], needed: Mapping[str, int], *, every: bool = True, optional: bool = False
) -> Allotment:
    """Each defender has to be attacked by a number of factors, with foot among them and no more guns than foot."""
    groups = {
        group: Need(WEIGHTS.__getitem__, least, None, KEPT, f"Attack on {group}", optional)
        for group, least in needed.items()
    }
    return Allotment(names, groups, every=every)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"x": ["i1", "i2"]}, "left-empty"),
        ({"x": ["i1"], "y": ["c1"]}, "too-little"),
        ({"x": ["i1"], "y": ["a1"]}, "no-foot"),
        ({"x": ["i1"], "y": ["i2"]}, "left-over"),
        ({"x": ["i1"], "y": ["i1", "i2"]}, "malformed"),
        ({"x": ["i1"], "z": ["i2"]}, "not-offered"),
        ({"x": ["i1"], "y": ["i9"]}, "not-offered"),
        (["i1"], "malformed"),
        ({"x": "i1"}, "malformed"),
        ({"x": ["i2", "a1", "a2"], "y": ["i1"]}, "too-many-guns"),
    ],
)
def test_an_allotment_refuses_each_wrong_choice_with_its_reason(given: object, code: str) -> None:
    options = attacks(["i1", "i2", "c1", "a1", "a2"], {"x": 3, "y": 3})
    assert code_of(lambda: options.read(given, "13.6")) == code


def test_a_refusal_of_an_allotment_names_the_group() -> None:
    with pytest.raises(Refused) as refused:
        attacks(["i1", "c1"], {"x": 3, "y": 3}).read({"x": ["i1"], "y": ["c1"]}, "13.6")
    assert refused.value.refusal.text == "Attack on y: That comes to 2 factors; at least 3 needed."


def test_an_allotment_reads_the_names_of_each_group_that_got_any() -> None:
    options = attacks(["i1", "i2"], {"x": 3, "y": 3}, every=False, optional=True)
    assert options.read({"y": ["i2", "i1"], "x": []}, "13.6") == {"y": ("i2", "i1")}
    assert options.read({}, "13.6") == {}


def test_a_group_takes_at_most_so_many_of_a_kind() -> None:
    """E&A 13.62: one gun at most defends with a corps."""
    one_gun = at_most(1, frozenset({"a1", "a2"}), GUNS_OVER)
    options = Allotment(["a1", "a2"], {"i1": Need(lambda _: 0, limits=(one_gun,), optional=True)})
    assert options.read({"i1": ["a2"]}, "13.62") == {"i1": ("a2",)}
    assert code_of(lambda: options.read({"i1": ["a1", "a2"]}, "13.62")) == "too-many-guns"


@pytest.mark.parametrize("seed", range(60))
def test_an_allotment_finds_a_way_exactly_where_there_is_one(seed: int) -> None:
    rng = random.Random(seed)
    names = rng.sample([*WEIGHTS], rng.randint(0, 6))
    needed = {group: rng.randint(0, 7) for group in "xyz"[: rng.randint(1, 3)]}
    options = attacks(names, needed, every=rng.random() < 0.5, optional=rng.random() < 0.3)
    told: Any = options.wire()
    by_wire = totals.allotted(told, rng)
    assert options.empty() == (by_wire is None)
    for _ in range(20):
        picked = options.pick(rng)
        assert (picked is None) == (by_wire is None)
        if picked is not None:
            options.read(picked, "13.6")
            options.read(totals.allotted(told, rng), "13.6")
            for wrong in totals.wrong_allotments(told, by_wire or {}, ["zz"]):
                assert code_of(lambda w=wrong: options.read(w, "13.6"))


def test_an_allotment_of_many_units_is_found_or_given_up_soon() -> None:
    names = [f"u{n}" for n in range(24)]
    guns = frozenset(names[::2])
    kept = (never_more(guns, frozenset(names) - guns, GUNS_OVER),)
    weigh = {name: 2 + n % 5 for n, name in enumerate(names)}.__getitem__
    groups = {g: Need(weigh, least, None, kept) for g, least in {"a": 30, "b": 25, "c": 20, "d": 10}.items()}
    options = Allotment(names, groups, every=True)
    options.read(options.pick(random.Random(3)), "1")
    total = sum(map(weigh, names))
    assert Allotment(names, {g: Need(weigh, total // 3, None, kept) for g in "abcd"}).empty()


# --- orders with them -----------------------------------------------------------------------------------------------


def _nothing(_: Any, __: Any, ___: Any) -> None:
    return None


def test_an_order_reads_a_sum_and_an_allotment_and_is_filled_at_random() -> None:
    slots: tuple[Slot[Market], ...] = (
        Slot("lost", "units", lambda _, __: losses([*WEIGHTS], 6)),
        Slot("groups", "units", lambda _, chosen: attacks(sorted(WEIGHTS.keys() - {*chosen.names("lost")}), {"x": 1})),
    )
    order: Order[Market] = Order("settle", "Settle", "13.7", _nothing, slots)
    at = At(Market(), "north")
    given = order.read(at, {"kind": "settle", "lost": ["i1"], "groups": {"x": ["i2", "i3", "c1", "a1", "a2", "t1"]}})
    assert given.groups("groups") == {"x": ("i2", "i3", "c1", "a1", "a2", "t1")}
    with pytest.raises(TypeError):
        given.groups("lost")
    with pytest.raises(TypeError):
        given.names("groups")
    for seed in range(30):
        command = ENGINE.fill(at, order, random.Random(seed))
        if command is not None:
            order.read(at, command)
    assert Choices({"groups": {}}).groups("groups") == {}


# --- shared sides ---------------------------------------------------------------------------------------------------


def test_the_units_of_an_allotment_are_named_in_its_command() -> None:
    assert [*names_in({"kind": "group", "groups": {"x": ["i1", "i2"], "y": []}})] == ["x", "i1", "i2", "y"]


def test_a_commander_is_offered_those_of_a_sum_that_obey_and_none_where_they_do_not_suffice() -> None:
    told: Any = losses(["i1", "i2", "c1"], 6).wire()
    few: Any = fewer(told, lambda unit: unit != "i2")
    assert (few["of"], few["proposed"]) == (["i1", "c1"], ["i1"])
    assert fewer(told, lambda unit: unit != "i1")["proposed"] == []
    assert fewer(told, lambda unit: unit == "c1")["of"] == []
