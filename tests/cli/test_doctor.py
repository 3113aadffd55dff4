"""The doctor: what is wrong, and what to do about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import pytest

from memboard.engine.embed import BGE_SMALL
from memboard.engine.embed.manifest import Manifest, folder_of, record, write_manifest

from .door import Door, shell


def checks(door: Door, *options: str) -> dict[str, list[dict[str, Any]]]:
    """The lines of the report by what they are about."""
    found: dict[str, list[dict[str, Any]]] = {}
    for check in door("doctor", "--json", *options).document["checks"]:
        found.setdefault(check["name"], []).append(check)
    return found


def test_a_sound_home_is_good_throughout(door: Door) -> None:
    """Exit code 0, and nothing bad."""
    door.add("one")
    printed = door("doctor")
    assert printed.code == 0
    assert "bad " not in printed.out
    assert "good  findable  1 note, all found by meaning." in printed.lines


def test_a_home_that_is_not_there_is_not_made(door: Door) -> None:
    """Looking changes nothing."""
    assert door("doctor").code == 0
    assert not door.home.exists()


def plant_orphan(home: Path) -> None:
    """Put a word into the index that no note holds."""
    connection = apsw.Connection(str(home / "memory.db"))
    connection.execute("DELETE FROM notes")
    connection.close()


def test_a_planted_orphan_is_found_and_mended(door: Door) -> None:
    """Case 14: bad and exit code 1, then mended by --repair."""
    door.add("one")
    plant_orphan(door.home)
    printed = door("doctor")
    assert printed.code == 1
    assert "memboard doctor --repair mends it." in printed.out
    assert door("doctor", "--repair").code == 0
    assert door("doctor").code == 0


def test_faulty_settings_do_not_hide_the_rest(door: Door) -> None:
    """The key is named, and the models are looked at all the same."""
    door.add("one")
    (door.home / "config.toml").write_text("[memory]\nembeder = 1\n")
    found = checks(door)
    assert found["settings"][0]["level"] == "bad"
    assert "memory.embeder" in found["settings"][0]["text"]
    assert found["model"]


def test_a_store_that_is_none_is_named(door: Door) -> None:
    """Bad, in words."""
    door.home.mkdir(parents=True)
    (door.home / "memory.db").write_bytes(b"this is not a database, by any means" * 50)
    printed = door("doctor")
    assert (printed.code, "bad   store" in printed.out) == (1, True)


def test_a_cut_model_file_is_named(door: Door) -> None:
    """Case 19: which file, how much of it is there, and how to get the rest."""
    folder = folder_of(BGE_SMALL, door.home / "models")
    folder.mkdir(parents=True)
    for name in BGE_SMALL.files:
        (folder / name).write_bytes(b"x" * 4096)
    records = tuple(record(folder, name) for name in BGE_SMALL.files)
    write_manifest(folder, Manifest(BGE_SMALL, records, "test", "1"))
    (folder / "model_optimized.onnx").write_bytes(b"x" * 1024)
    printed = door("doctor")
    assert printed.code == 1
    assert f"{folder / 'model_optimized.onnx'} holds 1,024 of 4,096 bytes" in printed.out
    assert "`memboard model pull` fetches it again." in printed.out


def test_deep_reads_every_byte_of_the_models(door: Door) -> None:
    """And says so."""
    assert any("every byte checked" in check["text"] for check in checks(door, "--deep")["model"])


def test_notes_without_a_vector_are_counted(home: Path) -> None:
    """With the command that embeds them."""
    shell(home, "add", "one", MEMBOARD_EMBEDDER="BAAI/bge-base-en-v1.5")
    done = shell(home, "doctor")
    assert b"1 note of 1 not embedded yet: found by words only." in done.stdout
    assert b"memboard reindex" in done.stdout


def test_others_who_may_read_the_store_are_a_warning(door: Door) -> None:
    """With the command that closes it."""
    door.add("one")
    door.home.chmod(0o755)
    (check,) = checks(door)["rights"]
    assert (check["level"], check["todo"]) == ("warn", f"chmod 700 {door.home} closes it.")


def test_the_project_is_named_with_its_reason(
    door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 25: the home folder is none, a folder is one by its path, a name goes before both."""
    monkeypatch.chdir(tmp_path)
    (by_folder,) = checks(door)["project"]
    assert by_folder["text"] == f"{tmp_path.name}, by its folder {tmp_path}."
    monkeypatch.setenv("HOME", str(tmp_path))
    (none,) = checks(door)["project"]
    assert (none["level"], "only global notes" in none["text"]) == ("warn", True)
    (named,) = checks(door, "--project", "tides")["project"]
    assert named["text"] == "tides, named by --project."


def cheap_query(door: Door, config: str) -> dict[str, Any]:
    """What the report says of cheap queries under some settings."""
    door.home.mkdir(parents=True, exist_ok=True)
    (door.home / "config.toml").write_text(config)
    (check,) = checks(door)["cheap query"]
    return check


def count_questions(door: Door, asked: int, failed: int) -> None:
    """Put today's questions into the store."""
    connection = apsw.Connection(str(door.home / "memory.db"))
    connection.execute(
        "INSERT OR REPLACE INTO cheap_queries VALUES (?, ?, ?)",
        (f"{door.now:%Y-%m-%d}", asked, failed),
    )
    connection.close()


ASKS = '[memory.cheap_query]\ncommand = ["{}", "--key", "sekret"]\ndaily_cap = 5\n'


@pytest.mark.parametrize("stored", [False, True])
def test_who_answers_cheap_queries_is_said_without_asking(
    door: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    """Nobody; somebody; somebody who is not there. Arguments may be secrets."""
    monkeypatch.delenv("MEMBOARD_CHILD", raising=False)
    if stored:
        door.add("one")
    assert cheap_query(door, "")["level"] == "good"
    assert cheap_query(door, '[memory]\naggressiveness = "high"\n')["level"] == "warn"
    program = tmp_path / "asked"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/was-asked\n")
    program.chmod(0o755)
    found = cheap_query(door, ASKS.format(program))
    assert (found["level"], found["text"]) == (
        "good",
        f"The program {program} is asked. Today 0 of 5 questions.",
    )
    missing = cheap_query(door, ASKS.format(tmp_path / "gone"))
    assert (missing["level"], "is not found" in missing["text"]) == ("warn", True)
    local = '[memory.cheap_query]\nurl = "http://127.0.0.1:9/v1"\nmodel = "small"\n'
    assert cheap_query(door, local)["text"].startswith("small at 127.0.0.1 is asked.")
    assert not (tmp_path / "was-asked").exists()


def test_what_was_asked_today_is_counted(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """Used up, and all in vain, are worth a warning; stats say the same."""
    monkeypatch.delenv("MEMBOARD_CHILD", raising=False)
    door.add("one")
    assert "cheap query nobody configured, 0 of 50 asked today" in door("stats").out
    for asked, failed, level in ((3, 1, "good"), (3, 3, "warn"), (5, 0, "warn")):
        count_questions(door, asked, failed)
        found = cheap_query(door, ASKS.format("sh"))
        assert (found["level"], f"Today {asked} of 5" in found["text"]) == (level, True)
    count_questions(door, 3, 2)
    assert "cheap query command, 3 of 5 asked today, 2 failed" in door("stats").out
    counted = door("stats", "--json").document["cheap_queries"]
    assert counted == {"provider": "command", "asked": 3, "failed": 2, "cap": 5}
