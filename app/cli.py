"""The program ``greatwar``."""

from __future__ import annotations

import typer

from app.programs import serve

program = typer.Typer(
    help="Great War Online: board games of the First World War in browsers.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
program.command("serve")(serve.serve)


@program.callback()
def root() -> None:
    """Great War Online: board games of the First World War in browsers."""


def main() -> None:
    """Run the program."""
    program()
