"""The desk: one thread, and a caller that leaves takes its job with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from threading import Event, get_ident

import pytest

from memboard.engine import Memory
from memboard.mcp.desk import Desk

OpenStore = Callable[[str], Memory]


@pytest.fixture
async def desk(open_store: OpenStore) -> AsyncIterator[Desk]:
    """A desk that is closed with the test."""
    desk = Desk(open_store)
    yield desk
    desk.close()


async def test_every_job_runs_on_one_thread_that_is_not_the_server_s(desk: Desk) -> None:
    """The store is used from one thread only."""
    threads = {await desk(lambda _: get_ident()) for _ in range(5)}
    assert len(threads) == 1
    assert get_ident() not in threads


async def test_a_job_whose_caller_left_never_begins(desk: Desk) -> None:
    """It was still waiting."""
    began, go = Event(), Event()
    done: list[str] = []

    def hold(_: Memory) -> None:
        began.set()
        go.wait()

    running = asyncio.create_task(desk(hold))
    waiting = asyncio.create_task(desk(lambda _: done.append("waited")))
    await asyncio.to_thread(began.wait)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    go.set()
    await running
    await desk(lambda _: done.append("next"))
    assert done == ["next"]


async def test_a_query_whose_caller_left_is_interrupted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It alone: a caller that leaves late interrupts nobody else's."""
    began, interrupted, calls = Event(), Event(), []

    def interrupt(_: Memory) -> None:
        calls.append("interrupt")
        interrupted.set()

    def query(_: Memory) -> None:
        began.set()
        interrupted.wait()

    monkeypatch.setattr(Memory, "interrupt", interrupt)
    running = asyncio.create_task(desk(query))
    await asyncio.to_thread(began.wait)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await desk(lambda memory: memory.recent().total) == 0
    desk._interrupt(object())
    assert calls == ["interrupt"]


async def test_jobs_under_way_are_finished_when_the_desk_closes(open_store: OpenStore) -> None:
    """What was accepted and begun is done; the store is closed after it."""
    desk = Desk(open_store)
    added = asyncio.create_task(desk(lambda memory: memory.add("a fact").status))
    await asyncio.wait([added])
    desk.close()
    assert added.result() == "added"
