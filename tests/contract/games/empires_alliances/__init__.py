"""The hooks of Empires & Alliances: what holds in every position of it. Nothing is hidden from anyone."""

from __future__ import annotations

import pathlib
import random
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

from rules.empires_alliances.combat.at_once import NEAR_HEXES
from rules.empires_alliances.engine import ENGINE
from rules.empires_alliances.game import GAME
from rules.empires_alliances.position.frames import Fight, Frame, HexAttack
from rules.empires_alliances.position.state import State
from rules.empires_alliances.position.theatres import theatre_of
from rules.empires_alliances.printed import data
from rules.empires_alliances.printed.board import BINS
from rules.empires_alliances.printed.data import PLANS
from rules.empires_alliances.terrain.zones import zone
from rules.kernel.fast_replace import replace
from rules.kernel.messages import JsonObject
from tests.contract import derived
from tests.contract.hooks import Budget
from tests.contract.small import Path, SmallGame

PRINTED = PLANS["rebuilt-1"]


_FILE = pathlib.Path(data.__file__).parents[1] / "sections.toml"
_LISTED = tomllib.loads(_FILE.read_text(encoding="utf-8"))["sections"]
SECTIONS = frozenset(str(section["number"]) for section in _LISTED)
"""The sections of the rulebook."""
TOGETHER = ("move", "retreat")
"""Orders of which no shape of slot says that their units must stand in one hex."""
TOGETHER_OR_MANY = (
    *TOGETHER, "overrun", "divide", "divide_air", "divide_navy", "divide_air_navy", "infiltrate", "neutralise",
    "invade", "invade_two",
)  # fmt: skip
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
    """One attack a theatre at a time, away from others; who fights has fought; nobody is in two of its fights, and
    every defender is in one."""
    others = [other for other in state.lanes if other != hex_]
    assert all(theatre_of(state, other) != theatre_of(state, hex_) for other in others)
    assert all(state.board.lattice.distance(other, hex_) > NEAR_HEXES for other in others)
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

    APART = TOGETHER_OR_MANY
    """Of what the form sends for one of several commanders."""

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
        "1914": Budget(playouts=8, looks=2, stride=4, sampled=False),
        "1918": Budget(playouts=4, looks=2, stride=6, sampled=False),
        "campaign": Budget(playouts=4, looks=2, stride=6, whole=3),
        "1914-west-and-east": Budget(playouts=1, looks=1, stride=6, whole=3),
        "campaign-west-and-east": Budget(playouts=1, looks=1, stride=4, whole=4, sampled=False),
        "campaign-italy-in-the-east": Budget(playouts=1, looks=1, stride=4, whole=4, sampled=False),
        "1918-north-and-south": Budget(playouts=1, looks=1, stride=4, whole=4, sampled=False),
    },
    concealed,
    (*list(PRINTED.units)[:40], *PRINTED.board.lattice.ids[1000:1040]),
    check_position,
    at=lambda state, name: state.units[name].at if name in state.units else None,
    around=lambda state, place: state.board.lattice.around(place) if place in state.board.lattice.index else (),
    codes=frozenset({
        "air-too-far", "all-placed", "attack-open", "allies-apart", "always-neutral", "american-sector",
        "attacked-before", "away-from-supply", "belgian-city", "border-open", "bound-for-box", "too-few-in-box",
        "bound",
        "british-and-french", "british-sector",
        "cannot-attack", "carried-already", "closed", "conquered", "cut-off", "deep-enough", "demoralised",
        "enemy-fort", "enemy-there", "flies", "flown", "foot-first", "fort-there", "fought", "french-sector",
        "garrison", "germans-and-italy", "greek-rails", "guns-over-foot", "has-air", "has-dug", "has-landed",
        "has-room", "held", "italian-border", "italy-first", "lake", "largest", "largest-first", "low-morale",
        "mobilising", "must-advance", "must-commit", "must-leave", "must-withdraw", "neutral", "neutral-rails",
        "no-air", "no-aircraft", "no-base", "no-choice", "no-corps-for-air", "no-corps-for-tank",
        "no-declarations", "no-enemy", "no-foot", "no-fort", "no-infantry", "no-landing", "no-line", "no-move",
        "no-mp", "no-overrun", "no-place", "no-points", "no-port", "no-ports", "no-rail-capacity", "no-railhead",
        "no-rails", "no-room", "no-sea-capacity", "no-sea-there", "no-ships", "no-stosstruppen", "no-such-hex",
        "no-target", "no-trains", "no-trenches-yet", "no-way-on", "no-way-out", "nobody-came", "nobody-near",
        "nobody-returns", "nobody-there", "not-adjacent", "not-advancing", "not-at-war-there", "not-conquered",
        "not-controlled",
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
        "allies-only", "before-invasions", "before-italy", "bound-by-name", "closed-port", "has-navy", "landed",
        "leaves-nobody", "moved-before", "must-attack", "must-invade", "navy-over-invaders", "no-breakdown",
        "no-counters", "no-invader", "no-invasions", "no-more", "no-navy", "no-overlay", "no-pair", "no-shore",
        "nobody-invades", "not-beside", "not-enemy", "not-in-port", "not-yet", "open-border", "other-sea", "taken",
        "too-many-invaders", "too-many-there", "too-soon", "watched-port", "wrong-nation",
        "attacked-twice", "attacks-twice", "fed-so", "fleet-elsewhere", "joined", "joined-twice", "kept-already",
        "no-corps", "no-gun", "not-attacked", "not-attacking", "not-fed-there", "not-in-the-fight", "not-that-many",
        "on-board",
    }),
    HIDES=False,
)  # fmt: skip
