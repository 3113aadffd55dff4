"""Fetching a model once: resumable, checked, and in place only when it is whole."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from memboard.engine.embed.catalog import OPTIONAL_FILES, ModelCard
from memboard.engine.embed.download import Download
from memboard.engine.embed.hub import Hub, RemoteFile
from memboard.engine.embed.local import ModelStatus, pull_command, status, verify
from memboard.engine.embed.manifest import Manifest, folder_of, is_inside, record, write_manifest
from memboard.engine.embed.publish import SPARE_BYTES, copy, publish, staging, stop_if
from memboard.engine.errors import InvalidInput, PullFailed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def pull_model(
    card: ModelCard,
    models_dir: Path,
    *,
    endpoint: str | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ModelStatus:
    """Make the model ready, fetching only what is missing or damaged.

    `progress` is told (bytes there, bytes in all). What was fetched is kept when the pull fails or
    is stopped, and the next one goes on from there. Raises PullFailed, or Cancelled.
    """
    if card.kind != "hub":
        raise InvalidInput(f"{card.name} is not fetched.", hint=status(card, models_dir).detail)
    folder = folder_of(card, models_dir)
    try:
        with staging(folder, cancelled=cancelled) as staged:
            if verify(card, models_dir).state != "ready":
                pull = _Pull(card, Hub(card.repository, endpoint), folder, staged)
                pull.run(progress or (lambda _done, _total: None), cancelled)
    except OSError as error:
        raise PullFailed(
            f"{models_dir} cannot be written: {error.strerror or error}.",
            hint=f"Make room or give the right to write there, then `{pull_command(card)}` again.",
        ) from error
    return status(card, models_dir)


class _Pull:
    """One pull, while it holds the model's staging folder."""

    def __init__(self, card: ModelCard, hub: Hub, folder: Path, staged: Path) -> None:
        self._card = card
        self._hub = hub
        self._folder = folder
        self._staged = staged

    def run(
        self, progress: Callable[[int, int], None], cancelled: Callable[[], bool] | None
    ) -> None:
        """Describe, reuse, fetch, record, publish."""
        wanted = self._described()
        total = sum(file.size for file in wanted)
        missing = [file for file in wanted if not self._reuse(file)]
        self._require_room(missing)
        done = total - sum(file.size for file in missing)
        progress(done, total)
        for file in missing:
            base = done

            def told(size: int, base: int = base) -> None:
                stop_if(cancelled)
                progress(base + size, total)

            Download(self._hub, file, self._staged, pull_command(self._card)).run(told)
            done += file.size
        self._finish(wanted)

    def _described(self) -> list[RemoteFile]:
        """All files at one commit, so that two versions never mix."""
        names = self._card.files
        if not all(map(is_inside, names)):
            raise PullFailed(f"{self._card.name} names files outside its own folder.")
        first = self._present(names[0], self._hub.first(names[0]))
        found = [self._hub.find(name, first.revision) for name in (*names[1:], *OPTIONAL_FILES)]
        needed = map(self._present, names[1:], found)
        return [first, *needed, *(file for file in found[len(names) - 1 :] if file)]

    def _present(self, name: str, file: RemoteFile | None) -> RemoteFile:
        if file is None:
            raise PullFailed(
                f"{self._hub.endpoint} has no {self._hub.repository}/{name}.",
                hint="Look at the endpoint and at the model's name.",
            )
        return file

    def _reuse(self, file: RemoteFile) -> bool:
        """Take the file from an interrupted pull or from the folder in use, if it is right."""
        target = self._staged / file.name
        if file.is_at(target):
            return True
        if not file.is_at(self._folder / file.name):
            return False
        copy(self._folder / file.name, target)
        return True

    def _require_room(self, missing: list[RemoteFile]) -> None:
        needed = sum(file.size for file in missing) + SPARE_BYTES
        free = shutil.disk_usage(self._staged).free
        if missing and free < needed:
            raise PullFailed(
                f"{self._card.name} needs {needed // 2**20} MB and {free // 2**20} MB are free.",
                hint=f"Make room under {self._folder.parent}.",
            )

    def _finish(self, wanted: list[RemoteFile]) -> None:
        names = {file.name for file in wanted}
        for path in [path for path in self._staged.rglob("*") if path.is_file()]:
            if path.relative_to(self._staged).as_posix() not in names:
                path.unlink()
        records = tuple(record(self._staged, file.name) for file in wanted)
        source = f"{self._hub.endpoint}/{self._hub.repository}"
        write_manifest(self._staged, Manifest(self._card, records, source, wanted[0].revision))
        publish(self._staged, self._folder)
