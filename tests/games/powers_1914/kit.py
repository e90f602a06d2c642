"""Positions written down as text, and a table to play them on.

``{"champagne": "FR 3 infantry 1 artillery petain", "north-sea": "GE 2 ship; BR 1 ship"}``: for each field the nations'
units, nations separated by semicolons, generals by name. Units are numbered as they are mentioned:
``FR.infantry.1`` and so on. Nothing else is on the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import SeatClient, first_options
from rules.powers_1914.facts import Event
from rules.powers_1914.facts.battle import FightRolled
from rules.powers_1914.game import GAME
from rules.powers_1914.position.frames import PhaseFrame
from rules.powers_1914.position.state import State, UnitState, Works
from rules.powers_1914.printed.plans import AS_PRINTED, PLANS
from tests.games.chance import Dice

PRINTED = PLANS[AS_PRINTED]
CALM = "winter-4"
"""A card that finds nobody in Russia."""


class Steady(Dice):
    """A chance port that always shows the same face, or the highest there is."""

    def __init__(self, face: int) -> None:
        super().__init__(())
        self.face = face

    def __call__(self, draw: int, sides: int) -> int:
        """The one face."""
        return min(self.face, sides)


def dice(*faces: int) -> Dice:
    """Dice that fall as told, then refuse to fall again."""
    return Dice(faces)


def position(
    places: Mapping[str, str],
    step: str = "central.action",
    scenario: str = "classic-1",
    turn: int = 3,
    spent: Iterable[str] = (),
    flags: Mapping[str, str] | None = None,
    money: int = 0,
    works: Mapping[str, tuple[Works, ...]] | None = None,
    options: Mapping[str, Any] | None = None,
    **changes: object,
) -> State:
    """A state at a step of the turn with the units of ``places``; ``flags`` are fields in other hands than at first."""
    state = GAME.new_match(scenario, options or {})
    units: dict[str, UnitState] = {}
    numbers: dict[str, int] = {}
    for area, text in places.items():
        for part in text.split(";"):
            nation, *words = part.split()
            while words:
                word = words.pop(0)
                if not word.isdigit():
                    units[f"{nation}.general.{word}"] = UnitState(area)
                    continue
                kind = words.pop(0)
                for _ in range(int(word)):
                    key = f"{nation}.{kind}"
                    numbers[key] = numbers.get(key, 0) + 1
                    units[f"{key}.{numbers[key]}"] = UnitState(area)
    for unit in spent:
        units[unit] = units[unit]._replace(spent=True)
    state = replace(
        state,
        units=units,
        turn=turn,
        cursor=(PhaseFrame(step),),
        control={**state.control, **(flags or {})},
        money=dict.fromkeys(state.money, money),
        works=dict(works) if works is not None else state.works,
    )
    return replace(state, **changes)  # type: ignore[arg-type]


def told(
    state: State, seat: str, kind: str, chance: Dice | None = None, **arguments: object
) -> tuple[State, tuple[Event, ...]]:
    """Give a command: the state after all that follows from it, and the events. AssertionError when it is refused."""
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, chance or dice())
    assert not isinstance(answer, Refusal), f"refused, {answer.section}: {answer.text}"
    for event in answer:
        state = GAME.evolve(state, event)
    return state, answer.events


def order(state: State, seat: str, kind: str, chance: Dice | None = None, **arguments: object) -> State:
    """As ``told``, the state alone."""
    return told(state, seat, kind, chance, **arguments)[0]


def denied(state: State, seat: str, code: str, section: str, kind: str, **arguments: object) -> Refusal:
    """Give a command that must be refused with this code and section and must leave the state as it was."""
    before = GAME.dump_state(state)
    answer = GAME.decide(state, seat, {"kind": kind, **arguments}, dice())
    assert isinstance(answer, Refusal), f"taken: {answer}"
    assert (answer.code, answer.section) == (code, section), answer
    assert GAME.dump_state(state) == before
    return answer


def go(state: State, seat: str, units: str | Sequence[str], *path: str, chance: Dice | None = None) -> State:
    """Move units along a path."""
    return order(state, seat, "move", chance, units=named(units), path=[*path])


def cannot_go(state: State, seat: str, code: str, section: str, units: str | Sequence[str], *path: str) -> Refusal:
    """A move that must be refused."""
    return denied(state, seat, code, section, "move", units=named(units), path=[*path])


def named(units: str | Sequence[str]) -> list[str]:
    """Unit ids from one string or a list."""
    return units.split() if isinstance(units, str) else [*units]


def fight(
    state: State, seat: str, unit: str, target: str, *faces: int, capture: bool = False
) -> tuple[State, tuple[Event, ...]]:
    """One single fight with these two dice."""
    return told(state, seat, "fight", dice(*faces), unit=unit, target=target, capture=capture)


def at(state: State, unit: str) -> str | None:
    """The field of a unit, None when it is no longer on the map."""
    return state.units[unit].at if unit in state.units else None


def offer(state: State, seat: str, kind: str) -> JsonObject | None:
    """The offer of that kind put to a seat, or None."""
    offers = GAME.legal(state, seat)["offers"]
    assert isinstance(offers, list)
    return next((o for o in offers if isinstance(o, dict) and o["kind"] == kind), None)


def options(state: State, seat: str, kind: str, slot: str = "", **chosen: Any) -> dict[str, Any]:
    """What may be chosen in the first slot of an order, or in a later one; nothing when it is not offered."""
    found = offer(state, seat, kind)
    if found is None:
        return {"of": [], "ways": {}}
    return SeatClient(GAME, state, seat).options(kind, slot, **chosen) if slot else first_options(found)


def happened(events: Iterable[Event], cls: type) -> list[Any]:
    """The events of one class."""
    return [event for event in events if isinstance(event, cls)]


def changes(events: Iterable[Event], role: str) -> dict[str, int]:
    """What changed the die of one side in the only fight among the events: section to value."""
    (roll,) = [r for r in happened(events, FightRolled) if r.role == role]
    return {m.section: m.value for m in roll.modifiers}


CALM_DECK = ("winter-1", "winter-2", "winter-3", "winter-4", "portugal-1", "sweden-1")
"""Cards for two more turns that ask nothing of anyone outside Russia."""


def passed(state: State, side: str) -> State:
    """All seats end what they do until that side is to move and fight the next time; cards come from the deck's top."""
    while True:
        for seat in GAME.deciders(state):
            state = order(state, seat, "end_phase", Steady(1))
        if state.phase.key == f"{side}.action":
            return state


