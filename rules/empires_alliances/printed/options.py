"""§22, §2.8: optional rules, what each needs and what it excludes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.hexes.counters import one_of
from rules.hexes.toml_tables import Key, each, known_name, tables, word

FEATURES = ("august-1914", "campaign", "morale", "stosstruppen")
"""What a scenario has that an option may need."""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch, or a choice of words of which the first stands without a word."""

    id: str
    title: str
    section: str
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    choices: tuple[str, ...] = ()

    def offered(self, features: tuple[str, ...], compulsory: tuple[str, ...]) -> bool:
        """Whether a scenario with these features and compulsory options lets players choose it.

        §1.67: what a scenario plays with anyway is no choice, nor is what would shut that out.
        """
        return (
            set(self.needs) <= set(features) and self.id not in compulsory and not set(self.excludes) & set(compulsory)
        )


def read_options(file: Path) -> Mapping[str, Option]:
    """The options of a file. ValueError where one excludes another that does not exclude it."""
    needed: dict[str, Key] = {
        "id": word,
        "title": word,
        "section": word,
        "needs": each(one_of(*FEATURES)),
        "excludes": each(word),
    }
    found = {option.id: option for option in tables(file, "options", Option, needed, {"choices": each(word)})}
    for option in found.values():
        for other in option.excludes:
            if option.id not in found[known_name(found, "option")(other)].excludes:
                raise ValueError(f"{file.name}: {option.id} excludes {other}, and {other} does not exclude it")
    return found
