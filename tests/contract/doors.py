"""The doors, each driven as its users drive it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from memboard.board.panes.search import SearchPane
from memboard.engine import Memory, Scope
from memboard.engine.model import Level
from tests.board.driving import Driver
from tests.contract.scenario import NOTES

PROJECT = "contract"
CLI = """
import sys
from memboard.cli import main
from tests.contract.still import open_still
raise SystemExit(main(sys.argv[1:], opener=open_still))
"""
RPC = """
import sys
from memboard.rpc.server import serve
from tests.contract.still import open_still
raise SystemExit(serve(
    lambda: open_still(sys.argv[1], sys.argv[2], actor="agent"),
    stdin=sys.stdin.buffer, stdout=sys.stdout.buffer,
))
"""
ROOT = Path(__file__).parent.parent.parent


def why_of(answer: dict[str, Any]) -> dict[str, object]:
    """Keep of a `why` what does not depend on who asked through which door."""
    history = [
        {key: entry[key] for key in ("seq", "op", "at", "before", "after")}
        for entry in answer["history"]
    ]
    recalls = [recalled for recalled in answer["recalls"] if recalled["surface"] == "recall"]
    kept = {name: answer[name] for name in ("note", "evidence", "released")}
    return {**kept, "history": history, "recalls": recalls}


def plain(value: object) -> Any:
    """Give an answer as a program on the other side of a wire would read it."""
    return msgspec.json.decode(msgspec.json.encode(value))


class EngineDoor:
    """The library itself."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def add(self, text: str, scope: Scope, tags: Sequence[str]) -> str:
        """Add a note as the board does."""
        added = self._memory.add(text, scope=scope, tags=tags, trigger="board")
        assert added.note is not None
        return added.note.id

    async def search(self, query: str) -> list[tuple[str, float]]:
        """Search."""
        return [(hit.note.id, hit.score) for hit in self._memory.search(query).hits]

    async def edit(self, note_id: str, text: str) -> None:
        """Edit."""
        self._memory.edit(note_id, text=text)

    async def pin(self, note_id: str) -> None:
        """Pin."""
        self._memory.pin(note_id)

    async def forget(self, note_id: str) -> None:
        """Forget."""
        self._memory.forget(note_id)

    async def undo(self) -> None:
        """Undo."""
        self._memory.undo()

    async def why(self, note_id: str) -> dict[str, object]:
        """Explain, in the JSON that the other doors give."""
        return why_of(plain(self._memory.why(note_id)))

    async def recall(
        self, prompt: str, level: Level, budget: int | None, session: str | None
    ) -> dict[str, object]:
        """Recall, in the JSON that the other doors give."""
        answer = self._memory.recall(prompt, level=level, budget=budget, session=session)
        found: dict[str, object] = plain(answer)
        return found

    async def release(self, note_id: str) -> None:
        """Release."""
        self._memory.release(note_id)

    async def blocked(self) -> list[dict[str, object]]:
        """List what was withheld."""
        return [plain(event) for event in self._memory.blocked()]

    async def history(self) -> list[tuple[str, str]]:
        """List changes."""
        return [(change.op, change.note_id) for change in self._memory.history()]


class CliDoor:
    """One process a command."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def _run(self, *arguments: str) -> Any:
        command = [sys.executable, "-c", CLI, *arguments]
        options = ["--json", "--home", str(self._home), "--project", PROJECT]
        done = subprocess.run(
            [*command, *options], cwd=ROOT, env=os.environ, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    async def add(self, text: str, scope: Scope, tags: Sequence[str]) -> str:
        """Add a note in the board's name."""
        options = [part for tag in tags for part in ("--tag", tag)]
        answer = self._run("add", text, "--scope", scope, "--trigger", "board", *options)
        return str(answer["note"]["id"])

    async def search(self, query: str) -> list[tuple[str, float]]:
        """Search."""
        return [(hit["note"]["id"], hit["score"]) for hit in self._run("search", query)["hits"]]

    async def edit(self, note_id: str, text: str) -> None:
        """Edit."""
        self._run("edit", note_id, text)

    async def pin(self, note_id: str) -> None:
        """Pin."""
        self._run("pin", note_id)

    async def forget(self, note_id: str) -> None:
        """Forget."""
        self._run("forget", note_id)

    async def undo(self) -> None:
        """Undo."""
        self._run("undo")

    async def why(self, note_id: str) -> dict[str, object]:
        """Explain."""
        return why_of(self._run("why", note_id))

    async def recall(
        self, prompt: str, level: Level, budget: int | None, session: str | None
    ) -> dict[str, object]:
        """Recall."""
        room = [] if budget is None else ["--budget", str(budget)]
        whose = [] if session is None else ["--session", session]
        found: dict[str, object] = self._run("recall", prompt, "--level", level, *room, *whose)
        return found

    async def release(self, note_id: str) -> None:
        """Release."""
        self._run("blocked", "release", note_id)

    async def blocked(self) -> list[dict[str, object]]:
        """List what was withheld."""
        return list(self._run("blocked", "list")["blocked"])

    async def history(self) -> list[tuple[str, str]]:
        """List changes."""
        answer = self._run("history")
        changes = answer["changes"] if isinstance(answer, dict) else answer
        return [(change["op"], change["note_id"]) for change in changes]


