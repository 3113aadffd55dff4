"""The process around a server: its descriptors, and when it must end."""

from __future__ import annotations

import os
import signal
from threading import Timer
from typing import BinaryIO

from memboard.descriptors import reader_gone, take_descriptors
from memboard.engine import Memory, open_memory
from memboard.engine.sources import new_id, system_entropy
from memboard.mcp import ExtraMissing
from memboard.warm.lending import warmly

TICK_SECONDS = 0.25
"""How often the parent and the reader are looked for."""
GRACE_SECONDS = 0.5
"""How long what runs may take to end before the process ends without it."""


def run_process(home: str | None, project: str | None) -> int:
    """Serve this process's stdin and stdout until the input or the parent ends.

    Raises:
        ExtraMissing: the SDK is not there.
    """
    parent = os.getppid()
    stdin, stdout = take_descriptors()
    try:
        from memboard.mcp.server import serve  # the SDK costs 0.5 s
    except ImportError as error:
        raise ExtraMissing(
            f"memboard mcp needs the official MCP SDK, version 2 ({error}).",
            hint="pip install 'memboard[mcp]'",
        ) from error
    session = f"mcp-{new_id(system_entropy)}"

    def open_store(actor: str) -> Memory:
        return open_memory(home, project, actor=actor, session=session)

    async def alone() -> None:
        await until_alone(parent, stdout)

    return serve(
        warmly(open_store),
        stdin=stdin,
        stdout=stdout,
        session=session,
        until=alone,
        ending=end_soon,
    )


async def until_alone(parent: int, stdout: BinaryIO) -> None:
    """Wait until the parent is gone, or nobody reads the answers, or a signal says stop."""
    import anyio

    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async with anyio.create_task_group() as group:

            async def on_signal() -> None:
                async for _ in signals:
                    group.cancel_scope.cancel()

            group.start_soon(on_signal)
            while os.getppid() == parent and not reader_gone(stdout.fileno()):
                await anyio.sleep(TICK_SECONDS)
            group.cancel_scope.cancel()


def end_soon() -> None:
    """End the process in a moment, even if a call, a full pipe or a load holds it up."""
    timer = Timer(GRACE_SECONDS, os._exit, (0,))
    timer.daemon = True
    timer.start()
