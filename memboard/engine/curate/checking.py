"""Looks whether rows, words, vectors and the file agree, and brings them together again."""

from __future__ import annotations

from typing import Literal

from memboard.engine.model import Value
from memboard.engine.store import brute, filing, notes, vectors, words
from memboard.engine.store.store import Store


class Finding(Value, frozen=True):
    """One thing that was looked at."""

    code: str
    level: Literal["good", "warn", "bad"]
    text: str
    repairable: bool = False


def check_store(store: Store) -> tuple[Finding, ...]:
    """Look at the file, the words, the vectors and the forgotten notes."""
    return (check_file(store), check_words(store), *check_vectors(store), check_forgotten(store))


def check_file(store: Store) -> Finding:
    """Let SQLite check the whole file."""
    with store.database.reading():
        # FTS5 notices that another process merged its index only when it is asked a question
        store.database.rows("SELECT 1 FROM words WHERE words MATCH 'x' LIMIT 1")
        answers = [str(row[0]) for row in store.database.rows("PRAGMA integrity_check")]
    if answers == ["ok"]:
        return Finding(code="file", level="good", text="The store's file is whole.")
    return Finding(
        code="file",
        level="bad",
        text=f"The store's file is damaged: {'; '.join(answers[:3])}. Export what can be read "
        "(memboard export), then start a new home.",
    )


def check_words(store: Store) -> Finding:
    """Compare the full-text index with the notes."""
    orphans, missing = word_differences(store)
    if not orphans and not missing:
        return Finding(code="words", level="good", text="Every note is indexed by its words.")
    return Finding(
        code="words",
        level="bad",
        text=f"The words index has {len(orphans)} entries without a note and lacks "
        f"{len(missing)} notes.",
        repairable=True,
    )


def word_differences(store: Store) -> tuple[set[int], set[int]]:
    """Give the keys indexed without a note, and the notes that are not indexed."""
    indexed = {int(row[0]) for row in store.database.rows("SELECT rowid FROM words")}
    present = note_keys(store)
    return indexed - present, present - indexed


def note_keys(store: Store) -> set[int]:
    """Give the keys of all notes."""
    return {int(row[0]) for row in store.database.rows("SELECT key FROM notes")}


def check_vectors(store: Store) -> tuple[Finding, ...]:
    """Compare each generation's vectors with what is said of them."""
    if store.database.vec_failure is not None:
        reason = store.database.vec_failure
        return (
            Finding(
                code="brute_force",
                level="warn",
                text=f"sqlite-vec did not load ({reason}): vectors are compared one by one.",
            ),
        )
    findings = []
    for generation in vectors.generations(store.database):
        orphans, missing = vector_differences(store, generation)
        name = generation.embedder
        if not orphans and not missing:
            text = f"The vectors of {name} agree with the notes."
            findings.append(Finding(code="vectors", level="good", text=text))
            continue
        text = f"{name}: {len(orphans)} vectors without a note, {len(missing)} lost."
        findings.append(Finding(code="vectors", level="bad", text=text, repairable=True))
    return tuple(findings)


def vector_differences(store: Store, generation: vectors.Generation) -> tuple[set[int], set[int]]:
    """Give the keys with a vector that speaks for no note, and those whose vector is lost."""
    database = store.database
    said = {
        int(row[0])
        for row in database.rows(
            "SELECT e.note FROM embeddings e JOIN notes n ON n.key = e.note"
            " WHERE e.generation = ? AND e.revision = n.revision",
            (generation.id,),
        )
    }
    table = brute.has_table(database, generation.table)
    filed = database.rows(f"SELECT rowid FROM {generation.table}_rowids") if table else []  # noqa: S608
    loose = database.rows("SELECT note FROM loose_vectors WHERE generation = ?", (generation.id,))
    there = {int(row[0]) for row in (*filed, *loose)}
    orphans = set() if filing.unfiled(database) else there - said  # they go with the next filing
    return orphans, said - there


def check_forgotten(store: Store) -> Finding:
    """Look whether a forgotten note is still among the kept."""
    both = store.database.value("SELECT count(*) FROM forgotten WHERE id IN (SELECT id FROM notes)")
    if not both:
        return Finding(code="forgotten", level="good", text="No forgotten note answers.")
    return Finding(
        code="forgotten",
        level="bad",
        text=f"{both} notes are both kept and forgotten.",
        repairable=True,
    )


def repair_store(store: Store) -> tuple[Finding, ...]:
    """Mend what can be mended in one transaction, then look again.

    Orphans go, missing words are indexed, notes whose vector is lost count as pending.
    """
    with store.writing("the repair"):
        database = store.database
        orphans, missing = word_differences(store)
        for key in orphans:
            words.remove_words(database, key)
        for row in notes.by_keys(database, list(missing)).values():
            words.put_words(database, row)
        if database.vec_failure is None:
            repair_vectors(store)
        database.run("DELETE FROM forgotten WHERE id IN (SELECT id FROM notes)")
    return check_store(store)


def repair_vectors(store: Store) -> None:
    """Bring vectors and what is said of them together, inside the transaction."""
    database = store.database
    vectors.file_vectors(database)
    for generation in vectors.generations(database):
        orphans, missing = vector_differences(store, generation)
        for key in orphans:
            database.run(f"DELETE FROM {generation.table} WHERE rowid = ?", (key,))  # noqa: S608
        for key in missing:
            database.run(
                "DELETE FROM embeddings WHERE generation = ? AND note = ?", (generation.id, key)
            )
