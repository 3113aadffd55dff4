"""`memboard import`: read notes from JSON Lines, or what agents did from their transcripts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from memboard.cli.call import Call
from memboard.cli.faults import Usage
from memboard.cli.figures import counted
from memboard.cli.given import standard_input
from memboard.cli.options import command
from memboard.cli.plain import plain_line
from memboard.cli.progress import Progress, long_job

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from memboard.engine import Imported

HOSTS = ("claude-code", "codex", "auto")
"""First words after which transcripts follow."""
MOST_SKIPPED = 10
"""Faulty lines that are named."""
NOTES_A_LINE = 500
"""After so many, a line of progress where there is no terminal."""


@command("import")
@click.argument("given", nargs=-1, required=True, metavar="FILE | HOST PATH...")
@click.option("--skip-invalid", is_flag=True, help="Leave faulty lines out and import the others.")
@click.option("--dry-run", is_flag=True, help="Read transcripts, and keep nothing of them.")
@click.pass_obj
def import_command(call: Call, given: tuple[str, ...], skip_invalid: bool, dry_run: bool) -> int:
    """Read notes from JSON Lines, or old transcripts of agents.

    FILE is an export, or holds any objects with a "text"; - is standard input. Importing a file
    again adds nothing. What was forgotten here stays forgotten, and a note edited here since
    keeps its newer text. Nothing is written before the whole file was read; memboard undo takes
    the whole import back.

    Of a file that is no export these fields count as well: topic, tags, importance, pinned,
    scope, created_at. Others are ignored.

    With claude-code, codex or auto as the first word, each PATH is a transcript or a folder of
    them, and the failure lessons in them are learnt: commands that failed, and what worked
    instead. Each goes to the project it was held in; --project NAME puts all into one. Doing so
    again teaches nothing twice. With --json each file is answered by one line. A file of notes
    that has one of these names is written ./codex.
    """
    if given[0] in HOSTS:
        from memboard.cli.transcripts import import_transcripts

        if skip_invalid:
            raise Usage(
                "--skip-invalid is for files of notes.",
                "Lines of a transcript that cannot be read are left out and counted.",
            )
        return import_transcripts(call, given[0], given[1:], dry_run=dry_run)
    if dry_run:
        raise Usage("--dry-run is for transcripts.", "memboard undo takes an import of notes back.")
    if len(given) > 1:
        raise Usage(
            "One file of notes is imported at a time.",
            f"Before transcripts stands {', '.join(HOSTS[:-1])} or {HOSTS[-1]}.",
        )
    import_notes(call, given[0], skip_invalid=skip_invalid)
    return 0


def import_notes(call: Call, file: str, *, skip_invalid: bool) -> None:
    """Bring in the notes of one file."""
    from memboard.engine.errors import Cancelled

    with (
        call.open() as memory,
        opened(file) as lines,
        long_job("Importing", every=NOTES_A_LINE, shown=not call.json) as job,
    ):
        progress, cancelled = job
        try:
            imported = memory.import_lines(
                lines, skip_invalid=skip_invalid, progress=progress, cancelled=cancelled
            )
        except Cancelled as error:
            raise stopped(progress) from error
    call.answer(imported, [imported_line(imported)])
    call.narrate(*skipped_lines(imported))
    call.tell(imported.notices)


def opened(file: str) -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input."""
    return nullcontext(standard_input()) if file == "-" else Path(file).open("rb")


def stopped(progress: Progress) -> Exception:
    """Say how far it came, and what can be done about the part that is in."""
    from memboard.engine.errors import Cancelled

    hint = "The same import adds the rest. memboard undo takes back what came in."
    return Cancelled(f"The import stopped at {progress.figures()}.", hint=hint)


def imported_line(imported: Imported) -> str:
    """Say what became of the lines: `4,612 new, 0 unchanged`."""
    more = (
        (imported.masked, "with credentials masked"),
        (imported.changed_here, "edited here since and kept"),
        (imported.suppressed, "forgotten here and kept out"),
        (len(imported.skipped), "skipped"),
    )
    said = [f"{imported.new:,} new", f"{imported.unchanged:,} unchanged"]
    return ", ".join([*said, *(f"{number:,} {what}" for number, what in more if number)])


def skipped_lines(imported: Imported) -> Iterator[str]:
    """Name the lines that were left out, and why."""
    for reason in imported.skipped[:MOST_SKIPPED]:
        yield f"  skipped {plain_line(reason)}"
    rest = len(imported.skipped) - MOST_SKIPPED
    if rest > 0:
        yield f"  and {counted(rest, 'more line')}"
