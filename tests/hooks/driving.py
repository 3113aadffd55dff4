"""A host as a test plays it: real hook processes on a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from memboard.engine import Memory, open_memory
from memboard.engine.session.commands import command_key
from memboard.engine.session.lessons import Happened, LessonBook
from memboard.engine.store import namespaces
from tests.engine.standins import hash_handle

PAYLOADS = Path(__file__).parent / "payloads"
HANG_SECONDS = 60
HOOK = (sys.executable, "-I", "-m", "memboard", "hook")


class Ended(NamedTuple):
    """What a hook left behind."""

    code: int
    out: bytes
    err: bytes


SILENT = Ended(0, b"", b"")


class Stage:
    """A home with a store, two projects, and a host that runs hooks there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds = "15"
        """How long a hook may take; a busy machine fails no test that is not about that."""
        self.home = folder / "home"
        self.tidepool = repository(folder / "code" / "tidepool")
        self.lanternd = repository(folder / "code" / "lanternd")
        self.worktree = folder / "code" / "tidepool-wt" / "cache-fix"

    def open(self, project: Path | None = None) -> Memory:
        """Open the store as seen from a project's folder."""
        return open_memory(self.home, folder=project or self.tidepool, embedder=hash_handle())

    def add(self, text: str, project: Path | None = None) -> str:
        """Add a note; gives its id."""
        with self.open(project) as memory:
            note = memory.add(text).note
            assert note is not None
            return note.id

    def teach(self, command: str, fix: str, project: Path | None = None) -> None:
        """Let it be known that a command failed, and what worked then."""
        with self.open(project) as memory:
            keys = namespaces.keys_of(memory._store.database, memory.project)
        happened = Happened(command_key(command), command, fix, "Bash", 1_700_000_000_000)
        LessonBook(self.home).learn(keys, "an-earlier-session", [happened])

    def payload(self, name: str, **changed: Any) -> bytes:
        """Give a sample of a host's payload, moved into this stage's folders."""
        raw = next(PAYLOADS.glob(f"{name}_*.json")).read_text(encoding="utf-8")
        moved = json.loads(raw.replace("/home/ada/", f"{self.folder}/"))
        return json.dumps({**moved, **changed}).encode()

    def environment(self, **more: str) -> dict[str, str]:
        """Give the environment of a hook."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "MEMBOARD_HOME": str(self.home),
            "MEMBOARD_HOOK_SECONDS": self.seconds,
            **more,
        }

    def hook(self, stdin: bytes, host: str = "auto", **more: str) -> Ended:
        """Run one hook to its end."""
        done = subprocess.run(
            [*HOOK, host],
            input=stdin,
            capture_output=True,
            env=self.environment(**more),
            cwd="/",
            timeout=HANG_SECONDS,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    def start(self, host: str = "auto") -> subprocess.Popen[bytes]:
        """Start one hook, whose stdin stays open."""
        return subprocess.Popen(
            [*HOOK, host],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environment(),
            cwd="/",
        )

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Read the store's rows."""
        connection = apsw.Connection(str(self.home / "memory.db"))
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    def runs(self) -> list[tuple[Any, ...]]:
        """Read what tools ran: call id, outcome and exit code, in order."""
        return self.rows("SELECT call_id, outcome, exit_code FROM runs ORDER BY seq")

    def log(self) -> list[str]:
        """Read the log's lines."""
        path = self.home / "log" / "hooks.log"
        return path.read_text(encoding="ascii").splitlines() if path.exists() else []

    def spooled(self) -> bytes:
        """Read the spool."""
        path = self.home / "spool" / "events.jsonl"
        return path.read_bytes() if path.exists() else b""


def ran(call_id: str, command: str, folder: Path, **more: Any) -> bytes:
    """Make the payload of a command that went well."""
    payload = {
        "session_id": "s-1",
        "cwd": str(folder),
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": command},
        "tool_response": {"stdout": "", "stderr": "", "interrupted": False},
        "tool_use_id": call_id,
    }
    return json.dumps({**payload, **more}).encode()


def context(event: str, text: str) -> bytes:
    """Give the exact bytes with which a hook adds to a host's context."""
    answer = {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
    return json.dumps(answer).encode() + b"\n"


def repository(folder: Path) -> Path:
    """Make what git takes for a repository."""
    for inner in ("objects", "refs"):
        (folder / ".git" / inner).mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return folder


def linked(worktree: Path, main: Path) -> None:
    """Make a worktree of a repository."""
    own = main / ".git" / "worktrees" / worktree.name
    own.mkdir(parents=True)
    (own / "HEAD").write_text("ref: refs/heads/fix\n")
    (own / "commondir").write_text("../..\n")
    worktree.mkdir(parents=True)
    (worktree / ".git").write_text(f"gitdir: {own}\n")
