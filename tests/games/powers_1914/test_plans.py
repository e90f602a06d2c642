"""§1.1: matches of one process, each played by what is printed for it (decisions/0023)."""

from __future__ import annotations

import random
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.messages import Refusal
from rules.kernel.plans import UnknownPlan
from rules.kernel.players import SeatClient
from rules.powers_1914.cards import event_cards
from rules.powers_1914.game import GAME
from rules.powers_1914.players.greedy import Greedy
from rules.powers_1914.position.state import State
from rules.powers_1914.printed import misprints
from rules.powers_1914.printed.plans import AS_PRINTED, FOLDER
from tests.games.powers_1914.kit import Steady, offer, position, told

CHANGES: Mapping[str, tuple[str, str]] = {
    "units.toml": ("infantry = 6\n", "infantry = 9\n"),
    "links.csv": ("champagne,paris,land,,\n", ""),
    "areas.csv": ("champagne,Champagne,land,FR,1,1,", "champagne,Reims,land,FR,1,5,"),
    "generals.toml": ('helps = "infantry"\nbonus = 1\n', 'helps = "infantry"\nbonus = 2\n'),
    "cards.toml": ("price = 85\n", "price = 15\n"),
}
"""Errata: what infantry costs, a border, a field's name and coins, the generals of infantry, what Sweden costs."""


@pytest.fixture
def errata(tmp_path: Path) -> str:
    """The plan of a folder with those changes."""
    folder = tmp_path / "errata"
    shutil.copytree(FOLDER, folder)
    for name, (was, now) in CHANGES.items():
        file = folder / name
        text = file.read_text(encoding="utf-8")
        assert was in text, name
        file.write_text(text.replace(was, now), encoding="utf-8")
    return GAME.plans.add(folder)


def pair(errata: str, *args: Any, **more: Any) -> tuple[State, State]:
    """A position twice: as it is printed, and by the errata."""
    usual, own = (position(*args, options=options, **more) for options in ({}, {"plan": errata}))
    return usual, own


def items(state: State, kind: str) -> list[Any]:
    """What an offer of the purchases has on its list."""
    found: Any = offer(state, "central", kind)
    return list(found["items"])


def test_1_1_two_matches_are_priced_by_their_own_lists_at_the_same_time(errata: str) -> None:
    """§3.1.3: the list, the purchase, and what is left; §3.14.9: a card of the hand."""
    hands = {"central": ("sweden-1",), "entente": ()}
    tables = pair(errata, {"berlin": "GE 1 infantry"}, step="purchase", money=50, hands=hands)
    for state, price, sweden in zip(tables, (6, 9), (85, 15), strict=True):
        assert {i["price"] for i in items(state, "buy") if i["unit"] == "infantry"} == {price}
        assert [i["price"] for i in items(state, "use_card")] == [sweden]
        after, _ = told(state, "central", "buy", nation="GE", unit="infantry", area="berlin", count=2)
        assert after.money["central"] == 50 - 2 * price
        view: Any = GAME.view(after, "central")
        assert view["seats"]["central"]["money"] == 50 - 2 * price


def test_3_2_two_matches_are_marched_over_their_own_boards_at_the_same_time(errata: str) -> None:
    """§3.2.5: a border that one of them lacks, in the plan of a move, in the command, and in the log."""
    places = {"champagne": "GE 3 infantry", "berlin": "GE 1 infantry", "vienna": "AH 1 infantry"}
    tables = pair(errata, places, flags={"champagne": "GE"})
    reached, named = [], []
    for state in tables:
        answer: Any = GAME.consult(state, "central", {"kind": "move", "units": ["GE.infantry.1"]})
        reached.append(answer["areas"].get("paris", {}).get("moves"))
        after, events = told(state, "central", "move", units=["GE.infantry.1"], path=["picardy"])
        line = GAME.narrate(state, events[0], after, "spectator")
        assert line is not None
        named.append(line["text"])
    assert reached == [1, 2]
    assert named == [
        "German infantry moved from Champagne to Picardy.",
        "German infantry moved from Reims to Picardy.",
    ]
    command = {"kind": "move", "units": ["GE.infantry.1"], "path": ["paris"]}
    usual, own = (GAME.decide(state, "central", command, Steady(6)) for state in tables)
    assert not isinstance(usual, Refusal)
    assert isinstance(own, Refusal)
    assert (own.code, own.section) == ("not-adjacent", "3.2.5")
    assert "Reims" in own.text


def test_3_5_two_matches_are_paid_by_their_own_fields_at_the_same_time(errata: str) -> None:
    """§3.5, §3.13.3: the coins of a conquered field, for the purse and for the count."""
    shown: list[Any] = [
        GAME.view(s, "referee") for s in pair(errata, {"champagne": "GE 1 infantry"}, flags={"champagne": "GE"})
    ]
    usual, own = shown
    assert own["nations"]["GE"]["income"] == usual["nations"]["GE"]["income"] + 4
    assert own["sides"]["central"]["conquests"] == usual["sides"]["central"]["conquests"] + 4


