"""Who is asked: the host's model first, then what is configured, else nobody."""

from __future__ import annotations

import subprocess
import sys

import pytest

from memboard.engine import Memory
from memboard.engine.errors import CheapQueryFailed
from memboard.engine.session.cheap import CheapQuery
from memboard.engine.session.cheap.choosing import chosen_query, obstacle
from memboard.engine.session.cheap.counting import Counted
from memboard.engine.settings import CheapQuerySettings, MemorySettings

from .fake_server import FakeServer

ECHO = (sys.executable, "-S", "-c", "import sys; print(sys.stdin.read())")


class Lent:
    """A host's model."""

    name = "host"

    def ask(self, prompt: str, *, max_chars: int, timeout: float) -> str:
        """Answer the same to everything."""
        return f"from the host: {prompt[:max_chars]} {timeout:g}"


def chosen(
    memory: Memory, asked: CheapQuerySettings, lent: CheapQuery | None = None
) -> CheapQuery | None:
    """Choose in the home of a memory."""
    return chosen_query(memory._store, MemorySettings(cheap_query=asked), memory.home, lent)


def test_nobody_is_asked_unless_somebody_is_configured(memory: Memory) -> None:
    """The default."""
    assert chosen(memory, CheapQuerySettings()) is None


def test_a_configured_command_is_asked(memory: Memory) -> None:
    """In the home's folder, and counted."""
    query = chosen(memory, CheapQuerySettings(command=ECHO))
    assert isinstance(query, Counted)
    assert query.name == "command"
    assert query.ask("hello", max_chars=100, timeout=30) == "hello\n"
    assert memory.stats().cheap_queries.asked == 1


def test_a_configured_address_is_asked(memory: Memory, server: FakeServer) -> None:
    """And counted."""
    query = chosen(memory, CheapQuerySettings(url=server.url, model="small"))
    assert isinstance(query, Counted)
    assert query.name == "url"
    assert query.ask("hello", max_chars=100, timeout=30) == "an answer"


def test_the_hosts_model_goes_before_a_configured_one(memory: Memory) -> None:
    """And is counted within the same cap."""
    query = chosen(memory, CheapQuerySettings(command=ECHO, daily_cap=1), Lent())
    assert isinstance(query, Counted)
    assert query.name == "host"
    assert query.ask("hello", max_chars=100, timeout=30) == "from the host: hello 30"
    with pytest.raises(CheapQueryFailed, match="used up"):
        query.ask("hello", max_chars=100, timeout=30)


def test_the_hosts_model_is_enough(memory: Memory) -> None:
    """Nothing has to be configured for it."""
    query = chosen(memory, CheapQuerySettings(), Lent())
    assert query is not None
    assert query.name == "host"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (CheapQuerySettings(), None),
        (CheapQuerySettings(command=ECHO), None),
        (CheapQuerySettings(command=("no-such-program",)), "no-such-program is not found"),
        (CheapQuerySettings(url="http://localhost/v1", model="m"), None),
        (CheapQuerySettings(url="http://localhost/v1", model="m", key_env="NO_KEY"), "not set"),
        (CheapQuerySettings(url="http://localhost/v1", model="m", key_env="PATH"), None),
    ],
)
def test_what_is_in_the_way_shows_without_asking(
    asked: CheapQuerySettings, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that is not there, a key that is not set."""
    monkeypatch.delenv("NO_KEY", raising=False)
    found = obstacle(asked)
    assert found is None if said is None else found is not None and said in found


def test_the_guard_is_in_the_way_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is configured."""
    monkeypatch.setenv("MEMBOARD_CHILD", "1")
    assert "MEMBOARD_CHILD" in str(obstacle(CheapQuerySettings(command=ECHO)))


def test_the_protocol_alone_loads_nothing() -> None:
    """A hook may name it."""
    program = (
        "import sys, memboard.engine.session.cheap as cheap; "
        "print(cheap.CHILD_VARIABLE, *({'msgspec', 'subprocess', 'http', 'ssl'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.split() == [b"MEMBOARD_CHILD"]
