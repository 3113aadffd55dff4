"""Memory's call that reads an old transcript of an agent; notes are imported in `upkeep`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from memboard.engine.answers import Notice
from memboard.engine.memory.failures import Failures
from memboard.engine.project import Project, find_project
from memboard.engine.store import namespaces

if TYPE_CHECKING:
    from memboard.engine.session.transcripts.imported import ImportedTranscript

Under = Literal["its", "here", "either"]


class Place(NamedTuple):
    """Where a transcript's lessons are kept."""

    key: str | None
    """The key of a project; None where they are not kept."""
    name: str | None
    notices: tuple[Notice, ...]


class Importing(Failures):
    """Learning from conversations that are over."""

    def import_transcript(
        self,
        path: Path | str,
        host: str = "auto",
        *,
        under: Under = "either",
        dry_run: bool = False,
    ) -> ImportedTranscript:
        """Learn the failure lessons of a transcript; importing it again teaches nothing twice.

        They are kept under the project in whose folder the conversation began. Where that folder
        is not on this machine, and no project is known by it, a notice says what became of them.

        Args:
            path: a transcript as its host wrote it.
            host: `claude-code` or `codex`; `auto` tells by the first lines.
            under: which project keeps them: the one seen `here`, `its` own or none, or `either`,
                which is the one seen here where its own cannot be told.
            dry_run: read, and keep nothing.

        Raises:
            InvalidInput: there is no such file or host, or it is no transcript of the host's.
            OSError: the file cannot be read to its end.
            StoreBusy, StoreFull, StoreReadOnly, StoreNewer: not all of it was kept.
        """
        # 10 ms of patterns, and only an import reads transcripts
        from memboard.engine.session.transcripts import host_of, read_transcript
        from memboard.engine.session.transcripts.imported import found_in

        path = Path(path)
        known = host_of(path)
        read = read_transcript(path, host if known else "auto")  # which says what is wrong
        place = self._place_of(read.cwd, under)
        learned = retired = 0
        if place.key is not None and not dry_run:
            learned, retired = self.learn_failures(read.session, {place.key: read.events})
        return msgspec.structs.replace(
            found_in(read),
            project=place.name,
            learned=learned,
            retired=retired,
            notices=place.notices,
        )

    def _place_of(self, folder: str | None, under: Under) -> Place:
        """Find the project that keeps what was done in a folder."""
        if under == "here":
            return self._place(self._store.project)
        if folder is not None and os.path.isabs(folder) and os.path.isdir(folder):
            return self._place(find_project(folder=Path(folder)))
        project = None if folder is None else project_of_path(folder)
        if project is not None and self._leads_on(project):
            return self._place(project)
        if under == "its":
            return Place(None, None, (gone(folder, "not kept; --project NAME keeps them"),))
        return self._place(self._store.project, gone(folder, "kept for the project seen here"))

    def _place(self, project: Project | None, *notices: Notice) -> Place:
        key = namespaces.keys_of(self._store.database, project)[0]
        return Place(key, None if project is None else self._called(project), notices)

    def _leads_on(self, project: Project) -> bool:
        """Tell whether a folder that is gone is in a repository, or was a known project."""
        if not project.keys[0].startswith("dir:"):
            return True
        return namespaces.find_namespace(self._store.database, project) is not None

    def _called(self, project: Project) -> str:
        """Give a project's name here."""
        namespace = namespaces.find_namespace(self._store.database, project)
        if namespace is None:
            return project.name
        return namespaces.name_of(self._store.database, namespace)


def project_of_path(folder: str) -> Project | None:
    """Tell which project a folder would belong to that is not here; None for what is no path."""
    try:
        return find_project(folder=Path(folder)) if os.path.isabs(folder) else None
    except (OSError, ValueError):  # too long, or with a zero in it
        return None


def gone(folder: str | None, therefore: str) -> Notice:
    """Say that a conversation was held in a folder that is not here."""
    what = "It names no folder" if folder is None else f"Its folder {folder} is not here"
    return Notice(code="folder_gone", text=f"{what}: its lessons are {therefore}.")