def test_3_3_10_two_matches_are_fought_with_their_own_generals_at_the_same_time(errata: str) -> None:
    """§3.3.10: Mackensen's bonus in the odds of a fight."""
    places = {"champagne": "FR 1 infantry", "rhineland": "GE 2 infantry mackensen"}
    bonus = []
    for state in pair(errata, places):
        units = ["GE.infantry.1", "GE.infantry.2", "GE.general.mackensen"]
        answer: Any = GAME.consult(state, "central", {"kind": "attack", "units": units, "area": "alsace"})
        assert isinstance(answer, Refusal), "nobody is there"
        answer = GAME.consult(state, "central", {"kind": "attack", "units": units, "area": "champagne"})
        modifiers = [m for f in answer["attackers"] for m in f["modifiers"] if m["section"] == "3.3.10"]
        bonus.append({m["value"] for m in modifiers})
    assert bonus == [{1}, {2}]


def test_1_1_a_stored_match_is_loaded_by_its_own_plan(errata: str) -> None:
    states = [GAME.new_match("austria-russia", options) for options in ({}, {"plan": errata})]
    assert [GAME.plan(s) for s in states] == [AS_PRINTED, errata]
    for state in states:
        data = GAME.dump_state(state)
        assert data["plan"] == state.plan
        loaded = GAME.load_state(data)
        assert loaded == state
        assert loaded.printed is state.printed is GAME.plans[state.plan]
    assert states[0].printed is not states[1].printed


def test_1_1_a_match_of_an_unknown_plan_is_refused_whole() -> None:
    data = {**GAME.dump_state(GAME.new_match("austria-russia", {})), "plan": "errata+000000000000"}
    with pytest.raises(UnknownPlan, match=r"errata\+0"):
        GAME.load_state(data)
    for options in ({"plan": "errata+000000000000"}, {"plan": 1}, {"plan": None}):
        with pytest.raises(ValueError, match="plan"):
            GAME.new_match("austria-russia", options)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="plan"):
            GAME.seats("austria-russia", options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["units.toml", "links.csv", "scenarios/classic-2.toml"])
def test_1_1_a_folder_without_one_of_the_files_is_no_plan(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "torn"
    shutil.copytree(FOLDER, folder)
    (folder / name).unlink()
    with pytest.raises(ValueError, match="torn"):
        GAME.plans.add(folder)


MISPRINTS = {
    "a price that is missing": ("units.toml", "infantry = 6\n", "", "infantry"),
    "more counters than the box has": ("units.toml", "[limits.AH]\ninfantry = 30", "[limits.AH]\ninfantry = 3", "AH"),
    "the flag of nobody": ("areas.csv", "champagne,Champagne,land,FR,", "champagne,Champagne,land,XX,", "XX"),
    "a guard of nowhere": ("links.csv", "gibraltar;", "atlantis;", "atlantis"),
    "a card that does nothing known": ("cards.toml", 'effect = "winter"', 'effect = "frost"', "frost"),
    "a set-up in a field that is not": ("scenarios/austria-russia.toml", 'area = "vienna"', 'area = "wien"', "wien"),
    "a nation that nobody plays": (
        "scenarios/austria-russia.toml", 'entente = ["RU"]\nclosed', 'entente = ["RU", "RO"]\nclosed', "every nation",
    ),
    "a seat on both sides": (
        "scenarios/austria-russia.toml", '[tables.seats]\ncentral = ["AH"]\nentente = ["RU"]',
        '[tables.seats]\ncentral = ["AH", "RU"]', "one side",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISPRINTS)
def test_1_1_a_misprinted_folder_is_refused_where_it_is_read(name: str, tmp_path: Path) -> None:
    """Not in the middle of a match."""
    file, was, now, told_of = MISPRINTS[name]
    folder = tmp_path / "slips"
    shutil.copytree(FOLDER, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert was in text
    (folder / file).write_text(text.replace(was, now), encoding="utf-8")
    with pytest.raises(ValueError, match=f"slips.*{told_of}"):
        GAME.plans.add(folder)


def test_3_14_every_effect_that_a_card_can_have_has_its_function() -> None:
    assert {*event_cards.EFFECTS, "join"} == misprints.EFFECTS


def test_1_1_a_program_plays_by_what_lies_before_it(errata: str) -> None:
    """With a list on which infantry costs half as much again, it buys less of it for the same money."""
    bought = []
    for state in pair(errata, {"berlin": "GE 1 infantry", "silesia": "RU 9 infantry"}, step="purchase", money=36,
                      flags={"silesia": "RU"}):  # fmt: skip
        client = SeatClient(GAME, state, "central")
        assert client.printed is state.printed
        player, rng, total = Greedy(), random.Random(1), 0
        for _ in range(20):
            command = player.command(SeatClient(GAME, state, "central"), rng)
            if command is None or command["kind"] == "end_phase":
                break
            total += int(str(command.get("count", 0))) if command.get("unit") == "infantry" else 0
            kind = str(command.pop("kind"))
            state, _ = told(state, "central", kind, **command)
        bought.append(total)
    assert bought == [6, 4]
