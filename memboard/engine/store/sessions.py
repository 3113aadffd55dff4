"""What is known of each conversation: a fresh process may take it up at any event."""

from __future__ import annotations

from typing import Literal, NamedTuple

from memboard.engine.store.database import Database

Role = Literal["user", "assistant"]

KEPT_MILLISECONDS = 90 * 24 * 3_600_000
TALK_KEPT_MILLISECONDS = 7 * 24 * 3_600_000
"""What was said is kept until it was distilled, and no longer than this."""
MAX_TALK = 64_000
"""Characters of a session's talk that are kept, the newest."""
MAX_SUMMARY = 20_000


class Queued(NamedTuple):
    """A capture that waits for a worker."""

    id: int
    session: str
    host: str
    folder: str
    transcript: str
    cause: str
    tries: int


def see(
    database: Database,
    session: str,
    host: str | None,
    project: str,
    now: int,
    transcript: str | None = None,
) -> None:
    """Note inside a transaction that a session is at work; the first time makes it known."""
    database.run(
        "INSERT INTO sessions (session, host, project, transcript, started_at, seen_at)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?5) ON CONFLICT (session) DO UPDATE SET"
        " host = coalesce(host, excluded.host), seen_at = excluded.seen_at, ended_at = NULL,"
        " transcript = coalesce(excluded.transcript, transcript)",
        (session, host, project, transcript, now),
    )


def end(database: Database, session: str, now: int) -> None:
    """Note inside a transaction that a session ended, and drop what has grown old."""
    database.run(
        "UPDATE sessions SET ended_at = ?, seen_at = ? WHERE session = ?", (now, now, session)
    )
    for statement in (
        "DELETE FROM sessions WHERE seen_at < ?",
        "DELETE FROM runs WHERE at < ?",
        "DELETE FROM hints WHERE at < ?",
    ):
        database.run(statement, (now - KEPT_MILLISECONDS,))
    database.run("DELETE FROM talk WHERE at < ?", (now - TALK_KEPT_MILLISECONDS,))


def is_known(database: Database, session: str) -> bool:
    """Tell whether a session was made known before."""
    return database.value("SELECT 1 FROM sessions WHERE session = ?", (session,)) is not None


def transcript_of(database: Database, session: str) -> str | None:
    """Give the file that its host keeps of a session, if it told of one."""
    found = database.value("SELECT transcript FROM sessions WHERE session = ?", (session,))
    return None if found is None else str(found)


def host_of(database: Database, session: str) -> str | None:
    """Give the program whose session it is."""
    found = database.value("SELECT host FROM sessions WHERE session = ?", (session,))
    return None if found is None else str(found)


def keep_summary(database: Database, session: str, summary: str) -> None:
    """Keep inside a transaction what a compaction left, until it was searched with."""
    database.run(
        "UPDATE sessions SET summary = ? WHERE session = ?", (summary[:MAX_SUMMARY], session)
    )


def summary_of(database: Database, session: str) -> str | None:
    """Read what a compaction left and nobody searched with yet."""
    found = database.value("SELECT summary FROM sessions WHERE session = ?", (session,))
    return None if found is None else str(found)


def drop_summary(database: Database, session: str) -> bool:
    """Take the summary away inside a transaction; False where another process just did."""
    changed = database.run(
        "UPDATE sessions SET summary = NULL WHERE session = ? AND summary IS NOT NULL", (session,)
    )
    return changed > 0


def reached(database: Database, session: str) -> int:
    """Give the byte of its transcript up to which a session was captured."""
    return int(database.value("SELECT reached FROM sessions WHERE session = ?", (session,)) or 0)


def set_reached(database: Database, session: str, byte: int) -> None:
    """Set inside a transaction how far a session's transcript was captured; it never goes back."""
    database.run("UPDATE sessions SET reached = max(reached, ?) WHERE session = ?", (byte, session))


def say(database: Database, session: str, role: Role, text: str, now: int) -> None:
    """Append inside a transaction to what was said in a session; the oldest makes room."""
    database.run(
        "INSERT INTO talk (session, role, text, at) VALUES (?, ?, ?, ?)",
        (session, role, text[:MAX_TALK], now),
    )
    database.run(
        "DELETE FROM talk WHERE session = ?1 AND seq < (SELECT min(seq) FROM (SELECT seq,"
        " sum(length(text)) OVER (ORDER BY seq DESC) AS upto FROM talk WHERE session = ?1)"
        " WHERE upto <= ?2)",
        (session, MAX_TALK),
    )


def said_in(database: Database, session: str) -> list[tuple[int, Role, str]]:
    """Read what was said in a session and not distilled yet, in order: seq, role, text."""
    return [
        (seq, "user" if role == "user" else "assistant", text)
        for seq, role, text in database.rows(
            "SELECT seq, role, text FROM talk WHERE session = ? ORDER BY seq", (session,)
        )
    ]


def forget_talk(database: Database, session: str, upto: int) -> None:
    """Drop inside a transaction what was said up to an entry."""
    database.run("DELETE FROM talk WHERE session = ? AND seq <= ?", (session, upto))


def queue_capture(database: Database, queued: Queued, now: int) -> None:
    """Queue a capture inside a transaction; one that waits already for the session is enough."""
    database.run("DELETE FROM captures WHERE session = ? AND tries = 0", (queued.session,))
    database.run(
        "INSERT INTO captures (session, host, folder, transcript, cause, queued_at)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (*queued[1:6], now),
    )


def queued_captures(database: Database, limit: int) -> list[Queued]:
    """List the captures that wait, oldest first."""
    rows = database.rows(
        "SELECT id, session, host, folder, transcript, cause, tries FROM captures"
        " ORDER BY tries, id LIMIT ?",
        (limit,),
    )
    return [Queued(*row) for row in rows]


def try_capture(database: Database, queued: Queued) -> bool:
    """Count a try inside a transaction; False where another worker took it meanwhile."""
    changed = database.run(
        "UPDATE captures SET tries = tries + 1 WHERE id = ? AND tries = ?",
        (queued.id, queued.tries),
    )
    return changed > 0


def drop_capture(database: Database, id_: int) -> None:
    """Take a capture off the queue inside a transaction."""
    database.run("DELETE FROM captures WHERE id = ?", (id_,))
