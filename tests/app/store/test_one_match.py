"""Every statement names one match, or is among those of which it is said here why not (decisions/0071).

So records of matches can lie in several databases (decisions/0079): what names one goes to one of them.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from app.database import Base
from app.settings import ROOT

MATCHES = "match"
OTHER_KEYS: Mapping[str, str] = {
    "former_seat": "found by match through an index; its number is for accounts that are gone, which leave it null",
    "notice": "a queue: taken in order of time, and every delivery refers to its number",
    "report": "not of a match: it outlives the one that it came from",
}
"""Tables with a column ``match`` whose key does not begin with it, and why."""


@cache
def tables() -> dict[str, Any]:
    """The tables of a match, by name, whatever other tests have imported."""
    for file in (ROOT / "app").rglob("models.py"):
        importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    return {name: t for name, t in Base.metadata.tables.items() if "match" in t.c or name == MATCHES}


def test_every_table_of_a_match_has_the_match_first_in_its_key() -> None:
    others = {name for name, t in tables().items() if name != MATCHES and [*t.primary_key.columns][0].name != "match"}
    assert others == {*OTHER_KEYS}


# --- SQL as text -----------------------------------------------------------------------------------------------------

_SQL = re.compile(r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\b")
_WORDS = "WHERE ON SET USING LEFT JOIN ORDER GROUP LIMIT FOR RETURNING CROSS INNER AND VALUES"


@dataclass(slots=True)
class Named:
    """A table in a statement: how it is called there, and where."""

    table: str
    alias: str
    at: int


def scopes(sql: str) -> list[tuple[int, int]]:
    """The spans of all queries: the whole, and what stands in parentheses and begins like one; inner ones last."""
    found, opened = [(0, len(sql))], list[int]()
    for at, sign in enumerate(sql):
        if sign == "(":
            opened.append(at + 1)
        elif sign == ")" and opened:
            start = opened.pop()
            if _SQL.match(sql, start):
                found.append((start, at))
    return found


def own_text(sql: str, scope: tuple[int, int]) -> str:
    """A query without the queries in it, which leave blanks."""
    text = [*sql]
    for start, end in scopes(sql):
        if scope[0] <= start and end <= scope[1] and (start, end) != scope:
            text[start:end] = " " * (end - start)
    return "".join(text[scope[0] : scope[1]])


def certain(text: str) -> str:
    """A query without the conditions that are one of several."""
    opened: list[int] = []
    for at, sign in enumerate(text):
        if sign == "(":
            opened.append(at)
        elif sign == ")" and opened:
            start = opened.pop()
            if re.search(r"\bOR\b", text[start:at]):
                text = text[:start] + " " * (at + 1 - start) + text[at + 1 :]
    return "" if re.search(r"\bOR\b", text) else text


def named_in(text: str) -> list[Named]:
    """The tables of matches that a query names itself."""
    names, words = "|".join(tables()), _WORDS.replace(" ", "|")
    before = r"\b(?:FROM|JOIN|UPDATE|INTO|USING|FROM \w+(?: \w+)?,)"
    pattern = rf"{before}\s+({names})\b(?:\s+(?:AS\s+)?(?!(?:{words})\b)(\w+))?"
    return [Named(m[1], m[2] or m[1], m.start()) for m in re.finditer(pattern, text)]


def unnamed(sql: str) -> list[str]:
    """The tables of which a statement does not say the match: neither by a parameter, nor by another that it says."""
    spans = scopes(sql)
    sure: set[tuple[int, str]] = set()
    wanted: dict[tuple[int, str], Named] = {}
    for number, span in enumerate(spans):
        for named in named_in(own_text(sql, span)):
            wanted[number, named.alias] = named
    grown = True
    while grown:
        grown = False
        for (number, alias), named in wanted.items():
            if (number, alias) not in sure and _is_sure(sql, spans, number, named, sure):
                sure.add((number, alias))
                grown = True
    return [named.table for place, named in wanted.items() if place not in sure]


def _is_sure(sql: str, spans: list[tuple[int, int]], number: int, named: Named, sure: set[tuple[int, str]]) -> bool:
    whole = own_text(sql, spans[number])
    text, column = certain(whole), "id" if named.table == MATCHES else "match"
    mine = rf"(?:\b{named.alias}\.{column}|(?<![.\w]){column})\b"
    given = rf"INTO {named.table}(?: AS \w+)? \(match\b[^)]*\)\s+(?:VALUES \(\s*|SELECT )\$1\b"
    if re.search(rf"{mine} = \$\d+", text) or re.search(given, whole):
        return True
    for other in [m[1] for m in re.finditer(rf"\b{named.alias}\.{column} = (\w+)\.(?:match|id)\b", text)] + [
        m[1] for m in re.finditer(rf"\b(\w+)\.(?:match|id) = {named.alias}\.{column}\b", text)
    ]:
        around = [n for n, (a, b) in enumerate(spans) if a <= spans[number][0] and spans[number][1] <= b]
        if any((n, other) in sure for n in around):
            return True
    return False


SEVERAL = "of several matches at once: of rows at home, or a journal's own"
BACKGROUND = "looks through all matches now and then, at home"
BY_PERSON = "by someone's account: of rows at home"
LISTED = "a list of matches, at home"
OWED = "the match stands in ``owed``, which the statement is given or begins with: all of one match"
MOVED = "the match is the first argument, or stands in JSON that is given"
TEXTS: Mapping[str, str] = {
    "app/accounts/deletion.py _COMMANDS_THERE": "of the matches of a shard in which someone sat: asked of each shard",
    "app/admin/office.py _MATCHES": LISTED,
    "app/admin/office.py _ACCOUNTS": BY_PERSON,
    "app/admin/sweep.py _MATCHES": BACKGROUND,
    "app/admin/sweep.py _WHAT_IFS": BACKGROUND,
    "app/admin/sweep.py _HINTS": BACKGROUND,
    "app/admin/sweep.py _GUESTS": BY_PERSON,
    "app/admin/sweep.py _NOTICES": BACKGROUND,
    "app/admin/sweep.py _REPORTS": BY_PERSON,
    "app/archives/archivist.py _DUE": BACKGROUND,
    "app/drafts/repository.py _MAY_GO": BACKGROUND,
    "app/hints/repository.py _FORGET": BY_PERSON,
    "app/hints/repository.py _BEFORE": "the queue of hints, at home: how many came before one of that match",
    "app/hints/repository.py _NEXT": "the queue of hints, at home: the next",
    "app/hints/repository.py _IN_THE_WAY": BY_PERSON,
    "app/thoughts/repository.py _ONE": "the queue of thoughts, at home: how many were asked for before one",
    "app/thoughts/repository.py _NEXT": "the queue of thoughts, at home: the next",
    "app/thoughts/repository.py _QUEUE": "the queue of thoughts, at home: whose turn it is",
    "app/matches/rows/journal.py _APPEND": SEVERAL,
    "app/matches/rows/journal.py _POSTED": OWED,
    "app/matches/rows/journal.py _SENT_OFF": SEVERAL,
    "app/matches/rows/moving.py _add_bare_row": MOVED,
    "app/matches/rows/moving.py _update_bare_row": MOVED,
    "app/matches/rows/placing.py _AT_HOME": BACKGROUND,
    "app/matches/rows/placing.py _DUE_AT_HOME": BACKGROUND,
    "app/matches/rows/settling.py _FOLLOW": SEVERAL,
    "app/matches/rows/settling.py _FORMER": MOVED,
    "app/matches/rows/settling.py _WITH_NOTICES": "what one shard owes: asked of each shard",
    "app/programs/moving.py _THERE": LISTED,
    "app/shards/preparing.py _IN_USE": LISTED,
    "app/matches/rows/records.py _MATCH": SEVERAL,
    "app/matches/rows/records.py _SEATS": SEVERAL,
    "app/matches/rows/records.py _MATCH_VERSIONS": SEVERAL,
    "app/matches/rows/records.py _OVERDUE": BACKGROUND,
    "app/matches/rows/records.py _LATELY": BACKGROUND,
    "app/matches/rows/people.py in_play": BY_PERSON,
    "app/matches/rows/people.py stands_in": BY_PERSON,
    "app/notices/deliveries.py _FORGET": "the queue of notices, by their numbers",
    "app/notices/deliveries.py _NEXT": "the queue of notices, at home: when the next is due",
    "app/notices/deliveries.py _NOTED": "the queue of deliveries, by their numbers",
    "app/chat/repository.py _CALL": OWED,
    "app/notices/outbox.py SELECTED": OWED,
    "app/notices/outbox.py INSERTED": OWED,
    "app/notices/outbox.py _OWE": OWED,
    "app/opponents/dispatcher.py _DUE": BACKGROUND,
    "app/opponents/dispatcher.py _OWNERS": BACKGROUND,
    "app/ratings/repository.py _PLAYED": LISTED,
    "app/standing/repository.py _OF_MATCHES": SEVERAL,
}
"""Statements that are written as text and do not name one match, and why."""


def texts() -> Iterator[tuple[str, str]]:
    """Every statement in the program that is written as text, by file and by its own name, or its function's."""
    for file in sorted((ROOT / "app").rglob("*.py")):
        place, source = str(file.relative_to(ROOT)), file.read_text()
        if not any(word in source for word in ("SELECT", "INSERT", "UPDATE", "DELETE")):
            continue
        module = importlib.import_module(place.removesuffix(".py").replace("/", "."))
        for node in ast.parse(source).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                # As it is sent: other texts are put into some of them.
                found = [(node.targets[0].id, getattr(module, node.targets[0].id))]
            else:
                found = [*_in_functions(node)]
            for name, sql in found:
                if isinstance(sql, str) and _SQL.match(sql):
                    yield f"{place} {name}", " ".join(sql.split())


