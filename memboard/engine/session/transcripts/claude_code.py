"""Transcripts of Claude Code: `~/.claude/projects/*/*.jsonl`, one record a line.

What the host or a program put between is left out: records that are meta, summaries of a
compaction, side chains, text that hooks added. In a subagent's own file everything is a side
chain; its runs are read, and nothing in it was said by a person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memboard.engine.session.commands import changes_files, shell_command
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
    record_of,
    records_of,
    text_of,
)

EXIT_CODE = re.compile(
    r"(?:Error: )?(?:Command timed out after [^\n]{1,60}\n)?Exit code (\d{1,9})(?:\n|\Z)"
)
"""How the host begins what a failed command printed."""
INTERRUPTED = ("[Request interrupted by user]", "[Request interrupted by user for tool use]")
"""How it ends where a person stopped the command."""
MAX_OUTPUT = 200_000
"""Characters of an output that are looked at."""
REFUSED_WITH = "the user said:\n"
"""What comes before the words of a person who refused a call."""
NOT_SAID = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
_SUMMARY = "This session is being continued from a previous conversation that ran out of context"
_TYPES = frozenset(
    {"user", "assistant", "system", "attachment", "summary", "progress", "mode", "last-prompt"}
    | {"file-history-snapshot", "queue-operation", "custom-title", "ai-title", "permission-mode"}
)


class ClaudeCode:
    """Reads the records of one transcript in order."""

    def __init__(self) -> None:
        self.session: str | None = None
        self.cwd: str | None = None
        self._side_chain: bool | None = None
        self._calls = OpenCalls()

    @staticmethod
    def knows(record: Record) -> bool:
        """Tell whether a record is one of this host's."""
        kind = record.get("type")
        if not isinstance(kind, str):
            return False
        marks = ("sessionId", "leafUuid", "messageId")
        known = kind in _TYPES and any(mark in record for mark in marks)
        return known or {"sessionId", "parentUuid"} <= record.keys()

    def meet(self, record: Record) -> None:
        """Learn whose transcript it is; the first record that says so counts."""
        self.session = self.session or name_of(record.get("sessionId"))
        self.cwd = self.cwd or text_of(record.get("cwd")) or None
        if self._side_chain is None and "uuid" in record:
            self._side_chain = record.get("isSidechain") is True

    def read(self, record: Record) -> Iterator[Event]:
        """Give what a record says happened."""
        self.meet(record)
        if (record.get("isSidechain") is True) != bool(self._side_chain):
            return
        match record.get("type"):
            case "assistant":
                yield from self._answered(record)
            case "user":
                yield from self._given(record)
            case "attachment":
                yield from self._queued(record)

    def running(self) -> tuple[Ran, ...]:
        """Give the commands whose end was not read."""
        return self._calls.running()

    def _answered(self, record: Record) -> Iterator[Event]:
        message = record_of(record.get("message"))
        if message.get("model") != "<synthetic>":
            yield from self._said(record, "assistant", spoken(message.get("content")))
        for block in records_of(message.get("content")):
            if block.get("type") == "tool_use":
                self._called(record, block)

    def _called(self, record: Record, block: Record) -> None:
        tool = text_of(block.get("name"), MAX_NAME)
        given = record_of(block.get("input"))
        path = text_of(given.get("file_path")) or text_of(given.get("notebook_path"))
        command = text_of(shell_command(tool, given), MAX_COMMAND) or None
        if command is None and not changes_files(tool):
            return
        call = Call(
            tool=tool,
            command=command,
            paths=(path or None,),
            cwd=text_of(record.get("cwd")) or None,
            background=given.get("run_in_background") is True,
        )
        self._calls.open(text_of(block.get("id"), MAX_NAME), call)

    def _given(self, record: Record) -> Iterator[Event]:
        content = record_of(record.get("message")).get("content")
        results = [one for one in records_of(content) if one.get("type") == "tool_result"]
        if not results:
            yield from self._said(record, "user", spoken(content))
        beside = record.get("toolUseResult") if len(results) == 1 else None
        for block in results:
            yield from self._ended(record, block, beside)

    def _ended(self, record: Record, block: Record, beside: object) -> Iterator[Event]:
        call_id = text_of(block.get("tool_use_id"), MAX_NAME)
        call = self._calls.close(call_id)
        if call is not None:
            ending = UNKNOWN if record.get("toolDenialKind") else ending_of(call, block, beside)
            yield from events_of(call, call_id, ending, record.get("timestamp"))
        if record.get("toolDenialKind") == "user-rejected":
            _, _, words = content_of(block.get("content"), WHOLE).partition(REFUSED_WITH)
            yield from self._said(record, "user", words)

    def _queued(self, record: Record) -> Iterator[Event]:
        """Read what a person typed while the assistant was at work."""
        attached = record_of(record.get("attachment"))
        typed = attached.get("commandMode", "prompt") == "prompt" and by_person(attached)
        if attached.get("type") == "queued_command" and typed:
            yield from self._said(record, "user", spoken(attached.get("prompt")))

    def _said(self, record: Record, role: Role, text: str) -> Iterator[Event]:
        if self._side_chain or any(record.get(mark) is True for mark in NOT_SAID):
            return
        if role == "user" and (not by_person(record) or text.startswith(_SUMMARY)):
            return
        text = clean_said(text)[:MAX_TEXT]
        if text:
            yield Said(role=role, text=text, at=moment_of(record.get("timestamp")))


def by_person(record: Record) -> bool:
    """Tell whether a prompt's origin is a person, as far as it is said."""
    kind = record_of(record.get("origin")).get("kind", "human")
    return kind == "human" and record.get("promptSource") != "system"


def spoken(content: object) -> str:
    """Give the text of a message; thoughts, calls and pictures are none."""
    if isinstance(content, str):
        return text_of(content, WHOLE)
    return content_of([one for one in records_of(content) if one.get("type") == "text"], WHOLE)


def ending_of(call: Call, block: Record, beside: object) -> Ending:
    """Tell how a call ended. An error without an exit code is no failed command.

    Refusals, calls that a sibling's failure cancelled and vetoes of hooks are errors as well.
    """
    if block.get("is_error") not in (None, False):
        printed = content_of(block.get("content"), MAX_OUTPUT) or text_of(beside, MAX_OUTPUT)
        return failed_ending(printed)
    told = record_of(beside)
    if call.background or told.get("interrupted") is True:
        return UNKNOWN
    if told.get("backgroundTaskId") or told.get("timedOutAfterMs"):
        return UNKNOWN
    if told.get("returnCodeInterpretation"):
        return Ending("ok")  # such as grep's 1 for no match
    return coded(0)


def failed_ending(text: str) -> Ending:
    """Read how a failed command ended from the text that stands for its output."""
    found = EXIT_CODE.match(text)
    if found is None or int(found[1]) == 0 or text.rstrip().endswith(INTERRUPTED):
        return UNKNOWN
    return coded(int(found[1]))
