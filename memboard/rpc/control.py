"""Messages about other messages: `$/cancel` from the client, `$/progress` to it, and answers."""

from __future__ import annotations

from typing import Any

from msgspec import UnsetType

from memboard.engine.errors import Cancelled
from memboard.engine.model import Value
from memboard.rpc.errors import Fault, fault_of
from memboard.rpc.wire import Answer, Failure, Id, Request, encode

CANCEL = "$/cancel"
PROGRESS = "$/progress"


class Cancel(Value, frozen=True, forbid_unknown_fields=True):
    """What `$/cancel` takes: the id of a request."""

    id: Id


class CancelAnswer(Value, frozen=True):
    """What `$/cancel` answers where it is sent with an id of its own."""

    cancelled: bool
    """Whether the request had been waiting and will not run; a running one answers for itself."""


class Progress(Value, frozen=True):
    """What `$/progress` says of a running request."""

    id: Id
    done: int
    total: int


def answer_to(request: Request, outcome: Any) -> bytes | None:
    """Encode what became of a request, unless it is a notification."""
    if isinstance(request.id, UnsetType):
        return None
    if isinstance(outcome, Fault):
        return encode(Failure(id=request.id, error=outcome))
    return encode(Answer(id=request.id, result=outcome))


def cancelled_fault(method: str) -> Fault:
    """Answer a request that was cancelled."""
    return fault_of(Cancelled(f"{method} was cancelled."))
