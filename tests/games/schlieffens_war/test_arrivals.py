"""§3.1, §6.6: what a side is still placing is nobody else's business until it has finished."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, cast

import pytest

from rules.kernel.game import REFEREE, SPECTATOR
from rules.kernel.messages import Json, Refusal
from rules.schlieffens_war.game import GAME
from rules.schlieffens_war.play import name_of
from rules.schlieffens_war.position.arrivals import open_to, units_arriving
from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN, foe
from tests.games.schlieffens_war.conftest import Lay
from tests.games.schlieffens_war.kit import counter, field, loaded, order, position
from tests.thorough import at_least_one

OVERLAYS = ("supply", "command", "zoc", "control")


def begin(seat: str) -> State:
    """The opening, the side's set-up before it."""
    state = GAME.new_match("campaign", {})
    if seat == GERMAN:
        state = order(state, ENTENTE, "historical")
        state = order(state, ENTENTE, "end_phase")
    return state


def setting_up(seat: str) -> Iterator[tuple[State, Any, State]]:
    """A set-up with all that can happen in one: (before, event, after), the last command being that it is done."""
    rng, state = random.Random(7), begin(seat)
    for number in range(60):
        offers = {str(o["kind"]): o for o in cast("list[dict[str, Any]]", GAME.legal(state, seat)["offers"])}
        kinds = [k for k in ("place", "place", "unplace", "arrange") if k in offers]
        command: dict[str, Any] = {"kind": rng.choice(kinds)}
        match command["kind"]:
            case "place":
                choices = {u: hexes for u, hexes in offers["place"]["choices"].items() if hexes}
                command["unit"] = rng.choice(sorted(choices))
                command["hex"] = rng.choice(choices[command["unit"]])
            case "unplace":
                command["unit"] = rng.choice(offers["unplace"]["units"])
            case _:
                command["hex"] = rng.choice(offers["arrange"]["hexes"])
                stack = [*state.stacks[command["hex"]]]
                command["units"] = rng.sample(stack, len(stack))
                if command["units"] == stack:
                    command["units"] = stack[::-1]
        if number == 59:
            command = {"kind": "historical"}
        events = GAME.decide(state, seat, command, loaded())
        assert not isinstance(events, Refusal), f"{command}: {events}"
        for event in events:
            after = GAME.evolve(state, event)
            yield state, event, after
            state = after


def known_to(state: State, viewer: str) -> list[Json | Refusal]:
    """All that a viewer could ask for."""
    found: list[Json | Refusal] = [GAME.view(state, viewer)]
    if viewer != SPECTATOR:
        found.append(GAME.legal(state, viewer))
        found += [GAME.consult(state, viewer, {"kind": "overlay", "name": name}) for name in OVERLAYS]
        found.append(GAME.consult(state, viewer, {"kind": "warnings"}))
    return found


@pytest.mark.parametrize("seat", [ENTENTE, GERMAN])
def test_nobody_else_learns_anything_of_a_set_up_under_way(seat: str) -> None:
    """§3.1: whatever is placed, taken back or rearranged, the others see, read and are answered what they were."""
    others = (foe(seat), SPECTATOR)
    opening = begin(seat)
    known = {viewer: known_to(opening, viewer) for viewer in others}
    placed = 0
    for before, event, after in setting_up(seat):
        for viewer in others:
            assert GAME.narrate(before, event, after, viewer) is None
            assert known_to(after, viewer) == known[viewer]
        placed = sum(1 for u in after.on_map(seat) if counter(u).kind != "fort")
    assert placed > 30, "the set-up that is compared is none"


@pytest.mark.parametrize("seat", [ENTENTE, GERMAN])
def test_what_was_placed_lies_there_when_the_set_up_is_done(seat: str) -> None:
    """§3.1, §6.6: then the top of each stack is seen, and how many lie below it."""
    state = order(begin(seat), seat, "historical")
    done = order(state, seat, "end_phase")
    for viewer in (foe(seat), SPECTATOR):
        stacks = cast("dict[str, list[dict[str, Any]]]", GAME.view(done, viewer)["stacks"])
        for hex_, units in done.stacks.items():
            assert len(stacks[hex_]) == len(units)
            if done.holder(hex_) == seat:
                assert stacks[hex_][0]["id"] == units[0]
        assert any(u.get("concealed") for stack in stacks.values() for u in stack if u["side"] == seat)


