"""The server: one thread reads, the caller's thread runs one request at a time."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from threading import Event, Thread
from typing import Any, BinaryIO

import msgspec

from memboard.engine import MemboardError, Memory
from memboard.engine.errors import Cancelled
from memboard.engine.sources import new_id, system_entropy
from memboard.rpc.batch import Batch
from memboard.rpc.calls.call import Call
from memboard.rpc.checking import Refusal, checked_params
from memboard.rpc.connection import Connection
from memboard.rpc.control import (
    CANCEL,
    PROGRESS,
    Cancel,
    CancelAnswer,
    Progress,
    answer_to,
    cancelled_fault,
)
from memboard.rpc.errors import fault_of, invalid_params, line_too_long
from memboard.rpc.inbox import Inbox, Work
from memboard.rpc.methods import METHODS
from memboard.rpc.outbox import Outbox
from memboard.rpc.questions import Questions
from memboard.rpc.wire import (
    BLANK,
    MAX_LINE,
    UNREADABLE,
    Failure,
    Message,
    Notification,
    Refused,
    Reply,
    Request,
    encode,
    is_batch,
    read_batch,
    read_lines,
    read_message,
)

WORK_BYTES = 1_024
"""What a waiting message costs beside its own bytes."""

Log = Callable[[str], None]


def serve(
    open_store: Callable[[], Memory],
    *,
    stdin: BinaryIO,
    stdout: BinaryIO,
    home: str = "",
    actor: str = "agent",
    session: str | None = None,
) -> int:
    """Answer requests until the input ends; gives the exit code.

    Args:
        open_store: opens the store; called when first needed, and again while it fails. Its
            memory carries the same actor and session.
        stdin: one JSON text a line.
        stdout: answers and notifications, one a line, nothing else.
        home: the folder, for `server.info`.
        actor: whose name changes carry, for `server.info`.
        session: the connection's own session, for `server.info`; None draws one.
    """
    connection = Connection(
        open_store, home=home, actor=actor, session=session or connection_session()
    )
    return Server(connection, stdout).serve(stdin)


def connection_session() -> str:
    """Draw a session that no other connection has."""
    return f"rpc-{new_id(system_entropy)}"


def log_line(text: str) -> None:
    """Write to stderr, if anybody still reads it."""
    try:
        sys.stderr.write(f"memboard rpc: {text}\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return  # there is no stderr, and nowhere else to say so


class Server:
    """One connection: what is received, run and answered."""

    def __init__(self, connection: Connection, stdout: BinaryIO, log: Log = log_line) -> None:
        self.connection = connection
        self.input_ended = Event()
        self._log = log
        self._outbox = Outbox(stdout)
        self._questions = Questions(self._outbox)
        self._inbox = Inbox(connection.interrupt)

    def serve(self, stdin: BinaryIO) -> int:
        """Answer until the input ends or `stop` is called, then close the store."""
        Thread(target=self.read, args=(stdin,), name="memboard-rpc-reader", daemon=True).start()
        try:
            self.work()
        finally:
            self.connection.close()
        return 0

    def stop(self) -> None:
        """End soon: interrupt what runs, cancel what waits; any thread may ask."""
        self._inbox.stop()

    # --- the reading thread

    def read(self, stdin: BinaryIO) -> None:
        """Receive lines until the input ends."""
        try:
            for line in read_lines(stdin):
                self.receive(line)
        except OSError as error:
            self._log(f"the input ended: {error}")
        finally:
            self._questions.end()
            self._inbox.close()
            self.input_ended.set()

    def receive(self, line: bytes | None) -> None:
        """Take one line in; None is one that was too long."""
        try:
            self.sort(line)
        except Exception as error:  # a fault of ours must not end the reading
            self._log(traceback.format_exc())
            self.accept(Refused(id=None, fault=fault_of(error)), 0)

    def sort(self, line: bytes | None) -> None:
        """Sort one line into messages."""
        if line is None:
            self.accept(Refused(id=None, fault=line_too_long(MAX_LINE)), 0)
        elif not line.strip(BLANK):
            return
        elif not is_batch(line):
            self.accept(read_message(line), len(line))
        elif isinstance(found := read_batch(line), Refused):
            self.accept(found, 0)
        else:
            batch = Batch(len(found))
            for message in found:
                self.accept(message, len(line) // len(found), batch)

    def accept(self, message: Message, size: int, batch: Batch | None = None) -> None:
        """Queue one message; a cancellation acts at once."""
        if isinstance(message, Reply):
            if not self._questions.answer(message):
                self._log(f"an answer that nobody waits for (id {str(message.id)[:80]!r})")
            self.send(None, batch)
        elif isinstance(message, Request) and message.method == CANCEL:
            self.send(self.cancel(message), batch)
        else:
            method = METHODS.get(message.method) if isinstance(message, Request) else None
            job = method is not None and method.job
            self._inbox.put(Work(message, size=size + WORK_BYTES, job=job, batch=batch))

    def cancel(self, request: Request) -> bytes | None:
        """Cancel the request that a `$/cancel` names, and answer it where it was waiting."""
        try:
            wanted = msgspec.json.decode(request.params, type=Cancel).id
        except UNREADABLE as error:
            return answer_to(request, invalid_params(f"{CANCEL}: {error}.", "It takes: id."))
        waiting = self._inbox.cancel(wanted)
        if waiting is not None and isinstance(waiting.message, Request):
            fault = cancelled_fault(waiting.message.method)
            self.send(answer_to(waiting.message, fault), waiting.batch)
        return answer_to(request, CancelAnswer(cancelled=waiting is not None))

    # --- the serving thread

    def work(self) -> None:
        """Run what was received, one at a time, in order."""
        answered = False
        while (work := self._inbox.take()) is not None:
            answer = self.answer(work)
            self._inbox.done()
            self.send(answer, work.batch)
            if self._outbox.gone:
                self._inbox.stop()
            elif not answered and not self.input_ended.is_set():
                answered = True
                self.warm()

    def warm(self) -> None:
        """Start loading the model; why there is none is said by the first call that needs it."""
        try:
            self.connection.memory().warm()
        except MemboardError:
            return
        except Exception:  # a fault of ours must not end the server
            self._log(traceback.format_exc())

    def send(self, answer: bytes | None, batch: Batch | None) -> None:
        """Write an answer, or add it to its batch, which is written once it is whole."""
        whole = answer if batch is None else batch.collect(answer)
        if whole is not None:
            self._outbox.write(whole)

    def answer(self, work: Work) -> bytes | None:
        """Run one piece of work; a notification has no answer, whatever became of it."""
        request = work.message
        if isinstance(request, Refused):
            return encode(Failure(id=request.id, error=request.fault))
        try:
            return answer_to(request, self.run(work, request))
        except Refusal as refusal:
            return answer_to(request, refusal.fault)
        except Exception as error:
            if not isinstance(error, MemboardError):
                self._log(traceback.format_exc())
            if work.cancelled and not isinstance(error, Cancelled):
                return answer_to(request, cancelled_fault(request.method))
            return answer_to(request, fault_of(error))

    def run(self, work: Work, request: Request) -> Any:
        """Check a call and run its method's body."""
        if work.cancelled:
            raise Cancelled(f"{request.method} was cancelled before it began.")
        given = checked_params(request.method, bytes(request.params))
        call = Call(
            connection=self.connection,
            methods=METHODS,
            cancelled=lambda: work.cancelled or self._outbox.gone,
            progress=lambda done, total: self.tell(request, done, total),
            questions=self._questions,
        )
        return METHODS[request.method].body(call, given)

    def tell(self, request: Request, done: int, total: int) -> None:
        """Tell how far a request is, if it has an id to tell it by."""
        if not isinstance(request.id, msgspec.UnsetType):
            said = Progress(id=request.id, done=done, total=total)
            self._outbox.write(encode(Notification(method=PROGRESS, params=said)))
