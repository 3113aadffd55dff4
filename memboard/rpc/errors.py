"""What can go wrong, as JSON-RPC errors: one number for each error of the engine."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from memboard.engine import errors as engine
from memboard.engine.model import Value

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

CODES: dict[type[engine.MemboardError], int] = {
    engine.MemboardError: 1000,
    engine.InvalidInput: 1100,
    engine.InvalidNote: 1101,
    engine.InvalidSettings: 1102,
    engine.NotFound: 1200,
    engine.Ambiguous: 1201,
    engine.Conflict: 1300,
    engine.StoreError: 1400,
    engine.HomeRefused: 1401,
    engine.StoreBusy: 1402,
    engine.StoreFull: 1403,
    engine.StoreReadOnly: 1404,
    engine.StoreNewer: 1405,
    engine.StoreDamaged: 1406,
    engine.StoreOlder: 1407,
    engine.EmbedderError: 1500,
    engine.EmbedderFailed: 1501,
    engine.ModelMissing: 1502,
    engine.ModelDamaged: 1503,
    engine.PullFailed: 1504,
    engine.Cancelled: 1600,
    engine.CheapQueryFailed: 1700,
}
"""All outside JSON-RPC's reserved -32768..-32000; a number never changes its meaning."""


class Detail(Value, frozen=True):
    """What a program can act on."""

    code: str
    """Stable: the engine's own word, or parse_error, invalid_request, …"""
    retryable: bool = False
    """Whether the same request may succeed in a moment."""
    hint: str | None = None
    """What to do about it."""
    candidates: tuple[str, ...] | UnsetType = UNSET
    """The ids a prefix fits."""
    near: tuple[str, ...] | UnsetType = UNSET
    """Ids or names that look like the one not found."""


class Fault(Value, frozen=True):
    """A JSON-RPC error object."""

    code: int
    message: str
    """What is wrong, for people."""
    data: Detail


def code_of(kind: type[BaseException]) -> int:
    """Give the number of an error class; a class without one has its parent's."""
    for ancestor in kind.__mro__:
        if ancestor in CODES:
            return CODES[ancestor]
    return INTERNAL_ERROR


def fault_of(error: Exception) -> Fault:
    """Turn what was raised into what is answered."""
    if not isinstance(error, engine.MemboardError):
        text = f"memboard failed: {type(error).__name__}: {error}"
        hint = "The traceback is on stderr; please report it."
        return Fault(
            code=INTERNAL_ERROR, message=text, data=Detail(code="internal_error", hint=hint)
        )
    detail = Detail(
        code=error.code,
        retryable=error.retryable,
        hint=error.hint,
        candidates=error.candidates if isinstance(error, engine.Ambiguous) else UNSET,
        near=error.near if isinstance(error, engine.NotFound) else UNSET,
    )
    return Fault(code=code_of(type(error)), message=error.message, data=detail)


def parse_error(reason: str) -> Fault:
    """Answer a line that is no JSON."""
    detail = Detail(code="parse_error", hint="Send one JSON text a line, in UTF-8.")
    return Fault(code=PARSE_ERROR, message=f"Not JSON: {reason}", data=detail)


def invalid_request(reason: str) -> Fault:
    """Answer JSON that is no request."""
    hint = 'Send {"jsonrpc": "2.0", "id": 1, "method": "…", "params": {…}}.'
    return Fault(
        code=INVALID_REQUEST, message=reason, data=Detail(code="invalid_request", hint=hint)
    )


def line_too_long(limit: int) -> Fault:
    """Answer a line over the limit."""
    detail = Detail(code="line_too_long", hint="Send less at a time; the line was skipped.")
    text = f"A line has at most {limit:,} bytes; this one has more."
    return Fault(code=INVALID_REQUEST, message=text, data=detail)


def method_not_found(name: str, hint: str) -> Fault:
    """Answer a call of a method that is not there."""
    detail = Detail(code="method_not_found", hint=hint)
    return Fault(code=METHOD_NOT_FOUND, message=f"There is no method {name!r}.", data=detail)


def invalid_params(reason: str, hint: str | None = None) -> Fault:
    """Answer parameters that a method does not take."""
    detail = Detail(code="invalid_params", hint=hint)
    return Fault(code=INVALID_PARAMS, message=reason, data=detail)
