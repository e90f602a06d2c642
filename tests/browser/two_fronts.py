"""A game of two boards for the browser tests: one corps each, on the Western or the Italian Front of the Great War.

The players move in turn, a hex at a time or over the railway from one front to the other (the atlas's "allied rail").
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import ClassVar, cast

from app.programs.serve import serve_games
from app.settings import ROOT
from rules.hexes.atlas import Atlas
from rules.kernel import codec, facts
from rules.kernel.decision_builder import DecisionBuilder
from rules.kernel.game import Board, Glance, Milestone, Scenario, Seat
from rules.kernel.gauge import UNMEASURED
from rules.kernel.lattice import OFF_BOARD
from rules.kernel.messages import Chance, Command, Decided, Json, JsonObject, Outcome, Refusal
from rules.kernel.plans import Plans
from rules.kernel.players import PlayerMaker, Rng
from rules.kernel.pools import NO_POOLS
from rules.kernel.procedure.engine import Engine, Place
from rules.kernel.procedure.options import OneOf
from rules.kernel.procedure.orders import At, Choices, Order, Slot
from rules.kernel.procedure.steps import Ask, Step, Tree
from rules.kernel.rulebook import rulebook_json
from rules.kernel.standing import NothingAhead

FRANCE, ITALY = "france", "italy"
OTHER = {FRANCE: ITALY, ITALY: FRANCE}
START = {FRANCE: "W3603", ITALY: "W2205"}
BOARDS = (Board("great-war-west", "Western Front", "W"), Board("great-war-italy", "Italian Front", "W"))
FOLDER = ROOT / "scenarios" / "great-war"


@cache
def ways() -> Mapping[str, tuple[str, ...]]:
    """Where a corps may go from each hex: beside it on land, or by rail to any source of the other front."""
    atlas = Atlas.read(FOLDER / "atlas.toml", FOLDER / "boards")
    ids, surface = atlas.lattice.ids, atlas.words("surface")
    rails = [link.a for link in atlas.links if link.kind == "allied rail" and link.b == "allied-rail"]
    found = {
        ids[a]: tuple(ids[b] for b in around if b != OFF_BOARD and surface[b] == "land")
        for a, around in enumerate(atlas.lattice.neighbours)
    }
    for a in rails:
        found[a] += tuple(b for b in rails if atlas.page_of(b) is not atlas.page_of(a))
    return found


@dataclass(frozen=True, slots=True)
class State:
    """Where both corps stand and whose turn it is."""

    at: Mapping[str, str]
    seat: str = FRANCE
    turn: int = 1
    draws: int = 0
    ended: tuple[str, str, str] | None = None
    """It goes on for ever."""

    @property
    def outcome(self) -> Outcome | None:
        """It goes on for ever."""
        return None


@dataclass(frozen=True, slots=True)
class Moved:
    """A corps goes along a path of two hexes, and the other player is to move."""

    kind: ClassVar[str] = "moved"
    unit: str
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        """The state after this fact."""
        at = {**state.at, self.unit: self.path[-1]}
        return replace(state, at=at, seat=OTHER[self.unit], turn=state.turn + 1)


EVENTS: facts.Kinds[State] = facts.Kinds((Moved,))


class Play(DecisionBuilder[State]):
    """A decision as it grows."""


def goals(at: At[State], _: Choices) -> OneOf:
    """Where the player's corps may go."""
    return OneOf([h for h in ways()[at.state.at[at.seat]] if h not in at.state.at.values()])


def move(play: Play, at: At[State], chosen: Choices) -> None:
    """The corps goes there."""
    play.emit(Moved(at.seat, (at.state.at[at.seat], chosen.name("hex"))))


MOVE: Order[State] = Order("move", "Move", "1", move, (Slot("hex", "hex", goals),))
TREE: Tree[State] = Tree(
    Step("game", "Two fronts", "1", (Step("march", "Move your corps", "1", (), "Move your corps", "", None, (MOVE,),
         lambda state, _: (Ask(state.seat, serial=state.turn),)),)),
)  # fmt: skip


