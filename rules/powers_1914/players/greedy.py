"""A player that takes what is worth most now, keeps enough men in its capitals, and buys by need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kernel.messages import JsonObject
from rules.kernel.players import Rng, SeatClient, first_options
from rules.kernel.programs.reasons import MOST_OTHERS, Course
from rules.powers_1914.players import (
    allied,
    answers,
    attacks,
    battles,
    fires,
    fleets,
    garrisons,
    marches,
    purchases,
    reasons,
)
from rules.powers_1914.players.attacks import Attack
from rules.powers_1914.players.bot_view import BotView, earlier
from rules.powers_1914.players.habits import RECRUIT, Habits
from rules.powers_1914.players.marches import Move
from rules.powers_1914.players.purse import Purse


class Greedy:
    """Plays one seat. Between commands it remembers what it has planned and tried in the present step."""

    def __init__(self, habits: Habits = RECRUIT) -> None:
        self.habits = habits
        self._step = ("", 0)
        self._list: list[JsonObject] | None = None
        self._flags: object = None
        self._refused: set[str] = set()
        self._attack: Attack | None = None
        self._coming: list[tuple[str, ...]] = []
        self._begun: tuple[str, int] = ("", 0)
        """The field and turn of the last battle that it knows whom to bring to."""
        self._prize: tuple[str, int] = ("", 0)
        self._marches: list[Move] | None = None
        self._cover: list[Move] | None = None
        self._relief: list[Move] | None = None
        self._patience = ""
        self._alone = False
        self._resting = False
        self._purse: Purse | None = None
        self._shooting = True

    def command(self, client: SeatClient, rng: Rng) -> JsonObject | None:
        """The command for this seat's decision; None to leave it to an ally."""
        command = self._decide(client, rng)
        if command is not None and client.advises:
            client.because(*reasons.why(BotView(client.view(), client.seat, client.printed, self.habits), command))
        return command

    def _decide(self, client: SeatClient, rng: Rng) -> JsonObject | None:
        if self._alone:
            marching = self._march(client)
            if marching is not None:
                return marching
        view: Any = client.view()
        self._alone = _alone(view, client.seat)
        step = str(view["step"]["key"])
        self._turn_over(view, step)
        match step:
            case "setup":
                return _set_up(client)
            case "purchase":
                return self._shop(view, client)
            case "action":
                self._resting = self._resting and earlier(view, client.seat)
                table = BotView(view, client.seat, client.printed, self.habits)
                return None if self._resting else self._act(table, client)
            case "battle":
                return self._battle(view, client)
            case _:
                return answers.answer(BotView(view, client.seat, client.printed, self.habits), client, step, rng)

    def _turn_over(self, view: dict[str, Any], step: str) -> None:
        """A new step of the turn: what was planned in the last one is forgotten."""
        now = next((p["key"] for p in view["phases"] if p["state"] == "now"), step), view["turn"]
        if now != self._step:
            self._step = now
            self._list, self._attack, self._marches, self._purse = None, None, None, None
            self._refused, self._coming, self._shooting, self._patience = set(), [], True, ""
            self._resting, self._cover, self._relief = False, None, None

    def _shop(self, view: dict[str, Any], client: SeatClient) -> JsonObject | None:
        if client.partners:
            self._purse = self._purse or Purse(view, client.seat, client.partners, self.habits)
            gift = self._purse.gift(view, client.printed)
            if gift is not None or self._purse.waits(view):
                return gift
        now = [(a, body.get("control")) for a, body in view["areas"].items()]
        if self._list is None or now != self._flags:
            self._flags = now
            offers: Any = client.legal()["offers"]
            goods = {o["kind"]: o["items"] for o in offers if "items" in o}
            table = BotView(view, client.seat, client.printed, self.habits)
            self._list = purchases.shopping_list(table, table.money, goods)
        while self._list:
            command = self._list.pop(0)
            if command["kind"] != "modernise" or _modern(client, command):
                return command
        return {"kind": "end_phase"}

    def _act(self, table: BotView, client: SeatClient) -> JsonObject | None:
        """Guns, attacks, marches; allies march one after the other, so that none goes where another has gone."""
        marching = self._march(client)
        if marching is not None:
            return marching
        if self._attack is not None:
            begun = self._begin(client, self._attack)
            if begun is not None:
                return begun
        command = self._fire(table, client)
        if command is not None:
            return command
        if self._marches is None:
            if table.allies and (guns := allied.guns(table)) and self._wait(f"{guns} guns"):
                return None
            reserves = garrisons.reserves(table)
            if table.habits.relief and (relieving := self._relieve(table, client, reserves)) is not None:
                return relieving
            found = attacks.best(table, client, self._refused, reserves, 1 + MOST_OTHERS * client.advises)
            if found:
                for other in found[1:]:
                    self._say(table, client, other)
                return self._open(table, client, found[0])
            self._resting = earlier(table.view, client.seat)
            if self._resting:
                return None
            self._marches = marches.orders(table, reserves)
            command = self._march(client)
        return command or {"kind": "end_phase"}

    def _march(self, client: SeatClient) -> JsonObject | None:
        """The next march of those that were planned for after the attacks."""
        return self._next(client, self._marches)

    def _relieve(self, table: BotView, client: SeatClient, reserves: Mapping[str, int]) -> JsonObject | None:
        """The next march to a capital in danger, before anyone attacks. Aircraft and a general come first: with them
        fewer men are needed there."""
        if self._cover is None:
            self._cover = marches.cover(table)
        covering = self._next(client, self._cover)
        if covering is not None:
            return covering
        if self._relief is None:
            self._relief = marches.relief(table, reserves)
        return self._next(client, self._relief)

    @staticmethod
    def _next(client: SeatClient, moves: list[Move] | None) -> JsonObject | None:
        while moves:
            move = moves.pop(0)
            command = attacks.march(client, "move", move.units, move.goal)
            if command is not None:
                return command
        return None

    def _fire(self, table: BotView, client: SeatClient) -> JsonObject | None:
        """§3.3.1: fleets come before guns, and both before the men."""
        if not self._shooting:
            return None
        command = fleets.sea_battle(table, client, self._refused) or self._fleet(table, client)
        self._shooting = command is not None
        return command

    def _open(self, table: BotView, client: SeatClient, attack: Attack) -> JsonObject | None:
        """Gas and cards first, then the first group."""
        if client.advises:
            client.because(*reasons.attack(table, attack), odds=attack.odds, worth=attack.measured)
        command = fires.gas(table, attack)
        if command is not None:
            return command
        if attack.tactic:
            self._attack = attack
            return {"kind": "tactic", "area": attack.area}
        begun = self._begin(client, attack)
        return self._act(table, client) if begun is None else begun

    @staticmethod
    def _say(table: BotView, client: SeatClient, attack: Attack) -> None:
        """Tell of an attack that could be made as well."""
        command = attacks.march(client, "move", attack.groups[0], attack.area)
        if command is not None:
            client.weighed(Course(command, (*reasons.attack(table, attack),), attack.odds, attack.measured))

    def _begin(self, client: SeatClient, attack: Attack) -> JsonObject | None:
        """The first group goes, the others are to follow."""
        self._attack = None
        self._patience = ""
        self._refused.add(attack.area)
        for n, group in enumerate(attack.groups):
            command = attacks.march(client, "move", group, attack.area)
            if command is not None:
                self._coming = [*attack.groups[n + 1 :]]
                self._begun = attack.area, self._step[1]
                return command
        return None

    def _fleet(self, table: BotView, client: SeatClient) -> JsonObject | None:
        """§3.3.12, §3.8, §3.2.7: guns shoot, shipyards without guns are taken, land units without ships sunk."""
        offers: dict[str, Any] = {str(o["kind"]): o for o in _offers(client)}
        shot = fires.shot(table, offers["shoot"]["guns"]) if "shoot" in offers else None
        if shot is not None:
            return shot
        if "sink" in offers:
            return {"kind": "sink", "area": first_options(offers["sink"])["of"][0], "capture": False}
        if "raid" in offers:
            unit = min(first_options(offers["raid"])["of"])
            yards: list[str] = client.options("raid", "area", unit=unit)["of"]
            return {"kind": "raid", "unit": unit, "area": yards[0], "take": True}
        return None

    def _battle(self, view: dict[str, Any], client: SeatClient) -> JsonObject | None:
        battle = view["battle"]
        if battle["seat"] != client.seat:
            return self._join(view, client)
        now = battle["area"], view["turn"]
        if self._begun != now:
            # Someone else began it, or all that was planned is forgotten.
            self._begun = now
            self._coming = allied.whom_to_bring(BotView(view, client.seat, client.printed, self.habits), battle)
        while self._coming and not battle["rising"]:
            command = attacks.march(client, "reinforce", self._coming.pop(0), battle["area"])
            if command is not None:
                return command
        if not battle["rounds"] and len(view["step"]["deciders"]) > 1 and self._wait(f"{len(battle['attackers'])} up"):
            return None
        if self._prize[0] != f"{battle['area']} {view['turn']}":
            self._prize = (
                f"{battle['area']} {view['turn']}",
                battles.stake(BotView(view, client.seat, client.printed, self.habits)),
            )
        return battles.fight(view, client, self._prize[1], self.habits)

    def _wait(self, what: str) -> bool:
        """Whether to give the allies time: once for each thing that they do."""
        waits, self._patience = self._patience != what, what
        return waits

    def _join(self, view: dict[str, Any], client: SeatClient) -> JsonObject | None:
        """§3.3.2: the next units for an ally's battle; None if no unit is to go there now."""
        battle = view["battle"]
        name = f"{battle['area']} {'begun' if battle['rounds'] else len(battle['attackers'])}"
        if battle["rising"] or name in self._refused:
            return None
        for men in allied.whom_to_bring(BotView(view, client.seat, client.printed, self.habits), battle):
            command = attacks.march(client, "reinforce", men, battle["area"])
            if command is not None:
                return command
        self._refused.add(name)
        return None


