"""Dice that players can check after the match.

Each seat draws a word of its own and hands in its ``seal``. When all seals are there the server draws a secret and
publishes ``commitment(secret)``; only then the words are opened. ``chance`` turns secret and words into a pure function
from the running number of a draw to a die, so the same draw always shows the same die: asking again, taking back or
restarting rolls nothing again. When the match is over the secret is published and everything here can be computed by
anyone.

Method: HMAC-SHA256 (RFC 2104, FIPS 180-4) under a key of secret, match and words, read as 64-bit numbers,
with rejection of those that would favour the low faces.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping

from rules.kernel.messages import Chance

SECRET_BYTES = 32
WORD_BYTES = 32
_WORD = 8
_SPAN = 1 << (8 * _WORD)


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret in hex: what is published before the first roll."""
    return hashlib.sha256(secret).hexdigest()


def seal(match: str, seat: str, word: str) -> str:
    """What a seat hands in before it opens its word: SHA-256 in hex.

    Match and seat are in it, so that nobody can hand in another seat's seal and open it later with that seat's word.
    """
    return hashlib.sha256(f"greatwar seal/{match}/{seat}/{word}".encode()).hexdigest()


def key(secret: bytes, match: str, words: Mapping[str, str], voided: str = "") -> bytes:
    """The key of one match's dice: the secret, the match and every seat's word, in the order of seat ids.

    ``voided`` is a digest of all that was sealed for the match before and did not count; empty if nothing was. Each
    part goes in with its length, so that no two different tables share a key. ValueError for a short secret.
    """
    if len(secret) < SECRET_BYTES:
        raise ValueError(f"a secret has at least {SECRET_BYTES} bytes")
    parts = [match, *(part for seat in sorted(words) for part in (seat, words[seat])), *([voided] if voided else [])]
    message = b"".join(len(p.encode()).to_bytes(4, "big") + p.encode() for p in parts)
    return hmac.new(secret, message, hashlib.sha256).digest()


def sides(secret: bytes, match: str, words: Mapping[str, str], voided: str = "") -> dict[str, str]:
    """The seats that players draw: from the one at which each sat down and sealed to the one to play.

    Every way to deal out the seats is equally likely. The key is another of the same secret and words, so that it
    tells nothing of the dice and is as little anyone's choice. ``voided`` and ValueError are as in ``key``.
    """
    draw = chance(hmac.new(key(secret, match, words, voided), b"greatwar sides", hashlib.sha256).digest())
    before, dealt = sorted(words), sorted(words)
    for last in range(len(dealt) - 1, 0, -1):
        other = draw(last, last + 1) - 1
        dealt[last], dealt[other] = dealt[other], dealt[last]
    return dict(zip(before, dealt, strict=True))


def chance(match_key: bytes) -> Chance:
    """The dice of one match as ``chance(draw, sides) -> 1..sides``, each face equally likely."""

    def roll(draw: int, sides: int) -> int:
        """The die of number ``draw``. ValueError unless ``draw`` is at least 0 and ``sides`` at least 1."""
        if draw < 0 or sides < 1:
            raise ValueError("a draw is numbered from 0 and a die has at least one side")
        fair = _SPAN - _SPAN % sides
        attempt = 0
        while True:
            digest = hmac.new(match_key, f"{draw}/{sides}/{attempt}".encode(), hashlib.sha256).digest()
            for start in range(0, len(digest), _WORD):
                word = int.from_bytes(digest[start : start + _WORD], "big")
                if word < fair:
                    return word % sides + 1
            attempt += 1

    return roll
