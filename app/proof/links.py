"""The chain of a match (decisions/0016): every link covers its command with all that came before it.

A link is an HMAC-SHA256 under a key that comes of the secret of the dice. A plain hash would tell what is hidden: who
knows all but a few possibilities could try them out until one fits. The key is known when the secret is published.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from app.matches.facts import ReceivedCommand
from app.proof.canonical import canonical
from rules.kernel.messages import JsonObject


def state_hash(state: JsonObject) -> str:
    """SHA-256 of a state's canonical JSON, in hex."""
    return hashlib.sha256(canonical(state)).hexdigest()


def key(secret: bytes, match: str) -> bytes:
    """The key of a match's links."""
    return hmac.digest(secret, f"greatwar links/{match}".encode(), "sha256")


def first(
    key: bytes,
    *,
    match: str,
    game: str,
    scenario: str,
    options: JsonObject,
    rules: str | None,
    commitment: str,
    seats: Sequence[tuple[str, str | None, str | None]],
    opening: JsonObject,
    drawn: bool = False,
    clock: JsonObject | None = None,
    voided: str = "",
    dice_stand: bool = False,
) -> bytes:
    """The link of the beginning. ``seats`` are id, seal and word of each, in order; ``opening`` is the position.

    ``drawn``: whether the sides were to be drawn. ``clock``: what was agreed on the clocks, if there are any.
    ``voided``: the digest of the rounds of sealing that were void (app/proof/rounds.py), if there were any.
    ``dice_stand``: whether nothing may be taken back past a die.
    """
    body: JsonObject = {
        "match": match,
        "game": game,
        "scenario": scenario,
        "options": options,
        "rules": rules,
        "commitment": commitment,
        "seats": [[*seat] for seat in seats],
        "opening": state_hash(opening),
    }
    if drawn:
        body["sides"] = "drawn"
    if clock is not None:
        body["clock"] = clock
    if voided:
        body["voided"] = voided
    if dice_stand:
        body["dice_stand"] = True
    return hmac.digest(key, canonical(body), "sha256")


def after(key: bytes, link: bytes, order: ReceivedCommand, rules: str, seq: int, events: Sequence[JsonObject]) -> bytes:
    """The link after a command whose events begin with number ``seq``; ``link`` is the one before it."""
    body: JsonObject = {
        "seat": order.seat,
        "id": order.id,
        "ask": order.ask,
        "command": order.body,
        "rules": rules,
        "first": seq,
        "events": [*events],
    }
    return hmac.digest(key, link + canonical(body), "sha256")
