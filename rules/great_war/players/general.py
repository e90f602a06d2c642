"""A program that plays one side: it reads the table, and answers every question as it comes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.great_war.players import (
    arriving,
    attacking,
    between,
    fighting,
    near_east,
    pre_war,
    reasons,
    spending,
    strategy,
)
from rules.great_war.players.habits import RECRUIT, Habits
from rules.great_war.players.marching import Move, plan
from rules.great_war.players.sight import PARTS_OF, PhaseFindings, Sight, Stacks, guesses, read
from rules.great_war.printed.fronts import EAST, WEST
from rules.kernel.messages import JsonObject
from rules.kernel.players import Rng, SeatClient, first_options
from rules.kernel.programs.guesses import Guess

END: JsonObject = {"kind": "end_phase"}
DEAL = "deal"
FIRST_MOVEMENT = "first-movement"
"""§4.2: the phase in which each side moves where it has the initiative."""


class General:
    """Plays a side of one match. Between commands it remembers the moves of the phase that it has planned."""

    def __init__(self, habits: Habits = RECRUIT) -> None:
        self._habits = habits
        self._moves: list[Move] = []
        self._step = ("", 0)
        self._planned = False
        self._tried: set[str] = set()
        self._seen: Stacks = {}
        self._phase = PhaseFindings()

    def command(self, client: SeatClient, rng: Rng) -> JsonObject:
        """The command for the decision that this seat has now."""
        command = self._decide(client, rng)
        if not (client.notebook and client.notebook.reasons):
            client.because(*reasons.why(command))
        return command

    def _decide(self, client: SeatClient, rng: Rng) -> JsonObject:
        if self._moves:
            move = self._next_move(client)
            if move is not None:
                return move
        view: Any = client.view()
        key = next((p["key"] for p in view["phases"] if p["state"] == "now"), view["step"]["key"])
        if (key, view["turn"]) != self._step:
            self._step, self._planned, self._tried = (key, view["turn"]), False, set()
            self._phase = self._phase.next_phase()
        printed = client.printed.of(view["scenario"])
        found = self._answer(client, read(view, client.side, printed, self._seen, self._phase, self._habits))
        return found if found is not None else client.some_command(rng)

    def _answer(self, client: SeatClient, sight: Sight) -> JsonObject | None:
        question: Any = client.legal()
        offers = {offer["kind"]: offer for offer in question["offers"]}
        event = strategy.lay_down(sight, offers) or strategy.special(sight, offers)
        if event is not None:
            return event
        step = str(question["step"])
        command = near_east.answer(client, sight, offers) if sight.near_fronts else None
        command = command or self._by_step(client, sight, step, offers)
        if command is not None:
            return command
        end = offers.get("end_phase")
        return END if end is not None and end["refusal"] is None else None

    def _by_step(self, client: SeatClient, sight: Sight, step: str, offers: dict[str, Any]) -> JsonObject | None:
        match step:
            case "pre-war":
                return pre_war.answer(client, sight, offers)
            case "set-up":
                return self._deal(sight, offers)
            case "allied.lot":
                return {"kind": DEAL if DEAL in offers else "draw_lots"}
            case "events":
                return spending.events(sight, offers)
            case "new-units":
                return _give_up(sight, offers) or arriving.place(client, sight, offers, self._tried)
            case "movement":
                return self._march(client, sight, offers)
            case "combat":
                return attacking.attack(client, sight, offers)
            case "rails":
                sent = between.send(client, sight, offers, self._tried)
                return sent or arriving.by_rail(client, sight, offers, self._tried)
            case "transfers":
                return spending.give(client, sight, offers, self._tried)
            case "replacement":
                return spending.rebuild(client, sight, offers)
            case "declare-initiative":
                return strategy.declare(sight)
            case "choose-marker":
                return strategy.choose_marker(sight)
            case _:
                return strategy.answer(sight, offers) or _in_battle(client, sight, offers)

    def _deal(self, sight: Sight, offers: dict[str, Any]) -> JsonObject | None:
        """The set-up in one press; of several commanders each for what is theirs, whatever the others have done."""
        over = offers["end_phase"]["refusal"] is None or DEAL in self._tried
        if sight.mine and over:
            return None
        self._tried.add(DEAL)
        return {"kind": DEAL}

    def guesses(self, view: Mapping[str, Any], side: str, printed: Any) -> Mapping[str, Guess]:
        """§3.25, §15.82: what it takes the enemy's stacks for."""
        return guesses(view, side, printed.of(view["scenario"]))

    # --- movement -----------------------------------------------------------------------------------------------------

    def _march(self, client: SeatClient, sight: Sight, offers: dict[str, Any]) -> JsonObject | None:
        first = self._step[0] == FIRST_MOVEMENT
        theatre = WEST if (sight.view["tracks"]["initiative"]["west"] == sight.side) == first else EAST
        if not self._planned:
            self._planned = True
            offer = offers.get("move")
            able = frozenset[str]() if offer is None or offer["refusal"] else frozenset(first_options(offer)["of"])
            parts = [part for part in PARTS_OF[theatre] if part in sight.parts]
            self._moves = [move for part in parts for move in plan(client, sight, part, able)]
            self._moves.reverse()
            move = self._next_move(client)
            if move is not None:
                return move
        return _give_up(sight, offers) or strategy.place_marker(sight, offers, theatre)

    def _next_move(self, client: SeatClient) -> JsonObject | None:
        """The next of the planned moves that can still be made, as far as it can."""
        while self._moves:
            move = self._moves.pop()
            try:
                ways = client.options("move", "path", units=[*move.units])["ways"]
            except ValueError:
                ways = {}
            if move.to in ways:
                if client.advises:
                    view: Any = client.view()
                    client.because(reasons.why_moved(client.printed.of(view["scenario"]).board, move.why))
                return {"kind": "move", "units": [*move.units], "path": ways[move.to]}
            if len(move.units) > 1:
                self._moves += [Move((unit,), move.to, move.why) for unit in reversed(move.units)]
        return None


def _give_up(sight: Sight, offers: dict[str, Any]) -> JsonObject | None:
    """§7.22: where the step does not end before units are given up, the weakest goes."""
    if "give_up" not in offers or offers["end_phase"]["refusal"] is None or offers["give_up"]["refusal"] is not None:
        return None
    names = [*first_options(offers["give_up"])["of"]]
    return {"kind": "give_up", "unit": min(names, key=lambda n: (_weight(sight, n), n))} if names else None


def _weight(sight: Sight, unit: str) -> int:
    face = sight.printed.counters[unit].front
    return face.attack + face.defence + 10 * face.support


def _in_battle(client: SeatClient, sight: Sight, offers: dict[str, Any]) -> JsonObject | None:
    """An answer inside an attack, or None where there is none."""
    if "ride_back" in offers:
        return fighting.ride(sight, offers)
    if "support" in offers:
        return fighting.support(sight, offers)
    if "use_event" in offers:
        names = [*first_options(offers["use_event"])["of"]]
        return {"kind": "use_event", "event": names[0]} if names else {"kind": "no_event"}
    if "lose" in offers:
        return fighting.lose(sight, offers)
    if "go_on" in offers:
        return fighting.go_on(client, sight, offers)
    if "advance" in offers or "hold" in offers:
        return fighting.advance(sight, offers)
    return None
