"""The invented notes: believable, varied, in through the engine, and gone afterwards."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import pytest

from memboard.demo import demo_home, sample_notes
from memboard.demo.notes import records
from memboard.engine import EmbedderHandle, HashEmbedder, Memory, open_memory
from memboard.engine.model import Trigger


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A home of the test's own, with the fast embedder."""
    monkeypatch.setenv("MEMBOARD_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MEMBOARD_EMBEDDER", "hash")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_the_notes_are_some_sixty_and_of_every_kind() -> None:
    """All triggers, both scopes, pins, topics, tags, long ones and other scripts."""
    found = records()
    assert 55 <= len(found) <= 70
    assert {record["trigger"] for record in found} == set(Trigger.__args__)  # type: ignore[attr-defined]
    assert {record["scope"] for record in found} == {"project", "global"}
    assert sum(record.get("pinned", False) for record in found) >= 3
    assert max(len(record["text"]) for record in found) > 400
    assert sum(not record["text"].isascii() for record in found) >= 4
    assert any("Ignore all earlier instructions" in record["text"] for record in found)


def test_every_id_has_the_engine_s_form_and_no_text_comes_twice() -> None:
    """So that the import keeps the ids."""
    found = records()
    assert all(re.fullmatch("[a-z2-7]{8}", record["id"]) for record in found)
    assert len({record["id"] for record in found}) == len({r["text"] for r in found}) == len(found)


def test_the_demo_home_holds_them_with_their_ages() -> None:
    """From minutes to more than a year, newest first, the triggers as they were."""
    with demo_home() as open_demo, open_demo() as memory:
        notes = memory.recent(1_000).notes
        days = [(memory.now() - note.created_at).days for note in notes]
        assert len(notes) == len(records()) - 1
        assert (days[0], days == sorted(days), days[-1] > 365) == (0, True, True)
        assert len(memory.stats().triggers) == len(Trigger.__args__)  # type: ignore[attr-defined]
        assert memory.project is not None
        assert memory.project.name == "tidepool"


def test_the_demo_home_has_a_little_history() -> None:
    """An agent's edit and forgetting, a person's correction that undo takes back."""
    with demo_home() as open_demo, open_demo() as memory:
        actors = {change.actor for change in memory.history(limit=10)}
        assert actors == {"you", "claude-code", "memboard"}
        assert memory.undo().op == "edit"
        assert len(memory.recent(1_000).notes) == len(records()) - 1


def test_the_demo_home_is_removed(tmp_path: Path) -> None:
    """Whatever was done in it, and without touching the person's models."""
    models = tmp_path / "home" / "models"
    models.mkdir(parents=True)
    (models / "kept").write_text("kept")
    with demo_home() as open_demo, open_demo() as memory:
        folder = memory.home.folder
        assert folder.exists()
    assert not folder.exists()
    assert (models / "kept").read_text() == "kept"
    assert not (tmp_path / "home" / "memory.db").exists()


def real_store(home: Path, project: str = "mine") -> Memory:
    """A person's own store."""
    return open_memory(home, project, embedder=EmbedderHandle.of(HashEmbedder()))


def test_samples_in_a_real_store_go_with_one_undo(tmp_path: Path) -> None:
    """They are tagged, belong to the project, and the poisoned one is not among them."""
    with real_store(tmp_path / "real") as memory:
        memory.add("my own")
        number = sample_notes(memory)
        samples = [note for note in memory.recent(1_000).notes if "sample" in note.tags]
        assert number == len(samples) == len(records()) - 1
        assert {note.scope for note in samples} == {"project"}
        assert not any("Ignore all earlier" in note.text for note in samples)
        assert len(memory.undo().notes) == number
        assert [note.text for note in memory.recent().notes] == ["my own"]


def test_samples_come_only_once(tmp_path: Path) -> None:
    """A second call adds nothing."""
    with real_store(tmp_path / "real") as memory:
        sample_notes(memory)
        assert sample_notes(memory) == 0


def run_demo(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the real program."""
    return subprocess.run(
        [sys.executable, "-m", "memboard", "demo", *arguments],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def test_print_shows_the_notes_by_day_and_two_searches(tmp_path: Path) -> None:
    """As text, without a terminal, and nothing stays behind."""
    done = run_demo("--print")
    out = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert out.startswith("What agents remember of the invented project tidepool.\n")
    assert "─ memboard search how do I reach the staging database ─" in out
    assert "Staging Postgres listens on 5433, not 5432" in out
    assert [path for path in tmp_path.iterdir() if "demo" in path.name] == []


def test_json_gives_the_notes_as_one_document() -> None:
    """The same shape as recent."""
    page = msgspec.json.decode(run_demo("--json").stdout)
    assert page["total"] == len(records()) - 1
