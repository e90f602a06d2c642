"""A match of the Great War brought to where a test needs it, by HTTP: everyone does no more than they must."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.browser.player import Player
from tests.browser.setting import Told, call, give, state

YIELDING = ("end_phase", "no_event", "no_aircraft", "stand", "hold")
"""Orders that give up what may be done."""
ASIDE = ("play_event", "ready", "lend", "quota", "join", "call_off", "appoint", "end_for_all")
"""Orders that answer no question."""


def pass_by(players: Mapping[str, Player], match: str, there: Callable[[Told], bool]) -> None:
    """Go on until what each asked seat is told satisfies ``there``."""
    first = next(iter(players))
    for _ in range(120):
        told = {first: state(players[first], match, first)}
        if there(told[first]):
            return
        # Everyone sees who is asked: nobody else need be told anything here.
        for seat in told[first]["view"]["step"]["deciders"]:
            asked = told.get(seat) or state(players[seat], match, seat)
            if asked["legal"]["yours"] and able(asked):
                give(players[seat], match, seat, asked["legal"]["ask"], answer(players[seat], match, seat, asked))
                break
        else:
            raise AssertionError("nobody can go on")
    raise AssertionError("it never came")


def able(told: Told) -> bool:
    """Whether a seat can take the question further."""
    return any(offer["kind"] not in ASIDE and not offer.get("refusal") for offer in told["legal"]["offers"])


def answer(player: Player, match: str, seat: str, told: Told) -> Told:
    """The command that gives up most."""
    offers = {offer["kind"]: offer for offer in told["legal"]["offers"] if not offer.get("refusal")}
    if told["legal"]["step"] == "set-up" and "end_phase" not in offers:
        return {"kind": "deal"}
    kind = next((k for k in YIELDING if k in offers), None)
    if kind is None and "draw_lots" in offers:
        kind = "draw_lots"
    offer = offers[kind or next(k for k in offers if k not in ASIDE)]
    body: Told = {"kind": offer["kind"]}
    chosen: Told = {}
    for n, slot in enumerate(offer.get("slots") or []):
        options = slot.get("options")
        if n or options is None:
            asked = {"kind": "slot", "order": offer["kind"], "slot": slot["name"], "chosen": chosen}
            question = {"seat": seat, "question": asked}
            options = call(player, "POST", f"/matches/{match}/consult", question)["options"]
        chosen[slot["name"]] = least(options)
    return body | chosen


def least(options: Told) -> Any:
    """The first that may be chosen in a slot, and no more of it than must be."""
    of = options.get("of")
    if of is None:
        return options.get("least", False)
    return of[: options["least"]] if "least" in options else "none" if "none" in of else of[0]
