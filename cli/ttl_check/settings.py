"""Defaults from a file: `[tool.ttl-check]` in pyproject.toml, or ttl-check.toml."""

from __future__ import annotations

import os
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ttl_check.options import PairType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from click import Command

OWN_FILE = "ttl-check.toml"
PROJECT_FILE = "pyproject.toml"


def read_settings(command: str, commands: Mapping[str, Command]) -> dict[str, Any]:
    """Read the defaults for one command.

    The nearest folder upwards that has settings counts, and in it `ttl-check.toml` before `pyproject.toml`.
    Keys are the names of long options without dashes in front; an option of pairs may be a table.
    A key at the top holds for each command that
    has this option; a table named like a command holds for it alone. Paths are relative to the file.

    Args:
        command: The command that will run.
        commands: All commands by name.

    Returns:
        Values by the parameter names of the command, as click's ``default_map`` takes them.

    Raises:
        click.UsageError: The file is not TOML, or has a key or a type that nothing takes.
    """
    found = _find(Path.cwd())
    if found is None:
        return {}
    file, table = found
    known = {name: _options(each) for name, each in commands.items()}
    every = {key for options in known.values() for key in options}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key in known and isinstance(value, dict):
            for own_key, own_value in value.items():
                if own_key not in known[key]:
                    raise _unknown(file, f"{key}.{own_key}", {f"{key}.{k}" for k in known[key]})
                converted = _converted(file, f"{key}.{own_key}", own_value, known[key][own_key])
                if key == command:
                    values[known[key][own_key].name or ""] = converted
        elif key in every:
            for name, options in known.items():
                if key in options:
                    converted = _converted(file, key, value, options[key])
                    if name == command:
                        values.setdefault(options[key].name or "", converted)
        else:
            raise _unknown(file, key, every | set(known))
    return values


def _find(folder: Path) -> tuple[Path, dict[str, Any]] | None:
    """Find the nearest settings file and its table."""
    for place in (folder, *folder.parents):
        own, project = place / OWN_FILE, place / PROJECT_FILE
        if own.is_file():
            return own, _read(own)
        if project.is_file():
            tool = _read(project).get("tool", {})
            if "ttl-check" in tool:
                return project, tool["ttl-check"]
    return None


def _read(file: Path) -> dict[str, Any]:
    """Read a TOML file."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.UsageError(f"{file.name}: cannot be read: {error}") from error
    except RecursionError:
        raise click.UsageError(f"{file.name}: cannot be read: it is nested too deeply") from None


def _options(command: Command) -> dict[str, click.Option]:
    """Give the options of a command that a file may set, by their long name."""
    return {
        name.removeprefix("--"): parameter
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.expose_value
        for name in parameter.opts
        if name.startswith("--")
    }


def _converted(file: Path, key: str, value: object, option: click.Option) -> object:
    """Check the type of a value and make its paths relative to the file."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise click.UsageError(f"{file.name}: {key} must be true or false")
        return value
    if isinstance(option.type, PairType) and isinstance(value, dict):
        value = _pairs(file, key, value)
    items = value if isinstance(value, list) else [value]
    if isinstance(value, list) != option.multiple or not all(
        isinstance(item, str | int) and not isinstance(item, bool) for item in items
    ):
        raise click.UsageError(f"{file.name}: {key} must be {'a list' if option.multiple else 'one value'}")
    if isinstance(option.type, click.Path):
        items = [os.path.relpath(file.parent / str(item)) for item in items]
    return items if option.multiple else items[0]


def _pairs(file: Path, key: str, table: Mapping[str, object]) -> list[str]:
    """Read a table as what the command line writes ``KEY=VALUE``; a list gives its key several times."""
    pairs = []
    for name, value in table.items():
        for each in value if isinstance(value, list) else [value]:
            if not isinstance(each, str):
                raise click.UsageError(f"{file.name}: {key}.{name} must be a text or a list of texts")
            pairs.append(f"{name}={each}")
    return pairs


def _unknown(file: Path, key: str, known: set[str]) -> click.UsageError:
    """Say which key nobody takes, and the nearest ones."""
    near = get_close_matches(key, sorted(known), n=3, cutoff=0.5)
    hint = f"; nearest: {', '.join(near)}" if near else ""
    return click.UsageError(f"{file.name}: unknown key {key!r}{hint}")
