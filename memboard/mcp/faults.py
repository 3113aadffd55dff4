"""From an exception to what a model is told of it."""

from __future__ import annotations

import sys
import traceback

from memboard.engine.errors import Ambiguous, MemboardError, NotFound
from memboard.mcp.answered import Failed, Trouble
from memboard.mcp.wire import clean

LOOK_FOR_IT = "Search for the note; every hit shows its id."
"""For a model, which has no command line to list ids with."""


def failed(op: str | None, error: Exception) -> Failed:
    """Say what was refused or went wrong; a fault of ours goes to stderr in full."""
    if not isinstance(error, MemboardError):
        traceback.print_exception(error, file=sys.stderr)
        return Failed(ok=False, op=op, error=unexpected(error))
    near = error.near if isinstance(error, NotFound) else ()
    hint = LOOK_FOR_IT if isinstance(error, NotFound) and not near else error.hint
    trouble = Trouble(
        code=error.code,
        message=clean(error.message),
        hint=hint,
        retryable=error.retryable,
        near=near,
        candidates=error.candidates if isinstance(error, Ambiguous) else (),
    )
    return Failed(ok=False, op=op, error=trouble)


def unexpected(error: Exception) -> Trouble:
    """Say that memboard itself failed."""
    return Trouble(
        code="internal_error",
        message=clean(f"memboard failed: {type(error).__name__}: {error}"),
        hint="Go on without it; the traceback is on the server's stderr.",
    )