def beat(state: State, seat: str) -> State:
    """Win the battle under way, pair by pair."""
    while state.battle is not None:
        fights: Any = offer(state, seat, "fight")
        unit, targets = next(iter(fights["pairs"].items()))
        state = order(state, seat, "fight", dice(6, 1), unit=unit, target=targets[0], capture=False)
    return state


def drawing(card: str, other: str = "disease-4", **more: Any) -> tuple[State, Dice]:
    """A state one command before a new turn in which the Central Powers draw ``card`` and the Entente ``other``.

    The other arguments are those of ``position``. The Entente has to end its action step.
    """
    rest = set(more.pop("rest", ("famine-1", "famine-2")))
    state = position(more.pop("places", {}), step="entente.action", **more)
    deck = tuple(sorted({card, other} | rest))
    state = replace(state, deck=deck)
    first = deck.index(card) + 1
    second = [c for c in deck if c != card].index(other) + 1
    return state, dice(first, second)


def next_turn(state: State, chance: Dice) -> tuple[State, tuple[Event, ...]]:
    """End the Entente's action step, seat by seat, so that the next turn begins."""
    *others, last = GAME.deciders(state)
    for seat in others:
        state, _ = told(state, seat, "end_phase", chance)
    return told(state, last, "end_phase", chance)


def drawn(card: str, places: dict[str, str] | None = None, other: str = CALM, **more: Any) -> State:
    """The state after the Central Powers drew ``card`` and the Entente ``other``."""
    state, chance = drawing(card, other, places=places or {}, **more)
    return next_turn(state, chance)[0]


def price(what: str) -> int:
    """A price of the list."""
    return PRINTED.prices[what]


def coins(*areas: str) -> int:
    """What some fields bring."""
    return sum(PRINTED.board.areas[a].coins for a in areas)


def wealth(*nations: str) -> int:
    """What some countries bring with all their fields."""
    return sum(coins(*PRINTED.board.belongs[n]) for n in nations)


def income(side: str, scenario: str = "classic-1") -> int:
    """What a side receives in the first turn."""
    return wealth(*PRINTED.settings[scenario].nations[side])


def start_money(side: str, scenario: str = "classic-1") -> int:
    """§2.3: what a side has before its first income: a share of what each nation has, rounded down."""
    plan = PRINTED.settings[scenario]
    return sum(wealth(n) * plan.money // 100 for n in plan.nations[side])
