"""Sentences for players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

MOST_NAMED = 3
"""Units that are named one by one where there is little room."""


def listing(names: Iterable[str], word: str = "and") -> str:
    """Names as a sentence has them: ``A, B and C``. ValueError for none."""
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last


def each_people_once(names: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Peoples and their units, a people only before its first: ``German A4``, ``A3``, ``French 2``. It may be empty.

    A bare number after a name keeps its people: of ``Field ART 1 and 5`` the 5 would seem to be artillery too.
    """
    before, number = "", True
    for people, name in names:
        said = not people or (people == before and (number or not name.isdecimal()))
        yield name if said else f"{people} {name}"
        before, number = people, name.isdecimal()


def quantity(number: int, noun: str, plural: str = "") -> str:
    """A number of things as a sentence has them: ``no cities``, ``one city``, ``7 cities``."""
    if number == 1:
        return f"one {noun}"
    return f"{number or 'no'} {plural or noun + 's'}"


def capital(text: str) -> str:
    """A sentence begins with a capital."""
    return text[:1].upper() + text[1:]


def attack_in_short(text: str, verb: str, attackers: int) -> str:
    """An attack by many units as one line has room for: ``German A2 and 9 others attack Lille.``"""
    names, found, rest = text.partition(f" {verb} ")
    if not found or attackers <= MOST_NAMED:
        return text
    return f"{names.split(', ')[0]} and {attackers - 1} others {verb} {rest}"
