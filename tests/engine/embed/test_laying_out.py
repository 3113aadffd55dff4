"""The bundled model's folder: a copy of its own, mended when damaged, tidy on a full disk."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from typing import TYPE_CHECKING

import pytest

from memboard.engine import open_memory
from memboard.engine.embed import MINILM, bundled, choose_embedder, publish
from memboard.engine.embed.manifest import folder_of
from memboard.engine.embed.publish import copy, staging
from memboard.engine.embed.unpacked import load_minilm, prepared_folder
from memboard.engine.errors import ModelDamaged, ModelMissing

if TYPE_CHECKING:
    from pathlib import Path
    from typing import NoReturn


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the installed package, for tests to damage; gives its model file."""
    real = bundled.packaged_onnx()
    assert real is not None
    folder = tmp_path / "site" / "copied_minilm"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    shutil.copyfile(real, folder / "model.onnx")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setattr(bundled, "PACKAGE", "copied_minilm")
    return folder / "model.onnx"


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every disk says it has room, and fills up halfway through a copy."""

    def half(source: Path, target: Path) -> NoReturn:
        target.write_bytes(source.read_bytes()[:1000])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(publish, "_cloned", lambda *_: False)
    monkeypatch.setattr(shutil, "copyfile", half)


def staged_in(models_dir: Path) -> list[str]:
    """What is half made there."""
    room = models_dir / publish.STAGING
    return [path.name for path in room.iterdir() if path.is_dir()] if room.exists() else []


def test_damage_to_a_home_stays_in_that_home(package: Path, models_dir: Path) -> None:
    """The package and every other home keep their own file."""
    whole = package.read_bytes()
    mine = prepared_folder(models_dir) / "model.onnx"
    other = prepared_folder(models_dir.with_name("other")) / "model.onnx"
    assert {path.stat().st_nlink for path in (package, mine, other)} == {1}
    mine.write_bytes(b"cut")
    assert package.read_bytes() == other.read_bytes() == whole
    assert load_minilm(models_dir).embed_query("deploy").shape == (384,)
    assert mine.read_bytes() == whole


def test_a_linked_file_of_old_serves_until_it_is_damaged(package: Path, models_dir: Path) -> None:
    """Then a copy takes its place, and the package is left as it is."""
    mine = prepared_folder(models_dir) / "model.onnx"
    times = (mine.stat().st_atime_ns, mine.stat().st_mtime_ns)
    mine.unlink()
    os.link(package, mine)
    os.utime(mine, ns=times)
    load_minilm(models_dir)
    assert mine.stat().st_nlink == 2
    (mine.parent / "tokenizer.json").write_text("{}")
    load_minilm(models_dir)
    assert (mine.stat().st_nlink, package.stat().st_nlink) == (1, 1)


def test_damage_that_keeps_size_and_time_is_mended_when_loading_fails(models_dir: Path) -> None:
    """The cheap look passes it; the model that does not load is read whole and laid out anew."""
    mine = prepared_folder(models_dir) / "model.onnx"
    times = (mine.stat().st_atime_ns, mine.stat().st_mtime_ns)
    mine.write_bytes(b"\xff" * bundled.SIZE)
    os.utime(mine, ns=times)
    assert load_minilm(models_dir).embed_query("deploy").shape == (384,)
    assert bundled.fault_of(mine, thorough=True) is None


def test_a_damaged_package_is_named_by_notice_and_reindex(package: Path, tmp_path: Path) -> None:
    """Damaged, not missing; notes are kept by words."""
    package.write_bytes(b"short")
    with open_memory(tmp_path / "home", "alpha") as memory:
        added = memory.add("postgres listens on 5433")
        assert "holds 5 of 22,928,619 bytes" in memory.notices()[0].text
        assert added.status == "added"
        with pytest.raises(ModelDamaged, match="minilm is damaged"):
            memory.reindex()


@pytest.mark.usefixtures("full_disk")
def test_a_disk_that_fills_up_leaves_nothing_behind_and_notes_are_kept(tmp_path: Path) -> None:
    """Also the temporary folder is full: by words, with the reason; later it heals."""
    before = set(os.listdir(tempfile.gettempdir()))
    for text in ("postgres listens on 5433", "deploys go out on friday"):
        with open_memory(tmp_path / "home", "alpha") as memory:
            assert memory.add(text).status == "added"
            found = memory.search(text)
            assert (found.mode, found.hits[0].note.text) == ("words", text)
            assert "No space left on device" in memory.notices()[0].text
            assert staged_in(memory.home.models) == []
    left = set(os.listdir(tempfile.gettempdir())) - before
    assert not [name for name in left if name.startswith("memboard-")]


def test_room_is_looked_for_before_anything_is_copied(
    models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk nearly full is not filled up for the model."""
    usage = shutil.disk_usage(models_dir.parent.parent)._replace(free=bundled.SIZE)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    monkeypatch.setattr(publish, "_cloned", lambda *_: False)
    with pytest.raises(ModelMissing, match="No space left") as caught:
        load_minilm(models_dir)
    assert str(models_dir) in (caught.value.hint or "")
    assert staged_in(models_dir) == []


def test_where_only_the_home_is_full_a_temporary_folder_serves(
    models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By meaning, and the home stays as it was."""
    copied = shutil.copyfile

    def picky(source: Path, target: Path) -> Path:
        if target.is_relative_to(models_dir):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return copied(source, target)

    monkeypatch.setattr(publish, "_cloned", lambda *_: False)
    monkeypatch.setattr(shutil, "copyfile", picky)
    assert load_minilm(models_dir).embed_query("deploy").shape == (384,)
    assert staged_in(models_dir) == []
    assert not folder_of(MINILM, models_dir).exists()


def test_what_killed_processes_left_goes_when_nobody_holds_it(models_dir: Path) -> None:
    """Not while another process is at work there, and not what belongs to another model."""
    folder = prepared_folder(models_dir)
    for left in (folder.name, f"{folder.name}.old", "BAAI--other"):
        (models_dir / publish.STAGING / left).mkdir()
    with staging(folder):
        prepared_folder(models_dir)
        assert len(staged_in(models_dir)) == 3
    prepared_folder(models_dir)
    assert staged_in(models_dir) == ["BAAI--other"]


def test_a_copy_that_fails_is_not_left(tmp_path: Path) -> None:
    """Neither is the file that it would have replaced."""
    target = tmp_path / "there" / "copy"
    with pytest.raises(OSError, match="No such file"):
        copy(tmp_path / "missing", target)
    assert list(target.parent.iterdir()) == []


@pytest.mark.usefixtures("full_disk")
def test_a_handle_says_why_the_model_is_not_there(models_dir: Path) -> None:
    """The same reason at every later call, without another attempt."""
    handle = choose_embedder(bound=None, configured=None, models_dir=models_dir).handle
    assert handle is not None
    with pytest.raises(ModelMissing, match="cannot be laid out"):
        handle.get()
    assert "No space left" in (handle.failure or "")
