"""§22, §2.8: optional rules, what each needs and what it excludes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rules.hexes.counters import one_of
from rules.hexes.toml_tables import Key, each, known_name, tables, word
from rules.kernel.match_options import MatchOption

FEATURES = ("august-1914", "campaign", "morale", "stosstruppen")
"""What a scenario has that an option may need."""

LACKS: Mapping[str, str] = {
    "august-1914": "It is for matches that begin in August 1914.",
    "campaign": "It is for the campaign.",
    "morale": "The scenario is played without national morale.",
    "stosstruppen": "The scenario ends before there are Stosstruppen.",
}
"""What players are told of an option where a scenario has not what it needs."""

Option = MatchOption
"""§1.67: what a scenario plays with anyway is no choice, nor is what would shut that out (``Option.offered``)."""


def read_options(file: Path) -> Mapping[str, Option]:
    """The options of a file. ValueError where one excludes another that does not exclude it."""
    needed: dict[str, Key] = {
        "id": word,
        "title": word,
        "section": word,
        "needs": each(one_of(*FEATURES)),
        "excludes": each(word),
    }
    found = {
        option.id: option for option in tables(file, "options", Option, needed, {"choices": each(word), "help": word})
    }
    for option in found.values():
        for other in option.excludes:
            if option.id not in found[known_name(found, "option")(other)].excludes:
                raise ValueError(f"{file.name}: {option.id} excludes {other}, and {other} does not exclude it")
    return found
