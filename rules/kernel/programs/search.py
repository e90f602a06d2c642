"""Looking ahead: plans are tried out in positions that are imagined from what a seat is told, and the best is taken.

A search knows the rules and no position. It deals what is hidden, has programs play on from there with dice of its own,
and asks what the position they come to is worth. What it may look at is counted in positions, not in seconds: the same
view and the same luck give the same plan, on any machine (decisions/0085).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any, Protocol

from rules.kernel import dice
from rules.kernel.messages import Chance, Command, Decided, JsonObject, Refusal
from rules.kernel.players import Playable, Player, PlayerMaker, Rng, SeatClient

KEY_BYTES = 16
BYTE = 256
ALIKE = 0.01
"""Plans that differ by less are worth the same: a hundredth of a match."""


class Rules(Playable, Protocol):
    """What a search asks of a game: that it imagines positions and plays on from them."""

    def imagine(self, view: Mapping[str, Any], rng: Rng, /) -> Any:
        """A position as it may well be, from what a seat is told."""
        ...

    def deciders(self, state: Any) -> tuple[str, ...]:
        """The seats that are asked."""
        ...

    def decide(self, state: Any, seat: str, command: Command, chance: Chance) -> Decided[Any, Any] | Refusal:
        """What follows from a command."""
        ...


@dataclass(frozen=True, slots=True)
class Plan:
    """Something that a seat could set out to do: its name, and the program that does it."""

    name: str
    play: PlayerMaker


@dataclass(frozen=True, slots=True)
class Outlook:
    """How far a seat looks, and by what it judges.

    ``rivals``: who is thought to play each other seat. ``is_far_enough``: whether a position is one to be judged.
    ``worth``: what such a position is worth to the seat, the more the better. ``positions``: how many may be looked at.
    """

    rules: Rules
    seat: str
    rivals: Callable[[str], Player]
    is_far_enough: Callable[[Any], bool]
    worth: Callable[[Any], float]
    positions: int


@dataclass(slots=True)
class Tried:
    """A plan and what came of it, deal by deal."""

    plan: Plan
    worths: list[float] = field(default_factory=list)

    @property
    def worth(self) -> float:
        """What it was worth on average."""
        return mean(self.worths)


class Luck:
    """Dice and lots of a deal: others than the match's, and the same for each plan that is tried with them."""

    def __init__(self, key: bytes) -> None:
        self.chance = dice.chance(key)
        self._lots = dice.chance(key[::-1] + b"lots")
        self._drawn = 0

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to ``stop`` - 1."""
        self._drawn += 1
        return self._lots(self._drawn, stop) - 1


def weigh(outlook: Outlook, plans: Sequence[Plan], told: Mapping[str, Any], rng: Rng) -> list[Tried]:
    """All plans by what they are worth, the best first; ``told``: what the seat knows (``SeatClient.recalled``).

    All are tried in the same deals. After each share of the positions the worse half goes, but never the first plan,
    which is the one to fall back on. Where all that are left are worth the same, nothing more is looked at.
    """
    alive, gone = [Tried(plan) for plan in plans], list[Tried]()
    rounds = max(1, (len(plans) - 1).bit_length())
    looked = 0
    for number in range(1, rounds + 1):
        until = outlook.positions * number // rounds
        once = True
        while once or (looked < until and not _are_alike(alive)):
            once = False
            position, key = outlook.rules.imagine(told, rng), bytes(rng.randrange(BYTE) for _ in range(KEY_BYTES))
            for one in alive:
                worth, positions = _try_out(outlook, one.plan, position, Luck(key))
                one.worths.append(worth)
                looked += positions
        if _are_alike(alive):
            break
        if number < rounds:
            first, *others = alive
            others.sort(key=lambda one: -one.worth)
            kept = len(alive) // 2
            alive, gone = [first, *others[:kept]], [*others[kept:], *gone]
    return sorted(alive, key=lambda one: -one.worth) + gone


def _are_alike(tried: Sequence[Tried]) -> bool:
    worths = [one.worth for one in tried]
    return max(worths) - min(worths) <= ALIKE


def _try_out(outlook: Outlook, plan: Plan, position: Any, luck: Luck) -> tuple[float, int]:
    """What a plan comes to in one deal, and how many positions were looked at."""
    sitting: dict[str, Player] = {outlook.seat: plan.play()}
    looked = 0
    while (deciders := outlook.rules.deciders(position)) and not outlook.is_far_enough(position):
        seat, command = _next(outlook, position, deciders, sitting, luck)
        decided = outlook.rules.decide(position, seat, command, luck.chance)
        if isinstance(decided, Refusal):
            raise ValueError(f"{plan.name}: {seat} may not give {command}: {decided.text}")
        position = decided.states[-1]
        looked += 1
    return outlook.worth(position), looked


def _next(
    outlook: Outlook, position: Any, deciders: Sequence[str], sitting: dict[str, Player], luck: Luck
) -> tuple[str, JsonObject]:
    """Whoever of the deciders gives a command, and which; those who leave it to their allies are asked again once."""
    for seat in (*deciders, *deciders):
        if seat not in sitting:
            sitting[seat] = outlook.rivals(seat)
        command = sitting[seat].command(SeatClient(outlook.rules, position, seat), luck)
        if command is not None:
            return seat, command
    raise ValueError("everyone leaves the decision to someone else")
