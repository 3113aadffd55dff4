"""Transcripts for tests: the samples, and files of records written as the hosts write them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from memboard.engine.session.events import Event, Ran, Said
from memboard.engine.session.transcripts import Transcript, read_transcript

SAMPLES = Path(__file__).parent / "transcripts"
CLAUDE = SAMPLES / "transcript_claude_code.jsonl"
CODEX = SAMPLES / "transcript_codex_rollout.jsonl"
OK = {"ok": True, "failed": False, "unknown": None}


def expected(sample: Path) -> dict[str, Any]:
    """What a right reading of a sample gives."""
    table: dict[str, dict[str, Any]] = msgspec.json.decode(
        (SAMPLES / "expected_transcripts.json").read_bytes()
    )
    return table[sample.name]


def runs_of(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """The runs in the form of the expected ones."""
    return [
        {
            "call_id": ran.call_id,
            "command": ran.command,
            "ok": OK[ran.outcome],
            "exit_code": ran.exit_code,
        }
        for ran in events
        if isinstance(ran, Ran)
    ]


def prompts_of(events: tuple[Event, ...]) -> list[str]:
    """What people said."""
    return [one.text for one in events if isinstance(one, Said) and one.role == "user"]


def written(folder: Path, *records: object, name: str = "session.jsonl") -> Path:
    """A file of records, a line each."""
    path = folder / name
    path.write_bytes(b"".join(msgspec.json.encode(record) + b"\n" for record in records))
    return path


def user(content: object, **more: object) -> dict[str, object]:
    """A record of Claude Code in which the user's side speaks."""
    message = {"role": "user", "content": content}
    return {"type": "user", "sessionId": "s1", "uuid": "u", "cwd": "/w", "message": message, **more}


def called(call_id: str, name: str, **given: object) -> dict[str, object]:
    """A record of Claude Code in which a tool is called."""
    block = {"type": "tool_use", "id": call_id, "name": name, "input": given}
    message = {"id": "m", "role": "assistant", "content": [block]}
    return {"type": "assistant", "sessionId": "s1", "uuid": "a", "cwd": "/w", "message": message}


def result(
    call_id: str, content: object, *, is_error: object = None, **more: object
) -> dict[str, object]:
    """A record of Claude Code in which a tool's result comes."""
    block = {
        "type": "tool_result",
        "tool_use_id": call_id,
        "content": content,
        "is_error": is_error,
    }
    return user([block], **more)


def ended(folder: Path, answer: dict[str, object], **given: object) -> Ran:
    """The one run of a call `t1` with this result."""
    path = written(folder, called("t1", "Bash", **{"command": "make it", **given}), answer)
    (ran,) = read_transcript(path, "claude-code").events
    assert isinstance(ran, Ran)
    return ran


def item(payload: Mapping[str, object], kind: str = "response_item") -> dict[str, object]:
    """A line of a Codex rollout."""
    return {"timestamp": "2026-11-12T09:14:03.482Z", "type": kind, "payload": payload}


def codex_call(call_id: str, name: str, **given: object) -> dict[str, object]:
    """A line in which Codex calls a tool."""
    arguments = msgspec.json.encode(given).decode()
    return item({"type": "function_call", "name": name, "arguments": arguments, "call_id": call_id})


def codex_answer(call_id: str, output: object) -> dict[str, object]:
    """A line in which a tool of Codex answers."""
    return item({"type": "function_call_output", "call_id": call_id, "output": output})


def codex_ran(folder: Path, output: object, **given: object) -> Transcript:
    """The reading of one call `c1` with this output."""
    call = codex_call("c1", "exec_command", **(given or {"cmd": "make it"}))
    return read_transcript(written(folder, call, codex_answer("c1", output)), "codex")
