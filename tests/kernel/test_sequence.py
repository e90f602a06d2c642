"""The walk through a sequence of play."""

from __future__ import annotations

import pytest

from rules.kernel.sequence import Node, Sequence

PLAY = Sequence(
    Node("game", "Game", "1", None, (
        Node("setup", "Set-up", "2", "red"),
        Node("turn", "Turn", "3", None, (
            Node("red", "Red", "3.1", "red", (
                Node("red.move", "Move", "3.2", "red"),
                Node("red.fight", "Fight", "3.3", "red"),
            )),
            Node("end", "End", "3.9"),
        ), repeats=True),
    ))
)  # fmt: skip
ONCE = Sequence(Node("game", "Game", "1", None, (Node("a", "A", "2"), Node("b", "B", "3"))))


def test_steps_are_the_leaves_in_order() -> None:
    assert [n.key for n in PLAY.root.steps()] == ["setup", "red.move", "red.fight", "end"]
    assert PLAY.first().key == "setup"


def test_only_the_repeating_group_makes_a_turn() -> None:
    assert [n.key for n in PLAY.repeated()] == ["red.move", "red.fight", "end"]
    assert ONCE.repeated() == ()


def test_the_walk_says_when_a_round_begins() -> None:
    walk = []
    key = PLAY.first().key
    for _ in range(5):
        node, fresh = PLAY.after(key)
        walk.append((node.key, fresh))
        key = node.key
    assert walk == [("red.move", True), ("red.fight", False), ("end", False), ("red.move", True), ("red.fight", False)]


def test_a_sequence_without_a_repeat_ends() -> None:
    assert ONCE.after("a") == (ONCE.step("b"), False)
    with pytest.raises(IndexError):
        ONCE.after("b")


def test_a_step_is_found_by_its_key_and_a_group_is_no_step() -> None:
    assert PLAY.step("red.fight").section == "3.3"
    assert PLAY.step("end").side is None
    for key in ("red", "turn", "nowhere"):
        with pytest.raises(KeyError, match=key):
            PLAY.step(key)
