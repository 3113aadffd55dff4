"""The daily cap: every question is counted before it is asked, and none goes uncounted."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from memboard.engine.errors import CheapQueryFailed
from memboard.engine.session.cheap.counting import Counted
from memboard.engine.store import cheap_queries
from memboard.engine.store.database import Database
from tests.engine.standins import FixedClock

TODAY = "2026-03-01"

ASK_OFTEN = """
import datetime as dt, sys
from pathlib import Path
from memboard.engine.errors import CheapQueryFailed
from memboard.engine.session.cheap.counting import Counted
from memboard.engine.store.database import Database
class Query:
    name = "test"
    def ask(self, prompt, *, max_chars, timeout):
        return "an answer"
database = Database(Path(sys.argv[1]), lambda: bytes(32))
counted = Counted(Query(), database, lambda: dt.datetime(2026, 3, 1, tzinfo=dt.UTC), 25)
answered = 0
for _ in range(20):
    try:
        counted.ask("?", max_chars=9, timeout=1)
        answered += 1
    except CheapQueryFailed as error:
        assert "used up" in error.message, error.message
print(answered)
"""


class Parrot:
    """Answers with the question, or fails where it holds `fail`."""

    name = "parrot"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, prompt: str, *, max_chars: int, timeout: float) -> str:
        """Say it again."""
        self.asked.append(prompt)
        if "fail" in prompt:
            raise CheapQueryFailed("no such word")
        return f"{prompt} {max_chars} {timeout:g}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the store is."""
    return tmp_path / "memory.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    """An open store that waits for nobody."""
    opened = Database(path, lambda: bytes(32), patience=0.05)
    yield opened
    opened.close()


@pytest.fixture
def parrot() -> Parrot:
    """Whoever is asked."""
    return Parrot()


def counted(parrot: Parrot, database: Database, clock: FixedClock, cap: int = 3) -> Counted:
    """Put a cap on the parrot."""
    return Counted(parrot, database, clock, cap)


def ask(query: Counted, prompt: str = "hello") -> str:
    """Ask for at most nine characters."""
    return query.ask(prompt, max_chars=9, timeout=2)


def test_a_question_is_passed_on_and_counted(
    parrot: Parrot, database: Database, clock: FixedClock
) -> None:
    """Under the name of whoever answers."""
    query = counted(parrot, database, clock)
    assert (query.name, ask(query)) == ("parrot", "hello 9 2")
    assert cheap_queries.asked_on(database, TODAY) == (1, 0)
    assert cheap_queries.asked_on(database, "2026-03-02") == (0, 0)


def test_a_question_without_an_answer_counts_too(
    parrot: Parrot, database: Database, clock: FixedClock
) -> None:
    """As asked, and as failed."""
    with pytest.raises(CheapQueryFailed, match="no such word"):
        ask(counted(parrot, database, clock), "fail")
    assert cheap_queries.asked_on(database, TODAY) == (1, 1)


def test_no_more_than_the_cap_is_asked_until_the_next_day_in_utc(
    parrot: Parrot, database: Database, clock: FixedClock
) -> None:
    """The reason says how many there are, and when there are more."""
    query = counted(parrot, database, clock)
    for prompt in ("a", "b", "c"):
        ask(query, prompt)
    clock.move(hours=11, minutes=59)
    with pytest.raises(CheapQueryFailed, match=r"used up \(3 a day\); more at 00:00 UTC") as raised:
        ask(query, "d")
    assert "memory.cheap_query.daily_cap" in str(raised.value)
    assert parrot.asked == ["a", "b", "c"]
    assert cheap_queries.asked_on(database, TODAY) == (3, 0)
    clock.move(minutes=1)
    assert ask(query, "e").startswith("e")


def test_a_cap_of_none_allows_none(parrot: Parrot, database: Database, clock: FixedClock) -> None:
    """And says that it is the cap."""
    with pytest.raises(CheapQueryFailed, match="cap on cheap queries is 0"):
        ask(counted(parrot, database, clock, 0))
    assert parrot.asked == []


def test_a_smaller_cap_counts_at_once(
    parrot: Parrot, database: Database, clock: FixedClock
) -> None:
    """What was asked before stays counted."""
    ask(counted(parrot, database, clock, 5))
    with pytest.raises(CheapQueryFailed, match="used up"):
        ask(counted(parrot, database, clock, 1))


def test_many_processes_share_one_cap(path: Path, database: Database) -> None:
    """Four times twenty questions, and 25 answers."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", ASK_OFTEN, str(path)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    answered = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * 4
    assert sum(map(int, answered)) == 25
    assert cheap_queries.asked_on(database, TODAY) == (25, 0)


def test_what_cannot_be_counted_is_not_asked(
    parrot: Parrot, database: Database, path: Path, clock: FixedClock
) -> None:
    """A busy store: the reason says so, and the next try may do."""
    query = counted(parrot, database, clock)
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(CheapQueryFailed, match=r"Not asked, because .* busy"):
        ask(query)
    other.execute("ROLLBACK")
    other.close()
    assert parrot.asked == []
    assert ask(query)


@pytest.mark.parametrize(("trouble", "said"), [("read_only", "written"), ("disk_full", "full")])
def test_a_store_that_cannot_be_written_asks_nothing(
    parrot: Parrot, database: Database, clock: FixedClock, trouble: str, said: str
) -> None:
    """Rather no answer than one that nobody counted."""
    setattr(database, trouble, True)
    with pytest.raises(CheapQueryFailed, match=rf"^Not asked, .*{said}"):
        ask(counted(parrot, database, clock))
    assert parrot.asked == []


def test_a_store_that_is_gone_meanwhile_hides_no_reason(
    database: Database, path: Path, clock: FixedClock
) -> None:
    """A failure that cannot be counted is still the provider's own."""

    class Vandal(Parrot):
        def ask(self, prompt: str, *, max_chars: int, timeout: float) -> str:
            path.unlink()
            return super().ask(prompt, max_chars=max_chars, timeout=timeout)

    with pytest.raises(CheapQueryFailed, match="no such word"):
        ask(counted(Vandal(), database, clock), "fail")


def test_a_memboard_that_answers_a_question_asks_none(
    parrot: Parrot, database: Database, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question that leads to another one has no end; it is not even counted."""
    monkeypatch.setenv("MEMBOARD_CHILD", "1")
    with pytest.raises(CheapQueryFailed, match="MEMBOARD_CHILD is set"):
        ask(counted(parrot, database, clock))
    assert parrot.asked == []
    assert cheap_queries.asked_on(database, TODAY) == (0, 0)


def test_the_numbers_of_ninety_days_are_kept(
    parrot: Parrot, database: Database, clock: FixedClock
) -> None:
    """No more."""
    query = counted(parrot, database, clock)
    for _ in range(100):
        ask(query)
        clock.move(days=1)
    assert database.value("SELECT count(*) FROM cheap_queries") == 90
    assert database.value("SELECT min(day) FROM cheap_queries") == "2026-03-11"
