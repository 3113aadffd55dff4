"""`memboard reindex`: embed what lacks a vector, or switch the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from memboard.cli.call import Call
from memboard.cli.figures import counted
from memboard.cli.options import command
from memboard.cli.progress import Progress, long_job

if TYPE_CHECKING:
    from memboard.engine import Reindexed


@command("reindex")
@click.option("--embedder", metavar="MODEL", help="Embed all notes anew with this model.")
@click.pass_obj
def reindex_command(call: Call, embedder: str | None) -> None:
    """Embed what is not found by meaning yet, or switch the model.

    Works on the whole store, all projects. With --embedder the new vectors are made beside
    the old ones, which answer until all are there. ctrl+c keeps what was done; the same
    command goes on from there.
    """
    from memboard.engine.errors import Cancelled

    with call.open() as memory, long_job("Embedding", shown=not call.json) as job:
        progress, cancelled = job
        try:
            done = memory.reindex(embedder, progress=progress, cancelled=cancelled)
        except Cancelled as error:
            raise stopped(progress, embedder) from error
    call.answer(done, reindexed_lines(done))


def stopped(progress: Progress, embedder: str | None) -> Exception:
    """Say how far it came and how to go on."""
    from memboard.engine.errors import Cancelled

    again = "memboard reindex" + (f" --embedder {embedder}" if embedder else "")
    return Cancelled(f"Embedding stopped at {progress.figures()}.", hint=f"{again} goes on there.")


def reindexed_lines(done: Reindexed) -> Iterator[str]:
    """Say what was embedded, and which model answers."""
    if done.embedded:
        yield f"Embedded {counted(done.embedded, 'note')} with {done.embedder}."
    else:
        yield f"Nothing to embed: {counted(done.total, 'note')}, all by {done.embedder}."
    if not done.switched:
        yield "The earlier model goes on answering; memboard reindex again switches it."
