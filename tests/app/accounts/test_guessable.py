"""Passwords that anyone would try first are refused; long ones of any making are not."""

from __future__ import annotations

import pytest

from app.accounts.weak_passwords import is_weak

ADDRESS = "rosa.kramer@example.org"


@pytest.mark.parametrize(
    "password",
    [
        "password1234",
        "Password1234!",
        "P@ssw0rd12345",
        "123456789012",
        "aaaaaaaaaaaa",
        "abcabcabcabc",
        "qwertyuiop12",
        "qwertz123456",
        "1q1q1q1q1q1q",
        "iloveyou1234",
        "GreatWar1914!",
        "schlieffen1905",
        "1234567890qwertyuiop",
        "monkeydragon99",
        "rosa.kramer@example.org",
        "RosaKramer1990",
        "zxcvbnm1234567",
    ],
)
def test_what_anyone_tries_first_is_refused(password: str) -> None:
    assert is_weak(password, ADDRESS)


@pytest.mark.parametrize(
    "password",
    [
        "rather a long one 1914",
        "mine from now on",
        "another one, then",
        "a train to Ypres at dawn",
        "tisKx83-bravoq",
        "пароль который длинный",
        "d3b07384d113edec49eaa6238ad5ff00",
        "my monkey wears purple hats",
        "🚂🚃🚃🌉 over the Meuse",
    ],
)
def test_what_takes_a_mind_or_a_machine_is_taken(password: str) -> None:
    assert not is_weak(password, ADDRESS)
