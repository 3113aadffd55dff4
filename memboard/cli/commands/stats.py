"""`memboard stats`: how many notes there are and how they can be found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from memboard.cli.call import Call
from memboard.cli.figures import counted, size
from memboard.cli.options import command
from memboard.cli.plain import plain_line

if TYPE_CHECKING:
    from memboard.engine import Stats

LABEL = 11


@command("stats")
@click.pass_obj
def stats_command(call: Call) -> None:
    """Show how many notes there are and how they can be found."""
    with call.open() as memory:
        stats = memory.stats()
    call.answer(stats, stats_lines(stats))
    call.tell(stats.notices)


def stats_lines(stats: Stats) -> Iterator[str]:
    """Write the figures, one a line."""
    for label, value in figures(stats):
        yield f"{label:<{LABEL}} {plain_line(value)}"


def figures(stats: Stats) -> Iterator[tuple[str, str]]:
    """Name each figure."""
    yield "project", stats.project or "none here, global notes only"
    yield "notes", f"{stats.notes:,}, {stats.global_notes:,} global"
    yield "by meaning", f"{stats.by_meaning:,}"
    waiting = waiting_notes(stats)
    if waiting:
        yield "by words", waiting
    yield "pinned", f"{stats.pinned:,}"
    yield "forgotten", f"{stats.forgotten:,}, restorable for 30 days"
    if stats.triggers:
        yield "came in", ", ".join(f"{name} {count:,}" for name, count in stats.triggers.items())
    yield "embedder", stats.embedder or "none yet"
    yield "vectors", stats.backend
    yield "cheap query", cheap_queries(stats)
    yield "store", f"{stats.home}, {size(stats.store_bytes)}, schema {stats.schema}"


def cheap_queries(stats: Stats) -> str:
    """Say who is asked small questions, and how many were asked today."""
    today = stats.cheap_queries
    who = "nobody configured" if today.provider == "none" else today.provider
    failed = f", {today.failed:,} failed" if today.failed else ""
    return f"{who}, {today.asked:,} of {today.cap:,} asked today{failed}"


def waiting_notes(stats: Stats) -> str:
    """Say which notes have no vector that counts."""
    parts = (
        (stats.pending, "not embedded yet"),
        (stats.stale, "changed since"),
        (stats.other, "embedded with another model"),
    )
    total = counted(sum(number for number, _ in parts), "note")
    named = ", ".join(f"{number:,} {what}" for number, what in parts if number)
    return f"{total}: {named}" if named else ""
