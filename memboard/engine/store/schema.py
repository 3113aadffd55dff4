"""The schema, one numbered step after another. A shipped step is never edited."""

from __future__ import annotations

FIRST = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;

CREATE TABLE namespaces (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('project', 'global')),
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO namespaces (id, name, scope, created_at) VALUES (1, 'global', 'global', 0);

CREATE TABLE identities (
    key TEXT PRIMARY KEY,
    namespace INTEGER NOT NULL REFERENCES namespaces (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    namespace INTEGER NOT NULL REFERENCES namespaces (id),
    text TEXT NOT NULL,
    digest BLOB NOT NULL,
    topic TEXT,
    tags TEXT NOT NULL DEFAULT '[]',
    importance REAL,
    pinned INTEGER NOT NULL DEFAULT 0,
    trigger TEXT,
    session TEXT,
    host TEXT,
    revision INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX notes_same ON notes (namespace, digest);
CREATE INDEX notes_recent ON notes (namespace, created_at, key);

CREATE TABLE generations (
    id INTEGER PRIMARY KEY,
    embedder TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL,
    started_at INTEGER NOT NULL
) STRICT;
CREATE TABLE embeddings (
    generation INTEGER NOT NULL REFERENCES generations (id),
    note INTEGER NOT NULL REFERENCES notes (key) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    embedded_at INTEGER NOT NULL,
    PRIMARY KEY (generation, note)
) STRICT, WITHOUT ROWID;
CREATE INDEX embeddings_note ON embeddings (note);
CREATE TABLE loose_vectors (
    generation INTEGER NOT NULL REFERENCES generations (id),
    note INTEGER NOT NULL REFERENCES notes (key) ON DELETE CASCADE,
    vector BLOB NOT NULL,
    PRIMARY KEY (generation, note)
) STRICT, WITHOUT ROWID;
CREATE TABLE token_signs (
    generation INTEGER NOT NULL REFERENCES generations (id),
    note INTEGER NOT NULL REFERENCES notes (key) ON DELETE CASCADE,
    signs BLOB NOT NULL,
    PRIMARY KEY (generation, note)
) STRICT;

CREATE VIRTUAL TABLE words USING fts5 (
    ns, text, topic, tags, parts,
    content = '', contentless_delete = 1,
    tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE TABLE journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    change INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    session TEXT,
    cycle TEXT,
    op TEXT NOT NULL,
    note_id TEXT NOT NULL,
    namespace INTEGER NOT NULL,
    before TEXT,
    after TEXT,
    undoes INTEGER
) STRICT;
CREATE INDEX journal_note ON journal (note_id, seq);
CREATE INDEX journal_change ON journal (change);
CREATE INDEX journal_undoes ON journal (undoes) WHERE undoes IS NOT NULL;

CREATE TABLE recalls (
    seq INTEGER PRIMARY KEY,
    note_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    session TEXT,
    surface TEXT NOT NULL,
    rank INTEGER NOT NULL,
    score REAL NOT NULL,
    outcome TEXT NOT NULL
) STRICT;
CREATE INDEX recalls_note ON recalls (note_id, seq);
CREATE INDEX recalls_at ON recalls (at);
CREATE TABLE injected (
    session TEXT NOT NULL,
    note_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session, note_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX injected_at ON injected (at);
CREATE TABLE releases (
    note_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (note_id, revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE forgotten (
    id TEXT PRIMARY KEY,
    namespace INTEGER NOT NULL,
    digest BLOB,
    at INTEGER NOT NULL,
    note TEXT,
    vector BLOB,
    signs BLOB,
    generation INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX forgotten_same ON forgotten (namespace, digest) WHERE digest IS NOT NULL;
CREATE INDEX forgotten_kept ON forgotten (at) WHERE note IS NOT NULL;
"""

SECOND = """
CREATE TABLE links (
    note_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    other_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (note_id, kind, other_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX links_other ON links (other_id);

CREATE TABLE sessions (
    session TEXT PRIMARY KEY,
    host TEXT,
    project TEXT NOT NULL,
    transcript TEXT,
    reached INTEGER NOT NULL DEFAULT 0,
    summary TEXT,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_seen ON sessions (seen_at);
CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    project TEXT NOT NULL,
    call_id TEXT,
    tool TEXT NOT NULL,
    key TEXT,
    command TEXT,
    outcome TEXT NOT NULL,
    exit_code INTEGER,
    at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX runs_call ON runs (session, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX runs_session ON runs (session, seq);
CREATE INDEX runs_at ON runs (at);
CREATE TABLE hints (
    session TEXT NOT NULL,
    key TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX hints_at ON hints (at);
CREATE TABLE talk (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    role TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX talk_session ON talk (session, seq);
CREATE INDEX talk_at ON talk (at);
CREATE TABLE captures (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    host TEXT NOT NULL,
    folder TEXT NOT NULL,
    transcript TEXT NOT NULL,
    cause TEXT NOT NULL,
    queued_at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE cheap_queries (
    day TEXT PRIMARY KEY,
    asked INTEGER NOT NULL,
    failed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""

THIRD = """
ALTER TABLE notes ADD COLUMN known_since INTEGER;

CREATE TABLE cycles (
    id TEXT PRIMARY KEY,
    namespace INTEGER NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    actor TEXT NOT NULL,
    session TEXT,
    machine TEXT NOT NULL,
    process INTEGER NOT NULL,
    born TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    before BLOB,
    recovery TEXT,
    reason TEXT,
    statistics TEXT NOT NULL DEFAULT '{}'
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX cycles_running ON cycles (status) WHERE status = 'running';
CREATE INDEX cycles_started ON cycles (namespace, started_at);

CREATE TABLE proposals (
    id TEXT PRIMARY KEY,
    cycle TEXT NOT NULL,
    namespace INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('merge', 'conflict')),
    members TEXT NOT NULL,
    digest BLOB NOT NULL,
    text TEXT,
    topic TEXT,
    what TEXT,
    status TEXT NOT NULL,
    proposed_at INTEGER NOT NULL,
    decided_at INTEGER,
    decided_by TEXT,
    decided_in TEXT,
    edited_by TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX proposals_same ON proposals (namespace, digest);
CREATE TABLE asked (
    namespace INTEGER NOT NULL,
    digest BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (namespace, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX asked_at ON asked (at);
CREATE INDEX journal_cycle ON journal (cycle) WHERE cycle IS NOT NULL;
"""
