"""Drafts tried on the current position, each once for as long as neither changes."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from app.matches.facts import ACTIVE
from app.matches.live_match.live_match import LiveMatch
from rules.kernel.drafting import (
    FITS,
    NOT_TRIED,
    WAITS,
    DemandsOdds,
    Drafted,
    Trial,
    Tried,
    next_turn_position,
    try_next,
)
from rules.kernel.messages import Json, JsonObject

MAX_TRIALS = 64
"""Drafts whose trial is kept: what a page appends is then tried without all before it."""
SLICE_SECONDS = 0.005
"""How long a trial may keep others from their turn."""


@dataclass(slots=True)
class Scene:
    """A draft tried at an event of the match and its status; ``version`` is what its seat had been told then."""

    at: tuple[int, str]
    version: int
    commands: tuple[Drafted, ...]
    trial: Trial
    ahead: bool = False
    """Whether it is tried as if the seat's next turn had begun now."""
    shown: tuple[JsonObject, JsonObject] | None = None
    """View and question of the drafted position, once they were asked for."""


class Trials:
    """Tries drafts."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Scene] = OrderedDict()

    async def of(self, live: LiveMatch, seat: str, commands: Sequence[Drafted]) -> Scene:
        """A seat's draft on the current position."""
        key, at = (live.record.id, seat), (live.version, live.record.status)
        wanted = tuple(commands)
        kept = self._kept.get(key)
        if kept is None or kept.at != at or wanted[: len(kept.commands)] != kept.commands:
            kept = _empty_scene(live, seat, at)
        if kept.commands != wanted:
            more = wanted[len(kept.commands) :]
            trial = await self._try_more(live, seat, kept.trial, more)
            kept = Scene(at, kept.version, wanted, trial, kept.ahead)
        self._kept[key] = kept
        self._kept.move_to_end(key)
        if len(self._kept) > MAX_TRIALS:
            self._kept.popitem(last=False)
        return kept

    @staticmethod
    async def _try_more(live: LiveMatch, seat: str, trial: Trial, more: Sequence[Drafted]) -> Trial:
        if live.record.status != ACTIVE:
            return Trial(trial.state, (*trial.tried, *(Tried(NOT_TRIED, WAITS) for _ in more)))
        game, viewpoint = live.game, live.viewpoint(seat)
        now = asyncio.get_running_loop().time
        turn = now()
        for drafted in more:
            trial = try_next(game, trial, seat, viewpoint, drafted)
            if now() - turn > SLICE_SECONDS:
                await asyncio.sleep(0)
                turn = now()
        return trial


def _empty_scene(live: LiveMatch, seat: str, at: tuple[int, str]) -> Scene:
    """An empty draft: on the current position, or on that with which the seat's next turn would begin."""
    found = next_turn_position(live.game, live.state, seat) if live.record.status == ACTIVE else None
    state = live.state if found is None else found
    return Scene(at, live.number(seat), (), Trial(state), found is not None)


def ready(tried: Sequence[Tried]) -> int:
    """How many commands from the first on would be given by sending: one that cannot be taken back is the last."""
    n = next((n for n, t in enumerate(tried) if t.status != FITS or t.later), len(tried))
    return n + 1 if n < len(tried) and tried[n].settles else n


def scene_json(live: LiveMatch, seat: str, scene: Scene) -> JsonObject:
    """What a seat is told of its draft, besides how it is stored."""
    tried = scene.trial.tried
    view: Json = None
    legal: Json = None
    if scene.ahead or scene.trial.later or any(t.status == FITS for t in tried):
        if scene.shown is None:
            state = scene.trial.state
            scene.shown = live.game.view(state, live.viewpoint(seat)), live.game.legal(state, seat)
        view, legal = scene.shown
    commands: list[Json] = [
        {
            "ask": drafted.ask,
            "command": drafted.command,
            "least": drafted.least,
            "status": t.status,
            "why": t.why,
            "refusal": None if t.refusal is None else t.refusal.json(),
            "lines": [*t.lines],
        }
        for drafted, t in zip(scene.commands, tried, strict=True)
    ]
    return {
        "seat": seat,
        "version": scene.version,
        "commands": commands,
        "odds": [*live.game.odds(live.state)] if isinstance(live.game, DemandsOdds) else [],
        "ready": 0 if scene.ahead else ready(tried),
        "ahead": scene.ahead,
        "view": view,
        "legal": legal,
    }
