"""The store: its file, words and vectors, and how its notes are found."""

from __future__ import annotations

from collections.abc import Iterator

from memboard.cli.call import Call
from memboard.cli.doctor.asking import check_asking, check_before_any
from memboard.cli.doctor.check import Check, failed, good, warn
from memboard.cli.figures import counted
from memboard.cli.progress import Progress
from memboard.engine import Finding, Home, MemboardError, Memory, Stats
from memboard.engine.recall.survey import Survey

NOT_REPEATED = frozenset({"no_project", "brute_force", "read_only"})
"""Notices that another check has said already."""


def check_store(call: Call, home: Home, *, repair: bool) -> Iterator[Check]:
    """Open the store, if there is one, and look at all of it."""
    if not home.store.exists():
        yield good("store", "There is none yet; the first note makes it.")
        yield from check_before_any(call, home)
        return
    try:
        with call.open() as memory:
            yield from check_memory(memory, repair=repair)
            progress = Progress("Scanning", shown=not call.json)
            try:
                surveyed = memory.survey(progress)
            finally:
                progress.clear()
            yield check_scan(surveyed)
            yield from check_asking(memory.settings, memory.project, memory.stats().cheap_queries)
    except MemboardError as error:
        yield failed("store", error)


def check_memory(memory: Memory, *, repair: bool) -> Iterator[Check]:
    """Look at an open store."""
    yield from map(check_of, memory.check(repair=repair))
    stats = memory.stats()
    if stats.backend == "sqlite-vec":
        yield good("vectors", "sqlite-vec compares them.")
    yield from check_findable(stats)


def check_of(finding: Finding) -> Check:
    """Turn a finding of the engine's into a line."""
    todo = "memboard doctor --repair mends it." if finding.repairable else ""
    return Check(name="store", level=finding.level, text=finding.text, todo=todo)


def check_findable(stats: Stats) -> Iterator[Check]:
    """Tell which model answers, and which notes it does not find by meaning."""
    for notice in stats.notices:
        if notice.code not in NOT_REPEATED:
            yield warn("embedder", notice.text)
    if stats.embedder and stats.mode == "meaning":
        yield good("embedder", f"This store uses {stats.embedder}.")
    total = stats.notes + stats.global_notes
    waiting = (
        (stats.pending, "not embedded yet"),
        (stats.stale, "embedded with an older text"),
        (stats.other, "embedded with another model"),
    )
    for number, what in waiting:
        if number:
            text = f"{counted(number, 'note')} of {total:,} {what}: found by words only."
            yield warn("findable", text, "memboard reindex embeds what can be embedded.")
    if total and stats.by_meaning == total:
        yield good("findable", f"{counted(total, 'note')}, all found by meaning.")


def check_scan(survey: Survey) -> Check:
    """Tell what of all projects' notes would be withheld from models today, by class."""
    let_pass = f" {survey.released:,} released." if survey.released else ""
    scanned = f"{counted(survey.notes, 'note')} of all projects scanned"
    if not survey.withheld:
        return good("scan", f"{scanned}, none would be withheld from models.{let_pass}")
    classes = ", ".join(f"{number:,} {class_}" for class_, number in survey.withheld.items())
    total = sum(survey.withheld.values())
    named = ", ".join(f"{one.note_id} ({one.namespace})" for one in survey.examples)
    more = ", …" if total > len(survey.examples) else ""
    text = f"{scanned}, {total:,} would be withheld from models: {classes}.{let_pass}"
    return warn("scan", text, f"memboard blocked show ID says why: {named}{more}")
