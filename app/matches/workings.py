"""The parts that work on matches in play, and how they hang together."""

from __future__ import annotations

from dataclasses import dataclass

from app.background import Background
from app.matches.answering import Answering
from app.matches.following import Following
from app.matches.late import Late
from app.matches.looking import Look
from app.matches.past import Pasts
from app.matches.quota import Quota
from app.matches.repository import Matches
from app.matches.service import Play
from app.matches.storing import Storing
from app.matches.tables import Tables
from app.matches.telling import Herald
from app.news import Audience


@dataclass(frozen=True, slots=True)
class Workings:
    """Who follows, stores, answers ahead, moves and looks."""

    following: Following
    storing: Storing
    answering: Answering
    play: Play
    look: Look
    background: Background


def workings(
    matches: Matches, tables: Tables, audience: Audience, quota: Quota, *, snapshot_every: int, push_seconds: float
) -> Workings:
    """The parts for one process; ``push_seconds`` is how long pushes of one match may be gathered."""
    background, herald, pasts = Background(), Herald(audience, push_seconds), Pasts(matches)
    late = Late(matches, pasts, audience)
    following = Following(matches, tables, audience, herald, late, background)
    storing = Storing(matches, herald, following, background, snapshot_every)
    answering = Answering(tables, following, storing, background)
    following.on_looked = answering.soon
    play = Play(matches, tables, following, storing, answering, quota)
    look = Look(matches, tables, following, herald, late, pasts)
    return Workings(following, storing, answering, play, look, background)
