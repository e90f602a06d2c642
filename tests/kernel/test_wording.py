"""Sentences for players: names in a row, numbers of things, capitals."""

from __future__ import annotations

import pytest

from rules.kernel.wording import attack_in_short, capital, each_people_once, listing, quantity


@pytest.mark.parametrize(
    ("names", "sentence"), [("A", "A"), ("A B", "A and B"), ("A B C", "A, B and C"), ("A B C D", "A, B, C and D")]
)
def test_names_in_a_row(names: str, sentence: str) -> None:
    assert listing(names.split()) == sentence
    assert listing(iter(names.split())) == sentence


def test_no_names_are_no_sentence() -> None:
    with pytest.raises(ValueError, match="not enough"):
        listing([])


@pytest.mark.parametrize(("number", "words"), [(0, "no cities"), (1, "one city"), (2, "2 cities"), (7, "7 cities")])
def test_a_number_of_things(number: int, words: str) -> None:
    assert quantity(number, "city", "cities") == words
    assert quantity(number, "fort") == words.replace("cities", "forts").replace("city", "fort")


def test_a_sentence_begins_with_a_capital_and_the_rest_stays() -> None:
    assert capital("the Guard attacks") == "The Guard attacks"
    assert capital("") == ""


@pytest.mark.parametrize(
    ("units", "told"),
    [
        (["German A4"], ["German A4"]),
        (["German A4", "German A3", "French A3"], ["German A4", "A3", "French A3"]),
        (["German A4", "French A3", "German A3"], ["German A4", "French A3", "German A3"]),
        (["Russian 4", "Russian 3", "Russian A1"], ["Russian 4", "3", "A1"]),
        (["Russian ART 1", "Russian 3", "Russian 4"], ["Russian ART 1", "Russian 3", "4"]),
        (["Serbian 1st", " Serbian Army", "Serbian 2nd"], ["Serbian 1st", "Serbian Army", "Serbian 2nd"]),
    ],
    ids=["one", "two of one people", "others between", "numbers", "a number after a name", "its people in its name"],
)
def test_a_people_is_said_once_for_all_its_units_that_follow(units: list[str], told: list[str]) -> None:
    parts = [(people, name) for people, _, name in (unit.partition(" ") for unit in units)]
    assert list(each_people_once(parts)) == told


@pytest.mark.parametrize(
    ("text", "units", "told"),
    [
        ("German A2, A3, A4 and GD attack Lille.", 4, "German A2 and 3 others attack Lille."),
        ("German A2, A3 and French A4 attack Lille.", 3, "German A2, A3 and French A4 attack Lille."),
        ("Armenians rise in Van.", 4, "Armenians rise in Van."),
    ],
    ids=["many", "few", "no attack"],
)
def test_an_attack_by_many_units_is_told_in_short(text: str, units: int, told: str) -> None:
    assert attack_in_short(text, "attack", units) == told


def test_names_of_which_there_is_none_are_joined_by_or() -> None:
    assert listing(["Paris", "Metz", "Trier"], "or") == "Paris, Metz or Trier"
