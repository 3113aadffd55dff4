"""From what somebody typed to one whole id, or an error that helps; never a guess."""

from __future__ import annotations

from memboard.engine.errors import Ambiguous, InvalidInput, NotFound
from memboard.engine.store.store import Store

MIN_PREFIX = 3
NEAR_COUNT = 3
LAST_CHARACTER = "\U0010ffff"


def known_ids(*, forgotten: bool) -> str:
    """Write the query that lists the ids from :low to :high which may be spoken of here."""
    tables = ("notes", "forgotten") if forgotten else ("notes",)
    return " UNION ".join(
        f"SELECT id FROM {table} WHERE id >= :low AND id < :high"  # noqa: S608 - one of ours
        " AND +namespace IN (SELECT value FROM json_each(:eligible))"  # by the index on id
        for table in tables
    )


def resolve(store: Store, prefix: str, *, forgotten: bool = False) -> str:
    """Find the one id that starts with a prefix of at least three characters.

    Args:
        store: the open store; only its project's and global notes are looked at.
        prefix: what was typed; case does not matter.
        forgotten: whether forgotten notes count too.

    Raises:
        InvalidInput: the prefix is too short.
        Ambiguous: several ids start so; they are listed.
        NotFound: none does; near misses are offered.
    """
    typed = prefix.strip().lower().encode("utf-8", "replace").decode("utf-8")
    if len(typed) < MIN_PREFIX:
        raise InvalidInput(
            f'"{prefix}" is too short for an id.', hint=f"Type at least {MIN_PREFIX} characters."
        )
    eligible = "[" + ",".join(map(str, store.namespaces())) + "]"
    query = known_ids(forgotten=forgotten)
    found = store.database.rows(
        f"{query} ORDER BY id LIMIT 9",
        {"eligible": eligible, "low": typed, "high": typed + LAST_CHARACTER},
    )
    if len(found) == 1:
        return str(found[0][0])
    if found:
        candidates = tuple(str(row[0]) for row in found)
        raise Ambiguous(
            f'"{prefix}" fits {len(found) if len(found) < 9 else "many"} notes: '
            f"{', '.join(candidates[:8])}.",
            hint="Type one more letter.",
            candidates=candidates,
        )
    near = near_misses(store, typed, query, eligible)
    raise NotFound(
        f'No note here has the id "{prefix}".',
        hint=f"Near it: {', '.join(near)}." if near else "memboard recent lists ids.",
        near=near,
    )


def near_misses(store: Store, typed: str, query: str, eligible: str) -> tuple[str, ...]:
    """Give the ids that are nearest in spelling."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    every = {"eligible": eligible, "low": "", "high": LAST_CHARACTER}
    ids = [str(row[0]) for row in store.database.rows(query, every)]
    starts = {note_id: note_id[: len(typed)] for note_id in ids}
    found = process.extract(typed, starts, scorer=OSA.distance, score_cutoff=2, limit=NEAR_COUNT)
    return tuple(str(key) for _, _, key in found)
