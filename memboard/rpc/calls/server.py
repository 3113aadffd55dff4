"""`server.info` and `rpc.discover`: what a client asks first."""

from __future__ import annotations

from typing import Any

from memboard import __version__
from memboard.engine import MemboardError, Memory, Notice
from memboard.engine.store import migrations
from memboard.rpc import params
from memboard.rpc.calls.call import Call
from memboard.rpc.results import Info

PROTOCOL = 1


def info(call: Call, _: params.Nothing) -> Info:
    """Say who answers and how well; answers also where the store cannot be opened."""
    try:
        memory = call.memory
        notices = memory.notices()
        return described(call, memory, notices)
    except MemboardError as error:
        return described(call, None, (Notice(code=error.code, text=str(error)),))


def described(call: Call, memory: Memory | None, notices: tuple[Notice, ...]) -> Info:
    """Describe the server with its store, or without one."""
    project = memory.project if memory else None
    handle = memory.embedder if memory else None
    by_words = handle is None or any(notice.code == "words_only" for notice in notices)
    return Info(
        version=__version__,
        protocol=PROTOCOL,
        methods=tuple(call.methods),
        schema=migrations.VERSION,
        home=call.connection.home,
        project=project.name if project else None,
        embedder=handle.id if handle else None,
        model=handle.state if handle else "none",
        mode="words" if by_words else "meaning",
        actor=call.connection.actor,
        session=call.connection.session,
        notices=notices,
    )


def discover(_: Call, __: params.Nothing) -> dict[str, Any]:
    """Describe every method as an OpenRPC document."""
    from memboard.rpc.discover import describe_methods

    return describe_methods()
