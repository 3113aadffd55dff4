"""What notes have to do with each other, as far as it is not in their words."""

from __future__ import annotations

from memboard.engine.answers import Link, LinkKind
from memboard.engine.sources import from_millis
from memboard.engine.store.database import Database


def add_link(database: Database, from_note: str, to_note: str, kind: LinkKind, now: int) -> None:
    """Link a note to an older one inside a write transaction; linking twice changes nothing."""
    database.run(
        "INSERT OR IGNORE INTO links (note_id, kind, other_id, at) VALUES (?, ?, ?, ?)",
        (from_note, kind, to_note, now),
    )


def links_of(database: Database, note_id: str) -> tuple[Link, ...]:
    """Read a note's links in both directions, newest first; those to notes that are gone rest.

    They come back with the note: forgetting and undoing leave the link. What a note was merged
    from is told as long as its text is kept.
    """
    found = database.rows(
        "SELECT l.kind, 'from' AS way, n.id, n.text, l.at FROM links l"
        " JOIN notes n ON n.id = l.other_id WHERE l.note_id = ?1"
        " UNION ALL SELECT l.kind, 'from', f.id, f.note ->> '$.text', l.at FROM links l"
        " JOIN forgotten f ON f.id = l.other_id AND f.note IS NOT NULL"
        " WHERE l.note_id = ?1 AND l.kind = 'merged_from'"
        " UNION ALL SELECT l.kind, 'to', n.id, n.text, l.at FROM links l"
        " JOIN notes n ON n.id = l.note_id WHERE l.other_id = ?1"
        " ORDER BY l.at DESC, way, n.id",
        (note_id,),
    )
    return tuple(
        Link(kind=kind, newer=way == "to", id=other, text=text, at=from_millis(at))
        for kind, way, other, text, at in found
    )


def merged_from(database: Database, note_id: str) -> tuple[str, ...]:
    """List the notes that one was merged from, whatever became of them."""
    found = database.rows(
        "SELECT other_id FROM links WHERE note_id = ? AND kind = 'merged_from' ORDER BY other_id",
        (note_id,),
    )
    return tuple(str(row[0]) for row in found)