class RpcDoor:
    """One process for the whole story."""

    def __init__(self, home: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", RPC, str(home), PROJECT],
            cwd=ROOT,
            env=os.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._number = 0

    def call(self, method: str, **params: object) -> Any:
        """Send one request and wait for its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._number += 1
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer
        return answer["result"]

    def close(self) -> None:
        """End the input and wait for the server to end."""
        self._process.communicate()
        assert self._process.returncode == 0

    async def add(self, text: str, scope: Scope, tags: Sequence[str]) -> str:
        """Add a note in the board's name."""
        answer = self.call("memory.add", text=text, scope=scope, tags=list(tags), trigger="board")
        return str(answer["note"]["id"])

    async def search(self, query: str) -> list[tuple[str, float]]:
        """Search."""
        hits = self.call("memory.search", query=query)["hits"]
        return [(hit["note"]["id"], hit["score"]) for hit in hits]

    async def edit(self, note_id: str, text: str) -> None:
        """Edit."""
        self.call("memory.edit", id=note_id, text=text)

    async def pin(self, note_id: str) -> None:
        """Pin."""
        self.call("memory.pin", id=note_id)

    async def forget(self, note_id: str) -> None:
        """Forget."""
        self.call("memory.forget", id=note_id)

    async def undo(self) -> None:
        """Undo."""
        self.call("memory.undo")

    async def why(self, note_id: str) -> dict[str, object]:
        """Explain."""
        return why_of(self.call("memory.why", id=note_id))

    async def recall(
        self, prompt: str, level: Level, budget: int | None, session: str | None
    ) -> dict[str, object]:
        """Recall."""
        found: dict[str, object] = self.call(
            "memory.recall", prompt=prompt, level=level, budget=budget, session=session
        )
        return found

    async def release(self, note_id: str) -> None:
        """Release."""
        self.call("blocked.release", id=note_id)

    async def blocked(self) -> list[dict[str, object]]:
        """List what was withheld."""
        return list(self.call("blocked.list")["blocked"])

    async def history(self) -> list[tuple[str, str]]:
        """List changes."""
        answer = self.call("memory.history")
        return [(change["op"], change["note_id"]) for change in answer["changes"]]


class BoardDoor:
    """Keys pressed on a running board."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def _stand_on(self, note_id: str) -> None:
        """Move the cursor to a note with the arrow keys."""
        await self._driver.press("1", "g")
        for _ in range(2 * len(NOTES)):
            note = self._driver.board.pane.note
            if note is not None and note.id == note_id:
                return
            await self._driver.press("j")
        raise AssertionError(f"{note_id} is not on the board")

    async def add(self, text: str, scope: Scope, tags: Sequence[str]) -> str:
        """Add a note in the editor."""
        await self._driver.press("1", "a")
        await self._driver.paste(text)
        await self._driver.press("tab")
        await self._driver.type(", ".join(tags))
        # out of the tags without taking a completion, past the topic, to the scope
        await self._driver.press("shift+tab", "tab", "tab", "tab")
        await self._driver.press(*(["right"] if scope == "global" else []), "ctrl+s")
        note = self._driver.board.pane.note
        assert note is not None
        assert note.text == text
        return note.id

    async def search(self, query: str) -> list[tuple[str, float]]:
        """Type a query; the hits are those behind the list."""
        await self._driver.press("slash")
        await self._driver.type(query)
        await self._driver.press("enter")
        pane = self._driver.board.pane
        assert isinstance(pane, SearchPane)
        assert pane.found is not None
        return [(hit.note.id, hit.score) for hit in pane.found.hits]

    async def edit(self, note_id: str, text: str) -> None:
        """Replace the text in the editor."""
        await self._stand_on(note_id)
        note = self._driver.board.pane.note
        assert note is not None
        await self._driver.press("e", "ctrl+end", *["shift+up"] * note.text.count("\n"))
        await self._driver.press("shift+home", "backspace")
        await self._driver.paste(text)
        await self._driver.press("ctrl+s")

    async def pin(self, note_id: str) -> None:
        """Press p on it."""
        await self._stand_on(note_id)
        await self._driver.press("p")

    async def forget(self, note_id: str) -> None:
        """Press d on it."""
        await self._stand_on(note_id)
        await self._driver.press("d")

    async def undo(self) -> None:
        """Press u."""
        await self._driver.press("u")

    async def why(self, note_id: str) -> dict[str, object]:
        """Read what the detail is drawn from."""
        await self._stand_on(note_id)
        subject = self._driver.board.detail.subject
        assert subject is not None
        assert subject.why is not None
        return why_of(msgspec.json.decode(msgspec.json.encode(subject.why)))

    async def history(self) -> list[tuple[str, str]]:
        """Ask the board's own store."""
        changes = await self._driver.app.desk(lambda memory: memory.history())
        return [(change.op, change.note_id) for change in changes]