def _in_functions(node: ast.AST) -> Iterator[tuple[str, str]]:
    for inner in ast.walk(node):
        if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for text in ast.walk(inner):
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield inner.name, text.value


def test_statements_written_as_text_name_one_match() -> None:
    """A new one that does not must be argued for above; one that does so by now has to leave the list."""
    found = {name: missing for name, sql in texts() if (missing := unnamed(sql))}
    assert {name: missing for name, missing in found.items() if name not in TEXTS} == {}
    assert {*TEXTS} == {*found}


@pytest.mark.parametrize(
    ("sql", "missing"),
    [
        ("SELECT seq FROM event WHERE match = $1", []),
        ("SELECT seq FROM event WHERE seq = $1", ["event"]),
        ("SELECT seq FROM event WHERE match = ANY($1::text[])", ["event"]),
        ("SELECT e.seq FROM match m LEFT JOIN event e ON e.match = m.id WHERE m.id = $1", []),
        ("SELECT e.seq FROM match m LEFT JOIN event e ON e.seq = m.version WHERE m.id = $1", ["event"]),
        ("SELECT e.seq FROM match m JOIN event e ON e.match = m.id WHERE m.due < $1", ["match", "event"]),
        ("DELETE FROM mark k WHERE k.match = $1 AND EXISTS (SELECT FROM seat s WHERE s.match = k.match)", []),
        ("DELETE FROM mark k WHERE k.match = $1 AND EXISTS (SELECT FROM seat s WHERE s.seat = k.seat)", ["seat"]),
        ("SELECT FROM event e WHERE (e.match = $1 OR $1 IS NULL) AND e.seq = 0", ["event"]),
        ("SELECT FROM event e WHERE e.match = $1 AND (e.seq = 0 OR e.seq = 1)", []),
        ("INSERT INTO watcher (match, account) VALUES ($1, $2)", []),
        ("INSERT INTO watcher (account, match) VALUES ($1, $2)", ["watcher"]),
    ],
)
def test_this_test_finds_what_it_looks_for(sql: str, missing: list[str]) -> None:
    assert unnamed(sql) == missing


