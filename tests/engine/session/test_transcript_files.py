"""Reading the file of a transcript: in pieces, while it is written, and whatever is in it."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memboard.engine.errors import InvalidInput
from memboard.engine.session.transcripts import host_of, lines, read_transcript, reading

from .transcript_files import (
    CLAUDE,
    CODEX,
    called,
    codex_answer,
    codex_call,
    prompts_of,
    result,
    runs_of,
    user,
    written,
)


@pytest.mark.parametrize("sample", [CLAUDE, CODEX], ids=["claude-code", "codex"])
def test_two_pieces_give_what_one_gives(sample: Path, tmp_path: Path) -> None:
    """Wherever the file ended when it was first read: in a line, between a call and its result."""
    content = sample.read_bytes()
    host = host_of(sample)
    assert host is not None
    whole = read_transcript(sample, host)
    growing = tmp_path / sample.name
    for cut in range(0, len(content), 101):
        growing.write_bytes(content[:cut])
        first = read_transcript(growing, host)
        assert first.offset == content.rfind(b"\n", 0, cut) + 1
        growing.write_bytes(content)
        second = read_transcript(growing, host, start=first.offset)
        assert first.events + second.events == whole.events
        assert (second.session, second.cwd) == (whole.session, whole.cwd)
        assert second.offset == len(content)


@pytest.mark.parametrize("sample", [CLAUDE, CODEX], ids=["claude-code", "codex"])
def test_a_limit_gives_piece_after_piece(sample: Path) -> None:
    """Each ends at the end of a line, and goes at least one line on."""
    whole = read_transcript(sample, "auto")
    events: tuple[object, ...] = ()
    start = 0
    while start < sample.stat().st_size:
        piece = read_transcript(sample, "auto", start=start, limit=500)
        assert piece.offset > start
        events += piece.events
        start = piece.offset
    assert events == whole.events


def test_a_result_far_behind_its_call_is_read_within_the_look_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes before the start are looked at from the first line that begins in them."""
    monkeypatch.setattr(reading, "LOOK_BACK", 3_000)
    near = [user("x" * 400) for _ in range(3)]
    path = written(tmp_path, *near, *near, called("t1", "Bash", command="make"), *near)
    start = path.stat().st_size
    with path.open("ab") as file:
        file.write(msgspec.json.encode(result("t1", "Exit code 2", is_error=True)) + b"\n")
    read = read_transcript(path, "claude-code", start=start)
    assert [run["exit_code"] for run in runs_of(read.events)] == [2]
    monkeypatch.setattr(reading, "LOOK_BACK", 300)
    assert read_transcript(path, "claude-code", start=start).events == ()


def test_a_start_beyond_the_end_reads_nothing() -> None:
    """A file that was cut shorter is not read again from its beginning."""
    size = CLAUDE.stat().st_size
    for start in (size, size + 1_000_000):
        read = read_transcript(CLAUDE, "claude-code", start=start)
        assert (read.events, read.offset, read.skipped) == ((), start, 0)


def test_a_start_within_a_line_begins_with_the_next(tmp_path: Path) -> None:
    """What cannot have been a line is not called a faulty one."""
    path = written(tmp_path, user("one"), user("two"))
    read = read_transcript(path, "claude-code", start=5)
    assert (prompts_of(read.events), read.skipped) == (["two"], 0)


