"""Reading the transcripts that `memboard import HOST PATH…` names, one after the other."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from memboard.cli import output
from memboard.cli.faults import FAILED, Fault, Usage, fault_of, scrubbed
from memboard.cli.figures import counted
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.cli.call import Call
    from memboard.engine import Memory
    from memboard.engine.session.transcripts.imported import ImportedTranscript

ENDING = ".jsonl"


def import_transcripts(call: Call, host: str, paths: Sequence[str], *, dry_run: bool) -> int:
    """Import files and folders; one that cannot be read is said, and the others go on.

    Returns:
        1 where one could not be read, else 0.
    """
    if not paths:
        raise Usage(
            f"{host} is followed by transcripts, and none is named.",
            f"Name files or folders, or ./{host} if that is a file of notes.",
        )
    found, faults = transcripts_in(paths)
    for fault in faults:
        show_fault(call, fault)
    with call.open() as memory:
        done = [import_one(call, memory, host, one, dry_run=dry_run) for one in found]
    read, failed = done.count(True), done.count(False) + len(faults)
    if read + failed > 1:
        rest = f", {failed:,} could not be read" if failed else ""
        call.narrate(f"{counted(read, 'transcript')} read{rest}.")
    return FAILED if failed else 0


class Named(NamedTuple):
    """A transcript that was named, or lies below a folder that was."""

    path: Path
    under: Literal["its", "either"]
    """A file that was named may go to the project seen here; one that was come upon may not."""


def import_one(call: Call, memory: Memory, host: str, one: Named, *, dry_run: bool) -> bool:
    """Import one file and say what came of it."""
    from memboard.engine.errors import MemboardError

    under = "here" if call.project else one.under
    try:
        imported = memory.import_transcript(one.path, host, under=under, dry_run=dry_run)
    except (MemboardError, OSError) as error:
        show_fault(call, fault_of(error), one.path)
        return False
    if call.json:
        write_line(imported)
    else:
        output.write_lines([plain_line(imported_line(imported, dry_run=dry_run))])
        call.tell(imported.notices)
    return True


def transcripts_in(paths: Sequence[str]) -> tuple[list[Named], list[Fault]]:
    """List the files that are named, and those below the folders; says which are unreadable."""
    found: list[Named] = []
    unreadable: list[OSError] = []
    for given in paths:
        path = Path(given)
        if not path.is_dir():
            found.append(Named(path, "either"))
            continue
        below = [
            Path(folder, name)
            for folder, _, names in os.walk(path, onerror=unreadable.append)
            for name in names
            if name.endswith(ENDING)
        ]
        if not below and not unreadable:
            raise Usage(
                f"There is no transcript (*{ENDING}) in {given}.",
                "Nothing was imported. Name another folder.",
            )
        ordered = sorted(below, key=lambda one: (written_at(one), one))
        found += [Named(one, "its") for one in ordered]  # lessons in the order of what happened
    return found, [fault_of(error) for error in unreadable]


def written_at(path: Path) -> int:
    """Tell when a file was written last; a link that leads nowhere was never."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def imported_line(imported: ImportedTranscript, *, dry_run: bool) -> str:
    """Say what came of a file: `a.jsonl: 9 runs, 2 prompts, 2 fixes, 2 lessons learnt, …`."""
    told = [
        counted(len(imported.runs), "run"),
        counted(len(imported.user_prompts), "prompt"),
        counted(len(imported.fix_pairs), "fix", "fixes"),
    ]
    if not dry_run:
        told.append(f"{counted(imported.learned, 'lesson')} learnt")
    if imported.retired:
        told.append(f"{imported.retired:,} retired")
    if imported.skipped:
        told.append(f"{counted(imported.skipped, 'line')} skipped")
    told.append(f"project {imported.project}" if imported.project else "no project")
    return f"{imported.path}: {', '.join(told)}"


def show_fault(call: Call, fault: Fault, path: Path | None = None) -> None:
    """Say why a file, or all below a folder, was not imported."""
    if not call.json:
        fault.show(as_json=False)
        return
    error = {"code": fault.code, "message": fault.message, "hint": fault.hint}
    write_line(scrubbed({"path": None if path is None else str(path), "error": error}))


def write_line(value: Any) -> None:
    """Write one JSON document on one line."""
    import msgspec

    output.write_bytes([msgspec.json.encode(value)])
