"""The one object through which everything reads and writes: a thin face over the rooms below."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import msgspec

from memboard.engine.answers import (
    Added,
    Edited,
    Forgotten,
    Found,
    Imported,
    Moved,
    Notice,
    Page,
    ProjectRow,
    Reindexed,
    Stats,
    Undone,
    Why,
)
from memboard.engine.binding import Binding
from memboard.engine.curate import (
    adding,
    checking,
    editing,
    exchange,
    forgetting,
    ids,
    projects,
    reading,
    reindexing,
    undoing,
)
from memboard.engine.curate.editing import UNSET, Edit, Unset
from memboard.engine.curate.reindexing import Step
from memboard.engine.curate.workshop import Workshop
from memboard.engine.embed import EmbedderHandle
from memboard.engine.home import Home, find_home, prepare_home
from memboard.engine.model import Change, Draft, Note, Scope, Trigger
from memboard.engine.project import Project, find_project
from memboard.engine.recall.search import Question, checked_k, run_search
from memboard.engine.settings import Settings, read_settings
from memboard.engine.sources import Clock, Entropy, system_clock, system_entropy
from memboard.engine.store.database import Database, Extension
from memboard.engine.store.journal import Author
from memboard.engine.store.store import Store

Answer = TypeVar("Answer", bound=Added | Edited | Found | Imported | Page)

Progress = Callable[[int, int], None]
"""Told how many are done, of how many."""
Asked = Callable[[], bool]
"""Tells whether the caller wants to stop."""


def open_memory(
    home: Home | Path | str | None = None,
    project: Project | str | None = None,
    *,
    actor: str = undoing.PERSON,
    session: str | None = None,
    folder: Path | None = None,
    settings: Settings | None = None,
    embedder: EmbedderHandle | None = None,
    clock: Clock = system_clock,
    entropy: Entropy = system_entropy,
    load_vec: Extension | None = None,
) -> Memory:
    """Open the store of a home for one project; the only function that opens the file.

    Args:
        home: a folder; None takes `MEMBOARD_HOME`, else the user's data folder.
        project: a name or folder; None finds it out from `folder`.
        actor: who makes the changes: `you` for a person, else an agent's name.
        session: the caller's session, written into the journal.
        folder: where to look for a project; None is the working directory.
        settings: instead of config.toml.
        embedder: instead of the one the store, the settings and the disk lead to.
        clock: gives the present moment.
        entropy: gives random bytes, for ids and the store's hash key.
        load_vec: loads sqlite-vec into a connection.

    Raises:
        HomeRefused, StoreNewer, StoreDamaged, StoreBusy: the store cannot be used.
        InvalidSettings: config.toml has an unknown or ill-typed key.
    """
    place = home if isinstance(home, Home) else find_home(home)
    chosen = project if isinstance(project, Project) else find_project(project, folder)
    prepare_home(place)
    wanted = settings if settings is not None else read_settings(place.config)
    database = Database(place.store, lambda: entropy(32), load_vec)
    store = Store(database, clock, entropy, chosen)
    return Memory(place, store, wanted, Author(actor=actor, session=session), embedder)


class Memory:
    """An open store closure for one project, used from one thread at a time.

    Ids may be given as any unambiguous prefix of three characters or more. Calls that take a
    `session` make the change in that session's name.
    """

    def __init__(
        self,
        home: Home,
        store: Store,
        settings: Settings,
        author: Author,
        embedder: EmbedderHandle | None,
    ) -> None:
        self.home = home
        self.settings = settings
        self._store = store
        self._author = author
        self._binding = Binding(store, home, settings, embedder)

    @property
    def project(self) -> Project | None:
        """The project whose notes are seen; None in `$HOME` and `/`."""
        return self._store.project

    @property
    def embedder(self) -> EmbedderHandle | None:
        """The embedder that answers here; None while this store works by words."""
        return self._binding.handle()

    # --- changing notes

    def add(
        self,
        text: str,
        *,
        scope: Scope | None = None,
        topic: str | None = None,
        tags: Sequence[str] = (),
        importance: float | None = None,
        pinned: bool = False,
        trigger: Trigger = "manual",
        session: str | None = None,
        host: str | None = None,
    ) -> Added:
        """Remember one fact; findable by meaning when this returns, if there is a model.

        Raises:
            InvalidNote: a limit is broken (text 1 to 2,000 characters, topic 80, 16 tags of 40).
            EmbedderFailed, StoreBusy, StoreFull, StoreReadOnly: nothing was stored.
        """
        draft = Draft(
            text=text,
            scope=scope,
            topic=topic,
            tags=tuple(tags),
            importance=importance,
            pinned=pinned,
            trigger=trigger,
            session=session,
            host=host,
        )
        return self.add_many([draft], session=session)[0]

    def add_many(self, drafts: Sequence[Draft], *, session: str | None = None) -> tuple[Added, ...]:
        """Remember many facts in one transaction and one undoable change, or none of them."""
        answers = adding.add_notes(self._workshop(session), drafts)
        return tuple(self._noted(answer) for answer in answers)

    def edit(
        self,
        note_id: str,
        *,
        text: str | Unset = UNSET,
        topic: str | Unset | None = UNSET,
        tags: Sequence[str] | Unset = UNSET,
        importance: float | Unset | None = UNSET,
        pinned: bool | Unset = UNSET,
        scope: Scope | Unset = UNSET,
        expected_revision: int | None = None,
        session: str | None = None,
    ) -> Edited:
        """Change fields of a note; those not given stay.

        Raises:
            Conflict: `expected_revision` is not the present one, or another note says the same.
        """
        edit = Edit(
            text=text,
            topic=topic,
            tags=tags if isinstance(tags, Unset) else tuple(tags),
            importance=importance,
            pinned=pinned,
            scope=scope,
        )
        note_id = self.resolve(note_id)
        work = self._workshop(session)
        return self._noted(editing.edit_note(work, note_id, edit, expected_revision))

    def pin(
        self, *note_ids: str, pinned: bool = True, session: str | None = None
    ) -> tuple[Note, ...]:
        """Pin notes, or unpin them, in one change."""
        whole = [self.resolve(note_id) for note_id in note_ids]
        return editing.pin_notes(self._workshop(session), whole, pinned=pinned)

    def move(self, *note_ids: str, scope: Scope, session: str | None = None) -> tuple[Note, ...]:
        """Make notes global, or this project's, in one change."""
        whole = [self.resolve(note_id) for note_id in note_ids]
        return editing.change_many(self._workshop(session), whole, {"scope": scope})

    def forget(
        self, *note_ids: str, purge: bool = False, session: str | None = None
    ) -> tuple[Forgotten, ...]:
        """Take notes out of every index at once, in one change.

        Their texts can be restored for 30 days. With `purge` only the ids, the time and a keyed
        hash stay, for kept and for forgotten notes; that cannot be undone.
        """
        whole = [self.resolve(note_id, forgotten=purge) for note_id in note_ids]
        work = self._workshop(session)
        return (
            forgetting.purge_notes(work, whole) if purge else forgetting.forget_notes(work, whole)
        )

    def restore(self, note_id: str, *, session: str | None = None) -> Note:
        """Bring a forgotten note back as it was."""
        whole = self.resolve(note_id, forgotten=True)
        return forgetting.restore_note(self._workshop(session), whole)

    def undo(
        self,
        seq: int | None = None,
        *,
        change: int | None = None,
        cycle: str | None = None,
        session: str | None = None,
    ) -> Undone:
        """Take back the caller's own last change, or one entry, change or cycle of anybody's."""
        work = self._workshop(session)
        if seq is not None:
            return undoing.undo_entry(work, seq)
        if change is not None:
            return undoing.undo_change(work, change)
        return undoing.undo_last(work) if cycle is None else undoing.undo_cycle(work, cycle)

    def redo(self, *, session: str | None = None) -> Undone:
        """Do again what the caller took back last, unless a new change was made since."""
        return undoing.redo_last(self._workshop(session))

    # --- finding and reading

    def search(
        self,
        query: str,
        *,
        k: int = 8,
        scope: Scope | None = None,
        min_score: float | None = None,
        wait: bool = True,
    ) -> Found:
        """Find the k best notes by meaning and words; no floor is applied, the weak are counted.

        Args:
            query: any text; data, never syntax.
            k: 1 to 1,000.
            scope: only the project's, or only global notes.
            min_score: leave out hits with a smaller score.
            wait: load the model first if need be; else answer by words while it loads.
        """
        vector, notices = self._binding.query_vector(query, wait=wait)
        handle = self._binding.handle()
        question = Question(
            text=query,
            vector=vector,
            embedder=handle.id if handle else None,
            calibration=self._binding.calibration(),
            k=checked_k(k),
            scope=scope,
            min_score=min_score,
        )
        return self._noted(run_search(self._store, question), notices)

    def recent(self, limit: int = 20, *, offset: int = 0, scope: Scope | None = None) -> Page:
        """List notes, newest first."""
        return self._noted(reading.recent_notes(self._store, limit, offset, scope))

    def keys(self, order: reading.Order = "newest", scope: Scope | None = None) -> list[int]:
        """List the keys of all notes in order, for a list that reads its rows as it shows them."""
        return reading.list_keys(self._store, order, scope)

    def notes(self, keys: Sequence[int]) -> tuple[Note, ...]:
        """Read the notes of some keys, in that order; those that are gone are left out."""
        return reading.notes_of_keys(self._store, keys)

    def get(self, note_id: str) -> Note:
        """Read one kept note."""
        return self.why(self.resolve(note_id)).note

    def why(self, note_id: str) -> Why:
        """Tell where a note comes from, what speaks for it, and what became of it."""
        return reading.explain(self._store, self.resolve(note_id, forgotten=True))

    def history(
        self,
        note_id: str | None = None,
        *,
        limit: int = 50,
        before: int | None = None,
        session: str | None = None,
    ) -> tuple[Change, ...]:
        """Read the journal, newest first: one note's entries, or everybody's."""
        if note_id is not None:
            whole = self.resolve(note_id, forgotten=True)
            return reading.note_history(self._store, whole)[:limit]
        return reading.recent_changes(self._store, limit, before, session)

    def stats(self) -> Stats:
        """Count what there is and how it can be found."""
        return reading.figures(self._store, str(self.home.folder), self.notices())

    def notices(self) -> tuple[Notice, ...]:
        """Say what works less well than it should."""
        return self._binding.notices()

    def resolve(self, prefix: str, *, forgotten: bool = False) -> str:
        """Turn a prefix of three characters or more into the one id it means."""
        return ids.resolve(self._store, prefix, forgotten=forgotten)

    def state(self) -> tuple[int, int]:
        """Give a token that differs after any change by any process: what a live view polls."""
        return self._store.database.state()

    # --- whole-store work

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
        yield from exchange.export_lines(self._store, found)

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
        incoming, skipped = exchange.read_lines(self._store, lines, skip_invalid=skip_invalid)
        tally = exchange.Tally(skipped)
        steps = exchange.import_steps(self._workshop(None), incoming, tally)
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

    # --- the object itself

    def warm(self) -> None:
        """Start loading the model in the background."""
        self._binding.warm()

    def interrupt(self) -> None:
        """Stop the query that another thread is running on this object, if any."""
        self._store.database.interrupt()

    def now(self) -> dt.datetime:
        """Give the present moment of this object's clock."""
        return self._store.clock()

    def close(self) -> None:
        """Close the store; closing twice is fine."""
        self._store.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _workshop(self, session: str | None) -> Workshop:
        work = Workshop(store=self._store, embedder=self._binding.handle(), author=self._author)
        return work.as_session(session)

    def _noted(self, answer: Answer, notices: tuple[Notice, ...] = ()) -> Answer:
        """Add what is degraded here to an answer."""
        known = {notice.code for notice in (*answer.notices, *notices)}
        more = (notice for notice in self.notices() if notice.code not in known)
        return msgspec.structs.replace(answer, notices=(*answer.notices, *notices, *more))
