"""`memboard search`: find notes by meaning and by words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from memboard.cli.call import Call
from memboard.cli.figures import counted, score
from memboard.cli.options import ONLY, command, scope_options
from memboard.cli.output import terminal_width
from memboard.cli.rows import note_row

if TYPE_CHECKING:
    from memboard.engine import Found


@command("search")
@click.argument("query", nargs=-1)
@click.option("-k", type=int, default=8, show_default=True, help="How many at most, up to 1,000.")
@scope_options(ONLY)
@click.option("--min-score", type=float, metavar="SCORE", help="Leave out lower scores.")
@click.pass_obj
def search_command(call: Call, /, query: tuple[str, ...], **options: Any) -> None:
    """Find notes by meaning and by words.

    The best come first, each with its score. Those below the floor are shown as well: an agent
    would not be given them unasked. QUERY is plain text, without any operators.
    """
    with call.open() as memory:
        found = memory.search(" ".join(query), **options)
        now = memory.now()
    call.answer(found, found_lines(found, now))
    call.narrate(summary(found))
    call.tell(found.notices)


def found_lines(found: Found, now: dt.datetime) -> Iterator[str]:
    """Write the hits, and a line where the floor runs."""
    width = terminal_width()
    crossed = False
    for hit in sorted(found.hits, key=lambda hit: hit.below_floor):
        if hit.below_floor and not crossed:
            yield f"─ below the floor {score(found.floor)}"
            crossed = True
        yield note_row(hit.note, now, width, f"{score(hit.score):>4}  ")


def summary(found: Found) -> str:
    """Say how many were found, how many of them are weak, and how."""
    how = "by meaning and words" if found.mode == "meaning" else "by words only"
    if not found.hits:
        return f"No note speaks of this, {how}."
    weak = f", {found.below_floor:,} below the floor" if found.below_floor else ""
    return f"{counted(len(found.hits), 'note')} found{weak}, {how}."
