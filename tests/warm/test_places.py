"""Where sockets lie: in the home, also where its path is too long for an address."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from memboard.engine import EmbedderHandle, Home
from memboard.warm.places import fits, open_place, peer_user, place_of, same_user
from memboard.warm.serving import serve_warm

from .callers import asked, sockets, turn
from .conftest import filled

NOT_THERE = "/no/such/folder"


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    """A home whose path is far too long for a socket's address."""
    place = tmp_path.joinpath(*["deep" * 10] * 4)
    place.parent.mkdir(parents=True)
    assert not fits(place / "warm")
    return place


def test_a_home_of_any_length_is_served(deep: Path, folder: Path, embedder: EmbedderHandle) -> None:
    """The socket lies in the home all the same, and goes with its server."""
    home = filled(deep, folder, embedder)
    with serve_warm(home, embedder):
        assert sockets(deep) == [f"{os.getpid()}.sock"]
        answer = asked(deep, turn(folder))
        assert answer is not None
        assert "5433" in answer["block"]
    assert sockets(deep) == []


@pytest.mark.parametrize("length", range(80, 112))
def test_no_length_is_between_short_and_long(
    tmp_path: Path, embedder: EmbedderHandle, length: int
) -> None:
    """Around the longest address of each system."""
    folder = tmp_path / ("x" * max(1, length - len(os.fsencode(tmp_path)) - 1))
    folder.mkdir()
    home = Home(folder, folder / "config.toml")
    with serve_warm(home, embedder):
        answer = asked(folder, {"op": "ping"})
        assert answer is not None
        assert answer["pid"] == os.getpid()


def test_without_a_way_through_an_open_folder_a_private_one_stands_for_it(
    deep: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among the temporary files, another one for each home; a short path stays where it is."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    place = place_of(deep, NOT_THERE)
    assert place.parent == tmp_path
    assert place == place_of(deep, NOT_THERE)
    assert place != place_of(deep.with_name("other"), NOT_THERE)
    assert place_of(deep) == deep / "warm"
    assert place_of(Path("/h"), NOT_THERE) == Path("/h/warm")


def test_such_a_folder_is_served_and_verified(
    deep: Path,
    tmp_path: Path,
    folder: Path,
    embedder: EmbedderHandle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A stranger who made it first is not trusted."""
    short = tmp_path / "t"
    short.mkdir()
    monkeypatch.setenv("TMPDIR", str(short))
    for module in ("asking", "listening"):
        monkeypatch.setattr(
            f"memboard.warm.{module}.place_of", lambda home: place_of(home, NOT_THERE)
        )
    home = filled(deep, folder, embedder)
    with serve_warm(home, embedder):
        assert not (deep / "warm").exists()
        answer = asked(deep, turn(folder))
        assert answer is not None
        assert "5433" in answer["block"]
        (place,) = short.iterdir()
        assert place.stat().st_mode & 0o777 == 0o700
        place.chmod(0o777)
        assert asked(deep, turn(folder)) is None
    with pytest.raises(PermissionError):
        serve_warm(home, embedder)


def test_the_system_tells_who_is_at_the_other_end() -> None:
    """This user, here; and nobody else will do."""
    one, other = socket.socketpair(socket.AF_UNIX)
    with one, other:
        assert peer_user(one) in (os.geteuid(), None)
        assert same_user(one)


def test_somebody_else_at_the_other_end_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """By number."""
    one, other = socket.socketpair(socket.AF_UNIX)
    with one, other:
        if peer_user(one) is None:
            pytest.skip("this system does not tell")
        real = os.geteuid()
        monkeypatch.setattr(os, "geteuid", lambda: real + 1)
        assert not same_user(one)


def test_a_folder_that_is_none_is_not_opened(tmp_path: Path) -> None:
    """Nor is one through a link."""
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path)
    for name in ("file", "link", "nothing"):
        with pytest.raises(OSError):  # noqa: PT011 - each system says it in its own way
            open_place(tmp_path / name)
