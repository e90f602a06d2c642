"""The hooks of Empires & Alliances: what holds in every position of it. Nothing is hidden from anyone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

from rules.empires_alliances.engine import ENGINE
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.frames import Fight, Frame, HexAttack
from rules.empires_alliances.position.state import State
from rules.empires_alliances.printed.board import BINS
from rules.empires_alliances.printed.data import PLANS
from rules.empires_alliances.zones import zone
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject
from tests.contract import derived
from tests.contract.hooks import Budget
from tests.contract.small import Path, SmallGame

PRINTED = PLANS["rebuilt-1"]


SECTIONS = frozenset(
    re.findall(
        r"\S+",
        """
1.1 1.2 1.3 1.4 1.41 1.42 1.43 1.44 1.45 1.46 1.47 1.48 1.49 1.5 1.6 1.61 1.62 1.63 1.64 1.65 1.66 1.67 1.68 1.7
1.71 1.72 2.0 2.1 2.2 2.3 2.4 2.5 2.51 2.52 2.6 2.61 2.62 2.63 2.64 2.65 2.66 2.67 2.68 2.7 2.71 2.72 2.73 2.8
3.0 3.1 3.11 3.12 3.13 3.14 3.15 3.16 3.17 3.18 3.2 3.3 3.31 3.32 3.33 3.34 3.35 3.4 3.41 3.42 3.43 3.44 3.45
3.46 3.47 3.48 3.49 3.5 3.51 3.511 3.52 3.6 3.61 3.62 3.63 3.64 3.65 3.66 3.67 3.68 3.7 3.71 3.72 4.0 4.1 4.11
4.2 5.0 5.1 5.2 5.3 6.0 6.1 6.2 6.3 7.0 7.1 7.2 7.21 7.22 7.23 7.231 7.232 7.24 7.25 7.251 7.252 7.253 7.3 7.4
7.5 8.0 8.1 8.2 8.3 8.4 9.0 9.1 9.2 9.3 9.4 9.5 9.51 9.52 10.0 10.1 10.2 10.3 10.4 11.0 11.1 11.2 11.3 11.4 11.5
11.6 11.7 11.71 11.72 11.73 11.74 11.8 11.9 12.0 12.1 12.2 12.3 13.0 13.1 13.2 13.3 13.4 13.5 13.6 13.61 13.62
13.63 13.64 13.641 13.642 13.643 13.65 13.651 13.652 13.7 13.71 13.72 13.73 13.8 13.81 13.82 13.83 13.84 13.85
13.86 13.9 14.0 14.1 14.2 14.3 14.31 14.4 14.41 14.42 14.43 14.5 14.51 14.52 14.53 14.6 14.61 14.62 14.63 15.0
15.1 15.11 15.12 15.2 15.21 15.22 15.23 15.24 16.0 16.1 16.2 16.3 16.4 16.41 16.42 17.0 17.1 17.11 17.12 17.121
17.122 17.13 17.14 17.2 17.21 17.22 17.23 17.24 17.25 17.26 17.27 17.3 17.31 17.32 17.33 17.34 17.35 17.4 17.41
17.42 17.43 17.44 17.45 17.46 18.0 18.1 18.11 18.2 18.21 18.3 18.31 18.32 18.33 18.4 18.41 18.42 18.43 18.5
18.51 18.52 19.0 19.1 19.11 19.12 19.2 19.21 19.3 19.31 19.32 20.0 20.1 20.2 20.21 20.22 20.23 21.0 21.1 21.2
21.3 21.31 21.32 21.33 21.34 21.35 22.0 22.1 22.2 22.3 22.31 22.4 22.41 22.42 22.43 22.5 22.51 22.52 22.6 22.61
22.62 22.7 22.8 22.81 22.82 22.83 22.84 22.9 22.10 22.11 22.12 22.13
""",
    )
)
"""The sections of the rulebook."""
TOGETHER = ("move", "retreat")
"""Orders of which no shape of slot says that their units must stand in one hex."""
TOGETHER_OR_MANY = (*TOGETHER, "overrun", "divide", "divide_air", "infiltrate", "neutralise")
"""Those; those whose units must be strong enough; and divisions of attacks with more ways than anyone tries one by one,
or whose slots bind one another."""


def check_position(state: State) -> None:
    """Stacks and units say the same; one side in a hex; nobody stands in a neutral country; zones as found afresh."""
    stacked = {unit: hex_ for hex_, units in state.stacks.items() for unit in units}
    assert stacked == {u: s.at for u, s in state.units.items() if s.at not in state.off_map}
    for hex_, units in state.stacks.items():
        assert units, f"{hex_} is an empty stack"
        assert state.board.is_hex(hex_)
        sides = {state.side_of(unit) for unit in units}
        assert len(sides) == 1, f"{hex_} holds {sides}"
        assert "" not in sides, f"{hex_} holds units of a neutral country"
    for hex_, frames in state.lanes.items():
        check_attack(state, hex_, frames)
    assert {s.at for s in state.units.values()} <= {*state.stacks, *BINS, *state.board.boxes}
    afresh = GAME.load_state(GAME.dump_state(state))
    for side in ("central", "allied"):
        assert zone(state, side) == zone(afresh, side)


def check_attack(state: State, hex_: str, frames: Sequence[Frame]) -> None:
    """One attack at a time; who fights has fought; nobody is in two of its fights, and every defender is in one."""
    assert len(state.lanes) == 1
    attack, *fight = frames
    assert isinstance(attack, HexAttack)
    assert attack.hex == hex_
    assert len(fight) <= 1
    assert all(isinstance(f, Fight) and f.pairing not in attack.over for f in fight)
    if attack.fights:
        for named, all_ in (("attackers", attack.attackers), ("targets", attack.defenders)):
            given = [u for pairing in attack.fights for u in getattr(pairing, named)]
            assert sorted(given) == sorted(all_)
    alive = [u for u in (*attack.attackers, *attack.defenders) if state.units[u].at not in state.off_map]
    assert all(state.units[u].fought for u in alive)


def concealed(state: State, viewer: str) -> Iterator[Sequence[Path]]:
    """Nothing."""
    yield from ()


class Hooks(SmallGame):
    """Units lie in the order of the counter sheet, in every position."""

    @property
    def SECTIONS(self) -> frozenset[str]:
        """All of the rulebook."""
        return SECTIONS

    def offered(self, game: Any, state: State, seat: str, rng: random.Random) -> Iterator[dict[str, Any]]:
        """What the form sends, but for units that must stand together; those orders are filled by the engine."""
        yield from derived.offered(game, state, seat, rng, but=TOGETHER_OR_MANY)
        yield from derived.filled(ENGINE, state, seat, rng)

    def questions(self, game: Any, state: State, seat: str, rng: random.Random) -> Iterator[JsonObject]:
        """What a planner asks: where units of one hex could go."""
        for at, order in derived.given(ENGINE, state, seat):
            command = ENGINE.fill(at, order, rng) if order.kind in TOGETHER else None
            if command is not None:
                yield {"kind": "slot", "order": order.kind, "slot": "path", "chosen": {"units": command["units"]}}
                yield {"kind": "move", "units": command["units"], "path": command["path"]}

    def shuffled(self, state: State, rng: random.Random) -> State:
        """All other members of stored objects in another order."""
        return replace(super().shuffled(state, rng), units=state.units)


HOOKS = Hooks(
    GAME,
    ENGINE,
    {
        "1914": Budget(playouts=8, looks=2, stride=4),
        "1918": Budget(playouts=4, looks=2, stride=4),
        "campaign": Budget(playouts=4, looks=2, stride=4, whole=4),
    },
    concealed,
    (*list(PRINTED.units)[:40], *PRINTED.board.lattice.ids[1000:1040]),
    check_position,
    at=lambda state, name: state.units[name].at if name in state.units else None,
    around=lambda state, place: state.board.lattice.around(place) if place in state.board.lattice.index else (),
    codes=frozenset({
        "air-too-far", "all-placed", "allies-apart", "always-neutral", "american-sector", "attacked-before",
        "away-from-supply", "belgian-city", "border-open", "bound", "british-and-french", "british-sector",
        "cannot-attack", "carried-already", "closed", "conquered", "cut-off", "deep-enough", "demoralised",
        "enemy-fort", "enemy-there", "flies", "flown", "foot-first", "fort-there", "fought", "french-sector",
        "garrison", "germans-and-italy", "greek-rails", "guns-over-foot", "has-air", "has-dug", "has-landed",
        "has-room", "held", "italian-border", "italy-first", "lake", "largest", "largest-first", "low-morale",
        "mobilising", "must-advance", "must-commit", "must-leave", "must-withdraw", "neutral", "neutral-rails",
        "no-air", "no-aircraft", "no-base", "no-choice", "no-corps-for-air", "no-corps-for-tank",
        "no-declarations", "no-enemy", "no-foot", "no-fort", "no-infantry", "no-landing", "no-line", "no-move",
        "no-mp", "no-overrun", "no-place", "no-points", "no-port", "no-ports", "no-rail-capacity", "no-railhead",
        "no-rails", "no-room", "no-sea-capacity", "no-sea-there", "no-ships", "no-stosstruppen", "no-such-hex",
        "no-target", "no-trenches-yet", "no-way-on", "no-way-out", "nobody-came", "nobody-near", "nobody-returns",
        "nobody-there", "not-adjacent", "not-advancing", "not-at-war-there", "not-conquered", "not-controlled",
        "not-deeper-yet", "not-due", "not-fleeing", "not-in-a-fort", "not-in-pool", "not-neutral", "not-on-map",
        "not-placed", "not-played", "not-retreating", "not-set-up", "not-that-corps", "not-that-one",
        "not-their-war", "not-together", "not-yet-in-france", "not-yet-in-italy", "not-your-fort", "not-your-unit",
        "nothing-chosen", "nothing-due", "nothing-to-attack", "nothing-to-commit", "nothing-to-upgrade",
        "odds-too-low", "off-front", "once-a-turn", "one-gun", "one-hex", "one-only", "one-tank", "one-tank-lost",
        "only-ships", "out-of-range", "out-of-sector", "outside-area", "over-water", "overstacked", "own-rails",
        "plan-17", "port-not-held", "rail-not-friendly", "rail-only", "rail-taken", "rail-too-far", "rail-zone",
        "retreat-apart", "scheldt", "schlieffen-plan", "second-army", "sent-there", "skips-hexes", "snow",
        "south-of-salonika", "station-empty", "stays-in-box", "still-to-place", "stosstruppen-advance",
        "stosstruppen-first", "stosstruppen-in-each-hex", "supports", "tank-first", "tanks-alone", "there-already",
        "too-early", "too-far", "too-far-from-germany", "too-heavy", "too-late", "too-many-aircraft",
        "too-many-guns", "took-no-part", "unsupplied", "watched", "whole-phase", "wrong-city", "wrong-place",
        "wrong-retreat", "wrong-unit",
        "garrison-there", "too-few-there",
    }),
    HIDES=False,
)  # fmt: skip
