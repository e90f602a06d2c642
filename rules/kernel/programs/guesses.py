"""What a program takes units for that it cannot see, so that it can be told afterwards beside what they were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from rules.kernel.messages import JsonObject

MOST_WRONG = 5
"""Places that are named, of those about which a program was wrong."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a program counts on at a place: ``figures`` by their titles. ``unseen``: units there that it cannot see."""

    title: str
    unseen: int
    figures: Mapping[str, float]


@runtime_checkable
class Guesser(Protocol):
    """A program that counts on something where units are hidden."""

    def guesses(self, view: Mapping[str, Any], side: str, printed: Any) -> Mapping[str, Guess]:
        """What it counts on, by the places of the enemy, if it is shown this view. The same view with all units open
        gives what is truly there."""
        ...


def compare_guesses(
    player: object, shown: Mapping[str, Any], opened: Mapping[str, Any], side: str, printed: Any
) -> JsonObject | None:
    """What a program counted on beside what was there: ``places`` and ``units`` that it could not see, each figure as
    it was ``taken`` and as it truly ``was`` over all of them, and the places where it was most wrong. None for a
    program that guesses nothing, and where there was nothing to guess."""
    if not isinstance(player, Guesser):
        return None
    taken = {place: guess for place, guess in player.guesses(shown, side, printed).items() if guess.unseen}
    if not taken:
        return None
    true = player.guesses(opened, side, printed)
    pairs = {place: (guess, true[place]) for place, guess in taken.items() if place in true}
    sums: dict[str, tuple[float, float]] = {}
    for guess, truth in pairs.values():
        for title, figure in guess.figures.items():
            before = sums.get(title, (0.0, 0.0))
            sums[title] = before[0] + figure, before[1] + truth.figures[title]
    wrong = sorted(pairs, key=lambda place: (-_error(*pairs[place]), place))[:MOST_WRONG]
    return {
        "places": len(pairs),
        "units": sum(guess.unseen for guess, _ in pairs.values()),
        "figures": [_figure(title, *both) for title, both in sums.items()],
        "wrong": [
            {
                "place": place,
                "title": pairs[place][0].title,
                "units": pairs[place][0].unseen,
                "figures": [
                    _figure(title, figure, pairs[place][1].figures[title])
                    for title, figure in pairs[place][0].figures.items()
                ],
            }
            for place in wrong
            if _error(*pairs[place])
        ],
    }


def _error(guess: Guess, truth: Guess) -> float:
    return sum(abs(figure - truth.figures[title]) for title, figure in guess.figures.items())


def _figure(title: str, taken: float, was: float) -> JsonObject:
    return {"title": title, "taken": round(taken, 1), "was": round(was, 1)}
