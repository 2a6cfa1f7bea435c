"""`ttl-check init`: write the packaged world as a starting point."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import click

from graph_rdf.errors import OutputError
from ttl_check.options import FILE, common_options
from ttl_check.terminal import terminal_of

STARTING_POINT = ("final.records.jsonl", "sources")
"""What is written: the records and the texts that they cite; the RDF comes from `ttl-check export`."""


@click.command("init")
@click.argument("folder", type=FILE, metavar="DIR")
@common_options
@click.pass_context
def command(context: click.Context, /, folder: Path) -> int:
    """Write the packaged world as a starting point.

    DIR gets nine records and the texts that they cite. It must not be there yet, or be empty.

    \b
    Examples:
      ttl-check init my-world
      ttl-check validate my-world
    """
    from graph_rdf.resources import resource_path

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutputError("is there already and not an empty folder; nothing was written", path=str(folder))
    _copy(resource_path("examples", "final"), folder)
    terminal = terminal_of(context)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            terminal.report(f"{path}\n")
    terminal.note(f"\nNext: ttl-check validate {folder}\n")
    return 0


def _copy(world: Path, folder: Path) -> None:
    """Copy the world beside its place first, so that an interruption leaves no half of it."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as beside:
            made = Path(beside) / "world"
            made.mkdir()
            for name in STARTING_POINT:
                if (world / name).is_dir():
                    shutil.copytree(world / name, made / name, copy_function=shutil.copyfile)
                else:
                    shutil.copyfile(world / name, made / name)
            made.replace(folder)
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror}", path=str(folder)) from error
