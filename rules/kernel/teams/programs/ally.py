"""A program as one of several commanders of a side (decisions/0060): it gives what allies ask for, never ends what they
have not finished, and hands out nothing of the side's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import Playable, Player, PlayerMaker, Program, Rng, SeatClient
from rules.kernel.programs.guesses import Guess, Guesser
from rules.kernel.teams.arrangements import APPOINT, END_FOR_ALL, LEND, QUOTA, READY
from rules.kernel.teams.joint_orders import CALL_OFF, JOIN

END = "end_phase"
"""The order by which the programs of all games end a step."""
ARRANGED = frozenset({READY, LEND, QUOTA, APPOINT, END_FOR_ALL, JOIN, CALL_OFF})
"""What commanders arrange among themselves: a program gives none of it unasked but that it is ready."""
MAX_DRAWS = 60
"""How often something random is drawn until it is an order of the game."""


def is_arranged(command: Mapping[str, object]) -> bool:
    """Whether a command is no order of the game, but a word to the commanders of the side."""
    return command.get("kind") in ARRANGED


def own_order(draw: Callable[[], JsonObject]) -> JsonObject:
    """Something that is drawn, and no arrangement with allies as long as anything else is found."""
    found = draw()
    for _ in range(MAX_DRAWS):
        if not is_arranged(found):
            break
        found = draw()
    return found


def harmless(question: Mapping[str, Any], draw: Callable[[], JsonObject]) -> JsonObject | None:
    """Something that is drawn where a program has failed, and that does nothing to its allies: no arrangement but that
    it is ready, and no end of a step for all that one of them has not finished. None where nothing else is found."""
    offers = {str(offer["kind"]): offer for offer in question["offers"]}
    for _ in range(MAX_DRAWS):
        found = draw()
        if not is_arranged(found) and not _ends_for_others(offers, found):
            return found
    return {"kind": READY, "yes": "yes"} if "yes" in _choices(offers.get(READY)) else None


def decline(command: Mapping[str, Any]) -> JsonObject | None:
    """The refusal of an ally's proposal in which one cannot join; None for any other command."""
    return {**command, "yes": "no"} if command.get("kind") == JOIN and command.get("yes") == "yes" else None


def _ends_for_others(offers: Mapping[str, Any], command: Mapping[str, Any]) -> bool:
    return bool(offers.get(str(command.get("kind")), {}).get("unready"))


@dataclass(frozen=True, slots=True)
class _GameAlone:
    """What a client asks of a game, as if the side had no other commanders: its question without arrangements.

    ``ends``: where the commander in chief ends the step, it can be ended still: that is to say, be ready.
    """

    game: Playable
    ends: bool

    @property
    def plans(self) -> Any:
        return self.game.plans

    def plan(self, state: Any) -> str:
        return self.game.plan(state)

    def view(self, state: Any, viewer: str) -> JsonObject:
        return self.game.view(state, viewer)

    def legal(self, state: Any, seat: str) -> JsonObject:
        question = self.game.legal(state, seat)
        offers: Any = question["offers"]
        kept = [offer for offer in offers if not is_arranged(offer)]
        if self.ends:
            kept.append({"kind": END, "refusal": None})
        return {**question, "offers": kept}

    def consult(self, state: Any, seat: str, question: Mapping[str, object], /) -> JsonObject | Refusal:
        return self.game.consult(state, seat, question)

    def note(self, state: Any, viewer: str) -> JsonObject | None:
        return self.game.note(state, viewer)

    def random_command(self, state: Any, seat: str, rng: Rng) -> JsonObject:
        return own_order(lambda: self.game.random_command(state, seat, rng))


class Ally:
    """Plays a seat by a program that knows its game and nothing of allies; alone on its side it is that program."""

    def __init__(self, maker: PlayerMaker) -> None:
        self.own: Player = maker()

    def guesses(self, view: Mapping[str, Any], side: str, printed: Any) -> Mapping[str, Guess]:
        """What the program counts on where it cannot see."""
        return self.own.guesses(view, side, printed) if isinstance(self.own, Guesser) else {}

    def command(self, client: SeatClient, rng: Rng) -> JsonObject | None:
        """The command for the decision that this seat has now; None to leave it to an ally."""
        if "team" not in client.view():
            return self.own.command(client, rng)
        offers: Any = client.legal()["offers"]
        by_kind = {str(offer["kind"]): offer for offer in offers}
        if CALL_OFF in by_kind:
            # Allies are asked to join in, and have not answered.
            return None
        if JOIN in by_kind:
            return {"kind": JOIN, "with": _choices(by_kind[JOIN])[0], "yes": "yes"}
        if by_kind.keys() <= ARRANGED and "yes" not in _choices(by_kind.get(READY)):
            # It has said that it is ready, or nothing is left of what allies use.
            return None
        by_chief = "yes" in _choices(by_kind.get(READY))
        found = self.own.command(client.within(lambda game: _GameAlone(game, by_chief)), rng)
        if found is None:
            return None
        if by_chief and found.get("kind") == END:
            return {"kind": READY, "yes": "yes"}
        return None if _ends_for_others(by_kind, found) else found


def with_allies(maker: PlayerMaker) -> PlayerMaker:
    """A program that can share a side too; one with constants keeps them, and has variants as before."""
    if isinstance(maker, Program):
        return Program(lambda habits: Ally(partial(maker.play, habits)), maker.habits, maker.looks_ahead)
    return partial(Ally, maker)


def _choices(offer: Any) -> list[str]:
    return [] if offer is None else [*offer["slots"][0]["options"]["of"]]
