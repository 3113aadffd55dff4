"""Export and import."""

from __future__ import annotations

import os
import signal
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest

from memboard.engine import EmbedderHandle, HashEmbedder

from .door import Door

DEVNOTES = Path("/work/shared/eval/dev/devnotes.jsonl")


def test_an_export_goes_in_again_unchanged(door: Door, tmp_path: Path) -> None:
    """Case 1: twice the same file, and neither notes, ids, pins nor tags change."""
    door.add("one", "--pin", "--tag", "a")
    door.add("two", "--global")
    door.add("three", "--topic", "db", "--importance", "0.9")
    before = door("recent", "--json").document["notes"]
    file = str(tmp_path / "notes.jsonl")
    assert door("export", file).out == f"Exported 3 notes to {file}.\n"
    for _ in range(2):
        assert door("import", file).out == "0 new, 3 unchanged\n"
    assert door("recent", "--json").document["notes"] == before


def test_an_export_moves_notes_to_another_home(door: Door) -> None:
    """With ids, pins, tags and times."""
    door.add("one", "--pin", "--tag", "a")
    before = door("recent", "--json").document["notes"]
    exported = door("export").out.encode()
    door.home = door.home.parent / "second"
    assert door("import", "-", stdin=exported).out == "1 new, 0 unchanged\n"
    assert door("recent", "--json").document["notes"] == before


