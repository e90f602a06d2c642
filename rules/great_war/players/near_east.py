"""The questions that only the Near East asks: its reserve, its boxes, its chits, the pipeline, the expedition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from rules.great_war.players import posts
from rules.great_war.players.front import line_of
from rules.great_war.players.sight import FALLEN, NEAR_EAST, NEAR_WEST, WAITING, Sight
from rules.great_war.printed.counters import ALPINE_CORPS
from rules.great_war.printed.fronts import CAUCASUS, EAST, WEST
from rules.great_war.printed.nations import ALLIED, CENTRAL
from rules.kernel.messages import JsonObject
from rules.kernel.players import SeatClient, first_options

Offers: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = Callable[[SeatClient, Sight, Offers], JsonObject | None]

NEAR_OF = {WEST: NEAR_WEST, EAST: NEAR_EAST}
SIX = 6
"""The highest die."""
USUAL_RESERVE = 8
"""Divisions that Turkey keeps in the reserve: two dice ask for seven in the mean."""
PERSIA, FEWEST_IN_PERSIA = 3, 2
"""§17.21: Russians that go to Persia, and the number below which none do."""
KEPT = 1
"""§5.3: points that are left for men who have fallen, after an event is bought."""
LAST_POOL = "O"
"""§6.45: the strategic turn from which the Central Powers' pool may bind Turkey to Baku."""


