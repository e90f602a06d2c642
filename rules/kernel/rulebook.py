"""A game's rules in our own words, section by section, with its charts: what the page shows of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules.kernel.messages import JsonObject

CITED = re.compile(r"§(\d+(?:\.\d+)*)")
"""A section that a text refers to."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A printed table as the page draws it: a heading for each column, rows of as many cells."""

    id: str
    title: str
    section: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"a row of the chart {self.id!r} has not a cell for each column")

    def json(self) -> JsonObject:
        """For the wire."""
        return {
            "id": self.id,
            "title": self.title,
            "section": self.section,
            "columns": [*self.columns],
            "rows": [[*row] for row in self.rows],
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Rule:
    """A section: paragraphs of text and of an example; ``chart`` is the id of the one that belongs to it, or empty."""

    section: str
    title: str
    text: tuple[str, ...]
    example: tuple[str, ...] = ()
    chart: str = ""

    def cites(self) -> frozenset[str]:
        """The sections that it refers to."""
        return frozenset(n for line in (*self.text, *self.example) for n in CITED.findall(line))

    def json(self) -> JsonObject:
        """For the wire."""
        return {
            "section": self.section,
            "title": self.title,
            "text": [*self.text],
            "example": [*self.example],
            "chart": self.chart,
        }


@dataclass(frozen=True, slots=True)
class Chapter:
    """The sections that begin with the same number."""

    number: str
    title: str
    rules: tuple[Rule, ...]

    def json(self) -> JsonObject:
        """For the wire."""
        return {"number": self.number, "title": self.title, "rules": [rule.json() for rule in self.rules]}


@cache
def read_rulebook(folder: Path) -> tuple[Chapter, ...]:
    """The chapters of ``help.toml``, with the titles of ``sections.toml`` beside it.

    ValueError for a section that is told twice or not at all, has no title or no text, or refers to one there is not.
    """
    listed = tomllib.loads((folder / "sections.toml").read_text(encoding="utf-8"))["sections"]
    spec = tomllib.loads((folder / "help.toml").read_text(encoding="utf-8"))
    titles = {str(s["number"]): str(s["title"]) for s in listed}
    rules = {rule.section: rule for rule in (_rule(r, titles) for r in spec["rules"])}
    if len(rules) != len(spec["rules"]):
        raise ValueError(f"{folder}: a section is told twice")
    cited = frozenset(titles).union(*(rule.cites() for rule in rules.values()))
    if missing := sorted(cited - rules.keys()):
        raise ValueError(f"{folder}: nothing is told of {', '.join(missing)}")
    by_chapter: dict[str, list[Rule]] = {str(number): [] for number in spec["chapters"]}
    for rule in sorted(rules.values(), key=lambda r: _order(r.section)):
        by_chapter[rule.section.partition(".")[0]].append(rule)
    return tuple(Chapter(n, spec["chapters"][n], tuple(found)) for n, found in by_chapter.items())


@cache
def read_help(file: Path) -> tuple[Chapter, ...]:
    """The chapters of a ``help.toml`` that tells the rules in short: a section stands for all that begin with its
    number, and has its title in the file itself. ValueError for one that is told twice, or has no title or no text."""
    spec = tomllib.loads(file.read_text(encoding="utf-8"))
    return _in_chapters(spec["chapters"], _read_rules(spec, file))


@cache
def read_help_over(file: Path, over: Path) -> tuple[Chapter, ...]:
    """The same with another file laid over it, for a variant of the game: its sections and titles of chapters take the
    place of those of the first, and the first's sections that it lists as ``without`` are left out, as are chapters
    without any. ``besides`` names further files of the same folder, each with the sections that are taken from it as
    they stand. ValueError too for a section that is left out or taken and that there is not."""
    below, above = (tomllib.loads(f.read_text(encoding="utf-8")) for f in (file, over))
    kept, further = _read_rules(below, file), _read_rules(above, over)
    left_out = set(above.get("without", ()))
    if unknown := sorted(left_out - kept.keys() | left_out & further.keys()):
        raise ValueError(f"{over}: nothing to leave out as {', '.join(unknown)}")
    taken: dict[str, Rule] = {}
    for name, sections in above.get("besides", {}).items():
        beside = over.parent / name
        there = _read_rules(tomllib.loads(beside.read_text(encoding="utf-8")), beside)
        if unknown := sorted(set(sections) - there.keys() | set(sections) & further.keys()):
            raise ValueError(f"{over}: nothing to take from {name} as {', '.join(unknown)}")
        taken |= {section: there[section] for section in sections}
    rules = {n: rule for n, rule in (kept | taken | further).items() if n not in left_out}
    titles = below["chapters"] | above.get("chapters", {})
    found = _in_chapters({n: titles[n] for n in sorted(titles, key=_order)}, rules)
    return tuple(chapter for chapter in found if chapter.rules)


def _read_rules(spec: Mapping[str, Any], file: Path) -> dict[str, Rule]:
    rules = {rule.section: rule for rule in (_rule(r, {}) for r in spec["rules"])}
    if len(rules) != len(spec["rules"]):
        raise ValueError(f"{file}: a section is told twice")
    return rules


def _in_chapters(titles: Mapping[str, str], rules: Mapping[str, Rule]) -> tuple[Chapter, ...]:
    """ValueError for a section of a chapter that there is not."""
    ordered = sorted(rules.values(), key=lambda r: _order(r.section))
    if stray := sorted({r.section for r in ordered if r.section.partition(".")[0] not in titles}):
        raise ValueError(f"no chapter has {', '.join(stray)}")
    return tuple(Chapter(n, titles[n], tuple(r for r in ordered if r.section.partition(".")[0] == n)) for n in titles)


def _rule(entry: Mapping[str, Any], titles: Mapping[str, str]) -> Rule:
    section = str(entry["section"])
    title = entry.get("title") or titles.get(section)
    text = _paragraphs(entry["text"])
    if not title or not text:
        raise ValueError(f"section {section} has no title or no text")
    return Rule(section, title, text, _paragraphs(entry.get("example", "")), entry.get("chart", ""))


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip())


def _order(section: str) -> tuple[int, ...]:
    return tuple(int(part) for part in section.split("."))


def rulebook_json(chapters: Iterable[Chapter], charts: Iterable[Chart]) -> JsonObject:
    """Rules and charts of a game for the wire."""
    return {"chapters": [c.json() for c in chapters], "charts": [c.json() for c in charts]}
