"""The tree of steps: order, conditions, groups that begin once more."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.kernel.procedure.phases import Phase, by_key, each
from rules.kernel.procedure.steps import Step, Tree


@dataclass(frozen=True)
class Season:
    """A position: which turn it is, whether snow lies, and who has the initiative."""

    turn: int = 1
    snow: bool = False
    west_first: bool = True


def leaf(key: str, **more: object) -> Step[Season]:
    return Step(key, key.title(), "4.2", **more)  # type: ignore[arg-type]


TREE: Tree[Season] = Tree(
    Step("war", "War", "4.0", (
        leaf("set-up"),
        Step("strategic", "Strategic turn", "4.3", (
            leaf("resources"),
            Step("operational", "Operational turn", "4.2", (
                leaf("west", when=lambda s: s.west_first),
                leaf("east"),
                leaf("west-last", when=lambda s: not s.west_first),
                leaf("snow", when=lambda s: s.snow),
            ), again=lambda s: s.turn % 3 != 0),
        ), again=lambda s: s.turn < 6),
        leaf("peace"),
    )),
    (leaf("battle"),),
)  # fmt: skip


def following(key: str, state: Season) -> str | None:
    after = TREE.after(key, state)
    return after.key if after else None


def test_steps_follow_one_another_in_order_and_groups_are_entered() -> None:
    assert TREE.first(Season()).key == "set-up"
    assert following("set-up", Season()) == "resources"
    assert following("resources", Season()) == "west"


def test_a_step_whose_condition_does_not_hold_is_passed_over() -> None:
    assert following("resources", Season(west_first=False)) == "east"
    assert following("east", Season(west_first=False)) == "west-last"
    assert following("east", Season(snow=True)) == "snow"


def test_an_inner_group_begins_again_until_the_outer_one_does() -> None:
    assert following("east", Season(turn=1)) == "west"
    assert following("east", Season(turn=3)) == "resources"
    assert following("east", Season(turn=6)) == "peace"
    assert following("peace", Season(turn=6)) is None


def test_groups_above_a_step_are_known_the_innermost_first() -> None:
    assert [s.key for s in TREE.above("east")] == ["operational", "strategic", "war"]
    assert TREE.above("battle") == ()


def test_no_two_steps_share_a_key() -> None:
    with pytest.raises(ValueError, match="two steps"):
        Tree(Step("a", "A", "1", (leaf("b"),)), (leaf("b"),))


def test_phases_are_known_by_their_keys() -> None:
    phases = by_key(each(("west", "east"), "move", "fight"), (Phase(None, "end"),))
    assert [*phases] == ["west.move", "west.fight", "east.move", "east.fight", "end"]
    assert phases["east.fight"] == Phase("east", "fight")
    assert phases["end"].side is None
    with pytest.raises(ValueError, match=r"west\.move"):
        by_key(each(("west",), "move"), each(("west",), "move"))
