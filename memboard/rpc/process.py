"""The process around a server: its descriptors, its signals, and when it must end."""

from __future__ import annotations

import atexit
import os
import signal
import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Protocol

from memboard.descriptors import reader_gone, take_descriptors
from memboard.engine import find_home, open_memory
from memboard.rpc.connection import Connection
from memboard.rpc.server import Server, connection_session, log_line
from memboard.warm.lending import warmly

TICK_SECONDS = 0.25
"""How often the parent is looked for."""
GRACE_SECONDS = 0.5
"""How long an interrupted request may take to end before the process ends without it."""
DRAIN_SECONDS = 10.0
"""How long requests received before the end of the input may still take."""


def run_process(home: str | None, project: str | None, actor: str) -> int:
    """Serve this process's stdin and stdout until the input or the parent ends."""
    parent = os.getppid()
    stdin, stdout = take_descriptors()
    place = find_home(home)
    session = connection_session()
    connection = Connection(
        warmly(lambda: open_memory(place, project, actor=actor, session=session), log_line),
        home=str(place.folder),
        actor=actor,
        session=session,
    )
    server = Server(connection, stdout)
    watch = Watch(server, parent, lambda: reader_gone(stdout.fileno(), TICK_SECONDS))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: watch.ask())
    # the engine's own wait for native code was registered before, so it runs after this
    atexit.register(watch.ask)
    Thread(target=watch.keep_looking, name="memboard-rpc-watch", daemon=True).start()
    code = server.serve(stdin)
    if server.input_ended.is_set():  # else the reading thread still waits in it
        stdin.close()
    return code


class Stoppable(Protocol):
    """What a watch sees of a server."""

    input_ended: Event

    def stop(self) -> None:
        """End soon; any thread may ask."""


class Watch:
    """Ends the server when nobody is there any more, and the process if the server does not."""

    def __init__(
        self,
        server: Stoppable,
        parent: int,
        reader_gone: Callable[[], bool],
        *,
        parent_now: Callable[[], int] = os.getppid,
        now: Callable[[], float] = time.monotonic,
        end_process: Callable[[int], object] = os._exit,
    ) -> None:
        self._server = server
        self._parent = parent
        self._reader_gone = reader_gone
        self._parent_now = parent_now
        self._now = now
        self._end_process = end_process
        self._asked = False
        self._drained_by: float | None = None
        self._ended_by: float | None = None

    def ask(self) -> None:
        """Ask for the end; only sets a flag, so that a signal handler may do it."""
        self._asked = True

    def keep_looking(self) -> None:
        """Look again and again, as long as the process lives."""
        while True:
            began = self._now()
            self.look()
            if self._now() - began < TICK_SECONDS / 2:  # polling did not wait: it would spin
                time.sleep(TICK_SECONDS)

    def look(self) -> None:
        """Look once: stop the server when it is time, and end the process when that is late."""
        if self._ended_by is None and self._must_stop():
            self._ended_by = self._now() + GRACE_SECONDS
            self._server.stop()
        if self._ended_by is not None and self._now() >= self._ended_by:
            self._end_process(0)

    def _must_stop(self) -> bool:
        if self._server.input_ended.is_set() and self._drained_by is None:
            self._drained_by = self._now() + DRAIN_SECONDS
        late = self._drained_by is not None and self._now() >= self._drained_by
        return self._reader_gone() or self._asked or late or self._parent_now() != self._parent
