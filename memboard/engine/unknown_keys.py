"""Says which key of a settings file was meant, and what a value may be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from memboard.engine.errors import InvalidSettings
from memboard.engine.model import Value


def refuse_unknown(tree: Any, kind: type[Value], path: Path, where: str = "") -> None:
    """Raise InvalidSettings at the first key that a table does not have."""
    if not isinstance(tree, dict):
        return
    known = types_of(kind)
    for key, value in tree.items():
        if key not in known:
            raise InvalidSettings(
                f'{path}: "{where}{key}" is not a setting.', hint=meant(key, kind, where)
            )
        inner = known[key]
        if get_origin(inner) is dict and isinstance(value, dict):
            for name, table in value.items():
                refuse_unknown(table, get_args(inner)[1], path, f'{where}{key}."{name}".')
        elif is_table(inner):
            refuse_unknown(value, inner, path, f"{where}{key}.")


def meant(key: str, kind: type[Value], where: str) -> str:
    """Say where a key belongs, or which known one was probably meant, or list them all."""
    belongs = next(tables_with(key, kind, where), None)
    if belongs is not None:
        return f'"{key}" belongs under [{belongs}].'
    return nearest(key, tuple(types_of(kind)), where)


def nearest(key: str, known: tuple[str, ...], where: str) -> str:
    """Say which known key was probably meant, or list them all."""
    from rapidfuzz import fuzz, process  # 20 ms, and only for a mistake

    found = process.extractOne(key, known, scorer=fuzz.ratio, score_cutoff=60)
    if found:
        return f'Did you mean "{where}{found[0]}"?'
    return "Known here: " + ", ".join(f'"{where}{name}"' for name in known) + "."


def tables_with(key: str, kind: type[Value], where: str) -> Iterator[str]:
    """Name the tables below one that have a key, the nearest first."""
    inner = {name: type_ for name, type_ in types_of(kind).items() if is_table(type_)}
    yield from (f"{where}{name}" for name, type_ in inner.items() if key in types_of(type_))
    for name, type_ in inner.items():
        yield from tables_with(key, type_, f"{where}{name}.")


def choices(fault: str, kind: type[Value]) -> str | None:
    """List what a key may be that msgspec finds to be none of it; None for another fault."""
    key = fault.rstrip("`").rpartition(".")[2]
    return next(choices_of(key, kind), None) if "enum value" in fault else None


def choices_of(key: str, kind: type[Value]) -> Iterator[str]:
    """List what a key may be, in each table that has it."""
    for name, type_ in types_of(kind).items():
        if name == key and get_origin(type_) is Literal:
            yield "One of " + ", ".join(map(str, get_args(type_))) + "."
        elif is_table(type_):
            yield from choices_of(key, type_)


def types_of(kind: type[Value]) -> dict[str, Any]:
    """Give the type of each key of a table."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}


def is_table(type_: Any) -> bool:
    """Tell whether a key holds a table of its own."""
    return isinstance(type_, type) and issubclass(type_, Value)