def test_a_last_line_without_its_end_counts_once_it_is_whole(tmp_path: Path) -> None:
    """A half one is left for later, at the byte where it begins."""
    path = written(tmp_path, user("one"), user("two"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    read = read_transcript(path, "claude-code")
    assert prompts_of(read.events) == ["one", "two"]
    path.write_bytes(whole)
    assert read_transcript(path, "claude-code", start=read.offset).events == ()
    path.write_bytes(whole[:-2])
    read = read_transcript(path, "claude-code")
    assert (prompts_of(read.events), read.skipped) == (["one"], 0)
    assert read.offset == whole.index(b"\n") + 1


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    """Other characters that end lines in some programs are part of what was said."""
    text = "one\u2028two\u2029three\x85four\x0bfive"
    read = read_transcript(written(tmp_path, user(text)), "claude-code")
    assert prompts_of(read.events) == [text]


def test_faulty_lines_are_skipped_and_counted(tmp_path: Path) -> None:
    """Half UTF-8 and half characters are mended; empty lines are none."""
    path = tmp_path / "x.jsonl"
    good = msgspec.json.encode(user("good"))
    half = good.replace(b"good", b"ha\xff\xc3lf")
    cut = good.replace(b"good", b"cut \\ud83d")
    deep = b"[" * 100_000
    faulty = [b"not json", b'"a bare string"', b"[1]", b"\x00\x00", deep, b'{"type":"user"']
    path.write_bytes(b"\n".join([good, b"", half, *faulty, cut, b"  ", good]) + b"\r\n")
    read = read_transcript(path, "claude-code")
    assert prompts_of(read.events) == ["good", "ha��lf", "cut ?", "good"]
    assert read.skipped == len(faulty)
    assert read.offset == path.stat().st_size


def test_a_huge_line_is_skipped_without_being_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes after it is read; a huge line that has no end yet is left for later."""
    monkeypatch.setattr(lines, "MAX_LINE", 100_000)
    path = written(tmp_path, user("one"))
    with path.open("ab") as file:
        for _ in range(300):
            file.write(b"x" * 100_000)
        file.write(b"\n" + msgspec.json.encode(user("two")) + b"\n")
    tracemalloc.start()
    read = read_transcript(path, "claude-code")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (prompts_of(read.events), read.skipped) == (["one", "two"], 1)
    assert peak < 3_000_000
    with path.open("ab") as file:
        file.write(b"y" * 300_000)
    again = read_transcript(path, "claude-code")
    assert (again.offset, again.skipped) == (read.offset, 1)


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe", "nul", "beneath"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    """Nothing is waited for, and the error names what was given."""
    path = tmp_path / "x"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "beneath":
        path.write_text("a file")
        path = path / "y"
    elif kind == "nul":
        path = tmp_path / "x\0y"
    with pytest.raises(InvalidInput, match=r"There is no file|no plain file"):
        read_transcript(path, "claude-code")


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """With `auto` where nobody's lines are in it, with a host where another one's are."""
    notes = tmp_path / "notes.jsonl"
    notes.write_text('{"text":"a note"}\n')
    for path in (notes, written(tmp_path)):
        assert host_of(path) is None
        with pytest.raises(InvalidInput, match="no transcript of claude-code or codex"):
            read_transcript(path, "auto")
    with pytest.raises(InvalidInput, match="a transcript of codex, not of claude-code"):
        read_transcript(CODEX, "claude-code")
    with pytest.raises(InvalidInput, match='No transcripts of "pi"'):
        read_transcript(CODEX, "pi")


def test_a_transcript_that_has_just_begun_is_empty(tmp_path: Path) -> None:
    """A host that is named is believed."""
    read = read_transcript(written(tmp_path, name="abc.jsonl"), "claude-code")
    assert (read.session, read.cwd, read.events, read.offset) == ("abc", None, (), 0)


KEYS = st.sampled_from(
    [
        *("type", "message", "content", "role", "text", "payload", "id", "name", "input", "cmd"),
        *("tool_use_id", "is_error", "toolUseResult", "call_id", "arguments", "output", "command"),
        *("sessionId", "cwd", "uuid", "timestamp", "isSidechain", "attachment", "prompt", "origin"),
        *("session_id", "exit_code", "metadata", "source", "kind", "commandMode", "instructions"),
    ]
)
WORDS = st.sampled_from(
    [
        *("user", "assistant", "attachment", "tool_use", "tool_result", "text", "Bash", "Edit"),
        *("session_meta", "response_item", "event_msg", "turn_context", "message", "write_stdin"),
        *("function_call", "function_call_output", "custom_tool_call", "exec_command", "t1"),
        *("user_message", "exec_command_end", "local_shell_call", "apply_patch", "queued_command"),
        *("2026-11-12T09:14:03.482Z", "9999-12-31T23:59:59-12:00", "Exit code 1", "\ud800", "\0"),
        *("Process running with session ID 4", "Process exited with code 3", "<skill>", "{}"),
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=25,
)
RECORDS = st.lists(st.dictionaries(KEYS, VALUES, min_size=1, max_size=8), max_size=8)


@settings(max_examples=150)
@given(records=RECORDS, host=st.sampled_from(["claude-code", "codex"]), tail=st.binary(max_size=40))
def test_no_record_of_any_shape_raises(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, Any]], host: str, tail: bytes
) -> None:
    """Any types in any field, with half a line of any bytes at the end; and it can be encoded."""
    import json

    path = tmp_path_factory.mktemp("fuzz") / "x.jsonl"
    path.write_bytes("".join(json.dumps(one) + "\n" for one in records).encode() + tail)
    try:
        read = read_transcript(path, host)
    except InvalidInput:
        return
    msgspec.json.encode(read)
    assert read.offset <= path.stat().st_size


@settings(max_examples=60)
@given(
    sample=st.sampled_from([CLAUDE, CODEX]),
    at=st.integers(0, 27_000),
    length=st.integers(0, 400),
    noise=st.binary(max_size=60),
)
def test_a_damaged_sample_is_read_as_far_as_it_goes(
    tmp_path_factory: pytest.TempPathFactory, sample: Path, at: int, length: int, noise: bytes
) -> None:
    """Bytes are cut out or overwritten anywhere; the rest is read."""
    content = sample.read_bytes()
    at %= len(content)
    path = tmp_path_factory.mktemp("cut") / "x.jsonl"
    path.write_bytes(content[:at] + noise + content[at + length :])
    host = host_of(sample)
    assert host is not None
    read = read_transcript(path, host)
    lost = content[at : at + length].count(b"\n") + noise.count(b"\n") + 2
    whole = read_transcript(sample, host)
    assert len(read.events) >= len(whole.events) - 2 * lost


def test_a_poll_of_a_process_that_nobody_started_ends_nothing(tmp_path: Path) -> None:
    """Whatever number it names."""
    poll = codex_call("p", "write_stdin", session_id={"a": 1}, chars="")
    path = written(tmp_path, poll, codex_answer("p", "Process exited with code 1\n"))
    assert read_transcript(path, "codex").events == ()
