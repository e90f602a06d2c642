"""Checking the table of what lies where to be drawn (decisions/0044) against the position to which the facts lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.matches.live_match.chit_locations import Place
from app.proof.exported import ExportedEntry
from app.proof.report import Report


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies where at the end of a match, and by which fact it came there; those that are missing lay there from
    the beginning."""

    numbers: Mapping[Place, int]
    since: Mapping[Place, int]
    commands: Sequence[ExportedEntry]
    ours: bool
    """Whether the rules of this program made all of it: then the table was there from the beginning."""


def check_lots(report: Report, lying: Lying, export: Mapping[str, Any]) -> None:
    """The table says what lies where at the end, each once, and since when."""
    told = export.get("lots")
    if not told and (lying.numbers or told is None):
        if lying.numbers:
            text = "the file does not have the table of what lay where to be drawn"
            (report.faults if lying.ours else report.doubts).append(text)
        return
    rows = {(row["pool"], row["chit"], row["place"]): (row["number"], row["since"]) for row in told}
    if len(rows) != len(told):
        report.faults.append("the table of what lay where to be drawn has a row twice")
    late: dict[Place, int] = {}
    for key in sorted(rows.keys() | lying.numbers.keys()):
        number, at = rows.get(key, (0, 0))
        pool, chit, place = key
        if number != lying.numbers.get(key, 0) or (key in rows) != (key in lying.numbers):
            what = f"the table has {number} of {chit} at {pool}.{place}, the position {lying.numbers.get(key, 0)}"
            report.faults.append(what)
        elif at != lying.since.get(key, 0):
            late[key] = at
    if not late:
        return
    written = _first_written(lying, rows, late)
    if written is None or lying.ours:
        pool, chit, place = key = next(iter(late))
        came = lying.since.get(key, 0)
        report.faults.append(f"the table has {chit} at {pool}.{place} since event {late[key]}, and it came by {came}")
        return
    what = f"the table of what lay where to be drawn was first written after event {written}"
    report.doubts.append(f"{what}: since when anything lay there before is not told")


def _first_written(lying: Lying, rows: Mapping[Place, tuple[int, int]], late: Mapping[Place, int]) -> int | None:
    """After which event the table of a match that is older than tables was first written, if that explains its rows.

    All that lay where it lies by then got the same number, which is that of the last fact of a command.
    """
    written = next(iter(late.values()))
    right = all(at == max(written, lying.since.get(key, 0)) for key, (_, at) in rows.items())
    return written if right and any(told.last == written for told in lying.commands) else None
