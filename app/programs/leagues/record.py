"""The file of games that were played, a line each, so that a league that was broken off goes on where it stopped."""

from __future__ import annotations

import os
from collections.abc import Container
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson
import typer

from app.programs.leagues.playing import Result


def read_record(file: Path, wanted: Container[str]) -> dict[str, Result]:
    """The games of the file that are wanted, by their keys. Others, of other rules or programs, are passed over, and
    so is a line that was broken off. BadParameter for a file that holds something else."""
    try:
        lines = file.read_bytes().split(b"\n")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be read: {error}") from error
    found = {}
    for number, line in enumerate(lines, 1):
        if line:
            try:
                row: Any = orjson.loads(line)
                if row["key"] in wanted:
                    found[row["key"]] = Result(**row)
            except orjson.JSONDecodeError as error:
                if number < len(lines):
                    raise typer.BadParameter(f"{file}, line {number}: {error}") from error
            except (KeyError, TypeError) as error:
                raise typer.BadParameter(f"{file}, line {number} is no game of a league") from error
    return found


class LeagueRecord:
    """A file to which games are added, each in one write that is on disk before the next begins."""

    def __init__(self, file: Path) -> None:
        """Open it; a line that was broken off is taken away. BadParameter when it cannot be written."""
        try:
            self._out = file.open("a+b")
        except OSError as error:
            raise typer.BadParameter(f"{file} cannot be written: {error}") from error
        self._out.seek(0)
        written = self._out.read()
        self._out.truncate(written.rfind(b"\n") + 1)

    def add(self, result: Result) -> None:
        """Write down a game."""
        self._out.write(orjson.dumps(asdict(result)) + b"\n")
        self._out.flush()
        os.fsync(self._out.fileno())

    def close(self) -> None:
        """Nothing more is added."""
        self._out.close()