# --- SQLAlchemy ------------------------------------------------------------------------------------------------------

MAPPED: Mapping[str, str] = {
    "app/accounts/account_service.py profile": BY_PERSON,
    "app/accounts/deletion.py _sat": BY_PERSON,
    "app/accounts/deletion.py _sat_elsewhere": BY_PERSON,
    "app/accounts/deletion.py _matches": BY_PERSON,
    "app/accounts/deletion.py _commands": BY_PERSON,
    "app/accounts/deletion.py _drafts": BY_PERSON,
    "app/accounts/deletion.py delete": BY_PERSON,
    "app/accounts/merge.py move_matches": BY_PERSON,
    "app/accounts/merge.py _move_seats": BY_PERSON,
    "app/accounts/merge.py _move_what_was_said": BY_PERSON,
    "app/accounts/merge.py _refuse_two_sides": BY_PERSON,
    "app/accounts/merge.py _watched_another_side": BY_PERSON,
    "app/admin/office.py lock": BY_PERSON,
    "app/clocks/vacations.py _announce_vacation": BY_PERSON,
    "app/lobby/repository.py counts": LISTED,
    "app/lobby/repository.py find_untouched": LISTED,
    "app/lobby/repository.py count_unfinished": BY_PERSON,
    "app/lobby/repository.py count_against_programs": BY_PERSON,
    "app/lobby/repository.py count_open_tables": BY_PERSON,
    "app/lobby/repository.py public": LISTED,
    "app/lobby/repository.py mine": BY_PERSON,
    "app/notices/deliveries.py spread": "the queue of notices, in order of time",
    "app/what_ifs/repository.py _of": BY_PERSON,
    "app/what_ifs/repository.py find": BY_PERSON,
    "app/what_ifs/repository.py mine": BY_PERSON,
    "app/what_ifs/repository.py begun_by": BY_PERSON,
    "app/what_ifs/repository.py add": BY_PERSON,
}
"""Functions with statements of SQLAlchemy that do not name one match, and why."""


def mapped() -> Iterator[tuple[str, list[str]]]:
    """The functions that make statements about tables of matches, with the tables whose match they do not name."""
    classes = {c.class_.__name__ for c in Base.registry.mappers if c.local_table.name in tables()} | {"ArchiveRow"}
    for file in sorted((ROOT / "app").rglob("*.py")):
        source = file.read_text()
        if "sqlalchemy" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            text = ast.unparse(node)
            if not re.search(r"\b(?:select|update|delete|insert|exists)\(", text):
                continue
            used = sorted(c for c in classes if re.search(rf"\b{c}\.\w+|\({c}\)", text))
            missing = [c for c in used if not re.search(rf"\b{c}\.(?:match|id) ==", text)]
            if missing and used != ["Report"]:
                yield f"{file.relative_to(ROOT)} {node.name}", missing


def test_statements_of_sqlalchemy_name_one_match() -> None:
    """By the text of the function that makes them, which is coarse: each table has its match compared there."""
    found = dict(mapped())
    assert {name: missing for name, missing in found.items() if name not in MAPPED} == {}
    assert {*MAPPED} == {*found}
