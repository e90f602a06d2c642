"""Ratings as a fold over matches, in the order in which they ended: nothing is stored, so nothing counts twice."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

PROVISIONAL_MATCHES = 5
"""Rated matches of a game and side before which a rating is provisional."""
START, STEP = 1000, 40
"""What a newcomer has, and how much a point of openskill's is on the page."""
DEVIATIONS = 3
"""By how many deviations a rating is below the mean: who has played little is not listed high by luck."""


class Place(NamedTuple):
    """What a rating is of: someone on a side of a game."""

    game: str
    side: str
    account: uuid.UUID


@dataclass(frozen=True, slots=True)
class Played:
    """A public match that is over."""

    match: str
    game: str
    sides: Mapping[uuid.UUID, str]
    """By account, the side for which it played."""
    winner: str | None
    """The side that won; None for a draw."""
    unrated: str = ""
    """Why it is not rated; empty when it is."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What openskill has of someone: a mean and how sure it is."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The rating as people read it."""
        return round(START + STEP * (self.mu - DEVIATIONS * self.sigma))


@dataclass(slots=True)
class Tally:
    """How often someone played a side of a game, and how it went."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    rated: int = 0

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


class Change(NamedTuple):
    """What one match did to a rating."""

    before: Skill
    after: Skill
    rated: int
    """How many matches it came from, this one included."""


@dataclass(slots=True)
class Ratings:
    """All ratings as they stand, how often everyone played, and what each match changed."""

    skills: dict[Place, Skill] = field(default_factory=dict)
    tallies: dict[Place, Tally] = field(default_factory=dict)
    changes: dict[str, Mapping[uuid.UUID, Change]] = field(default_factory=dict)
    unrated: dict[str, str] = field(default_factory=dict)


def fold(matches: Iterable[Played]) -> Ratings:
    """The ratings after these matches, in their order."""
    # Not at the top: whoever never asks for ratings need not have loaded it.
    from openskill.models import PlackettLuce

    model, found = PlackettLuce(), Ratings()
    fresh = model.rating()
    for match in matches:
        places = {account: Place(match.game, side, account) for account, side in match.sides.items()}
        for account, place in places.items():
            _count(found.tallies.setdefault(place, Tally()), match.sides[account], match.winner)
        if match.unrated:
            found.unrated[match.match] = match.unrated
            continue
        sides = sorted({*match.sides.values()})
        teams = [[account for account, side in match.sides.items() if side == team] for team in sides]
        before = {a: found.skills.get(p, Skill(fresh.mu, fresh.sigma)) for a, p in places.items()}
        given = [[model.rating(mu=before[a].mu, sigma=before[a].sigma) for a in team] for team in teams]
        ranks = [0.0 if match.winner in (None, team) else 1.0 for team in sides]
        changes: dict[uuid.UUID, Change] = {}
        for team, rated in zip(teams, model.rate(given, ranks=ranks), strict=True):
            for account, now in zip(team, rated, strict=True):
                found.tallies[places[account]].rated += 1
                after = found.skills[places[account]] = Skill(now.mu, now.sigma)
                changes[account] = Change(before[account], after, found.tallies[places[account]].rated)
        found.changes[match.match] = changes
    return found


def _count(tally: Tally, side: str, winner: str | None) -> None:
    if winner is None:
        tally.drawn += 1
    elif winner == side:
        tally.won += 1
    else:
        tally.lost += 1