def begin(_: Play, __: object) -> None:
    """There is one step, and someone is always asked in it."""
    raise RuntimeError("the march never ends")


def places(_: State) -> tuple[Place[State], ...]:
    """The step."""
    return (Place(TREE.step("march")),)


ENGINE: Engine[State, Play] = Engine(
    TREE, places=places, unfold=Play, begin=begin, stamp=lambda s: s.turn, seat_title=lambda _, seat: seat.title(),
    section="1",
)  # fmt: skip


class TwoFronts(NothingAhead):
    """The game's doors."""

    id = "two-fronts"
    title = "Two Fronts"
    summary = "For the browser tests."
    missing = ""
    boards: tuple[Board, ...] = BOARDS
    version = 1
    players: Mapping[str, PlayerMaker] = MappingProxyType({})
    opponents: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    plans: Plans[None] = Plans()
    gauge = UNMEASURED
    pools = NO_POOLS
    scenarios: tuple[Scenario, ...] = (
        Scenario("march", "March", "Endless.", (Seat(FRANCE, "France"), Seat(ITALY, "Italy"))),
    )

    def rulebook(self, _plan: str, _scenario: str = "") -> JsonObject:
        """No rules in words: it has none to look up."""
        return rulebook_json((), ())

    def seats(self, scenario: str, options: Mapping[str, Json]) -> tuple[Seat, ...]:
        return self.scenarios[0].seats

    def new_match(self, scenario: str, options: Mapping[str, Json]) -> State:
        return State(START)

    def plan(self, _: State) -> str:
        """All is printed in this program."""
        return ""

    def deciders(self, state: State) -> tuple[str, ...]:
        return ENGINE.deciders(state)

    def ask(self, state: State, seat: str) -> str:
        return ENGINE.ask(state, seat)

    def legal(self, state: State, seat: str) -> JsonObject:
        return ENGINE.legal(state, seat)

    def consult(self, state: State, seat: str, question: Mapping[str, object]) -> JsonObject | Refusal:
        return Refusal("malformed", "1", "There is no such question.")

    def phase(self, _: State) -> str:
        """There is one step."""
        return "march"

    def decide(self, state: State, seat: str, command: Command, chance: Chance) -> Decided[State, Moved] | Refusal:
        return cast("Decided[State, Moved] | Refusal", ENGINE.decide(state, seat, command, chance))

    def evolve(self, state: State, event: Moved) -> State:
        return facts.evolve(state, event)

    def view(self, state: State, viewer: str) -> JsonObject:
        step: JsonObject = {"key": "march", "title": "March", "section": "1", "side": None, "deciders": [state.seat]}
        return {"game": self.id, "scenario": "march", "viewer": viewer, "turn": state.turn, "first_turn": 1,
                "turns": 99, "phases": [], "step": step, "at": dict(state.at), "outcome": None}  # fmt: skip

    def glance(self, state: State) -> Glance:
        return Glance(state.turn, "March", (state.seat,))

    def narrate(self, before: State, event: Moved, after: State, viewer: str) -> JsonObject | None:
        text = f"{event.unit.title()} moved to {event.path[-1]}."
        return {"kind": "moved", "section": "1", "side": event.unit, "text": text, "path": [*event.path]}

    def milestone(self, before: State, event: Moved, after: State) -> Milestone | None:
        return None

    def bars_undo(self, event: Moved) -> bool:
        return True

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def dump_state(self, state: State) -> JsonObject:
        return cast(JsonObject, codec.dump(state))

    def load_state(self, data: JsonObject) -> State:
        return codec.load(State, data)

    def dump_event(self, event: Moved) -> JsonObject:
        return EVENTS.dump(event)

    def load_event(self, data: JsonObject) -> Moved:
        return cast(Moved, EVENTS.load(data))

    def random_command(self, state: State, seat: str, rng: Rng) -> JsonObject:
        return ENGINE.random_command(state, seat, rng)


if __name__ == "__main__":
    serve_games({"two-fronts": TwoFronts()}, "127.0.0.1", int(sys.argv[1]))
