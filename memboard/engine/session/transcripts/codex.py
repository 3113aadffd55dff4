"""Rollouts of Codex: `~/.codex/sessions/*/*/*/rollout-*.jsonl`.

A line is `{timestamp, type, payload}`; in the oldest an item of the conversation is a line by
itself. A command may go on after its call was answered: then a later poll, or an event of the
host, brings its exit code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memboard.engine.session.commands import shell_command
from memboard.engine.session.events import Event, Ran, Said
from memboard.engine.session.talk import clean_said
from memboard.engine.session.transcripts.calls import (
    UNKNOWN,
    Call,
    Ending,
    OpenCalls,
    coded,
    events_of,
)
from memboard.engine.session.transcripts.fields import (
    MAX_COMMAND,
    MAX_NAME,
    MAX_TEXT,
    WHOLE,
    Record,
    Role,
    content_of,
    moment_of,
    name_of,
    number_of,
    record_of,
    text_of,
)
from memboard.engine.session.transcripts.lines import decoded

TOOL = "Bash"
"""The name that this host's hooks give every tool that runs commands."""
_RUNNING_TOOLS = frozenset({"exec_command", "shell", "shell_command", "container.exec"})
_TYPES = frozenset(
    {"session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"}
)
_BARE_TYPES = frozenset({"message", "reasoning", "function_call", "function_call_output"})

ENDED = re.compile(
    r"(?:Chunk ID: [^\n]{0,80}\n)?(?:Wall time: [^\n]{0,80}\n)?"
    r"Process (?:exited with code (?P<code>-?\d{1,9})"
    r"|running with session ID (?P<session>\d{1,18}))"
    r"(?:\n|\Z)"
)
"""How the host begins an output."""
ENDED_BEFORE = re.compile(r"Exit code: (?P<code>-?\d{1,9})(?:\n|\Z)")
"""How it began one in older versions."""
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: ([^\n]{1,4096})$", re.MULTILINE)
_PATCH = "apply_patch"
_FOLDER = re.compile(r"<cwd>([^<\n]{1,4096})</cwd>")


