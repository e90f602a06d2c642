"""A match at both servers: whatever its viewer is answered or sent must be the same, but for moments of time and links,
which are digests under a secret."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

from app.admin.desk import Desk
from app.wire import MAX_SEQ
from rules.kernel.game import SPECTATOR, Game
from rules.kernel.lanes import ask_of
from rules.kernel.messages import JsonObject
from tests.contract import hooks
from tests.contract.rewriting import with_other_names
from tests.contract.table import Decision, chance_of
from tests.twins.house import House, Told, mask, steps_of
from tests.twins.runs import AHEAD, Run

DRAWN = ("what-ifs", "hints")
"""What is made with chance, or an id of its own: of these the status alone is compared, and the names of the parts."""
QUESTIONS = 8
FORGERIES = 6
TIMES = 2
STEPS_OF_OTHERS, PART_OF_STEPS = 100, 0.03
"""How far what is asked twice may be apart: other work comes between (up to 48 steps were seen), and lists are gone
through in another order. A hundred calls of functions are some ten microseconds."""


class Pair:
    """A match at both servers, given the same."""

    def __init__(
        self, played: Game[Any, Any], run: Run, ours: House, theirs: House, seed: int, *, later: bool = False
    ) -> None:
        self.played, self.run, self.ours, self.theirs, self.later = played, run, ours, theirs, later
        self.fog, self.chance = hooks.hidden(played.id), chance_of(seed)
        self.rng = random.Random(seed)
        self.compared = 0

    async def compare(self) -> int:
        """Everything that the viewer can ask, before, between and after the commands. Gives how many answers it was."""
        async with self.ours.watched(), self.theirs.watched():
            await self.hear("at the beginning")
            await self.look(full=True)
            for number, decision in enumerate(self.run.commands):
                await self.give(number, decision)
                await self.hear(f"after {decision.command}")
                await self.same("GET", "/state")
            await self.look(full=True)
            if self.later:
                await self._let_hours_pass()
            last = self.run.commands[-1]
            if last.seat == self.run.viewer:
                await self.same("POST", "/undo", {"id": "undo-of-the-last", "seat": last.seat})
                await self.hear("after an undo")
                await self.same("GET", "/state")
                await self.same("GET", "/log", limit=500)
            for house in (self.ours, self.theirs):
                house.say("resync")
            await self.hear("after a resync")
        for seen in range(AHEAD):
            async with self.ours.watched(seen=seen), self.theirs.watched(seen=seen):
                await self.hear(f"where the reader has seen {seen} before")
        return self.compared

    async def _let_hours_pass(self) -> None:
        """What a spectator was not told yet comes at a slow round, command by command."""
        states = [(await self.same("GET", "/state")).body]
        for number in range(1, len(self.run.commands) + 1):
            for house in (self.ours, self.theirs):
                await house.grow_older(number)
            await self.hear(f"when command {number} is old enough")
            states.append((await self.same("GET", "/state")).body)
            await self.same("GET", "/log", limit=500)
        assert states[0] != states[-1], "time brings nothing"

    async def hear(self, when: str) -> None:
        """The viewer's frames."""
        ours, theirs = [mask(b"\n".join(await house.frames())) for house in (self.ours, self.theirs)]
        self._equal(theirs, ours, f"frames {when}")

    async def same(self, method: str, path: str, body: object = None, **query: object) -> Told:
        """A call of the viewer that must be answered the same, and take as much work where it may be asked again."""
        ours, theirs = [await house.ask(method, path, body, **query) for house in (self.ours, self.theirs)]
        what = f"{method} {path} {query or ''} {json.dumps(body)[:200] if body else ''}"
        drawn = path.startswith(tuple(f"/{name}" for name in DRAWN))
        self._equal(theirs.masked(drawn), ours.masked(drawn), what)
        if not drawn:
            self._equal(len(theirs.body), len(ours.body), f"the length of {what}")
            if method == "GET" or path.startswith("/consult"):
                await self._take_as_long(method, path, body, what, query)
        return ours

    async def _take_as_long(self, method: str, path: str, body: object, what: str, query: Mapping[str, Any]) -> None:
        """What is answered again costs as many steps of the program, whatever is hidden. The least of some times: now
        and then something else comes between."""
        ours, theirs = [
            min([await steps_of(house.ask(method, path, body, **query)) for _ in range(TIMES)])
            for house in (self.ours, self.theirs)
        ]
        if abs(ours - theirs) > STEPS_OF_OTHERS + PART_OF_STEPS * ours:
            raise AssertionError(f"{self.run.viewer}, {self.run.kind}: {what} takes {theirs} steps instead of {ours}")

    def _equal(self, theirs: object, ours: object, what: str) -> None:
        self.compared += 1
        if theirs == ours:
            return
        said = [str(one) for one in (ours, theirs)]
        at = next((n for n, pair in enumerate(zip(*said, strict=False)) if pair[0] != pair[1]), 0)
        parts = "\n".join(one[max(0, at - 150) : at + 150] for one in said)
        raise AssertionError(f"{self.run.viewer}, {self.run.kind}: {what}:\n{parts}")

    async def give(self, number: int, decision: Decision) -> None:
        """A command of the random game at both, with the dice of that game."""
        seat, command = decision.seat, decision.command
        others = with_other_names(command, self.run.names)
        told = []
        for house, said, dice in (
            (self.ours, command, self.chance),
            (self.theirs, others, self.fog.dice(decision.events, decision.before, self.theirs.live.state, self.chance)),
        ):
            house.live._chance = dice
            ask = ask_of(self.played, house.live.state, seat, said)
            body = {"id": f"command-{number:04}", "seat": seat, "ask": ask, "command": said}
            told.append(await house.call("POST", f"/api/matches/{house.match}/commands", body, by=seat))
        assert told[0].status == 200, f"{command}: {told[0].body!r}"
        if seat == self.run.viewer:
            self._equal(told[1].masked(False), told[0].masked(False), f"the answer to {command}")
        else:
            self._equal(told[1].status, told[0].status, f"whether {command} is taken: {told[1].body!r}")
        dumped = [self.played.dump_state(state) for state in (self.ours.live.state, decision.after)]
        assert dumped[0] == dumped[1], "the server's match goes another way than the random game"

    async def look(self, *, full: bool) -> None:
        """Everything that the viewer can ask."""
        state = json.loads((await self.same("GET", "/state")).body)
        await self.same("GET", "")
        await self.same("GET", "/log", limit=500)
        for words in ("a", "corps", "attack", "§"):
            await self.same("GET", "/log", find=words)
        for kind in sorted({line["kind"] for line in state.get("log", []) if "kind" in line})[:4]:
            await self.same("GET", "/log", kind=kind)
        version = int(state["version"])
        for moment in {0, version // 2, version, version + 5}:
            await self.same("GET", "/history", number=moment)
        for path in (
            "/charts",
            "/pools",
            "/result",
            "/export",
            "/marks",
            "/chat",
            "/rating",
            "/thoughts",
            "/program-queue",
        ):
            await self.same("GET", path)
        await self.same("GET", f"/links/{'0' * 64}")
        for house_list in ("/api/matches", "/api/tables"):
            lists = [await house.call("GET", house_list, by=self.run.viewer) for house in (self.ours, self.theirs)]
            self._equal(lists[1].masked(False), lists[0].masked(False), house_list)
        await self._operators_look()
        if self.run.viewer != SPECTATOR:
            await self._plan(state)

    async def _operators_look(self) -> None:
        """What the page of those who run the site shows: to the spectator's twins it must be the same."""
        if self.run.viewer == SPECTATOR:
            offices = [house.app.state.parts.get(Desk)._office for house in (self.ours, self.theirs)]
            rows = [await office.events(self.ours.match, MAX_SEQ, 500) for office in offices]
            ours, theirs = [mask(json.dumps(found, default=str).encode()) for found in rows]
            self._equal(theirs, ours, "the operators' page")

    async def _plan(self, state: JsonObject) -> None:
        """What a seat may ask, draw up and try, and what it is refused."""
        viewer, now = self.run.viewer, self.ours.live.state
        for path in ("/standing", "/draft"):
            await self.same("GET", path)
        questions = [*self.fog.questions(self.played, now, viewer, random.Random(self.rng.random()))][:QUESTIONS]
        for question in questions:
            await self.same("POST", "/consult", {"seat": viewer, "question": question})
        await self.same("POST", "/consults", {"seat": viewer, "questions": questions})
        await self.same("POST", "/what-ifs", {"id": f"what-if-{self.compared:05}", "seat": viewer})
        legal: Any = state.get("legal")
        if not legal or not legal.get("ask"):
            return
        await self.same("POST", "/hints", {"id": f"hint-no-{self.compared:05}", "seat": viewer, "ask": legal["ask"]})
        strangers = hooks.strangers(self.played.id).unoffered(self.played, now, viewer, random.Random(self.compared))
        for number, (command, _) in enumerate(zip(strangers, range(FORGERIES), strict=False)):
            body = {
                "id": f"forged-{self.compared:05}-{number}",
                "seat": viewer,
                "ask": legal["ask"],
                "command": command,
            }
            told = await self.same("POST", "/commands", body)
            assert told.status != 200, f"a forgery is taken: {command}"
