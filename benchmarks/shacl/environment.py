"""The environment of the peers: one of Python's own, made on first use, and Jena's jars beside it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
REQUIREMENTS = HERE / "requirements.txt"


def peer_python(folder: Path) -> Path:
    """Make the environment when it is not there or its list has changed.

    Args:
        folder: Where it stands, or shall stand.

    Returns:
        Its Python.
    """
    python = folder / "bin" / "python"
    stamp = folder / "installed.txt"
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        print(f"installing the peers into {folder}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        quiet = ["--quiet", "--disable-pip-version-check"]
        subprocess.run([str(python), "-m", "pip", "install", *quiet, "-r", str(REQUIREMENTS)], check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return python


def jena_library(folder: Path) -> Path | None:
    """Fetch Jena's jars by Maven when they are not there.

    Args:
        folder: The environment of the peers.

    Returns:
        The folder of the jars; None when there is no Maven, which is said.
    """
    library = folder / "jena"
    if not library.is_dir():
        maven = shutil.which("mvn")
        if maven is None:
            print("Jena is left out: there is no mvn", file=sys.stderr)
            return None
        pom = HERE / "peers" / "jena" / "pom.xml"
        goal = ["dependency:copy-dependencies", f"-DoutputDirectory={library.resolve()}"]
        command = [maven, "-q", "-B", "-f", str(pom), *goal, "-DincludeScope=runtime"]
        if subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode:
            print("Jena is left out: Maven failed", file=sys.stderr)
            return None
    return library
