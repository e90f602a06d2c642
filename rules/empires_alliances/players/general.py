"""A program that plays one side: it reads the table, and answers every question as it comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.empires_alliances.players import (
    arriving,
    attacking,
    declaring,
    exchanging,
    fighting,
    flying,
    invading,
    overrunning,
    plans,
    posting,
    reasons,
    relieving,
)
from rules.empires_alliances.players.axis import choose_aims
from rules.empires_alliances.players.feeding import feeders_of
from rules.empires_alliances.players.habits import RECRUIT, Habits
from rules.empires_alliances.players.journeys import Journeys
from rules.empires_alliances.players.last_throw import SEVERED, LastThrow, anchors_of, gathers, go_on, is_last, keys_of
from rules.empires_alliances.players.marching import Muster, in_order
from rules.empires_alliances.players.sight import Sight
from rules.empires_alliances.players.striking import Strikes
from rules.kernel.floods import spread
from rules.kernel.messages import JsonObject, Refusal
from rules.kernel.players import Rng, SeatClient, first_options
from rules.kernel.programs.reasons import usual

NOTHING = -1000.0
LEAST_CHANCE = 0.2
"""What an attack of the last segment must promise: the hundredth part of a point."""
ENDS = ("end_phase", "end_arrivals", "end_set_up", "end_deployment")


class General:
    """Plays a side of one match. Between commands it remembers the units of the phase that it has still to move."""

    def __init__(self, habits: Habits = RECRUIT) -> None:
        self._habits = habits
        self._aims: tuple[int, ...] = ()
        self._step = ("", 0)
        self._muster: Muster | None = None
        self._left: list[str] = []
        self._tried: set[str] = set()
        self._journeys = Journeys()
        self._phase = ("", 0)
        self._plans = attacking.Plans()
        self._exchanges = exchanging.Exchanges()
        self._reliefs = relieving.Reliefs()
        self._throw = LastThrow()
        self._strikes = Strikes(habits.strikes)

    def command(self, client: SeatClient, rng: Rng) -> JsonObject:
        """The command for the decision that this seat has now."""
        command = self._decide(client, rng)
        noted = client.notebook.reasons if client.notebook is not None else []
        # Whoever had to be moved or to attack is not where the program would have them; an aim of its own says more.
        if not any(reason in (*reasons.DUTIES, reasons.EXCHANGED) for reason in noted) and not (
            command["kind"] == "move" and noted
        ):
            client.because(*usual(command, reasons.WHY))
        return command

    def _decide(self, client: SeatClient, rng: Rng) -> JsonObject:
        view: Any = client.view()
        question: Any = client.legal()
        offers = {offer["kind"]: offer for offer in question["offers"]}
        step = (str(view["step"]["key"]) + str(view["step"]["side"]), int(view["turn"]))
        if step != self._step:
            self._step, self._muster, self._tried = step, None, set()
            self._journeys, self._reliefs, self._throw = Journeys(), relieving.Reliefs(), LastThrow()
            self._strikes = Strikes(self._habits.strikes)
        phase = next((str(part["key"]) for part in view["phases"] if part["state"] == "now"), "")
        if (phase, int(view["turn"])) != self._phase:
            self._phase, self._plans = (phase, int(view["turn"])), attacking.Plans()
        sight = Sight(view, client.side, client.printed, self._habits, self._aims)
        found = self._by_step(client, sight, str(question["step"]), offers)
        if found is None:
            found = _end(offers) or self._duty(client, sight, offers, rng)
        lane = question.get("lane")
        return found if lane is None or "lane" in found else {**found, "lane": lane}

    def _by_step(self, client: SeatClient, sight: Sight, step: str, offers: Mapping[str, Any]) -> JsonObject | None:
        match step:
            case "set-up" | "deployment":
                changed = self._exchanges.next_order(client, sight, offers)
                if changed is not None:
                    client.because(reasons.EXCHANGED)
                    return changed
                everything = offers.get("set_up_all")
                ready = everything is not None and everything["refusal"] is None
                if ready and _end(offers) is None:
                    return {"kind": "set_up_all"}
                return posting.better_place(client, sight, offers, self._tried) if _end(offers) is not None else None
            case "arrivals":
                return declaring.declare(sight, offers) or arriving.arrive(client, sight, offers, self._tried)
            case "move":
                return self._march(client, sight, offers) or flying.fly(client, sight, offers, self._tried)
            case "attacks" if self._throws(sight):
                return self._attack_last(client, sight, offers)
            case _ if self._throws(sight) and "advance" in offers:
                return go_on(sight, offers)
            case "attacks":
                return attacking.best_attack(client, sight, offers, self._habits.least, plans=self._plans)
            case "railheads":
                every = offers.get("advance_railheads")
                return {"kind": "advance_railheads"} if every is not None and every["refusal"] is None else None
            case "crowded" | "crowded-after":
                names = first_options(offers["give_up"])["of"]
                return {"kind": "give_up", "unit": min(names, key=lambda u: (arriving.value(sight, u), u))}
            case _:
                return fighting.answer(client, sight, offers)

    def _throws(self, sight: Sight) -> bool:
        """§1.7, §3.7: whether it risks everything now."""
        return self._habits.throws and is_last(sight)

    def _attack_last(self, client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
        """§1.71, §3.71: the attack of the last segment that promises most points; losses count for nothing."""
        keys = keys_of(sight)
        if not keys:
            return None
        bound = anchors_of(sight)
        return attacking.best_attack(
            client, replace(sight, keys=keys), offers, LEAST_CHANCE, all_go=True, bound=bound, plans=self._plans
        )

    # --- movement -----------------------------------------------------------------------------------------------------

    def _march(self, client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
        if self._throws(sight):
            # Nobody digs in: those who do move no more, and nobody will attack them.
            return self._march_last(client, sight, offers)
        if self._muster is None:
            dig = plans.entrench_order(sight, offers)
            if dig is not None and "dig" not in self._tried:
                self._tried.add("dig")
                return dig
            sight = replace(sight, aims=choose_aims(sight, self._aims))
            self._aims = sight.aims
            keys = keys_of(sight) if gathers(sight) else {}
            self._muster = Muster(sight, self._habits.eager * sight.boldness, _hunger(client, sight), keys=keys)
            offer = offers.get("move")
            able = first_options(offer)["of"] if offer is not None and offer["refusal"] is None else ()
            self._strikes.stay = feeders_of(sight) if self._habits.strikes else frozenset()
            stay = self._strikes.placed | self._strikes.stay
            self._left = in_order(sight, [u for u in able if u not in stay])[::-1]
        landing = invading.invade(client, sight, offers, self._tried)
        if landing is not None:
            return landing
        # Duties first, as long as there are trains for them.
        due = (
            plans.make_room(client, sight, offers, self._tried, self._muster)
            or plans.keep_promise(client, sight, offers, self._tried, self._muster)
            or plans.sail_to_box(client, sight, offers, self._tried)
        )
        if due is not None:
            return due
        overwhelmed = overrunning.overwhelm(client, sight, offers, self._tried)
        if overwhelmed is not None:
            # Ways have opened, and zones are gone: those who found nothing better before may find it now.
            self._muster, self._journeys = None, Journeys()
            return overwhelmed
        strike = self._strikes.next_order(client, sight, offers, self._journeys, self._muster)
        if strike is not None:
            self._left = [name for name in self._left if name not in self._strikes.placed]
            return strike
        close_up = plans.close_up(client, sight, offers, self._tried, self._muster)
        if close_up is not None:
            client.because(reasons.CLOSES_UP)
            return close_up
        relief = self._reliefs.next_order(client, sight, offers, self._muster)
        if relief is not None:
            client.because(reasons.RELIEVED)
            return relief
        self._left = [name for name in self._left if name not in self._reliefs.moved]
        return self._next_journey(client, sight)

    def _march_last(self, client: SeatClient, sight: Sight, offers: Mapping[str, Any]) -> JsonObject | None:
        """§1.7, §3.7: cities are cut off first; then everyone masses before what attacks are to clear."""
        order = self._throw.next_order(client, sight, offers)
        if order is not None:
            return order
        if self._muster is None or not self._muster.keys:
            keys = {**dict.fromkeys(self._throw.clear & sight.theirs, SEVERED), **keys_of(sight)}
            self._muster = Muster(replace(sight, keys=keys), self._habits.eager, keys=keys, last=True)
            offer = offers.get("move")
            able = first_options(offer)["of"] if offer is not None and offer["refusal"] is None else ()
            stay = self._throw.placed | anchors_of(sight)
            self._left = in_order(sight, [u for u in able if u not in stay])[::-1] if keys else []
            self._journeys = Journeys()
        return self._next_journey(client, sight)

    def _next_journey(self, client: SeatClient, sight: Sight) -> JsonObject | None:
        """The next of those who have still to move, if it goes anywhere."""
        standing, muster = sight.standing, self._muster
        while self._left and muster is not None:
            name = self._left.pop()
            if name not in standing:
                continue
            unit, start = standing[name]
            path = self._journeys.best(client, muster, unit, start)
            if path is not None:
                return {"kind": "move", "units": [name], "path": path}
        return None

    def _duty(self, client: SeatClient, sight: Sight, offers: Mapping[str, Any], rng: Rng) -> JsonObject:
        """The step cannot end yet: an attack that is due, a unit that has to go; else something legal."""
        if "attack" in offers:
            for all_go in (False, True):
                due = attacking.best_attack(
                    client, sight, offers, NOTHING, plans.due_attack(sight, offers), all_go=all_go
                )
                if due is not None:
                    client.because(reasons.DUE)
                    return due
        muster = self._muster or Muster(sight, self._habits.eager)
        return plans.leave(client, sight, offers, self._tried, muster) or client.some_command(rng)


def _end(offers: Mapping[str, Any]) -> JsonObject | None:
    for kind in ENDS:
        offer = offers.get(kind)
        if offer is not None and offer["refusal"] is None:
            return {"kind": kind}
    return None


def _hunger(client: SeatClient, sight: Sight) -> Mapping[int, int]:
    """§14.2: hexes over land, enemies aside, from each hex to those in which units of ours would be in supply."""
    answer: Any = client.consult({"kind": "overlay", "name": "supply"})
    if isinstance(answer, Refusal):
        return {}
    board = sight.printed.board
    fed = [board.index(hex_) for hex_, words in answer.get("hexes", {}).items() if words and board.is_hex(hex_)]
    return spread(board.lattice.neighbours, fed, lambda _, b: b in board.land and b not in sight.theirs)