def answer(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """An answer to a question of the Near East, or None where this is none or nothing is to be done."""
    for kind, found in ANSWERS.items():
        offer = offers.get(kind)
        if offer is not None and offer["refusal"] is None:
            command = found(client, sight, offers)
            if command is not None:
                return command
    return None


# --- the Turkish reserve and Arabia (§5.38, §5.62) --------------------------------------------------------------------


def fill_reserve(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§5.38: whoever waits or is on the way goes into the reserve; from the maps only as many as make surrender
    impossible, from where they are missed least."""
    options = first_options(offers["fill_reserve"])
    at = {u.id: u for units in sight.mine.values() for u in units}
    names = sorted(options["of"])
    idle = [n for n in names if n not in at]
    afield = [at[n] for n in names if n in at]
    taken = idle[: options["most"]]
    short = min(options["most"], over(sight)) - len(taken)
    afield.sort(key=lambda u: (posts.danger(sight, u.at), u.defence, u.id))
    taken += [u.id for u in afield[: max(0, short)]]
    return {"kind": "fill_reserve", "units": [*taken]} if taken else None


def over(sight: Sight) -> int:
    """§5.61: by how much what is added to the die is more than Turkey can bear whatever is rolled;
    nothing once Turkey is out of the war."""
    surrender = sight.view["near_east"]["surrender"]
    if surrender is None:
        return 0
    return int(sum(m["drm"] for m in surrender["modifiers"]) + SIX - surrender["total"] + 1)


def release_reserve(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§5.38: what is above the usual number goes to the fronts."""
    options = first_options(offers["release_reserve"])
    spare = min(options["most"], sight.view["near_east"]["reserve"]["held"] - USUAL_RESERVE)
    names = sorted(options["of"], key=lambda n: (-_attack(sight, n), n))
    return {"kind": "release_reserve", "units": names[:spare]} if spare > 0 and names else None


def _attack(sight: Sight, name: str) -> int:
    return sight.printed.counters[name].front.attack


def out_of_arabia(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§9.16, §5.62: only those leave Arabia of whom it has more than it needs."""
    surrender = sight.view["near_east"]["surrender"]
    if surrender is None or surrender["arabia"]["held"] <= surrender["arabia"]["required"]:
        return None
    return _to_the_front(client, sight, offers, "out_of_arabia")


def from_transit(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§9.13: from the box to the front that lacks men most."""
    return _to_the_front(client, sight, offers, "from_transit")


def _to_the_front(client: SeatClient, sight: Sight, offers: Offers, kind: str) -> JsonObject | None:
    bound = {*sight.charts.major_effort, ALPINE_CORPS}
    # §18.4, §5.62: Germans whose coming costs more than they can win stay where they are.
    names = sorted((n for n in first_options(offers[kind])["of"] if n not in bound), key=lambda n: -_attack(sight, n))
    for name in names:
        try:
            ends = client.options(kind, "to", units=[name])["of"]
        except ValueError:
            continue
        to = posts.station(sight, [sight.board.index[h] for h in ends], 1)
        if to is not None:
            return {"kind": kind, "units": [name], "to": sight.board.ids[to]}
    return None


def to_transit(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§9.13: a unit that its front can spare goes to the box, if another front lacks men."""
    at = {u.id: u for units in sight.mine.values() for u in units}
    names = [at[n] for n in sorted(first_options(offers["to_transit"])["of"]) if n in at]
    lacking = posts.neediest_front(sight)
    spare = [
        u for u in names
        if sight.near(u.at) and sight.board.front[u.at] != lacking and u.fights
        and u.at not in line_of(sight, sight.part[u.at]).need and posts.can_spare(sight, u, lacking)
    ]  # fmt: skip
    if not spare:
        return None
    unit = min(spare, key=lambda u: (-u.attack, u.id))
    return {"kind": "to_transit", "units": [unit.id]}


# --- chits that ask (§6.7 to §6.9, §6.25, §6.36, §6.46, §6.60) --------------------------------------------------------


def raise_arabs(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§6.7: where fewest Turks are near, and of such hexes nearest to what counts for victory."""
    hexes = [sight.board.index[h] for h in first_options(offers["raise_arabs"])["of"]]
    if not hexes:
        return None
    far = posts.toward_aims(sight)
    to = min(hexes, key=lambda i: (posts.danger(sight, i), far.get(i, posts.FAR), i))
    return {"kind": "raise_arabs", "hex": sight.board.ids[to]}


def armenian_republic(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§6.9: where fewest enemies are near."""
    hexes = [sight.board.index[h] for h in first_options(offers["armenian_republic"])["of"]]
    to = min(hexes, key=lambda i: (posts.danger(sight, i), i), default=None)
    return None if to is None else {"kind": "armenian_republic", "hex": sight.board.ids[to]}


def withdraw(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§6.46, §6.64: the unit that defends least for its factors."""
    counters = sight.printed.counters
    names = first_options(offers["withdraw"])["of"]
    name = min(names, key=lambda n: (counters[n].front.defence - counters[n].front.attack, n), default=None)
    return None if name is None else {"kind": "withdraw", "unit": name}


def play_initiative(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§5.87: where the side is leaned on less, unless it has the initiative there; Allies who have it keep their event
    for when it is lost. Played where it is asked for, as both have drawn."""
    if client.legal()["step"] != "chances":
        return None
    wanted = WEST if sight.side == ALLIED else min((EAST, WEST), key=lambda t: line_of(sight, NEAR_OF[t]).pressure)
    if sight.view["tracks"]["initiative"][wanted] == sight.side:
        return None
    return {"kind": "play_initiative", "theatre": wanted}


def raid(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§6.25: the town with the most Turks who might go by train."""
    hexes = [sight.board.index[h] for h in first_options(offers["raid"])["of"]]
    to = max(hexes, key=lambda i: (len(sight.theirs.get(i, ())), -i), default=None)
    return None if to is None else {"kind": "raid", "hex": sight.board.ids[to]}


def capture(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§6.27: whenever it can be played."""
    return {"kind": "capture"}


def attack_in_van(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§6.8: there is no choice."""
    return {"kind": "attack_in_van"}


def dig_trenches(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§6.36: what counts for victory first, else where most enemies are near; not where there are none."""
    hexes = [sight.board.index[h] for h in first_options(offers["dig_trenches"])["of"]]
    pressed = [i for i in hexes if posts.danger(sight, i) > 0]
    to = max(pressed, key=lambda i: (i in sight.aims, posts.danger(sight, i), -i), default=None)
    return None if to is None else {"kind": "dig_trenches", "hex": sight.board.ids[to]}


# --- the Allies (§6.38, §11.53, §17.21) -------------------------------------------------------------------------------


def lay_pipeline(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§11.53: as soon as it can be."""
    return {"kind": "lay_pipeline"}


def russian_landing(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§6.38: one that defends well, where it meets no more than it can stand."""
    names = sorted(first_options(offers["russian_landing"])["of"])
    waiting = {u["id"]: float(u["defence"] or 0) for u in sight.boxes(*WAITING)}
    name = max(names, key=lambda n: (waiting.get(n, 0.0), n), default=None)
    if name is None:
        return None
    hexes = [sight.board.index[h] for h in client.options("russian_landing", "hex", unit=name)["of"]]
    safe = [i for i in hexes if posts.beside(sight, i) <= waiting.get(name, 0.0)]
    far = posts.toward_aims(sight)
    to = min(safe, key=lambda i: (far.get(i, posts.FAR), i), default=None)
    return None if to is None else {"kind": "russian_landing", "unit": name, "hex": sight.board.ids[to]}


def send_expedition(client: SeatClient, sight: Sight, offers: Offers) -> JsonObject | None:
    """§17.21: Russians whom the Caucasus does not need go to Persia, if there are enough of them."""
    at = {u.id: u for units in sight.mine.values() for u in units}
    need = line_of(sight, NEAR_EAST).need
    spare = [
        at[n] for n in sorted(first_options(offers["send_expedition"])["of"])
        if n in at and at[n].fights and not posts.beside(sight, at[n].at) and at[n].at not in need
    ]  # fmt: skip
    going = sorted(spare, key=lambda u: (-u.defence, u.id))[:PERSIA]
    if len(going) < FEWEST_IN_PERSIA or posts.lacks(sight, CAUCASUS) > 1:
        return None
    return {"kind": "send_expedition", "units": [u.id for u in going]}


ANSWERS: Mapping[str, Answer] = {
    "attack_in_van": attack_in_van,
    "raise_arabs": raise_arabs,
    "armenian_republic": armenian_republic,
    "withdraw": withdraw,
    "play_initiative": play_initiative,
    "fill_reserve": fill_reserve,
    "release_reserve": release_reserve,
    "dig_trenches": dig_trenches,
    "russian_landing": russian_landing,
    "lay_pipeline": lay_pipeline,
    "send_expedition": send_expedition,
    "raid": raid,
    "capture": capture,
    "from_transit": from_transit,
    "out_of_arabia": out_of_arabia,
    "to_transit": to_transit,
}
"""By the order with which each is answered."""


# --- points (§5.3, §6.11) ---------------------------------------------------------------------------------------------


def wants_event(sight: Sight, nation: str) -> bool:
    """§6.11: whether a nation has more than it keeps for its men; Turkey draws no more once a chit may bind it to
    Baku (§6.45)."""
    strategic: str = sight.view["tracks"]["strategic"] or ""
    if sight.side == CENTRAL and strategic >= LAST_POOL:
        return False
    fallen = len([u for u in sight.boxes(*FALLEN) if u["nation"] == nation])
    points: int = sight.view["tracks"]["points"].get(nation, 0)
    return points > min(KEPT, fallen)
