"""`memboard search`: find notes by meaning and by words."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from memboard.cli.call import Call
from memboard.cli.faults import Usage
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
@click.option(
    "--min-score", type=float, metavar="SCORE", help="Leave out lower scores, as --json has them."
)
@click.pass_obj
def search_command(call: Call, /, query: tuple[str, ...], **options: Any) -> None:
    """Find notes by meaning and by words.

    The best come first, each with its relevance. Those whose relevance is below the floor follow
    under a line of their own: an agent would not be given them unasked. QUERY is plain text,
    without any operators.
    """
    text = " ".join(query)
    if math.isnan(options["min_score"] or 0.0):
        raise Usage("--min-score nan is no number.", "Give a score, such as 0.5.")
    with call.open() as memory:
        found = memory.search(text, **options)
        now = memory.now()
    call.answer(found, found_lines(found, now))
    if not text.strip():
        call.narrate("There is nothing to search for.")
        return
    call.narrate(summary(found))
    call.tell(found.notices)


def found_lines(found: Found, now: dt.datetime) -> Iterator[str]:
    """Write the hits by what the floor looks at, and a line where it runs."""
    width = terminal_width()
    crossed = False
    for hit in sorted(found.hits, key=lambda hit: hit.below_floor):
        if hit.below_floor and not crossed:
            yield f"─ below the floor {score(found.floor)}"
            crossed = True
        yield note_row(hit.note, now, width, f"{score(hit.parts.relevance):>4}  ")


def summary(found: Found) -> str:
    """Say how many were found, how many of them are weak, and how."""
    how = "by meaning and words" if found.mode == "meaning" else "by words only"
    if not found.hits:
        return f"No note speaks of this, {how}."
    weak = f", {found.below_floor:,} below the floor" if found.below_floor else ""
    return f"{counted(len(found.hits), 'note')} found{weak}, {how}."
