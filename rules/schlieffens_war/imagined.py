"""§6.6: a whole position made from what one side is shown: the known as it is, the unknown dealt as it may well be.

It knows the view and nothing else. The side would see the same in it, be asked the same, and be answered the same.
What it cannot know is dealt from the units that it sees nowhere, so that each stack keeps to the rules as far as its
faces allow: nation (§6.3), limits (§6.2), what a depot covers (§6.6), and whether it has a zone of control (§7.0).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from rules.kernel.codec import load
from rules.kernel.players import Rng
from rules.schlieffens_war.position.state import (
    ELIMINATED,
    FATIGUED,
    IN_SUPPLY,
    NORMAL,
    POOL,
    VERSION,
    BattleFrame,
    Frame,
    OverstackFrame,
    State,
    UnitState,
)
from rules.schlieffens_war.printed.counters import Counter
from rules.schlieffens_war.printed.data import PLANS, Printed
from rules.schlieffens_war.printed.sides import BR, foe

T = TypeVar("T")

LEVELS = {"fatigued": FATIGUED, "normal": NORMAL, "elan": 1}
MOST_CORPS, MOST_HQ = 3, 1
"""§6.2."""
GUESTS_OF = ("Liège", "Maubeuge")
"""§8.4: the fortresses in which British units may stand with a fort."""
TRIES = 4000
"""Exchanges after which a deal is taken as it is; some hundred do where a deal without a fault is to be found."""
SAME_ARMY, ANY_ARMY = 8, 1
"""How much likelier a unit of the army that is seen on a stack lies below than one of another."""
OUT_OF_REASON = 100
"""What the view rules out weighs more than any number of stacks over the limits (which they may be amid a phase)."""


def imagine(view: Mapping[str, Any], rng: Rng) -> State:
    """A position that looks to the view's side as the true one does. ValueError for a view that is no side's."""
    noted = view.get("noted")
    if noted is None:
        raise ValueError("only what a side is shown can be imagined whole")
    printed = PLANS[noted["plan"]]
    deal = _Deal(view, noted, printed, rng)
    crowded = deal.deal()
    units, stacks = deal.units(), deal.stacks()
    outcome = view.get("outcome")
    return State(
        version=VERSION,
        turn=view["turn"],
        cursor=_cursor(noted["cursor"], view["viewer"], stacks, crowded),
        units=units,
        stacks=stacks,
        taken=frozenset(hex_ for hexes in view["control"].values() for hex_ in hexes),
        vp=view["tracks"]["vp"],
        plan_xvii=view["tracks"]["plan_xvii"],
        paris_endangered=view["tracks"]["paris_endangered"],
        coup=view["markers"]["coup"] == "ready",
        artillery=tuple(map(_from_turn, view["markers"]["artillery"])),
        arrivals=dict(noted["arrivals"]),
        withdrawn=noted["withdrawn"],
        ended=None if outcome is None else (outcome["winner"] or "", outcome["reason"], outcome["section"]),
        plan=noted["plan"],
    )


def dealt(view: Mapping[str, Any], state: State) -> tuple[str, ...]:
    """The units on the map of an imagined position whose faces the view does not show, in the order of the sheet."""
    shown = {face["id"] for stack in view["stacks"].values() for face in stack}
    forts = {about["fort"][0] for about in view["noted"]["hexes"].values() if "fort" in about}
    return tuple(u for u in state.units if state.is_on_map(u) and u not in shown and u not in forts)


def _from_turn(marker: str) -> int:
    """The turn from which a marker is available; which of those that are past makes no difference."""
    return 0 if marker == "gone" else 1 if marker == "ready" else int(marker.removeprefix("turn "))


def _cursor(
    frames: Sequence[Mapping[str, Any]], viewer: str, stacks: Mapping[str, tuple[str, ...]], crowded: Sequence[str]
) -> tuple[Frame, ...]:
    """The frames with the units and hexes that were dealt for what the view names by place, or not at all."""
    found: list[Frame] = []
    for data in frames:
        told: dict[str, Any] = {**data}
        if told["kind"] == BattleFrame.kind:
            for name in ("bystanders", "hits", "extra_due"):
                told[name] = [_by_handle(u, stacks) for u in told[name]]
        if told["kind"] == OverstackFrame.kind:
            # Of the enemy's hexes the view tells how many at most; who is asked now has the first of all.
            mine = [h for h in told["hexes"] if h != foe(viewer)]
            told["hexes"] = [*mine, *crowded] if told["hexes"][0] in mine else [*crowded, *mine]
        found.append(load(cast("Any", Frame), told))
    return tuple(found)


def _by_handle(name: str, stacks: Mapping[str, tuple[str, ...]]) -> str:
    if not name.startswith("?"):
        return name
    hex_, _, depth = name[1:].partition(".")
    return stacks[hex_][int(depth)]


@dataclass(slots=True)
class _Stack:
    """A stack of which some faces are hidden, and what is dealt to it: None for a place that is empty still."""

    hex: str
    faces: list[str | None]
    """Known units by their place, the top first."""
    zone: bool
    """Whether it has a zone of control."""
    guests: bool
    """Whether British units may lie with the fort that is all one sees."""
    army: str
    crowded: bool = False
    """§6.5: whether it must be over the limits."""
    dealt: dict[int, str] = field(default_factory=dict)

    @property
    def hidden(self) -> list[int]:
        """The places whose faces are hidden."""
        return [depth for depth, face in enumerate(self.faces) if face is None]

    def units_from_top(self) -> list[str]:
        """The units from the top down."""
        return [self.dealt[depth] if face is None else face for depth, face in enumerate(self.faces)]


class _Deal:
    """What a view shows, unit by unit, and the stacks that are dealt to it."""

    def __init__(self, view: Mapping[str, Any], noted: Mapping[str, Any], printed: Printed, rng: Rng) -> None:
        self._view = view
        self._printed = printed
        self._counters: Mapping[str, Counter] = printed.counters
        self._noted = noted
        self._rng = rng
        self._viewer: str = view["viewer"]
        self._known: dict[str, UnitState] = {}
        self._lies: dict[str, list[str | None]] = {}
        self._read()
        self._open: list[_Stack] = [
            self._stack(hex_, faces) for hex_, faces in self._lies.items() if any(face is None for face in faces)
        ]

    # --- what is known --------------------------------------------------------------------------------------------

    def _read(self) -> None:
        attacked = frozenset(self._noted.get("attacked", ()))
        for hex_, stack in self._view["stacks"].items():
            about = self._noted["hexes"].get(hex_, {})
            faces: list[str | None] = []
            for face in stack:
                faces.append(None if face.get("concealed") else face["id"])
                if not face.get("concealed"):
                    self._known[face["id"]] = self._condition(face, hex_, about, hex_ in attacked)
            if "fort" in about and about["fort"][0] not in self._known:
                fort, steps, morale, supply = about["fort"]
                # Where it lies among those below nobody knows: the bottom is where it lay at first.
                faces[max(i for i, face in enumerate(faces) if face is None)] = fort
                self._known[fort] = UnitState(hex_, steps, morale, supply, attacked=hex_ in attacked)
            self._lies[hex_] = faces
        for box, faces_there in self._view["boxes"].items():
            for face in faces_there:
                self._known[face["id"]] = self._in_box(face, box)

    @staticmethod
    def _condition(face: Mapping[str, Any], hex_: str, about: Mapping[str, Any], attacked: bool) -> UnitState:
        """A unit whose face is open, with what its own side has noted of it."""
        now = UnitState(hex_, face["steps"], LEVELS[face["morale"]], face["supply"], attacked=attacked)
        if "mp" not in face:
            return now
        helps = face.get("helps")
        now = now._replace(spent=face["mp"], helps=True if helps is None else helps)
        if face["id"] not in about:
            return now
        marched, fought, was_attacked, shifted, began = about[face["id"]]
        return now._replace(marched=marched, fought=fought, attacked=was_attacked, shifted=shifted, began=began)

    @staticmethod
    def _in_box(face: Mapping[str, Any], box: str) -> UnitState:
        """Off the map; §9.5: an eliminated unit is shown as it would come back, and has no steps until then."""
        if box == ELIMINATED:
            return UnitState(box, 0, 0, IN_SUPPLY)
        return UnitState(box, face["steps"], LEVELS[face["morale"]], face["supply"])

    def _stack(self, hex_: str, faces: list[str | None]) -> _Stack:
        counters = [self._counters[face] for face in faces if face is not None]
        guests = not any(c.is_mobile for c in counters) and self._printed.board.name.get(hex_) in GUESTS_OF
        army = next((c.army for c in counters if c.army), "")
        return _Stack(hex_, faces, self._noted["hexes"][hex_]["zone"], guests, army)

    # --- what is dealt --------------------------------------------------------------------------------------------

    def deal(self) -> list[str]:
        """Deal the hidden places. The hexes of the enemy that are over the limits, as many as are asked about."""
        crowded = self._choose_crowded()
        unseen = self._unseen()
        places = [(stack, depth) for stack in self._open for depth in stack.hidden]
        if len(places) > len(unseen):
            raise ValueError("more units are hidden than there are")
        # In a set-up what is not needed waits in its pool still.
        for stack, depth in self._shuffle(places):
            unit = self._likely(stack, unseen)
            unseen.remove(unit)
            stack.dealt[depth] = unit
        self._mend(places, unseen)
        self._pool = unseen
        return crowded

    def _unseen(self) -> list[str]:
        """The units that lie nowhere to be seen: only the enemy has such."""
        return [u for u, c in self._counters.items() if u not in self._known and c.side != self._viewer]

    def _likely(self, stack: _Stack, unseen: Sequence[str]) -> str:
        """One of the units that fit, sooner one of the army that is seen there."""
        fitting = [u for u in unseen if self._may_lie(stack, u)] or [*unseen]
        lots = [SAME_ARMY if self._counters[u].army == stack.army else ANY_ARMY for u in fitting]
        at = self._rng.randrange(sum(lots))
        for unit, weight in zip(fitting, lots, strict=True):
            at -= weight
            if at < 0:
                return unit
        raise AssertionError("a number below the sum of all weights")

    def _may_lie(self, stack: _Stack, unit: str) -> bool:
        """§6.3, §8.4: whether a unit's nation may lie below what is seen."""
        nation = self._counters[unit].nation
        seen = [self._counters[face] for face in stack.faces if face is not None]
        mobile = [c.nation for c in seen if c.is_mobile]
        if mobile:
            return nation == mobile[0]
        return nation == seen[0].nation or (nation == BR and stack.guests)

    def _mend(self, places: Sequence[tuple[_Stack, int]], spare: list[str]) -> None:
        """Exchange units at random as long as a stack has something that it may not have, and it gets no worse."""
        faults = {stack.hex: self._faults(stack) for stack in self._open}
        for _ in range(TRIES):
            faulty = [stack for stack in self._open if faults[stack.hex]]
            if not faulty:
                return
            stack = faulty[self._rng.randrange(len(faulty))]
            depth = stack.hidden[self._rng.randrange(len(stack.hidden))]
            number = self._rng.randrange(len(places) + len(spare))
            other, there = places[number] if number < len(places) else (None, number - len(places))
            lots = spare if other is None else other.dealt
            unit = stack.dealt[depth]
            if self._counters[unit].kind == self._counters[lots[there]].kind and not self._is_foreign(stack, unit):
                continue
            touched = [stack] if other is None or other is stack else [stack, other]
            before = sum(faults[s.hex] for s in touched)
            stack.dealt[depth], lots[there] = lots[there], unit
            now = {s.hex: self._faults(s) for s in touched}
            if sum(now.values()) > before:
                stack.dealt[depth], lots[there] = unit, stack.dealt[depth]
            else:
                faults |= now

    def _is_foreign(self, stack: _Stack, unit: str) -> bool:
        """Whether a unit cannot stay for its nation's sake; else only another kind could mend the stack."""
        return not self._may_lie(stack, unit) or stack.guests

    def _faults(self, stack: _Stack) -> int:
        """How much is wrong with what a stack was dealt."""
        lies = [self._counters[u] for u in stack.units_from_top()]
        wrong = sum(not self._may_lie(stack, u) for u in stack.dealt.values())
        mobile = {c.nation for c in lies if c.is_mobile}
        wrong += len(mobile) > 1
        wrong += self._ill_covered(stack)
        off_rail = stack.hex not in self._printed.board.on_rail
        wrong += off_rail and any(self._counters[u].kind == "depot" for u in stack.dealt.values())
        corps = any(c.is_corps for c in lies)
        if stack.hex not in self._printed.board.fortresses and all(c.is_mobile for c in lies):
            wrong += corps != stack.zone
        over = max(0, sum(c.weight for c in lies) - MOST_CORPS) + max(0, sum(c.kind == "hq" for c in lies) - MOST_HQ)
        if stack.crowded:
            return OUT_OF_REASON * (wrong + (over == 0))
        return OUT_OF_REASON * wrong + over

    def _ill_covered(self, stack: _Stack) -> int:
        """§6.6: below a depot the first unit that is none is seen, so all above that are depots, or all there are."""
        top = stack.faces[0]
        if top is None or self._counters[top].kind != "depot":
            return 0
        shown = [i for i, f in enumerate(stack.faces) if f is not None and self._counters[f].kind != "depot"]
        above = min(shown, default=len(stack.faces))
        return sum(self._counters[u].kind != "depot" for depth, u in stack.dealt.items() if depth < above)

    def _choose_crowded(self) -> list[str]:
        """§6.5: stacks of the enemy that may be over the limits, where it is known that some are."""
        wanted = sum(
            hex_ == foe(self._viewer)
            for frame in self._noted["cursor"]
            if frame["kind"] == OverstackFrame.kind
            for hex_ in frame["hexes"]
        )
        if not wanted:
            return []
        certain = [hex_ for hex_, faces in self._lies.items() if self._is_over(faces)]
        deep = self._shuffle([s for s in self._open if len(s.faces) > 1])
        deep.sort(key=lambda s: -min(len(s.faces), MOST_CORPS + 1))
        chosen = deep[: max(0, wanted - len(certain))]
        for stack in chosen:
            stack.crowded = True
        return sorted((*certain, *(stack.hex for stack in chosen)))

    def _is_over(self, faces: Iterable[str | None]) -> bool:
        """Whether what is seen of a stack of the enemy is too much already."""
        lies = [self._counters[face] for face in faces if face is not None]
        if not lies or lies[0].side == self._viewer:
            return False
        return sum(c.weight for c in lies) > MOST_CORPS or sum(c.kind == "hq" for c in lies) > MOST_HQ

    def _shuffle(self, things: Sequence[T]) -> list[T]:
        left, found = [*things], list[T]()
        while left:
            found.append(left.pop(self._rng.randrange(len(left))))
        return found

    # --- the position ---------------------------------------------------------------------------------------------

    def stacks(self) -> dict[str, tuple[str, ...]]:
        """Who lies where, from the top down."""
        dealt = {stack.hex: tuple(stack.units_from_top()) for stack in self._open}
        return {hex_: dealt.get(hex_) or cast("tuple[str, ...]", tuple(faces)) for hex_, faces in self._lies.items()}

    def units(self) -> dict[str, UnitState]:
        """How every unit is, in the order of the counter sheet."""
        known = {**self._known}
        attacked = frozenset(self._noted.get("attacked", ()))
        corps = [now for u, now in self._known.items() if self._is_seen_enemy(u)]
        for stack in self._open:
            supply = self._known[next(f for f in stack.faces if f is not None)].supply
            for unit in stack.dealt.values():
                known[unit] = self._condition_below(unit, stack.hex, supply, corps, stack.hex in attacked)
        for unit in self._pool:
            c = self._counters[unit]
            known[unit] = UnitState(POOL, c.full, 1 if c.nation == "GE" and c.is_corps else NORMAL)
        return {unit: known[unit] for unit in self._counters}

    def _is_seen_enemy(self, unit: str) -> bool:
        c = self._counters[unit]
        return c.is_corps and c.side != self._viewer and self._known[unit].at in self._lies

    def _condition_below(
        self, unit: str, hex_: str, supply: str, corps: Sequence[UnitState], attacked: bool
    ) -> UnitState:
        """Supplied as what covers it; corps with the losses and the morale of one of those that are seen."""
        c = self._counters[unit]
        if not c.is_corps or not corps:
            return UnitState(hex_, c.full, NORMAL, supply, attacked=attacked)
        like = corps[self._rng.randrange(len(corps))]
        return UnitState(hex_, min(c.full, max(1, like.steps)), like.morale, supply, attacked=attacked)
