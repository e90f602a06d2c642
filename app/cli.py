"""The program ``greatwar``."""

from __future__ import annotations

import gc

# Nothing that is imported is garbage, and looking for some time and again took a fifth of a start.
gc.disable()

import typer  # noqa: E402
from pydantic import ValidationError  # noqa: E402

from app.programs import (  # noqa: E402
    backups,
    bench,
    chances,
    coverage,
    deeds,
    describe,
    diffing,
    league,
    moving,
    opponents,
    selfplay,
    serve,
    verifying,
)
from app.settings import Settings  # noqa: E402
from app.shards.preparing import ShardsUnfit  # noqa: E402

gc.enable()

program = typer.Typer(
    help="Great War Online: board games of the First World War in browsers.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
program.command("serve")(serve.serve)
program.command("opponents")(opponents.opponents)
program.command("selfplay")(selfplay.selfplay)
program.command("league")(league.league)
program.command("hex")(describe.hex_)
program.command("scenario")(describe.scenario)
program.command("coverage")(coverage.coverage)
program.command("bench")(bench.bench)
program.command("chances")(chances.chances)
program.command("verify")(verifying.verify)
program.command("diffgame")(diffing.diffgame)
program.command("backup")(backups.backup)
program.command("restore")(backups.restore)
program.command("move-match")(moving.move_match)
program.add_typer(deeds.admin, name="admin")


def main() -> None:
    """Run the program. Settings that cannot be are said in a line each, without what may be a password."""
    try:
        program()
    except ShardsUnfit as error:
        typer.echo(f"greatwar: {error}", err=True)
        raise SystemExit(1) from error
    except ValidationError as error:
        if error.title != Settings.__name__:
            raise
        for wrong in error.errors():
            name = "_".join(str(part) for part in wrong["loc"])
            said = wrong["msg"].removeprefix("Value error, ")
            typer.echo(f"{Settings.variable(name)}: {said}" if name else said, err=True)
        raise SystemExit(2) from error