def test_an_exported_file_is_for_its_owner_only(door: Door, tmp_path: Path) -> None:
    """Mode 0600, also over an older file, and nothing is left beside it."""
    door.add("one")
    file = tmp_path / "out" / "notes.jsonl"
    file.parent.mkdir()
    file.write_text('{"memboard_export":1}\n')
    file.chmod(0o644)
    door("export", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["notes.jsonl"]
    assert msgspec.json.decode(file.read_bytes().splitlines()[0])["memboard_export"] == 1


def test_a_failed_export_leaves_the_older_file(door: Door, tmp_path: Path) -> None:
    """Whole or not at all."""
    printed = door("export", str(tmp_path / "no" / "folder" / "x"))
    assert printed.code == 1
    assert f"There is no folder {tmp_path / 'no' / 'folder'}. Nothing was exported." in printed.err
    assert "  Make it first" in printed.err
    assert door("export", str(tmp_path)).code == 1


@pytest.mark.parametrize("way", ["store", "beside", "linked", "hard", "through", "dots"])
def test_an_export_never_goes_into_the_home(door: Door, tmp_path: Path, way: str) -> None:
    """Neither by its name nor through a link, and not with --force."""
    door.add("one")
    store = door.home / "memory.db"
    (tmp_path / "linked").symlink_to(store)
    os.link(store, tmp_path / "hard")
    (tmp_path / "through").symlink_to(door.home)
    file = {
        "store": store,
        "beside": door.home / "new.jsonl",
        "through": tmp_path / "through" / "new.jsonl",
        "dots": tmp_path / "home" / ".." / "home" / "new.jsonl",
    }.get(way, tmp_path / way)
    before = {path: path.stat().st_ino for path in door.home.iterdir()}
    for more in ([], ["--force"]):
        printed = door("export", str(file), *more)
        assert (printed.code, "lies in memboard's home" in printed.err) == (1, True)
    assert {path: path.stat().st_ino for path in door.home.iterdir()} == before
    assert store.read_bytes().startswith(b"SQLite format 3")
    assert door.texts() == ["one"]


def test_an_export_replaces_another_file_only_with_force(door: Door, tmp_path: Path) -> None:
    """What begins as an export, or is empty, may go; the rest is somebody's."""
    door.add("one")
    file = tmp_path / "thesis.md"
    for text in ("# Thesis", '{"text":"x"}\n', "[]", "\x00\xff"):
        file.write_text(text)
        printed = door("export", str(file))
        assert (printed.code, file.read_text()) == (1, text)
        assert printed.err.endswith("Name another file; --force writes over this one.\n")
    assert door("export", str(file), "--json").error["code"] == "refused"
    assert door("export", str(file), "--force").code == 0
    assert door("export", str(file)).code == 0
    file.write_text("")
    assert door("export", str(file)).code == 0


def test_export_to_stdout_is_json_lines_already(door: Door, tmp_path: Path) -> None:
    """--json would make it no JSON Lines; with a file it answers with the count."""
    door.add("one")
    assert door("export", "--json").code == 2
    file = str(tmp_path / "x.jsonl")
    assert door("export", file, "--json").document == {"exported": 1, "file": file}


def test_an_unknown_version_is_refused_before_any_write(door: Door) -> None:
    """Case 1: nothing of it comes in."""
    printed = door("import", "-", stdin=b'{"memboard_export":99}\n{"text":"x"}\n')
    assert (printed.code, "export version 99" in printed.err) == (2, True)
    assert door.texts() == []


def test_a_forgotten_note_does_not_come_back_by_import(door: Door) -> None:
    """Case 16: the answer counts it."""
    note_id = door.add("stay away")
    exported = door("export").out.encode()
    door("forget", note_id)
    printed = door("import", "-", stdin=exported)
    assert printed.out == "0 new, 0 unchanged, 1 forgotten here and kept out\n"
    assert door.texts() == []


def test_faulty_lines_stop_an_import_unless_they_are_skipped(door: Door) -> None:
    """Named by number; with --skip-invalid the others come in."""
    lines = b'{"text":"good"}\nnot json\n{"text":""}\n{"text":"' + b"x" * 2001 + b'"}\n'
    refused = door("import", "-", stdin=lines)
    assert refused.code == 2
    assert "3 lines cannot be read: line 2: " in refused.err
    assert "--skip-invalid" in refused.err
    assert door.texts() == []
    skipped = door("import", "-", "--skip-invalid", stdin=lines)
    assert skipped.out == "1 new, 0 unchanged, 3 skipped\n"
    assert [line.split(":")[0] for line in skipped.err.splitlines()[:3]] == [
        "  skipped line 2",
        "  skipped line 3",
        "  skipped line 4",
    ]


def test_one_undo_takes_a_whole_import_back(door: Door) -> None:
    """However many batches it took."""
    lines = b"".join(b'{"text":"note %d"}\n' % number for number in range(100))
    door("import", "-", stdin=lines)
    assert len(door("export").lines) == 101
    assert "added 100 notes" in door("undo").out
    assert door.texts() == []


def test_a_missing_file_is_named(door: Door) -> None:
    """What is, without a traceback."""
    assert "no-such.jsonl: No such file or directory." in door("import", "no-such.jsonl").err


def test_a_long_import_says_how_far_it_is_in_a_log(door: Door) -> None:
    """A line every 500 notes where there is no terminal; none with --json."""
    lines = b"".join(b'{"text":"note %d"}\n' % number for number in range(1_100))
    said = door("import", "-", stdin=lines).err
    assert said == "Importing 512 of 1,100\nImporting 1,024 of 1,100\n"
    other = lines.replace(b"note", b"other")
    assert door("import", "-", "--json", stdin=other).err == ""


class Interrupting(HashEmbedder):
    """Presses ctrl+c while the second batch is embedded."""

    calls = 0

    def embed_documents(self, texts: Any) -> Any:
        """Embed, and press."""
        self.calls += 1
        if self.calls == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return super().embed_documents(texts)


def test_ctrl_c_ends_an_import_after_its_batch(door: Door) -> None:
    """Exit code 130, no traceback; what came in can be taken back or completed."""
    lines = b"".join(b'{"text":"note %d"}\n' % number for number in range(100))
    door.embedder = EmbedderHandle.of(Interrupting())
    printed = door("import", "-", stdin=lines)
    assert (printed.code, "Traceback" in printed.err) == (130, False)
    assert printed.err.startswith("memboard: The import stopped at 64 of 100.\n")
    door.embedder = EmbedderHandle.of(HashEmbedder())
    assert door("import", "-", stdin=lines).out == "36 new, 64 unchanged\n"


@pytest.mark.skipif(
    not DEVNOTES.exists(), reason="the evaluation set is not part of the repository"
)
def test_the_public_rule_lines_come_in_with_one_command(door: Door) -> None:
    """4,612 lines with fields of their own, all new; a second time none."""
    assert door("import", str(DEVNOTES)).out == "4,612 new, 0 unchanged\n"
    assert door("import", str(DEVNOTES)).out == "0 new, 4,612 unchanged\n"


def test_an_import_counts_the_notes_in_which_a_credential_was_masked(door: Door) -> None:
    """And stores none."""
    lines = b'{"text": "token ghp_k3JfQ9xLw2ZrB4nM7yPc3dHf6gJs1aEuVi0o"}\n{"text": "plain"}\n'
    printed = door("import", "-", stdin=lines)
    assert printed.out == "2 new, 0 unchanged, 1 with credentials masked\n"
    assert all("k3JfQ9xLw2" not in text for text in door.texts())
