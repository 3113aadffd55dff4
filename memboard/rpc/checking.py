"""Checks a call against the table, and says exactly what is wrong with it."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec

from memboard.engine.unknown_keys import nearest
from memboard.rpc.errors import Fault, invalid_params, method_not_found, parse_error
from memboard.rpc.methods import METHODS, decoder_of
from memboard.rpc.wire import UNREADABLE, reason_of

UNKNOWN = re.compile(r"^Object contains unknown field `(?P<name>.*?)`(?: - at `\$(?P<at>[^`]*)`)?$")
NO_PARAMS = frozenset({b"null", b"[]"})
"""What some clients send for no parameters."""


class Refusal(Exception):
    """A call that was refused before it was run."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def checked_params(name: str, raw: bytes) -> Any:
    """Decode the parameters of a method into its own type.

    Raises:
        Refusal: there is no such method, or it does not take these.
    """
    if name not in METHODS:
        raise Refusal(method_not_found(name, nearest(name, tuple(METHODS), "")))
    text = b"{}" if raw in NO_PARAMS else raw
    try:
        return decoder_of(name).decode(text)
    except msgspec.ValidationError as error:
        raise Refusal(params_fault(name, text, str(error))) from error
    except UNREADABLE as error:
        raise Refusal(parse_error(reason_of(error))) from error


def params_fault(name: str, text: bytes, complaint: str) -> Fault:
    """Say which parameter is wrong, and which one was probably meant."""
    kind = METHODS[name].params
    if text.startswith(b"["):
        return invalid_params(f"{name} takes its parameters by name.", f"Known: {known_in(kind)}.")
    unknown = UNKNOWN.fullmatch(complaint)
    if unknown is None:
        return invalid_params(f"{name}: {complaint}.", f"It takes: {known_in(kind)}.")
    where = kind_at(kind, unknown["at"] or "")
    hint = nearest(unknown["name"], where.__struct_fields__, "") if where else None
    inside = f" in {unknown['at'].lstrip('.')}" if unknown["at"] else ""
    return invalid_params(f'{name} has no parameter "{unknown["name"]}"{inside}.', hint)


def known_in(kind: type[msgspec.Struct]) -> str:
    """List the parameters a type has."""
    return ", ".join(kind.__struct_fields__) or "none"


def kind_at(kind: type[msgspec.Struct], path: str) -> type[msgspec.Struct] | None:
    """Find the struct that lies at a path such as `.notes[3]` in another one."""
    for name in re.findall(r"\.(\w+)", path):
        field = next(field for field in msgspec.structs.fields(kind) if field.name == name)
        inner = [part for part in structs_in(field.type) if part is not kind]
        if not inner:
            return None
        kind = inner[0]
    return kind


def structs_in(kind: Any) -> list[type[msgspec.Struct]]:
    """List the structs a type is made of."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [kind]
    return [struct for part in get_args(kind) for struct in structs_in(part)]
