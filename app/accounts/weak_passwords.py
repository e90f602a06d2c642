"""Passwords that are guessed first: common words with figures around them, patterns of keys, few letters over and over.

Lists of passwords that leaked, cut to those as long as ours must be, consist of these forms almost alone. So the forms
are refused, and no list has to be shipped or asked for elsewhere.
"""

from __future__ import annotations

import itertools
import re

MIN_LETTERS = 5
"""Different characters that a password must have."""
CHARACTER_ROWS = (
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
)
"""Characters in an order that fingers know."""
MIN_RUN_LENGTH = 4
"""This many of them in a row, forwards or backwards, count as one character."""
_LEET = str.maketrans("@4301!5$7", "aaeoiisst")
_COMMON = """
password passwort motdepasse contrasena welcome letmein trustno iloveyou loveyou administrator admin root login master
qwerty azerty qwertz asdf zxcv football baseball basketball hockey soccer liverpool chelsea arsenal barcelona juventus
monkey dragon shadow sunshine princess superman batman spiderman starwars pokemon naruto minecraft charlie michael
jordan jessica michelle daniel thomas andrew joshua ashley nicole jennifer samantha hannah george robert william anthony
computer internet samsung google facebook apple android windows microsoft secret changeme default guest test hello
helloworld whatever freedom summer winter spring autumn january february march april june july august september october
november december monday friday flower butterfly chocolate cookie banana orange purple diamond forever family friends
jesus christ angel killer hunter ranger harley mustang ferrari porsche mercedes cheese pepper ginger tigger buster
greatwar schlieffen moltke joffre verdun somme tannenberg marne ypres kaiser entente empires powers correct horse
battery staple correcthorsebatterystaple mypassword thepassword mynameis letme inlet passw pass word
"""
COMMON = frozenset(_COMMON.split())
"""Words that passwords are made of first, in several languages, and what is at hand here."""


def is_weak(password: str, address: str) -> bool:
    """Whether a password is among the first that anyone would try for the owner of this mail address."""
    plain = password.casefold()
    if len(set(plain)) < MIN_LETTERS or plain in (plain + plain)[1:-1] or plain in address.casefold():
        return True
    short = _without_runs(plain)
    if len(short) < MIN_LETTERS:
        return True
    own = re.split(r"[^a-z]+", address.casefold())
    known = COMMON | {word for word in own if len(word) >= MIN_RUN_LENGTH}
    return any(_made_of(_letters(text), known) for text in (plain, short))


def _letters(text: str) -> str:
    """What is left without figures and signs around it, with those inside read as the letters that they look like."""
    inside = text.strip("0123456789!?.,;:_-#*+$&@ ").translate(_LEET)
    return "".join(letter for letter in inside if letter.isalpha())


def _made_of(letters: str, known: frozenset[str]) -> bool:
    """Whether nothing is left, or just one or two known words after each other."""
    halves = range(1, len(letters))
    return (
        len(letters) < MIN_RUN_LENGTH
        or letters in known
        or any(letters[:n] in known and letters[n:] in known for n in halves)
    )


def _without_runs(text: str) -> str:
    """The text with each run of neighbours on a keyboard, or of one character, as its first."""
    kept, rest = "", text
    while rest:
        run = next((n for n in range(len(rest), MIN_RUN_LENGTH - 1, -1) if _is_run(rest[:n])), 1)
        kept, rest = kept + rest[0], rest[run:]
    return kept


def _is_run(text: str) -> bool:
    ways = itertools.chain(CHARACTER_ROWS, (row[::-1] for row in CHARACTER_ROWS))
    return len(set(text)) == 1 or any(text in way for way in ways)
