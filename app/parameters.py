"""Parameters that routes of several concerns take in their paths and queries."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Path, Query

MatchId: TypeAlias = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$", examples=["Zk3x_9QmT0aB"])]
GameId: TypeAlias = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,32}$", examples=["schlieffens-war"])]
ScenarioQuery: TypeAlias = Annotated[
    str, Query(max_length=64, description="A scenario of the game; by default that of its own variant.")
]
PlanQuery: TypeAlias = Annotated[str, Query(max_length=64, description="A plan of the game; by default its first.")]
SeatId: TypeAlias = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,32}$", examples=["german"])]
SeatQuery: TypeAlias = Annotated[str | None, Query(max_length=32, description="Your seat; by default the first.")]
InviteQuery: TypeAlias = Annotated[str | None, Query(max_length=64, description="The invitation to the match.")]
KeyQuery: TypeAlias = Annotated[str | None, Query(max_length=64, description="The spectators' key.")]
