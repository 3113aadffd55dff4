"""The gate: what a cycle may change, measured on the store itself before it is committed.

It trusts nothing that was said of a merge before. It compares two pictures of the whole store, one
from before and one from after, both taken inside the transaction that the cycle is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from memboard.engine.curate import checking
from memboard.engine.dream.fitting import Fitting
from memboard.engine.store import notes
from memboard.engine.store.database import Database, Row
from memboard.engine.store.store import Store

SHARE = 0.2
"""Of a namespace's notes that a cycle may supersede."""
MOST = 50
"""Notes that a cycle may supersede, however many there are."""
LEAST = 2
"""One pair may be merged in a store so small that a fifth of it is less."""
PAGE = 2_000

LinkRow = tuple[str, str, str, int]
"""From, kind, to, since when."""


class Stamp(NamedTuple):
    """A note in a picture."""

    namespace: int
    created_at: int
    pinned: bool
    whole: bytes
    """A hash of every column."""


class Picture(NamedTuple):
    """All notes and links at one moment."""

    stamps: dict[str, Stamp]
    links: frozenset[LinkRow]

    @property
    def fingerprint(self) -> bytes:
        """Give one hash for all of it."""
        hashed = hashlib.blake2b(digest_size=32)
        for note_id in sorted(self.stamps):
            hashed.update(note_id.encode() + b"\0" + self.stamps[note_id].whole)
        for link in sorted(self.links):
            hashed.update(repr(link).encode())
        return hashed.digest()

    def count(self, namespace: int) -> int:
        """Count the notes of a namespace."""
        return sum(stamp.namespace == namespace for stamp in self.stamps.values())


class Made(NamedTuple):
    """A note that a cycle wrote in the place of others."""

    id: str
    fitting: Fitting


def allowed(count: int) -> int:
    """Give how many notes of so many a cycle may supersede: 20 %, at most 50, at least a pair."""
    return min(MOST, max(LEAST, int(count * SHARE)))


def picture(database: Database) -> Picture:
    """Take a picture of all notes and links."""
    links = database.rows("SELECT note_id, kind, other_id, at FROM links")
    return Picture(dict(stamps(database)), frozenset(links))


def stamps(database: Database) -> Iterator[tuple[str, Stamp]]:
    """Read every note's stamp, a page at a time."""
    last = 0
    while True:
        page: list[Row] = database.rows(
            f"SELECT {notes.FIELDS} FROM notes WHERE key > ? ORDER BY key LIMIT {PAGE}",  # noqa: S608
            (last,),
        )
        for found in page:
            row = notes.row_of(found)
            whole = hashlib.blake2b(repr(found).encode("utf-8", "replace"), digest_size=16)
            yield row.id, Stamp(row.namespace, row.created_at, row.pinned, whole.digest())
        if len(page) < PAGE:
            return
        last = page[-1][0]


def misses(store: Store, namespace: int, before: Picture, made: list[Made], room: int) -> list[str]:
    """List what a cycle did that it may not do; an empty list lets it pass.

    Args:
        store: with the cycle's changes in it, not yet committed.
        namespace: where the cycle may change notes.
        before: the picture from before them.
        made: what the cycle says it wrote.
        room: how many notes it may still supersede.
    """
    after = picture(store.database)
    return [
        *wrong_notes(namespace, before, after, made, room),
        *wrong_links(before, after, made),
        *wrong_merges(store, made),
        *wrong_indexes(store),
    ]


def wrong_notes(
    namespace: int, before: Picture, after: Picture, made: list[Made], room: int
) -> Iterator[str]:
    """Compare the notes of two pictures."""
    gone, new = (
        before.stamps.keys() - after.stamps.keys(),
        after.stamps.keys() - before.stamps.keys(),
    )
    members = {row.id for one in made for row in one.fitting.rows}
    if gone != members or new != {one.id for one in made}:
        yield "Other notes came or went than the merges name."
    if len(gone) > room:
        yield (
            f"It would have superseded {len(gone)} notes; a cycle may supersede {room} more of"
            f" the {before.count(namespace)} here (20 %, at most {MOST})."
        )
    for note_id in gone:
        if before.stamps[note_id].namespace != namespace:
            yield f"{note_id} lies outside of what the cycle was for."
        if before.stamps[note_id].pinned:
            yield f"{note_id} is pinned."
    for note_id in before.stamps.keys() & after.stamps.keys():
        old, now = before.stamps[note_id], after.stamps[note_id]
        if old.created_at != now.created_at:
            yield f"The creation time of {note_id} was changed."
        elif old.whole != now.whole:
            yield f"{note_id} was changed, and is in no merge."
    if any(after.stamps[note_id].namespace != namespace for note_id in new):
        yield "A merged note lies outside of what the cycle was for."


def wrong_links(before: Picture, after: Picture, made: list[Made]) -> Iterator[str]:
    """Look that no link went, and that only those of the merges came."""
    if before.links - after.links:
        yield "Links between notes were taken away."
    wanted = {(one.id, "merged_from", row.id) for one in made for row in one.fitting.rows}
    if {link[:3] for link in after.links - before.links} != wanted:
        yield "The links from merged notes to their originals are not what they should be."


def wrong_merges(store: Store, made: list[Made]) -> Iterator[str]:
    """Look that each merged note is whole, and that each original can be brought back."""
    for one in made:
        row = notes.by_id(store.database, one.id)
        if row is None or not row.text.strip():
            yield f"The merged note {one.id} has no text."
        elif row.known_since != min(notes.since_of(member) for member in one.fitting.rows):
            yield f"The merged note {one.id} does not keep since when it is known."
        for member in one.fitting.rows:
            kept = store.database.value(
                "SELECT note ->> '$.text' FROM forgotten WHERE id = ?", (member.id,)
            )
            if kept != member.text:
                yield f"{member.id} could not be brought back."


def wrong_indexes(store: Store) -> Iterator[str]:
    """Look that words, vectors and forgotten notes agree with the rows."""
    found = (
        checking.check_words(store),
        *checking.check_vectors(store),
        checking.check_forgotten(store),
    )
    for finding in found:
        if finding.level == "bad":
            yield f"{finding.text} memboard doctor --repair mends it."
