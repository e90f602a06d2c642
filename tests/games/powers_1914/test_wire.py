"""The shapes that docs/powers-1914-wire.md promises, looked for in whole random games."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, cast

import pytest

from rules.kernel import dice
from rules.kernel.messages import Refusal
from rules.powers_1914.game import GAME
from rules.powers_1914.sequence import ENGINE, TREE
from tests.games.powers_1914.kit import go, order, position

WIRE = (Path(__file__).resolve().parents[3] / "docs" / "powers-1914-wire.md").read_text(encoding="utf-8")
VIEW = {
    "game", "scenario", "viewer", "turn", "first_turn", "turns", "phases", "step", "seats", "nations", "areas",
    "pool",
    "sides", "deck", "discard", "revolution", "battle", "fight", "pending", "outcome",
}  # fmt: skip
MEMBERS = {
    "seats": {"side", "title", "nations", "money", "income", "done", "captures"},
    "nations": {"name", "side", "seat", "status", "income", "modern"},
    "sides": {
        "name", "attacks", "hand", "held", "put_away", "kept", "tactical", "gas", "captured", "levy", "conquests",
    },
}  # fmt: skip
COMMANDS = {step.called: {order.kind for order in step.orders} for step in TREE.steps() if step.orders}
ANY_TIME = {order.kind for order in ENGINE.anytime}
AREA = {"control", "works", "units", "recruited", "tactics"}
LEGAL = {"ask", "step", "section", "seat", "yours", "title", "prompt", "detail", "offers", "why_not"}


def kinds_listed() -> set[str]:
    """The kinds of log lines that the document names."""
    found = re.search(r"Kinds: `(phase [^`]*)`", WIRE)
    assert found is not None
    return set(found.group(1).split())


def check_view(seen: dict[str, Any]) -> None:
    """The members of a view."""
    assert set(seen) == VIEW
    for name, members in MEMBERS.items():
        for body in seen[name].values():
            assert set(body) == members
    for area in seen["areas"].values():
        assert set(area) <= AREA
        for unit in area.get("units", ()):
            assert set(unit) == {"id", "nation", "kind", "spent"} | ({"name"} if unit["kind"] == "general" else set())


def test_of_attackers_the_view_says_where_each_came_from() -> None:
    state = position({"alsace": "GE 1 infantry", "rhineland": "GE 1 infantry", "champagne": "FR 2 infantry"})
    state = go(state, "central", [*state.at("alsace")], "champagne")
    state = order(state, "central", "reinforce", units=[*state.at("rhineland")], path=["alsace", "champagne"])
    seen = cast(Any, GAME.view(state, "entente"))["battle"]
    assert [u["came"] for u in seen["attackers"]] == ["alsace", "alsace"]
    state = position({"alsace": "GE 1 infantry", "luxembourg": "GE 1 infantry", "champagne": "FR 2 infantry"})
    state = go(state, "central", [*state.at("alsace")], "champagne")
    state = order(state, "central", "reinforce", units=[*state.at("luxembourg")], path=["champagne"])
    seen = cast(Any, GAME.view(state, "entente"))["battle"]
    assert [u["came"] for u in seen["attackers"]] == ["alsace", "luxembourg"]


@pytest.mark.parametrize("scenario", ["classic-1-6", "classic-2-3", "austria-russia"])
def test_views_offers_and_lines_have_the_shapes_of_the_document(scenario: str) -> None:
    rng, chance = random.Random(3), dice.chance(dice.key(bytes(32), "wire", {}))
    state, listed = GAME.new_match(scenario, {}), kinds_listed()
    while GAME.deciders(state):
        seat = rng.choice(GAME.deciders(state))
        question = cast(Any, GAME.legal(state, seat))
        assert set(question) == LEGAL
        for offer in question["offers"]:
            assert offer["kind"] in (ANY_TIME if offer.get("any_time") else COMMANDS[question["step"]])
            assert {"label", "section", "note", "refusal"} <= set(offer)
        command = GAME.random_command(state, seat, rng)
        answer = GAME.decide(state, seat, command, chance)
        assert not isinstance(answer, Refusal), command
        for event in answer:
            after = GAME.evolve(state, event)
            line = cast(Any, GAME.narrate(state, event, after, seat))
            if line is not None:
                assert line["kind"] in listed, line
                assert {"kind", "section", "side", "text", "dice", "areas"} <= set(line)
            state = after
        if not rng.randrange(20):
            check_view(cast(Any, GAME.view(state, seat)))
    assert cast(Any, GAME.view(state, "spectator"))["outcome"]["winner"] in ("central", "entente")


def test_every_command_and_step_is_in_the_document() -> None:
    for step, commands in (*COMMANDS.items(), ("any time", ANY_TIME)):
        assert f"`{step}`" in WIRE, step
        for kind in commands:
            assert re.search(rf"`{kind}[ `]", WIRE), kind
