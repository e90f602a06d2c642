"""Arguments from outside: what is not exactly as it should be is refused, whatever it is."""

from __future__ import annotations

import pytest

from rules.kernel import arguments
from rules.kernel.messages import Refused

STRANGE = (None, True, 1, 1.0, -1, "", "a", [], ["a"], {}, {"a": 1}, [None], [["a"]], 10**30)


def letter(value: object) -> str:
    """One of two letters."""
    if value not in ("a", "b") or not isinstance(value, str):
        raise Refused("no-letter", "9", "That is no letter.")
    return value


def code_of(refused: pytest.ExceptionInfo[Refused]) -> tuple[str, str]:
    return refused.value.refusal.code, refused.value.refusal.section


@pytest.mark.parametrize("given", [{}, {"a": 1}, {"a": 1, "b": 2, "c": 3}, {"b": 1}])
def test_a_command_has_its_arguments_no_more_and_no_fewer(given: dict[str, object]) -> None:
    with pytest.raises(Refused) as refused:
        arguments.only({"kind": "x", **given}, "a", "c", section="3.1")
    assert code_of(refused) == ("malformed", "3.1")
    arguments.only({"kind": "x", "a": 1, "c": None}, "c", "a", section="3.1")


@pytest.mark.parametrize("value", STRANGE)
def test_a_flag_is_true_or_false_and_nothing_like_it(value: object) -> None:
    if isinstance(value, bool):
        assert arguments.want_flag({"f": value}, "f", section="1") is value
        return
    with pytest.raises(Refused) as refused:
        arguments.want_flag({"f": value}, "f", section="1")
    assert code_of(refused) == ("malformed", "1")


def test_a_path_has_at_least_one_place_and_each_is_read() -> None:
    assert arguments.want_path({"p": ["a", "b", "a"]}, "p", letter, 3, section="2") == ("a", "b", "a")
    for value in ([], ["a"] * 4, "ab", None, {"a": 1}):
        with pytest.raises(Refused) as refused:
            arguments.want_path({"p": value}, "p", letter, 3, section="2")
        assert code_of(refused) == ("malformed", "2")
    with pytest.raises(Refused) as refused:
        arguments.want_path({"p": ["a", ["b"]]}, "p", letter, 3, section="2")
    assert code_of(refused) == ("no-letter", "9")


def test_units_are_each_named_once() -> None:
    assert arguments.want_units({"u": ["b", "a"]}, "u", letter, 3, section="2") == ("b", "a")
    for value, code in (
        ([], "nothing-chosen"),
        (["a", "a"], "malformed"),
        (["a"] * 4, "malformed"),
        ("ab", "malformed"),
    ):
        with pytest.raises(Refused) as refused:
            arguments.want_units({"u": value}, "u", letter, 3, section="2")
        assert code_of(refused) == (code, "2")