def _alone(view: dict[str, Any], seat: str) -> bool:
    """Whether the seat has no ally, so that nothing comes between its own moves."""
    side = view["seats"][seat]["side"]
    return all(s == seat or now["side"] != side for s, now in view["seats"].items())


def _offers(client: SeatClient) -> list[dict[str, Any]]:
    found: Any = client.legal()["offers"]
    return list(found)


def _modern(client: SeatClient, command: JsonObject) -> bool:
    """§1.1: whether a marker is still there for a modernisation; others may have taken the last."""
    shelf: list[dict[str, Any]] = next((o["items"] for o in _offers(client) if o["kind"] == "modernise"), [])
    return any((i["nation"], i["unit"]) == (command["nation"], command["unit"]) for i in shelf)


def _set_up(client: SeatClient) -> JsonObject:
    """§2.3: as the chart suggests; a ship whose sea the enemy holds lies in the first other sea it may."""
    offers = {str(o["kind"]): o for o in _offers(client)}
    if offers["end_phase"]["refusal"] is None:
        return {"kind": "end_phase"}
    if "unplace" not in offers:
        return {"kind": "standard"}
    group = next(g for g in offers["place"]["groups"] if g["waiting"])
    return {"kind": "place", "units": [group["waiting"][0]], "area": group["areas"][0]}
