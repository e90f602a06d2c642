"""What one player may not know, from the stored events; and whether it is in anything their browser received.

Nothing of this asks the server or a game's ``view`` what is hidden. Schlieffen's War: of an enemy stack only the top
unit is open (§6.6), and the fort of the hex; the units of a battle are open while it lasts; so are the displays, but
for what is still to be set up. Powers of 1914: the cards of the deck, and those that the other side holds or put away
unseen (§3.14).
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import asyncpg

from app.packs import Packs
from app.settings import Settings
from examples.catalogue import EXAMPLES
from rules.catalogue import GAMES
from rules.powers_1914.position.state import State as PowersState
from rules.schlieffens_war.position.state import POOL, State
from tests.app.proof.host import past_of
from tests.browser.moments import Moments
from tests.browser.player import Player, Received

STATIC = Settings().static
CLIENT = Packs(STATIC)


def of_the_client(path: str) -> bool:
    """Whether it is a page, a file or a pack of the client, the same for everyone."""
    plain = path[1:].removeprefix(f"files/{CLIENT.digest}/") or "index.html"
    if plain.startswith("packs/"):
        return CLIENT.find_pack(plain.removeprefix("packs/")) is not None
    return (STATIC / plain).is_file()


@dataclass(frozen=True, slots=True)
class Leak:
    """Something hidden in something received."""

    source: str
    version: int
    things: tuple[str, ...]
    text: str


def states_of(database: str, match: str) -> list[Any]:
    """The state after every stored event; number 0 is the opening."""
    with ThreadPoolExecutor(1) as elsewhere:
        game_id, scenario, options, events = elsewhere.submit(lambda: asyncio.run(_events(database, match))).result()
    game = {**GAMES, **EXAMPLES}[game_id]
    return past_of(game, game.new_match(scenario, options), events)


async def _events(database: str, match: str) -> tuple[str, str, dict[str, Any], list[dict[str, Any]]]:
    connection = await asyncpg.connect(database)
    try:
        row = await connection.fetchrow("SELECT game, scenario, options FROM match WHERE id = $1", match)
        assert row is not None
        rows = await connection.fetch("SELECT payload FROM event WHERE match = $1 ORDER BY seq", match)
        return row["game"], row["scenario"], json.loads(row["options"]), [json.loads(r["payload"]) for r in rows]
    finally:
        await connection.close()


def hidden(state: State, side: str) -> frozenset[str]:
    """Units of ``side`` whose place or face the other side may not know in this position."""
    concealed: set[str] = set()
    for units in state.stacks.values():
        # Units that arrive in this phase are seen in the box they came from, and cover nobody yet.
        lying = [u for u in units if u not in state.arrivals]
        if lying and state.counter(lying[0]).side == side:
            # Both sides have seen every fort in its printed hex; whatever is put on top of it, it is known (§3.1).
            concealed.update(u for u in lying[1:] if state.counter(u).kind != "fort")
    concealed.update(u for u, now in state.units.items() if state.counter(u).side == side and now.at == POOL)
    if state.battle is not None:
        concealed.difference_update(state.battle.attackers, state.battle.defenders)
    return frozenset(concealed)


def unseen_cards(state: PowersState, viewer: str) -> frozenset[str]:
    """Cards that a seat, or someone who watches, may not know in this position."""
    own = state.seats.get(viewer)
    others = [side for side in state.hands if side != own]
    return frozenset(state.deck).union(*(state.hands[s] for s in others), *(state.buried[s] for s in others))


def watch_units(states: Sequence[State], side: str) -> Watch:
    """Looks for hidden units of one side in Schlieffen's War."""
    every = [states[0].counter(u) for u in states[0].units]
    units = [c for c in every if c.side == side]
    # Both sides have a II Corps, and a fort is called after its place: such names give nothing away.
    common = Counter(c.name for c in every)
    telling = {c.name: c.id for c in units if common[c.name] == 1 and c.kind != "fort"}
    return Watch([hidden(state, side) for state in states], telling | {c.id: c.id for c in units})


def watch_cards(states: Sequence[PowersState], viewer: str) -> Watch:
    """Looks for cards that a viewer may not know in Powers of 1914."""
    return Watch([unseen_cards(state, viewer) for state in states], {card: card for card in states[0].printed.cards})


class Watch:
    """Looks for hidden things in what a browser received."""

    def __init__(self, secrets: Sequence[frozenset[str]], words: Mapping[str, str]) -> None:
        """``secrets``: what is hidden in each state, by id; ``words``: what betrays a thing, its id among them."""
        self._hidden = secrets
        self._thing_of = words
        by_length = sorted(words, key=len, reverse=True)
        self._pattern = re.compile(r"(?<![\w-])(" + "|".join(map(re.escape, by_length)) + r")(?![\w-])")
        self.ever = frozenset().union(*secrets)
        """What was hidden at some time: without any, nothing would be proved."""

    def mentioned(self, text: str) -> set[str]:
        """What is named in a text, by id."""
        return {self._thing_of[m] for m in self._pattern.findall(text)}

    def leaks(self, player: Player, moments: Moments) -> list[Leak]:
        """Everything received that names what was hidden at its time; ``moments`` are those of its viewpoint."""
        found: list[Leak] = []
        now = 0
        for item in player.received:
            before, now = now, max(now, moments.version(self._version(item) or 0))
            for version, text in self._parts(item, now, moments):
                seen = self.mentioned(text)
                # A consultation may be answered before the push of the same moment comes.
                events = range(before, now + 1) if version is None else (version,)
                secret = set.intersection(*(set(seen & self._hidden[event]) for event in events))
                if secret:
                    found.append(Leak(item.source, now, tuple(sorted(secret)), text[:400]))
        return found

    @staticmethod
    def _json(item: Received) -> dict[str, Any] | None:
        try:
            body = json.loads(item.text)
        except ValueError:
            return None
        return body if isinstance(body, dict) else None

    def _version(self, item: Received) -> int | None:
        body = self._json(item)
        version = body.get("version") if body else None
        return version if isinstance(version, int) else None

    def _parts(self, item: Received, now: int, moments: Moments) -> Iterator[tuple[int | None, str]]:
        """What is judged by itself, by its event: each log line by those about it, the rest by the version told."""
        body = self._json(item)
        if body is None:
            yield now, item.text
            return
        for member in ("log", "lines"):
            lines = body.pop(member, [])
            for line in lines if isinstance(lines, list) else []:
                yield from self._line(line, moments.line(int(line["seq"])))
        version = body.get("version")
        told = moments.version(version) if isinstance(version, int) else None
        yield told, json.dumps(body, ensure_ascii=False)

    def _line(self, line: dict[str, Any], seq: int) -> Iterator[tuple[int | None, str]]:
        text = json.dumps(line, ensure_ascii=False)
        # A sentence may name whom one saw just before the event, or sees just after it.
        open_before = self._hidden[seq - 1] & self._hidden[seq]
        if self.mentioned(text) & open_before:
            yield seq, text
