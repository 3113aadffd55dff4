"""Memory's calls that work on the whole store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from memboard.engine.answers import Imported, Moved, ProjectRow, Reindexed
from memboard.engine.curate import checking, importing, projects, reading, reindexing
from memboard.engine.curate.lines import export_lines, read_lines
from memboard.engine.curate.reindexing import Step
from memboard.engine.memory.core import Core
from memboard.engine.model import Scope

Progress = Callable[[int, int], None]
"""Told how many are done, of how many."""
Asked = Callable[[], bool]
"""Tells whether the caller wants to stop."""


class Upkeep(Core):
    """Embedding, exchange, projects and repair."""

    def reindex_steps(self, embedder: str | None = None) -> Iterator[Step]:
        """Embed what lacks a vector; with another embedder's name, build and switch to it."""
        handle = self._binding.wanted(embedder)
        yield from reindexing.reindex_steps(self._store, handle)
        self._binding.choose_again()

    def reindex(
        self,
        embedder: str | None = None,
        *,
        progress: Progress | None = None,
        cancelled: Asked | None = None,
    ) -> Reindexed:
        """Run `reindex_steps` to its end; resumable after a kill or a stop."""
        handle = self._binding.wanted(embedder)
        last = reindexing.drain(self.reindex_steps(embedder), progress, cancelled)
        return reindexing.reindexed(self._store, handle, last)

    def export(self, *, scope: Scope | None = None) -> Iterator[bytes]:
        """Write all notes seen here as JSON lines, oldest first, after a version line."""
        keys = reading.list_keys(self._store, "oldest", scope)
        pages = (keys[at : at + 500] for at in range(0, len(keys), 500))
        found = (note for page in pages for note in reading.notes_of_keys(self._store, page))
        yield from export_lines(self._store, found)

    def import_lines(
        self,
        lines: Iterable[bytes],
        *,
        skip_invalid: bool = False,
        progress: Progress | None = None,
        cancelled: Asked | None = None,
    ) -> Imported:
        """Bring in an export, or any JSON lines with a `text`; repeating it adds nothing.

        Raises:
            InvalidInput: the version is unknown or lines are faulty; nothing was imported.
        """
        incoming, skipped = read_lines(self._store, lines, skip_invalid=skip_invalid)
        tally = importing.Tally(skipped, incoming)
        steps = importing.import_steps(self._workshop(None), incoming, tally)
        reindexing.drain(steps, progress, cancelled)
        return self._noted(tally.imported())

    def projects(self) -> tuple[ProjectRow, ...]:
        """List the projects that have notes here."""
        return projects.list_projects(self._store)

    def merge_projects(self, source: str, target: str) -> Moved:
        """Move all notes of one project into another, which then stands for both."""
        return projects.merge_projects(self._workshop(None), source, target)

    def rename_project(self, name: str, new_name: str) -> ProjectRow:
        """Give a project another name."""
        return projects.rename_project(self._store, name, new_name)

    def check(self, *, repair: bool = False) -> tuple[checking.Finding, ...]:
        """Look whether file, rows, words and vectors agree; mend what can be mended if asked."""
        return checking.repair_store(self._store) if repair else checking.check_store(self._store)
