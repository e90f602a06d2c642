"""Random attacks on the middle hex of the arena, for laws that hold in every one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import strategies as st

from rules.schlieffens_war.position.state import State
from rules.schlieffens_war.printed.sides import ENTENTE, GERMAN
from tests.games.schlieffens_war import kit
from tests.games.schlieffens_war.arena import AROUND, IDLE, PLAIN, TARGET, before_battle
from tests.games.schlieffens_war.kit import counter, field, printed

SIDE_UNITS = {
    side: {
        kind: [
            u for u, c in printed().counters.items() if c.side == side and c.kind in kinds and u not in IDLE.values()
        ]
        for kind, kinds in {
            "corps": ("infantry", "cavalry"),
            "fort": ("fort",),
            "hq": ("hq",),
            "depot": ("depot",),
        }.items()
    }
    for side in (GERMAN, ENTENTE)
}
GROUNDS = ["F.", "Fr", "Ff", "Fc", "Fh", "G.", "Gr", "Gc", "Gh", "Bc", "Bh"]


@dataclass(frozen=True)
class Scene:
    """A position with an attack in it, and what the plan counts on."""

    ground: str
    rivers: tuple[str, ...]
    state: State
    seat: str
    attackers: tuple[str, ...]
    coup: bool
    artillery: bool
    face: int


def _stack(draw: Any, side: str) -> list[str]:
    """A legal stack of one nation: up to three corps and forts, one HQ, German depots, in any order."""
    nation = draw(st.sampled_from(["GE"] if side == GERMAN else ["FR", "FR", "BR", "BE"]))
    own = {kind: [u for u in units if counter(u).nation == nation] for kind, units in SIDE_UNITS[side].items()}
    forts = draw(st.lists(st.sampled_from(own["fort"]), max_size=1)) if own["fort"] else []
    corps = draw(st.lists(st.sampled_from(own["corps"]), max_size=3 - len(forts), unique=True))
    hq = draw(st.lists(st.sampled_from(own["hq"]), max_size=1))
    depots = draw(st.lists(st.sampled_from(own["depot"]), max_size=2, unique=True)) if own["depot"] else []
    stack = [*forts, *corps, *hq, *depots] or [own["corps"][0]]
    return list(draw(st.permutations(stack)))


@st.composite
def scenes(draw: Any) -> Scene:
    """Attackers of one to six hexes, an HQ in each so that all are in command, against any legal stack."""
    seat = draw(st.sampled_from([GERMAN, ENTENTE]))
    other = ENTENTE if seat == GERMAN else GERMAN
    hexes = draw(st.lists(st.sampled_from(AROUND), min_size=1, max_size=6, unique=True))
    hqs = [u for u in SIDE_UNITS[seat]["hq"] if counter(u).nation in ("GE", "FR")]
    corps = list(draw(st.permutations([u for u in SIDE_UNITS[seat]["corps"] if counter(u).nation in ("GE", "FR")])))
    stacks, attackers = {}, []
    for hex_, hq in zip(hexes, hqs, strict=False):
        here = [corps.pop() for _ in range(draw(st.integers(1, 3)))]
        stacks[hex_] = " ".join([*here, hq])
        attackers += here + ([hq] if draw(st.booleans()) else [])
    defenders = _stack(draw, other)
    stacks[TARGET] = " ".join(defenders)
    everyone = [*attackers, *defenders]
    moods = {u: draw(st.sampled_from(["normal", "normal", "elan", "fatigued"])) for u in everyone}
    needs = {u: draw(st.sampled_from(["in", "in", "in", "out"])) for u in everyone}
    worn = [u for u in everyone if counter(u).full > 1 and draw(st.booleans())]
    if draw(st.booleans()):
        moods = dict.fromkeys(everyone, draw(st.sampled_from(["elan", "normal", "fatigued"])))
    if draw(st.booleans()):
        needs = dict.fromkeys(everyone, "in")
    state = before_battle(
        stacks,
        side=seat,
        turn=draw(st.sampled_from([2, 5, 8, 9, 10])),
        elan=[u for u in everyone if moods[u] == "elan" and counter(u).is_corps],
        fatigued=[u for u in everyone if moods[u] == "fatigued" and counter(u).is_corps],
        out=[u for u in everyone if needs[u] == "out" and counter(u).kind != "fort"],
        reduced=worn,
        aside=[u for u in defenders if counter(u).kind == "hq" and draw(st.booleans())],
    )
    return Scene(
        ground=draw(st.sampled_from(GROUNDS)),
        rivers=tuple(draw(st.lists(st.sampled_from(AROUND), unique=True, max_size=6))),
        state=state,
        seat=seat,
        attackers=tuple(attackers),
        coup=draw(st.booleans()),
        artillery=draw(st.booleans()),
        face=draw(st.integers(1, 6)),
    )


def laid(scene: Scene, patch: pytest.MonkeyPatch) -> Scene:
    """Put the scene's ground on the table, with supply to fall back on at both edges."""
    ground = field(
        PLAIN.format(target=scene.ground),
        rivers=[(hex_, TARGET) for hex_ in scene.rivers],
        rails=[("1206", "1205"), ("1201", "1202")],
    )
    patch.setattr(kit, "PLAN", kit.with_printed(board=ground))
    return replace(scene, state=replace(scene.state, plan=kit.PLAN))