class Codex:
    """Reads the records of one rollout in order."""

    def __init__(self) -> None:
        self.session: str | None = None
        self.cwd: str | None = None
        self._by_person: bool | None = None
        self._folder: str | None = None
        self._began: object = None
        """When, in the oldest rollouts, whose items have no time of their own."""
        self._calls = OpenCalls()
        self._polled: dict[str, str] = {}
        """The call that each running process was started by."""
        self._polls: dict[str, str] = {}
        """The process that each poll asks for."""

    @staticmethod
    def knows(record: Record) -> bool:
        """Tell whether a record is one of this host's."""
        kind = record.get("type")
        if isinstance(kind, str):
            return ("payload" in record and kind in _TYPES) or kind in _BARE_TYPES
        return "record_type" in record or {"id", "timestamp", "instructions"} <= record.keys()

    def meet(self, record: Record) -> None:
        """Learn whose rollout it is; the first record that says so counts."""
        payload = record_of(record.get("payload"))
        bare = "payload" not in record and "type" not in record
        if record.get("type") == "session_meta" or (bare and "instructions" in record):
            told = record if bare else payload
            self.session = self.session or name_of(told.get("id"))
            self._began = self._began or told.get("timestamp")
            if self._by_person is None:  # the source of an agent's own agent is an object
                self._by_person = not isinstance(told.get("source"), dict)
        if record.get("type") in ("session_meta", "turn_context"):
            self.cwd = self.cwd or text_of(payload.get("cwd")) or None

    def read(self, record: Record) -> Iterator[Event]:
        """Give what a record says happened."""
        self.meet(record)
        at, payload = record.get("timestamp", self._began), record_of(record.get("payload"))
        match record.get("type"):
            case "turn_context":
                self._folder = text_of(payload.get("cwd")) or self._folder
            case "event_msg":
                yield from self._happened(payload, at)
            case "response_item":
                yield from self._item(payload, at)
            case "message" if "payload" not in record and record.get("role") == "user":
                yield from self._prompted_before(record)
            case _ if "payload" not in record:
                yield from self._item(record, at)

    def running(self) -> tuple[Ran, ...]:
        """Give the commands whose end was not read."""
        return self._calls.running()

    def _happened(self, payload: Record, at: object) -> Iterator[Event]:
        if payload.get("type") == "user_message":
            typed = payload.get("kind", "plain") == "plain" and self._by_person is not False
            if typed:
                yield from said("user", text_of(payload.get("message"), WHOLE), at)
        elif payload.get("type") == "exec_command_end":
            ending = coded(number_of(payload.get("exit_code")))
            yield from self._close(text_of(payload.get("call_id"), MAX_NAME), ending, at)

    def _prompted_before(self, item: Record) -> Iterator[Event]:
        """Read a prompt of the oldest rollouts, where the host's own texts look like one."""
        text = content_of(item.get("content"), WHOLE)
        found = _FOLDER.search(text) if text.startswith("<environment_context>") else None
        self.cwd = self.cwd or (found[1] if found else None)
        yield from said("user", text, self._began)

    def _item(self, item: Record, at: object) -> Iterator[Event]:
        match item.get("type"):
            case "message" if item.get("role") == "assistant":
                yield from said("assistant", content_of(item.get("content"), WHOLE), at)
            case "function_call" | "custom_tool_call" | "local_shell_call":
                self._called(item)
            case "function_call_output" | "custom_tool_call_output":
                yield from self._answered(item, at)

    def _called(self, item: Record) -> None:
        call_id, tool = text_of(item.get("call_id"), MAX_NAME), text_of(item.get("name"), MAX_NAME)
        given = given_of(item)
        if tool == "write_stdin":
            keep(self._polls, call_id, process_of(given.get("session_id")))
            return
        runs = tool in _RUNNING_TOOLS or item.get("type") == "local_shell_call"
        command = text_of(shell_command(TOOL, given), MAX_COMMAND) if runs else ""
        patch = text_of(item.get("input"), WHOLE) or text_of(given.get("input"), WHOLE) or command
        if tool == _PATCH or command.startswith(_PATCH):
            paths = tuple(_PATCHED.findall(patch)) or (None,)
            self._calls.open(call_id, Call(_PATCH, None, paths))
        elif command:
            folder = text_of(given.get("workdir")) or self._folder or self.cwd
            self._calls.open(call_id, Call(TOOL, command, cwd=folder))

    def _answered(self, item: Record, at: object) -> Iterator[Event]:
        call_id = text_of(item.get("call_id"), MAX_NAME)
        printed = output_of(item.get("output"))
        process = self._polls.pop(call_id, None)
        if process is not None:
            found = ENDED.match(printed)
            started_by = self._polled.get(process)
            if started_by and found and found["code"]:
                del self._polled[process]
                yield from self._close(started_by, coded(int(found["code"])), at)
            return
        found = ENDED.match(printed)
        if found and found["session"]:
            if self._calls.known(call_id):
                keep(self._polled, process_of(found["session"]), call_id)
            return
        yield from self._close(call_id, ending_of(printed), at)

    def _close(self, call_id: str, ending: Ending, at: object) -> Iterator[Event]:
        call = self._calls.close(call_id)
        if call is not None:
            yield from events_of(call, call_id, ending, at)


def said(role: Role, text: str, at: object) -> Iterator[Event]:
    """Give what was said, unless nothing is left of it."""
    text = clean_said(text)[:MAX_TEXT]
    if text:
        yield Said(role=role, text=text, at=moment_of(at))


def given_of(item: Record) -> Record:
    """Give what a tool was called with: JSON in a text, or an object."""
    given = item.get("arguments") or item.get("action")
    if isinstance(given, str):
        return decoded(given.encode("utf-8", "replace")) or {}
    return record_of(given)


def process_of(session: object) -> str:
    """Give the name of a running process."""
    return str(session)[:40] if isinstance(session, int | str) else ""


def output_of(output: object) -> str:
    """Give the text that a call was answered with."""
    return content_of(record_of(output).get("content") if isinstance(output, dict) else output)


def ending_of(printed: str) -> Ending:
    """Read how a command ended from the beginning of its output, in the forms of all versions."""
    found = ENDED.match(printed) or ENDED_BEFORE.match(printed)
    if found:
        return coded(int(found["code"]))
    if not printed.startswith("{"):
        return UNKNOWN
    told = record_of((decoded(printed.encode("utf-8")) or {}).get("metadata"))
    return coded(number_of(told.get("exit_code")))


def keep(table: dict[str, str], key: str, value: str) -> None:
    """Remember what belongs to a key; of very many the oldest makes room."""
    table[key] = value
    if len(table) > 2_000:
        del table[next(iter(table))]
