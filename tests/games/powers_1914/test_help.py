"""The rules in our own words: nothing that the game cites is without an entry, nothing an entry cites either."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import rules.powers_1914
from rules.powers_1914.combat.strength import chances
from rules.powers_1914.game import GAME
from rules.powers_1914.printed.pieces import AIRCRAFT, ARTILLERY, FACTORY, INFANTRY, SHIP, SHIPYARD
from rules.powers_1914.victory import turns
from tests.games.powers_1914.kit import PRINTED, coins, price, wealth

PACKAGE = Path(rules.powers_1914.__file__).parent
CHARTS = {"units", "areas", "links", "setup", "generals", "nations", "cards"}
"""What the printed plan has; each is named after its file or folder."""
NUMBER = r"\d+(?:\.\d+)+"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((PACKAGE / name).read_text(encoding="utf-8"))


HELP = _read("help.toml")
ENTRIES: dict[str, dict[str, str]] = {entry["section"]: entry for entry in HELP["rules"]}
SECTIONS: list[dict[str, Any]] = _read("sections.toml")["sections"]


def _cited() -> set[str]:
    """The sections that orders, refusals, events and prompts cite, and those that the event cards do."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))
    return set(re.findall(f'"({NUMBER})"', code)) | {card.section for card in PRINTED.cards.values()}


def test_every_section_has_one_entry_in_its_order() -> None:
    """As many entries as sections, and none twice."""
    listed = [section["number"] for section in SECTIONS]
    found = [entry["section"] for entry in HELP["rules"] if "title" not in entry]
    assert found == listed
    assert len(ENTRIES) == len(HELP["rules"])


def test_every_chapter_has_a_heading() -> None:
    """One for every first number of the sections."""
    assert [*HELP["chapters"]] == [*dict.fromkeys(section["number"].split(".")[0] for section in SECTIONS)]
    assert all(HELP["chapters"].values())


def test_whatever_the_game_cites_can_be_looked_up() -> None:
    """A number that sections.toml does not have brings a title along."""
    cited = _cited()
    assert {"3.3.12", "3.14.9"} <= cited
    assert cited <= set(ENTRIES)
    listed = {section["number"] for section in SECTIONS}
    assert all(entry.get("title") for number, entry in ENTRIES.items() if number not in listed)


@pytest.mark.parametrize("number", ENTRIES)
def test_an_entry_is_short_and_whole(number: str) -> None:
    """A text, for a rule an example too, links that lead somewhere else, and a chart that there is."""
    entry = ENTRIES[number]
    text, example = entry["text"], entry.get("example", "")
    assert set(entry) <= {"section", "title", "text", "example", "chart"}
    assert 0 < len(text.split()) <= 80
    assert len(example.split()) <= 50
    is_rule = next((section.get("rule", True) for section in SECTIONS if section["number"] == number), True)
    assert bool(example.strip()) or not is_rule
    links = set(re.findall(f"§({NUMBER}|\\d+)", text + example))
    assert links <= set(ENTRIES) - {number}
    assert entry.get("chart", "units") in CHARTS


CLASSIC, DUEL = (GAME.new_match(scenario, {}) for scenario in ("classic-1", "austria-russia"))
ONE_TO_ONE = chances(0, 3)
SAID = {
    "1.1": (
        f"{PRINTED.works[FACTORY]} factories, {PRINTED.works[SHIPYARD]} shipyards and {PRINTED.markers} mod",
        f"Serbia has {PRINTED.limit('SE', INFANTRY)} infantry",
    ),
    "2.2": (f"{len(CLASSIC.deck)} hidden cards, {len(DUEL.deck)} in the duel",),
    "2.3": (f"{wealth('GE')} coins. It begins Classic 1 with {wealth('GE') * CLASSIC.setting.money // 100}",),
    "3.1.2": (f"worth {wealth('AH')}", f"worth {wealth('SE')}", f"receive {wealth('AH') + wealth('SE')}"),
    "3.1.3": (
        f"three infantry for {3 * price(INFANTRY)}, or a gun for {price(ARTILLERY)}",
        f"an infantry for {price(INFANTRY)}",
        f"one modernisation for {PRINTED.modernise[0]}",
    ),
    "3.3.7": ("the attacker wins {win}, {tie} are ties and {lose} are".format(**ONE_TO_ONE),),
    "3.5": (f"Malta has {coins('malta')} coin",),
    "3.6": (f"for {price(FACTORY)} on", f"guns for {price(ARTILLERY)} and aircraft for {price(AIRCRAFT)}"),
    "3.7": (f"for {price(INFANTRY)} each",),
    "3.8": (f"for {price(SHIPYARD)} on", f"For {price(SHIP)} each"),
    "3.9": ("{} the first time, {} the second".format(*PRINTED.modernise), f"{PRINTED.markers} markers"),
    "3.10": (f"its {coins('picardy')} coins",),
    "3.10.3": (f"a field with {coins('budapest')} coins",),
    "3.13.1": (f"last {turns(CLASSIC)} turns and the duel {turns(DUEL)}", f"turn {turns(CLASSIC)} the"),
    "3.13.3": (
        f"Belgium ({wealth('BE')}), Serbia ({wealth('SE')}) and Luxembourg ({wealth('LU')})",
        f"Galicia ({coins('galicia')}), Syria ({coins('syria')}) and Mesopotamia ({coins('mesopotamia')})",
    ),
    "3.14.8": (
        f"pay {PRINTED.cards['colonies-1'].price} now",
        f"{PRINTED.cards['colonies-1'].levy} less income",
        f"With nine turns left, not paying costs {9 * PRINTED.cards['colonies-1'].levy}",
    ),
    "3.14.9": (
        ", ".join(
            f"{PRINTED.names.nation(card.nation)}{' costs' if card.nation == 'SW' else ''} {card.price}"
            for card in (PRINTED.cards[f"{name}-1"] for name in ("sweden", "portugal", "romania"))
        ),
        f"{wealth('RO')} coins",
    ),
    "4.3": (f"{len(DUEL.deck)} cards", f"{turns(DUEL)} turns"),
}
"""What the texts say in numbers, in the numbers by which the game is played."""


@pytest.mark.parametrize("number", SAID)
def test_the_numbers_are_those_of_the_game(number: str) -> None:
    """A price or a count that changes in the plan must change in the text."""
    words = " ".join((ENTRIES[number]["text"] + " " + ENTRIES[number]["example"]).split())
    assert [said for said in SAID[number] if said not in words] == []
