"""Real processes on one store: killed, locked out, all at once. Nothing acknowledged is lost."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from memboard.engine import Draft, Memory, open_memory
from memboard.engine.errors import MemboardError, NotFound

from .standins import OpenHere, hash_handle, texts_of, troubles
from .test_forgetting import bytes_of

Worker = subprocess.Popen[str]


class Start(Protocol):
    """Starts `worker.py` on the test's home."""

    def __call__(
        self, job: str, *arguments: object, patience: float = 30, width: int = 64
    ) -> Worker:
        """Start a job; `width` is its embedder's, `patience` in seconds."""


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    """Starts workers on the home; kills those that are left."""
    with ExitStack() as stack:

        def run(job: str, *arguments: object, patience: float = 30, width: int = 64) -> Worker:
            given = [job, home, patience, width, *arguments]
            script = Path(__file__).with_name("worker.py")
            worker = subprocess.Popen(
                [sys.executable, str(script), *map(str, given)], stdout=subprocess.PIPE, text=True
            )
            stack.callback(worker.communicate)
            stack.callback(worker.kill)
            return worker

        yield run


def heard(worker: Worker, count: int) -> list[str]:
    """Wait for so many lines."""
    assert worker.stdout is not None
    return [worker.stdout.readline().strip() for _ in range(count)]


def killed(worker: Worker, after: int) -> list[str]:
    """Kill a worker with SIGKILL after so many lines; gives all that it acknowledged."""
    lines = heard(worker, after)
    worker.kill()
    assert worker.stdout is not None
    rest = worker.stdout.read()
    whole = rest[: rest.rfind("\n") + 1]
    return [line for line in [*lines, *whole.splitlines()] if line not in ("opened", "done")]


def finished(worker: Worker) -> list[str]:
    """Wait for a worker's end; gives what it acknowledged."""
    out, _ = worker.communicate(timeout=60)
    lines = out.splitlines()
    assert lines[-1] == "done"
    return [line for line in lines if line not in ("opened", "done")]


@pytest.mark.parametrize("after", [2, 23, 90])
def test_every_acknowledged_note_survives_kill_9(
    start: Start, open_here: OpenHere, after: int
) -> None:
    """Two processes of 200 adds each are killed in the middle; file and indexes are whole."""
    first, second = start("add", "first", 200), start("add", "second", 200)
    acknowledged = killed(first, after) + killed(second, after)
    memory = open_here()
    assert len(acknowledged) >= 2 * after - 2
    there = {note.id for note in memory.recent(1_000).notes}
    assert {line.split()[0] for line in acknowledged} <= there
    assert len(there) - len(acknowledged) <= 2
    assert troubles(memory) == []
    assert len(memory.history(limit=1_000)) == len(there)
    assert {note.findable for note in memory.recent(1_000).notes} == {"meaning"}
    assert memory.add("life goes on").status == "added"


def test_every_acknowledged_change_survives_kill_9(start: Start, open_here: OpenHere) -> None:
    """Edits, moves, undos, forgettings and restorings too."""
    acknowledged = killed(start("change", "it", 200), 12)
    memory = open_here()
    for line in acknowledged:
        note_id, state = line.split()
        assert memory.why(note_id).state == ("kept" if state == "kept" else "forgotten")
    assert troubles(memory) == []


def test_two_processes_at_once_lose_nothing(start: Start, open_here: OpenHere) -> None:
    """And each change has an entry of its own."""
    workers = [start("add", name, 60) for name in ("first", "second")]
    ids = {line.split()[0] for worker in workers for line in finished(worker)}
    memory = open_here()
    assert ids == {note.id for note in memory.recent(1_000).notes}
    assert len(ids) == len(memory.history(limit=1_000)) == 120
    assert troubles(memory) == []


def test_a_lock_held_for_three_seconds_costs_no_note(start: Start, open_here: OpenHere) -> None:
    """Case 2: four others add fifty each, the board looks on; two hundred notes."""
    memory = open_here()
    holder = start("hold", 3)
    assert heard(holder, 2) == ["opened", "held"]
    workers = [start("add", name, 50, patience=10) for name in "abcd"]
    assert [heard(worker, 1) for worker in workers] == [["opened"]] * 4
    assert memory.search("fact").hits == ()
    lines = [line for worker in workers for line in finished(worker)]
    assert not any(line.startswith("refused") for line in lines)
    assert memory.stats().notes == len(lines) == 200
    assert troubles(memory) == []


def test_a_lock_held_for_longer_is_a_retryable_refusal_and_never_a_lost_ok(
    start: Start, open_here: OpenHere
) -> None:
    """Case 2: an acknowledged note is there, a refused one is not."""
    memory = open_here()
    with memory._store.database.writing("a long change"):
        worker = start("add", "late", 5, patience=0.02)
        refused = heard(worker, 5)[1:]
    assert refused == ["refused store_busy True"] * 4
    rest = finished(worker)
    ids = {line.split()[0] for line in rest if not line.startswith("refused")}
    assert ids == {note.id for note in memory.recent(1_000).notes}


