"""Checks the arguments of a call, and says exactly what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from memboard.engine.errors import InvalidInput
from memboard.engine.limits import refuse_unstorable
from memboard.engine.unknown_keys import nearest
from memboard.mcp.asked import ASKED, Asked
from memboard.mcp.schema import required

COMPLAINT = re.compile(r"^(?P<what>.*?)(?: - at `\$\.(?P<field>\w+).*`)?$", re.DOTALL)
"""How msgspec says what is wrong, and where."""


def checked_op(arguments: Mapping[str, Any]) -> str:
    """Read which op a call wants.

    Raises:
        InvalidInput: none, or none that there is.
    """
    op = arguments.get("op")
    if isinstance(op, str) and op in ASKED:
        return op
    known = ", ".join(ASKED)
    if op is None:
        raise InvalidInput('The argument "op" is missing.', hint=f"op is one of: {known}.")
    raise InvalidInput(f"There is no op {str(op)[:40]!r}.", hint=f"op is one of: {known}.")


def checked_arguments(op: str, arguments: Mapping[str, Any]) -> Asked:
    """Turn the arguments of an op into its own type; a null counts as left out.

    Raises:
        InvalidInput: one is missing, unknown or of another type; nothing was done.
    """
    kind = ASKED[op]
    given = {name: one for name, one in arguments.items() if name != "op" and one is not None}
    missing = [name for name in required(kind) if name not in given]
    unknown = [name for name in given if name not in kind.__struct_fields__]
    if missing or unknown:
        raise InvalidInput(misfit(op, missing, unknown), hint=takes(kind, unknown))
    refuse_unstorable(str(given.get("session", "")), "session")
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise InvalidInput(complaint(op, str(error)), hint=takes(kind, [])) from error


def misfit(op: str, missing: list[str], unknown: list[str]) -> str:
    """Say which arguments are not there, and which have no place there."""
    said = []
    if missing:
        said.append(f"needs {listed(missing)}")
    if unknown:
        said.append(f"takes no {listed(unknown)}")
    return f"op {op} {' and '.join(said)}."


def listed(names: list[str]) -> str:
    """Write names in quotes, the first few of them."""
    return ", ".join(f'"{name[:40]}"' for name in names[:5])


def takes(kind: type[Asked], unknown: list[str]) -> str:
    """Say what an op takes, and which argument was probably meant."""
    needed = required(kind)
    fields = kind.__struct_fields__
    named = ", ".join(f"{name} (needed)" if name in needed else name for name in fields)
    meant = nearest(unknown[0][:80], fields, "") if unknown else ""
    return f"{meant} It takes: {named}." if meant.startswith("Did") else f"It takes: {named}."


def complaint(op: str, text: str) -> str:
    """Say what is wrong with the value of an argument."""
    found = COMPLAINT.match(text)
    what, field = (found["what"], found["field"]) if found else (text, None)
    what = what.replace("`", "").removesuffix(".")
    return f'op {op}, "{field}": {what}.' if field else f"op {op}: {what}."
