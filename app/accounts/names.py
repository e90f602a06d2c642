"""What may stand as a player's name: a line of plain text that shows what it is and looks like nobody else's by trick.

Scripts and invisible characters are looked up by the library ``regex``, which carries Unicode's tables. The rule on
mixed scripts is that of Unicode's report 39 ("moderately restrictive"): one script, or Latin with one more that does
not look like it, or the scripts that are written together in Japanese, Korean and Chinese.
"""

from __future__ import annotations

import unicodedata

import regex

MAX_MARKS = 3
"""Accents that may stand on one letter; Vietnamese has two, some writings of Hebrew and Tibetan three."""

RESERVED = "(program)"
"""What stands in the names of programs, and in nobody else's."""

_SPACES = regex.compile(" +")
_VISIBLE = regex.compile(r"[\p{L}\p{N}]")
_BREAKERS = regex.compile(r"[\p{Cc}\p{Zl}\p{Zp}]")
_TURNERS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Characters that embed or override a direction of writing; plain Arabic or Hebrew needs none of them."""
_PICTURE = r"\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)?"
_EMOJI = regex.compile(rf"\p{{RI}}\p{{RI}}|[0-9#*]\uFE0F?\u20E3|{_PICTURE}(?:\u200D{_PICTURE})*")
"""A picture, with what joins and colours it: there, characters that show nothing by themselves have a sense."""
_JOINERS = regex.compile(
    r"(?<=[\p{Arabic}\p{Syriac}\p{Devanagari}\p{Bengali}\p{Gurmukhi}\p{Gujarati}\p{Oriya}\p{Tamil}\p{Telugu}"
    r"\p{Kannada}\p{Malayalam}\p{Sinhala}\p{Khmer}\p{Mongolian}])[\u200C\u200D](?=\p{L})"
)
"""Joiners between letters of writings that need them."""
_UNSEEN = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cn}\p{Co}\p{Cs}\u2800\p{Zs}--\x20]", regex.V1)
_MARKS = regex.compile(rf"^\p{{M}}|\p{{M}}{{{MAX_MARKS + 1},}}")
_COMMON = regex.compile(r"[\p{Common}\p{Inherited}]")
_LETTER = regex.compile(r"\p{L}")

_SCRIPTS = {
    name: regex.compile(rf"\p{{{name}}}")
    for name in (
        *("Latin", "Greek", "Cyrillic", "Armenian", "Georgian", "Hebrew", "Arabic", "Syriac", "Thaana", "Devanagari"),
        *("Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Thai"),
        *("Lao", "Tibetan", "Myanmar", "Khmer", "Ethiopic", "Hangul", "Hiragana", "Katakana", "Bopomofo", "Han"),
    )
}
"""The scripts that are in common use today (Unicode's report 31, table 5)."""
_TOGETHER = (
    frozenset({"Latin", "Han", "Hiragana", "Katakana"}),
    frozenset({"Latin", "Han", "Bopomofo"}),
    frozenset({"Latin", "Han", "Hangul"}),
)
_LOOK_ALIKE = frozenset({"Latin", "Greek", "Cyrillic"})
"""Scripts of which many letters look the same."""


def plain(name: str) -> str:
    """The name in its one plain form: letters of mathematics or of double width are read as what they look like.

    ValueError, with what is wrong with it, if it cannot be a name.
    """
    if _BREAKERS.search(name) or any(unicodedata.bidirectional(c) in _TURNERS for c in name):
        raise ValueError("a name is one line of plain text")
    name = _SPACES.sub(" ", unicodedata.normalize("NFKC", name)).strip()
    if not _VISIBLE.search(name):
        raise ValueError("a name needs a letter or a digit")
    if _UNSEEN.search(_JOINERS.sub("", _EMOJI.sub("", name))):
        raise ValueError("a name cannot have invisible characters")
    if _MARKS.search(_EMOJI.sub("-", name)):
        raise ValueError("a name cannot have stacked accents")
    if RESERVED in name.casefold().replace(" ", ""):
        raise ValueError("only programs have (program) in their name")
    if not _belong_together(scripts(name)):
        raise ValueError("a name cannot mix letters of different alphabets that look alike")
    return name


def one_line(text: str) -> str:
    """A line of free text without what cannot be seen: what it says, nothing turns round, hides or covers up.

    ValueError, with what is wrong with it, if it has any of that.
    """
    if _BREAKERS.search(text) or any(unicodedata.bidirectional(c) in _TURNERS for c in text):
        raise ValueError("must be one line of plain text")
    text = _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip()
    if _UNSEEN.search(_JOINERS.sub("", _EMOJI.sub("", text))):
        raise ValueError("cannot have invisible characters")
    if _MARKS.search(_EMOJI.sub("-", text)):
        raise ValueError("cannot have stacked accents")
    return text


def scripts(name: str) -> frozenset[str]:
    """The scripts of its letters; one that is out of use counts as ``other``."""
    found = set()
    for letter in name:
        if _COMMON.match(letter) or not _LETTER.match(letter):
            continue
        found.add(next((script for script, pattern in _SCRIPTS.items() if pattern.match(letter)), "other"))
    return frozenset(found)


def _belong_together(found: frozenset[str]) -> bool:
    if len(found) <= 1 or any(found <= together for together in _TOGETHER):
        return True
    return len(found) == 2 and "Latin" in found and "other" not in found and not found <= _LOOK_ALIKE