def test_many_processes_may_open_a_new_home_at_once(start: Start, open_here: OpenHere) -> None:
    """One store with one key comes of it, with a note of each."""
    workers = [start("add", f"process {number}", 3) for number in range(8)]
    assert sum(len(finished(worker)) for worker in workers) == 24
    memory = open_here()
    assert memory.stats().notes == 24
    assert memory._store.database.value("SELECT count(*) FROM meta WHERE key = 'hash_key'") == 1
    assert memory.stats().by_meaning == 24
    assert troubles(memory) == []
    assert memory.add(memory.recent().notes[0].text).status == "known"


def test_two_embedders_may_bind_a_new_home_at_once(start: Start, open_here: OpenHere) -> None:
    """One of them wins; the notes of the other wait for it."""
    workers = [
        start("add", f"worker {at}", 20, width=width) for at, width in enumerate((64, 32) * 2)
    ]
    assert sum(len(finished(worker)) for worker in workers) == 80
    bound = open_here().stats().embedder
    assert bound in ("hash:64", "hash:32")
    memory = open_here(embedder=hash_handle(int(bound.split(":")[1])))
    assert memory.stats().by_meaning + memory.stats().pending == 80
    assert troubles(memory) == []
    memory.reindex()
    assert memory.stats().by_meaning == 80


def test_a_purge_survives_kill_9(start: Start, open_here: OpenHere, home: Path) -> None:
    """What was acknowledged is nowhere in the file; the rest is as it was."""
    memory = open_here()
    memory.add_many([Draft(text=f"token{number:03}x is hidden") for number in range(60)])
    texts = {note.id: note.text for note in memory.recent(100).notes}
    memory.close()
    purged = killed(start("purge"), 10)
    memory = open_here()
    left = {note.id: note.text for note in memory.recent(100).notes}
    assert left.items() <= texts.items()
    assert not set(purged) & set(left)
    assert len(texts) - len(left) - len(purged) in (0, 1)
    assert troubles(memory) == []
    memory.close()
    found = bytes_of(home)
    for note_id in purged:
        assert texts[note_id].split()[0].encode() not in found
        with pytest.raises(NotFound):
            open_here().why(note_id)


def test_a_reindex_survives_kill_9(start: Start, open_here: OpenHere) -> None:
    """The old generation answers, and the next run goes on where it stopped."""
    memory = open_here()
    memory.add_many([Draft(text=f"rule {number} of the port") for number in range(1_500)])
    done = int(killed(start("reindex", "hash:32", width=32), 8)[-1].split()[0])
    assert memory.search("rule 7 of the port").mode == "meaning"
    assert memory.stats().by_meaning == 1_500
    assert troubles(memory) == []
    other = open_here(embedder=hash_handle(32))
    answer = other.reindex("hash:32")
    assert answer.switched
    assert answer.embedded in (1_500 - done, 1_500 - done - 8)
    assert other.search("rule 7 of the port", k=1).hits[0].evidence.embedder == "hash:32"
    assert troubles(other) == []


def test_an_import_survives_kill_9(start: Start, open_here: OpenHere, tmp_path: Path) -> None:
    """The second try brings the rest, and nothing twice."""
    path = tmp_path / "notes.jsonl"
    lines = [json.dumps({"text": f"imported rule {number}"}) for number in range(600)]
    path.write_text("\n".join(lines))
    done = int(killed(start("bring", path), 5)[-1].split()[0])
    memory = open_here()
    kept = memory.stats().notes
    assert kept - done in (0, 32)
    with path.open("rb") as file:
        answer = memory.import_lines(file)
    assert (answer.unchanged, answer.new) == (kept, 600 - kept)
    assert troubles(memory) == []


def test_searching_while_another_writes_and_a_reindex_runs_is_never_wrong(
    start: Start, open_here: OpenHere, home: Path
) -> None:
    """Case 28: three threads with a store object each, and a process that adds."""
    needle = "the needle lies in the haystack"
    memory = open_here()
    memory.add_many([Draft(text=needle), *(Draft(text=f"straw {number}") for number in range(200))])
    worker = start("add", "straw", 120)
    failures: list[str] = []
    answers: list[tuple[str, str, str | None]] = []
    over = threading.Event()

    def look(width: int) -> None:
        try:
            with open_memory(home, "alpha", embedder=hash_handle(width)) as mine:
                while not over.is_set():
                    found = mine.search("needle haystack", k=3)
                    hit = found.hits[0]
                    answers.append((hit.note.text, found.mode, hit.evidence.embedder))
        except MemboardError as error:
            failures.append(str(error))

    lookers = [threading.Thread(target=look, args=(width,)) for width in (64, 32)]
    for looker in lookers:
        looker.start()
    open_here(embedder=hash_handle(32)).reindex("hash:32")
    assert len(finished(worker)) == 120
    over.set()
    for looker in lookers:
        looker.join()
    assert failures == []
    assert {text for text, _, _ in answers} == {needle}
    assert {(mode, embedder) for _, mode, embedder in answers} <= {
        ("meaning", "hash:64"),
        ("meaning", "hash:32"),
        ("words", None),
    }
    assert memory.stats().notes == 321
    assert troubles(memory) == []


def test_one_object_handed_from_thread_to_thread_works(memory: Memory) -> None:
    """The board keeps it on one thread, opens it on another, and closes it on a third."""
    memory.add("x")
    seen: list[list[str]] = []
    thread = threading.Thread(target=lambda: seen.append(texts_of(memory)))
    thread.start()
    thread.join()
    assert seen == [["x"]]