def test_the_placing_side_and_the_referee_see_the_set_up() -> None:
    """§6.6: players may always look at their own units."""
    state = order(begin(ENTENTE), ENTENTE, "historical")
    for viewer in (ENTENTE, REFEREE):
        stacks = cast("dict[str, list[dict[str, Any]]]", GAME.view(state, viewer)["stacks"])
        assert {h: [u["id"] for u in stack] for h, stack in stacks.items()} == {
            h: [*units] for h, units in sorted(state.stacks.items())
        }


def test_forts_stand_in_the_open() -> None:
    """§3.1: their hexes are printed on them, so they are seen from the first moment on."""
    stacks = cast("dict[str, list[dict[str, Any]]]", GAME.view(begin(ENTENTE), GERMAN)["stacks"])
    assert {u["kind"] for stack in stacks.values() for u in stack} == {"fort"}


# --- who comes in or comes back (§9.0) ----------------------------------------------------------------------------

COAST = """
10  F. F. Fp F. F. F. F. F.
11  F. F. F. F. F. F. F. F.
"""


def landing(lay: Lay) -> State:
    """The Entente's Regroup Phase of turn 3, a German far away; Calais is a port with a rail."""
    lay(field(COAST, names={"1003": "Calais"}))
    return position("entente.regroup", {"1008": "ge-ii"}, turn=3, boxes=dict.fromkeys(LANDERS, "turn-3"))


LANDERS = ("br-i", "br-ii", "br-iii")


def test_reinforcements_are_seen_when_their_phase_is_closed(lay: Lay) -> None:
    """§9.2, §6.6: one laid over the other they would all have been on top; then only the last one is seen."""
    state = landing(lay)
    known = {viewer: known_to(state, viewer) for viewer in (GERMAN, SPECTATOR)}
    lines: dict[str, list[str]] = {GERMAN: [], SPECTATOR: [], ENTENTE: []}
    for command in [*({"kind": "reinforce", "unit": u, "hex": "1003"} for u in LANDERS), {"kind": "end_phase"}]:
        for viewer, before in known.items():
            assert known_to(state, viewer) == before
        events = GAME.decide(state, ENTENTE, command, loaded())  # type: ignore[arg-type]
        assert not isinstance(events, Refusal)
        for event in events:
            after = GAME.evolve(state, event)
            for viewer in lines:
                line = GAME.narrate(state, event, after, viewer)
                lines[viewer] += [str(line["text"])] if line is not None and line["kind"] == "placed" else []
            state = after
    assert len(lines[ENTENTE]) == 3
    for viewer in (GERMAN, SPECTATOR):
        assert lines[viewer] == [f"Arrived: {name_of(state, 'br-iii')} and 2 concealed units at Calais (1003)."]
        stack = cast("dict[str, list[dict[str, Any]]]", GAME.view(state, viewer)["stacks"])["1003"]
        assert [u["id"] for u in stack] == ["br-iii", "?1003.1", "?1003.2"]


def test_a_unit_that_returned_and_left_in_one_phase_is_where_everyone_looks(lay: Lay) -> None:
    """§9.4, §9.5: a corps that came back on turn 7 and was sent to the east is out of play for all to see."""
    lay(field("10  Gc G. G. G. F. F. F. F.", rails=[("1001", "1002")]))
    state = position("german.regroup", {"1002": "ge-hq-1 ge-iii", "1008": "fr-1"}, turn=7, eliminated=["ge-ii"])
    state = order(state, GERMAN, "return", unit="ge-ii", hex="1001")
    boxes = cast("dict[str, list[dict[str, Any]]]", GAME.view(state, ENTENTE)["boxes"])
    assert "ge-ii" in [u["id"] for u in boxes["eliminated"]]
    state = order(state, GERMAN, "withdraw", units=["ge-ii", "ge-iii"])
    boxes = cast("dict[str, list[dict[str, Any]]]", GAME.view(state, ENTENTE)["boxes"])
    assert "ge-ii" in [u["id"] for u in boxes["removed"]]


@pytest.mark.parametrize("seat", [ENTENTE, GERMAN])
def test_of_a_set_up_the_others_have_nothing_to_look_through(seat: str) -> None:
    """From the first unit that a side places on, what the others see stays the very same object."""
    course = [(b, a) for b, _, a in setting_up(seat) if units_arriving(b) and units_arriving(a)][:30]
    seen = [(open_to(b, foe(seat)), open_to(a, foe(seat))) for b, a in course if [*b.units] == [*a.units]]
    for before, after in at_least_one(seen):
        assert after.units is before.units
        assert after.stacks is before.stacks
