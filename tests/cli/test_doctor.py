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
