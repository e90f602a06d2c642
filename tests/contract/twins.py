"""Twins: a random game, and beside it one that differs only in what a viewer may not know. Both are decided.

Nothing is carried over from one to the other: the twin's own events, lines, views and offers are compared with the
game's, command by command, for as long as the commands can be the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby, islice
from typing import Any

from rules.kernel.game import SPECTATOR, Game
from rules.kernel.messages import Chance, Json, Refusal
from tests.contract import hooks
from tests.contract.rewriting import with_other_names
from tests.contract.table import Decision, bytes_of

LOOKS_AHEAD = (40, 12, 4, 1)
"""For this many commands at most what is exchanged must stay unseen; fewer where everything comes to light sooner."""
OPEN_RUN = 30
"""This many commands at most are given to one twin whose hidden things are of another kind."""

STRETCH = 40
"""Commands that are compared together where a game is looked at in samples."""


def stretches(game: Iterable[Decision], share: int = 1, first: int = 0) -> Iterator[Sequence[Decision]]:
    """A game cut into stretches, of which one in ``share`` is given, from number ``first`` on.

    Viewers who begin with different numbers look at different parts of the game.
    """
    commands = iter(game)
    for number in count():
        stretch = tuple(islice(commands, STRETCH))
        if not stretch:
            return
        if number % share == first % share:
            yield stretch


def answered(answer: Any) -> bytes:
    """What a question got, as bytes."""
    return bytes_of(answer.json() if isinstance(answer, Refusal) else answer)


def lots(played: Game[Any, Any], state: Any, viewer: str) -> Json:
    """What a viewer may know of pools and hands, as JSON."""
    return {place: {**lot} for place, lot in played.pools.seen(state, viewer).items()}


class Twins:
    """The comparisons of one game for one viewer. ``compared`` counts the commands that were decided on both."""

    def __init__(
        self, played: Game[Any, Any], fog: hooks.Hidden, viewer: str, chance: Chance, rng: random.Random
    ) -> None:
        self.played = played
        self.fog = fog
        self.viewer = viewer
        self.chance = chance
        self.rng = rng
        self.compared = 0
        self.told = 0

    def of_the_same_kind(self, game: Sequence[Decision]) -> None:
        """Along a whole game hidden things change places with their likes, and commands that name them with them."""
        n = 0
        while n < len(game):
            for ahead in LOOKS_AHEAD:
                run = game[n : n + ahead]
                names = self.fog.renaming([s for d in run for s in d.states], self.viewer, self.rng)
                twin = self.fog.shuffled(self.fog.renamed(run[0].before, names), self.rng)
                if names and twin != run[0].before:
                    break
            else:
                # Nothing to exchange: but the order in which things came is hidden too.
                names, run, twin = {}, run[:1], self.fog.shuffled(run[0].before, self.rng)
            for decision in run:
                twin = self._decide(decision, twin, names)
                assert twin == self.fog.renamed(decision.after, names), "the rules looked at names"
            n += len(run)

    def of_another_kind(self, game: Sequence[Decision]) -> None:
        """Runs of commands that the viewer could give, with everything that the viewer may not know drawn again."""
        for may, together in groupby(game, self._may_go_on):
            run = [*together] if may else []
            for first in range(0, len(run), OPEN_RUN):
                self._thrown_anew(run[first : first + OPEN_RUN])

    def _may_go_on(self, decision: Decision) -> bool:
        return self.fog.comparable(decision.before, decision.seat, self.viewer)

    def _thrown_anew(self, run: Sequence[Decision]) -> None:
        states = [s for d in run for s in d.states]
        twin = self.fog.disguise(run[0].before, self.viewer, self.rng, self.fog.involved(states, self.viewer))
        if twin is None:
            return
        for decision in run:
            twin = self._decide(decision, twin, {})

    def _decide(self, decision: Decision, twin: Any, names: Mapping[str, str]) -> Any:
        """Give a command to the twin as well, and compare all that the viewer is told of it."""
        played, viewer = self.played, self.viewer
        command: Any = with_other_names(decision.command, names)
        try:
            chance = self.fog.dice(decision.events, decision.before, twin, self.chance)
            answer = played.decide(twin, decision.seat, command, chance)
            assert not isinstance(answer, Refusal), f"refused on the twin: {answer}"
            lines, state = [], twin
            for event in answer:
                after = played.evolve(state, event)
                lines.append(played.narrate(state, event, after, viewer))
                state = after
            told = [line for line in lines if line is not None]
            here = [played.narrate(before, event, after, viewer) for before, event, after in decision.facts()]
            assert bytes_of([*told]) == bytes_of([line for line in here if line is not None]), "lines"
            self._compare(decision.after, state)
            if decision.seat == viewer:
                barred = [any(map(played.bars_undo, events)) for events in (decision.events, answer)]
                assert barred[0] == barred[1], "whether it can be taken back"
        except AssertionError as error:
            error.add_note(f"{viewer} of command {decision.number} by {decision.seat}: {decision.command}, {names}")
            raise
        self.compared += 1
        self.told += len(told)
        return state

    def _compare(self, state: Any, twin: Any) -> None:
        played, viewer = self.played, self.viewer
        assert bytes_of(played.view(twin, viewer)) == bytes_of(played.view(state, viewer)), "view"
        assert bytes_of(lots(played, twin, viewer)) == bytes_of(lots(played, state, viewer)), "what lies where"
        assert played.deciders(twin) == played.deciders(state), "whom the match waits for"
        if viewer == SPECTATOR:
            return
        assert bytes_of(played.legal(twin, viewer)) == bytes_of(played.legal(state, viewer)), "offers"
        if self.compared % 8:
            return
        for question in self.fog.questions(played, state, viewer, self.rng):
            there, here = played.consult(twin, viewer, question), played.consult(state, viewer, question)
            assert answered(there) == answered(here), f"asked {question}"
