"""`memboard export`: write all notes seen here as JSON Lines."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from memboard.cli import output
from memboard.cli.call import Call
from memboard.cli.faults import Usage
from memboard.cli.figures import counted
from memboard.cli.options import ONLY, command, scope_options
from memboard.cli.plain import plain_line
from memboard.cli.targets import export_target


@command("export")
@click.argument("file", default="-")
@scope_options(ONLY)
@click.option("--force", is_flag=True, help="Write over a file that is no export.")
@click.pass_obj
def export_command(call: Call, /, file: str, force: bool, **options: Any) -> None:
    """Write all notes seen here as JSON Lines.

    Those are this project's notes and the global ones. FILE is written whole or not at all,
    readable by you alone; without it, or with -, the lines go to stdout. The first line names
    the version. Texts are exact. memboard import reads the file. An older export is replaced,
    another file only with --force, and nothing in memboard's home ever.
    """
    if call.json and file == "-":
        raise Usage("--json needs a FILE to export to.", "The export itself is JSON Lines.")
    with call.open() as memory:
        tally = Tally(memory.export(**options))
        if file == "-":
            output.write_bytes(tally)
        else:
            write_file(export_target(file, memory.home, force=force), tally)
    said = f"Exported {counted(tally.notes, 'note')}"
    if file == "-":
        call.narrate(f"{said}.")
    else:
        call.answer({"exported": tally.notes, "file": file}, [f"{said} to {plain_line(file)}."])


class Tally:
    """Passes lines on and counts the notes among them."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = lines
        self.notes = -1
        """The first line is no note."""

    def __iter__(self) -> Iterator[bytes]:
        """Give the lines."""
        for line in self._lines:
            self.notes += 1
            yield line


def write_file(target: Path, lines: Iterable[bytes]) -> None:
    """Write a file whole or not at all, mode 0600; a pipe or a device is written to directly."""
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:
            stream.writelines(line + b"\n" for line in lines)
        return
    number, staged = tempfile.mkstemp(dir=target.parent, prefix=".memboard-export-")
    try:
        with os.fdopen(number, "wb") as stream:
            stream.writelines(line + b"\n" for line in lines)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(staged, target)
    except BaseException:
        os.unlink(staged)
        raise
