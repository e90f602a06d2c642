"""Rounds of sealing that were void (decisions/0047): what is kept of each, what is told, and how it is checked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.proof.canonical import canonical
from rules.kernel import dice
from rules.kernel.messages import JsonObject

MAX_VOID_ROUNDS = 5
"""Void rounds of one match: each is one more throw among which server and player, together, could choose."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a seat had handed in when its round became void; ``word`` is None if it was not open."""

    seat: str
    seal: str
    word: str | None


@dataclass(frozen=True, slots=True)
class Voided:
    """A void round. ``seat`` is where the one sat who asked for another, ``at`` when, in ISO form."""

    seat: str
    at: str
    commitment: str
    secret: str
    """In hex. Nobody is told before the match is over: it is of no use, but nothing is gained by telling it early."""
    seats: tuple[Sealed, ...]
    by: str = ""
    """The account of the one who asked, in hex: the server's own, so that nobody who came later is named for it."""

    def json(self) -> JsonObject:
        """As it is exported when the match is over."""
        return {**self.public_json(), "secret": self.secret, "seats": [_json(s) for s in self.seats]}

    def stored_json(self) -> JsonObject:
        """As it is stored."""
        return {**self.json(), "by": self.by}

    def public_json(self) -> JsonObject:
        """What everyone may know at once."""
        return {"seat": self.seat, "at": self.at, "commitment": self.commitment}

    @staticmethod
    def read(stored: Mapping[str, Any]) -> Voided:
        """The inverse of ``json`` and of ``stored_json``. KeyError or TypeError for anything else."""
        seats = tuple(Sealed(s["seat"], s["seal"], s["word"]) for s in stored["seats"])
        return Voided(stored["seat"], stored["at"], stored["commitment"], stored["secret"], seats, stored.get("by", ""))


def _json(sealed: Sealed) -> JsonObject:
    return {"seat": sealed.seat, "seal": sealed.seal, "word": sealed.word}


def digest(voided: Sequence[Voided]) -> str:
    """What dice and first link take in of all void rounds, in order; empty where there are none."""
    return hashlib.sha256(canonical([v.json() for v in voided])).hexdigest() if voided else ""


def voided_in(export: Mapping[str, Any]) -> list[Voided]:
    """The void rounds of an export; none of one from before there could be any. KeyError or TypeError for others."""
    return [Voided.read(v) for v in export.get("voided") or ()]


def faults_in(
    voided: Sequence[Voided], match: str, last: tuple[str, Mapping[str, str | None]], noted: Sequence[str]
) -> list[str]:
    """What is wrong with the void rounds of a match: each was sealed by all, committed to, and not opened by all.

    ``last`` are commitment and seals by seat of the round that counts; ``noted`` the commitments that a player saw
    become void.
    """
    commitment, now = last
    seats, faults = [*now], []
    if len(voided) > MAX_VOID_ROUNDS:
        faults.append(f"{len(voided)} rounds are void: a match has {MAX_VOID_ROUNDS} at most")
    seals = [sealed.seal for one in voided for sealed in one.seats] + [seal for seal in now.values() if seal]
    if len({*seals}) < len(seals):
        # Its word may have been known when the next secret was drawn.
        faults.append("a seal of a void round was used once more")
    for number, one in enumerate(voided, start=1):
        round_ = f"the void round {number}"
        if dice.commitment(bytes.fromhex(one.secret)) != one.commitment:
            faults.append(f"the secret of {round_} is not the one that was committed to")
        if [s.seat for s in one.seats] != seats or one.seat not in seats:
            faults.append(f"{round_} is not of the seats of this match")
        for sealed in one.seats:
            if sealed.word is not None and dice.seal(match, sealed.seat, sealed.word) != sealed.seal:
                faults.append(f"in {round_} the word of {sealed.seat} is not the one that was sealed")
        if all(sealed.word is not None for sealed in one.seats):
            faults.append(f"{round_} had every word open: it could not be void any more")
    told = [one.commitment for one in voided]
    if len({*told, commitment}) <= len(told):
        faults.append("two rounds have the same commitment")
    for one_noted in noted:
        if one_noted not in told:
            faults.append(f"the void round of commitment {one_noted} that you noted is not in this match")
    return faults


def describe(voided: Sequence[Voided]) -> str:
    """What a report says of them, though all is well; empty where there were none."""
    if not voided:
        return ""
    times = "once" if len(voided) == 1 else f"{len(voided)} times"
    asked = ", ".join(one.seat for one in voided)
    throws = f"Whoever had the server's secret and that player's word could choose among {len(voided) + 1} throws."
    return f"Before the match began all words were sealed again {times}; asked for by: {asked}. {throws}"
